// Reading hostile and awkward tabular files, recognising their layout, and writing workbooks.
export {
  type AmountProblem,
  type DecimalGuess,
  type DecimalMark,
  guessDecimal,
  type ParsedAmount,
  parseAmount,
} from './format/amount.ts'
export { type AmountUnit, type SaidUnit, saidUnit } from './format/amount-unit.ts'
export { type Cell, cellText, columnLetters, type ErrorCell, isError, isNumber, type NumberCell, type Row } from './format/cell.ts'
export { type Field, normaliseHeader } from './format/header-names.ts'
export { chooseSheet, detectLayout, type Layout, type LayoutColumn } from './format/layout.ts'
export { parsePeriod } from './format/period.ts'
export { FileRefused, REFUSALS, type RefusalCode } from './format/refused.ts'
export { attribute, readXml } from './format/xml.ts'
export { entryText, type Zip } from './format/zip.ts'
export {
  type BalanceBatch,
  type BalanceRow,
  decimalMatters,
  guessTableDecimal,
  type Mapping,
  type RefusedRow,
  readBalances,
  type Skipped,
} from './reading/balances.ts'
export {
  addressesOf,
  type GridCell,
  type GridSheet,
  type NamedCell,
  namedText,
  readNamedCells,
  readSheet,
  type SheetView,
} from './reading/evidence.ts'
export { type ImageKind, imageKind } from './reading/image.ts'
export { type FileKind, preflight } from './reading/preflight.ts'
export { ROW_REFUSALS, type RowRefusal, rowRefusalText } from './reading/row-refusals.ts'
export { type OpenedTable, type OpenOptions, openTable } from './reading/table.ts'
export { entryBytes, openZip } from './reading/zip.ts'
export { type CsvOptions, writeCsv } from './writing/csv-writer.ts'
export { type Filling, fillWorkbook } from './writing/fill.ts'
export { stampPdf } from './writing/stamp.ts'
export type { SheetCell, SheetColumn, SheetValue, WrittenWorkbook } from './writing/workbook-cells.ts'
export type { CellLook, ColumnType } from './writing/workbook-styles.ts'
export { type SheetRowValues, type WrittenSheet, writeWorkbook } from './writing/workbook-writer.ts'
export { type ZipPart, zipOf } from './writing/zip-stream.ts'
