import type { Answer } from '@cuadre/api/endpoint'
import { dashboardJefatura } from '@cuadre/api/home'
import { PERIOD_STATUS } from '@cuadre/api/period'
import { type First as AskedFirst, query, useCan, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, formatMonth, Money, Percent, TextLink, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { review } from '../area.ts'
import { useFigureLink } from '../shared/figureLink.ts'
import { HomePage } from '../shared/HomePage.tsx'
import { Remind } from '../shared/remind/Remind.tsx'
import { First } from './First.tsx'
import { Forecast } from './Forecast.tsx'
import { QueueHead } from './QueueHead.tsx'
import { ReviewLink, useReviews } from './ReviewLink.tsx'
import { type Extra, TurnTable } from './TurnTable.tsx'

type Work = Answer<typeof dashboardJefatura>
type Department = Work['porDepartamento'][number]
type Analyst = Work['porAnalista'][number]
type Period = NonNullable<Work['period']>

const HOME = query(dashboardJefatura, {})
export const first: AskedFirst = () => [HOME]

/** /home of a jefatura: what waits for me, when the month is done, and how my departments and analysts are getting on. */
export default function JefaturaHome() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const found = useQuery(HOME)
  const reviews = useReviews()
  const work = found.data
  const period = work?.period
  return (
    <HomePage
      title={period ? t('home.jefaturaTitle', { month: formatMonth(period.PERIODO, locale) }) : t('home.jefaturaPlain')}
      found={found}
      actions={
        period &&
        reviews &&
        work.total > 0 && (
          <TextLink href={review.link({ periodo: period.COD_PERIODO })} className="btn btn-solid">
            <ListChecks aria-hidden />
            {t('home.review')}
          </TextLink>
        )
      }
    >
      {work && period && work.total > 0 ? (
        <>
          <QueueHead period={period} counts={work} level="jefatura" />
          <div className="home-columns">
            {reviews && <First items={work.primeros} period={period.COD_PERIODO} empty={t('home.noneJefatura')} />}
            {period.ESTADO_ID !== PERIOD_STATUS.cerrado && (
              <Forecast rows={work.pronostico} periodId={period.COD_PERIODO} level="jefatura" />
            )}
          </div>
          <Departments work={work} period={period} />
          <Analysts work={work} period={period} />
        </>
      ) : (
        <EmptyState title={t(period ? 'home.nothing' : 'home.noPeriod')}>{t('home.noPeriodHint')}</EmptyState>
      )}
    </HomePage>
  )
}

const ofDepartment = ({ COD_DEPARTAMENTO }: Department) => (COD_DEPARTAMENTO === null ? undefined : { departamentoId: COD_DEPARTAMENTO })
const departmentKey = ({ COD_DEPARTAMENTO }: Department) => String(COD_DEPARTAMENTO)

function Departments({ work, period }: { work: Work; period: Period }) {
  const { t } = useTranslation('accounts-analysis')
  const link = useFigureLink(period.COD_PERIODO)
  const name = useCallback(
    ({ COD_DEPARTAMENTO, DEPARTAMENTO, NEGOCIO }: Department) =>
      COD_DEPARTAMENTO === null ? (
        t('home.noDepartment')
      ) : (
        <ReviewLink of={{ periodo: period.COD_PERIODO, departamento: COD_DEPARTAMENTO }}>
          {DEPARTAMENTO} <span className="faint">{NEGOCIO}</span>
        </ReviewLink>
      ),
    [t, period],
  )
  const extras = useMemo<Extra<Department>[]>(
    () => [
      {
        id: 'dias',
        header: t('home.days'),
        unit: t('home.workingDays'),
        cell: ({ diasJefatura }) => <Money value={diasJefatura} decimals={1} />,
      },
      {
        id: 'rechazo',
        header: t('home.rejection'),
        unit: '%',
        cell: ({ rechazo }, where) => {
          const figure = <Money value={rechazo === null ? null : rechazo * 100} decimals={1} />
          const to = where && link({ ...where, conRechazos: true })
          return rechazo && to ? (
            <TextLink href={to} className="figure-link">
              {figure}
            </TextLink>
          ) : (
            figure
          )
        },
      },
    ],
    [t, link],
  )
  return (
    <TurnTable
      title={t('home.byDepartment')}
      header={t('home.department')}
      level="jefatura"
      periodId={period.COD_PERIODO}
      rows={work.porDepartamento}
      rowKey={departmentKey}
      name={name}
      where={ofDepartment}
      total={work}
      extras={extras}
    />
  )
}

const ofAnalyst = ({ ID_ANALISTA }: Analyst) => ({ analistaId: ID_ANALISTA })
const analystKey = ({ ID_ANALISTA }: Analyst) => String(ID_ANALISTA)

function Analysts({ work, period }: { work: Work; period: Period }) {
  const { t } = useTranslation('accounts-analysis')
  const may = useCan()('analysis.item.remind')
  const [asked, setAsked] = useState<Analyst>()
  const name = useCallback(
    ({ ID_ANALISTA, ANALISTA }: Analyst) => <ReviewLink of={{ periodo: period.COD_PERIODO, analista: ID_ANALISTA }}>{ANALISTA}</ReviewLink>,
    [period],
  )
  const extras = useMemo<Extra<Analyst>[]>(
    () => [
      {
        id: 'avance',
        header: t('home.done'),
        cell: ({ aprobados, total }) => <Percent value={total === 0 ? null : (aprobados / total) * 100} decimals={0} />,
        total: <Percent value={work.total === 0 ? null : (work.aprobados / work.total) * 100} decimals={0} />,
      },
    ],
    [t, work],
  )
  return (
    <>
      <TurnTable
        title={t('home.byAnalyst')}
        header={t('home.analyst')}
        level="jefatura"
        periodId={period.COD_PERIODO}
        rows={work.porAnalista}
        rowKey={analystKey}
        name={name}
        where={ofAnalyst}
        total={work}
        extras={extras}
        actions={
          may
            ? (row) =>
                row.porPreparar > 0 && (
                  <Button size="sm" aria-label={t('home.remindOne', { name: row.ANALISTA })} onClick={() => setAsked(row)}>
                    {t('home.remind')}
                  </Button>
                )
            : undefined
        }
      />
      <Remind
        of={asked && { todos: { periodId: period.COD_PERIODO, rol: 'analista', analystId: asked.ID_ANALISTA } }}
        title={t('home.remindOne', { name: asked?.ANALISTA })}
        onClose={() => setAsked(undefined)}
      />
    </>
  )
}
