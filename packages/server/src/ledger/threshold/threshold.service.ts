import { createHash } from 'node:crypto'
import type { Parsed } from '@cuadre/api/endpoint'
import type { createThreshold, simulateThreshold, ThresholdImpact, updateThreshold } from '@cuadre/api/threshold'
import { dryRun } from '../../platform/database/dry-run.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { record } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { sentence } from '../../platform/messages/index.ts'
import { lockOpenPeriods } from '../account/assignment.service.ts'
import * as effect from './threshold.impact.ts'
import * as repository from './threshold.repository.ts'

export const { list } = repository

export async function get(db: Db, caller: Caller, id: number) {
  const found = await repository.find(db, caller, id)
  if (!found) throw NotFound()
  return found
}
export async function changes(db: Db, caller: Caller, id: number, query: Parameters<typeof repository.changes>[2]) {
  await get(db, caller, id)
  return repository.changes(db, id, query)
}

type Confirmation = { motivo: string; simular: boolean; huella?: string | undefined }

/** @throws 409 if the impact has changed or the scope has a threshold from then on, 422 for a scope out of reach or a closed period */
export const create = async (
  db: Db,
  caller: Caller,
  { motivo, simular, huella, VIGENTE_DESDE, ...threshold }: Parsed<typeof createThreshold>['body'],
) => {
  await checkScope(db, caller, threshold)
  const make = async (tx: Db) => {
    const closed = await repository.lastClosedPeriod(tx)
    if (closed && VIGENTE_DESDE <= closed) throw Invalid('VIGENTE_DESDE', 'threshold_closed', { period: closed })
    const id = await repository.insert(tx, threshold, threshold, VIGENTE_DESDE, motivo, caller.userId)
    if (!id) throw Conflict('threshold_exists', { period: VIGENTE_DESDE })
    return id
  }
  return apply(db, caller, make, { motivo, simular, huella }, null)
}

/** @throws 404, 409 if the impact has changed, 422 if a closed period was judged by it */
export async function update(
  db: Db,
  caller: Caller,
  id: number,
  { motivo, simular, huella, ...rule }: Parsed<typeof updateThreshold>['body'],
) {
  const before = await get(db, caller, id)
  await checkScope(db, caller, before)
  const make = async (tx: Db) => {
    const now = await get(tx, caller, id)
    if (!now.MODIFICABLE) throw Invalid('VIGENTE_DESDE', 'threshold_in_force')
    await repository.save(tx, id, rule, motivo, caller.userId)
    return id
  }
  return apply(db, caller, make, { motivo, simular, huella }, before)
}

/** Stores the threshold and classifies open unsigned analyses again; a preview rolls all of it back. */
function apply(
  db: Db,
  callerInContext: Caller,
  make: (tx: Db) => Promise<number>,
  { motivo, simular, huella }: Confirmation,
  before: Awaited<ReturnType<typeof get>> | null,
) {
  // A threshold does not depend on the chosen country or business.
  const caller = { ...callerInContext, countryId: null, businessId: null }
  const steps = async (tx: Db) => {
    await repository.lock(tx)
    const others = await repository.visibleState(tx, caller)
    const id = await make(tx)
    if (!simular) await effect.lockReclassified(tx, id)
    const { mark, ...found } = await effect.impact(tx, id)
    const umbral = await get(tx, caller, id)
    const { ALCANCE, ALCANCE_ID, BASE, MONTO, PORCENTAJE, COMPARAR, PISO_TRIVIAL, FACTOR_A, FACTOR_M, FACTOR_B, VIGENTE_DESDE } = umbral
    const rule = [ALCANCE, ALCANCE_ID, BASE, MONTO, PORCENTAJE, COMPARAR, PISO_TRIVIAL, FACTOR_A, FACTOR_M, FACTOR_B, VIGENTE_DESDE]
    const seen = createHash('sha256')
      .update(JSON.stringify([rule, found.antes, found.despues, mark]))
      .digest('hex')
    const impacto: ThresholdImpact = { ...found, huella: `${others.mark}${seen}` }
    return { id, umbral, impacto, others }
  }
  if (simular) return dryRun(db, async (tx) => ({ umbral: null, impacto: (await steps(tx)).impacto }))
  if (!huella) throw Invalid('huella', 'impact_unseen')
  return transaction(db, async (tx) => {
    await lockOpenPeriods(tx)
    const { id, umbral, impacto, others } = await steps(tx)
    if (!huella.startsWith(others.mark)) {
      const scope = others.scope ?? sentence('threshold_everybody', caller.locale)
      throw Conflict('threshold_moved', { who: others.who ?? '', scope }, impacto)
    }
    if (impacto.huella !== huella) throw Conflict('impact_moved', {}, impacto)
    for (const { period_id, ids } of await effect.reclassify(tx, id))
      await record(tx, {
        periodId: period_id,
        kind: 'materialidad_cambiada',
        caller,
        comment: motivo,
        detail: { umbral: id, cantidad: ids.length, analisis: ids },
      })
    await repository.recordChange(tx, id, before, umbral, motivo, impacto.cambian, caller.userId)
    return { umbral, impacto }
  })
}

async function checkScope(db: Db, caller: Caller, scope: repository.Scope) {
  if ((scope.ALCANCE === 'GLOBAL') !== (scope.ALCANCE_ID === null))
    throw Invalid('ALCANCE_ID', scope.ALCANCE === 'GLOBAL' ? 'threshold_global' : 'threshold_scope_needed')
  const reach = await repository.checkReach(db, caller, scope)
  if (reach !== 'ok') throw Invalid('ALCANCE_ID', reach === 'unknown' ? 'threshold_scope_unknown' : 'threshold_scope_beyond')
}

/** Compares with the class that each analysis got; nothing is stored. */
export async function simulate(db: Db, caller: Caller, { meses, ...threshold }: Parsed<typeof simulateThreshold>['body']) {
  await checkScope(db, caller, threshold)
  const {
    meses: months,
    cambios,
    errores,
  } = await dryRun(db, async (tx) => effect.simulation(tx, await repository.insertAsOnly(tx, threshold, threshold, caller.userId), meses))
  const sum = (key: 'antes' | 'despues') =>
    months.reduce(
      (total, { [key]: n }) => ({
        no_material: total.no_material + n.no_material,
        menor: total.menor + n.menor,
        material: total.material + n.material,
        critica: total.critica + n.critica,
      }),
      { no_material: 0, menor: 0, material: 0, critica: 0 },
    )
  return {
    total: { antes: sum('antes'), despues: sum('despues'), cambian: months.reduce((n, { cambian }) => n + cambian, 0) },
    meses: months,
    cambios,
    errores,
  }
}
