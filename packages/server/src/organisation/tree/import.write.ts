import { sql } from 'kysely'
import { type Master, recordMasterChanges } from '../../platform/change/index.ts'
import type { Db } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as businesses from '../business/business.repository.ts'
import { masterOf as businessMaster } from '../business/business.service.ts'
import * as countries from '../country/country.repository.ts'
import { masterOf as countryMaster } from '../country/country.service.ts'
import * as departments from '../department/department.repository.ts'
import { masterOf as departmentMaster } from '../department/department.service.ts'
import * as subManagements from '../sub-management/sub-management.repository.ts'
import { masterOf as subManagementMaster } from '../sub-management/sub-management.service.ts'
import { reserve } from './import.repository.ts'
import type { Plan } from './import.row.ts'

/** Writes and records what was planned: a few statements, however many rows. */
export async function write(tx: Db, caller: Caller, { units }: Plan) {
  const numbers = new Map<number, number>()
  const numbered = <Unit extends { id: number }>(unit: Unit) => ({ ...unit, id: numbers.get(unit.id) ?? unit.id })
  const below = <Unit extends { id: number; above: number }>(unit: Unit) => ({
    ...numbered(unit),
    above: numbers.get(unit.above) ?? unit.above,
  })

  /** `write` writes the rows as `rowOf` has them. */
  const level = async <Unit extends { id: number }, Row extends object>(
    { made, changed }: { made: readonly Unit[]; changed: ReadonlySet<Unit> },
    table: string,
    withIds: (tx: Db, ids: readonly number[]) => Promise<Row[]>,
    masterOf: (row: Row) => Master,
    rowOf: (unit: Unit) => object,
    write: Record<'insert' | 'update', (rows: ReturnType<typeof listed>) => ReturnType<typeof sql>>,
  ) => {
    const fresh = made.length > 0 ? await reserve(tx, table, made.length) : []
    for (const [place, { id }] of made.entries()) numbers.set(id, fresh[place]!)
    const ids = [...changed].map(({ id }) => id)
    const before = new Map((ids.length > 0 ? await withIds(tx, ids) : []).map((row) => [masterOf(row).id, row]))
    // What one gives up another one may take, and a new one too: the order of the file decides, row by row.
    const batches =
      table === 'country' || table === 'business' ? [...changed].map((unit) => [unit]) : changed.size > 0 ? [[...changed]] : []
    for (const batch of batches) await write.update(listed(batch.map(rowOf))).execute(tx)
    if (made.length > 0) await write.insert(listed(made.map(rowOf))).execute(tx)
    const after = fresh.length + ids.length > 0 ? await withIds(tx, [...fresh, ...ids]) : []
    const changes = after.map((row) => ({ master: masterOf(row), before: before.get(masterOf(row).id) ?? null, after: row }))
    await recordMasterChanges(tx, caller, changes)
  }

  await level(units.pais, 'country', countries.withIds, countryMaster, numbered, {
    insert: (rows) =>
      sql`insert into country (id, name, iso, currency, manager_id) select id, name, iso, currency, "inCharge" from ${rows}`,
    update: (rows) => sql`update country c set iso = r.iso, currency = r.currency, manager_id = r."inCharge", revision = c.revision + 1
      from ${rows} where c.id = r.id`,
  })
  await level(units.negocio, 'business', businesses.withIds, businessMaster, below, {
    insert: (rows) => sql`insert into business (id, country_id, name, code, currency) select id, above, name, code, currency from ${rows}`,
    update: (rows) => sql`update business b set name = r.name, code = r.code, currency = r.currency, revision = b.revision + 1
      from ${rows} where b.id = r.id`,
  })
  await level(units.subgerencia, 'sub_management', subManagements.withIds, subManagementMaster, below, {
    insert: (rows) => sql`insert into sub_management (id, business_id, name, manager_id) select id, above, name, "inCharge" from ${rows}`,
    update: (rows) => sql`update sub_management s set manager_id = r."inCharge", revision = s.revision + 1 from ${rows} where s.id = r.id`,
  })
  const inSub = (unit: Parameters<typeof below>[0] & { subId: number | null }) => ({
    ...below(unit),
    subId: unit.subId && (numbers.get(unit.subId) ?? unit.subId),
  })
  await level(units.departamento, 'department', departments.withIds, departmentMaster, inSub, {
    insert: (rows) =>
      sql`insert into department (id, business_id, name, sub_management_id, chief_id) select id, above, name, "subId", "inCharge" from ${rows}`,
    update: (rows) => sql`update department d set sub_management_id = r."subId", chief_id = r."inCharge", revision = d.revision + 1
      from ${rows} where d.id = r.id`,
  })
}

const listed = (units: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(units)}::jsonb)
  as r(id int, above int, name text, iso text, code text, currency text, "subId" int, "inCharge" int)`
