import type { Analysis } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { DateText } from '@cuadre/ui'
import { Hourglass } from 'lucide-react'

type Limit = NonNullable<Analysis['LIMITE_ESTADO']>

/** That an analysis has been in its state for longer than its working hours, and since when. */
export const OverLimit = ({ of }: { of: Pick<Analysis, 'LIMITE_ESTADO'> }) =>
  of.LIMITE_ESTADO?.vencido ? <Mark limit={of.LIMITE_ESTADO} /> : null

function Mark({ limit }: { limit: Limit }) {
  const { t } = useTranslation('accounts-analysis')
  return (
    <span className="badge badge-sm state-tarde" title={t('shared.overLimitHint', { count: limit.horas })}>
      <Hourglass aria-hidden />
      {t('shared.overLimit')} <DateText value={limit.vence} as="datetime" />
    </span>
  )
}
