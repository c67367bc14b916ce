import { CONFIG_TYPE, type Config, type listConfig, type setConfig, type updateConfig } from '@cuadre/api/config'
import type { Parsed } from '@cuadre/api/endpoint'
import { isRoleId } from '@cuadre/api/roles'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { inactivityOverSession, KINDS } from '../../platform/parameter/parameter.kinds.ts'
import { callProvider, type Provider } from '../../platform/provider/provider.ts'
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
export async function update(deps: Deps, caller: Caller, id: number, { valor, motivo }: Parsed<typeof updateConfig>['body']) {
  const saved = await transaction(deps.db, async (tx) => {
    await repository.lock(tx)
    const { tipoId, rolId } = await get(tx, id, caller.locale)
    return change(tx, caller, { tipoId, rolId, valor, motivo })
  })
  await syncProviderLimits(deps)
  return saved
}

/** @throws 502 as in `update` */
export async function set(deps: Deps, caller: Caller, body: Parsed<typeof setConfig>['body']) {
  const saved = await transaction(deps.db, async (tx) => {
    if (!KINDS[body.tipoId]) throw Invalid('tipoId', 'config_type_unknown')
    if (body.rolId !== null && !isRoleId(body.rolId)) throw Invalid('rolId', 'role_unknown')
    if (body.rolId === null && body.valor === null) throw Invalid('valor', 'config_global_needed')
    await repository.lock(tx)
    return change(tx, caller, body)
  })
  await syncProviderLimits(deps)
  return saved
}

/** Sends the limits to a provider that keeps its own; the embedded one reads the parameters. @throws 502 */
export async function syncProviderLimits({ db, credentials }: Deps) {
  if (!credentials || !('setLimits' in credentials)) return
  const limits = await repository.providerLimits(db)
  await callProvider(() => credentials.setLimits(limits))
}

async function change(tx: Db, caller: Caller, { tipoId, rolId, valor, motivo }: Parsed<typeof setConfig>['body']) {
  const { min, max } = KINDS[tipoId]!
  if (valor !== null && (valor < min || valor > max)) throw Invalid('valor', 'config_out_of_range', { min, max })
  const values = await repository.values(tx)
  const old = values.find((v) => v.typeId === tipoId && v.roleId === rolId)?.value ?? null
  const others = values.filter((v) => v.typeId !== tipoId || v.roleId !== rolId)
  refuseLongInactivity(
    tipoId,
    inactivityOverSession(valor === null ? others : [...others, { typeId: tipoId, roleId: rolId, value: valor }]),
  )

  if (old !== valor) await repository.save(tx, { tipoId, rolId, valor, motivo, old, userId: caller.userId })
  return described((await repository.rowInForce(tx, tipoId, rolId))!, caller.locale)
}

function refuseLongInactivity(typeId: number, wrong: ReturnType<typeof inactivityOverSession>) {
  if (wrong.length === 0) return
  if (typeId === CONFIG_TYPE.tiempoSesion)
    throw Invalid('valor', 'session_under_inactivity', { min: Math.max(...wrong.map((w) => w.inactivity)) })
  throw Invalid('valor', 'inactivity_over_session', { max: Math.min(...wrong.map((w) => w.session)) })
}
