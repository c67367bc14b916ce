import type { accountsOutOfDeadline } from '@cuadre/api/dashboard'
import type { Output, Parsed, SortKeyOf } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import { row, rows } from '../../platform/database/index.ts'
import { all, type Sortable, sortedBy } from '../../platform/database/list.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { allPages, exportRows } from '../../platform/http/export.ts'
import * as aggregates from './aggregates/index.ts'
import type { Deps } from './dashboard.service.ts'
import * as item from './item.ts'
import { namingItems } from './named-items.ts'
import { requestedPeriod } from './period.ts'

type Late = Extract<Output<typeof accountsOutOfDeadline>, { data: unknown }>['data'][number]
/** K5 by role. Three statements, four with a text. */
export async function outOfDeadline(
  { db, zone }: Deps,
  caller: Caller,
  negocioId: number,
  query: Parsed<typeof accountsOutOfDeadline>['query'],
  locale: Locale,
) {
  const view = item.viewOf(zone, query, caller)
  const m = item.measures(view)
  const period = requestedPeriod(await aggregates.periods(db, view), query)
  const roles = sql.join(
    (['analista', 'jefatura', 'control'] as const).map(
      (role, at) =>
        sql`(${sql.lit(at + 1)}, ${role}::text, ${m.part[role].due}, ${m.part[role].done}, ${m.inTime[role]}, ${[sql`due_analyst`, sql`due_jefatura`, sql`due_control`].map((due) => sql`coalesce(v.${due}, o.${due})`)[at]!})`,
    ),
  )
  // What was granted by then: more time for a level moves those after it too.
  const granted = sql`extension e where e.analysis_id = a.id and e.approved and e.decided_at <= ${m.clock}`
  const original = sql`(case when exists (select from ${granted})
    then coalesce((select min(e.old_due) from ${granted} and e.role = upper(r.role)), least(r.due, r.planned)) else r.due end)`
  const from = sql`${item.relation(view)} ${item.names} join ${item.periodsOf(view, 'o')} on o.id = a.period_id
    left join period_due v on v.period_id = a.period_id and v.business_id = a.business_id cross join lateral (values ${roles}) as r(at, role, due, done, fine, planned)`
  const filters = await namingItems(db, query, { text: query.search, months: [period?.id ?? 0] })
  const where = sql`a.period_id = ${period?.id ?? 0} and ${item.placeCondition(caller, { ...query, negocioId }, item.isGroup)} and not r.fine
    and (${query.rol ?? null}::text is null or r.role = ${query.rol ?? null}::text) and ${all(item.named(filters))}`
  const days = sql`greatest(1, workdays(${m.day(sql`r.due`)}, coalesce(${m.day(sql`r.done`)}, ${m.today}), a.country_id))`
  const sortable: Sortable<SortKeyOf<typeof query>> = {
    CUENTA: sql`c.code`,
    DEPARTAMENTO: sql`d.name`,
    ROL: sql`r.at`,
    VENCE: sql`r.due`,
    COMPLETADO: sql`r.done`,
    DIAS_ATRASO: days,
  }
  const fetch = (page: number, limit: number) =>
    rows<Late>(
      db,
      sql`select a.id as "COD_ANALISIS", a.group_id as "AGRUPADO_ID", ${item.ofGroup}, c.code as "CUENTA", c.name as "NOMBRE_CUENTA", d.name as "DEPARTAMENTO", r.role as "ROL",
        case r.at when 1 then u.name when 2 then j.name else (select name from app_user where id = a.control_by) end as "RESPONSABLE", r.due as "VENCE",
        ${original} as "VENCE_ORIGINAL", r.done as "COMPLETADO", ${days} as "DIAS_ATRASO" from ${from} where ${where}
        order by ${sortedBy(query.sort, sortable) ?? sql`${days} desc, c.code, r.at`}, a.id, r.at limit ${limit} offset ${(page - 1) * limit}`,
    )
  if (query.format === 'excel') {
    const roleText: Record<string, Record<Locale, string>> = {
      analista: { es: 'Analista', en: 'Analyst' },
      jefatura: { es: 'Jefatura', en: 'Head' },
      control: { es: 'Control', en: 'Control' },
    }
    return exportRows<Late>(
      locale,
      { es: 'Fuera de plazo', en: 'Past deadline' },
      [
        { es: 'Cuenta', en: 'Account', type: 'code', of: (a) => a.CUENTA },
        { es: 'Nombre', en: 'Name', type: 'text', of: (a) => a.NOMBRE_CUENTA },
        { es: 'Grupo', en: 'Group', type: 'text', width: 24, of: (a) => a.GRUPO },
        { es: 'Cuentas', en: 'Accounts', type: 'integer', width: 9, of: (a) => a.PESO },
        { es: 'Departamento', en: 'Department', type: 'text', of: (a) => a.DEPARTAMENTO },
        { es: 'Rol', en: 'Role', type: 'text', of: (a, l) => roleText[a.ROL]![l] },
        { es: 'Responsable', en: 'Responsible', type: 'text', of: (a) => a.RESPONSABLE },
        { es: 'Vence', en: 'Due', type: 'datetime', of: (a) => a.VENCE },
        { es: 'Vencía', en: 'Was due', type: 'datetime', of: (a) => a.VENCE_ORIGINAL },
        { es: 'Completado', en: 'Done', type: 'datetime', of: (a) => a.COMPLETADO },
        { es: 'Días hábiles de atraso', en: 'Working days late', type: 'integer', of: (a) => a.DIAS_ATRASO },
      ],
      allPages(fetch),
    )
  }
  const counted = await row(db, sql<{ n: number }>`select count(*)::int as n from ${from} where ${where}`)
  const data = await fetch(query.page, query.limit)
  return { data, total: counted!.n, page: query.page, limit: query.limit }
}
