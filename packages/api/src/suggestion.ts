import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DashboardQuery } from './item.ts'
import { Light, PeriodRef } from './progress.ts'

const DayOrNone = z.iso.date().nullable()
/** When it is done, and how much of it comes too late. */
const Outlook = z.object({ fecha: DayOrNone, tarde: z.int() })

/** Of now: what is over cannot be moved any more. */
export const transferSuggestions = endpoint('GET', '/dashboard/transfer-suggestions', {
  summary: 'Who will not prepare their analyses in time, and transfers that would bring them in time',
  allow: 'statistics.dashboard.read',
  query: DashboardQuery.omit({ asOf: true }),
  response: z.object({
    period: PeriodRef.nullable(),
    /** Working days from today until the deadline of the analysts. */
    dias: z.int(),
    /** Whoever has something to prepare, those who are late first. */
    personas: z.array(
      z.object({
        ID_ANALISTA: z.int(),
        ANALISTA: z.string(),
        /** To prepare in what is asked for: `porPreparar` of `FIGURE_LIST`. */
        abiertos: z.int(),
        /** To prepare elsewhere in the month: it takes its time too. */
        enOtras: z.int(),
        /** Own sign-offs a working day: median of the months before, or this month's where there are none; null without any. */
        ritmo: z.number().nullable(),
        meses: z.int(),
        fecha: DayOrNone,
        /** At the fast and at the slow pace of the own months. */
        desde: DayOrNone,
        hasta: DayOrNone,
        /** How many come after their deadline; null without a pace. */
        tarde: z.int().nullable(),
        semaforo: Light,
      }),
    ),
    /** In this order, each after those before it. They leave nobody else late. */
    sugerencias: z.array(
      z.object({
        ID_ORIGEN: z.int(),
        ORIGEN: z.string(),
        ID_DESTINO: z.int(),
        DESTINO: z.string(),
        /** Whether the destination analyses accounts of the same department, or only of the same business. */
        cercania: z.enum(['departamento', 'negocio']),
        cuentas: z.array(z.int()),
        origen: z.object({ antes: Outlook, despues: Outlook }),
        destino: z.object({ antes: Outlook, despues: Outlook }),
      }),
    ),
    /** Of all of them together: when the last one is done. */
    conjunto: z.object({ antes: Outlook, despues: Outlook }),
  }),
})
