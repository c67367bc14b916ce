import type { MASTERS } from '@cuadre/api/change'
import { sql } from 'kysely'
import { type Db, row as firstRow, transaction } from '../database/index.ts'
import { Conflict, NotFound } from '../errors.ts'
import type { Caller } from '../http/context.ts'

/** Counted or derived from other rows, so a difference here is not a change of this row. */
const DERIVED = new Set([
  'REVISION',
  'NEGOCIOS',
  'DEPARTAMENTOS',
  'CUENTAS',
  'JEFE_ACTIVO',
  'HIJOS',
  'carpetas',
  'archivos',
  'actualizadoEn',
  'actualizadoPor',
])

export type Master = { entity: (typeof MASTERS)[number]; id: number; name: string; businessId?: number | undefined }

/** null means that the row did not exist before, or does not exist after. */
export type MasterChange = { master: Master; before: object | null; after: object | null }

/** Records a change of master data in the transaction that makes it: the changed fields of the row as the contract has it. */
export const recordMasterChange = (tx: Db, caller: Caller, master: Master, before: object | null, after: object | null) =>
  recordMasterChanges(tx, caller, [{ master, before, after }])

/** Where nothing changed nothing is recorded. */
export async function recordMasterChanges(tx: Db, { userId, roleId }: Caller, changes: readonly MasterChange[]) {
  const recorded = changes.flatMap(({ master: { entity, id, name, businessId }, before, after }) => {
    const [old, now] = [ownFields(before), ownFields(after)]
    const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((f) => JSON.stringify(old[f]) !== JSON.stringify(now[f]))
    if (fields.length === 0) return []
    const changedFields = (row: Record<string, unknown>) => Object.fromEntries(fields.map((f) => [f, row[f] ?? null]))
    return [{ entity, id, name, business: businessId ?? null, before: before && changedFields(old), after: after && changedFields(now) }]
  })
  if (recorded.length === 0) return
  await sql`insert into master_change (entity, entity_id, business_id, name, before, after, changed_by, role_id)
    select entity, id, business, name, before, after, ${userId}, ${roleId}
    from jsonb_to_recordset(${JSON.stringify(recorded)}::jsonb) as r(entity text, id int, business int, name text, before jsonb, after jsonb)`.execute(
    tx,
  )
}
const ownFields = (row: object | null): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([field]) => !DERIVED.has(field)))

/**
 * Optimistic locking; a caller that sends no revision overwrites.
 * @throws 409 with the current row if its revision is not the expected one
 */
export function assertRevision<Row extends { REVISION: number }>(row: Row, seen: number | undefined): Row {
  if (seen !== undefined && seen !== row.REVISION) throw Conflict('row_moved', {}, row)
  return row
}

/** The same for a row whose changes are recorded: the error says who made the last one. One statement more, then only. */
export async function assertUnchanged<Row extends { REVISION: number }>(
  tx: Db,
  { entity, id }: Pick<Master, 'entity' | 'id'>,
  row: Row,
  seen: number | undefined,
): Promise<Row> {
  if (seen === undefined || seen === row.REVISION) return row
  const last = await firstRow(
    tx,
    sql<{ name: string }>`select u.name from master_change m join app_user u on u.id = m.changed_by
      where m.entity = ${entity} and m.entity_id = ${id} order by m.id desc limit 1`,
  )
  throw Conflict('row_moved', { who: last?.name ?? '' }, row)
}

/**
 * Whether a change of another revision asks for what is there: it was made before, and its answer was lost. Asked again it is neither a change nor a
 * conflict.
 */
export const isMade = <Row extends { REVISION: number }>(row: Row, seen: number | undefined, change: object) =>
  seen !== undefined &&
  seen !== row.REVISION &&
  Object.entries(change).every(([field, value]) => value === undefined || JSON.stringify(value) === JSON.stringify(Reflect.get(row, field)))

/** @throws 404 where there is no such row, or it is outside the caller's scope */
export async function found<Row>(row: Promise<Row | undefined>): Promise<Row> {
  const there = await row
  if (there === undefined) throw NotFound()
  return there
}

/** What creating and changing master data have in common: one transaction, the row locked and as it was read, and the record of the change. */
export const masterData = <Row extends { REVISION: number }>(master: (row: Row) => Master) => ({
  create: (db: Db, caller: Caller, make: (tx: Db) => Promise<Row>) =>
    transaction(db, async (tx) => {
      const made = await make(tx)
      await recordMasterChange(tx, caller, master(made), null, made)
      return made
    }),
  /** `work` checks and saves the row as it is to be, and answers it as it is then. @throws 404, 409 with the row as it is now */
  update: <Change extends object>(
    db: Db,
    caller: Caller,
    { REVISION, ...change }: Change & { REVISION?: number | undefined },
    lock: (tx: Db) => Promise<Row | undefined>,
    work: (tx: Db, before: Row, after: Row & Omit<Change, 'REVISION'>) => Promise<Row>,
  ) =>
    transaction(db, async (tx) => {
      const now = await found(lock(tx))
      if (isMade(now, REVISION, change)) return now
      const before = await assertUnchanged(tx, master(now), now, REVISION)
      const after = await work(tx, before, { ...before, ...change } as Row & Omit<Change, 'REVISION'>)
      await recordMasterChange(tx, caller, master(after), before, after)
      return after
    }),
})
