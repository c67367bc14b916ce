import { useTranslation } from '@cuadre/shell'
import { DateText, formatDate, LIGHT, Money, Section, TrafficLight, useLocale } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { useCallback, useMemo } from 'react'
import { useListLink } from '../shared/items/listQuery.ts'
import { Count } from './Count.tsx'
import type { Management } from './sums.ts'

type Row = Management['pronostico'][number]
/** What is open for a role is what it and those before it have to do. */
export const OPEN = {
  analista: 'sin_enviar,rechazado',
  jefatura: 'sin_enviar,rechazado,en_jefatura',
  control: 'sin_enviar,rechazado,en_jefatura,en_control',
}
const keyOf = ({ rol }: Row) => rol

/** When each level is done at the pace of the months before, against its deadline. */
export function Forecast({ rows, periodId }: { rows: readonly Row[]; periodId: number }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const link = useListLink()
  // The year stands in the line above.
  const short = useCallback((day: string) => formatDate(day, locale).slice(0, 5), [locale])
  const columns = useMemo<Column<Row>[]>(
    () => [
      { id: 'rol', header: t('forecast.role'), phone: 'title', cell: ({ rol }) => t(`forecast.of.${rol}`) },
      {
        id: 'abiertos',
        header: t('forecast.open'),
        align: 'number',
        phone: 'sub',
        cell: ({ rol, abiertos }) => <Count n={abiertos} to={link({ periodId, etapa: OPEN[rol] })} word={t('forecast.openWord')} />,
      },
      {
        id: 'ritmo',
        header: t('forecast.pace'),
        unit: t('forecast.perDay'),
        align: 'number',
        cell: ({ ritmo }) => <Money value={ritmo} decimals={1} />,
      },
      {
        id: 'ritmoMes',
        header: t('forecast.paceNow'),
        unit: t('forecast.perDay'),
        align: 'number',
        cell: ({ ritmoMes }) => <Money value={ritmoMes} decimals={1} />,
      },
      {
        id: 'fecha',
        header: t('forecast.done'),
        align: 'end',
        phone: 'sub-end',
        cell: ({ abiertos, fecha, desde, hasta }) =>
          abiertos === 0 ? (
            t('forecast.nothing')
          ) : (
            <>
              <DateText value={fecha} />
              {desde && desde !== hasta && (
                <span className="block small muted">
                  {hasta ? t('forecast.between', { from: short(desde), to: short(hasta) }) : t('forecast.fromOn', { from: short(desde) })}
                </span>
              )}
            </>
          ),
      },
      { id: 'vence', header: t('forecast.due'), align: 'end', cell: ({ vence }) => <DateText value={vence} /> },
      {
        id: 'estado',
        header: t('forecast.state'),
        phone: 'title-end',
        cell: ({ semaforo }) =>
          semaforo ? (
            <TrafficLight light={LIGHT[semaforo]}>{t(`forecast.light.${semaforo}`)}</TrafficLight>
          ) : (
            <span className="faint">{t('forecast.unknown')}</span>
          ),
      },
    ],
    [t, link, periodId, short],
  )
  return (
    <Section title={t('forecast.title')}>
      <DataTable label={t('forecast.title')} columns={columns} rows={rows} rowKey={keyOf} />
      <p className="small muted">{t('forecast.how')}</p>
    </Section>
  )
}
