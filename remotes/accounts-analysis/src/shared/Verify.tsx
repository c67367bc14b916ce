import { verifyEvents } from '@cuadre/api/analysis'
import { call, useTranslation } from '@cuadre/shell'
import { Button, formatCount, formatMonth, Note, useLocale } from '@cuadre/ui'
import { useMutation } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useSentence } from './useSentence.ts'

/** Proves the chain of a whole period: every event is what was written, after the one before it. */
export function Verify({ periodId, period }: { periodId: number; period: string }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const sentence = useSentence()
  const proof = useMutation({ mutationFn: () => call(verifyEvents, { params: { id: periodId } }) })
  const month = formatMonth(period, locale)
  const { data, error } = proof
  return (
    <div style={{ display: 'grid', gap: 8, justifyItems: 'start' }}>
      <Button icon={<ShieldCheck aria-hidden />} busy={proof.isPending} onClick={() => proof.mutate()}>
        {t('history.verify', { month })}
      </Button>
      <div role="status">
        {data?.integra && (
          <Note kind="success">
            <b className="strong">{t('history.intact', { month })}</b>{' '}
            {t('history.intactHint', { count: data.eventos, n: formatCount(data.eventos, locale) })}
          </Note>
        )}
      </div>
      {data && !data.integra && (
        <Note kind="danger">
          <b className="strong">{t('history.broken', { month, event: data.primerError ?? '—' })}</b> {t('history.brokenHint')}
        </Note>
      )}
      {error && <Note kind="danger">{sentence(error)}</Note>}
    </div>
  )
}
