import { sql } from 'kysely'
import { periodStatus } from '../../platform/database/codes.ts'
import { type Db, rows } from '../../platform/database/index.ts'
import { folderStorage, type Storage } from '../../platform/storage/index.ts'
import { ACCOUNTS } from './world.ts'

/** Invariants that must hold after any crash: each query finds half-done work, and must find nothing. */
const INVARIANTS: Record<string, ReturnType<typeof sql>> = {
  'a chain of events that does not verify': sql`select id from period where verify_events(id) is not null`,
  'balances of two loads mixed': sql`select period_id from balance group by period_id
    having count(*) <> ${ACCOUNTS} or count(distinct amount - (select code::int from account where id = account_id)) <> 1`,
  'a confirmed load without its event, or the other way round': sql`select id from balance_load l
    where (status = 'confirmada') <> exists (select from event where load_id = l.id and kind = 'carga_confirmada')`,
  'a staged load without all its rows': sql`select id from balance_load l
    where status in ('revision', 'confirmada') and (select count(*) from load_row where load_id = l.id) <> ${ACCOUNTS}`,
  'an assigned account with a balance but no analysis': sql`select b.id from balance b join account c on c.id = b.account_id
    where c.analyst_id is not null and not exists (select from analysis a where a.period_id = b.period_id and a.account_id = b.account_id)`,
  'an analysis whose balance is not the account’s': sql`select a.id from analysis a
    join balance b on b.period_id = a.period_id and b.account_id = a.account_id where a.balance <> b.amount`,
  // Whoever joins a group takes over its version.
  'a version without its file or its event': sql`select a.id from analysis a where a.group_id is null
    and (a.version <> (select count(*) from analysis_file f where f.analysis_id = a.id)
      or a.version <> (select count(*) from event e where e.analysis_id = a.id and e.kind = 'enviado'))`,
  'a state that its last event does not tell': sql`select a.id from analysis a, lateral (
      select to_state from event e where e.analysis_id = a.id and e.to_state is not null order by seq desc limit 1) e
    where e.to_state <> a.state_main`,
  'an annex of nothing, or sent without its event': sql`select id from annex x where not exists (select from annex_of where annex_id = x.id)
    or exists (select from annex_of o where o.annex_id = x.id and o.since is not null and not exists (select from event e
      where e.analysis_id = o.analysis_id and e.kind = 'enviado' and (e.detail ->> 'version')::int = o.since and e.detail -> 'anexos' @> jsonb_build_array(jsonb_build_object('sha256', x.sha256))))`,
  'a group out of step': sql`select group_id from analysis where group_id is not null group by 1
    having count(*) <> 2 or count(distinct (state_main, state_jefatura, state_control, version, submitted_at)) > 1`,
  // A group has one event per member, and one mail.
  'a submission without its mail': sql`select 1 where
    (select count(distinct coalesce(detail ->> 'grupo', id::text)) from event where kind = 'enviado') <> (select count(*) from outbox where template = 'enviado')`,
  'a decision without its mail': sql`select 1 where
    (select count(*) from event where kind = 'aprobado_control') <> (select count(*) from outbox where template = 'aprobado_final')`,
  'a transfer without its accounts, or the other way round': sql`select t.id from transfer t where not exists (select from transfer_account where transfer_id = t.id)
    or exists (select from transfer_account a join account c on c.id = a.account_id where a.transfer_id = t.id
      and t.id = (select max(id) from transfer) and c.analyst_id <> t.to_user_id)`,
  'a closed period without its event': sql`select id from period p
    where (status_id = ${periodStatus.cerrado}) <> exists (select from event where period_id = p.id and kind = 'periodo_cerrado')`,
}

/** @returns a description of everything half-done; empty if all is consistent */
export async function violations(db: Db, folder: string): Promise<string[]> {
  const found: string[] = []
  for (const [what, query] of Object.entries(INVARIANTS)) {
    const some = await rows(db, query as ReturnType<typeof sql<object>>)
    if (some.length > 0) found.push(`${what}: ${JSON.stringify(some.slice(0, 3))}`)
  }
  const storage = folderStorage(folder)
  for (const { sha256 } of await rows(
    db,
    sql<{ sha256: string }>`select sha256 from analysis_file union select sha256 from annex union select sha256 from balance_load`,
  ))
    if (!(await isWhole(storage, sha256))) found.push(`a file that is not kept: ${sha256}`)
  return found
}

/** Whether the file exists and matches its hash. */
async function isWhole(storage: Storage, sha256: string) {
  try {
    for await (const _ of storage.open(sha256));
    return true
  } catch {
    return false
  }
}
