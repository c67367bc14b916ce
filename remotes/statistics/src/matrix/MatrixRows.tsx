import { analysisMatrix } from '@cuadre/api/matrix'
import { failureOf, query, useTranslation } from '@cuadre/shell'
import { Button } from '@cuadre/ui'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type CSSProperties, Fragment, memo, useEffect, useState } from 'react'
import { CellValue, cellClass, type Unit } from './CellValue.tsx'
import { BELOW, type Cell, type Chosen, inside, type Level, type Metric, type Place, type Row } from './levels.ts'
import { useWindow } from './useWindow.ts'
import { YearCell } from './YearCell.tsx'

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
  /** The paths of the rows that are open, which every row keeps itself. */
  opened: Set<string>
  onCell: (chosen: Chosen, compare: boolean) => void
}

const PAGE = 250
/** Milliseconds in one place before its rows are asked for: who scrolls past thousands does not want those between. */
const SETTLED = 100
function useSettled(low: number, high: number): boolean {
  const at = `${low}-${high}`
  const [settled, setSettled] = useState(at)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(at), SETTLED)
    return () => clearTimeout(timer)
  }, [at])
  return settled === at
}
type RowsProps = { level: Level; place: Place; depth: number; path: string; shared: Shared }

/** The rows of one level at a place of the organisation, each of which opens into the level below; of thousands only those in sight are asked for. */
export function MatrixRows({ level, place, depth, path, shared }: RowsProps) {
  const { t } = useTranslation('statistics')
  const { anio, metrica, filters, enCurso } = shared
  const ask = (page: number) =>
    query(analysisMatrix, { query: { ...filters, ...place, nivel: level, metrica, anio, enCurso, page, limit: PAGE } })
  const found = useQuery({ ...ask(1), placeholderData: keepPreviousData })
  const count = found.data?.filas ?? 0
  const { first, from, to, height } = useWindow(count)
  const [low, high] = [Math.floor(from / PAGE), Math.floor(Math.max(from, to - 1) / PAGE)]
  const settled = useSettled(low, high)
  const pages = count <= PAGE ? [] : Array.from({ length: high - low + 1 }, (_, i) => low + i)
  const asked = useQueries({ queries: pages.map((at) => ({ ...ask(at + 1), enabled: settled })) })
  const failure = failureOf(found) ?? asked.map((page) => failureOf(page)).find(Boolean)
  const span = shared.months.length + 2
  if (failure)
    return (
      <tr>
        <td colSpan={span} className="small">
          {failure.children ?? t('matrix.failed')} <Button onClick={failure.onRetry}>{t('matrix.retry')}</Button>
        </td>
      </tr>
    )
  if (!found.data) return <Waiting depth={depth} span={span} />
  const row = (each: Row) => (
    <MatrixRow
      key={each.id ?? 'none'}
      row={each}
      level={level}
      place={place}
      depth={depth}
      path={`${path}/${each.id ?? ''}`}
      shared={shared}
    />
  )
  if (count <= PAGE) return found.data.data.map(row)
  const rowAt = (at: number) => asked[Math.floor(at / PAGE) - low]?.data?.data[at % PAGE]
  return (
    <>
      <tr ref={first} aria-hidden style={{ blockSize: from * height }} />
      {Array.from({ length: to - from }, (_, i) => {
        const each = rowAt(from + i)
        return each ? row(each) : <Waiting key={`at ${from + i}`} depth={depth} span={span} />
      })}
      <tr aria-hidden style={{ blockSize: (count - to) * height }} />
    </>
  )
}

const Waiting = ({ depth, span }: { depth: number; span: number }) => (
  <tr aria-busy="true">
    <td colSpan={span}>
      <span className="skeleton" style={{ inlineSize: 180, marginInlineStart: depth * 18 + 24 }} />
    </td>
  </tr>
)

type RowProps = { row: Row; level: Level; place: Place; depth: number; path: string; shared: Shared }
const MatrixRow = memo(function MatrixRow({ row, level, place, depth, path, shared }: RowProps) {
  const { t } = useTranslation('statistics')
  const [open, setOpen] = useState(false)
  const name = row.nombre ?? t(`matrix.without.${level}`)
  const own = inside(place, level, row.id)
  const below = own && BELOW[level]
  const { opened } = shared
  useEffect(() => {
    if (!open) return
    opened.add(path.slice(1))
    return () => void opened.delete(path.slice(1))
  }, [open, opened, path])
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
          if (!cell || !period || cell.items === 0)
            return (
              <td key={mes} className="matrix-none">
                —
              </td>
            )
          if (!own)
            return (
              <td key={mes} className={cellClass(cell, shared.unit, shared.metrica)}>
                <CellValue cell={cell} unit={shared.unit} metric={shared.metrica} />
              </td>
            )
          const key = `${path}@${cell.COD_PERIODO}`
          return (
            <td
              key={mes}
              className={cellClass(cell, shared.unit, shared.metrica)}
              data-chosen={shared.chosen === key ? 'one' : shared.compared === key ? 'two' : undefined}
            >
              <button
                type="button"
                data-cell={key}
                onClick={(event) => shared.onCell({ key, name, place: own, cell, period, cells: row.celdas }, event.shiftKey)}
              >
                <CellValue cell={cell} unit={shared.unit} metric={shared.metrica} />
              </button>
            </td>
          )
        })}
        <YearCell of={row} place={own} shared={shared} />
      </tr>
      {open && below && own && <MatrixRows level={below} place={own} depth={depth + 1} path={path} shared={shared} />}
    </Fragment>
  )
})
