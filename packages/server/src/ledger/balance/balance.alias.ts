import type { aliasAccount, aliasBusiness, BalanceLoad } from '@cuadre/api/balance'
import type { Parsed } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import { accountScope } from '../../platform/access/scope.ts'
import { row, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as repository from './balance.repository.ts'
import { changeMapping, get, loadOfCaller, type Options } from './balance.service.ts'

/** "It is the same as …", said once at a row: remembered for every file, and the load is read again with it. */

export async function nameBusiness(
  options: Options,
  caller: Caller,
  id: number,
  said: Parsed<typeof aliasBusiness>['body'],
): Promise<BalanceLoad> {
  await transaction(options.db, async (tx) => {
    await loadOfCaller(tx, caller, id, true)
    if (!(await repository.businessInScope(tx, caller, said.ID_NEGOCIO))) throw Invalid('ID_NEGOCIO', 'business_out_of_scope')
    const named = await row(
      tx,
      sql`select from load_business n where n.load_id = ${id} and plain(concat_ws(' ', n.code, n.name)) = plain(${said.NEGOCIO}) limit 1`,
    )
    if (!named) throw Invalid('NEGOCIO', 'alias_not_in_load')
    await sql`delete from business_alias where alias = plain(${said.NEGOCIO}) and business_id in (select b.id from business b join business o on o.country_id = b.country_id where o.id = ${said.ID_NEGOCIO})`.execute(
      tx,
    )
    await sql`insert into business_alias (alias, business_id, created_by) values (plain(${said.NEGOCIO}), ${said.ID_NEGOCIO}, ${caller.userId})`.execute(
      tx,
    )
  })
  return readAgain(options, caller, id)
}

export async function nameAccount(
  options: Options,
  caller: Caller,
  id: number,
  said: Parsed<typeof aliasAccount>['body'],
): Promise<BalanceLoad> {
  await transaction(options.db, async (tx) => {
    await loadOfCaller(tx, caller, id, true)
    const account = await row(
      tx,
      sql<{
        business_id: number
        code: string
      }>`select c.business_id, c.code from account c where c.id = ${said.COD_CUENTA} and c.active and ${accountScope(caller)}`,
    )
    if (!account) throw Invalid('COD_CUENTA', 'alias_no_account')
    const { business_id } = account
    const named = await row(
      tx,
      sql`select from load_row r where r.load_id = ${id} and r.code = ${said.CUENTA} and r.business_id = ${business_id} and r.class <> 'falta' limit 1`,
    )
    if (!named) throw Invalid('CUENTA', 'alias_not_in_load')
    // What is an account of its own is not another name of one.
    const own = await row(
      tx,
      sql<{ n: number }>`select count(*)::int as n from account where business_id = ${business_id} and code = ${said.CUENTA}`,
    )
    if (own!.n > 0) throw Invalid('CUENTA', 'alias_is_account')
    await sql`insert into account_alias (business_id, code, account_id, created_by) values (${business_id}, ${said.CUENTA}, ${said.COD_CUENTA}, ${caller.userId})
      on conflict (business_id, code) do update set account_id = excluded.account_id, created_by = excluded.created_by, created_at = now()`.execute(
      tx,
    )
  })
  return readAgain(options, caller, id)
}

async function readAgain(options: Options, caller: Caller, id: number): Promise<BalanceLoad> {
  const load = await get(options.db, caller, id)
  if (!load.mapping || load.ESTADO !== 'revision') throw Conflict(`load_is_${load.ESTADO}`, {}, load)
  return changeMapping(options, caller, id, load.mapping)
}
