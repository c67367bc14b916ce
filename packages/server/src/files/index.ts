// Reading hostile and awkward tabular files, recognising their layout, and writing workbooks.
export {
  type AmountProblem,
  centsOf,
  type DecimalGuess,
  type DecimalMark,
  guessDecimal,
  type ParsedAmount,
  parseAmount,
  subtractAmounts,
} from './amount.ts'
export {
  type BalanceBatch,
  type BalanceRow,
  decimalMatters,
  guessTableDecimal,
  type Mapping,
  type RefusedRow,
  readBalances,
  type Skipped,
} from './balances.ts'
export { type Cell, cellText, columnLetters, type ErrorCell, isError, isNumber, type NumberCell, type Row } from './cell.ts'
export { type CsvOptions, writeCsv } from './csv-writer.ts'
export {
  addressesOf,
  type GridCell,
  type GridSheet,
  type NamedCell,
  namedText,
  readNamedCells,
  readSheet,
  type SheetView,
} from './evidence.ts'
export { type Filling, fillWorkbook } from './fill.ts'
export { type Field, normaliseHeader } from './header-names.ts'
export { type ImageKind, imageKind } from './image.ts'
export { detectLayout, type Layout, type LayoutColumn } from './layout.ts'
export { parsePeriod } from './period.ts'
export { type FileKind, preflight } from './preflight.ts'
export { FileRefused, REFUSALS, type RefusalCode } from './refused.ts'
export { ROW_REFUSALS, type RowRefusal, rowRefusalText } from './row-refusals.ts'
export { stampPdf } from './stamp.ts'
export { type OpenedTable, type OpenOptions, openTable } from './table.ts'
export type { SheetCell, SheetColumn, SheetValue, WrittenWorkbook } from './workbook-cells.ts'
export type { CellLook, ColumnType } from './workbook-styles.ts'
export { type SheetRowValues, type WrittenSheet, writeWorkbook } from './workbook-writer.ts'
export { attribute, readXml } from './xml.ts'
export { entryBytes, entryText, openZip, type Zip } from './zip.ts'
export { type ZipPart, zipOf } from './zip-stream.ts'
