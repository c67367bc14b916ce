import { type RawBuilder, sql } from 'kysely'
import { type Db, row } from '../database/index.ts'
import type { Caller } from '../http/context.ts'
import { businessScope } from './scope.ts'

/**
 * SQL of the zone in which a person is shown moments (decisions §13): that of the businesses in scope where all keep one, else the server's
 * (`zone`). Days that they ask for begin and end in it.
 */
export const shownZone = (caller: Caller, zone: string) =>
  sql<string>`coalesce((select case when count(distinct coalesce(k.zone, ${zone})) = 1 then min(coalesce(k.zone, ${zone})) end from business n
    left join calendar k on k.country_id = n.country_id where n.active and ${businessScope(caller, sql`n.id`)}), ${zone})`

export const shownZoneOf = async (db: Db, caller: Caller, zone: string) =>
  (await row(db, sql<{ zone: string }>`select ${shownZone(caller, zone)} as zone`))!.zone

/** SQL of the moment at which a day begins there, `after` days later. */
export const startOfDay = (caller: Caller, zone: string, day: string, after = 0) =>
  sql`(${day}::date + ${after}::int)::timestamp at time zone (select ${shownZone(caller, zone)})`

/** SQL of the zone of the country of a row, else the server's (`zone`): there a day is due or over. */
export const zoneOfCountry = (countryId: RawBuilder<unknown>, zone: string) =>
  sql`coalesce((select k.zone from calendar k where k.country_id = ${countryId}), ${zone})`
