import type { Parsed } from '@cuadre/api/endpoint'
import { PERMISSION_KEYS, riskyPairsIn } from '@cuadre/api/permissions'
import type { PersonAccess, PersonView, RoleSimulation, simulateRoleKeys } from '@cuadre/api/role'
import type { RoleId } from '@cuadre/api/roles'
import { recordClockChange } from '../../platform/audit/index.ts'
import { dryRun } from '../../platform/database/dry-run.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as repository from './role.repository.ts'
import { outcomeOf } from './role.rules.ts'
import { setKeysIn } from './role.service.ts'

export const { holders } = repository

/** @throws 404 */
export async function ofPerson(db: Db, id: number): Promise<PersonAccess> {
  const person = await repository.personWithRoles(db, id)
  if (!person) throw NotFound()
  const { roles, exceptions, ...rest } = person
  const permisos = PERMISSION_KEYS.map((key) => {
    const EXCEPCION = exceptions[key] ?? null
    return { key, ...outcomeOf(key, { active: rest.ACTIVO, activeRoleId: rest.activeRoleId, roles, exception: EXCEPCION }), EXCEPCION }
  })
  return { ...rest, roles: roles.map(({ keys: _, ...role }) => role), permisos }
}

/**
 * What a person sees in one of their roles, the active one unless said: the keys and the scopes that their own calls would have, without a country
 * or business chosen. Rows are counted in the businesses of the caller. @throws 404, also where they do not have the role
 */
export async function viewOf(db: Db, caller: Caller, id: number, rolId?: number): Promise<PersonView> {
  const person = await repository.personWithRoles(db, id)
  const role = person?.roles.find((one) => one.rolId === (rolId ?? person.activeRoleId))
  if (!person || !role) throw NotFound()
  // The contract says which types there are.
  const roleId = role.COD_TIPO_USUARIO as RoleId
  const keys = await repository.keysOf(db, id, roleId)
  const they: Caller = { ...caller, userId: id, name: person.NOMBRE, roleId, permissions: new Set(keys), countryId: null, businessId: null }
  delete they.businesses
  delete they.auditor
  return {
    id,
    NOMBRE: person.NOMBRE,
    ACTIVO: person.ACTIVO,
    rolId: role.rolId,
    COD_TIPO_USUARIO: roleId,
    roles: person.roles.map(({ rolId, nombre }) => ({ rolId, nombre })),
    keys,
    filas: await repository.rowsSeen(db, caller, they),
  }
}

/** How many names are told of each group of people. */
const NAMED = 5
const named = (people: readonly { NOMBRE: string }[]) => people.slice(0, NAMED).map(({ NOMBRE }) => NOMBRE)

/** Runs the very change and takes it back, so that it refuses what saving refuses. @throws as `setKeysIn` */
export const simulate = (db: Db, caller: Caller, id: number, body: Parsed<typeof simulateRoleKeys>['body']): Promise<RoleSimulation> =>
  dryRun(db, async (tx) => {
    const before = await repository.find(tx, id)
    if (!before) throw NotFound()
    const after = await setKeysIn(tx, caller, id, body)
    const [had, has] = [new Set(before.enabledKeys), new Set(after.enabledKeys)]
    const changed = PERMISSION_KEYS.filter((key) => had.has(key) !== has.has(key))
    const members = await repository.members(tx, id, changed, NAMED)
    const cambios = changed.map((key) => {
      const excepted = members.exceptions.filter((one) => one.key === key)
      const ids = new Set(excepted.map(({ id }) => id))
      const without = (acting: boolean, total: number) => ({
        n: total - excepted.filter(({ active }) => active === acting).length,
        nombres: named(members.first.filter((one) => one.active === acting && !ids.has(one.id))),
      })
      return {
        key,
        enabled: has.has(key),
        afectados: without(true, members.acting),
        conExcepcion: { n: excepted.length, nombres: named(excepted) },
        conOtroRol: without(false, members.others),
      }
    })
    // Nobody who has an exception for every one of the keys is touched.
    const own = Map.groupBy(
      members.exceptions.filter(({ active }) => active),
      ({ id }) => id,
    )
    const untouched = [...own.values()].filter((keys) => keys.length === changed.length).length
    return {
      cambios,
      PERSONAS: changed.length > 0 ? members.acting - untouched : 0,
      combinaciones: riskyPairsIn(has).map((pair) => ({ id: pair, nueva: !riskyPairsIn(had).includes(pair) })),
    }
  })

/** Called by the clock: takes away the exceptions that have ended, and says so in the history. */
export const endExceptions = (db: Db, at: Date) =>
  transaction(db, async (tx) => {
    for (const { userId, key, granted } of await repository.removeEnded(tx, at))
      await recordClockChange(tx, { subject: 'permisos_usuario', id: userId, before: { [key]: granted }, after: { [key]: null } })
  })
