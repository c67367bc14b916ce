import { dashboardJefatura } from '@cuadre/api/dashboard'
import type { Answer } from '@cuadre/api/endpoint'
import { query, useTranslation } from '@cuadre/shell'
import { EmptyState, formatMonth, TextLink, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { review } from '../area.ts'
import { HomePage } from '../shared/HomePage.tsx'
import { Queue } from './Queue.tsx'

type Analyst = Answer<typeof dashboardJefatura>['porAnalista'][number]
const ANALYST = {
  id: 'analista',
  header: 'home.analyst',
  name: ({ ANALISTA }: Analyst) => ANALISTA,
  key: ({ ID_ANALISTA }: Analyst) => ID_ANALISTA,
}
const KINDS = ['porAprobar', 'porPreparar', 'aprobados', 'vencidos'] as const

/** /home of a jefatura: what waits for me, and how my analysts are getting on. */
export default function JefaturaHome() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const found = useQuery(query(dashboardJefatura, {}))
  const work = found.data
  const period = work?.period
  return (
    <HomePage
      title={period ? t('home.jefaturaTitle', { month: formatMonth(period.PERIODO, locale) }) : t('home.jefaturaPlain')}
      found={found}
      actions={
        period &&
        work.total > 0 && (
          <TextLink href={review.link({ periodo: period.COD_PERIODO })} className="btn btn-solid">
            <ListChecks aria-hidden />
            {t('home.review')}
          </TextLink>
        )
      }
    >
      {work && period && work.total > 0 ? (
        <Queue
          level="jefatura"
          work={work}
          period={period}
          empty={t('home.noneJefatura')}
          title={t('home.byAnalyst')}
          rows={work.porAnalista}
          kinds={KINDS}
          who={ANALYST}
        />
      ) : (
        <EmptyState title={t(period ? 'home.nothing' : 'home.noPeriod')}>{t('home.noPeriodHint')}</EmptyState>
      )}
    </HomePage>
  )
}
