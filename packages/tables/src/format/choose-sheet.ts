import type { Row } from './cell.ts'
import { detectLayout, type Layout } from './layout.ts'

export type Recognised = { rows: Row[]; layout: Layout }
/** Further sheets are not looked at. */
const MAX_SEARCHED_SHEETS = 12

/** Rows by which a layout is recognised. */
const HEAD_ROWS = 60

/**
 * The sheet that holds the balance: of the visible ones (of all, where none is visible) the one that is recognised best, and of those that
 * are as well the one with the most accounts among the rows given. A sheet without rows is none. `several`: others are recognised as
 * completely, and which is meant has to be asked. Undefined where no sheet has rows.
 */
export async function chooseSheet(
  sheets: readonly { name: string; visible: boolean }[],
  headOf: (sheet: string) => Promise<Row[]>,
): Promise<(Recognised & { sheet: string; several: boolean }) | undefined> {
  const visible = sheets.filter((sheet) => sheet.visible)
  const found: (Recognised & { sheet: string; rank: number; accounts: number })[] = []
  for (const { name: sheet } of (visible.length > 0 ? visible : sheets).slice(0, MAX_SEARCHED_SHEETS)) {
    const rows = await headOf(sheet)
    if (rows.every(({ cells }) => cells.length === 0)) continue
    const layout = detectLayout(rows.slice(0, HEAD_ROWS))
    const { cuenta } = layout.fields
    const accounts =
      cuenta === undefined ? 0 : rows.filter(({ number, cells }) => number > (layout.headerRow ?? 0) && cells[cuenta] != null).length
    found.push({ sheet, rows: rows.slice(0, HEAD_ROWS), layout, rank: rankOf(layout), accounts })
  }
  const rank = Math.max(...found.map((each) => each.rank))
  const [best, ...others] = found.filter((each) => each.rank === rank).toSorted((a, b) => b.accounts - a.accounts)
  return best && { sheet: best.sheet, rows: best.rows, layout: best.layout, several: best.layout.complete && others.length > 0 }
}

const rankOf = ({ complete, fields }: Layout) => {
  const amounts = fields.saldo !== undefined || (fields.debe !== undefined && fields.haber !== undefined)
  return complete ? 3 : fields.cuenta === undefined ? 0 : amounts ? 2 : 1
}
