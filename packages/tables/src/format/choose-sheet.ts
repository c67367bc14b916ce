import type { Row } from './cell.ts'
import { detectLayout, type Layout } from './layout.ts'

export type Recognised = { rows: Row[]; layout: Layout }
/** Further sheets are not looked at. */
const MAX_SEARCHED_SHEETS = 12

/**
 * The sheet that holds the balance: of the visible ones (of all, where none is visible) the first of those that are recognised best. A sheet
 * without rows is none. `several`: others are recognised as completely, and which is meant has to be asked. Undefined where no sheet has rows.
 */
export async function chooseSheet(
  sheets: readonly { name: string; visible: boolean }[],
  headOf: (sheet: string) => Promise<Row[]>,
): Promise<(Recognised & { sheet: string; several: boolean }) | undefined> {
  const visible = sheets.filter((sheet) => sheet.visible)
  const found: (Recognised & { sheet: string; rank: number })[] = []
  for (const { name: sheet } of (visible.length > 0 ? visible : sheets).slice(0, MAX_SEARCHED_SHEETS)) {
    const rows = await headOf(sheet)
    if (rows.every(({ cells }) => cells.length === 0)) continue
    const layout = detectLayout(rows)
    found.push({ sheet, rows, layout, rank: rankOf(layout) })
    // Two are enough to ask which.
    if (found.filter((each) => each.layout.complete).length === 2) break
  }
  const rank = Math.max(...found.map((each) => each.rank))
  const [best, ...others] = found.filter((each) => each.rank === rank)
  return best && { sheet: best.sheet, rows: best.rows, layout: best.layout, several: best.layout.complete && others.length > 0 }
}

const rankOf = ({ complete, fields }: Layout) => {
  const amounts = fields.saldo !== undefined || (fields.debe !== undefined && fields.haber !== undefined)
  return complete ? 3 : fields.cuenta === undefined ? 0 : amounts ? 2 : 1
}
