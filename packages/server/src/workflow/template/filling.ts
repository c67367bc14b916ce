import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type MAPPED_CELLS, TEMPLATE_CELLS } from '@cuadre/api/template'
import { cellText, FileRefused, type Filling, fillWorkbook, readNamedCells, readSheet } from '@cuadre/tables'
import { Invalid, Refused } from '../../platform/errors.ts'
import type { Storage } from '../../platform/storage/index.ts'

/** The data that an analysis template is filled with. Amounts are decimal strings. */
export type Subject = {
  id: number
  account: string
  account_name: string
  business: string
  period: string
  currency: string
  balance: string
  previous: string | null
  /** The drafted value. */
  value: string | null
  comment: string | null
}
type GroupSubject = { id: number; name: string; members: readonly Subject[] }
type Name = (typeof MAPPED_CELLS)[number]
/** A cell to fill, and its field in the contract. */
type TemplateField = Filling & { field: Name }

/** Required: without these an upload could not be told from that of another account or group, or would lack the supported balance. */
export const REQUIRED: readonly Name[] = ['COD_ANALISIS', 'AGRUPADO_ID', 'CUENTA', 'PERIODO', 'VALOR_BALANCE', 'VALOR_ANALISIS']
/** What the analyst types, where no formula gives it. */
const TYPED: readonly Name[] = ['VALOR_ANALISIS', 'COMENTARIO']
const amount = (n: string | null) => (n === null ? undefined : { n })

/**
 * The cells of an analysis. Cells that the analyst fills in stay as in the template, a formula or empty, except for the previous comment.
 */
export function analysisFields(map: Record<string, string>, of: Subject): TemplateField[] {
  const values: Partial<Record<Name, Filling['value']>> = {
    COD_ANALISIS: { n: String(of.id) },
    CUENTA: of.account,
    PERIODO: of.period,
    VALOR_BALANCE: { n: of.balance },
    NOMBRE_CUENTA: of.account_name,
    NEGOCIO: of.business,
    MONEDA: of.currency,
    SALDO_ANTERIOR: amount(of.previous),
    COMENTARIO: of.comment ?? undefined,
  }
  return TEMPLATE_CELLS.map((field) => ({ field, name: field, at: map[field] ?? field, value: values[field] }))
}

/** The names of a member's cells, for reading them again. */
export const namesOf = (id: number) => ({
  account: `CUENTA_${id}`,
  balance: `SALDO_${id}`,
  value: `VALOR_${id}`,
  variation: `VARIACION_${id}`,
  comment: `COMENTARIO_${id}`,
})

/** The cells of a group: its own, and a row per member below the cells of the first. Drafts are filled in. */
export function groupFields(map: Record<string, string>, { id, name, members }: GroupSubject): TemplateField[] {
  const [{ period, business, currency }] = members as [Subject]
  const at = (field: Name) => ({ field, at: map[field] ?? field })
  return [
    { ...at('AGRUPADO_ID'), name: 'AGRUPADO_ID', value: { n: String(id) } },
    { ...at('GRUPO'), name: 'GRUPO', value: name },
    { ...at('PERIODO'), name: 'PERIODO', value: period },
    { ...at('NEGOCIO'), name: 'NEGOCIO', value: business },
    { ...at('MONEDA'), name: 'MONEDA', value: currency },
    ...members.flatMap((member, down): TemplateField[] => {
      const names = namesOf(member.id)
      return [
        { ...at('CUENTA'), name: names.account, down, value: member.account },
        { ...at('NOMBRE_CUENTA'), name: `NOMBRE_${member.id}`, down, value: member.account_name },
        { ...at('SALDO_ANTERIOR'), name: `ANTERIOR_${member.id}`, down, value: amount(member.previous) },
        { ...at('VALOR_BALANCE'), name: names.balance, down, value: { n: member.balance } },
        { ...at('VALOR_ANALISIS'), name: names.value, down, value: amount(member.value) },
        { ...at('VARIACION'), name: names.variation, down },
        { ...at('COMENTARIO'), name: names.comment, down, value: member.comment ?? undefined },
      ]
    }),
  ]
}

/** The filled workbook of a template; its cells are named after the fields, so that an upload can be read again. @throws 404 */
export async function fill(storage: Storage, sha256: string, fields: readonly TemplateField[], constants: Record<string, string>) {
  const { path, drop } = await storage.copy(sha256)
  try {
    return andThen((await fillWorkbook(path, fields, constants)).bytes, drop)
  } catch (error) {
    await drop()
    throw error
  }
}
/** The template is read while the workbook is sent. */
async function* andThen<T>(all: AsyncIterable<T>, end: () => Promise<void>) {
  try {
    yield* all
  } finally {
    await end()
  }
}

/** A number without the zeros that a spreadsheet drops. */
const plain = (text: string) => (/^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text)

/** A field as it was filled in and read back. `ok` is false for a cell that is needed and not there, or comes back different. */
type Tried = {
  field: Name
  place: string | null
  formula: string | null
  filled: string | null
  read: string | null
  ok: boolean
  /** Another field in the same cell. */
  sharedWith: Name | null
  /** It is to be typed on a sheet that is not shown. */
  hidden: boolean
}

/**
 * Fills the template and reads it back as an upload.
 * @param mapped fields whose cells the map names: they have to exist
 * @param look is shown the filled copy before it is removed
 */
export async function tryFilling<Seen>(
  path: string,
  fields: readonly TemplateField[],
  mapped: readonly string[],
  look: (copy: string) => Promise<Seen>,
): Promise<{ tried: Tried[]; seen: Seen }> {
  const copy = join(tmpdir(), `cuadre-${randomUUID()}.xlsx`)
  try {
    const { missing, bytes } = await fillWorkbook(path, fields)
    await pipeline(Readable.from(bytes), createWriteStream(copy))
    const there = fields.filter(({ name }) => !missing.includes(name)).map(({ name }) => name)
    const found = await readNamedCells(copy, there, 'plantilla.xlsx')
    const { sheets } = await readSheet(copy, 'plantilla.xlsx', { maxRows: 1, maxColumns: 1, maxSheets: 100 })
    const unseen = new Set(sheets.filter(({ visible }) => !visible).map(({ name }) => name))
    const placeOf = (cell: (typeof found)[string] | undefined) => (cell ? `${cell.sheet}!${cell.address}` : null)
    const byPlace = Map.groupBy(fields, ({ name }) => placeOf(found[name]))
    const tried = fields.map(({ name, field, value }): Tried => {
      const cell = found[name]
      const place = placeOf(cell)
      const sharedWith = (place && byPlace.get(place)?.find((other) => other.name !== name)?.field) || null
      const filled = value === undefined ? null : typeof value === 'string' ? value : value.n
      const read = cell ? cellText(cell.value) : null
      const needed = REQUIRED.includes(field) || mapped.includes(field)
      const hidden = Boolean(cell) && unseen.has(cell!.sheet) && TYPED.includes(field) && !cell!.formula
      const ok = missing.includes(name) ? !needed : !sharedWith && !hidden && (filled === null || plain(read ?? '') === plain(filled))
      return { field, place, formula: cell?.formula ?? null, filled, read, ok, sharedWith, hidden }
    })
    return { tried, seen: await look(copy) }
  } catch (error) {
    throw error instanceof FileRefused ? Refused(`file_${error.code}`) : error
  } finally {
    await rm(copy, { force: true })
  }
}

/** @throws 422 naming the cells that are missing, come back different, hold two fields, or cannot be typed in */
export async function checkFilling(path: string, fields: readonly TemplateField[], mapped: readonly string[]): Promise<void> {
  const { tried } = await tryFilling(path, fields, mapped, async () => {})
  const shared = [...new Set(tried.flatMap(({ field, place, sharedWith }) => (sharedWith ? `${field} (${place})` : [])))]
  if (shared.length > 0) throw Invalid('mapa', 'template_cells_shared', { cells: shared.join(', ') })
  const hidden = [...new Set(tried.flatMap(({ field, place, hidden }) => (hidden ? `${field} (${place})` : [])))]
  if (hidden.length > 0) throw Invalid('mapa', 'template_cells_hidden', { cells: hidden.join(', ') })
  const cells = [...new Set(tried.filter(({ ok }) => !ok).map(({ field }) => field))]
  if (cells.length > 0) throw Invalid('mapa', 'template_cells', { cells: cells.join(', ') })
}
