import type { updateAccount } from '@cuadre/api/account'
import type { Parsed } from '@cuadre/api/endpoint'
import type { userAccounts } from '@cuadre/api/user'
import type { AppOptions } from '../../options.ts'
import { get as getUser } from '../../organisation/user/user.service.ts'
import { assertRevision, isMade } from '../../platform/change/index.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NamedError, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as repository from './account.repository.ts'
import { assign, assignBackup, checkComesBack, lockOpenPeriods, openWaitingAnalyses } from './assignment.service.ts'

/** The accounts of one analyst. @throws 404 for a user that does not exist */
export async function listOfUser(
  { db, zone }: Pick<AppOptions, 'db' | 'zone'>,
  caller: Caller,
  userId: number,
  query: Parsed<typeof userAccounts>['query'],
) {
  await getUser({ db, zone }, userId)
  return repository.list(db, caller, { ...query, analystId: userId })
}

export async function get(db: Db, caller: Caller, id: number) {
  const account = await repository.find(db, caller, id)
  if (!account) throw NotFound()
  return account
}

/** The options of the tabs, the filters and the assignment. */
export async function metadata(db: Db, caller: Caller, period: number | undefined) {
  const counts = await repository.counts(db, caller, period)
  const negocios = await repository.businesses(db, caller)
  const departamentos = await repository.departments(db, caller)
  const analistas = await repository.analysts(db)
  return { ...counts, negocios, departamentos, analistas }
}

const alreadyThere = (name: 'account_exists' | 'account_alike', code: string) =>
  new NamedError(409, name, { params: { code }, issues: [{ path: 'CUENTA', code: name, params: { code } }] })

/** @throws 409 if the business has the account already, or one whose code a file would take for the same (decision 023) */
export const create = (db: Db, caller: Caller, account: repository.Write) =>
  transaction(db, async (tx) => {
    const business = await repository.businessInScope(tx, caller, account.ID_NEGOCIO)
    if (!business) throw Invalid('ID_NEGOCIO', 'business_out_of_scope')
    await checkHeading(tx, account.COD_RUBRO)
    await checkTemplate(tx, account.COD_PLANTILLA)
    const alike = await repository.findAlike(tx, account.ID_NEGOCIO, account.CUENTA)
    if (alike) throw alreadyThere('account_alike', alike.code)
    const id = await repository.insert(tx, account, account.MONEDA ?? business.currency)
    if (!id) throw alreadyThere('account_exists', account.CUENTA)
    const { ID_ANALISTA, COD_DEPARTAMENTO } = account
    if (ID_ANALISTA !== null || COD_DEPARTAMENTO !== null) await assign(tx, caller, [id], { ID_ANALISTA, COD_DEPARTAMENTO })
    if (account.ID_RESPALDO !== null)
      await assignBackup(tx, caller, id, { before: null, backup: account.ID_RESPALDO, analyst: ID_ANALISTA })
    return get(tx, caller, id)
  })

/**
 * Setting an analyst assigns the account, and opens its analysis in open periods with a waiting balance; so do activating it again and a frequency by which it
 * falls due there.
 */
export const update = (db: Db, caller: Caller, id: number, { REVISION, ...change }: Parsed<typeof updateAccount>['body']) =>
  transaction(db, async (tx) => {
    await lockOpenPeriods(tx)
    const [held] = await repository.lockSelected(tx, caller, { ids: [id] }, 1)
    if (!held) throw NotFound()
    const now = await get(tx, caller, id)
    if (isMade(now, REVISION, change)) return now
    const account = assertRevision(now, REVISION)
    await checkHeading(tx, change.COD_RUBRO ?? null)
    if (change.COD_PLANTILLA !== account.COD_PLANTILLA) await checkTemplate(tx, change.COD_PLANTILLA ?? null)
    const { MONEDA: currency, CUENTA: code } = account
    if (change.MONEDA && change.MONEDA !== currency && (await repository.hasBalances(tx, id)))
      throw Conflict('account_currency_used', { code, currency }, account)
    if (change.RIESGO && change.RIESGO !== account.RIESGO && !change.MOTIVO_RIESGO) throw Invalid('MOTIVO_RIESGO', 'account_risk_reason')
    await repository.save(tx, id, change)
    const { ID_ANALISTA = account.ID_ANALISTA, COD_DEPARTAMENTO = account.COD_DEPARTAMENTO } = change
    const comesBack = change.ACTIVA === true && !account.ACTIVA
    if (comesBack) await checkComesBack(tx, code, { ID_ANALISTA, COD_DEPARTAMENTO })
    if (ID_ANALISTA !== account.ID_ANALISTA || COD_DEPARTAMENTO !== account.COD_DEPARTAMENTO)
      await assign(tx, caller, [id], { ID_ANALISTA, COD_DEPARTAMENTO })
    const { ID_RESPALDO = account.ID_RESPALDO } = change
    if (ID_RESPALDO !== account.ID_RESPALDO || (ID_RESPALDO !== null && ID_ANALISTA !== account.ID_ANALISTA))
      await assignBackup(tx, caller, id, { before: account.ID_RESPALDO, backup: ID_RESPALDO, analyst: ID_ANALISTA })
    const fallsDueOtherwise = change.FRECUENCIA !== undefined && change.FRECUENCIA !== account.FRECUENCIA
    if (comesBack || fallsDueOtherwise) await openWaitingAnalyses(tx, caller, [id])
    return get(tx, caller, id)
  })

async function checkHeading(db: Db, id: number | null) {
  if (id !== null && !(await repository.isHeading(db, id))) throw Invalid('COD_RUBRO', 'heading_unknown')
}
async function checkTemplate(db: Db, id: number | null) {
  if (id !== null && !(await repository.isTemplate(db, id))) throw Invalid('COD_PLANTILLA', 'account_template')
}
