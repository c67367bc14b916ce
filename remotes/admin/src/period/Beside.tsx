import { pageLink } from '@cuadre/api/pages'
import { listPeriods, PERIOD_STATUS, type Period, periodDeadlines } from '@cuadre/api/period'
import { Link, query, useTranslation } from '@cuadre/shell'
import { formatDateTime, formatMonth, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { periodClose } from '../area.ts'

/** Businesses whose calendar or plan gives other deadlines than the period's. */
export function OwnDeadlines({ period }: { period: Period }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const found = useQuery(query(periodDeadlines, { params: { id: period.COD_PERIODO } }))
  if (!found.data?.length) return null
  return (
    <section className="section" aria-label={t('closing.own')}>
      <div className="section-head">
        <h2 className="h2">{t('closing.own')}</h2>
      </div>
      <table className="table table-stacked" aria-label={t('closing.own')}>
        <thead>
          <tr>
            <th scope="col">{t('closing.business')}</th>
            <th scope="col" className="end">
              {t('period.analyst')}
            </th>
            <th scope="col" className="end">
              {t('period.jefatura')}
            </th>
            <th scope="col" className="end">
              {t('period.control')}
            </th>
          </tr>
        </thead>
        <tbody>
          {found.data.map(({ ID_NEGOCIO, NEGOCIO, VENCE_ANALISTA, VENCE_JEFATURA, VENCE_CONTROL }) => (
            <tr key={ID_NEGOCIO}>
              <td>{NEGOCIO}</td>
              {(
                [
                  ['analyst', VENCE_ANALISTA],
                  ['jefatura', VENCE_JEFATURA],
                  ['control', VENCE_CONTROL],
                ] as const
              ).map(([role, at]) => (
                <td key={role} className="num end" data-label={t(`period.${role}`)}>
                  {formatDateTime(at, locale)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small">
        <Link className="link" to={pageLink('/parametros/calendario')}>
          {t('closing.changeOwn')}
        </Link>
      </p>
    </section>
  )
}

/** When the last two were closed, against when they were due. */
export function LastClosings() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const found = useQuery(query(listPeriods, { query: { statusId: PERIOD_STATUS.cerrado, limit: 2 } }))
  if (!found.data?.data.length) return null
  return (
    <section className="section" aria-label={t('closing.last')}>
      <div className="section-head">
        <h2 className="h2">{t('closing.last')}</h2>
      </div>
      <table className="table" aria-label={t('closing.last')}>
        <tbody>
          {found.data.data.map(({ COD_PERIODO, PERIODO, CERRADO_EN, CERRADO_POR, VENCE_CIERRE }) => (
            <tr key={COD_PERIODO}>
              <td>
                <Link className="link" to={periodClose.link({ periodId: COD_PERIODO })}>
                  {formatMonth(PERIODO, locale)}
                </Link>
              </td>
              <td className="num">{formatDateTime(CERRADO_EN, locale)}</td>
              <td>{CERRADO_POR}</td>
              <td className="end muted">{CERRADO_EN && CERRADO_EN > VENCE_CIERRE ? t('closing.late') : t('closing.onTime')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
