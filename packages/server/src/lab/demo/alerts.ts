import { createAlert } from '@cuadre/api/alert'
import { ALERT_TYPES } from '@cuadre/api/alert-types'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { runScheduledAlerts } from '../../desk/alert/alert.scheduled.ts'
import { create } from '../../desk/alert/alert.service.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { DemoOptions } from './people.ts'

const typeOf = (code: string) => ALERT_TYPES.find(({ codigo }) => codigo === code)!.id
const ANNOUNCEMENT = typeOf('ANUNCIO')
const DAYS = 12
/** So many of three notices have been read. */
const READ = 2

/** What the rules have told of what there is, morning by morning: mostly read, mailed but for one that no server took. */
export async function createAlerts({ db, zone }: DemoOptions, now: Date): Promise<void> {
  const { last } = (await row(db, sql<{ last: number }>`select coalesce(max(id), 0)::int as last from outbox`))!
  const today = DateTime.fromJSDate(now, { zone })
  for (let ago = DAYS; ago >= 0; ago--) {
    const morning = today.minus({ days: ago }).set({ hour: 10, minute: 0, second: 0, millisecond: 0 })
    if (morning <= today) await runScheduledAlerts({ db, zone, now: morning.toJSDate() })
  }
  await sql`update alert_log set at = least((day + time '09:00') at time zone ${zone}, now())`.execute(db)
  await sql`update notification n set created_at = told.at, read_at = case when n.id % 3 < ${READ} and told.at < now() - interval '1 day' then told.at + interval '2 hours' end
    from (select notification_id, (min(day) + time '09:00') at time zone ${zone} as at from alert_log where type_id <> ${ANNOUNCEMENT} group by 1) told
    where told.notification_id = n.id and told.at < now()`.execute(db)
  await sql`update outbox m set sent_at = least(now(), told.at), attempts = 1
    from (select outbox_id, (min(day) + time '09:01') at time zone ${zone} as at from alert_log group by 1) told where told.outbox_id = m.id and m.id > ${last} and not m.held`.execute(
    db,
  )
  await sql`update outbox set sent_at = now(), attempts = 1 where id > ${last} and sent_at is null and not held`.execute(db)
  await sql`update outbox set sent_at = null, attempts = 8, failed = '550 5.1.1 mailbox unavailable' where id = (select min(outbox_id) from alert_log where outbox_id > ${last})`.execute(
    db,
  )
}

/** Rules that control has made for single businesses: one that looks every week, one that is paused for now. */
export async function createOwnRules(db: Db, control: Caller): Promise<void> {
  const businesses = await rows(db, sql<{ id: number; name: string }>`select id, name from business where name in ('SAFRA', 'VOTORANTIM')`)
  const of = (name: string) => ({
    paisId: null,
    negocioId: businesses.find((business) => business.name === name)!.id,
    departamentoId: null,
  })
  const rules = [
    {
      tipoId: typeOf('DIFERENCIA_ANTIGUA'),
      nombre: 'Diferencias de Votorantim de más de 60 días',
      alcance: of('VOTORANTIM'),
      condicion: { dias: [60, 90] },
      destinatarios: { superior: true, usuarios: [control.userId] },
      frecuencia: 'semanal',
    },
    {
      tipoId: typeOf('RECHAZADO'),
      nombre: 'Rechazos de Safra, también a su jefatura',
      alcance: of('SAFRA'),
      destinatarios: { superior: true },
      activo: false,
    },
  ]
  for (const rule of rules) await create(db, control, createAlert.body.parse(rule))
}
