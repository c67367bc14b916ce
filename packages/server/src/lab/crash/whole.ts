import { WEBHOOK_EVENTS } from '@cuadre/api/webhook'
import { sql } from 'kysely'
import { periodStatus } from '../../platform/database/codes.ts'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { ACCOUNTS, IMPORTED } from './world.ts'

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
  'a ticket without its first entry or its notice': sql`select t.id from ticket t
    where (select count(*) from ticket_change c where c.ticket_id = t.id and c.field = 'creado') <> 1
      or not exists (select from outbox where template = 'ticket_nuevo' and (params ->> 'id')::int = t.id)`,
  'a state of a ticket that its last entry does not tell': sql`select t.id from ticket t
    where t.state::text <> coalesce((select c.after from ticket_change c where c.ticket_id = t.id and c.field = 'estadoId' order by c.id desc limit 1), '1')`,
  'an answer of a ticket without its file or its notice': sql`select c.id from ticket_comment c
    where not exists (select from ticket_file where comment_id = c.id) or (select count(*) from ticket_comment) > (select count(*) from outbox where template = 'ticket_comentario')`,
  'a resource or a folder that the log does not know, or the other way round': sql`select 1 where
    (select count(*) from resource) <> (select count(*) from master_change where entity = 'archivo' and before is null)
    or (select count(*) from folder) <> (select count(*) from master_change where entity = 'carpeta' and before is null)`,
  'a version of a resource that was not counted': sql`select r.id from resource r where r.sha256 is not null
    and (select count(*) from resource_version v where v.resource_id = r.id) <> (select count(*) from master_change c where c.entity = 'archivo' and c.entity_id = r.id and c.before is not null)`,
  'a parameter that its last change does not tell': sql`select p.id from parameter p, lateral (
      select new_value from parameter_change c where c.type_id = p.type_id and c.role_id is not distinct from p.role_id order by c.id desc limit 1) c
    where c.new_value <> p.value`,
  'a role whose keys the log does not tell': sql`select r.id from role r join lateral (
      select count(*) as n from administration_change c where c.subject in ('rol', 'permisos_rol') and c.subject_id = r.id) c on true
    where r.id > 6 and (c.n = 0 or c.n <> (select count(*) from role_permission where role_id = r.id))`,
  'an import that was done in part': sql`select b.name from business b where b.name like 'Importado %'
    and (select count(*) from department d where d.business_id = b.id) <> ${IMPORTED}`,
  'an imported place that the log does not know': sql`select d.id from department d where d.name like 'Ronda %'
    and not exists (select from master_change c where c.entity = 'departamento' and c.entity_id = d.id and c.before is null)`,
  'a webhook whose changes the log does not tell': sql`select w.id from webhook w where w.name like 'Sistema %'
    and (select count(*) from administration_change c where c.subject = 'aviso_a_sistema' and c.subject_id = w.id) <> case when w.active then 1 else 2 end`,
  // An approval, and that it has ended, is told of each analysis; everything else of a period or a load.
  'an event that another system is not told of': sql`with told as (
      select kind from event where analysis_id is null
      union all select case when kind = 'autocertificado' then kind else 'aprobado_control' end from event
        where analysis_id is not null and to_state = 4 and from_state is distinct from 4
      union all select 'aprobacion_retirada' from event
        where analysis_id is not null and from_state = 4 and (to_state <> 4 or to_state is null and kind = 'carga_deshecha'))
    select kind from unnest(${[...WEBHOOK_EVENTS]}::text[]) kind
    where (select count(*) from told t where t.kind = kind.kind) <> (select count(*) from webhook_delivery d where d.webhook_id = 1 and d.kind = kind.kind)`,
}

/**
 * @param arrived the deliveries that the other system has received
 * @returns a description of everything half-done; empty if all is consistent
 */
export async function violations(db: Db, storage: Storage, arrived?: ReadonlySet<number>): Promise<string[]> {
  const found: string[] = []
  for (const [what, query] of Object.entries(INVARIANTS)) {
    const some = await rows(db, query as ReturnType<typeof sql<object>>)
    if (some.length > 0) found.push(`${what}: ${JSON.stringify(some.slice(0, 3))}`)
  }
  for (const { sha256 } of await rows(
    db,
    sql<{ sha256: string }>`select sha256 from analysis_file union select sha256 from annex union select sha256 from balance_load
      union select sha256 from ticket_file union select sha256 from resource where sha256 is not null union select sha256 from resource_version`,
  ))
    if (!(await isWhole(storage, sha256))) found.push(`a file that is not kept: ${sha256}`)
  if (arrived)
    for (const { id } of await rows(db, sql<{ id: number }>`select id::int from webhook_delivery where state = 'entregada'`))
      if (!arrived.has(id)) found.push(`a delivery marked as arrived that did not: ${id}`)
  return found
}

/** Whether the file exists and matches its hash. */
async function isWhole(storage: Storage, sha256: string) {
  try {
    for await (const _ of await storage.open(sha256));
    return true
  } catch {
    return false
  }
}
