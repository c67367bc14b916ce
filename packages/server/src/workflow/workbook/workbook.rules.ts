import { cellText, isError, type NamedCell } from '@cuadre/tables'
import { InvalidMany, type NamedError } from '../../platform/errors.ts'
import type { Locale } from '../../platform/http/context.ts'
import type { MessageKey, Params } from '../../platform/messages/index.ts'
import { amountText, cents, roundToCents } from '../../platform/money.ts'
import { namesOf } from '../template/filling.ts'
import { type Issued, issuedForGroup, verify } from './signature.ts'
import { amountOf, type Cells, type Reading } from './workbook.reading.ts'

/** A problem in one of our workbooks: the field it concerns, the cell (null: the whole file), and an error code. */
export type Fault = { path: string; cell: string | null; code: MessageKey; params: Params }
/**
 * What the workbook of an analysis or member must contain. Amounts are decimal text; `typed`: the supported value entered in the form, if
 * any.
 */
type Expected = { id: number; account: string; period: string; balance: string; typed?: string | undefined }

/** One error that names every cell. */
export function asError(faults: readonly Fault[]): NamedError | null {
  const [first] = faults
  if (!first) return null
  const alike = faults.every(({ code }) => code === first.code)
  return alike ? InvalidMany(first.code, [...faults], first.params) : InvalidMany('workbook_cells', [...faults], { n: faults.length })
}

type Signed = 'valida' | 'ausente' | 'alterada'
/** Whether our workbook is as it was downloaded, and for which analysis or group; a signature of something else does not count. */
export function signatureOf({ signature }: Reading, key: string): { firma: Signed; issued: Issued | null } {
  if (signature === null) return { firma: 'ausente', issued: null }
  const issued = verify(key, signature)
  return { firma: issued ? 'valida' : 'alterada', issued }
}

/**
 * All problems of our workbook as the support of an analysis, cell by cell; none for a file that is not our workbook. For a workbook of
 * another analysis only that is reported. Emptied cells are not a problem.
 */
export function faultsOf(reading: Reading, of: Expected, key: string, locale: Locale): Fault[] {
  const { cells } = reading
  if (!cells) return []
  const other = ofAnother(cells, { COD_ANALISIS: String(of.id), CUENTA: of.account, PERIODO: of.period })
  if (other.length > 0) return other
  const { firma, issued } = signatureOf(reading, key)
  if (firma === 'alterada' || (issued && (issued.kind !== 'A' || issued.id !== of.id))) return [forged]
  const names = { balance: 'VALOR_BALANCE', value: 'VALOR_ANALISIS', variation: 'VARIACION' }
  const found = ofValues(cells, names, of, issued?.balance, 'VALOR_ANALISIS', locale)
  return withFormulas([...found, ...ofComposition(reading, locale)], reading, locale)
}

/** The same for the workbook of a group, in the order of its members. */
export function groupFaultsOf(reading: Reading, groupId: number, members: readonly Expected[], key: string, locale: Locale): Fault[] {
  const { cells } = reading
  if (!cells) return []
  const other = ofAnother(cells, {
    AGRUPADO_ID: String(groupId),
    PERIODO: members[0]?.period ?? '',
    ...Object.fromEntries(members.map(({ id, account }) => [namesOf(id).account, account])),
  })
  if (other.length > 0) return other
  const { firma, issued } = signatureOf(reading, key)
  if (firma === 'alterada' || (issued && (issued.kind !== 'G' || issued.id !== groupId))) return [forged]
  const found = members.flatMap((member) => [
    ...missingRow(cells, member),
    ...ofValues(cells, namesOf(member.id), member, undefined, 'VALORES', locale),
  ])
  // Other balances or members than at the download, although no cell shows it.
  if (issued && issued.balance !== issuedForGroup(groupId, members).balance && !found.some(({ code }) => code === 'workbook_stale'))
    return withFormulas([{ ...forged, code: 'workbook_group_moved' }, ...found], reading, locale)
  return withFormulas(found, reading, locale)
}
/** A row that was taken out of the workbook: an older draft must not stand in for it. */
function missingRow(cells: Cells, { id, account }: Expected): Fault[] {
  const names = namesOf(id)
  const there = [names.account, names.balance, names.value].some((name) => cells[name])
  return there ? [] : fault('file', null, 'workbook_member', { account })
}
const forged: Fault = { path: 'file', cell: null, code: 'workbook_signature', params: {} }

function ofAnother(cells: Cells, expected: Record<string, string>): Fault[] {
  return Object.entries(expected).flatMap(([name, wanted]) => {
    const cell = cells[name]
    const found = cellText(cell?.value)
    // A month that was typed again becomes a date.
    if (!cell || !found || found === wanted || (name === 'PERIODO' && found.startsWith(`${wanted}-`))) return []
    return fault('file', cell, 'workbook_other', { found, expected: wanted })
  })
}

type Names = { balance: string; value: string; variation: string }
/** Checks balance, supported value and difference. `issued`: the balance at the download, if a signature tells. */
function ofValues(cells: Cells, names: Names, of: Expected, issued: string | undefined, path: string, locale: Locale): Fault[] {
  const [balance, value, variation] = [cells[names.balance], cells[names.value], cells[names.variation]]
  const faults = (wide(balance) ? [balance, value] : [balance, value, variation]).flatMap((cell) => broken(cell))
  const [saldo, supported, difference] = [
    amountOf(balance?.value ?? null),
    amountOf(value?.value ?? null),
    amountOf(variation?.value ?? null),
  ]
  const say = (amount: bigint | string) => amountText(amount, locale)
  if (issued !== undefined && saldo !== null && saldo !== cents(issued))
    faults.push(...fault('file', balance, 'workbook_altered', { found: say(saldo), expected: say(issued) }))
  else if ((saldo ?? cents(issued ?? of.balance)) !== cents(of.balance))
    faults.push(...fault('file', balance, 'workbook_stale', { found: say(saldo ?? issued ?? '0'), expected: say(of.balance) }))
  if (supported !== null && of.typed !== undefined && supported !== cents(of.typed))
    faults.push(...fault(path, value, 'workbook_value', { found: say(supported), expected: say(of.typed) }))
  if (saldo !== null && supported !== null && difference !== null && exact([saldo, supported]) && difference !== saldo - supported)
    faults.push(...fault('file', variation, 'workbook_arithmetic', { found: say(difference), expected: say(saldo - supported) }))
  return faults
}

/** Amounts that a spreadsheet can compute to the cent: above 15 digits it cannot, and we write text, which it does not compute with. */
const exact = (amounts: readonly bigint[]) => amounts.every((amount) => amount > -(10n ** 15n) && amount < 10n ** 15n)
const wide = (cell: NamedCell | null | undefined) => typeof cell?.value === 'string' && !exact([amountOf(cell.value) ?? 0n])

/** Checks the sum of the composition against its total, and that against the supported value. An empty composition is not checked. */
function ofComposition({ cells: all, items, outside }: Reading, locale: Locale): Fault[] {
  const cells = all!
  const faults = [
    ...items.flatMap((cell) => broken(cell)),
    ...outside.flatMap((cell) => fault('file', cell, 'workbook_outside', { found: amountText(amountOf(cell.value)!, locale) })),
  ]
  if (faults.length > 0 || items.length === 0) return faults
  const say = (amount: bigint) => amountText(amount, locale)
  const amounts = items.map(({ value }) => amountOf(value) ?? 0n)
  const sum = amounts.reduce((total, amount) => total + amount, 0n)
  if (!exact([...amounts, sum])) return []
  const wrong = [cells.TOTAL, cells.VALOR_ANALISIS].filter((cell) => {
    const amount = amountOf(cell?.value ?? null)
    return amount !== null && amount !== sum
  })
  if (wrong.length === 0) return []
  // A spreadsheet excludes text from a sum, although it looks like an amount.
  const texts = items.filter(({ value }) => typeof value === 'string')
  if (texts.length > 0) return texts.flatMap((cell) => fault('file', cell, 'workbook_text_amount', { found: cellText(cell.value) }))
  return wrong.flatMap((cell) => fault('file', cell, 'workbook_total', { found: say(amountOf(cell!.value)!), expected: say(sum) }))
}

/** With the stored results that their formulas do not give, in cells of which nothing else was said. */
function withFormulas(faults: readonly Fault[], { calculation }: Reading, locale: Locale): Fault[] {
  const say = (n: string) => amountText(roundToCents(n), locale)
  const more = calculation.differing.slice(0, 20).flatMap(({ stored, computed, ...cell }) => {
    const figures = { found: say(stored), expected: say(computed) }
    return fault('file', { ...cell, value: null, formula: null }, 'workbook_recalculated', figures)
  })
  return [...faults, ...more.filter(({ cell }) => !faults.some((fault) => fault.cell === cell))]
}

/**
 * What nobody can confirm in a workbook: formulas that are not computed here, and a value without anything that it follows from. It is not
 * wrong, and not right either.
 */
export function uncheckedIn({ cells, items, calculation }: Reading): Fault[] {
  if (!cells) return []
  const doubts = calculation.unchecked.slice(0, 5).flatMap(({ why, ...cell }) => {
    const large = why === 'tamaño' || why === 'tiempo'
    const code = large ? 'workbook_unchecked_large' : ['otra', 'fecha'].includes(why) ? 'workbook_unchecked' : 'workbook_unchecked_function'
    return fault('file', { ...cell, value: null, formula: null }, code, { why })
  })
  const value = cells.VALOR_ANALISIS
  const alone = value && value.formula === null && amountOf(value.value) && 'TOTAL' in cells && cells.TOTAL && items.length === 0
  return alone ? [...doubts, ...fault('file', value, 'workbook_alone', {})] : doubts
}

/** #REF! and the like; a formula without a cached value has only not been calculated yet. */
const broken = (cell: NamedCell | null | undefined): Fault[] =>
  cell && isError(cell.value) && cell.value.error.startsWith('#') ? fault('file', cell, 'workbook_error', { found: cell.value.error }) : []

function fault(path: string, cell: NamedCell | null | undefined, code: MessageKey, params: Params): Fault[] {
  const at = cell ? `${cell.sheet}!${cell.address}` : null
  return [{ path, cell: at, code, params: { cell: at ?? '', ...params } }]
}
/** A value that is needed, in a cell that holds no amount. */
export function emptyValue(cell: NamedCell | null | undefined): Fault[] {
  if (!cell) return []
  const found = cellText(cell.value).trim()
  const code = isError(cell.value) ? 'workbook_uncalculated' : found ? 'workbook_unreadable' : 'workbook_empty'
  return fault('VALORES', cell, code, code === 'workbook_unreadable' ? { found } : {})
}
