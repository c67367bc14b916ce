import { sql } from 'kysely'
import type { Caller } from '../http/context.ts'
import { businessScope } from './scope.ts'

/**
 * SQL of the zone in which a person is shown moments (decisions §13): that of the businesses in scope where all keep one, else the server's.
 * Days that they ask for begin and end in it.
 */
export const shownZone = (caller: Caller, zone: string) =>
  sql<string>`coalesce((select case when count(distinct coalesce(k.zone, ${zone})) = 1 then min(coalesce(k.zone, ${zone})) end from business n
    left join calendar k on k.country_id = n.country_id where n.active and ${businessScope(caller, sql`n.id`)}), ${zone})`

/** SQL of the moment at which a day begins there, `after` days later. */
export const startOfDay = (caller: Caller, zone: string, day: string, after = 0) =>
  sql`(${day}::date + ${after}::int)::timestamp at time zone (select ${shownZone(caller, zone)})`
