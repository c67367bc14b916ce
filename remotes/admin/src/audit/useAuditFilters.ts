import { listAuditors } from '@cuadre/api/auditor'
import { listPeriods } from '@cuadre/api/period'
import { myBusinesses } from '@cuadre/api/session'
import { query, useCan, useTranslation } from '@cuadre/shell'
import { formatMonth, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'

/** Filters that both lists have: period, business, and auditor for who sees the auditors. */
export function useAuditFilters() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const can = useCan()
  const periods = useQuery({ ...query(listPeriods, { query: { limit: 200 } }), staleTime: 60_000 }).data?.data ?? []
  const businesses = useQuery(query(myBusinesses)).data ?? []
  const auditors = useQuery({ ...query(listAuditors, { query: { limit: 500 } }), enabled: can('admin.auditor.read') }).data?.data ?? []
  const single = true
  return [
    {
      name: 'periodId' as const,
      label: t('audit.period'),
      single,
      options: periods.map(({ COD_PERIODO, PERIODO }) => ({ value: String(COD_PERIODO), label: formatMonth(PERIODO, locale) })),
    },
    {
      name: 'businessId' as const,
      label: t('user.business'),
      single,
      options: businesses.map(({ ID_NEGOCIO, NEGOCIO }) => ({ value: String(ID_NEGOCIO), label: NEGOCIO })),
    },
    ...(auditors.length > 0
      ? [
          {
            name: 'auditorId' as const,
            label: t('auditor.one'),
            single,
            options: auditors.map(({ id, NOMBRE }) => ({ value: String(id), label: NOMBRE })),
          },
        ]
      : []),
  ]
}
