import { analysisMatrix } from '@cuadre/api/matrix'
import { failureOf, query, useTranslation } from '@cuadre/shell'
import { Button } from '@cuadre/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type CSSProperties, Fragment, useState } from 'react'
import { CellValue, cellClass, type Unit } from './CellValue.tsx'
import { BELOW, type Cell, type Chosen, inside, type Level, type Metric, type Place, type Row } from './levels.ts'

export type Shared = {
  anio: number
  metrica: Metric
  unit: Unit
  filters: Record<string, string | number | undefined>
  /** Year to date with the months in course. */
  enCurso: boolean
  months: readonly (Pick<Cell, 'mes'> & { period: string | undefined })[]
  chosen: string | undefined
  compared: string | undefined
  onCell: (chosen: Chosen, compare: boolean) => void
}

/** The rows of one level at a place of the organisation, each of which opens into the level below. */
export function MatrixRows({
  level,
  place,
  depth,
  path,
  shared,
}: {
  level: Level
  place: Place
  depth: number
  path: string
  shared: Shared
}) {
  const { t } = useTranslation('statistics')
  const { anio, metrica, filters, enCurso } = shared
  const found = useQuery({
    ...query(analysisMatrix, { query: { ...filters, ...place, nivel: level, metrica, anio, enCurso, limit: 1000 } }),
    placeholderData: keepPreviousData,
  })
  const failure = failureOf(found)
  const span = shared.months.length + 2
  if (failure)
    return (
      <tr>
        <td colSpan={span} className="small">
          {failure.children ?? t('matrix.failed')} <Button onClick={failure.onRetry}>{t('matrix.retry')}</Button>
        </td>
      </tr>
    )
  if (!found.data)
    return (
      <tr aria-busy="true">
        <td colSpan={span}>
          <span className="skeleton" style={{ inlineSize: 180, marginInlineStart: depth * 18 + 24 }} />
        </td>
      </tr>
    )
  return found.data.data.map((row) => (
    <MatrixRow
      key={row.id ?? 'none'}
      row={row}
      level={level}
      place={place}
      depth={depth}
      path={`${path}/${row.id ?? ''}`}
      shared={shared}
    />
  ))
}

type RowProps = { row: Row; level: Level; place: Place; depth: number; path: string; shared: Shared }
function MatrixRow({ row, level, place, depth, path, shared }: RowProps) {
  const { t } = useTranslation('statistics')
  const [open, setOpen] = useState(false)
  const below = row.id === null ? undefined : BELOW[level]
  const name = row.nombre ?? t(`matrix.without.${level}`)
  const own = row.id === null ? undefined : inside(place, level, row.id)
  return (
    <Fragment>
      <tr data-depth={depth}>
        <th scope="row" className={depth === 0 ? 'strong' : undefined}>
          <span className="tree-cell" style={{ '--depth': depth } as CSSProperties}>
            {below ? (
              <button
                type="button"
                className="tree-toggle"
                aria-expanded={open}
                aria-label={t(open ? 'matrix.collapse' : 'matrix.expand', { name })}
                onClick={() => setOpen(!open)}
              >
                <ChevronRight aria-hidden />
              </button>
            ) : (
              <span className="tree-toggle" aria-hidden />
            )}
            <span className="ellipsis" title={row.padre ? `${name} · ${row.padre}` : name}>
              {name}
            </span>
          </span>
        </th>
        {shared.months.map(({ mes, period }) => {
          const cell = row.celdas.find((each) => each.mes === mes)
          if (!cell || !period || cell.items === 0 || !own)
            return (
              <td key={mes} className="matrix-none">
                —
              </td>
            )
          const key = `${path}@${cell.COD_PERIODO}`
          return (
            <td
              key={mes}
              className={cellClass(cell, shared.unit)}
              data-chosen={shared.chosen === key ? 'one' : shared.compared === key ? 'two' : undefined}
            >
              <button
                type="button"
                data-cell={key}
                onClick={(event) => shared.onCell({ key, name, place: own, cell, period, cells: row.celdas }, event.shiftKey)}
              >
                <CellValue cell={cell} unit={shared.unit} />
              </button>
            </td>
          )
        })}
        <td className={cellClass(row.total, shared.unit)}>
          <CellValue cell={row.total} unit={shared.unit} />
        </td>
      </tr>
      {open && below && own && <MatrixRows level={below} place={own} depth={depth + 1} path={path} shared={shared} />}
    </Fragment>
  )
}
