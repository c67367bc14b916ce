import { listPeriods, PERIOD_STATUS } from '@cuadre/api/period'
import { query, useSearchParams, useTranslation } from '@cuadre/shell'
import { DateText, FileName, formatDue, formatMonth, Skeleton, useClock, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { Lock, LockOpen } from 'lucide-react'
import { lower } from '../shared/month.ts'
import { loadQuery } from './loads.ts'
import { useTakesLoads } from './takesLoads.ts'

/** In view at every step of a load: which month it is of, whether that still takes balances, and until when the analysts have. */
export default function LoadPeriod() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const [params] = useSearchParams()
  const takesLoads = useTakesLoads()
  const id = Number(params.get('carga')) || 0
  const load = useQuery({ ...loadQuery(id), enabled: id > 0 })
  const periods = useQuery(query(listPeriods, { query: { limit: 999 } }))
  if (periods.isPending || load.isLoading)
    return (
      <p className="row">
        <Skeleton width={240} />
      </p>
    )
  const wanted = load.data?.COD_PERIODO ?? Number(params.get('periodo'))
  const all = periods.data?.data ?? []
  const period =
    all.find(({ COD_PERIODO }) => COD_PERIODO === wanted) ??
    all.find(({ ESTADO }) => ESTADO.ID === PERIOD_STATUS.abierto) ??
    all.find(takesLoads)
  if (!period) return null
  const open = takesLoads(period)
  return (
    <p className="row">
      <span className="nowrap">
        <span className="muted">{t('balance.period')}</span> <strong>{formatMonth(period.PERIODO, locale)}</strong>
      </span>
      <span className={`badge state-${open ? 'aprobado' : 'tarde'}`}>
        {open ? <LockOpen aria-hidden size={14} /> : <Lock aria-hidden size={14} />}
        {t(open ? 'balance.takesLoads' : 'balance.takesNone')}
      </span>
      <span className="muted">
        {t('balance.analystsUntil')} <Due at={period.VENCE_ANALISTA} />
        <span className="off-phone">
          {' '}
          · <DateText value={period.VENCE_ANALISTA} as="remaining" />
        </span>
      </span>
      {load.data && (
        <span className="muted ellipsis off-phone">
          <FileName>{load.data.ARCHIVO}</FileName>
        </span>
      )}
    </p>
  )
}

/** Within a sentence. */
function Due({ at }: { at: string }) {
  const locale = useLocale()
  return <time dateTime={at}>{useClock(() => lower(formatDue(at, locale)))}</time>
}
