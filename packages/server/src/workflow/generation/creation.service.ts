import type { Analysis, createAnalysis } from '@cuadre/api/analysis'
import type { Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { accountScope } from '../../platform/access/scope.ts'
import { type Db, row, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notify } from '../../platform/mail/notify.ts'
import { routeToPrepare } from '../analysis/analysis.links.ts'
import * as repository from '../analysis/analysis.repository.ts'
import { openAnalyses } from './generation.ts'

type Asked = {
  period: string
  status_id: number
  analyst_id: number | null
  active: boolean
  due: boolean
  zone: string | null
  balance: string | null
  analysis_id: number | null
}

/**
 * Opens an analysis by hand, where a load or an assignment left one out. While the period is closing only administration may (rules §2.6).
 * @throws 404, 409 if it exists or the period does not allow it, 422
 */
export const create = (db: Db, caller: Caller, { COD_PERIODO, COD_CUENTA }: Parsed<typeof createAnalysis>['body']): Promise<Analysis> =>
  transaction(db, async (tx) => {
    // The period is locked first, as everything that opens analyses does; the account stays assigned meanwhile.
    if (!(await row(tx, sql`select from period where id = ${COD_PERIODO} for share`))) throw Invalid('COD_PERIODO', 'period_unknown')
    const asked = await row(
      tx,
      sql<Asked>`select p.name as period, p.status_id, c.analyst_id, c.active, falls_due(c.frequency, p.name) as due,
          (select k.zone from calendar k join business n on n.country_id = k.country_id where n.id = c.business_id) as zone,
          (select b.amount from balance b where b.account_id = c.id and b.period_id = p.id) as balance,
          (select a.id from analysis a where a.account_id = c.id and a.period_id = p.id) as analysis_id
        from account c, period p where c.id = ${COD_CUENTA} and p.id = ${COD_PERIODO} and ${accountScope(caller)} for share of c`,
    )
    if (!asked) throw NotFound()
    if (asked.status_id === 3) throw Conflict('period_closed')
    if (asked.status_id === 2 && caller.roleId !== ROLE.administrador) throw Conflict('analysis_period_closing')
    if (asked.analysis_id !== null) throw Conflict('analysis_exists', {}, await repository.find(tx, asked.analysis_id))
    if (!asked.active || asked.analyst_id === null) throw Invalid('COD_CUENTA', 'analysis_no_analyst')
    if (!asked.due) throw Invalid('COD_PERIODO', 'analysis_not_due', { period: asked.period })
    if (asked.balance === null) throw Invalid('COD_CUENTA', 'analysis_no_balance')
    if ((await openAnalyses(tx, { periodId: COD_PERIODO, loadId: null, accountIds: [COD_CUENTA], caller })) === 0)
      throw Conflict('analysis_exists')
    const { id } = (await row(
      tx,
      sql<{ id: number }>`select id from analysis where account_id = ${COD_CUENTA} and period_id = ${COD_PERIODO}`,
    ))!
    const opened = (await repository.find(tx, id))!
    await notify(
      tx,
      [asked.analyst_id],
      'analisis_abierto',
      { account: opened.CUENTA, period: asked.period, due: opened.VENCE_ANALISTA, ...(asked.zone && { zone: asked.zone }) },
      routeToPrepare(id),
    )
    return opened
  })
