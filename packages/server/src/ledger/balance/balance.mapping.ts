import { Mapping } from '@cuadre/api/balance'
import type { Db } from '../../platform/database/index.ts'
import { Forbidden, Invalid, InvalidMany } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { sentence } from '../../platform/messages/index.ts'
import * as reading from './balance.reading.ts'
import * as repository from './balance.repository.ts'
import type { Naming } from './balance.staging.ts'

/** The mapping that comes with a file. @throws 422 for what is none */
export function parseMapping(text: string): Mapping {
  try {
    const result = Mapping.safeParse(JSON.parse(text))
    if (result.success) return result.data
  } catch {
    // Falls through to the error for JSON that is not a mapping.
  }
  throw Invalid('MAPEO', 'mapping_json')
}

/** The mapping given, else the remembered one of the layout, else the one its headings suggest. */
export async function chooseMapping(db: Db, caller: Caller, inspected: reading.Inspected, ownMapping: Mapping | undefined) {
  if (ownMapping) {
    await checkMapping(db, caller, inspected, ownMapping)
    return { mapping: ownMapping, profileId: null, needs: [] }
  }
  const business = caller.businessId ?? (await repository.onlyBusiness(db, caller))
  const profiles = await repository.findProfiles(db, caller, reading.fingerprint(inspected), business)
  // A mapping of another business is better than a guess, but headings that are clear by themselves come first.
  const isOwn = ({ business_id }: { business_id: number | null }) => !business || business_id === null || business_id === business
  const profile = profiles.find((one) => isOwn(one) || !inspected.layout.complete)
  const found = reading.suggestedMapping(inspected)
  const { sheet: _, ...remembered } = profile?.mapping ?? (await suggested(db, caller, inspected, found))
  // Several businesses use these headings, so a person must say whose file it is.
  if (!business && profile?.business_id && profiles.length > 1) delete remembered.ID_NEGOCIO
  const { sheet } = inspected
  const mapping: Mapping = { ...remembered, headerRow: found.headerRow, ...(sheet === undefined ? {} : { sheet }) }
  // A file that says so in the same words was answered before; one that no longer says it, or says it for the first time, is asked about.
  const answered = profile?.mapping.unidad
  const unitAsked = inspected.unit === null ? (answered ?? 1) !== 1 : answered === undefined
  await completeBusiness(db, caller, mapping)
  // That was said of one file: in the next a misspelt name would make a business with all its accounts.
  delete mapping.crearNegociosEnPais
  const needs: reading.Need[] = reading.missing(mapping)
  const sure = profile ? isOwn(profile) : inspected.layout.complete
  if (inspected.several) needs.push('hoja')
  if (unitAsked) needs.push('unidad')
  if (!sure && !needs.includes('cuenta') && !needs.includes('saldo')) needs.push('confirmar')
  if (
    !needs.includes('cuenta') &&
    !needs.includes('saldo') &&
    !(await reading.decimalIsClear(inspected, reading.fileMapping(mapping, inspected)))
  )
    needs.push('decimal')
  return { mapping, profileId: profile?.id ?? null, needs }
}

/**
 * Without a business column the rows belong to the business chosen at the top of the page, else the remembered one, else the caller's only
 * one.
 */
async function completeBusiness(db: Db, caller: Caller, mapping: Mapping) {
  const { columns, negocios, ID_NEGOCIO } = mapping
  if (columns.negocioCodigo !== undefined || columns.negocioNombre !== undefined || negocios?.length) return
  const remembered = ID_NEGOCIO && (await repository.businessInScope(db, caller, ID_NEGOCIO)) ? ID_NEGOCIO : undefined
  const business = caller.businessId ?? remembered ?? (await repository.onlyBusiness(db, caller))
  if (business) mapping.ID_NEGOCIO = business
  else delete mapping.ID_NEGOCIO
}

export const suggested = async (db: Db, caller: Caller, inspected: reading.Inspected, found: Mapping) =>
  businessInRows(db, caller, inspected, await businessColumnsOf(db, caller, inspected, found))

/** Distinct cells of a column that must name known businesses for it to be theirs. */
const MIN_SHARE_KNOWN = 0.5

/**
 * The column whose cells name businesses that exist: codes that nobody here knows are not chosen before names that are known, and a column
 * without a heading that says so is found by its cells.
 */
async function businessInRows(db: Db, caller: Caller, inspected: reading.Inspected, found: Mapping): Promise<Mapping> {
  const { negocioCodigo, negocioNombre, ...rest } = found.columns
  if (found.negocios?.length) return found
  const used = new Set(Object.values(rest))
  const columns = reading.distinctCells(inspected, found.headerRow).filter(({ index }) => !used.has(index))
  const texts = [...new Set(columns.flatMap(({ cells }) => cells))]
  const known = new Set((await repository.businessesNamed(db, caller, texts)).map(({ at }) => texts[at]!))
  const shareOf = (index: number | undefined) => {
    const cells = columns.find((column) => column.index === index)?.cells ?? []
    return cells.length === 0 ? 0 : cells.filter((cell) => known.has(cell)).length / cells.length
  }
  if (Math.max(shareOf(negocioCodigo), shareOf(negocioNombre)) > 0 && shareOf(negocioCodigo) > 0 === (negocioCodigo !== undefined))
    return found
  const best = columns.map(({ index }) => ({ index, share: shareOf(index) })).sort((a, b) => b.share - a.share)[0]
  // Nothing here is known: what the headings say stands, so that businesses may be created.
  if (!best || best.share < MIN_SHARE_KNOWN) return found
  return { ...found, columns: { ...rest, negocioNombre: best.index } }
}

/**
 * Headings that name businesses: each column holds the balances of one. Their other detected meanings are dropped, also those of a total
 * beside them.
 */
async function businessColumnsOf(db: Db, caller: Caller, inspected: reading.Inspected, found: Mapping): Promise<Mapping> {
  const headings = inspected.layout.columns.map(({ index }) => reading.headingAt(inspected, found.headerRow, index))
  const named = found.headerRow === 0 ? [] : await repository.businessesNamed(db, caller, headings)
  if (named.length < 2) return found
  const { saldo, debe, haber, inicial, negocioCodigo, negocioNombre, ...rest } = found.columns
  const columns = Object.fromEntries(Object.entries(rest).filter(([, index]) => !named.some(({ at }) => at === index)))
  return { ...found, columns, negocios: named.map(({ at, id }) => ({ columna: at, ID_NEGOCIO: id })) }
}

const mayCreate = async (db: Db, caller: Caller, countryId: number) =>
  caller.permissions.has('admin.business.write') && Boolean(await repository.countryInScope(db, caller, countryId))

/** @throws 422 at what is missing or not allowed */
export async function checkMapping(db: Db, caller: Caller, inspected: reading.Inspected, mapping: Mapping) {
  const needs = reading.missing(mapping)
  if (needs.length > 0)
    throw InvalidMany(
      'mapping_needs',
      needs.map((need) => ({ path: need === 'negocio' ? 'ID_NEGOCIO' : `columns.${need}`, code: `mapping_needs_${need}` as const })),
      { field: fieldNames(needs, caller) },
    )
  const { ID_NEGOCIO, negocios, crearNegociosEnPais } = mapping
  if (ID_NEGOCIO && !(await repository.businessInScope(db, caller, ID_NEGOCIO))) throw Invalid('ID_NEGOCIO', 'business_out_of_scope')
  for (const id of new Set(negocios?.flatMap((one) => one.ID_NEGOCIO ?? [])))
    if (!(await repository.businessInScope(db, caller, id))) throw Invalid('negocios', 'business_out_of_scope')
  if (crearNegociosEnPais && !(await mayCreate(db, caller, crearNegociosEnPais))) throw Forbidden('country_not_yours')
  if (inspected.unit !== null && mapping.unidad === undefined) throw Invalid('unidad', 'mapping_needs_unidad')
  if (!(await reading.decimalIsClear(inspected, reading.fileMapping(mapping, inspected)))) throw Invalid('decimal', 'decimal_ambiguous')
}

const fieldNames = (needs: readonly reading.Need[], { locale }: Caller) => needs.map((need) => sentence(`field_${need}`, locale)).join(', ')
export const needsMapping = (needs: readonly reading.Need[], caller: Caller) =>
  needs.length === 1 && needs[0] === 'decimal'
    ? Invalid('decimal', 'decimal_ambiguous')
    : Invalid('file', 'load_needs_mapping', { fields: fieldNames(needs, caller) })

/** Where the rows name their business. */
export function namingOf({ headerRow, columns, negocios }: Mapping, inspected: reading.Inspected): Naming {
  if (negocios?.length)
    return negocios.map(({ columna }) => ({ column: columna, heading: reading.headingAt(inspected, headerRow, columna) }))
  return columns.negocioCodigo === undefined && columns.negocioNombre === undefined ? 'none' : 'rows'
}
