import { BALANCE_FIELDS, type BalanceLoad, type Mapping } from '@cuadre/api/balance'

export type Field = (typeof BALANCE_FIELDS)[number]
export type Layout = NonNullable<BalanceLoad['layout']>
/** What a column of the file is; '' when it is not used. */
export type Use = Field | ''
export type Need = 'cuenta' | 'saldo' | 'negocio'

/** The letter that a spreadsheet gives a column: 0 → A, 26 → AA. */
export function letterOf(index: number): string {
  const rest = index % 26
  return (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + rest)
}

export const widthOf = (layout: Layout) => Math.max(0, ...layout.sample.map((row) => row.cells.length))

export const usesOf = (columns: Mapping['columns'], width: number): Use[] =>
  Array.from({ length: width }, (_, index) => BALANCE_FIELDS.find((field) => columns[field] === index) ?? '')

export const columnsOf = (uses: readonly Use[]): Mapping['columns'] =>
  Object.fromEntries(uses.flatMap((use, index) => (use === '' ? [] : [[use, index]])))

/** A field is in one column only: choosing it again takes it away from the other. */
export const withUse = (uses: readonly Use[], index: number, use: Use): Use[] =>
  uses.map((other, at) => (at === index ? use : other === use ? '' : other))

/** What must be said before rows can be read. */
export function needsOf({ columns, ID_NEGOCIO }: Pick<Mapping, 'columns' | 'ID_NEGOCIO'>): Need[] {
  const has = (field: Field) => columns[field] !== undefined
  const needs: Need[] = []
  if (!has('cuenta')) needs.push('cuenta')
  if (!has('saldo') && !(has('debe') && has('haber'))) needs.push('saldo')
  if (!has('negocioCodigo') && !has('negocioNombre') && !ID_NEGOCIO) needs.push('negocio')
  return needs
}

const AMOUNTS = ['saldo', 'debe', 'haber'] as const

/**
 * Whether the sample tells the decimal mark: '1.234' alone says neither a thousand nor one and a bit. Only what lacks any
 * other sign is unclear; the server looks at the whole file and has the last word.
 */
export function isDecimalUnclear(layout: Layout, uses: readonly Use[], headerRow: number): boolean {
  const indexes = AMOUNTS.map((field) => uses.indexOf(field)).filter((index) => index >= 0)
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
