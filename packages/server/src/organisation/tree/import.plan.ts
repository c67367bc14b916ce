import { createBusiness, updateBusiness } from '@cuadre/api/business'
import { createCountryManager, updateCountryManager } from '@cuadre/api/country'
import { createDepartment } from '@cuadre/api/department'
import type { OrganisationEffect, OrganisationImportRow } from '@cuadre/api/organisation'
import { ROLE } from '@cuadre/api/roles'
import { createSubManagement } from '@cuadre/api/sub-management'
import { isChangedCode } from '@cuadre/tables/format/account-code'
import { seesWholeBusinesses } from '../../platform/access/scope.ts'
import { Invalid, NamedError, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { sentence } from '../../platform/messages/index.ts'
import { plain } from '../import/sheet.ts'
import { indexOf } from './import.known.ts'
import type { Line, Read } from './import.reading.ts'
import type { Business, Country, Everything } from './import.repository.ts'
import { checked, type Done, make, type Plan, personOf, type Run, settle } from './import.row.ts'

/** What the rows would do, by the rules of single changes, each after those above it; nothing is written. */
export function planOf(caller: Caller, there: Everything, { lines, titleOf }: Read, defaultCountry: number | undefined) {
  const plan: Plan = {
    people: { ENCARGADO: new Set(), JEFE: new Set() },
    units: {
      pais: { made: [], changed: new Set() },
      negocio: { made: [], changed: new Set() },
      subgerencia: { made: [], changed: new Set() },
      departamento: { made: [], changed: new Set() },
    },
  }
  const run: Run = { caller, known: indexOf(there), plan, said: new Map(), next: -1, defaultCountry, titleOf }
  // What lies above comes first, wherever it stands in the file.
  const data = lines
    .map(spread)
    .sort((one, other) => depth(one) - depth(other))
    .map((line) => rowOf(run, line))
  return { data: data.sort((one, other) => one.FILA - other.FILA), plan }
}

/** One name of a row is that of a department or of a business: which, its codes say. */
const spread = (line: Line): Line =>
  line.UNIDAD ? { ...line, [line.CODIGO_DEPARTAMENTO ? 'DEPARTAMENTO' : 'NEGOCIO']: line.UNIDAD } : line
const PLACES = ['PAIS', 'NEGOCIO', 'SUB_GERENCIA', 'DEPARTAMENTO'] as const
const depth = (line: Line) => PLACES.findLastIndex((place) => line[place])

function rowOf(run: Run, line: Line): OrganisationImportRow {
  const done: Done = { effects: [], keep: [] }
  const why = refusalOf(run, line, done)
  if (why === null) for (const keep of done.keep) keep()
  const EFECTOS = why === null ? done.effects : []
  const has = (clase: OrganisationEffect['CLASE']) => EFECTOS.some(({ CLASE }) => CLASE === clase)
  return {
    FILA: line.row,
    RUTA: PLACES.map((place) => line[place] || (place === 'NEGOCIO' && (done.business || line.CODIGO)))
      .filter(Boolean)
      .join(' › '),
    CLASE: why !== null ? 'rechazada' : has('nueva') ? 'nueva' : has('distinta') ? 'distinta' : 'igual',
    MOTIVO: why,
    EFECTOS,
  }
}

function refusalOf(run: Run, line: Line, done: Done): string | null {
  try {
    takeRow(run, line, done)
    return null
  } catch (error) {
    if (!(error instanceof NamedError)) throw error
    const { code, params } = error.issues?.[0] ?? error
    return sentence(code, run.caller.locale, params ?? {})
  }
}

/** Down from the country: each that is not there is created, each that is there is as the row says afterwards. @throws the refusal of the row */
function takeRow(run: Run, line: Line, done: Done) {
  if (line.error) throw Invalid('file', 'organisation_cell_error', { error: line.error })
  const named = Boolean(line.NEGOCIO || line.CODIGO)
  if (!named && (line.SUB_GERENCIA || line.DEPARTAMENTO)) throw Invalid('NEGOCIO', 'organisation_no_business')
  if (!named && !line.PAIS) throw Invalid('PAIS', 'organisation_nothing')
  if (line.JEFE && !line.DEPARTAMENTO) throw Invalid('JEFE', 'organisation_in_charge', { name: line.JEFE })
  if (line.ENCARGADO && named && !line.SUB_GERENCIA) throw Invalid('ENCARGADO', 'organisation_in_charge', { name: line.ENCARGADO })
  const country = countryOf(run, line, done, !named)
  if (!named) return
  const business = businessOf(run, line, done, country)
  done.business = business.name
  const subId = line.SUB_GERENCIA ? subManagementOf(run, line, done, business) : undefined
  if (line.DEPARTAMENTO) departmentOf(run, line, done, business, subId)
}

function countryOf(run: Run, line: Line, done: Done, alone: boolean): Country {
  const { caller, known } = run
  const found = line.PAIS ? known.countryOf(line.PAIS) : known.places.pais.with(run.defaultCountry)
  if (!found && !line.PAIS) throw Invalid('PAIS', 'organisation_no_country')
  if (!found && !(line.CODIGO_ISO && line.MONEDA)) throw Invalid('PAIS', 'organisation_new_country', { name: line.PAIS })
  const CODIGO_ISO = line.CODIGO_ISO.toUpperCase() || undefined
  const MONEDA = ((alone || !found) && line.MONEDA.toUpperCase()) || undefined
  const inCharge = alone ? personOf(run, line.ENCARGADO) : undefined
  const body = { CODIGO_ISO, MONEDA, ID_USUARIO_ENCARGADO: inCharge }
  const told = { level: 'pais', key: 'admin.country.write', wanted: { CODIGO_ISO, MONEDA, ENCARGADO: inCharge } } as const
  const refuseTaken = (iso: string | undefined) => {
    if (iso && (known.places.pais.coded(iso) ?? found) !== found) throw Invalid('PAIS', 'country_exists')
  }
  if (found) {
    const now = { CODIGO_ISO: found.iso, MONEDA: found.currency, ENCARGADO: found.inCharge }
    const check = () => {
      const change = checked(run, updateCountryManager.body, body)
      refuseTaken(change.CODIGO_ISO)
      return { iso: CODIGO_ISO ?? found.iso, currency: MONEDA ?? found.currency, inCharge: inCharge ?? found.inCharge }
    }
    settle({ run, line, done }, { ...told, found, now, check })
    return found
  }
  const create = (id: number): Country => {
    const made = checked(run, createCountryManager.body, { PAIS: line.PAIS, ...body })
    if (known.places.pais.coded(made.CODIGO_ISO)) throw Invalid('PAIS', 'country_exists')
    const { PAIS: name, CODIGO_ISO: iso, MONEDA: currency, ID_USUARIO_ENCARGADO } = made
    return { id, name, iso, currency, inCharge: ID_USUARIO_ENCARGADO, active: true, granted: caller.roleId === ROLE.administrador }
  }
  return make({ run, line, done }, { ...told, create })
}

/** By its code, if the row has one and a business has it; otherwise by its name. */
function businessOf(run: Run, line: Line, done: Done, country: Country): Business {
  const { known } = run
  const coded = line.CODIGO ? known.businessWith(country.id, line.CODIGO) : undefined
  if (isChangedCode(line.CODIGO)) throw Invalid('CODIGO', 'organisation_code_changed', { code: line.CODIGO })
  const like = line.CODIGO && !coded ? known.businessLike(country.id, line.CODIGO) : undefined
  if (like) throw Invalid('CODIGO', 'organisation_code_like', { code: line.CODIGO, other: like.code! })
  const named = line.NEGOCIO ? known.places.negocio.named({ above: country.id, name: line.NEGOCIO }) : undefined
  const sameCode = !named?.code || !line.CODIGO || line.CODIGO === named.code
  const found = coded?.mine ? coded : named?.mine && sameCode ? named : undefined
  if (!found && !line.NEGOCIO) throw Invalid('CODIGO', 'organisation_code', { code: line.CODIGO })
  const wanted = { NEGOCIO: line.NEGOCIO || undefined, CODIGO: line.CODIGO || undefined, MONEDA: line.MONEDA.toUpperCase() || undefined }
  const told = { level: 'negocio', key: 'admin.business.write' } as const
  /** The name and the code are of one business of the country, seen by the caller or not. */
  const refuseTaken = (self?: Business) => {
    if ([coded, named].some((other) => other && other !== self)) throw Invalid('NEGOCIO', 'business_exists')
  }
  if (found) {
    // Another way to write a name is another name only where the code says which business it is.
    const NEGOCIO = wanted.NEGOCIO && plain(wanted.NEGOCIO) !== plain(found.name) ? wanted.NEGOCIO : undefined
    const now = { NEGOCIO: found.name, CODIGO: found.code, MONEDA: found.currency }
    const check = () => {
      const { MONEDA: currency = found.currency } = checked(run, updateBusiness.body, { ...wanted, NEGOCIO })
      refuseTaken(found)
      if (currency !== found.currency && found.used) throw Invalid('MONEDA', 'business_currency_used')
      return { name: NEGOCIO ?? found.name, code: wanted.CODIGO ?? found.code, currency }
    }
    settle({ run, line, done }, { ...told, wanted: { ...wanted, NEGOCIO }, found, now, check })
    return found
  }
  const create = (id: number): Business => {
    const made = checked(run, createBusiness.body, { ...wanted, ID_PAIS: country.id < 0 ? 1 : country.id })
    if (!country.granted) throw Invalid('ID_PAIS', 'country_unknown')
    refuseTaken()
    const { NEGOCIO: name, CODIGO: code, MONEDA: currency = country.currency } = made
    return { id, above: country.id, name, code, currency, active: true, mine: true, used: false }
  }
  return make({ run, line, done }, { ...told, wanted: { CODIGO: wanted.CODIGO, MONEDA: wanted.MONEDA }, create })
}

function subManagementOf(run: Run, line: Line, done: Done, { id: above }: Business): number {
  const found = run.known.places.subgerencia.named({ above, name: line.SUB_GERENCIA })
  const inCharge = personOf(run, line.ENCARGADO)
  const told = { level: 'subgerencia', key: 'admin.organisation.write', wanted: { ENCARGADO: inCharge } } as const
  if (found) {
    settle({ run, line, done }, { ...told, found, now: { ENCARGADO: found.inCharge }, check: () => ({ inCharge: inCharge! }) })
    return found.id
  }
  const create = (id: number) => {
    const { NOMBRE_SUB_GERENCIA: name } = checked(run, createSubManagement.body.omit({ ID_NEGOCIO: true }), {
      NOMBRE_SUB_GERENCIA: line.SUB_GERENCIA,
    })
    if (!seesWholeBusinesses(run.caller)) throw NotFound()
    return { id, above, name, inCharge: inCharge ?? null, active: true, mine: true }
  }
  return make({ run, line, done }, { ...told, create }).id
}

function departmentOf(run: Run, line: Line, done: Done, { id: above }: Business, subId: number | undefined) {
  const { known, caller } = run
  const found = known.places.departamento.named({ above, name: line.DEPARTAMENTO })
  const chief = personOf(run, line.JEFE)
  const told = { level: 'departamento', key: 'admin.organisation.write', wanted: { SUB_GERENCIA: subId, JEFE: chief } } as const
  const refuseChief = (before: number | null) => {
    if (chief !== undefined && chief !== before && !known.person(chief)?.chief) throw Invalid('ID_USUARIO_JEFE', 'chief_wrong')
  }
  if (found) {
    const check = () => {
      refuseChief(found.inCharge)
      return { subId: subId ?? found.subId, inCharge: chief ?? found.inCharge }
    }
    settle({ run, line, done }, { ...told, found, now: { SUB_GERENCIA: found.subId, JEFE: found.inCharge }, check })
    return
  }
  const create = (id: number) => {
    const { DEPARTAMENTO: name } = checked(run, createDepartment.body.omit({ ID_NEGOCIO: true }), { DEPARTAMENTO: line.DEPARTAMENTO })
    refuseChief(null)
    if (!seesWholeBusinesses(run.caller) && chief !== caller.userId) throw NotFound()
    return { id, above, name, subId: subId ?? null, inCharge: chief ?? null, active: true, mine: true }
  }
  make({ run, line, done }, { ...told, create })
}
