import type { Answer } from '@cuadre/api/endpoint'
import type { dashboardControl } from '@cuadre/api/home'
import { useCan, useTranslation } from '@cuadre/shell'
import { DateText, formatDate, IconButton, LIGHT, Money, Section, TrafficLight, useLocale } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { BellRing } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useFigureLink } from '../shared/figureLink.ts'
import { Remind } from '../shared/remind/Remind.tsx'
import { Figure } from './Figure.tsx'
import type { Level } from './turns.ts'

type Row = Answer<typeof dashboardControl>['pronostico'][number]
/** What is open for a role is what it and those before it have to do. */
const OPEN = {
  analista: 'sin_enviar,rechazado',
  jefatura: 'sin_enviar,rechazado,en_jefatura',
  control: 'sin_enviar,rechazado,en_jefatura,en_control',
}

/** When each of the three is done at the pace of the months before, against the deadline. */
export function Forecast({ rows, periodId, level }: { rows: readonly Row[]; periodId: number; level: Level }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const may = useCan()('analysis.item.remind')
  const [asked, setAsked] = useState<Row['rol']>()
  const link = useFigureLink(periodId)
  const columns = useMemo<Column<Row>[]>(() => {
    // Day and month: the year stands in the column beside.
    const short = (day: string) => formatDate(day, locale).slice(0, 5)
    return [
      { id: 'rol', header: t('home.forecast.role'), phone: 'title', cell: ({ rol }) => t(`shared.deadline.${ROLE[rol]}`) },
      {
        id: 'abiertos',
        header: t('home.forecast.open'),
        align: 'number',
        phone: 'sub',
        cell: ({ rol, abiertos }) => <Figure count={abiertos} to={link({ etapa: OPEN[rol] })} word={t('home.forecast.openWord')} />,
      },
      {
        id: 'ritmo',
        header: t('home.forecast.pace'),
        unit: t('home.forecast.perDay'),
        align: 'number',
        cell: ({ ritmo, ritmoMes }) => (
          <>
            <Money value={ritmo} decimals={1} />
            <span className="block small muted">
              {t('home.forecast.paceNow')} <Money value={ritmoMes} decimals={1} />
            </span>
          </>
        ),
      },
      {
        id: 'fecha',
        header: t('home.forecast.done'),
        align: 'end',
        phone: 'sub-end',
        cell: ({ abiertos, fecha, desde, hasta }) =>
          abiertos === 0 ? (
            t('home.forecast.nothing')
          ) : (
            <>
              <DateText value={fecha} />
              {desde && desde !== hasta && (
                <span className="block small muted">
                  {hasta
                    ? t('home.forecast.between', { from: short(desde), to: short(hasta) })
                    : t('home.forecast.fromOn', { from: short(desde) })}
                </span>
              )}
            </>
          ),
      },
      { id: 'vence', header: t('home.forecast.due'), align: 'end', cell: ({ vence }) => <time dateTime={vence}>{short(vence)}</time> },
      {
        id: 'estado',
        header: t('home.forecast.state'),
        phone: 'title-end',
        cell: ({ semaforo }) =>
          semaforo ? (
            <TrafficLight light={LIGHT[semaforo]}>{t(`home.forecast.light.${semaforo}`)}</TrafficLight>
          ) : (
            <span className="faint">{t('home.forecast.unknown')}</span>
          ),
      },
    ]
  }, [t, locale, link])
  return (
    <Section title={t('home.forecast.title')}>
      <DataTable
        label={t('home.forecast.title')}
        columns={columns}
        rows={rows}
        rowKey={({ rol }) => rol}
        actions={
          may
            ? ({ rol, abiertos }) =>
                // Of what waits for oneself nobody needs to be told.
                rol !== level &&
                abiertos > 0 && (
                  <IconButton
                    size="sm"
                    label={t(`home.forecast.remind.${rol}`)}
                    icon={<BellRing aria-hidden />}
                    onClick={() => setAsked(rol)}
                  />
                )
            : undefined
        }
      />
      <Remind
        of={asked && { todos: { periodId, rol: asked } }}
        title={t(`home.forecast.remind.${asked ?? 'analista'}`)}
        onClose={() => setAsked(undefined)}
      />
      <p className="small muted home-key">{t('home.forecast.how')}</p>
    </Section>
  )
}
const ROLE = { analista: 'analyst', jefatura: 'jefatura', control: 'control' } as const
