import { type Completeness, type Mapping, PASSED_OVER } from '@cuadre/api/balance'
import { sql } from 'kysely'
import { businessScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { cents, fromCents } from '../../platform/money.ts'
import { LEFT, type Target } from './balance.target.ts'

/** Businesses of the file that are absent are listed up to this many; the rest is only counted. */
const MAX_LISTED = 100

/** Whether all is there that was expected, and what will be stored. Called when the rows are classified. */
export async function completenessOf(tx: Db, target: Target, mapping: Mapping, caller: Caller): Promise<Completeness> {
  const { loadId, periodId, previousId, previous, period } = target
  const [found, known, guardado, otrosPeriodos] = [
    await countRows(tx, target),
    previousId === null ? [] : await expectedBusinesses(tx, target, caller),
    await stored(tx, loadId, periodId),
    await rows(
      tx,
      // Also those that are refused for something else before: the month is what the whole file is about.
      sql<{ PERIODO: string; filas: number }>`select coalesce(period, '') as "PERIODO", sum(${made})::int as filas from load_row
        where load_id = ${loadId} and class = 'rechazada' and period <> ${period} group by 1 order by 2 desc, 1 limit 12`,
    ),
  ]
  const businesses = [...Map.groupBy(known, ({ id }) => id).values()]
  const absent = businesses.filter(([first]) => !first!.there && !first!.loaded)
  const {
    esperadas,
    faltan,
    conservan,
    conocidas,
    aplicadas,
    rechazadas,
    grupos,
    ceros,
    saldosSumados,
    filasSumadas,
    leido,
    rechazado,
    ilegibles,
    passed,
    control,
  } = found
  const omitidas = Object.fromEntries(PASSED_OVER.flatMap((kind) => (passed[kind] ? [[kind, passed[kind]] as const] : [])))
  const skipped = Object.values(omitidas).reduce((sum, n) => sum + n, 0)
  return {
    PERIODO_ANTERIOR: previous,
    negocios: {
      esperados: businesses.length,
      enArchivo: businesses.filter(([first]) => first!.there).length,
      yaCargados: businesses.filter(([first]) => !first!.there && first!.loaded).length,
      deUno: mapping.ID_NEGOCIO !== undefined && !mapping.negocios?.length,
      faltan: absent.slice(0, MAX_LISTED).map((of) => ({
        ID_NEGOCIO: of[0]!.id,
        NEGOCIO: of[0]!.name,
        cuentas: of.reduce((sum, { cuentas }) => sum + cuentas, 0),
        saldos: of.map(({ currency, saldo }) => ({ MONEDA: currency, saldo })),
      })),
    },
    cuentas: { esperadas, faltan, conservan, rechazadas: conocidas },
    decidir: found.decidir,
    filas: { archivo: aplicadas + rechazadas + grupos + ceros + skipped, aplicadas, rechazadas, grupos, ceros, omitidas },
    sumadas: { saldos: saldosSumados, filas: filasSumadas },
    otrosPeriodos,
    control: { archivo: control, leido, rechazado, ilegibles },
    guardado,
  }
}

type Found = Omit<Completeness['filas'], 'archivo' | 'omitidas'> &
  Omit<Completeness['cuentas'], 'rechazadas'> &
  Omit<Completeness['control'], 'archivo'> & {
    conocidas: number
    saldosSumados: number
    decidir: Completeness['decidir']
    filasSumadas: number
    passed: Partial<Record<string, number>>
    control: Completeness['control']['archivo']
  }
/** A balance of several rows counts as all of them. */
const made = sql`coalesce(made_of, 1)`
const countRows = async (tx: Db, { loadId, periodId, previousId }: Target) =>
  (await row(
    tx,
    sql<Found>`with refused as (select distinct r.account_id from load_row r join balance b on b.account_id = r.account_id and b.period_id in (${periodId}, ${previousId})
        where r.load_id = ${loadId} and r.class = 'rechazada')
      select coalesce(sum(${made}) filter (where class in ('nueva', 'cambia', 'igual')), 0)::int as aplicadas,
        coalesce(sum(${made}) filter (where class = 'rechazada'), 0)::int as rechazadas, coalesce(sum(${made}) filter (where class = 'grupo'), 0)::int as grupos,
        coalesce(sum(${made}) filter (where class = 'cero'), 0)::int as ceros, count(*) filter (where made_of > 1 and class <> 'rechazada')::int as "saldosSumados",
        coalesce(sum(made_of) filter (where made_of > 1 and class <> 'rechazada'), 0)::int as "filasSumadas",
        (count(*) filter (where class in ('cambia', 'igual', 'falta')) + (select count(*) from refused))::int as esperadas,
        count(*) filter (where class = 'falta')::int as faltan, count(*) filter (where class = 'falta' and held)::int as conservan,
        (select count(*)::int from refused) as conocidas,
        coalesce(sum(amount) filter (where class <> 'falta' and sum_of is null), 0.00)::text as leido,
        coalesce(sum(amount) filter (where class = 'rechazada' and sum_of is null), 0.00)::text as rechazado,
        count(*) filter (where class = 'rechazada' and amount is null)::int as ilegibles,
        json_build_object('ceros', count(*) filter (where class = 'cero' or (class in ('nueva', 'igual') and amount = 0 and not held and coalesce(current_amount, 0) = 0)),
          'repetidas', count(*) filter (where reason = 'row_duplicate'), 'cerosDelante', count(*) filter (where reason in ('row_zeros', 'row_business_zeros')),
          'sinNegocio', count(*) filter (where reason = 'row_business_missing')) as decidir,
        (select passed from balance_load where id = ${loadId}) as passed, (select control from balance_load where id = ${loadId}) as control
      from load_row where load_id = ${loadId} and class is not null`,
  ))!

type Expected = { id: number; name: string; currency: string; cuentas: number; saldo: string; there: boolean; loaded: boolean }
/** Businesses in the caller's scope with balances in the period before, by currency. */
const expectedBusinesses = (tx: Db, { loadId, periodId, previousId }: Target, caller: Caller) =>
  rows(
    tx,
    sql<Expected>`with had as (select c.business_id, c.currency, count(*)::int as cuentas, sum(b.amount)::text as saldo
        from balance b join account c on c.id = b.account_id where b.period_id = ${previousId} and b.amount <> 0 and c.active and ${businessScope(caller, sql`c.business_id`)} group by 1, 2)
      select n.id, n.name, h.currency, h.cuentas, h.saldo,
        n.id in (select r.business_id from load_row r where r.load_id = ${loadId} and r.business_id is not null and r.class <> 'falta') as there,
        n.id in (select c.business_id from balance b join account c on c.id = b.account_id where b.period_id = ${periodId}) as loaded
      from had h join business n on n.id = h.business_id where n.active order by n.name, n.id, h.currency`,
  )

/** What this period will hold of the businesses in the file, by currency. */
async function stored(tx: Db, loadId: number, periodId: number): Promise<Completeness['guardado']> {
  const found = await rows(
    tx,
    sql<{ MONEDA: string; aplicado: string; conserva: string }>`with applied as (
        select trim(coalesce(c.currency, r.currency, b.currency, k.currency)) as currency, r.account_id, r.amount, r.sum_of from load_row r
        left join account c on c.id = r.account_id left join business b on b.id = r.business_id
        left join country k on k.id = (select (l.mapping ->> 'crearNegociosEnPais')::int from balance_load l where l.id = ${loadId})
        where r.load_id = ${loadId} and r.class not in (${LEFT}) and r.class <> 'falta'),
      kept as (select trim(c.currency) as currency, b.amount from balance b join account c on c.id = b.account_id
        where b.period_id = ${periodId} and c.business_id = any(array(select distinct business_id from load_row where load_id = ${loadId} and business_id is not null and class <> 'rechazada'))
          and not exists (select from applied a where a.account_id = b.account_id))
      select coalesce(currency, '') as "MONEDA", coalesce(sum(applied), 0.00)::text as aplicado, sum(kept)::text as conserva from (
        select currency, sum(amount) filter (where sum_of is null) as applied, 0.00 as kept from applied group by 1
        union all select currency, 0.00, sum(amount) from kept group by 1) t group by 1 order by 1`,
  )
  return found.map(({ MONEDA, aplicado, conserva }) => ({
    MONEDA,
    aplicado,
    conserva,
    guardado: fromCents(cents(aplicado) + cents(conserva)),
  }))
}
