import type { Parsed } from '@cuadre/api/endpoint'
import { PERMISSION_KEYS, PERMISSIONS, type Permission } from '@cuadre/api/permissions'
import type { createRole, PermissionSet, Role, setPermission, setRoleKeys, updateRole } from '@cuadre/api/role'
import { ROLE } from '@cuadre/api/roles'
import { DateTime } from 'luxon'
import type { AppOptions } from '../../options.ts'
import { recordChange } from '../../platform/audit/index.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { tellOfChange } from '../user/account-notice.ts'
import { checkAdministration, checkAdministratorRights, lockAdministration } from '../user/person.ts'
import { checkRank } from '../user/rank.ts'
import * as repository from './role.repository.ts'

export const { list, options, history } = repository

async function get(db: Db, id: number): Promise<Role> {
  const role = await repository.find(db, id)
  if (!role) throw NotFound()
  return role
}

/** As `get`, for a role named by a field. */
async function roleOfField(db: Db, id: number, path: string): Promise<Role> {
  const role = await repository.find(db, id)
  if (!role) throw Invalid(path, 'role_unknown')
  return role
}

export const create = (db: Db, caller: Caller, body: Parsed<typeof createRole>['body']) =>
  transaction(db, async (tx) => {
    await lockAdministration(tx)
    checkAdministratorRights(caller, [body.COD_TIPO_USUARIO])
    // Auditors are granted access one by one.
    if (body.COD_TIPO_USUARIO === ROLE.auditor) throw Invalid('COD_TIPO_USUARIO', 'role_of_auditors')
    checkGiven(caller, body.COD_TIPO_USUARIO, body.enabledKeys, 'enabledKeys')
    const id = await repository.insert(tx, body)
    if (!id) throw Invalid('nombre', 'role_exists')
    await repository.saveKeys(tx, id, body.enabledKeys)
    const role = await get(tx, id)
    await recordChange(tx, caller, { subject: 'rol', id, before: null, after: described(role) })
    return role
  })

/** @throws 403 for a system role, 409 if it was changed meanwhile */
export const update = (db: Db, caller: Caller, { id, revision, ...change }: Parsed<typeof updateRole>['body']) =>
  transaction(db, async (tx) => {
    const before = await lockOwnRole(tx, caller, id)
    checkRevision(before.revision, revision, before)
    const nombre = change.nombre ?? before.nombre
    const descripcion = change.descripcion === undefined ? before.descripcion : change.descripcion
    if (await repository.named(tx, nombre, id)) throw Invalid('nombre', 'role_exists')
    await repository.save(tx, { id, nombre, descripcion })
    const after = await get(tx, id)
    await recordChange(tx, caller, { subject: 'rol', id, before: described(before), after: described(after) })
    return after
  })

/** @throws 403 for a system role, 409 while somebody has it */
export const remove = (db: Db, caller: Caller, id: number) =>
  transaction(db, async (tx) => {
    const before = await lockOwnRole(tx, caller, id)
    if (before.USUARIOS > 0) throw Conflict('role_in_use', { n: before.USUARIOS })
    await repository.remove(tx, id)
    await recordChange(tx, caller, { subject: 'rol', id, before: described(before), after: null })
    return { ok: true as const }
  })

/** Replaces all permissions of a role, from the next request on. @throws 403, 409 with the current role, 422 */
export const setKeys = (db: Db, caller: Caller, id: number, body: Parsed<typeof setRoleKeys>['body']) =>
  transaction(db, (tx) => setKeysIn(tx, caller, id, body))

/** The same in a transaction of the caller's. */
export async function setKeysIn(tx: Db, caller: Caller, id: number, { enabledKeys, revision }: Parsed<typeof setRoleKeys>['body']) {
  await lockAdministration(tx)
  const before = await get(tx, id)
  checkRevision(before.revision, revision, before)
  return saveKeys(tx, caller, before, enabledKeys, 'enabledKeys')
}

/** @throws 404 if the user does not have the role */
export async function permissionsOf(db: Db, roleId: number, userId: number | undefined): Promise<PermissionSet> {
  const role = await get(db, roleId)
  if (userId === undefined) return changeForReader(role)
  const user = await repository.overridesOf(db, userId)
  if (!user || !(await repository.hasRole(db, userId, roleId))) throw NotFound('role_not_held')
  return changeForReader(role, user)
}

/** Sets one permission of a role, or one grant or denial of a person, from the next request on. @throws 403, 409, 422 */
export const setOnePermission = ({ db, ...clock }: Deps, caller: Caller, body: Parsed<typeof setPermission>['body']) =>
  transaction(db, async (tx) => {
    const { key, enabled, rolId, userId, revision } = body
    await lockAdministration(tx)
    if (userId !== undefined && rolId === undefined) return makeException(tx, clock, caller, { ...body, userId })
    if (rolId === undefined || userId !== undefined) throw Invalid('rolId', 'permission_of_one')
    if (enabled === null) throw Invalid('enabled', 'permission_of_role')
    const before = await roleOfField(tx, rolId, 'rolId')
    checkRevision(before.revision, revision, changeForReader(before))
    const others = keysOf(before).filter((other) => other !== key)
    return changeForReader(await saveKeys(tx, caller, before, enabled ? [...others, key] : others, 'key'))
  })

type Clock = Pick<AppOptions, 'zone' | 'now'>
type Deps = Pick<AppOptions, 'db'> & Clock
type Exception = Parsed<typeof setPermission>['body'] & { userId: number }

/** An exception of a person has a reason; where it has a last day, the clock ends it. */
async function makeException(
  tx: Db,
  { zone, now = () => new Date() }: Clock,
  caller: Caller,
  { userId, key, enabled, revision, motivo, hasta }: Exception,
) {
  const before = await repository.overridesOf(tx, userId)
  if (!before) throw Invalid('userId', 'user_unknown')
  const role = await get(tx, await repository.activeRoleOf(tx, userId))
  checkRevision(before.revision, revision, changeForReader(role, before))
  await checkRank(tx, caller, userId)
  // Taking a denial away gives the permission too.
  if (enabled !== false) for (const type of before.types) checkGiven(caller, type, [key], 'key')
  if (enabled !== null && !motivo) throw Invalid('motivo', 'exception_reason')
  if (hasta !== undefined && hasta < DateTime.fromJSDate(now(), { zone }).toISODate()!) throw Invalid('hasta', 'exception_past')
  const exception = enabled === null ? null : { granted: enabled, reason: motivo!, until: hasta ?? null, by: caller.userId }
  await repository.saveException(tx, zone, userId, key, exception)
  await checkAdministration(tx, caller, 'key')
  const after = (await repository.overridesOf(tx, userId))!
  await tellOfChange(tx, userId, caller.userId, 'permiso_cambiado', { who: caller.name, key })
  await recordChange(tx, caller, {
    subject: 'permisos_usuario',
    id: userId,
    before: { [key]: before.overrides[key] ?? null },
    after: { [key]: enabled, ...(exception && { motivo: exception.reason, hasta: exception.until }) },
  })
  return changeForReader(role, after)
}

async function saveKeys(tx: Db, caller: Caller, before: Role, wanted: readonly Permission[], path: string) {
  const { id, COD_TIPO_USUARIO } = before
  checkAdministratorRights(caller, [COD_TIPO_USUARIO])
  const had = keysOf(before)
  checkGiven(
    caller,
    COD_TIPO_USUARIO,
    wanted.filter((key) => !had.includes(key)),
    path,
  )
  await repository.saveKeys(tx, id, wanted)
  await checkAdministration(tx, caller, path)
  const after = await get(tx, id)
  const keys = (role: Role) => ({ enabledKeys: role.enabledKeys })
  await recordChange(tx, caller, { subject: 'permisos_rol', id, before: keys(before), after: keys(after) })
  return after
}

/** Only an administrator may grant a permission they do not have; an auditor gets none that changes data (rules §2.8), besides their own ordinary work. */
function checkGiven(caller: Caller, type: number, keys: readonly Permission[], path: string) {
  const foreign = keys.find((key) => caller.roleId !== ROLE.administrador && !caller.permissions.has(key))
  if (foreign) throw Forbidden('key_not_yours', { key: foreign })
  const isOrdinary = (key: Permission) => (PERMISSIONS[key] as readonly number[]).includes(ROLE.auditor)
  const writing = type === ROLE.auditor && keys.find((key) => !key.endsWith('.read') && !isOrdinary(key))
  if (writing) throw Invalid(path, 'key_not_for_auditors', { key: writing })
}

function checkRevision(now: number, seen: number, current: Role | PermissionSet) {
  if (now !== seen) throw Conflict('role_moved', {}, current)
}

/** A role that may be renamed and removed, locked. */
async function lockOwnRole(tx: Db, caller: Caller, id: number) {
  await lockAdministration(tx)
  const role = await roleOfField(tx, id, 'id')
  if (role.sistema) throw Forbidden('role_system')
  checkAdministratorRights(caller, [role.COD_TIPO_USUARIO])
  return role
}

// The repository returns only permissions of the contract.
const keysOf = ({ enabledKeys }: Role) => enabledKeys as Permission[]
const described = ({ nombre, COD_TIPO_USUARIO, descripcion, enabledKeys }: Role) => ({ nombre, COD_TIPO_USUARIO, descripcion, enabledKeys })

function changeForReader(role: Role, user?: repository.Overrides): PermissionSet {
  const overrides = user?.overrides ?? {}
  const permissions = Object.fromEntries(
    PERMISSION_KEYS.map((key) => {
      const byRole = role.enabledKeys.includes(key)
      const lockOwnRole = overrides[key]
      return [
        key,
        { enabled: lockOwnRole ?? byRole, source: lockOwnRole === undefined ? ('role' as const) : ('user' as const), role: byRole },
      ]
    }),
  )
  return {
    activeRoleId: role.id,
    COD_TIPO_USUARIO: role.COD_TIPO_USUARIO,
    userId: user?.id ?? null,
    source: Object.keys(overrides).length > 0 ? 'user' : 'role',
    revision: user?.revision ?? role.revision,
    permissions,
  }
}
