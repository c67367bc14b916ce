import { dashboardControl } from '@cuadre/api/home'
import { pageLink } from '@cuadre/api/pages'
import { PERIOD_STATUS } from '@cuadre/api/period'
import { type First as AskedFirst, query, useCan, useTranslation } from '@cuadre/shell'
import { EmptyState, formatCount, formatMonth, Note, TextLink, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { accounts as accountsPage, load as loadPage, review } from '../area.ts'
import { HomePage } from '../shared/HomePage.tsx'
import { Coverage, required } from './Coverage.tsx'
import { First } from './First.tsx'
import { Forecast } from './Forecast.tsx'
import { Places } from './Places.tsx'
import { QueueHead } from './QueueHead.tsx'
import { useReviews } from './ReviewLink.tsx'

/** The accounts that the figure counts, and that have no analyst. */
const unassigned = (period: number) => accountsPage.link({ statusId: 1, ...required(period) })

const HOME = query(dashboardControl, {})
export const first: AskedFirst = () => [HOME]

/** /home of control: what waits for the second approval, by business, and what keeps a month from starting. */
export default function ControlHome() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const can = useCan()
  const reviews = useReviews()
  const found = useQuery(HOME)
  const work = found.data
  const period = work?.period
  const load = can('accounts.balance.load') && (
    <TextLink href={loadPage.link()} className="btn">
      {t('home.load')}
    </TextLink>
  )
  return (
    <HomePage
      title={period ? t('home.controlTitle', { month: formatMonth(period.PERIODO, locale) }) : t('home.controlPlain')}
      found={found}
      actions={
        period && (
          <>
            {load}
            {reviews && (
              <TextLink href={review.link({ periodo: period.COD_PERIODO })} className="btn btn-solid">
                <ListChecks aria-hidden />
                {t('home.review')}
              </TextLink>
            )}
          </>
        )
      }
    >
      {!work || !period ? (
        <EmptyState
          title={t('home.noPeriod')}
          actions={
            <>
              {can('admin.period.write') && (
                <TextLink href={pageLink('/periodos')} className="btn">
                  {t('home.periods')}
                </TextLink>
              )}
              {load}
            </>
          }
        >
          {t('home.noPeriodControl')}
        </EmptyState>
      ) : (
        <>
          {work.sinAsignar > 0 && work.total > 0 && period.ESTADO_ID !== PERIOD_STATUS.cerrado && (
            <div className="home-note">
              <Note kind="warning">
                {t('home.unassigned', { count: work.sinAsignar, n: formatCount(work.sinAsignar, locale) })}{' '}
                <TextLink href={unassigned(period.COD_PERIODO)}>{t('home.assign')}</TextLink>
              </Note>
            </div>
          )}
          {work.total === 0 && work.sinAsignar > 0 ? (
            // Loaded, but nobody has them: one thing is said, and what follows from it.
            <EmptyState
              title={t('home.loadedUnassigned')}
              actions={
                <TextLink href={unassigned(period.COD_PERIODO)} className="btn btn-solid">
                  {t('home.assign')}
                </TextLink>
              }
            >
              {t('home.unassigned', { count: work.sinAsignar, n: formatCount(work.sinAsignar, locale) })}
            </EmptyState>
          ) : work.total === 0 ? (
            <EmptyState title={t('home.notLoaded')} actions={load}>
              {t('home.notLoadedHint', { month: formatMonth(period.PERIODO, locale) })}
            </EmptyState>
          ) : (
            <>
              <QueueHead level="control" counts={work} period={period} />
              <div className="home-columns">
                {reviews && <First items={work.primeros} period={period.COD_PERIODO} empty={t('home.noneControl')} />}
                {period.ESTADO_ID !== PERIOD_STATUS.cerrado && (
                  <Forecast rows={work.pronostico} periodId={period.COD_PERIODO} level="control" />
                )}
              </div>
              <Places work={work} periodId={period.COD_PERIODO} />
              <Coverage rows={work.cobertura} periodId={period.COD_PERIODO} />
            </>
          )}
        </>
      )}
    </HomePage>
  )
}
