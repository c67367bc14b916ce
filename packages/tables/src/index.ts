// Reading hostile and awkward tabular files, recognising their layout, and writing workbooks.
export { parseAmount } from './format/amount.ts'
export { type AmountUnit, type SaidUnit, saidUnit } from './format/amount-unit.ts'
export { type Cell, cellText, columnLetters, isError, isNumber, NO_CACHED_VALUE, type Row, shownText } from './format/cell.ts'
export { chooseSheet } from './format/choose-sheet.ts'
export { type Field, normaliseHeader } from './format/header-names.ts'
export { detectLayout, type Layout } from './format/layout.ts'
export { FileRefused, REFUSALS } from './format/refused.ts'
export { attribute, readXml } from './format/xml.ts'
export { entryText, type Zip } from './format/zip.ts'
export type { BalanceRow, RefusedRow, Skipped, TotalRow } from './reading/balance-row.ts'
export { type BalanceBatch, readBalances } from './reading/balances.ts'
export { decimalMatters, guessTableDecimal } from './reading/decimal-mark.ts'
export {
  addressesOf,
  type Calculation,
  calculateCells,
  type GridCell,
  type GridSheet,
  type NamedCell,
  namedText,
  readColumnOf,
  readNamedCells,
  readSheet,
} from './reading/evidence.ts'
export { type ImageKind, imageKind } from './reading/image.ts'
export type { Mapping } from './reading/mapping.ts'
export type { OpenedTable } from './reading/opened-table.ts'
export { preflight } from './reading/preflight.ts'
export { ROW_REFUSALS } from './reading/row-refusals.ts'
export { openTable } from './reading/table.ts'
export { openZip } from './reading/zip.ts'
export { writeCsv } from './writing/csv-writer.ts'
export { type Filling, fillWorkbook } from './writing/fill.ts'
export { isLockedPdf, stampPdf } from './writing/stamp.ts'
export type { SheetCell, SheetColumn, SheetValue } from './writing/workbook-cells.ts'
export { type OutlinedRow, type SheetRow, type SheetRowValues, type WrittenSheet, writeWorkbook } from './writing/workbook-writer.ts'
export { type ZipPart, zipOf } from './writing/zip-stream.ts'
