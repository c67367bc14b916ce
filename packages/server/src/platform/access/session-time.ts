import { CONFIG_TYPE } from '@cuadre/api/config'
import { type RawBuilder, sql } from 'kysely'
import { KINDS } from '../parameter/parameter.kinds.ts'

/** SQL of the minutes that hold for a person (`user`: SQL of the id): of each role its own value or else everyone's, and of those the strictest. */
const minutesFor = (user: RawBuilder<unknown>, typeId: number, otherwise: number) =>
  sql<number>`coalesce(
    (select min(o.value) from user_role r join lateral (select p.value from parameter p
      where p.type_id = ${typeId} and (p.role_id = r.role_id or p.role_id is null) order by p.role_id nulls last limit 1) o on true where r.user_id = ${user}),
    (select value from parameter where type_id = ${typeId} and role_id is null), ${otherwise}::int)`

/** SQL of how many minutes a person's session may last from its sign-in, however busy. */
export const sessionMinutes = (user: RawBuilder<unknown>) =>
  minutesFor(user, CONFIG_TYPE.tiempoSesion, KINDS[CONFIG_TYPE.tiempoSesion]!.defecto)

/** SQL of how many idle minutes sign a person out; 5 where no parameter says so (specification §4). */
export const inactivityMinutes = (user: RawBuilder<unknown>) => minutesFor(user, CONFIG_TYPE.inactividad, 5)
