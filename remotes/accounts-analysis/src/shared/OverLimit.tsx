import type { Analysis } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { DateText, formatDateTime, useLocale } from '@cuadre/ui'
import { Hourglass } from 'lucide-react'

type Limit = NonNullable<Analysis['LIMITE_ESTADO']>

type Props = {
  of: Pick<Analysis, 'LIMITE_ESTADO'>
  /** In a cell of a table: since when is said by its title. */
  short?: boolean
}

/** That an analysis has been in its state for longer than its working hours, and since when. */
export const OverLimit = ({ of, short = false }: Props) =>
  of.LIMITE_ESTADO?.vencido ? <Mark limit={of.LIMITE_ESTADO} short={short} /> : null

function Mark({ limit, short }: { limit: Limit; short: boolean }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const hint = t('shared.overLimitHint', { count: limit.horas })
  return (
    <span
      className="badge badge-sm state-tarde"
      title={short ? `${t('shared.overLimit')} ${formatDateTime(limit.vence, locale)}. ${hint}` : hint}
    >
      <Hourglass aria-hidden />
      {short ? t('shared.overLimitShort') : t('shared.overLimit')} {!short && <DateText value={limit.vence} as="datetime" />}
    </span>
  )
}
