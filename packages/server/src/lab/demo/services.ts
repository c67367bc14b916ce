import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'

/** A program that delivers the balances of one bank, and what came of its last deliveries. Whoever tries it renews its secret first. */
export async function createServices(db: Db, administrator: Caller, control: Caller): Promise<void> {
  await sql`with business as (select b.id, b.country_id from business b where b.name like 'VOTORANTIM%' order by b.id limit 1),
      made as (insert into app_user (name, username, email, active_role_id)
        values ('ERP de Votorantim', 'servicio-erp-votorantim', 'servicio-erp-votorantim@programas.invalid', 3) returning id),
      scope as (insert into user_scope (user_id, country_id, business_id) select m.id, b.country_id, b.id from made m, business b),
      history as (insert into administration_change (actor_id, role_id, subject, subject_id, after)
        select ${administrator.userId}, ${administrator.roleId}, 'servicio', m.id, '{"NOMBRE": "ERP de Votorantim", "CLIENTE": "servicio-erp-votorantim", "status": "activo", "llaves": ["accounts.delivery.send"]}'::jsonb from made m)
    insert into service_account (user_id, client_id, keys, secret_at, last_used_at, created_by, created_at)
      select id, 'servicio-erp-votorantim', '{accounts.delivery.send}', now() - interval '40 days', now() - interval '5 hours', ${administrator.userId}, now() - interval '40 days' from made`.execute(
    db,
  )
  // What it brought came with the month's file, which a person loaded: the program's own were read and refused.
  await sql`insert into delivery (origin, sender_id, sha256, file_name, period_id, load_id, state, holds, received_at)
    select 'api', s.user_id, l.sha256, 'votorantim-' || p.name || '.csv', p.id, l.id, 'leida', '{}', l.loaded_at
      from service_account s, (select * from period order by name desc limit 3) p
        join lateral (select * from balance_load l where l.period_id = p.id and l.status = 'confirmada' order by l.id limit 1) l on true
    where s.client_id = 'servicio-erp-votorantim' order by p.name`.execute(db)
  await sql`insert into delivery (origin, sender_id, sha256, file_name, state, error, received_at)
    select 'carpeta', s.user_id, encode(sha256('votorantim'), 'hex'), 'votorantim.pdf', 'rechazada',
        '{"code": "delivery_business", "params": {"name": "VOTORANTIN"}, "issues": []}'::jsonb, now() - interval '5 hours'
      from service_account s where s.client_id = 'servicio-erp-votorantim'`.execute(db)
  await sql`insert into delivery_rule (business_id, active, reason, changed_by)
    select b.id, true, 'El ERP entrega completo desde enero', ${control.userId} from business b where b.name like 'VOTORANTIM%' order by b.id limit 1`.execute(
    db,
  )
  await createWebhooks(db, administrator)
}

/** Two systems that were told of openings and closings, both paused: the demonstration calls nobody. */
async function createWebhooks(db: Db, administrator: Caller): Promise<void> {
  await sql`insert into webhook (name, url, events, active, secret, created_by, created_at)
    select v.name, v.url, v.events::text[], false, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), ${administrator.userId}, now() - interval '120 days'
      from (values ('Calendario de la corporación', 'https://calendario.corporacion.example/cuadre', '{periodo_abierto,periodo_cerrado}'),
        ('Tablero de tesorería', 'https://tesoreria.corporacion.example/avisos', '{carga_confirmada,aprobado_control,autocertificado,aprobacion_retirada}')) as v(name, url, events)`.execute(
    db,
  )
  await sql`insert into webhook_delivery (webhook_id, kind, data, at, state, attempts, tried_at, status, error)
    select w.id, 'periodo_abierto', jsonb_build_object('periodo', jsonb_build_object('COD_PERIODO', p.id, 'PERIODO', p.name)), p.opened_at, case when p.id % 4 = 0 then 'fallida' else 'entregada' end,
        case when p.id % 4 = 0 then 8 else 1 end, p.opened_at + interval '1 minute', case when p.id % 4 = 0 then null else 204 end,
        case when p.id % 4 = 0 then 'ENOTFOUND' end
      from webhook w, period p where w.name like 'Calendario%' order by p.name`.execute(db)
}
