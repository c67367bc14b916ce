import type { dashboardAccountHistory } from '@cuadre/api/dashboard'
import type { Output, Parsed } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import { previousBalance } from '../../ledger/account/account.history.ts'
import { row } from '../../platform/database/index.ts'
import { moment } from '../../platform/database/moment.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { exportRows } from '../../platform/http/export.ts'
import { MATERIALITY, shownState } from '../../workflow/analysis/code-labels.ts'
import { limitOf } from '../../workflow/submission/difference.ts'
import * as aggregates from './aggregates/index.ts'
import type { Deps } from './dashboard.service.ts'
import * as item from './item.ts'
import { requestedPeriod } from './period.ts'

type History = Extract<Output<typeof dashboardAccountHistory>, { data: unknown }>
/** Two statements. @throws 404 */
export async function accountHistory(
  { db, zone }: Deps,
  caller: Caller,
  { negocioId, codCuenta }: { negocioId: number; codCuenta: string },
  query: Parsed<typeof dashboardAccountHistory>['query'],
  locale: Locale,
) {
  const view = item.viewOf(zone, query, caller)
  const periods = await aggregates.periods(db, view)
  const last = requestedPeriod(periods, query)?.name ?? periods.at(-1)?.name ?? ''
  const names = periods
    .filter(({ name }) => name <= last)
    .slice(-24)
    .map(({ id }) => id)
  const found = await row(
    db,
    sql<Omit<History, 'data'> & { data: History['data'] }>`
      select c.code as "CUENTA", c.name as "NOMBRE_CUENTA", n.name as "NEGOCIO", c.currency as "MONEDA", coalesce((
        select json_agg(json_build_object('PERIODO', p.name, 'COD_ANALISIS', a.id, 'AGRUPADO_ID', a.group_id, 'VALOR_BALANCE', b.amount::text, 'VALOR_ANALISIS', a.value::text,
          'VARIACION', a.difference::text, 'VARIACION_PERIODO', (b.amount - ${previousBalance})::text, 'UMBRAL_MONTO', ${limitOf(sql`coalesce(a.risk, c.risk)`)}::text, 'UMBRAL_PORCENTAJE', t.percent::text,
          'MATERIALIDAD', a.materiality, 'ESTADO_PRINCIPAL_ID', a.state_main, 'FECHA_ENVIO', ${moment(sql`a.submitted_at`)}, 'FECHA_JEFATURA', ${moment(sql`a.jefatura_at`)},
          'FECHA_CONTROL', ${moment(sql`a.control_at`)}, 'COMENTARIO_VARIACION', a.comment,
          'ARCHIVOS', (select count(*) from analysis_file f where f.analysis_id = a.id and f.version <= a.version) + (select count(*) from annex_of o where o.analysis_id = a.id and o.since <= a.version)) order by p.name)
        from ${item.balancesOf(view, 'b')} join period p on p.id = b.period_id
        left join ${item.balancesOf(view, 'o')} on o.account_id = b.account_id and o.period_id = (select x.id from period x where x.name < p.name order by x.name desc limit 1)
        left join ${item.analysesOf(view, 'a')} on a.period_id = b.period_id and a.account_id = b.account_id and ${item.analysisScope(caller)}
        left join lateral threshold_of(c.id, c.business_id, case when a.id is null then n.country_id else a.country_id end, case when a.id is null then c.heading_id else a.heading_id end, p.name) t on true
        where b.account_id = c.id and b.period_id = any(${names}::int[])), '[]') as data
      from account c join business n on n.id = c.business_id where c.business_id = ${negocioId} and c.code = ${codCuenta} and ${item.accountScope(caller)}`,
  )
  if (!found) throw NotFound()
  if (query.format !== 'excel') return found
  return exportRows<History['data'][number]>(
    locale,
    { es: 'Historial de la cuenta', en: 'Account history' },
    [
      { es: 'Período', en: 'Period', type: 'code', of: (a) => a.PERIODO },
      { es: 'Saldo', en: 'Balance', type: 'amount', of: (a) => a.VALOR_BALANCE },
      { es: 'Saldo sustentado', en: 'Supported balance', type: 'amount', of: (a) => (a.FECHA_ENVIO === null ? null : a.VALOR_ANALISIS) },
      { es: 'Diferencia', en: 'Difference', type: 'amount', of: (a) => (a.FECHA_ENVIO === null ? null : a.VARIACION) },
      { es: 'Movimiento', en: 'Movement', type: 'amount', of: (a) => a.VARIACION_PERIODO },
      { es: 'Umbral', en: 'Threshold', type: 'amount', of: (a) => a.UMBRAL_MONTO },
      { es: 'Materialidad', en: 'Materiality', type: 'text', width: 14, of: (a, l) => a.MATERIALIDAD && MATERIALITY[a.MATERIALIDAD][l] },
      { es: 'Estado', en: 'Status', type: 'text', width: 22, of: shownState },
      { es: 'Enviado', en: 'Submitted', type: 'datetime', of: (a) => a.FECHA_ENVIO },
      { es: 'Jefatura', en: 'Head', type: 'datetime', of: (a) => a.FECHA_JEFATURA },
      { es: 'Control', en: 'Control', type: 'datetime', of: (a) => a.FECHA_CONTROL },
      { es: 'Comentario', en: 'Comment', type: 'text', width: 60, of: (a) => a.COMENTARIO_VARIACION },
      { es: 'Archivos', en: 'Files', type: 'integer', width: 9, of: (a) => a.ARCHIVOS },
      // Repeated in every row, because the file may be passed on alone.
      { es: 'Moneda', en: 'Currency', type: 'code', width: 8, of: () => found.MONEDA },
      { es: 'Cuenta', en: 'Account', type: 'code', of: () => found.CUENTA },
      { es: 'Nombre', en: 'Name', type: 'text', of: () => found.NOMBRE_CUENTA },
      { es: 'Negocio', en: 'Business', type: 'text', of: () => found.NEGOCIO },
    ],
    found.data,
  )
}
