import type { Parsed } from '@cuadre/api/endpoint'
import type { MovementImpact, MovementRule, updateMovementRule } from '@cuadre/api/movement'
import { assertRevision, found } from '../../platform/change/index.ts'
import { dryRun } from '../../platform/database/dry-run.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { cents } from '../../platform/money.ts'
import { lockOpenPeriods } from '../account/assignment.service.ts'
import * as repository from './movement.repository.ts'
import { judge, type Rule } from './movement.rules.ts'

export const { rule, ruleChanges } = repository

/** Accounts at a time: their balances of 26 months are in memory together. */
const BATCH = 2000

/** @throws 404 out of scope */
export const ofAnalysis = (db: Db, caller: Caller, id: number) => found(repository.ofAnalysis(db, caller, id))

/**
 * Says anew of every period from `from` on that is not closed what its movements are beside the likely ones: of some accounts, by default of all. Called
 * in the transaction that changes balances of `from`.
 */
export async function judgeFrom(tx: Db, from: string, accounts?: readonly number[]): Promise<void> {
  const rule = await repository.rule(tx)
  for (const period of await repository.openPeriods(tx)) if (period.name >= from) await judgePeriod(tx, period, rule, accounts)
}

async function judgePeriod(tx: Db, period: { id: number; name: string }, rule: MovementRule, among?: readonly number[]) {
  await repository.remove(tx, period.id, among, !rule.ACTIVO)
  if (!rule.ACTIVO) return
  const window = await repository.window(tx, period.name)
  const wanted = (await repository.accountsIn(tx, period.id, among)).map(({ id }) => id)
  const ids = window.map(({ id }) => id)
  const balancesFrom = (at: number) => repository.balances(tx, ids, wanted.slice(at, at + BATCH))
  let found = await balancesFrom(0)
  for (let at = BATCH; found.length > 0; at += BATCH) {
    // The database looks for the next ones while these are judged.
    const next = balancesFrom(at)
    const judged = found.map(({ account, series }) => ({ account, ...judgeSeries(window, series, ruleOf(rule)) }))
    found = await next
    await repository.save(tx, period.id, judged)
  }
}

const ruleOf = ({ SENSIBILIDAD, MONTO_MINIMO, PORCENTAJE_MINIMO }: MovementRule): Rule => ({
  sensitivity: SENSIBILIDAD,
  minimum: cents(MONTO_MINIMO),
  percent: cents(PORCENTAJE_MINIMO),
})

/** `series`: balances as 'place:amount', place from 1 in `window`, whose last period is judged. */
function judgeSeries(window: readonly { name: string }[], series: string, rule: Rule) {
  const balances: (bigint | null)[] = window.map(() => null)
  for (const each of series.split(',')) {
    const [place, amount] = each.split(':')
    balances[Number(place) - 1] = cents(amount!)
  }
  const movements = window.slice(1).map(({ name }, i) => {
    const [before, now] = [balances[i]!, balances[i + 1]!]
    return { month: name, amount: before === null || now === null ? null : now - before }
  })
  const now = movements.at(-1) ?? { month: window.at(-1)!.name, amount: null }
  return judge({ ...now, before: balances.at(-2) ?? null }, movements.slice(0, -1), rule)
}

/** Open periods are judged anew; a preview rolls it back. @throws 409 with the rule as it is now */
export async function update(db: Db, caller: Caller, { motivo, simular, REVISION, ...to }: Parsed<typeof updateMovementRule>['body']) {
  const steps = async (tx: Db): Promise<{ regla: MovementRule; impacto: MovementImpact }> => {
    await lockOpenPeriods(tx)
    await repository.lockRule(tx)
    const before = assertRevision(await repository.rule(tx), REVISION)
    const periods = await repository.openPeriods(tx)
    const ids = periods.map(({ id }) => id)
    const antes = await repository.counts(tx, ids)
    await repository.saveRule(tx, to, motivo, caller.userId)
    const regla = await repository.rule(tx)
    for (const period of periods) await judgePeriod(tx, period, regla)
    const despues = await repository.counts(tx, ids)
    await repository.recordRuleChange(tx, before, regla, motivo, despues.alto + despues.bajo + despues.silencio, caller.userId)
    return { regla, impacto: { antes, despues, periodos: periods.map(({ name }) => name) } }
  }
  return simular ? dryRun(db, steps) : transaction(db, steps)
}
