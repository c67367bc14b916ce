import { type Faq, listFaqMisses, settleFaqMiss } from '@cuadre/api/faq'
import { call, query, useTranslation } from '@cuadre/shell'
import { formatCount, notify, useLocale } from '@cuadre/ui'
import { Menu } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { questionOf } from '../shared/questions.ts'
import { useSentence } from '../shared/useSentence.ts'

/** What was searched and not found: a question is written for it, or one that exists is found by it from then on. */
export function Misses({ faqs, onWrite }: { faqs: readonly Faq[]; onWrite: (words: string) => void }) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const client = useQueryClient()
  const sentence = useSentence()
  const misses = useQuery(query(listFaqMisses)).data ?? []
  const settle = (texto: string, faqId: number | null) =>
    call(settleFaqMiss, { body: { texto, faqId } }).then(
      async () => {
        await client.invalidateQueries({ queryKey: ['faq'] })
        notify.success(t(faqId === null ? 'misses.forgotten' : 'misses.linked', { words: texto }))
      },
      (error) => void notify.danger(sentence(error)),
    )
  if (misses.length === 0) return null
  return (
    <section>
      <h2 className="h3">
        {t('misses.title')} <span className="muted small">{t('misses.days')}</span>
      </h2>
      <ul className="faq-misses small">
        {misses.map(({ texto, veces }) => (
          <li key={texto}>
            <span className="grow">«{texto}»</span>
            <span className="num muted">{t('misses.times', { count: veces, shown: formatCount(veces, locale) })}</span>
            <span className="row">
              <button type="button" className="link" onClick={() => onWrite(texto)} aria-label={`${t('misses.write')} «${texto}»`}>
                {t('misses.write')}
              </button>
              <Menu
                align="end"
                trigger={
                  <button type="button" className="link" aria-label={`${t('misses.link')} «${texto}»`}>
                    {t('misses.link')}
                  </button>
                }
                entries={faqs.map((faq) => ({ label: questionOf(faq, locale), onSelect: () => void settle(texto, faq.id) }))}
              />
              <button
                type="button"
                className="link"
                onClick={() => void settle(texto, null)}
                aria-label={`${t('misses.forget')} «${texto}»`}
              >
                {t('misses.forget')}
              </button>
            </span>
          </li>
        ))}
      </ul>
      <p className="xsmall muted">{t('misses.hint')}</p>
    </section>
  )
}
