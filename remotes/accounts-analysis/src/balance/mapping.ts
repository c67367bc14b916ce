import { BALANCE_FIELDS, type BalanceLoad, type Mapping } from '@cuadre/api/balance'

export type Field = (typeof BALANCE_FIELDS)[number]
export type Layout = NonNullable<BalanceLoad['layout']>
/** What a column of the file is; '' when it is not used. Several may be parts of the account's code, or the balances of a business each. */
export type Use = Field | 'cuentaParte' | 'saldoDe' | ''
export type Need = 'cuenta' | 'saldo' | 'negocio'

export const widthOf = (layout: Layout) => Math.max(0, ...layout.sample.map((row) => row.cells.length))

type Columns = Pick<Mapping, 'columns' | 'cuentaPartes' | 'negocios'>

export const usesOf = ({ columns, cuentaPartes, negocios }: Columns, width: number): Use[] =>
  Array.from({ length: width }, (_, index) => {
    if (cuentaPartes?.includes(index)) return 'cuentaParte'
    if (negocios?.some(({ columna }) => columna === index)) return 'saldoDe'
    return BALANCE_FIELDS.find((field) => columns[field] === index) ?? ''
  })

/** `owners` says by column whose balances it holds, where its heading does not. */
export function columnsOf(uses: readonly Use[], owners: readonly string[] = []): Columns {
  const of = (wanted: Use) => uses.flatMap((use, index) => (use === wanted ? [index] : []))
  const isField = (use: Use): use is Field => use !== '' && use !== 'cuentaParte' && use !== 'saldoDe'
  const parts = of('cuentaParte')
  const beside = of('saldoDe').map((columna) => ({ columna, ...(owners[columna] ? { ID_NEGOCIO: Number(owners[columna]) } : {}) }))
  return {
    columns: Object.fromEntries(uses.flatMap((use, index) => (isField(use) ? [[use, index]] : []))),
    ...(parts.length > 0 ? { cuentaPartes: parts } : {}),
    ...(beside.length > 0 ? { negocios: beside } : {}),
  }
}

/** What one column of balances for all, and balances beside each other, exclude. */
const TOGETHER: readonly Use[] = ['saldo', 'signo', 'debe', 'haber', 'inicial', 'negocioCodigo', 'negocioNombre']

/** A field is in one column only: choosing it again takes it away from the other. */
export const withUse = (uses: readonly Use[], index: number, use: Use): Use[] =>
  uses.map((other, at) => {
    if (at === index) return use
    if (use === 'cuentaParte') return other
    if (use === 'saldoDe') return TOGETHER.includes(other) ? '' : other
    return other === use || (other === 'saldoDe' && TOGETHER.includes(use)) ? '' : other
  })

/** What must be said before rows can be read. */
export function needsOf({ columns, negocios, ID_NEGOCIO }: Pick<Mapping, 'columns' | 'negocios' | 'ID_NEGOCIO'>): Need[] {
  const has = (field: Field) => columns[field] !== undefined
  const needs: Need[] = []
  if (!has('cuenta')) needs.push('cuenta')
  if (negocios?.length) return needs
  if (!has('saldo') && !(has('debe') && has('haber'))) needs.push('saldo')
  if (!has('negocioCodigo') && !has('negocioNombre') && !ID_NEGOCIO) needs.push('negocio')
  return needs
}

const AMOUNTS: readonly Use[] = ['saldo', 'debe', 'haber', 'inicial', 'saldoDe']

/**
 * Whether the sample tells the decimal mark: '1.234' alone says neither a thousand nor one and a bit. Only what lacks any
 * other sign is unclear; the server looks at the whole file and has the last word.
 */
export function isDecimalUnclear(layout: Layout, uses: readonly Use[], headerRow: number): boolean {
  const indexes = uses.flatMap((use, index) => (AMOUNTS.includes(use) ? [index] : []))
  const texts = layout.sample
    .filter((row) => row.number > headerRow)
    .flatMap((row) => indexes.map((index) => row.cells[index]?.replace(/[^\d.,]/g, '') ?? ''))
    .filter((text) => /[.,]/.test(text))
  return texts.length > 0 && texts.every((text) => /^\d{1,3}([.,])\d{3}$/.test(text))
}

/** What the header says over a column, and the first value under it. */
export function columnAt(layout: Layout, headerRow: number, index: number) {
  const header = layout.sample.find((row) => row.number === headerRow)?.cells[index]
  const example = layout.sample.find((row) => row.number > headerRow && row.cells[index])?.cells[index]
  return { header: header?.trim() || null, example: example?.trim() || null }
}

/** The documents to choose from: only where their column is one, and only of rows that were read with it. */
export const documentsOf = (layout: Layout, uses: readonly Use[]) => (uses.includes('documento') ? (layout.documentos ?? []) : [])

/** Whether a column that nothing is said of holds amounts; one named as a total is the sum of the others. */
export function isFreeAmount(layout: Layout, uses: readonly Use[], index: number, headerRow: number): boolean {
  if (uses[index]) return false
  const { header } = columnAt(layout, headerRow, index)
  if (header && /^(gran )?total/i.test(header)) return false
  const cells = layout.sample.filter((row) => row.number > headerRow).flatMap((row) => row.cells[index]?.trim() || [])
  return (
    cells.length > 0 &&
    cells.filter((cell) => /^[-(−]?\s*[\d.,'’ ]*\d[)\-−]?$/.test(cell) || /^[-–—]+$/.test(cell)).length >= cells.length * 0.8
  )
}

/** Another column of accounts, headed as the one that is read and with another column behind it that is headed as one before: a table beside the table. */
export function besideTable(layout: Layout, { headerRow, account }: { headerRow: number; account: number | undefined }) {
  const header = layout.sample.find(({ number }) => number === headerRow)?.cells.map((cell) => cell?.trim().toLocaleLowerCase() ?? '')
  const name = header?.[account ?? -1]
  if (!header || !name) return undefined
  const index = header.findIndex((other, at) => at > account! && other === name)
  const repeats = index > 0 && header.slice(index + 1).some((other) => other !== '' && header.indexOf(other) < index)
  return repeats ? { index, header: layout.sample.find(({ number }) => number === headerRow)!.cells[index]! } : undefined
}
