import {
  CONFIG_TYPE,
  type Config,
  type ConfigInForce,
  type listConfig,
  type setConfig,
  type setConfigs,
  type simulateConfig,
  type updateConfig,
} from '@cuadre/api/config'
import type { Parsed } from '@cuadre/api/endpoint'
import { isRoleId, ROLE_NAME } from '@cuadre/api/roles'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { inactivityOverSession, inForce, KINDS, strictest } from '../../platform/parameter/parameter.kinds.ts'
import { callProvider, type Provider } from '../../platform/provider/provider.ts'
import { changed, impactOf, type Wanted } from './config.impact.ts'
import * as repository from './config.repository.ts'

export const types = (locale: Locale) =>
  Object.entries(KINDS).map(([id, { codigo, nombre }]) => ({ id: Number(id), codigo, nombre: nombre[locale] }))

const described = (row: repository.Row, locale: Locale): Config => {
  const { nombre, unidad, min, max, defecto } = KINDS[row.tipoId]!
  return { ...row, nombre: nombre[locale], unidad, min, max, defecto }
}

export async function list(db: Db, query: Parsed<typeof listConfig>['query'], locale: Locale) {
  const found = await repository.list(db, query)
  return { ...found, data: found.data.map((row) => described(row, locale)) }
}

export async function get(db: Db, id: number, locale: Locale) {
  const row = await repository.find(db, id)
  if (!row) throw NotFound()
  return described(row, locale)
}

type Deps = { db: Db; credentials?: Provider | undefined }

/** @throws 502 if the saved value did not reach the provider; saving again repairs it */
export async function update(deps: Deps, caller: Caller, id: number, body: Parsed<typeof updateConfig>['body']) {
  const { tipoId, rolId } = await get(deps.db, id, caller.locale)
  return set(deps, caller, { tipoId, rolId, ...body })
}

/** @throws 502 as in `update` */
export async function set(deps: Deps, caller: Caller, { motivo, ...wanted }: Parsed<typeof setConfig>['body']) {
  await save(deps, caller, [wanted], motivo, () => 'valor')
  return described((await repository.rowInForce(deps.db, wanted.tipoId, wanted.rolId))!, caller.locale)
}

/** All of them or none. @throws 502 as in `update` */
export async function setAll(deps: Deps, caller: Caller, { rolId, valores, motivo }: Parsed<typeof setConfigs>['body']) {
  await save(
    deps,
    caller,
    valores.map((one) => ({ ...one, rolId })),
    motivo,
    pathOf,
  )
  return { ok: true as const }
}

type Seen = Wanted & { visto?: number | null | undefined }
async function save(deps: Deps, caller: Caller, wanted: readonly Seen[], motivo: string, path: Path) {
  await transaction(deps.db, async (tx) => {
    await repository.lock(tx)
    const values = await repository.values(tx)
    const heldBy = ({ tipoId, rolId }: Wanted) => values.find((v) => v.typeId === tipoId && v.roleId === rolId)?.value ?? null
    for (const one of wanted) {
      const now = heldBy(one)
      if (one.visto === undefined || one.visto === now || one.valor === now || !KINDS[one.tipoId]) continue
      const who = await repository.lastChangedBy(tx, one.tipoId, one.rolId)
      throw Conflict('config_moved', { name: KINDS[one.tipoId]!.nombre[caller.locale], who: who ?? '' })
    }
    check(deps, values, wanted, path)
    for (const one of wanted) {
      const { tipoId, rolId, valor } = one
      const old = heldBy(one)
      if (old !== valor) await repository.save(tx, { tipoId, rolId, valor, motivo, old, userId: caller.userId })
    }
  })
  await syncProviderLimits(deps)
}

/** Sends the limits to a provider that keeps its own; the embedded one reads the parameters. @throws 502 */
export async function syncProviderLimits({ db, credentials }: Deps) {
  if (!credentials || !('setLimits' in credentials)) return
  const limits = await repository.providerLimits(db)
  await callProvider(() => credentials.setLimits(limits))
}

export const { changes } = repository

/** Whom changes would hit; refused as they would be. @throws 502 */
export async function simulate(deps: Deps & { now: Date }, { rolId, valores }: Parsed<typeof simulateConfig>['body']) {
  const wanted = valores.map((one) => ({ ...one, rolId }))
  check(deps, await repository.values(deps.db), wanted, pathOf)
  const impacts = []
  for (const one of wanted) impacts.push(await impactOf(deps, one))
  return impacts
}

/** What holds for each role, and whether it is the role's own. */
export async function holding({ db, credentials }: Deps, tipoId: number, locale: Locale): Promise<ConfigInForce> {
  if (!KINDS[tipoId]) throw Invalid('tipoId', 'config_type_unknown')
  const [stored, values, people, limits] = await Promise.all([
    repository.ofRole(db, tipoId),
    repository.values(db),
    repository.activePeople(db, credentials?.issuer),
    repository.providerLimits(db),
  ])
  const told = credentials && 'setLimits' in credentials
  const single: Record<number, number> = {
    [CONFIG_TYPE.tiempoSesion]: limits.sessionMinutes,
    [CONFIG_TYPE.expiracionContrasena]: limits.passwordDays,
    [CONFIG_TYPE.inactividad]: limits.idleMinutes,
  }
  return {
    proveedor: told ? 'informado' : credentials ? 'lee' : 'aparte',
    valorProveedor: (told && single[tipoId]) || null,
    general: described(stored.find(({ rolId }) => rolId === null)!, locale),
    roles: Object.entries(ROLE_NAME).map(([id, rol]) => {
      const rolId = Number(id)
      const valor = inForce(values, tipoId, rolId)
      const own = stored.find((one) => one.rolId === rolId)
      const having = people.filter(({ roles }) => roles.includes(rolId))
      return {
        rolId,
        rol,
        valor,
        propio: own ? described(own, locale) : null,
        personas: having.length,
        otroRol: having.filter(({ roles }) => strictest(values, tipoId, roles) !== valor).length,
      }
    }),
  }
}

/** Where an error of a parameter is shown. */
type Path = (tipoId: number) => string
const pathOf: Path = (tipoId) => `valores.${tipoId}`

/** @throws 409, 422 */
function check(
  { credentials }: Pick<Deps, 'credentials'>,
  values: Awaited<ReturnType<typeof repository.values>>,
  wanted: readonly Wanted[],
  path: Path,
) {
  for (const { tipoId, rolId, valor } of wanted) {
    if (!KINDS[tipoId]) throw Invalid('tipoId', 'config_type_unknown')
    if (rolId !== null && !isRoleId(rolId)) throw Invalid('rolId', 'role_unknown')
    if (rolId === null && valor === null) throw Invalid(path(tipoId), 'config_global_needed')
    if (tipoId === CONFIG_TYPE.expiracionContrasena && !credentials) throw Conflict('password_age_elsewhere')
    const { min, max } = KINDS[tipoId]!
    if (valor !== null && (valor < min || valor > max)) throw Invalid(path(tipoId), 'config_out_of_range', { min, max })
  }
  const wrong = inactivityOverSession(changed(values, wanted))
  if (wrong.length === 0) return
  // Said where it was caused: at the idle time unless only the session time was changed.
  if (wanted.every(({ tipoId }) => tipoId !== CONFIG_TYPE.inactividad))
    throw Invalid(path(CONFIG_TYPE.tiempoSesion), 'session_under_inactivity', { min: Math.max(...wrong.map((w) => w.inactivity)) })
  throw Invalid(path(CONFIG_TYPE.inactividad), 'inactivity_over_session', { max: Math.min(...wrong.map((w) => w.session)) })
}
