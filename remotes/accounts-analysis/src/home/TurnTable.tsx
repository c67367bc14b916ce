import { FIGURE_LIST } from '@cuadre/api/item'
import { useTranslation } from '@cuadre/shell'
import { Section } from '@cuadre/ui'
import { type Column, DataTable, type Totals } from '@cuadre/ui/data'
import { type ReactNode, useMemo } from 'react'
import { type FigureQuery, useFigureLink } from '../shared/figureLink.ts'
import { Figure } from './Figure.tsx'
import { type Level, type Turn, type Turns, turnsOf } from './turns.ts'

/** A column beyond the turns: of a row, and of all rows where they can be added up. */
export interface Extra<Row> {
  id: string
  header: string
  unit?: string
  cell: (row: Row, where: FigureQuery | undefined) => ReactNode
  total?: ReactNode
}

interface Props<Row extends Turns> {
  title: string
  header: string
  level: Level
  periodId: number
  rows: readonly Row[]
  /** Rows that add up to the total, where others stand among them. */
  count?: number
  rowKey: (row: Row) => string
  name: (row: Row) => ReactNode
  /** What narrows the list of a figure down to the row; undefined where no list can be. */
  where: (row: Row) => FigureQuery | undefined
  /** Of all rows. */
  total: Turns
  extras?: readonly Extra<Row>[]
  actions?: (row: Row) => ReactNode
}

/** Whose turn it is in each row: five counts that add up to the total, then those that are late. Every figure leads to the list that it counts. */
export function TurnTable<Row extends Turns>({
  title,
  header,
  level,
  periodId,
  rows,
  count = rows.length,
  rowKey,
  name,
  where,
  total,
  extras = [],
  actions,
}: Props<Row>) {
  const { t } = useTranslation('accounts-analysis')
  const link = useFigureLink(periodId)
  const { columns, totals } = useMemo(() => {
    const phone: Partial<Record<Turn | 'total' | 'vencidos', Column<Row>['phone']>> = {
      [level === 'control' ? 'enControl' : 'enJefatura']: 'title-end',
      total: 'sub',
      vencidos: 'sub-end',
    }
    const figures = [
      ...turnsOf(level).map(({ id, list, label }) => ({ id, list: FIGURE_LIST[list] as FigureQuery, label })),
      { id: 'total' as const, list: FIGURE_LIST.items as FigureQuery, label: 'home.total' },
      { id: 'vencidos' as const, list: FIGURE_LIST.vencidos as FigureQuery, label: 'home.lateColumn' },
    ]
    const figure = (of: Turns, query: FigureQuery | undefined, { id, list, label }: (typeof figures)[number]) => (
      <Figure count={of[id]} to={query && link({ ...query, ...list })} word={phone[id] && t(label).toLocaleLowerCase()} />
    )
    const columns: Column<Row>[] = [
      { id: 'name', header, phone: 'title', cut: true, width: '22%', cell: name },
      ...figures.map(
        (each): Column<Row> => ({
          id: each.id,
          header: t(each.label),
          align: 'number',
          phone: phone[each.id],
          cell: (row) => figure(row, where(row), each),
        }),
      ),
      ...extras.map(
        ({ id, header, unit, cell }): Column<Row> => ({ id, header, unit, align: 'number', cell: (row) => cell(row, where(row)) }),
      ),
    ]
    const totals: Totals = {
      ...Object.fromEntries(figures.map((each) => [each.id, figure(total, {}, each)])),
      ...Object.fromEntries(extras.map(({ id, total }) => [id, total ?? ''])),
    }
    return { columns, totals }
  }, [t, link, level, header, name, where, extras, total])
  return (
    <Section title={title} count={count > 1 ? count : undefined}>
      {/* A total of one row would say it twice. */}
      <DataTable label={title} columns={columns} rows={rows} rowKey={rowKey} actions={actions} totals={count > 1 ? totals : undefined} />
    </Section>
  )
}
