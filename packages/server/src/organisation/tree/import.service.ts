import { createBusiness, updateBusiness } from '@cuadre/api/business'
import { createCountryManager, updateCountryManager } from '@cuadre/api/country'
import { createDepartment, updateDepartment } from '@cuadre/api/department'
import type { Parsed } from '@cuadre/api/endpoint'
import type {
  importOrganisation,
  OrganisationColumn,
  OrganisationEffect,
  OrganisationImport,
  OrganisationImportRow,
} from '@cuadre/api/organisation'
import type { Permission } from '@cuadre/api/permissions'
import { createSubManagement, updateSubManagement } from '@cuadre/api/sub-management'
import type { z } from 'zod'
import type { Db } from '../../platform/database/index.ts'
import { Forbidden, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as businesses from '../business/business.service.ts'
import * as countries from '../country/country.service.ts'
import * as departments from '../department/department.service.ts'
import { asSeen, fingerprint, refusal } from '../import/rehearsal.ts'
import { plain } from '../import/sheet.ts'
import * as subManagements from '../sub-management/sub-management.service.ts'
import { type Line, type Read, readUnits } from './import.reading.ts'
import { type Business, type Country, type Everything, everything } from './import.repository.ts'

type Order = Parsed<typeof importOrganisation>['body']
type Level = OrganisationEffect['NIVEL']

/**
 * The preview makes every row by the rules of a single change and takes all of it back; the import makes exactly what was looked at, or nothing.
 * @throws 409 with the preview of now where it is another, 422
 */
export async function importUnits(db: Db, asked: Caller, order: Order): Promise<OrganisationImport> {
  const read = await readUnits(order)
  // The place chosen at the top of the page narrows what is looked at, not what a file may say.
  const caller = { ...asked, countryId: null, businessId: null }
  return asSeen(db, order, { unseen: 'organisation_unseen', moved: 'organisation_moved' }, async (tx) => {
    const rows = await take(tx, caller, read, order.ID_PAIS)
    return told(rows, read, order)
  })
}

function told(data: OrganisationImportRow[], { columnas, primera }: Read, { simular, ID_PAIS }: Order): OrganisationImport {
  const count = (clase: OrganisationImportRow['CLASE']) => data.filter(({ CLASE }) => CLASE === clase).length
  const made = data.flatMap(({ EFECTOS }) => EFECTOS).filter(({ CLASE }) => CLASE === 'nueva')
  const creates = (level: Level) => made.filter(({ NIVEL }) => NIVEL === level).length
  return {
    simulado: simular,
    huella: fingerprint([ID_PAIS, columnas, primera, data]),
    columnas,
    primera,
    total: { nueva: count('nueva'), distinta: count('distinta'), igual: count('igual'), rechazada: count('rechazada') },
    crea: {
      pais: creates('pais'),
      negocio: creates('negocio'),
      subgerencia: creates('subgerencia'),
      departamento: creates('departamento'),
    },
    data,
  }
}

/** One name of a row is that of a department or of a business: which, its codes say. */
const spread = (line: Line): Line =>
  line.UNIDAD ? { ...line, [line.CODIGO_DEPARTAMENTO ? 'DEPARTAMENTO' : 'NEGOCIO']: line.UNIDAD } : line
const PLACES = ['PAIS', 'NEGOCIO', 'SUB_GERENCIA', 'DEPARTAMENTO'] as const
const depth = (line: Line) => PLACES.findLastIndex((place) => line[place])

type Run = {
  tx: Db
  caller: Caller
  known: Everything
  said: Map<string, { row: number; value: unknown }>
  defaultCountry: number | undefined
} & Pick<Read, 'titleOf'>
/** `keep`: what later rows may build on, once this row is not refused. */
type Done = { effects: OrganisationEffect[]; keep: (() => void)[] }

async function take(tx: Db, caller: Caller, { lines, titleOf }: Read, defaultCountry: number | undefined) {
  const run: Run = { tx, caller, known: await everything(tx, caller), said: new Map(), defaultCountry, titleOf }
  const rows: OrganisationImportRow[] = []
  // What lies above comes first, wherever it stands in the file.
  for (const line of lines.map(spread).sort((one, other) => depth(one) - depth(other))) {
    const done: Done = { effects: [], keep: [] }
    const why = await refusal(tx, caller, () => takeRow(run, line, done))
    if (!why) for (const keep of done.keep) keep()
    const EFECTOS = why ? [] : done.effects
    const has = (clase: OrganisationEffect['CLASE']) => EFECTOS.some(({ CLASE }) => CLASE === clase)
    rows.push({
      FILA: line.row,
      RUTA: PLACES.map((place) => line[place] || (place === 'NEGOCIO' ? line.CODIGO : ''))
        .filter(Boolean)
        .join(' › '),
      CLASE: why ? 'rechazada' : has('nueva') ? 'nueva' : has('distinta') ? 'distinta' : 'igual',
      MOTIVO: why ?? null,
      EFECTOS,
    })
  }
  return rows.sort((one, other) => one.FILA - other.FILA)
}

/** Down from the country: each that is not there is created, each that is there is as the row says afterwards. @throws the refusal of the row */
async function takeRow(run: Run, line: Line, done: Done) {
  const named = Boolean(line.NEGOCIO || line.CODIGO)
  if (!named && (line.SUB_GERENCIA || line.DEPARTAMENTO)) throw Invalid('NEGOCIO', 'organisation_no_business')
  if (!named && !line.PAIS) throw Invalid('PAIS', 'organisation_nothing')
  if (line.JEFE && !line.DEPARTAMENTO) throw Invalid('JEFE', 'organisation_in_charge', { name: line.JEFE })
  if (line.ENCARGADO && named && !line.SUB_GERENCIA) throw Invalid('ENCARGADO', 'organisation_in_charge', { name: line.ENCARGADO })
  const country = await countryOf(run, line, done, !named)
  if (!named) return
  const business = await businessOf(run, line, done, country)
  const subId = line.SUB_GERENCIA ? await subManagementOf(run, line, done, business) : undefined
  if (line.DEPARTAMENTO) await departmentOf(run, line, done, business, subId)
}

async function countryOf(run: Run, line: Line, done: Done, alone: boolean): Promise<Country> {
  const { tx, caller, known } = run
  const isIt = ({ id, name, iso }: Country) =>
    line.PAIS ? plain(name) === plain(line.PAIS) || iso === line.PAIS.toUpperCase() : id === run.defaultCountry
  const found = known.countries.find(isIt)
  if (!found && !line.PAIS) throw Invalid('PAIS', 'organisation_no_country')
  if (!found && !(line.CODIGO_ISO && line.MONEDA)) throw Invalid('PAIS', 'organisation_new_country', { name: line.PAIS })
  const wanted = {
    CODIGO_ISO: line.CODIGO_ISO.toUpperCase() || undefined,
    MONEDA: ((alone || !found) && line.MONEDA.toUpperCase()) || undefined,
    ENCARGADO: alone ? personOf(run, line.ENCARGADO) : undefined,
  }
  const { CODIGO_ISO, MONEDA, ENCARGADO: ID_USUARIO_ENCARGADO } = wanted
  const body = { CODIGO_ISO, MONEDA, ID_USUARIO_ENCARGADO }
  if (found) {
    const now = { CODIGO_ISO: found.iso, MONEDA: found.currency, ENCARGADO: found.inCharge }
    await settle(run, line, done, { level: 'pais', key: 'admin.country.write', found, now, wanted }, async () => {
      await countries.update(tx, caller, found.id, checked(run, updateCountryManager.body, body))
      return { iso: CODIGO_ISO ?? found.iso, currency: MONEDA ?? found.currency, inCharge: ID_USUARIO_ENCARGADO ?? found.inCharge }
    })
    return found
  }
  return make(run, line, done, { level: 'pais', key: 'admin.country.write', name: line.PAIS, wanted, among: known.countries }, async () => {
    const made = await countries.create(tx, caller, checked(run, createCountryManager.body, { PAIS: line.PAIS, ...body }))
    return {
      id: made.ID_PAIS,
      name: made.PAIS,
      iso: made.CODIGO_ISO,
      currency: made.MONEDA,
      inCharge: made.ID_USUARIO_ENCARGADO,
      active: true,
    }
  })
}

/** By its code, if the row has one and a business has it; otherwise by its name. */
async function businessOf(run: Run, line: Line, done: Done, country: Country): Promise<Business> {
  const { tx, caller, known } = run
  const here = known.businesses.filter(({ above }) => above === country.id)
  const found =
    here.find(({ code }) => line.CODIGO && code === line.CODIGO) ??
    here.find(({ name, code }) => line.NEGOCIO && plain(name) === plain(line.NEGOCIO) && (!code || !line.CODIGO || line.CODIGO === code))
  if (!found && !line.NEGOCIO) throw Invalid('CODIGO', 'organisation_code', { code: line.CODIGO })
  const wanted = { NEGOCIO: line.NEGOCIO || undefined, CODIGO: line.CODIGO || undefined, MONEDA: line.MONEDA.toUpperCase() || undefined }
  if (found) {
    // Another way to write a name is another name only where the code says which business it is.
    const NEGOCIO = wanted.NEGOCIO && plain(wanted.NEGOCIO) !== plain(found.name) ? wanted.NEGOCIO : undefined
    const now = { NEGOCIO: found.name, CODIGO: found.code, MONEDA: found.currency }
    await settle(
      run,
      line,
      done,
      { level: 'negocio', key: 'admin.business.write', found, now, wanted: { ...wanted, NEGOCIO } },
      async () => {
        await businesses.update(tx, caller, found.id, checked(run, updateBusiness.body, { ...wanted, NEGOCIO }))
        return { name: NEGOCIO ?? found.name, code: wanted.CODIGO ?? found.code, currency: wanted.MONEDA ?? found.currency }
      },
    )
    return found
  }
  const { CODIGO, MONEDA } = wanted
  const told = {
    level: 'negocio',
    key: 'admin.business.write',
    name: line.NEGOCIO,
    wanted: { CODIGO, MONEDA },
    among: known.businesses,
  } as const
  return make(run, line, done, told, async () => {
    const made = await businesses.create(tx, caller, checked(run, createBusiness.body, { ...wanted, ID_PAIS: country.id }))
    return { id: made.ID_NEGOCIO, above: country.id, name: made.NEGOCIO, code: made.CODIGO, currency: made.MONEDA, active: true }
  })
}

async function subManagementOf(run: Run, line: Line, done: Done, { id: ID_NEGOCIO }: Business): Promise<number> {
  const { tx, caller, known } = run
  const found = known.subManagements.find(({ above, name }) => above === ID_NEGOCIO && plain(name) === plain(line.SUB_GERENCIA))
  const ID_USUARIO_ENCARGADO = personOf(run, line.ENCARGADO)
  const told = { level: 'subgerencia', key: 'admin.organisation.write', wanted: { ENCARGADO: ID_USUARIO_ENCARGADO } } as const
  if (found) {
    await settle(run, line, done, { ...told, found, now: { ENCARGADO: found.inCharge } }, async () => {
      await subManagements.update(tx, caller, found.id, checked(run, updateSubManagement.body, { ID_USUARIO_ENCARGADO }))
      return { inCharge: ID_USUARIO_ENCARGADO! }
    })
    return found.id
  }
  const made = await make(run, line, done, { ...told, name: line.SUB_GERENCIA, among: known.subManagements }, async () => {
    const body = checked(run, createSubManagement.body, { NOMBRE_SUB_GERENCIA: line.SUB_GERENCIA, ID_NEGOCIO, ID_USUARIO_ENCARGADO })
    const { COD_SUB_GERENCIA: id, NOMBRE_SUB_GERENCIA: name } = await subManagements.create(tx, caller, body)
    return { id, above: ID_NEGOCIO, name, inCharge: body.ID_USUARIO_ENCARGADO, active: true }
  })
  return made.id
}

async function departmentOf(run: Run, line: Line, done: Done, { id: ID_NEGOCIO }: Business, subId: number | undefined) {
  const { tx, caller, known } = run
  const found = known.departments.find(({ above, name }) => above === ID_NEGOCIO && plain(name) === plain(line.DEPARTAMENTO))
  const change = { COD_SUB_GERENCIA: subId, ID_USUARIO_JEFE: personOf(run, line.JEFE) }
  const told = {
    level: 'departamento',
    key: 'admin.organisation.write',
    wanted: { SUB_GERENCIA: subId, JEFE: change.ID_USUARIO_JEFE },
  } as const
  if (found) {
    await settle(run, line, done, { ...told, found, now: { SUB_GERENCIA: found.subId, JEFE: found.inCharge } }, async () => {
      await departments.update(tx, caller, found.id, checked(run, updateDepartment.body, change))
      return { subId: subId ?? found.subId, inCharge: change.ID_USUARIO_JEFE ?? found.inCharge }
    })
    return
  }
  await make(run, line, done, { ...told, name: line.DEPARTAMENTO, among: known.departments }, async () => {
    const body = checked(run, createDepartment.body, { DEPARTAMENTO: line.DEPARTAMENTO, ID_NEGOCIO, ...change })
    const { COD_DEPARTAMENTO: id, DEPARTAMENTO: name } = await departments.create(tx, caller, body)
    return { id, above: ID_NEGOCIO, name, subId: body.COD_SUB_GERENCIA, inCharge: body.ID_USUARIO_JEFE, active: true }
  })
}

/** What a row says of a unit: only columns that are not empty. People and sub-managements by number. */
type Wanted = Partial<Record<OrganisationColumn, string | number | undefined>>
type Unit = { id: number; name: string; active: boolean }
type Told = { level: Level; key: Permission; wanted: Wanted }

/** A unit that is there, as the row says: nothing is written where it says nothing else. */
async function settle<Row extends Unit>(
  run: Run,
  line: Line,
  done: Done,
  { level, key, wanted, found, now }: Told & { found: Row; now: Partial<Record<OrganisationColumn, string | number | null>> },
  change: () => Promise<Partial<Row>>,
) {
  if (!found.active) throw Invalid(level, 'organisation_inactive', { name: found.name })
  const fields = entries(wanted)
  say(run, line, done, `${level}/${found.id}`, found.name, fields)
  const other = fields.filter(([field, value]) => value !== now[field])
  if (other.length === 0) return
  mayChange(run, key)
  const after = await change()
  done.keep.push(() => Object.assign(found, after))
  const CAMBIOS = other.map(([CAMPO, value]) => ({
    CAMPO,
    ANTES: inWords(run, CAMPO, now[CAMPO] ?? null),
    DESPUES: inWords(run, CAMPO, value, line),
  }))
  done.effects.push({ NIVEL: level, NOMBRE: found.name, CLASE: 'distinta', CAMBIOS })
}

async function make<Row extends Unit>(
  run: Run,
  line: Line,
  done: Done,
  { level, key, wanted, name, among }: Told & { name: string; among: Row[] },
  create: () => Promise<Row>,
): Promise<Row> {
  mayChange(run, key)
  const made = await create()
  const fields = entries(wanted)
  say(run, line, done, `${level}/${made.id}`, name, fields)
  done.keep.push(() => among.push(made))
  const CAMBIOS = fields.map(([CAMPO, value]) => ({ CAMPO, ANTES: null, DESPUES: inWords(run, CAMPO, value, line) }))
  done.effects.push({ NIVEL: level, NOMBRE: made.name, CLASE: 'nueva', CAMBIOS })
  return made
}

/** The fields that have a value; the keys of an object whose type is known. */
const entries = (wanted: Wanted) =>
  (Object.entries(wanted) as [OrganisationColumn, string | number | undefined][]).filter(
    (field): field is [OrganisationColumn, string | number] => field[1] !== undefined,
  )

/** Two rows that say different things of the same field: the second one is refused. */
function say({ said }: Run, { row }: Line, done: Done, unit: string, name: string, fields: ReturnType<typeof entries>) {
  for (const [field, value] of fields) {
    const place = `${unit}/${field}`
    const earlier = said.get(place)
    if (earlier && earlier.value !== value) throw Invalid(field, 'organisation_twice', { row: earlier.row, name })
    if (!earlier) done.keep.push(() => said.set(place, { row, value }))
  }
}

function mayChange({ caller }: Run, key: Permission) {
  if (!caller.permissions.has(key)) throw Forbidden('organisation_key', { key })
}

/** By user name, e-mail or full name; undefined for an empty cell. */
function personOf({ known }: Run, text: string): number | undefined {
  if (!text) return undefined
  const wanted = plain(text)
  const sure = known.people.filter(({ active, username, email }) => active && [username, email].some((one) => plain(one) === wanted))
  const found = sure.length > 0 ? sure : known.people.filter(({ active, name }) => active && plain(name) === wanted)
  if (found.length !== 1) throw Invalid('JEFE', found.length > 1 ? 'organisation_persons' : 'organisation_person', { name: text })
  return found[0]!.id
}

function inWords({ known }: Run, field: OrganisationColumn, value: string | number | null, line?: Line): string | null {
  if (typeof value !== 'number') return value
  if (field !== 'SUB_GERENCIA') return known.people.find(({ id }) => id === value)?.name ?? null
  return known.subManagements.find(({ id }) => id === value)?.name ?? line?.SUB_GERENCIA ?? null
}

/** @throws 422 with the file's own heading of the first column that is not right */
function checked<Schema extends z.ZodType>({ titleOf }: Run, schema: Schema, body: object): z.output<Schema> {
  // What a row does not say is left out, so that it stays as it is.
  const result = schema.safeParse(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)))
  if (result.success) return result.data
  const field = String(result.error.issues[0]!.path[0])
  const column = field === 'NOMBRE_SUB_GERENCIA' ? 'SUB_GERENCIA' : field
  // The other fields of these bodies are columns by their own names.
  throw Invalid(field, 'organisation_field', { field: titleOf(column as OrganisationColumn) })
}
