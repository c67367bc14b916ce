import { codeAndName, isChangedCode, withoutFootnote } from '../format/account-code.ts'
import {
  addAmounts,
  currencyIn,
  type DecimalMark,
  MAX_INTEGER_DIGITS,
  parseAmount,
  subtractAmounts,
  toTwoDecimals,
} from '../format/amount.ts'
import { inUnits } from '../format/amount-unit.ts'
import { type Cell, cellText, columnLetters, isError, isNumber, NO_CACHED_VALUE, type Row, shownText } from '../format/cell.ts'
import { type Field, normaliseHeader } from '../format/header-names.ts'
import { parsePeriod } from '../format/period.ts'
import { namedCurrency, titledCurrency } from '../format/said-currency.ts'
import { shownAmount } from '../format/shown-amount.ts'
import { signOf } from '../format/sign.ts'
import { amountColumnsOf, hasAmount, type Mapping } from './mapping.ts'
import type { RowRefusal } from './row-refusals.ts'
import { CODE_WITH_DECIMALS, isGrandTotal, isTotal, type TableShape } from './table-shape.ts'

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
  /** Its name is that of a sum: of the whole file, or of a part. Whether it is one shows only beside the others. */
  sum: 'file' | 'part' | null
}

/** A row that cannot be loaded, and why. `column` is the letter that Excel shows; `value` is cut to 100 characters. */
export type RefusedRow = {
  number: number
  /** The account's cell as it stands, where it has one. */
  cuenta: string | null
  negocioCodigo: string | null
  negocioNombre: string | null
  column: string | null
  header: string | null
  value: string
  code: RowRefusal
  params: Record<string, string>
}

/** Rows that are no balances and are passed over. */
export type Skipped = { titles: number; blank: number; totals: number; repeatedHeaders: number; notes: number; emptyAmounts: number }

/** A row that says what others add up to. */
export type TotalRow = { number: number; total: string; general: boolean }

/** What a row is: a balance, refused, a total, or passed over. */
type Reading = BalanceRow | RefusedRow | TotalRow | keyof Skipped

const MAX_CODE = 50
/** Of an account told by several columns, such as a department, a fund and a category. */
const MAX_JOINED_CODE = 120
const MAX_TEXT = 250

/** Lines, dots and the like under a title or above a total. */
const RULE = /^[\s\-_=*.+|─━═–—]+$/
/** An amount of nothing, as accountants write it, with a currency or without. */
const DASH = /^\p{Sc}?\s*[-–—−]{1,2}\s*\p{Sc}?$/u

/** Reads one row after another by a mapping; the decimal mark may become known only with a later row. */
export function rowReader(
  mapping: Mapping,
  { width, combined, coded, bare, decimals, signedCredits }: TableShape,
): (row: Row, decimal: DecimalMark | undefined) => Reading | Reading[] {
  const { headerRow, columns, codeParts = [], amounts, unit = 1, emptyAmount = 'refuse', emptyBusiness } = mapping
  const codeColumns = [columns.cuenta!, ...codeParts].sort((a, b) => a - b)
  const maxCode = codeParts.length > 0 ? MAX_JOINED_CODE : MAX_CODE
  let decimal: DecimalMark | undefined
  let signed = signedCredits
  let header: string[] = []
  let normalised: string[] = []
  // The same month in every row, nearly always.
  let lastPeriod: { text: string; period: string | null } = { text: '', period: null }
  const periodOf = (text: string) => {
    if (text !== lastPeriod.text) lastPeriod = { text, period: parsePeriod(text) }
    return lastPeriod.period
  }

  const businessText = (row: Row, index: number | undefined) =>
    index === undefined ? null : codeText(row.cells[index] ?? null)?.slice(0, MAX_TEXT) || null
  const refuse = (row: Row, index: number | null, code: RowRefusal, params: Record<string, string> = {}): RefusedRow => ({
    number: row.number,
    cuenta: accountText(row),
    negocioCodigo: businessText(row, columns.negocioCodigo),
    negocioNombre: businessText(row, columns.negocioNombre),
    column: index === null ? null : columnLetters(index),
    header: index === null ? null : header[index] || null,
    value: index === null ? '' : shownText(row.cells[index]).slice(0, 100),
    code,
    params,
  })

  /** The account of a refused row, as one that is loaded would have it. */
  const accountText = ({ cells }: Row) => {
    const text = codeColumns.map((index) => codeText(cells[index] ?? null) ?? '').join('-')
    return ((combined && codeAndName(text)?.code) || text).slice(0, maxCode) || null
  }

  const isRepeatedHeader = (cells: Cell[]) =>
    normalised.length > 1 &&
    normalised.every((name, index) => name === normaliseHeader(cellText(cells[index]))) &&
    cells.length <= header.length

  const businessColumns = [columns.negocioCodigo, columns.negocioNombre].filter((index) => index !== undefined)
  let above: Cell[] | null = null
  /** The row with the business that was named last above it, where it names none; after a total nobody can tell whose a row is. */
  const withBusinessAbove = (row: Row): Row => {
    const { cells, number } = row
    if ((headerRow !== null && number <= headerRow) || isRepeatedHeader(cells)) return row
    const said = businessColumns.map((index) => cells[index] ?? null)
    const isEntry = (cells[columns.cuenta!] ?? null) !== null
    if (!isEntry && cells.some((cell) => typeof cell === 'string' && isTotal(cell))) above = null
    else if (said.some((cell) => cell !== null && !(typeof cell === 'string' && RULE.test(cell)))) above = said
    else if (isEntry && above !== null) {
      const filled = [...cells]
      for (const [at, index] of businessColumns.entries()) filled[index] = above[at] ?? null
      return { ...row, cells: filled }
    }
    return row
  }

  const amountIndexes = amountColumnsOf(mapping)
  let titled: string | null = null

  return (given, mark) => {
    const row = emptyBusiness === 'above' ? withBusinessAbove(given) : given
    const { cells, number } = row
    decimal = mark
    if (headerRow !== null && number <= headerRow) {
      if (number === headerRow) {
        header = cells.map(cellText)
        normalised = header.map(normaliseHeader)
      } else titled ??= titledCurrency(cells)
      return 'titles'
    }
    if (cells.every((cell) => cell === null || (typeof cell === 'string' && RULE.test(cell)))) return 'blank'
    if (isRepeatedHeader(cells)) return 'repeatedHeaders'
    const account = cells[columns.cuenta!] ?? null
    const isValued = () => hasAmount(cells, mapping)
    const passed = notABalance(cells, account, isValued)
    if (passed === 'totals') return totalOf(row) ?? passed
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
      const part = both && index === columns.cuenta ? both.code : withoutFootnote(codeText(cell))
      if (part === null) return refuse(row, index, 'cuenta-falta')
      if (decimals && index === columns.cuenta && !CODE_WITH_DECIMALS.test(part)) return refuse(row, index, 'cuenta-cambiada')
      // A spreadsheet keeps fifteen digits of a number.
      if (isChangedCode(part) || (isNumber(cell) && part.replace(/\D/g, '').length > 15)) return refuse(row, index, 'cuenta-cambiada')
      parts.push(decimals && index === columns.cuenta ? part.replace(/[.,]0+$/, '') : part)
    }
    const cuenta = parts.join('-')
    if (cuenta.length > maxCode) return refuse(row, columns.cuenta!, 'cuenta-larga', { maximo: String(maxCode) })
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
    const nombre = both?.name ?? texts.nombre ?? null
    const read = (saldo: string, column: number | null): BalanceRow | RefusedRow => {
      const amountColumns = column === null ? amountIndexes : [column]
      const currencies = currenciesOf(cells, amountColumns, texts.moneda ?? null)
      if (currencies.length > 1) return refuse(row, amountColumns[0]!, 'moneda-distinta', { monedas: currencies.join(', ') })
      return {
        number,
        cuenta,
        nombre,
        negocioCodigo: texts.negocioCodigo ?? null,
        negocioNombre: texts.negocioNombre ?? null,
        pais: texts.pais ?? null,
        departamento: texts.departamento ?? null,
        // What the row itself says counts before what its heading or a title says of all.
        moneda: texts.moneda ?? currencies[0] ?? namedCurrency(header[amountColumns[0]!] ?? '') ?? titled,
        saldo,
        periodo,
        documento: texts.documento ?? null,
        column,
        sum: nombre === null || !isTotal(nombre) ? null : isGrandTotal(nombre) ? 'file' : 'part',
      }
    }
    if (amounts) return readAmounts(row, amounts, read)
    const amount = readAmount(row)
    return typeof amount !== 'string' || amount === 'emptyAmounts' ? amount : read(amount, null)
  }

  /** Null where a row of a total has no amount that can be read. */
  function totalOf(row: Row): TotalRow | null {
    const found = (amounts ?? [null]).map((index) => (index === null ? readAmount(row, false) : (amountAt(row, index) ?? '0')))
    if (found.some((each) => typeof each !== 'string' || each === 'emptyAmounts') || !hasAmount(row.cells, mapping)) return null
    const total = found.reduce<string>((sum, each) => addAmounts(sum, each as string), '0')
    return { number: row.number, total, general: row.cells.some((cell) => typeof cell === 'string' && isGrandTotal(cell)) }
  }

  /** A business without the account leaves its cell empty: that is no balance. */
  function readAmounts(row: Row, indexes: readonly number[], read: (saldo: string, column: number) => Reading): Reading | Reading[] {
    const found: Reading[] = []
    for (const index of indexes) {
      const amount = amountAt(row, index) ?? (emptyAmount === 'zero' ? '0' : null)
      if (amount !== null) found.push(typeof amount === 'string' ? read(amount, index) : amount)
    }
    if (found.length > 0) return found
    return emptyAmount === 'skip' ? 'emptyAmounts' : refuse(row, indexes[0]!, 'saldo-falta')
  }

  /** `isEntry`: no total, which says nothing of how credits stand. */
  function readAmount(row: Row, isEntry = true): string | RefusedRow {
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
    if (haber === null || haber === '0') return addAmounts(inicial ?? '0', debe ?? '0')
    // Where the first rows have no credit, the first that comes says how they stand.
    if (isEntry) signed ??= haber.startsWith('-')
    if (signed && !haber.startsWith('-')) return refuse(row, columns.haber!, 'haber-positivo')
    return addAmounts(inicial ?? '0', (signed ? addAmounts : subtractAmounts)(debe ?? '0', haber))
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
    const read = isNumber(cell) ? shownAmount(cell, unit) : textAmount(cell)
    if (read === null) return null
    if ('problem' in read) return refuse(row, index, read.problem)
    const { value } = read
    if (value.replace(/^-|\..*/g, '').length > MAX_INTEGER_DIGITS) return refuse(row, index, 'saldo-largo')
    const amount = toTwoDecimals(value, isNumber(cell) || /e-|[.,]\d{7,}$/i.test(cell))
    return amount ?? refuse(row, index, 'saldo-decimales')
  }

  function textAmount(text: string): { value: string } | { problem: RowRefusal } | null {
    const parsed = parseAmount(text, decimal)
    if ('value' in parsed) return { value: inUnits(parsed.value, unit) }
    return parsed.problem === 'vacio' ? null : { problem: `saldo-${parsed.problem}` }
  }
}

/** Totals, comments and notes around the table: they have no account code, or no amount beside what is none. */
function notABalance(cells: Cell[], account: Cell, isValued: () => boolean): keyof Skipped | null {
  const label = typeof account === 'string' ? account : null
  if (label !== null && isTotal(label)) return 'totals'
  if (account !== null && (label === null || /\d/.test(label))) return null
  const filled = cells.filter((cell) => cell !== null)
  const texts = filled.filter((cell) => typeof cell === 'string')
  if (label !== null) {
    if (!/[\p{L}\p{N}]/u.test(label)) return 'totals'
    return filled.length === 1 ? 'notes' : null
  }
  if (texts.some((text) => isTotal(text))) return 'totals'
  if (/^[#*]/.test(texts[0] ?? '')) return 'totals'
  return texts.some((text) => /\p{L}/u.test(text)) && !isValued() ? 'notes' : null
}

/** 'Página: 2 de 5', 'Impreso el 31/01/2008 10:15': words around figures, where a code would stand alone or before its name. */
const isRemark = (account: Cell) => typeof account === 'string' && /\p{L}{3}.*\s|\d\d:\d\d/u.test(account) && codeAndName(account) === null

const formulaProblem = (error: string): RowRefusal => (error === NO_CACHED_VALUE ? 'formula-sin-valor' : 'celda-error')

/** A letter beyond ASCII, or more than one space: most codes and names have neither. */
const UNUSUAL = /[^ -~]| {2}/
/** One space between words, each accent on its letter, nothing that is not seen: what looks the same is the same. */
const asRead = (text: string) =>
  UNUSUAL.test(text)
    ? text
        .normalize('NFC')
        .replace(/\p{Cf}/gu, '')
        .replace(/\s+/g, ' ')
        .trim()
    : text

/** Codes stay text: zeros in front are kept, the apostrophe with which Excel marks text and what nobody sees (copied from a web page) are not. */
function codeText(cell: Cell): string | null {
  const text = asRead(cellText(cell))
  return (text.startsWith("'") ? text.slice(1).trim() : text) || null
}

/** What the currency column and the amounts of a row say, each once. A column that holds no code ('Reales') is for the server to judge. */
function currenciesOf(cells: readonly Cell[], amountColumns: readonly number[], moneda: string | null): string[] {
  const column = moneda?.toUpperCase() ?? ''
  const named = amountColumns.flatMap((index) => {
    const cell = cells[index]
    return currencyIn(typeof cell === 'string' ? cell : isNumber(cell) ? (cell.shown?.text ?? '') : '') ?? []
  })
  return [...new Set([...(/^[A-Z]{3}$/.test(column) ? [column] : []), ...named])]
}
