import type { Parsed } from '@cuadre/api/endpoint'
import type { Observation, ObservationDetail, raiseObservation } from '@cuadre/api/observation'
import { pageLink } from '@cuadre/api/pages'
import type { AppOptions } from '../../options.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { type ExportColumn, listOrExport, yesNo } from '../../platform/http/export.ts'
import { notify } from '../../platform/mail/notify.ts'
import { dayText } from '../../platform/messages/text.ts'
import { routeToDecide, routeToPrepare } from '../analysis/analysis.links.ts'
import { controllers } from '../analysis/analysis.steps.repository.ts'
import * as repository from './observation.repository.ts'

export const OBSERVATION_STATE = {
  abierta: { es: 'Abierta', en: 'Open' },
  respondida: { es: 'Respondida', en: 'Answered' },
  cerrada: { es: 'Cerrada', en: 'Closed' },
}
const COLUMNS: ExportColumn<Observation>[] = [
  { es: 'Período', en: 'Period', type: 'code', width: 10, of: (o) => o.PERIODO },
  { es: 'Negocio', en: 'Business', type: 'text', of: (o) => o.NEGOCIO },
  { es: 'Cuenta', en: 'Account', type: 'code', of: (o) => o.CUENTA },
  { es: 'Nombre', en: 'Name', type: 'text', of: (o) => o.NOMBRE_CUENTA },
  { es: 'Analista', en: 'Analyst', type: 'text', of: (o) => o.ANALISTA },
  { es: 'Auditor', en: 'Auditor', type: 'text', of: (o) => o.AUDITOR },
  { es: 'Firma auditora', en: 'Audit firm', type: 'text', of: (o) => o.FIRMA_AUDITORA },
  { es: 'Asunto', en: 'Subject', type: 'text', width: 34, of: (o) => o.ASUNTO },
  { es: 'Estado', en: 'Status', type: 'text', width: 12, of: (o, l) => OBSERVATION_STATE[o.ESTADO][l] },
  { es: 'Pregunta', en: 'Question', type: 'text', width: 60, of: (o) => o.PREGUNTA },
  { es: 'Respuesta', en: 'Answer', type: 'text', width: 60, of: (o) => o.RESPUESTA },
  { es: 'Responder hasta', en: 'Answer by', type: 'date', of: (o) => o.VENCE },
  { es: 'Vencida', en: 'Overdue', type: 'text', width: 10, of: (o, l) => yesNo(o.VENCIDA, l) },
  { es: 'Respondida', en: 'Answered', type: 'datetime', of: (o) => o.RESPONDIDA_EN },
  { es: 'Respondida por', en: 'Answered by', type: 'text', of: (o) => o.RESPONDIDA_POR },
  { es: 'Cerrada', en: 'Closed', type: 'datetime', of: (o) => o.CERRADA_EN },
  { es: 'Cerrada por', en: 'Closed by', type: 'text', of: (o) => o.CERRADA_POR },
  { es: 'Creada', en: 'Raised', type: 'datetime', of: (o) => o.CREADA_EN },
  { es: 'Último paso', en: 'Last step', type: 'datetime', of: (o) => o.ACTUALIZADA_EN },
]

type Deps = Pick<AppOptions, 'db' | 'zone'>

export const list = ({ db, zone }: Deps, caller: Caller, query: repository.Query) =>
  listOrExport(caller.locale, query, { es: 'Observaciones', en: 'Observations' }, COLUMNS, async (query) => {
    const found = await repository.list(db, caller, zone, query)
    return { ...found, data: found.data.map((row) => shown(caller, row)) }
  })

/** @throws 404 */
export async function get({ db, zone }: Deps, caller: Caller, id: number): Promise<ObservationDetail> {
  const found = await repository.find(db, caller, zone, id)
  if (!found) throw NotFound()
  return { ...shown(caller, found), HISTORIA: await repository.history(db, id) }
}

type Step = keyof Observation['PUEDE']
/** The states in which a step is allowed, and the one it leads to. */
const STEPS = {
  responder: { from: ['abierta'], to: 'respondida', kind: 'respuesta' },
  preguntar: { from: ['respondida', 'cerrada'], to: 'abierta', kind: 'pregunta' },
  cerrar: { from: ['abierta', 'respondida'], to: 'cerrada', kind: 'cierre' },
} as const
const comesFrom = (step: Step, state: Observation['ESTADO']) => (STEPS[step].from as readonly string[]).includes(state)
/** Those responsible for the analysis answer; whoever raised the observation, or carries it on, takes the other steps. */
const isTheirs = (caller: Caller, step: Step, { is_theirs, in_scope }: repository.Row) =>
  step === 'responder'
    ? in_scope && caller.permissions.has('analysis.observation.answer')
    : is_theirs && caller.permissions.has('analysis.observation.raise')

function shown(caller: Caller, row: repository.Row): Observation {
  const may = (step: Step) => isTheirs(caller, step, row) && comesFrom(step, row.ESTADO)
  const { in_scope: _, is_theirs: __, ...rest } = row
  return { ...rest, PUEDE: { responder: may('responder'), preguntar: may('preguntar'), cerrar: may('cerrar') } }
}

/** By the calendar of the analysis's country. @throws 422 */
async function checkDue({ db, zone }: Deps, analysisId: number, due: string | undefined) {
  if (due !== undefined && (await repository.isOver(db, analysisId, zone, due))) throw Invalid('VENCE', 'observation_due_past')
}

/** @throws 404 if the auditor may not see the analysis, 422 at VENCE */
export const raise = (
  { db, zone }: Deps,
  caller: Caller,
  { COD_ANALISIS, ASUNTO, PREGUNTA, VENCE }: Parsed<typeof raiseObservation>['body'],
) =>
  transaction(db, async (tx) => {
    const made = await repository.insert(tx, caller, zone, COD_ANALISIS, ASUNTO, VENCE)
    if (!made) throw NotFound()
    await checkDue({ db: tx, zone }, COD_ANALISIS, VENCE)
    await repository.say(tx, caller, made.id, { kind: 'pregunta', text: PREGUNTA })
    const observation = await get({ db: tx, zone }, caller, made.id)
    await tellResponsible(tx, caller, observation, 'observacion_nueva')
    return observation
  })

/**
 * Answers, asks again or closes, with the row locked: of two at once the second finds it changed.
 * @throws 403 if it is somebody else's step, 404, 409 with the current observation
 */
export const step = ({ db, zone }: Deps, caller: Caller, id: number, taken: Step, text: string, REVISION?: number, VENCE?: string) =>
  transaction(db, async (tx) => {
    await repository.lock(tx, id)
    const before = await repository.find(tx, caller, zone, id)
    if (!before) throw NotFound()
    await checkDue({ db: tx, zone }, before.COD_ANALISIS, VENCE)
    if (!isTheirs(caller, taken, before)) throw Forbidden('observation_not_yours')
    if (!comesFrom(taken, before.ESTADO) || (REVISION !== undefined && REVISION !== before.REVISION))
      throw Conflict(
        'observation_moved',
        { state: OBSERVATION_STATE[before.ESTADO][caller.locale].toLowerCase() },
        await get({ db: tx, zone }, caller, id),
      )
    const { kind, to } = STEPS[taken]
    await repository.say(tx, caller, id, { kind, text: text || null })
    await repository.step(tx, zone, id, to, VENCE)
    const after = await get({ db: tx, zone }, caller, id)
    if (taken === 'responder') {
      const params = { ...paramsOf(caller, after), comment: text }
      await notify(tx, await repository.askers(tx, zone, id), 'observacion_respondida', params, pageLink('/home', { observacion: id }), {
        analysisId: after.COD_ANALISIS,
      })
    } else await tellResponsible(tx, caller, after, taken === 'preguntar' ? 'observacion_nueva' : 'observacion_cerrada')
    return after
  })

const paramsOf = (caller: Caller, { CUENTA, PERIODO, ASUNTO }: Observation) => ({
  who: caller.name,
  account: CUENTA,
  period: PERIODO,
  subject: ASUNTO,
})

/** Its analyst, its head, and everybody who has answered before; control where nobody of the first two is left, so that no question is told to nobody. */
async function tellResponsible(
  tx: Db,
  caller: Caller,
  observation: ObservationDetail,
  template: 'observacion_nueva' | 'observacion_cerrada',
) {
  const { ID, COD_ANALISIS, PREGUNTA, VENCE } = observation
  const { analyst, head, business, there } = await repository.responsible(tx, COD_ANALISIS)
  const control = there ? [] : await controllers(tx, business)
  const others = new Set([...(head === null ? [] : [head]), ...control, ...(await repository.answerers(tx, ID))])
  others.delete(analyst)
  // Messages of before that was told have none.
  const by = { by_es: `. Responda hasta el ${dayText(VENCE)}.`, by_en: `. Answer by ${dayText(VENCE)}.` }
  const params = { ...paramsOf(caller, observation), comment: PREGUNTA, ...by }
  const about = { analysisId: COD_ANALISIS }
  await notify(tx, [analyst], template, params, routeToPrepare(COD_ANALISIS), about)
  await notify(tx, [...others], template, params, routeToDecide(COD_ANALISIS), about)
}
