import type { Answer } from '@cuadre/api/endpoint'
import { statisticsMovements } from '@cuadre/api/statistics'
import { query } from '@cuadre/shell'
import { BarChart } from '@cuadre/ui/charts'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListQuery } from '../shared/items/listQuery.ts'
import { ChartBox } from './ChartBox.tsx'
import { movementsFinding } from './findings.ts'
import { type Asked, keep, useChart } from './useChart.ts'

const KINDS = [
  { key: 'alto', color: 'line', fill: 'solid' },
  { key: 'bajo', color: 'revision', fill: 'hatched' },
  { key: 'silencio', color: 'pendiente', fill: 'dotted' },
] as const
type Movements = Answer<typeof statisticsMovements>
const WAYS = ['negocio', 'pais', 'rubro'] as const
type Row = Pick<Movements, 'alto' | 'bajo' | 'silencio' | 'marcados'> & { name: string | null; where: ListQuery | undefined }

function rowsBy(way: (typeof WAYS)[number], { porNegocio, porPais, porRubro }: Movements): Row[] {
  if (way === 'negocio')
    return porNegocio.map(({ ID_NEGOCIO, NEGOCIO, ...row }) => ({ ...row, name: NEGOCIO, where: { negocioId: ID_NEGOCIO } }))
  if (way === 'pais') return porPais.map(({ ID_PAIS, PAIS, ...row }) => ({ ...row, name: PAIS, where: { paisId: ID_PAIS } }))
  return porRubro.map(({ COD_RUBRO, RUBRO, ...row }) => ({
    ...row,
    name: RUBRO,
    where: COD_RUBRO === null ? { rubroDe: 'ninguno' } : { rubroId: COD_RUBRO },
  }))
}

/** What moved out of the usual and what should have moved and did not, by business, country or heading; the most first. */
export function MovementsChart({ asked }: { asked: Asked }) {
  const { t, say, count, to, open, excel } = useChart(asked)
  const [way, setWay] = useState<(typeof WAYS)[number]>('negocio')
  const found = useQuery({ ...query(statisticsMovements, { query: asked }), ...keep })
  return (
    <ChartBox name={t('movements.title')} found={found} isEmpty={({ marcados }) => marcados === 0}>
      {(answer) => {
        const rows = rowsBy(way, answer)
          .filter(({ marcados }) => marcados > 0)
          .sort((a, b) => b.marcados - a.marcados)
        return (
          <>
            <BarChart
              title={movementsFinding(answer, say) ?? t('movements.title')}
              onExcel={excel(statisticsMovements, t('movements.title'))}
              note={t('movements.note')}
              of={t(`movements.by.${way}`)}
              labels={rows.map(({ name }) => name ?? t('movements.noHeading'))}
              series={KINDS.map(({ key, color, fill }) => ({
                label: t(`movements.${key}`),
                color,
                fill,
                values: rows.map((row) => row[key]),
                to: rows.map(({ where }) => where && to({ periodId: answer.period?.COD_PERIODO, ...where, movimiento: key })),
              }))}
              format={count}
              stacked
              horizontal
              height={Math.max(140, rows.length * 26 + 32)}
              onOpen={open}
            />
            <div className="chart-ways">
              <SegmentedControl
                label={t('movements.way')}
                value={way}
                onChange={setWay}
                options={WAYS.map((value) => ({ value, label: t(`movements.by.${value}`) }))}
              />
            </div>
          </>
        )
      }}
    </ChartBox>
  )
}
