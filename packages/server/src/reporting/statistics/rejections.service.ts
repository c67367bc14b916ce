import type { StatisticsQuery } from '@cuadre/api/item'
import type { statisticsRejections } from '@cuadre/api/statistics'
import { sql } from 'kysely'
import type { z } from 'zod'
import { rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'
import { byName, type Deps } from '../dashboard/dashboard.service.ts'
import { ratio, total } from '../dashboard/figures.rules.ts'
import * as item from '../dashboard/item.ts'
import { ref } from '../dashboard/period.ts'
import { rejections as standing } from '../dashboard/rejection.ts'
import type { Rows } from './charts.workbook.ts'
import { monthly } from './monthly.ts'

type Query = z.output<typeof StatisticsQuery>

type Reason = { codigo: string | null; nivel: 'JEFATURA' | 'CONTROL'; rechazos: number; analisis: number }
const reasonsIn = (caller: Caller, query: Query) => (view: item.View, ids: readonly number[]) => {
  const { said, stands, code, level } = standing(view)
  return sql<Reason & { period: number }>`
    select a.period_id as period, ${code} as codigo, ${level} as nivel, count(*)::int as rechazos, count(distinct a.id)::int as analisis
    from ${item.relation(view)} join event e on e.period_id = a.period_id and e.analysis_id = a.id ${said}
    where ${item.inPeriods(ids)} and ${item.placeCondition(caller, query, item.isGroup)} and ${stands}
    group by 1, 2, 3`
}

type OfAnalyst = { ID_ANALISTA: number; rechazos: number; decisiones: number }
const analystsIn = (caller: Caller, query: Query) => (view: item.View, ids: readonly number[]) =>
  sql<
    OfAnalyst & { period: number }
  >`select a.period_id as period, a.analyst_id as "ID_ANALISTA", sum(${item.rejections})::int as rechazos, sum(${item.decisions})::int as decisiones
    from ${item.itemsWhere(view, sql`${item.inPeriods(ids)} and ${item.placeCondition(caller, query, item.isGroup)}`)} group by 1, 2`

/** By reason and by analyst, with their names as they are now; the most first. */
async function whyAndWhose({ db }: Deps, caller: Caller, view: item.View, query: Query, periods: readonly aggregates.PeriodRow[]) {
  const [ofReasons, ofAnalysts] = await Promise.all([
    aggregates.rowsOf(db, caller, view, query, { periods, ask: reasonsIn(caller, query) }),
    aggregates.rowsOf(db, caller, view, query, { periods, ask: analystsIn(caller, query) }),
  ])
  const people = [...new Set(ofAnalysts.map(({ ID_ANALISTA }) => ID_ANALISTA))]
  const found = await rows(
    db,
    sql<{
      id: number | null
      code: string | null
      name: string
    }>`select u.id, null as code, u.name from app_user u where u.id = any(${people}::int[])
      union all select null, r.code, case ${caller.locale}::text when 'en' then r.name_en else r.name_es end from reject_reason r`,
  )
  const personOf = new Map(found.map(({ id, name }) => [id, name]))
  const reasonOf = new Map(found.map(({ code, name }) => [code, name]))
  const sum = <K extends string>(of: readonly Record<K, number>[], name: K) => of.reduce((all, row) => all + row[name], 0)
  const byCode = (a: string | null, b: string | null) => (a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1)
  return {
    motives: [...Map.groupBy(ofReasons, ({ codigo, nivel }) => `${nivel}/${codigo}`).values()]
      .map((of) => ({
        codigo: of[0]!.codigo,
        nombre: (of[0]!.codigo && reasonOf.get(of[0]!.codigo)) || null,
        nivel: of[0]!.nivel,
        rechazos: sum(of, 'rechazos'),
        analisis: sum(of, 'analisis'),
      }))
      .sort((a, b) => b.rechazos - a.rechazos || byCode(a.codigo, b.codigo) || byCode(a.nivel, b.nivel)),
    analysts: [...Map.groupBy(ofAnalysts, ({ ID_ANALISTA }) => ID_ANALISTA)]
      .map(([ID_ANALISTA, of]) => ({
        ID_ANALISTA,
        rechazos: sum(of, 'rechazos'),
        decisiones: sum(of, 'decisiones'),
        ANALISTA: personOf.get(ID_ANALISTA)!,
      }))
      .sort((a, b) => b.rechazos - a.rechazos || byName<{ ANALISTA: string }>(({ ANALISTA }) => ANALISTA)(a, b)),
  }
}

const DECIDED = ['rejections_jefatura', 'rejections_control', 'decisions'] as const
const REJECTIONS = [...DECIDED, 'approved', 'first_pass', 'reopenings'] as const
export async function rejections(deps: Deps, caller: Caller, query: Query): Promise<Rows<typeof statisticsRejections>> {
  const { period, serie, now, found } = await monthly(deps, caller, query, {
    want: REJECTIONS,
    by: ['department'],
    beside: (view, range) => Promise.all([aggregates.names(deps.db), whyAndWhose(deps, caller, view, query, range)]),
  })
  const [names, { analysts, motives }] = found
  const rejected = motives.reduce((sum, { rechazos }) => sum + rechazos, 0)
  let soFar = 0
  const of = (sums: readonly aggregates.Sums<(typeof DECIDED)[number]>[]) => {
    const [rechazosJefatura, rechazosControl, decisiones] = [
      total(sums, 'rejections_jefatura'),
      total(sums, 'rejections_control'),
      total(sums, 'decisions'),
    ]
    return { rechazosJefatura, rechazosControl, decisiones, tasa: ratio(rechazosJefatura + rechazosControl, decisiones) }
  }
  const { tasa: tasaRechazo, ...counts } = of(now)
  const [aprobados, primeraVez, reaperturas] = [total(now, 'approved'), total(now, 'first_pass'), total(now, 'reopenings')]
  return {
    period: period ? ref(period) : null,
    ...counts,
    aprobados,
    primeraVez,
    reaperturas,
    tasaRechazo,
    tasaPrimeraVez: ratio(primeraVez, aprobados),
    tasaReapertura: ratio(reaperturas, aprobados),
    porDepartamento: [...Map.groupBy(now, ({ department }) => department ?? null)]
      .map(([id, sums]) => ({
        COD_DEPARTAMENTO: id,
        DEPARTAMENTO: id === null ? null : (names.department.get(id) ?? null),
        NEGOCIO: id === null ? null : (names.business.get(names.parent.department.get(id)?.business ?? 0) ?? null),
        ...of(sums),
      }))
      .sort(byName(({ DEPARTAMENTO }) => DEPARTAMENTO)),
    porMotivo: motives.map((row) => {
      soFar += row.rechazos
      return { ...row, acumulado: ratio(soFar, rejected) ?? 0 }
    }),
    porAnalista: analysts.map((row) => ({ ...row, tasa: ratio(row.rechazos, row.decisiones) })),
    serie: serie.map(({ name, of: sums }) => ({ PERIODO: name, ...of(sums) })),
  }
}
