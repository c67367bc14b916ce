import type { Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import type { createService, listServices, ServiceAccount, ServiceSecret, updateService } from '@cuadre/api/service'
import type { AppOptions } from '../../options.ts'
import { recordChange } from '../../platform/audit/index.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { type ExportColumn, listOrExport } from '../../platform/http/export.ts'
import { callProvider, type ServiceClients } from '../../platform/provider/provider.ts'
import { invalidateTokens } from '../identity/token-time.ts'
import { definedOnly, lockAdministration, sameScope, saveScope } from '../user/person.ts'
import { standingOf } from '../user/rank.ts'
import * as repository from './service.repository.ts'

type Deps = Pick<AppOptions, 'db' | 'services'>

const COLUMNS: ExportColumn<ServiceAccount>[] = [
  { es: 'Nombre', en: 'Name', type: 'text', of: (s) => s.NOMBRE },
  { es: 'Identificador', en: 'Identifier', type: 'code', of: (s) => s.CLIENTE },
  {
    es: 'Estado',
    en: 'Status',
    type: 'text',
    of: (s, l) => (s.status === 'activo' ? { es: 'Activo', en: 'Active' } : { es: 'Inactivo', en: 'Inactive' })[l],
  },
  { es: 'Permisos', en: 'Permissions', type: 'text', width: 40, of: (s) => s.llaves.join(', ') },
  { es: 'Alcance', en: 'Scope', type: 'text', width: 40, of: (s) => s.alcance.map((place) => place.NEGOCIO ?? place.PAIS).join(', ') },
  { es: 'Secreto del', en: 'Secret of', type: 'datetime', of: (s) => s.SECRETO_EN },
  { es: 'Último uso', en: 'Last use', type: 'datetime', of: (s) => s.ULTIMO_USO },
  { es: 'Registrado por', en: 'Registered by', type: 'text', of: (s) => s.CREADO_POR },
]
export const list = (db: Db, { locale }: Caller, query: Parsed<typeof listServices>['query']) =>
  listOrExport(locale, query, { es: 'Programas', en: 'Programs' }, COLUMNS, (query) => repository.list(db, query))

/** @throws 404 */
export async function get(db: Db, id: number): Promise<ServiceAccount> {
  const found = await repository.find(db, id)
  if (!found) throw NotFound()
  return found
}

/** @throws 403 for a key that is not the caller's, 409 where clients are managed elsewhere, 422 by field, 502: renewing the secret repairs it */
export async function create(
  deps: Deps,
  caller: Caller,
  { CLIENTE, NOMBRE, llaves, alcance, status }: Parsed<typeof createService>['body'],
) {
  const { db } = deps
  // Never the name of another client of the realm.
  const clientId = `servicio-${CLIENTE}`
  const clients = here(deps)
  const id = await transaction(db, async (tx) => {
    await lockAdministration(tx)
    refuseForeignKeys(caller, llaves, 'key_not_yours')
    const made = await repository.insert(tx, clientId, NOMBRE, llaves, caller.userId)
    if (made === undefined) throw Invalid('CLIENTE', 'service_exists')
    await saveScope(tx, caller, made, alcance)
    await recordChange(tx, caller, { subject: 'servicio', id: made, before: null, after: snapshot(await get(tx, made)) })
    return made
  })
  const secret = await makeSecret(deps, clients, id)
  if (status === 'inactivo') await update(deps, caller, id, { status })
  return { ...secret, ...(await get(db, id)) }
}

/** @throws 403, 404, 409 if it has changed since, 422 by field, 502: saving again repairs it */
export async function update(deps: Deps, caller: Caller, id: number, { REVISION, ...change }: Parsed<typeof updateService>['body']) {
  const { db } = deps
  const after = await transaction(db, async (tx) => {
    await lockAdministration(tx)
    const before = await held(tx, caller, id)
    if (REVISION !== undefined && REVISION !== before.REVISION) throw Conflict('row_moved', {}, before)
    const { alcance, ...fields } = definedOnly(change)
    const llaves = change.llaves ?? before.llaves
    refuseForeignKeys(
      caller,
      llaves.filter((key) => !before.llaves.includes(key)),
      'key_not_yours',
    )
    await repository.save(tx, id, { ...before, ...fields })
    if (alcance && !sameScope(before.alcance, alcance)) await saveScope(tx, caller, id, alcance)
    const after = await get(tx, id)
    await recordChange(tx, caller, { subject: 'servicio', id, before: snapshot(before), after: snapshot(after) })
    return after
  })
  // Our own refusal holds already; the provider gives no more tokens either.
  if (deps.services && after.SECRETO_EN) await callProvider(() => deps.services!.setEnabled(after.CLIENTE, after.status === 'activo'))
  return after
}

/** @throws 403, 404, 409 for one that is inactive, 502 */
export async function renewSecret(deps: Deps, caller: Caller, id: number): Promise<ServiceSecret> {
  const clients = here(deps)
  await transaction(deps.db, async (tx) => {
    await lockAdministration(tx)
    const before = await held(tx, caller, id)
    if (before.status === 'inactivo') throw Conflict('service_inactive', {}, before)
    await invalidateTokens(tx, id)
    await recordChange(tx, caller, { subject: 'servicio', id, before: null, after: { acceso: 'secreto_renovado' } })
  })
  return makeSecret(deps, clients, id)
}

/** @throws 502 */
async function makeSecret({ db }: Deps, clients: ServiceClients, id: number): Promise<ServiceSecret> {
  const { CLIENTE: clientId, NOMBRE: name } = await get(db, id)
  const { sub, secret } = await callProvider(() => clients.renew({ clientId, name }))
  await transaction(db, (tx) => repository.saveSecret(tx, id, clients.issuer, sub))
  return { ...(await get(db, id)), SECRETO: secret, TOKEN_URL: `${clients.issuer}/protocol/openid-connect/token` }
}

function here({ services }: Deps): ServiceClients {
  if (!services) throw Conflict('service_elsewhere')
  return services
}

/** The same as of people (decision 042): nobody changes what is beyond their own permissions, countries and businesses. @throws 403, 404 */
async function held(tx: Db, caller: Caller, id: number): Promise<ServiceAccount> {
  const found = await get(tx, id)
  refuseForeignKeys(caller, found.llaves, 'rank_key')
  if (caller.roleId !== ROLE.administrador && (await standingOf(tx, caller, id))?.beyond) throw Forbidden('rank_scope')
  return found
}

function refuseForeignKeys({ roleId, permissions }: Caller, keys: ServiceAccount['llaves'], code: 'key_not_yours' | 'rank_key') {
  const foreign = roleId === ROLE.administrador ? undefined : keys.find((key) => !permissions.has(key))
  if (foreign) throw Forbidden(code, { key: foreign })
}

const snapshot = ({ NOMBRE, CLIENTE, status, llaves, alcance }: ServiceAccount) => ({
  NOMBRE,
  CLIENTE,
  status,
  llaves,
  alcance: alcance.map(({ ID_PAIS, ID_NEGOCIO }) => ({ ID_PAIS, ID_NEGOCIO })),
})
