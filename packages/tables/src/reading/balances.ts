import { type SaidUnit, saidUnit } from '../format/amount-unit.ts'
import { BATCH_ROWS } from '../format/limits.ts'
import { type BalanceRow, type RefusedRow, rowReader, type Skipped, type TotalRow } from './balance-row.ts'
import { businessTitles } from './business-titles.ts'
import { guessTableDecimal, showsDecimalMark } from './decimal-mark.ts'
import type { Mapping } from './mapping.ts'
import type { OpenedTable } from './opened-table.ts'
import { shapeOf } from './table-shape.ts'

export type BalanceBatch = {
  rows: BalanceRow[]
  refused: RefusedRow[]
  /** Of the rows of totals, those whose amount could be read. */
  totals: TotalRow[]
  /** Of this batch. */
  skipped: Skipped
  /** What a note between or under the accounts says the amounts are counted in. */
  unit: SaidUnit | null
}

const SAMPLE_ROWS = 60

/**
 * Applies a mapping to a table: rows of the balance, refused rows with their reasons, and counts of what was passed over. Without a mark
 * in the mapping, `decimalOf` is asked for it before the first amount that a comma and a point would read differently; a workbook whose
 * amounts are numbers has none. Throws FileRefused as `rows` does, what `decimalOf` throws, and RangeError for a mapping without account
 * or amount. Duplicates are the database's business.
 */
export async function* readBalances(
  table: OpenedTable,
  mapping: Mapping,
  decimalOf = async () => (await guessTableDecimal(table, mapping)).decimal,
): AsyncGenerator<BalanceBatch, void> {
  const { columns, amounts } = mapping
  if (
    columns.cuenta === undefined ||
    (columns.saldo === undefined && (columns.debe === undefined || columns.haber === undefined) && !amounts?.length)
  )
    throw new RangeError('A mapping needs cuenta and either saldo, debe and haber, or amounts')
  // Credits may come only after many debits.
  const sample = columns.haber === undefined ? SAMPLE_ROWS : BATCH_ROWS
  const readRow = rowReader(mapping, shapeOf(await table.head(sample, mapping.sheet), table, mapping))
  const isNamed = columns.negocioCodigo !== undefined || columns.negocioNombre !== undefined || Boolean(amounts?.length)
  const titles = isNamed ? undefined : businessTitles()
  let decimal = mapping.decimal
  let asked = decimal !== undefined
  for await (const rows of table.rows(mapping.sheet)) {
    if (!asked && showsDecimalMark(rows, mapping)) {
      decimal = (await decimalOf()) ?? undefined
      asked = true
    }
    const batch: BalanceBatch = {
      rows: [],
      refused: [],
      totals: [],
      skipped: { titles: 0, blank: 0, totals: 0, repeatedHeaders: 0, notes: 0, emptyAmounts: 0 },
      unit: null,
    }
    for (const row of rows) {
      const results = readRow(row, decimal)
      for (const result of Array.isArray(results) ? results : [results])
        if (typeof result === 'string') {
          batch.skipped[result]++
          if (result === 'titles' || result === 'notes' || result === 'repeatedHeaders')
            titles?.(row, result === 'repeatedHeaders' || row.number === mapping.headerRow)
          if (result === 'notes' || result === 'totals') batch.unit ??= saidUnit([row], null)
        } else if ('total' in result) {
          batch.totals.push(result)
          batch.skipped.totals++
          batch.unit ??= saidUnit([row], null)
        } else if ('code' in result) batch.refused.push(result)
        else batch.rows.push(result)
    }
    yield batch
  }
}
