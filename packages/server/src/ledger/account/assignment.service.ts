import type { assignAccounts } from '@cuadre/api/account'
import type { Parsed } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { PERIOD_STATUS } from '@cuadre/api/period'
import { ROLE } from '@cuadre/api/roles'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, InvalidMany } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notifyAddedByAlerts, notifyOnly } from '../../platform/mail/notify.ts'
import type { MessageKey } from '../../platform/messages/index.ts'
import { openAnalyses } from '../../workflow/generation/generation.ts'
import { lockPeriods } from '../balance/balance.repository.ts'
import * as accounts from './account.repository.ts'
import * as repository from './assignment.repository.ts'

const MAX_ACCOUNTS = 5000

/** Assigns many accounts to one analyst and department, all or none. @throws 409 if their number is not the one that the user was shown */
export const assignMany = (db: Db, caller: Caller, { cuentaIds, filtro, esperadas, ...to }: Parsed<typeof assignAccounts>['body']) =>
  transaction(db, async (tx) => {
    const wanted = [...new Set(cuentaIds)]
    if (wanted.length === 0 && !filtro) throw Invalid('cuentaIds', 'accounts_none')
    await lockOpenPeriods(tx)
    const ids = await accounts.lockSelected(tx, caller, wanted.length > 0 ? { ids: wanted } : { filter: filtro! }, MAX_ACCOUNTS)
    if (ids.length > MAX_ACCOUNTS) throw Invalid('cuentaIds', 'accounts_too_many', { max: MAX_ACCOUNTS })
    if (ids.length < wanted.length) throw Invalid('cuentaIds', 'accounts_unknown', { n: wanted.length - ids.length })
    if (esperadas !== undefined && esperadas !== ids.length) throw Conflict('accounts_moved', { n: ids.length, expected: esperadas })
    if (ids.length === 0) throw Invalid('cuentaIds', 'accounts_none')
    return { asignadas: ids.length, analisisAbiertos: await assign(tx, caller, ids, to) }
  })

/** Loads and other assignments of these periods wait, so that no balance arrives unnoticed while accounts change hands. */
export const lockOpenPeriods = async (tx: Db) =>
  lockPeriods(
    tx,
    (await repository.openPeriods(tx)).map(({ id }) => id),
  )

/**
 * Makes somebody responsible for accounts that are locked already: open analyses move, waiting balances get theirs, the analyst is notified
 * once.
 * @returns analyses opened
 * @throws 422 naming the accounts that cannot be assigned
 */
export async function assign(tx: Db, caller: Caller, ids: readonly number[], to: repository.Responsible): Promise<number> {
  await check(tx, ids, to)
  const { changed, place, analyst } = await repository.save(tx, ids, to, caller.userId)
  await repository.moveOpenAnalyses(tx, ids, changed, caller)
  const opened = to.ID_ANALISTA === null ? 0 : await openWaitingAnalyses(tx, caller, ids)
  if (to.ID_ANALISTA !== null && place && changed.length > 0) {
    const params = { n: changed.length, business: place.name }
    await notifyOnly(tx, [to.ID_ANALISTA], 'asignacion', params, pageLink('/home'))
    await notifyAddedByAlerts(tx, [to.ID_ANALISTA], 'asignacion_a', pageLink('/cuentas'), [
      {
        about: { businessId: place.id, departmentId: to.COD_DEPARTAMENTO, event: [...changed].sort().join() },
        params: { ...params, who: analyst ?? '' },
      },
    ])
  }
  return opened
}

/** Sets the analyst's backup, another analyst. @throws 422 */
export async function assignBackup(
  tx: Db,
  caller: Caller,
  id: number,
  { before, backup, analyst }: { before: number | null; backup: number | null; analyst: number | null },
) {
  if (backup !== null && !(await accounts.isAnalyst(tx, backup))) throw Invalid('ID_RESPALDO', 'analyst_wrong')
  if (backup !== null && backup === analyst) throw Invalid('ID_RESPALDO', 'backup_same')
  if (backup !== before) await repository.saveBackup(tx, id, before, backup, caller.userId)
}

/** New analyses are opened in open periods; in one that is closing only by an administrator (rules §2.6). */
export async function openWaitingAnalyses(tx: Db, caller: Caller, accountIds: readonly number[]): Promise<number> {
  let opened = 0
  for (const { id: periodId, status_id } of await repository.openPeriods(tx))
    if (status_id === PERIOD_STATUS.abierto || caller.roleId === ROLE.administrador)
      opened += await openAnalyses(tx, { periodId, loadId: null, accountIds, caller })
  return opened
}

/**
 * While an account is not active its department may be closed and its analyst leave: its analyses would open where nobody prepares or decides them.
 * @throws 422
 */
export async function checkComesBack(tx: Db, code: string, { ID_ANALISTA, COD_DEPARTAMENTO }: repository.Responsible) {
  if (COD_DEPARTAMENTO !== null && (await accounts.businessOfDepartment(tx, COD_DEPARTAMENTO)) === undefined)
    throw Invalid('COD_DEPARTAMENTO', 'account_department_inactive', { code })
  if (ID_ANALISTA !== null && !(await accounts.isAnalyst(tx, ID_ANALISTA))) throw Invalid('ID_ANALISTA', 'account_analyst_gone', { code })
  await refuseHead(tx, { ID_ANALISTA, COD_DEPARTAMENTO })
}

/** Nobody decides what they prepared, and of a department its head alone decides. */
async function refuseHead(tx: Db, { ID_ANALISTA, COD_DEPARTAMENTO }: repository.Responsible) {
  const led = ID_ANALISTA !== null && COD_DEPARTAMENTO !== null && (await repository.ledBy(tx, COD_DEPARTAMENTO, ID_ANALISTA))
  if (led) throw Invalid('ID_ANALISTA', 'assigned_head', led)
}

async function check(tx: Db, ids: readonly number[], { ID_ANALISTA, COD_DEPARTAMENTO }: repository.Responsible) {
  if (ID_ANALISTA !== null && !(await accounts.isAnalyst(tx, ID_ANALISTA))) throw Invalid('ID_ANALISTA', 'analyst_wrong')
  const refuse = (path: string, code: MessageKey, found: { code: string; period?: string }[]) => {
    const [first] = found
    if (!first) return
    const issues = found.map((params) => ({ path, code, params }))
    throw found.length === 1 ? InvalidMany(code, issues, first) : InvalidMany('accounts_wrong', issues, { n: found.length })
  }
  await refuseHead(tx, { ID_ANALISTA, COD_DEPARTAMENTO })
  if (COD_DEPARTAMENTO !== null) {
    const business = await accounts.businessOfDepartment(tx, COD_DEPARTAMENTO)
    refuse('COD_DEPARTAMENTO', 'department_wrong', await repository.ofOtherBusiness(tx, ids, business))
  }
  refuse('ID_ANALISTA', 'assigned_in_progress', await repository.inProgress(tx, ids, ID_ANALISTA))
  if (ID_ANALISTA === null) refuse('ID_ANALISTA', 'assigned_open', await repository.leftWithoutAnalyst(tx, ids))
}
