import type { MASTERS } from '@cuadre/api/change'
import { sql } from 'kysely'
import type { Db } from '../database/index.ts'
import { Conflict } from '../errors.ts'
import type { Caller } from '../http/context.ts'

/** Counted or derived from other rows: no change of this one. */
const DERIVED = new Set([
  'REVISION',
  'NEGOCIOS',
  'DEPARTAMENTOS',
  'CUENTAS',
  'HIJOS',
  'carpetas',
  'archivos',
  'actualizadoEn',
  'actualizadoPor',
])

export type Master = { entity: (typeof MASTERS)[number]; id: number; name: string; businessId?: number | undefined }

/**
 * Writes down what administration changed, in the transaction that changes it: rows as the wire has them, of which the differing fields
 * are kept. null: did not exist before, or does not after. Where nothing differs, nothing is written.
 */
export async function changed(
  tx: Db,
  caller: Caller,
  { entity, id, name, businessId }: Master,
  before: object | null,
  after: object | null,
) {
  const [old, now] = [facts(before), facts(after)]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((f) => JSON.stringify(old[f]) !== JSON.stringify(now[f]))
  if (fields.length === 0) return
  const kept = (row: Record<string, unknown>) => JSON.stringify(Object.fromEntries(fields.map((f) => [f, row[f] ?? null])))
  await sql`insert into master_change (entity, entity_id, business_id, name, before, after, changed_by, role_id)
    values (${entity}, ${id}, ${businessId ?? null}::int, ${name}, ${before && kept(old)}::jsonb, ${after && kept(now)}::jsonb, ${caller.userId}, ${caller.roleId})`.execute(
    tx,
  )
}
const facts = (row: object | null): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([field]) => !DERIVED.has(field)))

/** @throws 409 with the row as it is, when the caller has seen an older one; a caller that says no revision overwrites. */
export function unmoved<Row extends { REVISION: number }>(row: Row, seen: number | undefined): Row {
  if (seen !== undefined && seen !== row.REVISION) throw Conflict('row_moved', {}, row)
  return row
}
