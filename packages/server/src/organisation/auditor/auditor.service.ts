import {
  type Auditor,
  type AuditorAccess,
  type auditorAccesses,
  type createAuditor,
  type listAuditors,
  MAX_DAYS,
  type updateAuditor,
} from '@cuadre/api/auditor'
import type { Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { DateTime } from 'luxon'
import type { z } from 'zod'
import type { AppOptions } from '../../options.ts'
import { recordChange } from '../../platform/audit/index.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { type ExportColumn, listOrExport } from '../../platform/http/export.ts'
import { endPasswordLinks, tellOfChange } from '../user/account-notice.ts'
import { askEmailChange } from '../user/email-change.ts'
import { checkUnique, definedOnly, insertPerson, lockAdministration, sameScope, savePerson, saveScope } from '../user/person.ts'
import { checkFree, inviteToExistingAccount, syncAccount } from '../user/provider-account.ts'
import { checkRank, refuseForeignGains } from '../user/rank.ts'
import { saveRoles } from '../user/user.repository.ts'
import * as repository from './auditor.repository.ts'

type Deps = Pick<AppOptions, 'db' | 'identity' | 'zone' | 'now'>
type Write = Parsed<typeof createAuditor>['body']
const AUDITOR = { id: ROLE.auditor, type: ROLE.auditor, name: 'AUDITOR' }

const today = ({ zone, now = () => new Date() }: Deps) => DateTime.fromJSDate(now(), { zone }).toISODate()!

export const AUDITOR_ACCESS = {
  vigente: { es: 'Vigente', en: 'Current' },
  por_iniciar: { es: 'Por iniciar', en: 'Not begun' },
  vencido: { es: 'Vencido', en: 'Expired' },
  inactivo: { es: 'Inactivo', en: 'Inactive' },
}
const COLUMNS: ExportColumn<Auditor>[] = [
  { es: 'Nombre', en: 'Name', type: 'text', of: (a) => a.NOMBRE },
  { es: 'Usuario', en: 'User name', type: 'code', of: (a) => a.USUARIO },
  { es: 'Correo', en: 'E-mail', type: 'text', of: (a) => a.email },
  { es: 'Firma auditora', en: 'Audit firm', type: 'text', of: (a) => a.FIRMA_AUDITORA },
  {
    es: 'Tipo',
    en: 'Kind',
    type: 'text',
    of: (a, l) => ({ interno: { es: 'Interno', en: 'Internal' }, externo: { es: 'Externo', en: 'External' } })[a.TIPO][l],
  },
  { es: 'Desde', en: 'From', type: 'date', of: (a) => a.VIGENCIA_DESDE },
  { es: 'Hasta', en: 'Until', type: 'date', of: (a) => a.VIGENCIA_HASTA },
  { es: 'Acceso', en: 'Access', type: 'text', of: (a, l) => AUDITOR_ACCESS[a.ACCESO][l] },
  { es: 'Alcance', en: 'Scope', type: 'text', width: 40, of: (a) => a.alcance.map((s) => s.NEGOCIO ?? s.PAIS).join(', ') },
  { es: 'Períodos', en: 'Periods', type: 'text', width: 40, of: (a) => a.periodos.map((p) => p.PERIODO).join(', ') },
  { es: 'Último acceso', en: 'Last access', type: 'datetime', of: (a) => a.ULTIMO_ACCESO },
]

export const list = (deps: Deps, caller: Caller, query: Parsed<typeof listAuditors>['query']) =>
  listOrExport(caller.locale, query, { es: 'Auditores', en: 'Auditors' }, COLUMNS, (query) =>
    repository.list(deps.db, caller, today(deps), query),
  )

export async function get(deps: Deps, caller: Caller, id: number, db: Db = deps.db): Promise<Auditor> {
  const auditor = await repository.find(db, caller, today(deps), id)
  if (!auditor) throw NotFound()
  return auditor
}

/** @throws 422 by field, 502 if the identity provider does not answer: saving again repairs it */
export async function create(deps: Deps, caller: Caller, body: Write) {
  const { db, identity } = deps
  checkAccessPeriod(body)
  if (body.VIGENCIA_HASTA < today(deps)) throw Invalid('VIGENCIA_HASTA', 'auditor_dates_past')
  await checkFree(deps, body, null)
  const id = await transaction(db, async (tx) => {
    await lockAdministration(tx)
    await checkUnique(tx, body, null)
    const made = await insertPerson(tx, body, ROLE.auditor, null)
    await refuseForeignGains(tx, caller, made, () => saveRoles(tx, made, [AUDITOR], ROLE.auditor))
    await repository.saveAccess(tx, made, body)
    await saveScope(tx, caller, made, body.alcance)
    await savePeriods(tx, made, body.periodos)
    await recordChange(tx, caller, { subject: 'auditor', id: made, before: null, after: snapshot(await get(deps, caller, made, tx)) })
    if (!identity && body.status === 'activo') await inviteToExistingAccount(tx, { id: made, email: body.email, locale: body.locale })
    return made
  })
  await syncAccount(deps, id, { fresh: true })
  return get(deps, caller, id)
}

/**
 * Shortening the dates ends the access at once.
 * @throws 404, 409 if somebody else changed it meanwhile, 422 by field, 502 as in `create`
 */
export async function update(deps: Deps, caller: Caller, id: number, { REVISION, ...change }: Parsed<typeof updateAuditor>['body']) {
  const { db } = deps
  const seen = await get(deps, caller, id)
  await checkFree(deps, { USUARIO: change.USUARIO ?? seen.USUARIO, email: change.email ?? seen.email }, id)
  await transaction(db, async (tx) => {
    await lockAdministration(tx)
    const before = await get(deps, caller, id, tx)
    // An access is never widened by whoever has it.
    if (id === caller.userId) throw Forbidden('rank_role', { role: AUDITOR.name })
    await checkRank(tx, caller, id)
    if (REVISION !== undefined && REVISION !== before.REVISION) throw Conflict('row_moved', {}, before)
    const { alcance = before.alcance, periodos, ...fields } = { ...before, ...definedOnly(change) }
    checkAccessPeriod(fields)
    await checkUnique(tx, fields, id)
    await savePerson(tx, id, { ...fields, email: before.email })
    await repository.saveAccess(tx, id, fields)
    if (change.alcance) {
      if (alcance.length === 0) throw Invalid('alcance', 'scope_required')
      if (!sameScope(before.alcance, alcance)) await saveScope(tx, caller, id, alcance)
    }
    if (change.periodos) await savePeriods(tx, id, change.periodos)
    if (change.email) await askEmailChange(tx, caller, before, change.email)
    const after = await get(deps, caller, id, tx)
    await tellAuditor(tx, caller, before, after)
    await recordChange(tx, caller, { subject: 'auditor', id, before: snapshot(before), after: snapshot(after) })
  })
  await syncAccount(deps, id)
  return get(deps, caller, id)
}

async function tellAuditor(tx: Db, { userId, name: who }: Caller, before: Auditor, after: Auditor) {
  const { id, status } = after
  if (before.status !== status) {
    await endPasswordLinks(tx, id)
    await tellOfChange(tx, id, userId, status === 'activo' ? 'cuenta_activada' : 'cuenta_desactivada', { who })
  }
  if (before.USUARIO !== after.USUARIO)
    await tellOfChange(tx, id, userId, 'acceso_cambiado', { who, user: after.USUARIO, roles: AUDITOR.name })
}

export const ACCESS_KIND: Record<z.output<typeof AuditorAccess>['TIPO'], Record<'es' | 'en', string>> = {
  accion: { es: 'Acción', en: 'Action' },
  descarga: { es: 'Descarga', en: 'Download' },
  exportacion: { es: 'Exportación', en: 'Export' },
  vista: { es: 'Consulta', en: 'Look' },
}
const ACCESS_COLUMNS: ExportColumn<z.output<typeof AuditorAccess>>[] = [
  { es: 'Fecha', en: 'Date', type: 'datetime', of: (a) => a.FECHA },
  { es: 'Tipo', en: 'Kind', type: 'text', of: (a, l) => ACCESS_KIND[a.TIPO][l] },
  { es: 'Llamada', en: 'Call', type: 'code', of: (a) => a.LLAMADA },
  { es: 'Ruta', en: 'Path', type: 'code', width: 40, of: (a) => a.RUTA },
  { es: 'Período', en: 'Period', type: 'code', width: 10, of: (a) => a.PERIODO },
  { es: 'Cuenta', en: 'Account', type: 'code', of: (a) => a.CUENTA },
  { es: 'Nombre', en: 'Name', type: 'text', of: (a) => a.NOMBRE_CUENTA },
  { es: 'Archivo', en: 'File', type: 'text', of: (a) => a.ARCHIVO },
  { es: 'Filtros', en: 'Filters', type: 'text', width: 60, of: (a) => a.FILTROS_TEXTO },
]
/** What each call was narrowed to, filter by filter: its name and its value in the caller's words. */
export type FiltersSaid = (
  caller: Caller,
  calls: readonly { call: string; query: object }[],
) => Promise<readonly (readonly (readonly [name: string, value: string])[])[]>
export async function accesses(
  deps: Deps & { filtersSaid: FiltersSaid },
  caller: Caller,
  id: number,
  query: Parsed<typeof auditorAccesses>['query'],
) {
  const { NOMBRE } = await get(deps, caller, id)
  const title = { es: `Accesos de ${NOMBRE}`.slice(0, 31), en: `Accesses of ${NOMBRE}`.slice(0, 31) }
  return listOrExport(caller.locale, query, title, ACCESS_COLUMNS, async (query) => {
    const found = await repository.accesses(deps.db, caller, id, query)
    const said = await deps.filtersSaid(
      caller,
      found.data.map(({ LLAMADA, FILTROS }) => ({ call: LLAMADA, query: FILTROS })),
    )
    return { ...found, data: found.data.map((row, i) => ({ ...row, FILTROS_TEXTO: said[i]!.map((one) => one.join(': ')).join(' · ') })) }
  })
}

/** At most 400 days in all (rules §2.8). */
function checkAccessPeriod({ VIGENCIA_DESDE, VIGENCIA_HASTA }: Pick<Write, 'VIGENCIA_DESDE' | 'VIGENCIA_HASTA'>) {
  const days = DateTime.fromISO(VIGENCIA_HASTA, { zone: 'utc' }).diff(DateTime.fromISO(VIGENCIA_DESDE, { zone: 'utc' }), 'days').days
  if (days < 0) throw Invalid('VIGENCIA_HASTA', 'auditor_dates_order')
  if (days > MAX_DAYS) throw Invalid('VIGENCIA_HASTA', 'auditor_dates_long', { max: MAX_DAYS })
}

async function savePeriods(tx: Db, id: number, periods: readonly number[]) {
  if ((await repository.savePeriods(tx, id, periods)) < new Set(periods).size) throw Invalid('periodos', 'period_unknown')
}

const snapshot = ({ ACCESO: _, ULTIMO_ACCESO: __, id: ___, REVISION: ____, alcance, periodos, ...rest }: Auditor) => ({
  ...rest,
  alcance: alcance.map(({ ID_PAIS, ID_NEGOCIO }) => ({ ID_PAIS, ID_NEGOCIO })),
  periodos: periodos.map(({ COD_PERIODO }) => COD_PERIODO),
})
