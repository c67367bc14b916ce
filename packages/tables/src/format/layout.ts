import type { Row } from './cell.ts'
import { assignFields, fieldsByContent, fieldsByHeader, type LayoutColumn, MIN_CERTAIN } from './column-fields.ts'
import { type ColumnProfile, profileOf } from './column-profile.ts'
import { closingHalf, type Field, headerScore, isOfAnotherTime, normaliseHeader } from './header-names.ts'
import { findHeader, type Header } from './header-row.ts'

export type Layout = {
  /** Row number of the header in the file; null when there is none. */
  headerRow: number | null
  columns: LayoutColumn[]
  /** Column index of each recognised field. */
  fields: Partial<Record<Field, number>>
  /** Columns with amounts that no header claims; the user may have to choose the balance among them. */
  amountColumns: number[]
  /** Whether cuenta and saldo (or debe and haber) were found with enough confidence to go on without asking. */
  complete: boolean
  /** Stays the same for the same headers, whatever their case, accents and the rows around them; a remembered mapping goes by its hash. */
  signature: string
}

const MAX_SEARCHED_ROWS = 60

/** Finds the header row among the first rows and which column holds which field. Never throws: what is not found is left out. */
export function detectLayout(firstRows: Row[]): Layout {
  const rows = firstRows.filter((row) => row.cells.some((cell) => cell !== null)).slice(0, MAX_SEARCHED_ROWS)
  const header = findHeader(rows)
  const data = rows.filter((row) => !header || row.number > header.number)
  const width = Math.max(header?.names.length ?? 0, ...data.map((row) => row.cells.length), 0)
  const profiles = Array.from({ length: width }, (_, index) => profileOf(data.map((row) => row.cells[index] ?? null)))
  const columns = header ? fieldsByHeader(header, profiles) : assignFields(fieldsByContent(profiles), profiles, () => '')
  const fields: Partial<Record<Field, number>> = {}
  for (const { field, index } of columns) if (field) fields[field] = index
  const amountColumns = columns.filter(({ field, index }) => field === null && profiles[index]!.amounts > 0.8).map(({ index }) => index)
  const sure = (field: Field) => fields[field] !== undefined && columns[fields[field]]!.confidence >= MIN_CERTAIN
  // A sign that stands in a column of its own would turn credits into debits if it were overlooked.
  const signed = fields.signo === undefined ? !columns.some(isUnreadSign) : sure('signo')
  // What moved in the period is the balance only where nothing was there before it.
  const closing = fields.debe !== undefined && closingHalf(columns[fields.debe]!.header) !== null
  const halves = sure('debe') && sure('haber') && (closing || !columns.some(({ header, index }) => isOpening(header, profiles[index]!)))
  const complete = sure('cuenta') && ((sure('saldo') && signed) || (fields.saldo === undefined && halves))
  return { headerRow: header?.number ?? null, columns, fields, amountColumns, complete, signature: signatureOf(header, profiles) }
}

const isOpening = (header: string, { amounts }: ColumnProfile) => amounts > 0.5 && isOfAnotherTime(header)
/** A heading that says 'sign' over cells that are none that is known. */
const isUnreadSign = ({ header, field }: LayoutColumn) =>
  field === null && headerScore(header).some(([named, confidence]) => named === 'signo' && confidence === 1)

function signatureOf(header: Header | null, profiles: ColumnProfile[]): string {
  return header
    ? header.names.map(normaliseHeader).join('|').replace(/\|+$/, '')
    : `sin encabezado|${profiles.map((profile) => (profile.filled === 0 ? '-' : profile.amounts > 0.9 ? 'n' : 't')).join('')}`
}
