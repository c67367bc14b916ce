import { codeAndName, isChangedCode } from '../format/account-code.ts'
import {
  addAmounts,
  type DecimalGuess,
  type DecimalMark,
  guessDecimal,
  MAX_INTEGER_DIGITS,
  parseAmount,
  subtractAmounts,
  toTwoDecimals,
} from '../format/amount.ts'
import { type AmountUnit, inUnits, type SaidUnit, saidUnit } from '../format/amount-unit.ts'
import { type Cell, cellText, columnLetters, isError, isNumber, NO_CACHED_VALUE, type Row } from '../format/cell.ts'
import { type Field, normaliseHeader } from '../format/header-names.ts'
import { BATCH_ROWS } from '../format/limits.ts'
import { parsePeriod } from '../format/period.ts'
import { signOf } from '../format/sign.ts'
import type { RowRefusal } from './row-refusals.ts'
import type { OpenedTable } from './table.ts'

/** How a file is to be read: what detectLayout found, confirmed or corrected by a person, possibly remembered. */
export type Mapping = {
  sheet?: string
  /** Row number of the header; null when there is none. Rows up to it are titles. */
  headerRow: number | null
  /**
   * Column index (from 0) of each field. `cuenta` is needed, and `saldo` or both `debe` and `haber`, unless `amounts` are given; to
   * the halves `inicial` is added.
   */
  columns: Partial<Record<Field, number>>
  /** Further columns of the account's code; with `cuenta`, in the order of the file, joined by '-'. */
  codeParts?: number[]
  /** Columns of balances beside each other, one for each business, in place of `saldo`: a row gives as many balances as it has amounts. */
  amounts?: number[]
  /** Decimal mark of amounts that are text. Without it the column decides; see `guessTableDecimal`. */
  decimal?: DecimalMark
  /** What the amounts are counted in; units of money by default. */
  unit?: AmountUnit
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
export type BalanceBatch = {
  rows: BalanceRow[]
  refused: RefusedRow[]
  /** Of this batch. */
  skipped: Skipped
  /** What a note between or under the accounts says the amounts are counted in. */
  unit: SaidUnit | null
}

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
  const reader = rowReader(mapping, shapeOf(await table.head(SAMPLE_ROWS, mapping.sheet), table, mapping))
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
      unit: null,
    }
    for (const row of rows) {
      const results = reader(row, decimal)
      for (const result of Array.isArray(results) ? results : [results])
        if (typeof result === 'string') {
          batch.skipped[result]++
          if (result === 'notes' || result === 'totals') batch.unit ??= saidUnit([row], null)
        } else if ('code' in result) batch.refused.push(result)
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

const amountsOf = ({ amounts, columns: { saldo, debe, haber, inicial } }: Mapping) =>
  amounts ?? [saldo, debe, haber, inicial].filter((index) => index !== undefined)

function guessOf(rows: readonly Row[], mapping: Mapping): DecimalGuess {
  const texts: string[] = []
  const indexes = amountsOf(mapping)
  for (const { number, cells } of rows)
    for (const index of number <= (mapping.headerRow ?? 0) ? [] : indexes) {
      const cell = cells[index]
      if (typeof cell === 'string') texts.push(cell)
    }
  return guessDecimal(texts)
}

type Reading = BalanceRow | RefusedRow | keyof Skipped

const SAMPLE_ROWS = 60

/** What the first rows show of all of them. */
type Shape = {
  /** Cells that a row of text may have: one that has more was cut where it should not have been. Null where any may. */
  width: number | null
  /** The account's cell holds its name too. */
  combined: boolean
  /** Accounts have figures in their code: what has none is no account. */
  coded: boolean
  /** Codes stand alone: words around figures are a remark. */
  bare: boolean
}

function shapeOf(head: readonly Row[], { kind, separator }: OpenedTable, mapping: Mapping): Shape {
  const { headerRow, columns } = mapping
  const data = head.filter(({ number, cells }) => number > (headerRow ?? 0) && cells.length > 1)
  const header = head.find(({ number }) => number === headerRow)
  const accounts = data
    .filter(({ cells }) => hasAmount(cells, mapping))
    .map(({ cells }) => cellText(cells[columns.cuenta!]))
    .filter((text) => text !== '' && !TOTAL.test(normaliseHeader(text)))
  const most = (test: (text: string) => boolean) => accounts.length > 0 && accounts.filter(test).length >= accounts.length * 0.8
  return {
    // Under a header without a name for the last column most rows are longer; unless a comma separates, which may also stand in their amounts.
    width:
      kind !== 'csv' || !header
        ? null
        : Math.max(header.width ?? header.cells.length, separator === ',' ? 0 : usual(data.map(({ cells }) => cells.length))),
    combined: columns.nombre === undefined && most((text) => codeAndName(text) !== null),
    coded: accounts.length >= 5 && most((text) => /\d/.test(text)),
    bare: most((text) => !/\s/.test(text) || codeAndName(text) !== null),
  }
}

/** Whether there is a figure where amounts are, and not a remark that has figures ('Hora: 10:15'). */
const hasAmount = (cells: readonly Cell[], mapping: Mapping) =>
  amountsOf(mapping).some((index) => isError(cells[index]) || /^(?!.*\p{L}{4}).*\d/su.test(cellText(cells[index])))

/** The number that comes most. */
function usual(numbers: readonly number[]): number {
  const times = new Map<number, number>()
  for (const each of numbers) times.set(each, (times.get(each) ?? 0) + 1)
  return [...times].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

const TOTAL =
  /^(sub ?)?tota(l|ls|les|is|ux)\b|^gran total\b|^grand total\b|^suma[ns]?\b|^saldo total\b|^somas?\b|^(vienen|pasan)\b|^t o t a l/
/** Lines, dots and the like under a title or above a total. */
const RULE = /^[\s\-_=*.+|─━═–—]+$/
/** An amount of nothing, as accountants write it, with a currency or without. */
const DASH = /^\p{Sc}?\s*[-–—−]{1,2}\s*\p{Sc}?$/u

function rowReader(
  mapping: Mapping,
  { width, combined, coded, bare }: Shape,
): (row: Row, decimal: DecimalMark | undefined) => Reading | Reading[] {
  const { headerRow, columns, codeParts = [], amounts, unit = 1, emptyAmount = 'refuse' } = mapping
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
    if (cells.every((cell) => cell === null || (typeof cell === 'string' && RULE.test(cell)))) return 'blank'
    if (isRepeatedHeader(cells)) return 'repeatedHeaders'
    const account = cells[columns.cuenta!] ?? null
    const isValued = () => hasAmount(cells, mapping)
    const passed = notABalance(cells, account, isValued)
    if (passed) return passed
    if (isRemark(account) && (bare || cellText(account).length > MAX_CODE) && !isValued()) return 'notes'
    if (width !== null && cells.length > width)
      return refuse(row, width, 'celdas-de-mas', { celdas: String(cells.length), titulos: String(width) })
    if (coded && !/\d/.test(cellText(account)) && account !== null && !isError(account))
      return isValued() ? refuse(row, columns.cuenta!, 'cuenta-texto') : 'notes'
    const both = combined ? codeAndName(cellText(account)) : null
    const parts: string[] = []
    for (const index of codeColumns) {
      const cell = cells[index] ?? null
      if (isError(cell)) return refuse(row, index, formulaProblem(cell.error), { error: cell.error })
      const part = both && index === columns.cuenta ? both.code : codeText(cell)
      if (part === null) return refuse(row, index, 'cuenta-falta')
      // A spreadsheet keeps fifteen digits of a number.
      if (isChangedCode(part) || (isNumber(cell) && part.replace(/\D/g, '').length > 15)) return refuse(row, index, 'cuenta-cambiada')
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
      nombre: both?.name ?? texts.nombre ?? null,
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
    const inicial = columns.inicial === undefined ? null : amountAt(row, columns.inicial)
    if (inicial !== null && typeof inicial !== 'string') return inicial
    if (debe === null && haber === null && inicial === null) return emptyOf(row, columns.debe!)
    return addAmounts(inicial ?? '0', subtractAmounts(debe ?? '0', haber ?? '0'))
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
    if (cell === null) return null
    // Beside each other, a business without the account.
    if (typeof cell === 'string' && DASH.test(cell)) return amounts ? null : '0'
    if (isError(cell)) return refuse(row, index, formulaProblem(cell.error), { error: cell.error })
    const parsed = isNumber(cell) ? parseAmount(cell.n, '.') : parseAmount(cell, decimal)
    if ('problem' in parsed) return parsed.problem === 'vacio' ? null : refuse(row, index, `saldo-${parsed.problem}`)
    const value = inUnits(parsed.value, unit)
    if (value.replace(/^-|\..*/g, '').length > MAX_INTEGER_DIGITS) return refuse(row, index, 'saldo-largo')
    const amount = toTwoDecimals(value, isNumber(cell) || /e-|[.,]\d{7,}$/i.test(cell))
    return amount ?? refuse(row, index, 'saldo-decimales')
  }
}

/** Totals, comments and notes around the table: they have no account code, or no amount beside what is none. */
function notABalance(cells: Cell[], account: Cell, isValued: () => boolean): keyof Skipped | null {
  const label = typeof account === 'string' ? account : null
  if (label !== null && TOTAL.test(normaliseHeader(label))) return 'totals'
  if (account !== null && (label === null || /\d/.test(label))) return null
  const filled = cells.filter((cell) => cell !== null)
  const texts = filled.filter((cell) => typeof cell === 'string')
  if (label !== null) {
    if (!/\p{L}/u.test(label)) return 'totals'
    return filled.length === 1 ? 'notes' : null
  }
  if (texts.some((text) => TOTAL.test(normaliseHeader(text)))) return 'totals'
  if (/^[#*]/.test(texts[0] ?? '')) return 'totals'
  return texts.some((text) => /\p{L}/u.test(text)) && !isValued() ? 'notes' : null
}

/** 'Página: 2 de 5', 'Impreso el 31/01/2008 10:15': words around figures, where a code would stand alone or before its name. */
const isRemark = (account: Cell) => typeof account === 'string' && /\p{L}{3}.*\s|\d\d:\d\d/u.test(account) && codeAndName(account) === null

const formulaProblem = (error: string): RowRefusal => (error === NO_CACHED_VALUE ? 'formula-sin-valor' : 'celda-error')

/** Codes stay text: zeros in front are kept, the apostrophe with which Excel marks text is not. */
function codeText(cell: Cell): string | null {
  const text = cellText(cell)
  return (text.startsWith("'") ? text.slice(1).trim() : text) || null
}
