import { sql } from 'kysely'
import { type Db, row } from '../database/index.ts'
import type { Caller } from '../http/context.ts'
import { businessScope } from './scope.ts'

/** In which moments are told to a person (decisions §13): that of their businesses where all keep one, else the server's (`zone`). */
export const zoneFor = (caller: Caller, zone: string) =>
  sql`coalesce((select case when count(distinct coalesce(k.zone, ${zone})) = 1 then min(coalesce(k.zone, ${zone})) end from business n
    left join calendar k on k.country_id = n.country_id where n.active and ${businessScope(caller, sql`n.id`)}), ${zone})`

export const zoneOf = async (db: Db, caller: Caller, zone: string) =>
  (await row(db, sql<{ zone: string }>`select ${zoneFor(caller, zone)} as zone`))!.zone
