import type { Account, AccountPeriod, AssignmentChange, accountHistory, listAccounts, listAssignmentChanges } from '@cuadre/api/account'
import type { Bytes, Parsed } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import { periodStatus } from '../../platform/database/codes.ts'
import { type Db, rows } from '../../platform/database/index.ts'
import { page } from '../../platform/database/list.ts'
import { moment } from '../../platform/database/moment.ts'
import type { Caller } from '../../platform/http/context.ts'
import { type ExportColumn, exportRows, pagesByIds, yesNo } from '../../platform/http/export.ts'
import { MATERIALITY, RISK, shownState } from '../../workflow/analysis/code-labels.ts'
import { sentAnnexesJson } from '../../workflow/annex/annex.repository.ts'
import { limitOf } from '../../workflow/submission/difference.ts'
import * as repository from './account.repository.ts'
import { get } from './account.service.ts'

/**
 * The balance that movement is measured against: for an analysed account the one its analysis was judged by, which a later correction of
 * the previous month does not change once that is closed.
 */
export const previousBalance = sql`(case when a.id is null then o.amount else a.previous end)`
/**
 * The newest `limit` periods in which the account has a balance, newest first. Movement is measured against the period before, also where
 * that has none.
 */
export const periodsOf = (db: Db, accountId: number, limit: number) =>
  rows(
    db,
    sql<AccountPeriod>`select p.id as "COD_PERIODO", p.name as "PERIODO", p.status_id = ${periodStatus.cerrado} as "CERRADO", s.amount as "VALOR_BALANCE", ${previousBalance} as "SALDO_ANTERIOR",
        s.amount - ${previousBalance} as "VARIACION_PERIODO", round((s.amount - ${previousBalance}) / nullif(abs(${previousBalance}), 0) * 100, 2) as "VARIACION_PERIODO_PCT",
        case when t.id is not null then json_build_object('monto', ${limitOf(sql`coalesce(a.risk, c.risk)`)}::text, 'porcentaje', t.percent::text, 'base', t.base) end as "UMBRAL",
        a.id as "COD_ANALISIS", case when a.id is not null then coalesce(a.value, 0) end as "VALOR_ANALISIS", a.difference as "VARIACION", a.materiality as "MATERIALIDAD",
        coalesce(a.auto, false) as "AUTO", a.state_main as "ESTADO_PRINCIPAL_ID", a.state_jefatura as "ESTADO_JEFATURA_ID", a.state_control as "ESTADO_CONTROL_ID",
        u.name as "ANALISTA", a.submitted_at as "FECHA_ENVIO", a.jefatura_at as "FECHA_JEFATURA", j.name as "APROBO_JEFATURA", a.control_at as "FECHA_CONTROL",
        k.name as "APROBO_CONTROL", a.comment as "COMENTARIO_VARIACION",
        (select coalesce(json_agg(json_build_object('ID', f.id, 'NOMBRE', f.name, 'VERSION', f.version, 'CARGADO_POR', w.name, 'CARGADO_EN', ${moment(sql`f.uploaded_at`)})
          order by f.version desc), '[]') from analysis_file f join app_user w on w.id = f.uploaded_by where f.analysis_id = a.id) as "ARCHIVOS",
        ${sentAnnexesJson(sql`a.id`)} as "ANEXOS"
      from balance s join period p on p.id = s.period_id join account c on c.id = s.account_id join business b on b.id = c.business_id
      left join balance o on o.account_id = s.account_id and o.period_id = (select x.id from period x where x.name < p.name order by x.name desc limit 1)
      left join analysis a on a.account_id = s.account_id and a.period_id = s.period_id
      left join lateral threshold_of(c.id, c.business_id, case when a.id is null then b.country_id else a.country_id end, case when a.id is null then c.heading_id else a.heading_id end, p.name) t on true
      left join app_user u on u.id = a.analyst_id left join app_user j on j.id = a.jefatura_by left join app_user k on k.id = a.control_by
      where s.account_id = ${accountId} order by p.name desc limit ${limit}`,
  )

/** @throws 404 */
export async function history(db: Db, caller: Caller, id: number, { limit, format }: Parsed<typeof accountHistory>['query']) {
  const cuenta = await get(db, caller, id)
  const data = await periodsOf(db, id, limit)
  return format === 'excel'
    ? exportRows(caller.locale, { es: `Histórico ${cuenta.CUENTA}`, en: `History ${cuenta.CUENTA}` }, periodColumns(cuenta), data)
    : { cuenta, data }
}

/** @throws 404 */
export async function changes(db: Db, caller: Caller, id: number, query: Parsed<typeof listAssignmentChanges>['query']) {
  await get(db, caller, id)
  return page<AssignmentChange, typeof query>(db, query, {
    select: sql`h.id as "ID", h.changed_at as "FECHA", h.role as "ROL", o.name as "ANTES", n.name as "DESPUES", d.name as "DEPARTAMENTO_ANTES",
      e.name as "DEPARTAMENTO_DESPUES", h.since as "DESDE", h.reason as "MOTIVO", h.transfer_id as "LOTE", w.name as "POR"`,
    from: sql`assignment_change h left join app_user o on o.id = h.old_user_id left join app_user n on n.id = h.new_user_id
      left join department d on d.id = h.old_department_id left join department e on e.id = h.new_department_id left join app_user w on w.id = h.changed_by`,
    where: sql`h.account_id = ${id}`,
    sortable: { FECHA: sql`h.changed_at`, ROL: sql`h.role` },
    by: sql`h.id desc`,
    id: sql`h.id`,
  })
}

/** A page of the list, or a workbook of all of it. */
export async function list(db: Db, caller: Caller, query: Parsed<typeof listAccounts>['query']) {
  if (query.format === 'json') return repository.list(db, caller, query)
  return workbook(db, caller, query)
}
async function workbook(db: Db, caller: Caller, query: Parsed<typeof listAccounts>['query']): Promise<Bytes> {
  const wanted = await repository.idsOf(db, caller, query)
  const pages = pagesByIds(wanted, (ids) => repository.byIds(db, ids, query.filterByPeriod))
  return exportRows(caller.locale, { es: 'Cuentas', en: 'Accounts' }, ACCOUNT_COLUMNS, pages)
}

type Words<Code extends string> = Record<Code, Record<'es' | 'en', string>>
export const FREQUENCY: Words<Account['FRECUENCIA']> = {
  MENSUAL: { es: 'Mensual', en: 'Monthly' },
  TRIMESTRAL: { es: 'Trimestral', en: 'Quarterly' },
  SEMESTRAL: { es: 'Semestral', en: 'Half-yearly' },
  ANUAL: { es: 'Anual', en: 'Yearly' },
}
const METHOD: Words<NonNullable<Account['METODO_AUTO']>> = {
  SALDO_CERO: { es: 'Saldo cero', en: 'Zero balance' },
  CERO_SIN_MOV: { es: 'Saldo cero y sin movimiento', en: 'Zero balance without movement' },
  SIN_MOV: { es: 'Sin movimiento', en: 'Without movement' },
  EN_RANGO: { es: 'Dentro del umbral', en: 'Within the threshold' },
  EN_RANGO_SIN_MOV: { es: 'Dentro del umbral y sin movimiento', en: 'Within the threshold without movement' },
}
const ACCOUNT_COLUMNS: ExportColumn<Account>[] = [
  { es: 'Cuenta', en: 'Account', type: 'code', of: (a) => a.CUENTA },
  { es: 'Nombre', en: 'Name', type: 'text', of: (a) => a.NOMBRE },
  { es: 'País', en: 'Country', type: 'text', of: (a) => a.PAIS },
  { es: 'Negocio', en: 'Business', type: 'text', of: (a) => a.NEGOCIO },
  { es: 'Departamento', en: 'Department', type: 'text', of: (a) => a.DEPARTAMENTO },
  { es: 'Rubro', en: 'Heading', type: 'text', of: (a) => a.RUBRO },
  { es: 'Moneda', en: 'Currency', type: 'code', width: 8, of: (a) => a.MONEDA },
  { es: 'Analista', en: 'Analyst', type: 'text', of: (a) => a.ANALISTA },
  { es: 'Respaldo', en: 'Backup', type: 'text', of: (a) => a.RESPALDO },
  { es: 'Riesgo', en: 'Risk', type: 'text', width: 10, of: (a, l) => RISK[a.RIESGO][l] },
  { es: 'Frecuencia', en: 'Frequency', type: 'text', width: 12, of: (a, l) => FREQUENCY[a.FRECUENCIA][l] },
  { es: 'Autocertificación', en: 'Auto-certification', type: 'text', width: 18, of: (a, l) => a.METODO_AUTO && METHOD[a.METODO_AUTO][l] },
  { es: 'Activa', en: 'Active', type: 'text', width: 8, of: (a, l) => yesNo(a.ACTIVA, l) },
  { es: 'Período del saldo', en: 'Period of the balance', type: 'code', width: 12, of: (a) => a.PERIODO_SALDO },
  { es: 'Saldo', en: 'Balance', type: 'amount', of: (a) => a.SALDO },
]

const periodColumns = ({ MONEDA, NEGOCIO }: Account): ExportColumn<AccountPeriod>[] => [
  { es: 'Período', en: 'Period', type: 'code', width: 10, of: (a) => a.PERIODO },
  { es: 'Saldo', en: 'Balance', type: 'amount', of: (a) => a.VALOR_BALANCE },
  { es: 'Saldo sustentado', en: 'Supported balance', type: 'amount', of: (a) => (a.FECHA_ENVIO === null ? null : a.VALOR_ANALISIS) },
  { es: 'Diferencia', en: 'Difference', type: 'amount', of: (a) => (a.FECHA_ENVIO === null ? null : a.VARIACION) },
  { es: 'Movimiento', en: 'Movement', type: 'amount', of: (a) => a.VARIACION_PERIODO },
  { es: 'Movimiento %', en: 'Movement %', type: 'amount', width: 14, of: (a) => a.VARIACION_PERIODO_PCT },
  { es: 'Umbral', en: 'Threshold', type: 'amount', of: (a) => a.UMBRAL?.monto ?? null },
  { es: 'Materialidad', en: 'Materiality', type: 'text', width: 14, of: (a, l) => a.MATERIALIDAD && MATERIALITY[a.MATERIALIDAD][l] },
  { es: 'Estado', en: 'Status', type: 'text', width: 22, of: shownState },
  { es: 'Analista', en: 'Analyst', type: 'text', of: (a) => a.ANALISTA },
  { es: 'Enviado', en: 'Submitted', type: 'datetime', of: (a) => a.FECHA_ENVIO },
  { es: 'Aprobó jefatura', en: 'Approved by head', type: 'text', of: (a) => a.APROBO_JEFATURA },
  { es: 'Aprobó control', en: 'Approved by control', type: 'text', of: (a) => a.APROBO_CONTROL },
  { es: 'Comentario', en: 'Comment', type: 'text', width: 60, of: (a) => a.COMENTARIO_VARIACION },
  // Repeated in every row, because the file may be passed on alone: businesses share the codes of their accounts, and not the currency.
  { es: 'Moneda', en: 'Currency', type: 'code', width: 8, of: () => MONEDA },
  { es: 'Negocio', en: 'Business', type: 'text', of: () => NEGOCIO },
]
