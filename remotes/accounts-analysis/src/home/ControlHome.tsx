import { dashboardControl } from '@cuadre/api/dashboard'
import type { Answer } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { query, useCan, useTranslation } from '@cuadre/shell'
import { EmptyState, formatCount, formatMonth, Note, TextLink, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { accounts as accountsPage, load as loadPage, review } from '../area.ts'
import { HomePage } from '../shared/HomePage.tsx'
import { Queue } from './Queue.tsx'

type Business = Answer<typeof dashboardControl>['porNegocio'][number]
const BUSINESS = {
  id: 'negocio',
  header: 'home.business',
  name: ({ NEGOCIO }: Business) => NEGOCIO,
  key: ({ ID_NEGOCIO }: Business) => ID_NEGOCIO,
}
const KINDS = ['porAprobar', 'aprobados', 'rechazados', 'vencidos'] as const
/** The accounts that the figure counts: active, with a balance of the period, without an analyst. */
const unassigned = (period: number) => accountsPage.link({ statusId: 1, filterByPeriod: period, activa: true })

/** /home of control: what waits for the second approval, by business, and what keeps a month from starting. */
export default function ControlHome() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const can = useCan()
  const found = useQuery(query(dashboardControl, {}))
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
            <TextLink href={review.link({ periodo: period.COD_PERIODO })} className="btn btn-solid">
              <ListChecks aria-hidden />
              {t('home.review')}
            </TextLink>
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
          {work.sinAsignar > 0 && work.total > 0 && (
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
            <Queue
              level="control"
              work={work}
              period={period}
              empty={t('home.noneControl')}
              title={t('home.byBusiness')}
              rows={work.porNegocio}
              kinds={KINDS}
              who={BUSINESS}
            />
          )}
        </>
      )}
    </HomePage>
  )
}
