import { z } from 'zod'
import { ITEM_ROLES } from './item.ts'
import { Moment, Money, PeriodName } from './shapes.ts'

/** What several dashboards answer (rules §1.0). Ratios are ratios of sums; an empty denominator is null, shown as "—". */
export const Ratio = z.number().min(0).max(1).nullable()
export const PeriodRef = z.object({
  COD_PERIODO: z.int(),
  PERIODO: PeriodName,
  ESTADO_ID: z.int(),
  VENCE_ANALISTA: Moment,
  VENCE_JEFATURA: Moment,
  VENCE_CONTROL: Moment,
  VENCE_CIERRE: Moment,
})

/** K6: every item is in exactly one of the four. */
export const Completion = z.object({ completado: z.int(), completadoTarde: z.int(), vencido: z.int(), pendiente: z.int() })
export const Amounts = z.array(z.object({ MONEDA: z.string(), monto: Money }))
/** From 95 % green, from 85 % amber, unless others are set (`PATCH /dashboard/analysis-matrix-params`); null where there is nothing to judge. */
export const Light = z.enum(['verde', 'ambar', 'rojo']).nullable()
/** K21: when the open items of a role are done at the pace of the last six periods on the same day of the closing; never before the role that it waits for. */
export const Forecast = z
  .object({
    rol: z.enum(ITEM_ROLES),
    abiertos: z.int(),
    /** Median of sign-offs a working day; null without a past. */
    ritmo: z.number().nullable(),
    /** Sign-offs a working day since the first of this month; null without one. */
    ritmoMes: z.number().nullable(),
    fecha: z.iso.date().nullable(),
    /** At the fast and at the slow pace of this month and the middle half of those before; null where it is more than a year ahead. */
    desde: z.iso.date().nullable(),
    hasta: z.iso.date().nullable(),
    vence: Moment,
    /** Green by the deadline's day, amber one working day after it. */
    semaforo: Light,
  })
  .meta({ id: 'Forecast' })
/** Open items of each role at the end of each local day, from the first sign-off to the last deadline or today; `ideal` goes straight to the deadline. */
export const OpenByDay = z
  .array(
    z.object({
      rol: z.enum(ITEM_ROLES),
      dias: z.array(z.object({ dia: z.iso.date(), hechos: z.int(), abiertos: z.int().nullable(), ideal: z.number() })),
    }),
  )
  .meta({ id: 'OpenByDay' })
/** Balances loaded of those expected: what had a balance other than zero in the period before. A month with few of them is not done, however far its analyses are. */
export const LoadedBalances = z
  .object({ esperados: z.int(), cargados: z.int(), parte: Ratio, negociosSinCargar: z.int() })
  .meta({ id: 'LoadedBalances' })
export const Progress = {
  items: z.int(),
  /** K2 sign-offs done and required. */
  firmas: z.int(),
  firmasRequeridas: z.int(),
  avance: Ratio,
  /** K3 */
  completado: Ratio,
  /** K4a over all three roles. */
  aTiempo: Ratio,
  /** Open and past due: `completitud=vencido`. */
  vencidos: z.int(),
  /** K5: open past due and approved after due, `completitud=vencido,completado_tarde`. */
  fueraDePlazo: z.int(),
  /** K16 by currency would mix; one figure per currency. */
  sinExplicar: Amounts,
  /** Balances that nobody has supported yet: no difference (`FIGURE_LIST.sinEnviar`). */
  sinSustentar: Amounts,
  /** K15: supported of what has to be, by currency. */
  sustentado: z.array(z.object({ MONEDA: z.string(), sustentado: Money, requerido: Money, parte: Ratio })),
}
/** Of `avance`: a month in course against the plan of this hour, a closed one against the target. */
export const Judged = { ...Progress, semaforoAvance: Light }
