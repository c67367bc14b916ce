import type { Analysis } from '@cuadre/api/analysis'
import type {
  dashboardAnalyst,
  dashboardByDepartment,
  dashboardControl,
  dashboardJefatura,
  dashboardManagement,
} from '@cuadre/api/dashboard'
import type { Output, Parsed } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import { analystOrder } from '../analysis/analysis.repository.ts'
import { byRisk, completion, inbox, late, states } from '../analysis/measures.ts'
import type { Db } from '../database/index.ts'
import type { Caller } from '../http/context.ts'
import * as repository from './dashboard.repository.ts'
import { completions, points, progress } from './progress.ts'

type Filter = Parsed<typeof dashboardManagement>['query']
type OfPeriod = Parsed<typeof dashboardAnalyst>['query']

/** Three statements: the period, the sums, the ten largest differences. */
export async function management(db: Db, caller: Caller, query: Filter): Promise<Output<typeof dashboardManagement>> {
  const period = (await repository.period(db, query)) ?? null
  const sums = period ? await repository.sums(db, caller, query, period.PERIODO) : []
  const largest = { what: sql`a.difference <> 0`, by: sql`abs(a.difference) desc`, limit: 10 }
  const mayoresDiferencias = period ? await repository.some(db, caller, query, period.COD_PERIODO, largest) : []
  const byPeriod = Map.groupBy(sums, ({ PERIODO }) => PERIODO)
  const now = (period && byPeriod.get(period.PERIODO)) ?? []
  const before = period?.before ? byPeriod.get(period.before) : undefined
  return {
    period,
    total: {
      ...progress(now),
      completitud: completions(now),
      anterior: before ? { avance: progress(before).avance, aTiempo: progress(before).aTiempo } : null,
    },
    porNegocio: [...Map.groupBy(now, ({ ID_NEGOCIO }) => ID_NEGOCIO)].map(([id, rows]) => {
      const { ID_PAIS, PAIS, ID_NEGOCIO, NEGOCIO } = rows[0]!
      const figures = progress(rows)
      const was = progress((before ?? []).filter(({ ID_NEGOCIO }) => ID_NEGOCIO === id))
      return { ID_PAIS, PAIS, ID_NEGOCIO, NEGOCIO, ...figures, deltaAvance: points(figures.avance, was.avance) }
    }),
    mayoresDiferencias,
    serie: [...byPeriod].map(([PERIODO, rows]) => {
      const { avance, aTiempo, completado } = progress(rows)
      return { PERIODO, avance, aTiempo, completado }
    }),
  }
}

type Department = Output<typeof dashboardByDepartment>['data'][number]
/** Two statements. */
export async function byDepartment(db: Db, caller: Caller, query: Filter): Promise<Output<typeof dashboardByDepartment>> {
  const period = (await repository.period(db, query)) ?? null
  if (!period) return { period, data: [] }
  const data = await repository.grouped<Department>(db, caller, query, period.COD_PERIODO, {
    names: sql`a.department_id as "COD_DEPARTAMENTO", d.name as "DEPARTAMENTO", n.name as "NEGOCIO", a.business_id as "ID_NEGOCIO", j.name as "JEFE"`,
    by: sql`n.name, d.name, a.business_id, a.department_id, j.name`,
    counts: {
      porPreparar: inbox(null).por_preparar!,
      pendiente: sql`a.state_main = 1`,
      revision: states.atControl,
      rechazado: states.rejected,
      aprobado: states.approved,
      vencidos: late,
    },
  })
  return { period, data }
}

const MINE = 20
/** Five statements. */
export async function analyst(db: Db, caller: Caller, query: OfPeriod): Promise<Output<typeof dashboardAnalyst>> {
  const period = (await repository.period(db, query)) ?? null
  if (!period) {
    const none = { total: 0, porPreparar: 0, enJefatura: 0, enControl: 0, rechazados: 0, aprobados: 0 }
    return { period, contadores: none, rechazados: [], atrasados: { total: 0, data: [] }, proximos: { total: 0, data: [] } }
  }
  const toDo = inbox('analista').por_preparar!
  const overdue = sql`(${toDo} and ${completion.vencido})`
  const ahead = sql`(${toDo} and ${completion.pendiente})`
  const [counts] = await repository.grouped<
    Record<'total' | 'porPreparar' | 'enJefatura' | 'enControl' | 'rechazados' | 'aprobados' | 'overdue' | 'ahead', number>
  >(db, caller, {}, period.COD_PERIODO, {
    names: sql`1 as one`,
    // One group, so that nothing assigned gives no row.
    by: sql`a.period_id`,
    counts: {
      porPreparar: toDo,
      enJefatura: states.atJefatura,
      enControl: states.atControl,
      rechazados: states.rejected,
      aprobados: states.approved,
      overdue,
      ahead,
    },
  })
  const first = (what: typeof toDo): Promise<Analysis[]> =>
    repository.some(db, caller, {}, period.COD_PERIODO, { what, by: analystOrder, limit: MINE })
  const { total = 0, porPreparar = 0, enJefatura = 0, enControl = 0, rechazados = 0, aprobados = 0 } = counts ?? {}
  return {
    period,
    contadores: { total, porPreparar, enJefatura, enControl, rechazados, aprobados },
    rechazados: await first(states.rejected),
    atrasados: { total: counts?.overdue ?? 0, data: await first(overdue) },
    proximos: { total: counts?.ahead ?? 0, data: await first(ahead) },
  }
}

type OfAnalyst = Output<typeof dashboardJefatura>['porAnalista'][number]
/** Three statements; the totals are the sums of the rows by analyst. */
export async function jefatura(db: Db, caller: Caller, query: OfPeriod): Promise<Output<typeof dashboardJefatura>> {
  const period = (await repository.period(db, query)) ?? null
  const rows = period
    ? await repository.grouped<OfAnalyst & { rechazados: number }>(db, caller, {}, period.COD_PERIODO, {
        names: sql`a.analyst_id as "ID_ANALISTA", u.name as "ANALISTA"`,
        by: sql`u.name, a.analyst_id`,
        counts: { porPreparar: inbox('jefatura').por_preparar!, ...queueCounts('jefatura') },
      })
    : []
  return { ...(await queue(db, caller, period, 'jefatura', rows)), porAnalista: rows }
}

type OfBusiness = Output<typeof dashboardControl>['porNegocio'][number]
/** Four statements; the totals are the sums of the rows by business. */
export async function control(db: Db, caller: Caller, query: OfPeriod): Promise<Output<typeof dashboardControl>> {
  const period = (await repository.period(db, query)) ?? null
  const rows = period
    ? await repository.grouped<OfBusiness>(db, caller, {}, period.COD_PERIODO, {
        names: sql`a.business_id as "ID_NEGOCIO", n.name as "NEGOCIO"`,
        by: sql`n.name, a.business_id`,
        counts: queueCounts('control'),
      })
    : []
  const sinAsignar = period ? await repository.unassigned(db, caller, period.COD_PERIODO) : 0
  return { ...(await queue(db, caller, period, 'control', rows)), sinAsignar, porNegocio: rows }
}

const queueCounts = (level: 'jefatura' | 'control') => ({
  porAprobar: inbox(level).por_decidir!,
  aprobados: states.approved,
  rechazados: states.rejected,
  vencidos: late,
})
type QueueRow = Record<'total' | 'porAprobar' | 'aprobados' | 'rechazados' | 'vencidos', number>
async function queue(db: Db, caller: Caller, period: repository.Period | null, level: 'jefatura' | 'control', rows: readonly QueueRow[]) {
  const sum = (name: keyof QueueRow) => rows.reduce((all, row) => all + row[name], 0)
  const waiting = { what: inbox(level).por_decidir!, by: byRisk, limit: 10 }
  return {
    period,
    porAprobar: sum('porAprobar'),
    vencidos: sum('vencidos'),
    aprobados: sum('aprobados'),
    rechazados: sum('rechazados'),
    total: sum('total'),
    primeros: period ? await repository.some(db, caller, {}, period.COD_PERIODO, waiting) : [],
  }
}
