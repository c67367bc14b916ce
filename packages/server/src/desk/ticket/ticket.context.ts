import type { TicketContext } from '@cuadre/api/ticket'
import { sql } from 'kysely'
import { accountScope, analysisScope, periodScope } from '../../platform/access/scope.ts'
import { type Db, row } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'

/** What a ticket is about, read from the address that it was written from; rows that the caller does not see are left out. */
export async function contextOf(db: Db, caller: Caller, pagina: string): Promise<TicketContext> {
  const { pathname, searchParams } = new URL(pagina, 'http://cuadre.invalid')
  const idIn = (text: string | null | undefined) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)
  const analysis = idIn(searchParams.get('analisis'))
  const account = idIn(/^\/cuentas\/(\d+)(\/|$)/.exec(pathname)?.[1] ?? searchParams.get('cuenta'))
  const period = idIn(/^\/periodos\/(\d+)(\/|$)/.exec(pathname)?.[1] ?? searchParams.get('periodo'))
  const carga = idIn(searchParams.get('carga'))
  const [opened, owned, named] = [
    analysis ? await analysisOf(db, caller, analysis) : undefined,
    account ? await accountOf(db, caller, account) : undefined,
    period ? await periodOf(db, caller, period) : undefined,
  ]
  const cuenta = opened?.cuenta ?? owned?.cuenta
  const periodo = opened?.periodo ?? named?.periodo
  return { pagina, ...(periodo && { periodo }), ...(cuenta && { cuenta: cuenta.slice(0, 200) }), ...(carga && { carga }) }
}

const analysisOf = (db: Db, caller: Caller, id: number) =>
  row(
    db,
    sql<{
      cuenta: string
      periodo: string
    }>`select c.code || ' ' || c.name as cuenta, p.name as periodo from analysis a join account c on c.id = a.account_id
      join period p on p.id = a.period_id where a.id = ${id} and ${analysisScope(caller)}`,
  )
const accountOf = (db: Db, caller: Caller, id: number) =>
  row(db, sql<{ cuenta: string }>`select c.code || ' ' || c.name as cuenta from account c where c.id = ${id} and ${accountScope(caller)}`)
const periodOf = (db: Db, caller: Caller, id: number) =>
  row(db, sql<{ periodo: string }>`select p.name as periodo from period p where p.id = ${id} and ${periodScope(caller, sql`p.id`)}`)
