import type { Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import type { besideUser, createUser, listUsers, User, UserDetail, updateUser, userActivity } from '@cuadre/api/user'
import type { AppOptions } from '../../options.ts'
import { recordChange } from '../../platform/audit/index.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { type ExportColumn, listOrExport, yesNo } from '../../platform/http/export.ts'
import { endPasswordLinks, tellOfChange } from './account-notice.ts'
import { askEmailChange } from './email-change.ts'
import {
  checkAdministration,
  checkAdministratorRights,
  checkUnique,
  definedOnly,
  insertPerson,
  lockAdministration,
  sameScope,
  savePerson,
  saveScope,
} from './person.ts'
import { checkFree, inviteToExistingAccount, syncAccount } from './provider-account.ts'
import { checkRank, refuseForeignGains } from './rank.ts'
import * as repository from './user.repository.ts'

export const { types, rolesOf } = repository
type Deps = Pick<AppOptions, 'db' | 'identity' | 'zone'>
type Write = Parsed<typeof createUser>['body']
type Change = Parsed<typeof updateUser>['body']

const COLUMNS: ExportColumn<User>[] = [
  { es: 'Nombre', en: 'Name', type: 'text', of: (u) => u.NOMBRE },
  { es: 'Usuario', en: 'User name', type: 'code', of: (u) => u.USUARIO },
  { es: 'Correo', en: 'E-mail', type: 'text', of: (u) => u.email },
  { es: 'Rol activo', en: 'Active role', type: 'text', of: (u) => u.rol },
  { es: 'Roles', en: 'Roles', type: 'text', of: (u) => u.roles.map((role) => role.TIPO_USUARIO).join(', ') },
  { es: 'Departamento', en: 'Department', type: 'text', of: (u) => u.DEPARTAMENTO },
  { es: 'Cuentas', en: 'Accounts', type: 'integer', of: (u) => u.CUENTAS },
  {
    es: 'Estado',
    en: 'Status',
    type: 'text',
    of: (u, l) => (u.status === 'activo' ? { es: 'Activo', en: 'Active' } : { es: 'Inactivo', en: 'Inactive' })[l],
  },
  { es: 'Segundo factor', en: 'Second factor', type: 'text', of: (u, l) => yesNo(u.SEGUNDO_FACTOR, l) },
  { es: 'Correo por confirmar', en: 'E-mail to confirm', type: 'text', of: (u) => u.CORREO_PENDIENTE },
  { es: 'Pide quitar el segundo factor', en: 'Asks to take the second factor away', type: 'text', of: (u) => u.PIDE_QUITAR_2FA },
  { es: 'Detenida hasta', en: 'Stopped until', type: 'datetime', of: (u) => u.DETENIDA_HASTA },
  { es: 'Último acceso', en: 'Last access', type: 'datetime', of: (u) => u.ULTIMO_ACCESO },
]

export const list = (db: Db, { locale }: Caller, query: Parsed<typeof listUsers>['query']) =>
  listOrExport(locale, query, { es: 'Usuarios', en: 'Users' }, COLUMNS, (query) => repository.list(db, query))

export const beside = async (db: Db, id: number, query: Parsed<typeof besideUser>['query']) =>
  (await repository.beside(db, id, query)) ?? { ANTERIOR: null, SIGUIENTE: null, PUESTO: null, TOTAL: 0 }

/** @throws 404, also for an auditor, who is a separate kind of user */
export async function get({ db, zone }: Pick<Deps, 'db' | 'zone'>, id: number): Promise<UserDetail> {
  const user = await repository.find(db, zone, id)
  if (!user) throw NotFound()
  return user
}

/** @throws 404 */
export async function activity(
  { db, zone }: Pick<AppOptions, 'db' | 'zone'>,
  caller: Caller,
  id: number,
  query: Parsed<typeof userActivity>['query'],
) {
  await get({ db, zone }, id)
  return repository.activity(db, caller, zone, id, query)
}

/** @throws 422 by field, 502 if the identity provider does not answer: saving again repairs it */
export async function create(deps: Deps, caller: Caller, body: Write) {
  const { db } = deps
  await checkFree(deps, body, null)
  const id = await transaction(db, (tx) => createIn(tx, deps, caller, body))
  await syncAccount(deps, id, { fresh: true })
  return get(deps, id)
}

/** In a transaction of the caller's, which then brings the provider's account up to date. @throws 422 by field */
export async function createIn(
  tx: Db,
  { identity, zone }: Pick<Deps, 'identity' | 'zone'>,
  caller: Caller,
  { roles, rolActivo, COD_DEPARTAMENTO, alcance, ...person }: Write,
): Promise<number> {
  await lockAdministration(tx)
  await checkUnique(tx, person, null)
  const newRoles = await checkRoles(tx, caller, roles, [])
  const active = activeType(newRoles, rolActivo, null)
  await checkDepartment(tx, COD_DEPARTAMENTO)
  checkNeeded(newRoles, alcance)
  const made = await insertPerson(tx, person, active, COD_DEPARTAMENTO)
  await refuseForeignGains(tx, caller, made, () => repository.saveRoles(tx, made, newRoles, active))
  await saveScope(tx, caller, made, alcance)
  await recordChange(tx, caller, { subject: 'usuario', id: made, before: null, after: snapshot(await get({ db: tx, zone }, made)) })
  if (!identity && person.status === 'activo') await inviteToExistingAccount(tx, { id: made, email: person.email, locale: person.locale })
  return made
}

/** @throws 403 if somebody else changes an administrator, 404, 409 if it has changed or no administrator would be left, 422 by field, 502 as in `create` */
export async function update(deps: Deps, caller: Caller, id: number, { REVISION, ...change }: Change) {
  const { db, zone } = deps
  const seen = await get(deps, id)
  await checkFree(deps, { USUARIO: change.USUARIO ?? seen.USUARIO, email: change.email ?? seen.email }, id)
  await transaction(db, async (tx) => {
    await lockAdministration(tx)
    const before = await get({ db: tx, zone }, id)
    await checkRank(tx, caller, id)
    if (REVISION !== undefined && REVISION !== before.REVISION) throw Conflict('row_moved', {}, before)
    const held = before.roles.map(({ rolId }) => rolId)
    const newRoles = await checkRoles(
      tx,
      caller,
      change.roles ?? held,
      before.roles.map(({ COD_TIPO_USUARIO }) => COD_TIPO_USUARIO),
    )
    if (id === caller.userId) checkOwn(change, before, newRoles)
    await checkUnique(tx, { USUARIO: change.USUARIO ?? before.USUARIO, email: change.email ?? before.email }, id)
    await savePerson(tx, id, { ...before, ...definedOnly(change), email: before.email })
    const active = activeType(newRoles, change.rolActivo, before.roleId)
    await refuseForeignGains(tx, caller, id, () => repository.saveRoles(tx, id, newRoles, active))
    if (change.COD_DEPARTAMENTO !== undefined) {
      if (change.COD_DEPARTAMENTO !== before.COD_DEPARTAMENTO) await checkDepartment(tx, change.COD_DEPARTAMENTO)
      await repository.saveDepartment(tx, id, change.COD_DEPARTAMENTO)
    }
    if (change.roles || change.alcance) {
      // Without a given scope, a scope that the new roles cannot use is removed with the old roles.
      const scope = change.alcance ?? (needsScope(newRoles) ? before.alcance : [])
      checkNeeded(newRoles, scope)
      if (!sameScope(before.alcance, scope)) await saveScope(tx, caller, id, scope)
    }
    await checkAdministration(tx, caller, change.status === 'inactivo' ? 'status' : 'roles')
    if (change.email) await askEmailChange(tx, caller, before, change.email)
    const after = await get({ db: tx, zone }, id)
    await tellPerson(tx, caller, before, after)
    await recordChange(tx, caller, { subject: 'usuario', id, before: snapshot(before), after: snapshot(after) })
  })
  await syncAccount(deps, id)
  return get(deps, id)
}

/** Of what they may do, and whether they may; a name or department takes nobody by surprise. */
async function tellPerson(tx: Db, { userId, name: who }: Caller, before: UserDetail, after: UserDetail) {
  const { id, status } = after
  if (before.status !== status) {
    await endPasswordLinks(tx, id)
    await tellOfChange(tx, id, userId, status === 'activo' ? 'cuenta_activada' : 'cuenta_desactivada', { who })
  }
  const access = ({ USUARIO, roles, alcance }: UserDetail) => JSON.stringify([USUARIO, roles, alcance])
  if (access(before) !== access(after))
    await tellOfChange(tx, id, userId, 'acceso_cambiado', {
      who,
      user: after.USUARIO,
      roles: after.roles.map((role) => role.TIPO_USUARIO).join(', '),
    })
}

/** One role of each type; auditors are created elsewhere; administrators only by administrators. */
async function checkRoles(tx: Db, caller: Caller, ids: readonly number[], held: readonly number[]) {
  const newRoles = await repository.roles(tx, [...new Set(ids)])
  if (newRoles.length < new Set(ids).size) throw Invalid('roles', 'role_unknown')
  const twice = newRoles.find(({ type }, i) => newRoles.findIndex((other) => other.type === type) < i)
  if (twice) throw Invalid('roles', 'role_twice', { role: twice.name })
  const types = newRoles.map(({ type }) => type)
  if (types.includes(ROLE.auditor) && !held.includes(ROLE.auditor)) throw Invalid('roles', 'role_of_auditors')
  checkAdministratorRights(caller, [...types, ...held])
  return newRoles
}

function checkOwn(change: Omit<Change, 'REVISION'>, before: UserDetail, newRoles: readonly repository.AssignableRole[]) {
  if (change.status === 'inactivo') throw Invalid('status', 'own_deactivation')
  const administers = (types: readonly number[]) => types.includes(ROLE.administrador)
  if (administers(before.roles.map((role) => role.COD_TIPO_USUARIO)) && !administers(newRoles.map(({ type }) => type)))
    throw Invalid('roles', 'own_administration')
}

/** The requested role; else the active one if it is still assigned; else the first. */
function activeType(newRoles: readonly repository.AssignableRole[], wanted: number | undefined, now: number | null) {
  const active =
    wanted === undefined ? (newRoles.find(({ type }) => type === now) ?? newRoles[0]) : newRoles.find(({ id }) => id === wanted)
  if (!active) throw Invalid('rolActivo', 'role_active_missing')
  return active.type
}

const needsScope = (newRoles: readonly repository.AssignableRole[]) =>
  newRoles.some(({ type }) => type === ROLE.control || type === ROLE.gerencia)
function checkNeeded(newRoles: readonly repository.AssignableRole[], scope: readonly unknown[]) {
  if (needsScope(newRoles) && scope.length === 0) throw Invalid('alcance', 'scope_required')
  if (!needsScope(newRoles) && scope.length > 0) throw Invalid('alcance', 'scope_needless')
}

async function checkDepartment(tx: Db, id: number | null) {
  if (id !== null && !(await repository.isActiveDepartment(tx, id))) throw Invalid('COD_DEPARTAMENTO', 'department_unknown')
}

const snapshot = ({ NOMBRE, USUARIO, email, CORREO_PENDIENTE, status, locale, roleId, roles, COD_DEPARTAMENTO, alcance }: UserDetail) => ({
  NOMBRE,
  USUARIO,
  email,
  CORREO_PENDIENTE,
  status,
  locale,
  roleId,
  roles: roles.map(({ rolId }) => rolId),
  COD_DEPARTAMENTO,
  alcance: alcance.map(({ ID_PAIS, ID_NEGOCIO }) => ({ ID_PAIS, ID_NEGOCIO })),
})
