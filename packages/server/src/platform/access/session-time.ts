import { CONFIG_TYPE } from '@cuadre/api/config'
import { type RawBuilder, sql } from 'kysely'
import { KINDS } from '../parameter/parameter.kinds.ts'

/**
 * SQL of a session parameter in minutes for a person (`user`: SQL of the id): per role its own value or else the general one, and of these
 * the lowest.
 */
const minutesFor = (user: RawBuilder<unknown>, typeId: number, otherwise: number) =>
  sql<number>`coalesce(
    (select min(o.value) from user_role r join lateral (select p.value from parameter p
      where p.type_id = ${typeId} and (p.role_id = r.role_id or p.role_id is null) order by p.role_id nulls last limit 1) o on true where r.user_id = ${user}),
    (select value from parameter where type_id = ${typeId} and role_id is null), ${otherwise}::int)`

/** SQL of the maximum minutes of a person's session since sign-in, active or not. */
export const sessionMinutes = (user: RawBuilder<unknown>) =>
  minutesFor(user, CONFIG_TYPE.tiempoSesion, KINDS[CONFIG_TYPE.tiempoSesion]!.defecto)

/** SQL of the idle minutes after which a person is signed out; 5 without a parameter (specification §4). */
export const inactivityMinutes = (user: RawBuilder<unknown>) => minutesFor(user, CONFIG_TYPE.inactividad, 5)
