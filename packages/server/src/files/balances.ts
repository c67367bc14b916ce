import { type DecimalGuess, type DecimalMark, guessDecimal, parseAmount, subtractAmounts, toCents } from '@cuadre/api/table/amount'
import { type Cell, cellText, columnLetters, isError, isNumber, NO_CACHED_VALUE, type Row } from '@cuadre/api/table/cell'
import { type Field, normaliseHeader } from '@cuadre/api/table/header-names'
import { BATCH_ROWS } from '@cuadre/api/table/limits'
import { parsePeriod } from '@cuadre/api/table/period'
import { signOf } from '@cuadre/api/table/sign'
import type { RowRefusal } from './row-refusals.ts'
import type { OpenedTable } from './table.ts'

/** How a file is to be read: what detectLayout found, confirmed or corrected by a person, possibly remembered. */
export type Mapping = {
  sheet?: string
  /** Row number of the header; null when there is none. Rows up to it are titles. */
  headerRow: number | null
  /** Column index (from 0) of each field. `cuenta` is needed, and `saldo` or both `debe` and `haber`, unless `amounts` are given. */
  columns: Partial<Record<Field, number>>
  /** Further columns of the account's code; with `cuenta`, in the order of the file, joined by '-'. */
  codeParts?: number[]
  /** Columns of balances beside each other, one for each business, in place of `saldo`: a row gives as many balances as it has amounts. */
  amounts?: number[]
  /** Decimal mark of amounts that are text. Without it the column decides; see `guessTableDecimal`. */
  decimal?: DecimalMark
  /** What an account without any amount means. Refused by default; 'skip' for headings, 'zero' for systems that leave zeros out. */
  emptyAmount?: 'refuse' | 'skip' | 'zero'
}

/** A row of the balance. Texts are null when empty or not mapped; `saldo` is canonical decimal text with at most two decimals. */
export type BalanceRow = {
  number: number
  cuenta: string
  nombre: string | null
  negocioCodigo: string | null
  negocioNombre: string | null
  pais: string | null
  departamento: string | null
  moneda: string | null
  saldo: string
  /** YYYY-MM */
  periodo: string | null
  documento: string | null
  /** Where the amount stood, of `amounts`. */
  column: number | null
}

/** A row that cannot be loaded, and why. `column` is the letter that Excel shows; `value` is cut to 100 characters. */
export type RefusedRow = {
  number: number
  column: string | null
  header: string | null
  value: string
  code: RowRefusal
  params: Record<string, string>
}

/** Rows that are no balances and are passed over. */
export type Skipped = { titles: number; blank: number; totals: number; repeatedHeaders: number; notes: number; emptyAmounts: number }
export type BalanceBatch = { rows: BalanceRow[]; refused: RefusedRow[] /** Of this batch. */; skipped: Skipped }

const MAX_CODE = 50
const MAX_TEXT = 250

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
  const reader = rowReader(mapping)
  let decimal = mapping.decimal
  let asked = decimal !== undefined
  for await (const rows of table.rows(mapping.sheet)) {
    if (!asked && showsMark(guessOf(rows, mapping))) {
      decimal = (await decimalOf()) ?? undefined
      asked = true
    }
    const batch: BalanceBatch = {
      rows: [],
      refused: [],
      skipped: { titles: 0, blank: 0, totals: 0, repeatedHeaders: 0, notes: 0, emptyAmounts: 0 },
    }
    for (const row of rows) {
      const results = reader(row, decimal)
      for (const result of Array.isArray(results) ? results : [results])
        if (typeof result === 'string') batch.skipped[result]++
        else if ('code' in result) batch.refused.push(result)
        else batch.rows.push(result)
    }
    yield batch
  }
}

/** The decimal mark of the amounts, from as many rows as it takes to be sure. When `ambiguous` or `mixed`, a person has to choose. */
export async function guessTableDecimal(table: OpenedTable, mapping: Mapping): Promise<DecimalGuess> {
  let guess = guessOf(await table.head(BATCH_ROWS, mapping.sheet), mapping)
  if (guess.decimal || guess.mixed) return guess
  guess = guessDecimal([])
  for await (const rows of table.rows(mapping.sheet)) {
    const found = guessOf(rows, mapping)
    guess = { ...found, ambiguous: found.decimal === null && (guess.ambiguous || found.ambiguous) }
    if (guess.decimal || guess.mixed) break
  }
  return guess
}

/** Whether among the first rows there is an amount that a comma and a point would read differently. */
export const decimalMatters = async (table: OpenedTable, mapping: Mapping): Promise<boolean> =>
  showsMark(guessOf(await table.head(BATCH_ROWS, mapping.sheet), mapping))

const showsMark = ({ decimal, ambiguous, mixed }: DecimalGuess) => decimal !== null || ambiguous || mixed

function guessOf(rows: readonly Row[], { headerRow, columns: { saldo, debe, haber }, amounts }: Mapping): DecimalGuess {
  const texts: string[] = []
  for (const { number, cells } of rows)
    for (const index of number <= (headerRow ?? 0) ? [] : (amounts ?? [saldo, debe, haber])) {
      const cell = index === undefined ? null : cells[index]
      if (typeof cell === 'string') texts.push(cell)
    }
  return guessDecimal(texts)
}

type Reading = BalanceRow | RefusedRow | keyof Skipped

/** What spreadsheets make of '1-1' and of long codes: a date, '1,23E+12'. */
const CHANGED =
  /^\d{4}-\d{2}-\d{2}(T|$)|^\d{1,2}-(ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic|jan|apr|aug|dec|fev|mai|set|out|dez)\.?(-\d{2,4})?$|^\d[.,]\d+e\+\d+$/i

const TOTAL = /^(sub ?)?total(es)?\b|^gran total\b|^grand total\b|^sumas?( y saldos| totales| iguales)?\b|^saldo total\b|^soma\b|^somas\b/

function rowReader({
  headerRow,
  columns,
  codeParts = [],
  amounts,
  emptyAmount = 'refuse',
}: Mapping): (row: Row, decimal: DecimalMark | undefined) => Reading | Reading[] {
  const codeColumns = [columns.cuenta!, ...codeParts].sort((a, b) => a - b)
  let decimal: DecimalMark | undefined
  let header: string[] = []
  let normalised: string[] = []
  // The same month in every row, nearly always.
  let lastPeriod: { text: string; period: string | null } = { text: '', period: null }
  const periodOf = (text: string) => {
    if (text !== lastPeriod.text) lastPeriod = { text, period: parsePeriod(text) }
    return lastPeriod.period
  }

  const refuse = (row: Row, index: number | null, code: RowRefusal, params: Record<string, string> = {}): RefusedRow => ({
    number: row.number,
    column: index === null ? null : columnLetters(index),
    header: index === null ? null : header[index] || null,
    value: index === null ? '' : cellText(row.cells[index]).slice(0, 100),
    code,
    params,
  })

  const isRepeatedHeader = (cells: Cell[]) =>
    normalised.length > 1 &&
    normalised.every((name, index) => name === normaliseHeader(cellText(cells[index]))) &&
    cells.length <= header.length

  return (row, mark) => {
    const { cells, number } = row
    decimal = mark
    if (headerRow !== null && number <= headerRow) {
      if (number === headerRow) {
        header = cells.map(cellText)
        normalised = header.map(normaliseHeader)
      }
      return 'titles'
    }
    if (cells.every((cell) => cell === null)) return 'blank'
    if (isRepeatedHeader(cells)) return 'repeatedHeaders'
    const account = cells[columns.cuenta!] ?? null
    const passed = notABalance(cells, account)
    if (passed) return passed
    const parts: string[] = []
    for (const index of codeColumns) {
      const cell = cells[index] ?? null
      if (isError(cell)) return refuse(row, index, formulaProblem(cell.error), { error: cell.error })
      const part = codeText(cell)
      if (part === null) return refuse(row, index, 'cuenta-falta')
      if (CHANGED.test(part)) return refuse(row, index, 'cuenta-cambiada')
      parts.push(part)
    }
    const cuenta = parts.join('-')
    if (cuenta.length > MAX_CODE) return refuse(row, columns.cuenta!, 'cuenta-larga', { maximo: String(MAX_CODE) })
    const texts: Partial<Record<Field, string | null>> = {}
    for (const field of ['nombre', 'negocioCodigo', 'negocioNombre', 'pais', 'departamento', 'moneda', 'documento'] as const) {
      const index = columns[field]
      if (index === undefined) continue
      const cell = cells[index] ?? null
      if (isError(cell)) return refuse(row, index, formulaProblem(cell.error), { error: cell.error })
      const text = codeText(cell)
      if (text !== null && text.length > MAX_TEXT) return refuse(row, index, 'texto-largo', { maximo: String(MAX_TEXT) })
      texts[field] = text
    }
    const periodCell = columns.periodo === undefined ? null : (cells[columns.periodo] ?? null)
    if (isError(periodCell)) return refuse(row, columns.periodo!, formulaProblem(periodCell.error), { error: periodCell.error })
    const periodo = periodCell === null ? null : periodOf(cellText(periodCell))
    if (periodCell !== null && periodo === null) return refuse(row, columns.periodo!, 'periodo')
    const read = (saldo: string, column: number | null): BalanceRow => ({
      number,
      cuenta,
      nombre: texts.nombre ?? null,
      negocioCodigo: texts.negocioCodigo ?? null,
      negocioNombre: texts.negocioNombre ?? null,
      pais: texts.pais ?? null,
      departamento: texts.departamento ?? null,
      moneda: texts.moneda ?? null,
      saldo,
      periodo,
      documento: texts.documento ?? null,
      column,
    })
    if (amounts) return readAmounts(row, amounts, read)
    const amount = readAmount(row)
    return typeof amount !== 'string' || amount === 'emptyAmounts' ? amount : read(amount, null)
  }

  /** A business without the account leaves its cell empty: that is no balance. */
  function readAmounts(row: Row, indexes: readonly number[], read: (saldo: string, column: number) => BalanceRow): Reading | Reading[] {
    const found: Reading[] = []
    for (const index of indexes) {
      const amount = amountAt(row, index) ?? (emptyAmount === 'zero' ? '0' : null)
      if (amount !== null) found.push(typeof amount === 'string' ? read(amount, index) : amount)
    }
    if (found.length > 0) return found
    return emptyAmount === 'skip' ? 'emptyAmounts' : refuse(row, indexes[0]!, 'saldo-falta')
  }

  function readAmount(row: Row): string | RefusedRow {
    if (columns.saldo !== undefined) {
      const saldo = amountAt(row, columns.saldo)
      return typeof saldo === 'string' && columns.signo !== undefined
        ? withSign(row, columns.signo, saldo)
        : (saldo ?? emptyOf(row, columns.saldo))
    }
    const debe = amountAt(row, columns.debe!)
    const haber = amountAt(row, columns.haber!)
    if (debe !== null && typeof debe !== 'string') return debe
    if (haber !== null && typeof haber !== 'string') return haber
    if (debe === null && haber === null) return emptyOf(row, columns.debe!)
    return subtractAmounts(debe ?? '0', haber ?? '0')
  }

  /** Zero needs no sign; an amount that has one already contradicts it or repeats it, and nobody can tell. */
  function withSign(row: Row, index: number, saldo: string): string | RefusedRow {
    const sign = signOf(cellText(row.cells[index]))
    if (saldo === '0') return saldo
    if (sign === null) return refuse(row, index, 'signo-falta')
    if (saldo.startsWith('-')) return refuse(row, index, 'signo-doble')
    return sign === 1 ? saldo : `-${saldo}`
  }

  function emptyOf(row: Row, index: number): string | RefusedRow {
    return emptyAmount === 'zero' ? '0' : emptyAmount === 'skip' ? 'emptyAmounts' : refuse(row, index, 'saldo-falta')
  }

  function amountAt(row: Row, index: number): string | RefusedRow | null {
    const cell = row.cells[index] ?? null
    if (cell === null || cell === '-' || cell === '–') return null
    if (isError(cell)) return refuse(row, index, formulaProblem(cell.error), { error: cell.error })
    const parsed = isNumber(cell) ? parseAmount(cell.n, '.') : parseAmount(cell, decimal)
    if ('problem' in parsed) return parsed.problem === 'vacio' ? null : refuse(row, index, `saldo-${parsed.problem}`)
    const cents = toCents(parsed.value, isNumber(cell) || /e-/i.test(cell))
    return cents ?? refuse(row, index, 'saldo-decimales')
  }
}

/** Totals, comments and notes around the table: they have no account code. */
function notABalance(cells: Cell[], account: Cell): keyof Skipped | null {
  const label = typeof account === 'string' ? account : null
  if (account !== null && (label === null || /\d/.test(label))) return null
  const filled = cells.filter((cell) => cell !== null)
  const texts = filled.filter((cell) => typeof cell === 'string')
  if (label !== null) {
    if (TOTAL.test(normaliseHeader(label)) || !/\p{L}/u.test(label)) return 'totals'
    return filled.length === 1 ? 'notes' : null
  }
  if (texts.some((text) => TOTAL.test(normaliseHeader(text)))) return 'totals'
  if (texts[0]?.startsWith('#')) return 'totals'
  return filled.length === 1 && texts.length === 1 && !/^[\d.,()\s-]+$/.test(texts[0]!) ? 'notes' : null
}

const formulaProblem = (error: string): RowRefusal => (error === NO_CACHED_VALUE ? 'formula-sin-valor' : 'celda-error')

/** Codes stay text: zeros in front are kept, the apostrophe with which Excel marks text is not. */
function codeText(cell: Cell): string | null {
  const text = cellText(cell)
  return (text.startsWith("'") ? text.slice(1).trim() : text) || null
}
