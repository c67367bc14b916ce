import { listFaqs, voteFaq } from '@cuadre/api/faq'
import { call, Link, query, useTranslation } from '@cuadre/shell'
import { Button, notify, useLocale } from '@cuadre/ui'
import { useFormContext, useWatch } from '@cuadre/ui/forms'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect } from 'react'
import { faq as faqPage } from '../area.ts'
import { answerOf, questionOf } from '../shared/questions.ts'
import { useRested } from '../shared/useRested.ts'
import { CATEGORY } from '../shared/words.ts'

const DELAY_MS = 400
const LEAST_WORDS = 3
const MOST = 4

interface Props {
  /** Nothing needs to be sent any more. */
  onSolved: () => void
  /** Leaves the page, once it has settled. */
  onAnswered: () => void
}

/** Questions that fit what is being written, from the third word on; they never move the form. */
export function Suggestions({ onSolved, onAnswered }: Props) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const { getFieldState, reset, resetField } = useFormContext()
  const [asunto = '', descripcion = ''] = useWatch({ name: ['asunto', 'descripcion'] }) as [string?, string?]
  const text = useRested(`${asunto} ${descripcion}`.trim().slice(0, 200), DELAY_MS)
  const enough = text.split(/\s+/).filter(Boolean).length >= LEAST_WORDS
  const found = useQuery({
    ...query(listFaqs, { query: { sugerir: true, search: text, limit: MOST } }),
    enabled: enough,
    placeholderData: keepPreviousData,
  }).data?.data
  const shown = enough ? (found ?? []) : []
  const best = shown[0]?.categoria
  useEffect(() => {
    // Its field alone: what was typed in the others is still unsaved work.
    if (best && !getFieldState('categoriaId').isDirty)
      resetField('categoriaId', { defaultValue: String(CATEGORY.indexOf(best) + 1), keepTouched: true })
  }, [best, getFieldState, resetField])
  const solved = async (id: number) => {
    onSolved()
    await call(voteFaq, { params: { id }, body: { sirvio: true, evito: true } }).catch(() => undefined)
    notify.success(t('create.solved'))
    // Nothing is left to be saved.
    reset()
    setTimeout(onAnswered)
  }
  return (
    <aside className="desk-suggestions" aria-label={t('create.answered')} aria-live="polite">
      {shown.length > 0 && (
        <h2 className="h2">
          {t('create.answered')} <span className="muted">{shown.length}</span>
        </h2>
      )}
      {shown.map((faq, i) => (
        <details key={faq.id} className="faq" open={i === 0}>
          <summary>{questionOf(faq, locale)}</summary>
          <p>{answerOf(faq, locale)}</p>
          <div className="row desk-solved">
            <Button size="sm" icon={<Check aria-hidden />} onClick={() => void solved(faq.id)}>
              {t('create.solves')}
            </Button>
            <Link className="link small" to={faqPage.link({ pregunta: faq.id })} target="_blank">
              {t('create.openQuestion')}
            </Link>
            {faq.sirvio + faq.noSirvio > 0 && (
              <span className="small muted">{t('faq.helped', { count: faq.sirvio, of: faq.sirvio + faq.noSirvio })}</span>
            )}
          </div>
        </details>
      ))}
      {enough && found && shown.length === 0 && <p className="small muted">{t('create.nothingFits')}</p>}
    </aside>
  )
}
