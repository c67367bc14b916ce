import { codeAndName } from '../format/account-code.ts'
import { parseAmount } from '../format/amount.ts'
import { type Cell, cellText, isNumber, type Row } from '../format/cell.ts'
import { normaliseHeader } from '../format/header-names.ts'
import { shownAmount } from '../format/shown-amount.ts'
import { hasAmount, type Mapping } from './mapping.ts'
import type { OpenedTable } from './opened-table.ts'

/** What the first rows show of all of them. */
export type TableShape = {
  /** Cells that a row of text may have: one that has more was cut where it should not have been. Null where any may. */
  width: number | null
  /** The account's cell holds its name too. */
  combined: boolean
  /** Accounts have figures in their code: what has none is no account. */
  coded: boolean
  /** Codes stand alone: words around figures are a remark. */
  bare: boolean
  /** Every code was taken for a number and written with decimals: '1105.0', '1105,00'. */
  decimals: boolean
  /** Credits stand as negative amounts in their column, as a system writes them that signs every amount. Null where there is none yet. */
  signedCredits: boolean | null
}

export function shapeOf(head: readonly Row[], { kind, separator }: OpenedTable, mapping: Mapping): TableShape {
  const { headerRow, columns } = mapping
  const data = head.filter(({ number, cells }) => number > (headerRow ?? 0) && cells.length > 1)
  const header = head.find(({ number }) => number === headerRow)
  const accounts = data
    .filter(({ cells }) => hasAmount(cells, mapping))
    .map(({ cells }) => cellText(cells[columns.cuenta!]))
    .filter((text) => text !== '' && !isTotal(text))
  const nearlyAll = (test: (text: string) => boolean) => accounts.length > 0 && accounts.filter(test).length >= accounts.length * 0.8
  return {
    // Under a header without a name for the last column most rows are longer; unless a comma separates, which may also stand in their amounts.
    width:
      kind !== 'csv' || !header
        ? null
        : Math.max(header.width ?? header.cells.length, separator === ',' ? 0 : mostFrequent(data.map(({ cells }) => cells.length))),
    combined: columns.nombre === undefined && nearlyAll((text) => codeAndName(text) !== null),
    coded: accounts.length >= 5 && nearlyAll((text) => /\d/.test(text)),
    bare: nearlyAll((text) => !/\s/.test(text) || codeAndName(text) !== null),
    decimals: accounts.length >= 5 && accounts.every((text) => CODE_WITH_DECIMALS.test(text)),
    signedCredits: columns.haber === undefined ? false : areCreditsSigned(data, columns.debe!, columns.haber),
  }
}

/** Two figures or more before it: '1.0' may be a code of its own. */
export const CODE_WITH_DECIMALS = /^\d{2,}[.,]0{1,2}$/

/** Totals are left out: also where credits are signed, some are written without. */
function areCreditsSigned(data: readonly Row[], debe: number, haber: number): boolean | null {
  const entries = data.filter(({ cells }) => !cells.some((cell) => typeof cell === 'string' && isTotal(cell)))
  const credits = entries.map(({ cells }) => signAt(cells, haber)).filter((sign) => sign !== 0)
  if (entries.some(({ cells }) => signAt(cells, debe) < 0)) return false
  return credits.length === 0 ? null : credits.every((sign) => sign < 0)
}

/** Of the amount in a cell; 0 where there is none. */
function signAt(cells: readonly Cell[], index: number): number {
  const cell = cells[index] ?? null
  if (isNumber(cell)) {
    const amount = shownAmount(cell, 1)
    return 'value' in amount ? Math.sign(Number(amount.value)) : 0
  }
  if (typeof cell !== 'string' || !/[1-9]/.test(cell)) return 0
  for (const mark of ['.', ','] as const) {
    const parsed = parseAmount(cell, mark)
    if ('value' in parsed) return parsed.value.startsWith('-') ? -1 : 1
  }
  return 0
}

/** The number that comes most. */
function mostFrequent(numbers: readonly number[]): number {
  const times = new Map<number, number>()
  for (const each of numbers) times.set(each, (times.get(each) ?? 0) + 1)
  return [...times].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

const TOTAL =
  /^(sub ?)?tota(l|ls|les|is|ux)\b|^gran total\b|^grand total\b|^suma[ns]?\b|^saldo total\b|^somas?\b|^(vienen|pasan)\b|^t o t a l/

/** Whether the text of an account's cell, or the name of an account, names a sum. */
export const isTotal = (text: string) => MAY_BE_TOTAL.test(text) && TOTAL.test(normaliseHeader(text))
/** Most names are told apart without being normalised. */
const MAY_BE_TOTAL = /t\W*[oóò]\W*t\W*a|[sš][uo]ma|vienen|pasan/i

/** Whether it names the sum of everything: 'TOTAL GENERAL', 'Sumas iguales', or 'Total' alone; not 'Total activo'. */
export const isGrandTotal = (text: string) =>
  /^(gran total|grand total|totale?s?|totais|totals?|sumas?( iguales| totales)?|somas?|t o t a l)( (general|geral|del? balance|del archivo|generales))?$/.test(
    normaliseHeader(text),
  )
