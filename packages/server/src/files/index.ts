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
} from '@cuadre/api/table/amount'
export { type Cell, cellText, columnLetters, type ErrorCell, isError, isNumber, type NumberCell, type Row } from '@cuadre/api/table/cell'
export { type Field, normaliseHeader } from '@cuadre/api/table/header-names'
export { chooseSheet, detectLayout, type Layout, type LayoutColumn } from '@cuadre/api/table/layout'
export { parsePeriod } from '@cuadre/api/table/period'
export { FileRefused, REFUSALS, type RefusalCode } from '@cuadre/api/table/refused'
export { attribute, readXml } from '@cuadre/api/table/xml'
export { entryText, type Zip } from '@cuadre/api/table/zip'
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
export { type ImageKind, imageKind } from './image.ts'
export { type FileKind, preflight } from './preflight.ts'
export { ROW_REFUSALS, type RowRefusal, rowRefusalText } from './row-refusals.ts'
export { stampPdf } from './stamp.ts'
export { type OpenedTable, type OpenOptions, openTable } from './table.ts'
export type { SheetCell, SheetColumn, SheetValue, WrittenWorkbook } from './workbook-cells.ts'
export type { CellLook, ColumnType } from './workbook-styles.ts'
export { type SheetRowValues, type WrittenSheet, writeWorkbook } from './workbook-writer.ts'
export { entryBytes, openZip } from './zip.ts'
export { type ZipPart, zipOf } from './zip-stream.ts'
