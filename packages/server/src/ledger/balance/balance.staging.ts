import type { Mapping, PASSED_OVER } from '@cuadre/api/balance'
import type { BalanceBatch, BalanceRow, RefusedRow, Skipped, TotalRow } from '@cuadre/tables'
import { sql } from 'kysely'
import { businessScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { type Known, type Named, resolveBusinesses } from './balance.businesses.ts'
import { type Control, controlOf, type NamedSum, takeSums } from './balance.control.ts'
import { withFileErrors, withoutNul } from './balance.reading.ts'

/** Staged rows of a load and their comparison with the current data. All statements are in bulk, never row by row. */
const MAX_BUSINESSES = 20_000

/**
 * Stores the rows in load_read and load_business, replacing what was staged before. load_read exists only during the transaction: a row is
 * written to load_row once, after it was classified.
 * @returns rows read, what was passed over, and the total that the file states
 */
export async function stageRows(
  tx: Db,
  loadId: number,
  batches: AsyncIterable<BalanceBatch>,
  naming: Naming,
  tell: (read: number) => void = () => {},
): Promise<{ rows: number; passed: Passed; control: Control | null }> {
  await sql`delete from load_row where load_id = ${loadId}`.execute(tx)
  await sql`delete from load_business where load_id = ${loadId}`.execute(tx)
  await sql`drop table if exists load_read`.execute(tx)
  await sql`create temporary table load_read (like load_row including defaults) on commit drop`.execute(tx)
  await sql`alter table load_read add column document text`.execute(tx)
  const businesses = new Map<string, Named>()
  const keyOf = ({ negocioCodigo, negocioNombre, column = null }: NamesBusiness) => {
    if (naming === 'none') return 0
    if (naming !== 'rows') return naming.findIndex((beside) => beside.column === column) + 1
    const code = negocioCodigo && withoutNul(negocioCodigo)
    const name = negocioNombre && withoutNul(negocioNombre)
    const identity = `${code ?? ''}\0${name ?? ''}`
    let named = businesses.get(identity)
    if (!named) {
      if (businesses.size === MAX_BUSINESSES) throw Invalid('file', 'load_many_businesses', { max: MAX_BUSINESSES })
      named = { key: businesses.size + 1, code: code || null, name: name || null, normalizedName: null }
      businesses.set(identity, named)
    }
    return named.key
  }

  // A refused row that names no business is of none; its account cannot be known then.
  const named = (refused: RefusedRow) =>
    naming === 'none' || (naming === 'rows' && (refused.negocioCodigo || refused.negocioNombre)) ? keyOf(refused) : null

  let position = 0
  const passed: Passed = { titulos: 0, encabezados: 0, totales: 0, notas: 0, sinImporte: 0, vacias: 0, documentos: 0 }
  const totals: TotalRow[] = []
  const sums: NamedSum[] = []
  // The next batch is read while the database writes this one.
  let writing: Promise<unknown> = Promise.resolve()
  await withFileErrors(async () => {
    for await (const batch of batches) {
      for (const [kind, count] of Object.entries(batch.skipped)) passed[PASSED[kind as keyof Skipped]] += count
      if (totals.length < MAX_TOTALS) totals.push(...batch.totals)
      const rows = batch.rows.map((read) => ofRow(read, keyOf(read)))
      const read =
        batch.refused.length === 0
          ? rows
          : [...rows, ...batch.refused.map((refused) => ofRefused(refused, named(refused)))].sort((a, b) => a.number - b.number)
      if (read.length === 0) continue
      const before = position
      position += read.length
      for (const [at, { sum, amount, number }] of read.entries())
        if (sum && amount !== null && sums.length < MAX_TOTALS) sums.push({ position: before + at + 1, number, total: amount, sum })
      await writing
      writing = insertRows(tx, loadId, before, read)
      // An error is thrown by the next wait for it.
      writing.catch(() => {})
      tell(position)
    }
  }).finally(() => writing)
  if (naming === 'none') businesses.set('', { key: 0, code: null, name: null, normalizedName: null })
  const beside =
    typeof naming === 'string' ? [] : naming.map(({ heading }, at) => ({ key: at + 1, code: null, name: heading, normalizedName: null }))
  const all = [...businesses.values(), ...beside]
  await sql`insert into load_business (load_id, key, code, name)
    select ${loadId}::int, * from unnest(${all.map((n) => n.key)}::int[], ${all.map((n) => n.code)}::text[], ${all.map((n) => n.name)}::text[])`.execute(
    tx,
  )
  const taken = await takeSums(tx, sums)
  passed.totales += taken.totals.length
  return { rows: position - taken.rows, passed, control: controlOf([...totals, ...taken.totals].sort((a, b) => a.number - b.number)) }
}

/** Rows passed over, by kind as the contract has it. */
export type Passed = Record<(typeof PASSED_OVER)[number], number>
const PASSED: Record<keyof Skipped, keyof Passed> = {
  titles: 'titulos',
  repeatedHeaders: 'encabezados',
  totals: 'totales',
  notes: 'notas',
  emptyAmounts: 'sinImporte',
  blank: 'vacias',
}
/** A file with more states no total: each account has one. */
const MAX_TOTALS = 2000
type NamesBusiness = Pick<BalanceRow, 'negocioCodigo' | 'negocioNombre'> & { column?: number | string | null }

/** Where the business of a balance is named: nowhere (one for all), in the row, or in the headings of balance columns side by side. */
export type Naming = 'none' | 'rows' | { column: number; heading: string }[]

type Staged = {
  number: number
  business: number | null
  code: string | null
  name: string | null
  currency: string | null
  amount: string | null
  period: string | null
  document: string | null
  sum: BalanceRow['sum']
  refusal: { header: string | null; value: string; reason: string; params: object } | null
}

function ofRow(read: BalanceRow, business: number): Staged {
  const { number, cuenta, nombre, moneda, saldo, periodo, documento, sum } = read
  const row: Staged = {
    number,
    business,
    code: withoutNul(cuenta),
    name: nombre && withoutNul(nombre),
    currency: moneda && withoutNul(moneda).toUpperCase(),
    amount: saldo,
    period: periodo,
    document: documento && withoutNul(documento),
    sum,
    refusal: null,
  }
  // Debit minus credit may have one digit more than either.
  if (saldo.replace('-', '').split('.')[0]!.length <= 18) return row
  return { ...row, amount: null, refusal: { header: null, value: saldo, reason: 'row_amount_range', params: {} } }
}

const ofRefused = ({ number, cuenta, column, header, value, code, params }: RefusedRow, business: number | null): Staged => ({
  number,
  business,
  code: cuenta && withoutNul(cuenta),
  name: null,
  currency: null,
  amount: null,
  period: null,
  document: null,
  sum: null,
  refusal: { header: withoutNul(header ?? column ?? '') || null, value: withoutNul(value), reason: `row_${code}`, params },
})

const insertRows = (tx: Db, loadId: number, before: number, read: readonly Staged[]) => {
  // Most files lack some columns; `unnest` fills shorter arrays with null.
  const column = <T>(of: (row: Staged) => T) => {
    const values = read.map(of)
    return values.some((value) => value !== null) ? values : []
  }
  return sql`insert into load_read (load_id, position, row_number, business_key, code, name, currency, amount, period, document, unreadable, column_name, value, reason, params)
    select ${loadId}::int, ${before}::int + s.at, s.number, s.business, s.code, s.name, s.currency, s.amount::numeric(20, 2), s.period, s.document, s.reason is not null,
      s.header, s.value, s.reason, s.params::jsonb
    from unnest(${column((r) => r.number)}::int[], ${column((r) => r.business)}::int[], ${column((r) => r.code)}::text[], ${column((r) => r.name)}::text[],
      ${column((r) => r.currency)}::text[], ${column((r) => r.amount)}::text[], ${column((r) => r.period)}::text[], ${column((r) => r.document)}::text[], ${column((r) => r.refusal?.header ?? null)}::text[],
      ${column((r) => r.refusal?.value ?? null)}::text[], ${column((r) => r.refusal?.reason ?? null)}::text[],
      ${column((r) => (r.refusal ? JSON.stringify(r.refusal.params) : null))}::text[])
      with ordinality as s (number, business, code, name, currency, amount, period, document, header, value, reason, params, at)`.execute(
    tx,
  )
}

const MAX_DOCUMENTS = 20
export type Document = { documento: string; filas: number; negocios: number }

/**
 * If a business has the same account in several documents, the chosen document counts and the others are skipped; they are never added up.
 * @returns the documents there are to choose from, whether that is still open, and the rows skipped
 */
export async function chooseDocument(
  tx: Db,
  chosen: string | undefined,
): Promise<{ documents: Document[]; open: boolean; passed: number }> {
  // A column that differs in every row is not a document of a balance; its repeated accounts are refused as duplicates.
  const found = await rows(
    tx,
    sql<
      Document & { decided: boolean }
    >`with repeated as (select distinct business_key from load_read where not unreadable group by business_key, code having count(distinct document) > 1)
      select r.document as documento, count(*)::int as filas, count(distinct r.business_key)::int as negocios,
        bool_and(exists (select from load_read c where c.business_key = r.business_key and c.document = ${chosen ?? null})) as decided
      from load_read r join repeated using (business_key) where r.document is not null
      group by r.document order by r.document limit ${MAX_DOCUMENTS + 1}`,
  )
  if (found.length > MAX_DOCUMENTS) return { documents: [], open: false, passed: 0 }
  const documents = found.map(({ decided: _, ...document }) => document)
  const open = found.some(({ decided }) => !decided)
  if (chosen === undefined || open) return { documents, open, passed: 0 }
  const passed = await row(
    tx,
    sql<{ n: number }>`with passed as (delete from load_read r where r.document <> ${chosen}
        and exists (select from load_read c where c.business_key = r.business_key and c.document = ${chosen}) returning 1)
      select count(*)::int as n from passed`,
  )
  return { documents, open: false, passed: passed!.n }
}

/** Resolves the businesses of the rows to existing ones within the caller's scope. */
export async function resolveBusinessesOfRows(tx: Db, loadId: number, mapping: Mapping, caller: Caller) {
  const named = await rows(
    tx,
    sql<Named>`select key, code, name, plain(coalesce(name, code)) as "normalizedName" from load_business where load_id = ${loadId} order by key`,
  )
  const country = mapping.crearNegociosEnPais ?? null
  const known = await rows(
    tx,
    sql<Known>`select b.id, b.code, plain(b.name) as "normalizedName", b.active, ${businessScope({ ...caller, countryId: null, businessId: null }, sql`b.id`)} as mine,
      ${businessScope(caller, sql`b.id`)} as "inContext" from business b where ${country}::int is null or b.country_id = ${country}::int`,
  )
  const said = [[0, mapping.ID_NEGOCIO] as const, ...(mapping.negocios ?? []).map(({ ID_NEGOCIO }, at) => [at + 1, ID_NEGOCIO] as const)]
  // What a person said once a business is called, where that leaves one in scope.
  const aliases = await rows(
    tx,
    sql<{
      key: number
      id: number
    }>`select n.key, min(a.business_id) as id from load_business n join business_alias a on a.alias = plain(concat_ws(' ', n.code, n.name))
      where n.load_id = ${loadId} and ${businessScope({ ...caller, countryId: null, businessId: null }, sql`a.business_id`)} group by n.key having count(*) = 1`,
  )
  const called = aliases.map(({ key, id }) => [key, id] as const)
  const fixed = new Map([...called, ...said.flatMap(([key, id]) => (id === undefined ? [] : [[key, id] as const]))])
  const resolved = resolveBusinesses(named, known, { fixed, create: country !== null, ignoresZeros: mapping.cerosDelante === 'ignorar' })
  const column = <T>(of: (r: (typeof resolved)[number]) => T) => resolved.map(of)
  await sql`update load_business n set business_id = r.business_id, creates = r.creates, reason = r.reason, params = r.params::jsonb
    from unnest(${column((r) => r.key)}::int[], ${column((r) => r.businessId)}::int[], ${column((r) => r.creates)}::int[], ${column((r) => r.reason)}::text[],
      ${column((r) => JSON.stringify(r.params))}::text[]) as r (key, business_id, creates, reason, params)
    where n.load_id = ${loadId} and n.key = r.key`.execute(tx)
}
