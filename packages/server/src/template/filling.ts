import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { TEMPLATE_CELLS } from '@cuadre/api/template'
import { Invalid, Refused } from '../errors.ts'
import { cellText, FileRefused, type Filling, fillWorkbook, readNamedCells } from '../files/index.ts'

type Field = (typeof TEMPLATE_CELLS)[number]
/** What an analysis template is filled with. Amounts are decimal strings. */
export type Subject = {
  id: number
  account: string
  account_name: string
  business: string
  period: string
  currency: string
  balance: string
  previous: string | null
  comment: string | null
}

/** Without these an upload could not be told from that of another account, or has no supported balance. */
const NEEDED: readonly Field[] = TEMPLATE_CELLS.slice(0, 5)
/** What the analyst writes stays as the template has it, a formula or an empty cell; but for the comment that was given before. */
const valuesOf = (of: Subject): Partial<Record<Field, string | { n: string }>> => ({
  COD_ANALISIS: { n: String(of.id) },
  CUENTA: of.account,
  PERIODO: of.period,
  VALOR_BALANCE: { n: of.balance },
  NOMBRE_CUENTA: of.account_name,
  NEGOCIO: of.business,
  MONEDA: of.currency,
  ...(of.previous === null ? {} : { SALDO_ANTERIOR: { n: of.previous } }),
  ...(of.comment === null ? {} : { COMENTARIO: of.comment }),
})

/** The workbook of a template for one analysis; its cells carry our names, so that the upload is read again. */
export function fill(path: string, map: Record<string, string>, subject: Subject) {
  const values = valuesOf(subject)
  const fields = TEMPLATE_CELLS.map((name): Filling => ({ name, at: map[name] ?? name, value: values[name] }))
  return fillWorkbook(path, fields)
}

/** Fills the template and reads it again as an upload is read. @throws 422 with the names of the cells that are missing or do not hold */
export async function tryOut(path: string, map: Record<string, string>, subject: Subject): Promise<void> {
  const copy = join(tmpdir(), `cuadre-${randomUUID()}.xlsx`)
  try {
    const { missing, bytes } = await fill(path, map, subject)
    const lacking = missing.filter((name) => NEEDED.includes(name as Field) || name in map)
    if (lacking.length > 0) throw Invalid('mapa', 'template_cells', { cells: lacking.join(', ') })
    await pipeline(Readable.from(bytes), createWriteStream(copy))
    const read = await readNamedCells(copy, TEMPLATE_CELLS, 'plantilla.xlsx')
    const wrong = Object.entries(valuesOf(subject)).flatMap(([name, value]) => {
      if (missing.includes(name)) return []
      const found = cellText(read[name as Field]?.value)
      return found === (typeof value === 'string' ? value : value.n) ? [] : [name]
    })
    if (wrong.length > 0) throw Invalid('mapa', 'template_cells', { cells: wrong.join(', ') })
  } catch (error) {
    throw error instanceof FileRefused ? Refused(`file_${error.code}`) : error
  } finally {
    await rm(copy, { force: true })
  }
}
