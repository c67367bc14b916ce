import { ALERT_TYPES } from '@cuadre/api/alert-types'
import { createIdentity } from '@cuadre/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { rows, transaction } from '../../platform/database/index.ts'
import type { Mail } from '../../platform/mail/message.ts'
import { notify } from '../../platform/mail/notify.ts'
import { renderTemplate } from '../../platform/mail/templates.ts'
import { deliverDue } from '../../platform/mail/worker.ts'
import { openAnalyses } from '../../workflow/generation/generation.ts'
import { runScheduledAlerts } from './alert.scheduled.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
const zone = 'America/Sao_Paulo'
let now = new Date()
const local = (text: string) => new Date(`${text}:00-03:00`)

/**
 * Period 2026-08: the analyst until Friday 4 September, the head until Monday 7, control until Tuesday 8, close on Thursday 10, each at 18:00.
 * Rodrigo (head Marcela) has two analyses to prepare and one that waits for Marcela; Lucía (head Óscar) has one to prepare and one that waits
 * for control (Beatriz). One account of Marcela's department has a balance and nobody.
 */
beforeAll(async () => {
  server = await testServer({ now: () => now })
  who = await organisation(server)
  const { db } = server
  await sql`insert into period (name, due_analyst, due_jefatura, due_control, due_close, opened_by)
    values ('2026-08', ${local('2026-09-04T18:00')}, ${local('2026-09-07T18:00')}, ${local('2026-09-08T18:00')}, ${local('2026-09-10T18:00')}, ${who.control.id})`.execute(
    db,
  )
  await sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by) values (1, 's.xlsx', 1, 'x', 'confirmada', ${who.control.id})`.execute(
    db,
  )
  for (const [code, business, department, analyst] of [
    ['A1', 1, 1, who.analista],
    ['A2', 1, 1, who.analista],
    ['A3', 1, 1, who.analista],
    ['A4', 1, 1, null],
    ['B1', 2, 2, who.otherAnalista],
    ['B2', 2, 2, who.otherAnalista],
  ] as const)
    await sql`with c as (insert into account (business_id, code, name, currency, department_id, analyst_id)
        values (${business}, ${code}, ${code}, 'BRL', ${department}, ${(analyst as Person | null)?.id ?? null}) returning id)
      insert into balance (period_id, account_id, amount, load_id) select 1, id, 5000, 1 from c`.execute(db)
  await transaction(db, (tx) => openAnalyses(tx, { periodId: 1, loadId: 1 }))
  await sql`update analysis a set submitted_at = ${local('2026-09-01T09:00')} from account c where c.id = a.account_id and c.code in ('A3', 'B2')`.execute(
    db,
  )
  await sql`update analysis a set state_main = 2, state_jefatura = 4, state_control = 1, jefatura_at = ${local('2026-09-01T09:00')} from account c
    where c.id = a.account_id and c.code = 'B2'`.execute(db)
}, 60_000)
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['holiday', 'calendar', 'alert_log', 'job_run', 'notification_preference'])
    await sql`delete from ${sql.table(table)}`.execute(server.db)
  await sql`delete from outbox`.execute(server.db)
  await sql`delete from notification`.execute(server.db)
  await sql`delete from alert where id > 9`.execute(server.db)
})

/** Only these kinds are looked for. */
const only = (...types: number[]) => sql`update alert set active = type_id = any(${types}::int[])`.execute(server.db)
/** The kinds of which somebody was told. */
const fired = new Set<number>()
const tick = async (at: string) => {
  const done = await runScheduledAlerts({ db: server.db, zone, now: local(at) })
  for (const { kind } of await rows(server.db, sql<{ kind: number }>`select distinct type_id as kind from alert_log`)) fired.add(kind)
  return done
}
/** Who has been notified since the last check: 'name: sentence'. */
let seen = 0
async function told() {
  const found = await rows(
    server.db,
    sql<{ id: number; name: string; template: string; params: Record<string, string> }>`select n.id, u.name, n.template, n.params
      from notification n join app_user u on u.id = n.user_id where n.id > ${seen} order by u.name, n.id`,
  )
  seen = Math.max(seen, ...found.map(({ id }) => id))
  return found.map(({ name, template, params }) => `${name}: ${renderTemplate(template, 'es', params, zone).text}`)
}
const others = sql`from account c where c.id = a.account_id and c.code in ('A3', 'B1', 'B2')`
/** Of what is overdue, only Rodrigo's two remain. */
const decideOthers = () => sql`update analysis a set state_main = 4 ${others}`.execute(server.db)
const undecideOthers = () => sql`update analysis a set state_main = case when c.code = 'B2' then 2 else 1 end ${others}`.execute(server.db)
const names = async () => (await told()).map((line) => line.split(':')[0])

describe('reminders', () => {
  beforeEach(() => only(7))

  test('come 3 and 1 working days before and on the day, from 9:00, once', async () => {
    await tick('2026-09-01T08:59')
    expect(await told()).toEqual([])
    await tick('2026-09-01T09:00')
    await tick('2026-09-01T09:01')
    expect(await told()).toEqual([
      'Lucía Ferreyra: Análisis de agosto de 2026 que esperan por el analista y vencen el 4 de septiembre de 2026, 18:00: 1.',
      'Rodrigo Peña: Análisis de agosto de 2026 que esperan por el analista y vencen el 4 de septiembre de 2026, 18:00: 2.',
    ])
    await tick('2026-09-02T09:00')
    // Marcela has three days left, over a weekend.
    expect(await told()).toEqual([
      'Marcela Duarte: Análisis de agosto de 2026 que esperan por la jefatura y vencen el 7 de septiembre de 2026, 18:00: 1.',
    ])
    await tick('2026-09-03T17:59')
    expect(await names()).toEqual(['Beatriz Montoya', 'Lucía Ferreyra', 'Rodrigo Peña'])
    await tick('2026-09-04T09:00')
    expect(await names()).toEqual(['Lucía Ferreyra', 'Marcela Duarte', 'Rodrigo Peña'])
    await tick('2026-09-05T09:00')
    await tick('2026-09-04T18:01')
    expect(await told()).toEqual([])
  })

  test('are counted in the working days of the country: on its holiday nobody is told, and the day before there is one day left', async () => {
    await sql`insert into calendar (country_id) values (1)`.execute(server.db)
    await sql`insert into holiday values (1, '2026-09-03', 'Aniversario')`.execute(server.db)
    await tick('2026-09-03T09:00')
    expect(await told()).toEqual([])
    await tick('2026-09-02T09:00')
    // One day left for the analysts, three for control.
    expect(await names()).toEqual(['Beatriz Montoya', 'Lucía Ferreyra', 'Rodrigo Peña'])
  })

  test('come at 9:00 of the country, where its clocks show another hour than the server’s', async () => {
    await sql`insert into calendar (country_id, zone) values (1, 'Europe/Lisbon')`.execute(server.db)
    await tick('2026-09-01T04:59')
    expect(await told()).toEqual([])
    await tick('2026-09-01T05:00')
    expect(await told()).toEqual([
      'Lucía Ferreyra: Análisis de agosto de 2026 que esperan por el analista y vencen el 4 de septiembre de 2026, 22:00: 1.',
      'Rodrigo Peña: Análisis de agosto de 2026 que esperan por el analista y vencen el 4 de septiembre de 2026, 22:00: 2.',
    ])
    await tick('2026-09-01T09:00')
    // It is evening there.
    await tick('2026-09-02T14:01')
    expect(await told()).toEqual([])
  })

  test('of countries with calendars of their own say of which they are, in the preview too; mail and notice open what one may see', async () => {
    await sql`insert into country (id, name, iso, currency) overriding system value values (901, 'Uruguay', 'UY', 'UYU') on conflict do nothing`.execute(
      server.db,
    )
    const titles = async () => {
      const notes = await rows(
        server.db,
        sql<{ params: Record<string, string> }>`select params from notification where user_id = ${who.gerencia.id} order by id`,
      )
      return notes.map(({ params }) => renderTemplate('por_vencer', 'es', params, zone).title)
    }
    await only()
    const body = { tipoId: 7, nombre: 'De Uruguay', condicion: { dias: [3] }, destinatarios: { usuarios: [who.gerencia.id] } }
    const as = who.administrador
    await server.call({ method: 'POST', url: '/alerts', body, as })
    await sql`insert into calendar (country_id) values (901)`.execute(server.db)
    await sql`update business set country_id = 901 where id = 2`.execute(server.db)
    await sql`update analysis set country_id = 901 where business_id = 2`.execute(server.db)
    await tick('2026-09-01T09:00')
    expect((await titles()).sort()).toEqual([
      'Por vencer: análisis de agosto de 2026 (Brasil)',
      'Por vencer: análisis de agosto de 2026 (Uruguay)',
    ])
    await sql`update business set country_id = 1 where id = 2`.execute(server.db)
    await sql`update analysis set country_id = 1 where business_id = 2`.execute(server.db)
    await told()
  })

  test('are sent once, however many processes look at the clock at the same time', async () => {
    const done = await Promise.all(Array.from({ length: 5 }, () => tick('2026-09-01T09:00')))
    expect(done.reduce((sum, { told }) => sum + told, 0)).toBe(2)
    expect(await names()).toEqual(['Lucía Ferreyra', 'Rodrigo Peña'])
    expect(await rows(server.db, sql`select count(*)::int as n from outbox`)).toEqual([{ n: 2 }])
  })

  test('are what the preview says, which writes nothing', async () => {
    now = local('2026-09-01T09:00')
    const [alert] = (await server.call({ url: '/alerts', query: { tipoId: 7 }, as: who.administrador })).body.data
    const look = async () => (await server.call({ method: 'POST', url: '/alerts/preview', body: alert, as: who.administrador })).body
    const before = await look()
    expect(before).toMatchObject({
      total: 2,
      personas: [
        { nombre: 'Lucía Ferreyra', cantidad: 1, correo: 'inmediato', yaAvisada: false, nivel: 0 },
        { nombre: 'Rodrigo Peña', cantidad: 2, titulo: 'Por vencer: análisis de agosto de 2026', yaAvisada: false },
      ],
    })
    expect(await told()).toEqual([])
    await tick('2026-09-01T09:00')
    expect(await told()).toEqual(before.personas.map((p: { nombre: string; texto: string }) => `${p.nombre}: ${p.texto}`))
    expect((await look()).personas.map((p: { yaAvisada: boolean }) => p.yaAvisada)).toEqual([true, true])
  })

  test('come also where an alert before them fails, which is told to whoever runs it', async () => {
    const [own] = await rows<{ id: number; whom: object }>(
      server.db,
      sql`select id, recipients as whom from alert where type_id = 7 order by id limit 1`,
    )
    await sql`insert into alert (type_id, name, days, recipients, frequency) select type_id, name || ' 2', days, recipients, frequency from alert where id = ${own!.id}`.execute(
      server.db,
    )
    const whom = (recipients: object) =>
      sql`update alert set recipients = ${JSON.stringify(recipients)}::jsonb where id = ${own!.id}`.execute(server.db)
    await whom({})
    await expect(tick('2026-09-01T09:00')).rejects.toThrow(`alert ${own!.id}`)
    await whom(own!.whom)
    expect(await names()).toEqual(['Lucía Ferreyra', 'Rodrigo Peña'])
  })

  test('do not reach who has silenced them', async () => {
    const silence = { preferencias: [{ tipoId: 7, silenciada: true }] }
    await server.call({ method: 'PATCH', url: '/notifications/preferences', body: silence, as: who.analista })
    await tick('2026-09-01T09:00')
    expect(await names()).toEqual(['Lucía Ferreyra'])
  })
})

describe('what is overdue', () => {
  beforeEach(() => only(8))

  test('is told every working day, and after 18 working hours each also to the head, to control and to management', async () => {
    await decideOthers()
    await tick('2026-09-04T17:00')
    expect(await names()).toEqual([])
    await tick('2026-09-07T09:00')
    expect(await names()).toEqual(['Rodrigo Peña'])
    await tick('2026-09-08T09:00')
    expect(await names()).toEqual(['Rodrigo Peña'])
    await tick('2026-09-09T09:00')
    expect(await names()).toEqual(['Marcela Duarte', 'Rodrigo Peña'])
    await tick('2026-09-11T09:00')
    expect(await names()).toEqual(['Beatriz Montoya', 'Marcela Duarte', 'Rodrigo Peña'])
    await tick('2026-09-15T09:00')
    expect(await names()).toEqual(['Beatriz Montoya', 'Héctor Villalobos', 'Marcela Duarte', 'Rodrigo Peña'])
    expect(await rows(server.db, sql`select level from alert_log where day = '2026-09-15' order by level`)).toEqual(
      [0, 1, 2, 3].map((level) => ({ level })),
    )
    await undecideOthers()
  })

  test('of a week comes on the first day that its country works', async () => {
    await decideOthers()
    await sql`update alert set frequency = 'semanal' where type_id = 8`.execute(server.db)
    await sql`insert into calendar (country_id) values (1)`.execute(server.db)
    await sql`insert into holiday values (1, '2026-09-07', 'Independencia')`.execute(server.db)
    await tick('2026-09-07T09:00')
    expect(await names()).toEqual([])
    await tick('2026-09-08T09:00')
    await tick('2026-09-09T09:00')
    expect(await names()).toEqual(['Rodrigo Peña'])
    await sql`update alert set frequency = 'diaria' where type_id = 8`.execute(server.db)
    await undecideOthers()
  })

  test('has priority A: it reaches who has silenced it', async () => {
    await server.call({
      method: 'PATCH',
      url: '/notifications/preferences',
      body: { preferencias: [{ tipoId: 8, silenciada: true, correo: 'ninguno' }] },
      as: who.analista,
    })
    await tick('2026-09-07T09:00')
    expect(await names()).toEqual(['Lucía Ferreyra', 'Rodrigo Peña'])
    expect(await rows(server.db, sql`select count(*)::int as n from outbox where user_id = ${who.analista.id}`)).toEqual([{ n: 1 }])
  })
})

describe('the other kinds', () => {
  test('what is in its state for longer than its working hours, to whom that state belongs', async () => {
    await only(8)
    await sql`update analysis_status set sla_hours = 9 where id = 2`.execute(server.db)
    // B2 waits for control since Tuesday, 9:00: nine hours end at 18:00.
    await tick('2026-09-01T17:59')
    expect(await told()).toEqual([])
    await tick('2026-09-02T09:00')
    expect(await told()).toEqual(['Beatriz Montoya: Análisis de agosto de 2026 que llevan más de 9 horas hábiles en «Revisión»: 1.'])
    await sql`update analysis_status set sla_hours = null where id = 2`.execute(server.db)
  })

  test('a queue that stands still for 18 working hours', async () => {
    await only(17)
    await tick('2026-09-02T18:00')
    // Since 9:00 of the day before: eighteen hours.
    expect(await told()).toEqual([
      'Beatriz Montoya: Análisis de agosto de 2026 que esperan por control desde hace más de 18 horas hábiles: 1.',
      'Marcela Duarte: Análisis de agosto de 2026 que esperan por la jefatura desde hace más de 18 horas hábiles: 1.',
    ])
    await sql`delete from alert_log`.execute(server.db)
    await sql`delete from job_run`.execute(server.db)
    await tick('2026-09-02T17:59')
    expect(await told()).toEqual([])
  })

  test('accounts with a balance and no analyst, once a week', async () => {
    await only(16)
    for (const day of ['2026-09-01', '2026-09-02', '2026-09-07']) await tick(`${day}T09:00`)
    expect(await told()).toEqual(Array(2).fill('Marcela Duarte: Cuentas de VOTORANTIM con saldo en agosto de 2026 y sin analista: 1.'))
    expect(await rows(server.db, sql`select distinct route from notification`)).toEqual([
      { route: '/cuentas?statusId=1&filterByPeriod=1&conSaldo=true&businessId=1&activa=true' },
    ])
  })

  test('risks rated by hand more than a year ago, once a week, until somebody rates them again', async () => {
    await only(25)
    const rate = (code: string, day: string) =>
      sql`update account set risk_reason = 'Ajustes manuales', risk_at = ${local(`${day}T12:00`)} where code = ${code}`.execute(server.db)
    for (const code of ['A1', 'A2', 'B1']) await rate(code, '2025-08-30')
    await rate('A4', '2025-09-08')
    for (const day of ['2026-08-31', '2026-09-01', '2026-09-02']) await tick(`${day}T09:00`)
    const of = (business: string, n: number) =>
      `Beatriz Montoya: Cuentas de ${business} cuyo riesgo se calificó hace más de un año: ${n}. Escriba por qué sigue igual, o cámbielo.`
    expect((await told()).sort()).toEqual([of('SAFRA', 1), of('VOTORANTIM', 2)])
    // Each leads to the accounts that it counts, and not to those of the other business.
    const routes = await rows(server.db, sql<{ route: string }>`select distinct route from notification order by 1`)
    expect(routes.map(({ route }) => route)).toEqual(
      [1, 2].map((business) => `/cuentas?statusId=todas&riesgoPorRevisar=true&businessId=${business}&activa=true`),
    )
    for (const code of ['A2', 'B1']) await rate(code, '2026-09-02')
    await sql`update account set active = false where code = 'A4'`.execute(server.db)
    await tick('2026-09-14T09:00')
    expect(await told()).toEqual([of('VOTORANTIM', 1)])
    await sql`update account set active = true, risk_reason = null, risk_at = null`.execute(server.db)
  })

  test('the close is near', async () => {
    await only(19)
    await tick('2026-09-07T09:00')
    expect(await told()).toEqual([
      'Beatriz Montoya: El período agosto de 2026 cierra el 10 de septiembre de 2026, 18:00. Análisis sin aprobar: 5.',
    ])
  })

  const make = (body: object) =>
    server.call({
      method: 'POST',
      url: '/alerts',
      body: { nombre: 'Prueba', destinatarios: { responsable: true }, ...body },
      as: who.administrador,
    })

  test('material movements not explained, from an amount on and of a business', async () => {
    await only()
    await make({ tipoId: 14, alcance: { negocioId: 1 }, condicion: { umbral: '5000.00' }, destinatarios: { superior: true } })
    await make({ tipoId: 14, condicion: { umbral: '5000.01' } })
    // What is written but not sent explains nothing yet.
    await sql`update analysis set comment = 'Borrador' where submitted_at is null`.execute(server.db)
    await tick('2026-09-01T09:00')
    expect(await told()).toEqual(['Marcela Duarte: Análisis de agosto de 2026 con movimiento material y sin comentario: 3.'])
    await sql`update analysis set comment = null where comment = 'Borrador'`.execute(server.db)
  })

  test('differences older than so many days', async () => {
    await only()
    const set = (what: RawBuilder<unknown>) =>
      sql`update analysis a set ${what} from account c where c.id = a.account_id and c.code = 'B1'`.execute(server.db)
    // From its amount on: the difference is 1,000.
    await make({ tipoId: 15, condicion: { dias: [90, 60], umbral: '1000.00' } })
    await make({ tipoId: 15, condicion: { dias: [60], umbral: '1000.01' }, destinatarios: { usuarios: [who.gerencia.id] } })
    await sql`update analysis set value = 5000 where submitted_at is not null`.execute(server.db)
    await set(sql`value = 4000`)
    // A draft leaves no difference.
    await tick('2026-11-03T09:00')
    expect(await told()).toEqual([])
    await set(sql`submitted_at = ${local('2026-09-01T09:00')}`)
    await tick('2026-10-30T09:00')
    expect(await told()).toEqual([])
    await tick('2026-11-02T09:00')
    expect(await told()).toEqual(['Lucía Ferreyra: Cuentas de SAFRA con una diferencia de más de 60 días: 1.'])
    await tick('2026-11-30T09:00')
    expect(await told()).toEqual(['Lucía Ferreyra: Cuentas de SAFRA con una diferencia de más de 90 días: 1.'])
    // Explained and approved it is settled.
    await set(sql`state_main = 4, comment = 'Depósito en tránsito'`)
    await tick('2026-12-01T09:00')
    expect(await told()).toEqual([])
    await set(sql`state_main = 1, comment = null, submitted_at = null`)
    await sql`update analysis set value = null`.execute(server.db)
  })

  test('a password that expires, counted from its last change by the strictest role, 14, 7, 3 and 1 days before', async () => {
    await only(21)
    // The provider's accounts; without them (Keycloak) there is nothing to count, and nothing fails.
    await tick('2026-09-01T09:00')
    expect(await told()).toEqual([])
    await sql`delete from job_run`.execute(server.db)
    await createIdentity({
      issuer: 'http://localhost/realms/corp',
      clientId: 'cuadre-web',
      audience: 'corp-api',
      appOrigins: ['http://localhost'],
      sql: async (text, params = []) => ({
        rows: (await server.db.executeQuery(CompiledQuery.raw(text, params))).rows as Record<string, unknown>[],
      }),
      rolesOf: async () => [],
      sessionLimits: async () => ({ idleMinutes: 65, maxMinutes: 600 }),
    })
    const account = (sub: string, changed: string, enabled = true) =>
      sql`insert into identity.account (sub, username, email, email_verified, name, locale, password_hash, password_changed_at, enabled)
        values (${sub}, ${sub}, ${`${sub}@corporacion.example`}, true, ${sub}, 'es', 'x', ${local(changed)}, ${enabled})`.execute(server.db)
    await account('analista', '2026-06-11T10:00')
    await account('jefatura', '2026-06-11T10:00')
    await account('control', '2026-06-11T10:00', false)
    await account('gerencia', '2026-06-10T23:30')
    await sql`update parameter set value = 90 where type_id = 2 and role_id is null`.execute(server.db)
    // Heads have longer.
    await sql`insert into parameter (type_id, role_id, value) values (2, 2, 100)`.execute(server.db)
    try {
      // 90 days later it is 9 September; for Héctor still the 8th, late in the evening. Three days before are a weekend.
      const days = ['2026-08-25', '2026-08-26', '2026-08-27', '2026-09-01', '2026-09-02', '2026-09-04', '2026-09-06', '2026-09-08']
      for (const day of days) await tick(`${day}T09:00`)
      const ends = (name: string, n: number) => `${name}: Su contraseña vence pronto. Días que quedan: ${n}. Cámbiela en su perfil.`
      const [h, m, r] = ['Héctor Villalobos', 'Marcela Duarte', 'Rodrigo Peña'] as const
      expect(await told()).toEqual([ends(h, 14), ends(h, 7), ends(h, 4), ends(m, 15), ends(r, 14), ends(r, 7), ends(r, 5), ends(r, 1)])
    } finally {
      await sql`delete from parameter where type_id = 2 and role_id is not null`.execute(server.db)
      await sql`update parameter set value = 0 where type_id = 2`.execute(server.db)
    }
    await sql`delete from alert_log`.execute(server.db)
    await tick('2026-09-10T09:00')
    expect(await told()).toEqual([])
  })

  test('the access of an auditor that ends, to the auditor and to administration, while both are active', async () => {
    await only(22)
    await sql`update auditor set valid_from = '2026-01-01', valid_until = '2026-09-15'`.execute(server.db)
    for (const day of ['2026-09-01', '2026-09-02', '2026-09-08', '2026-09-14', '2026-09-15']) await tick(`${day}T09:00`)
    const days = [14, 7, 1].flatMap((n) =>
      ['Pilar Ayala', 'Sonia Barrios'].map((name) => `${name}: El acceso de Pilar Ayala termina pronto. Días que quedan: ${n}.`),
    )
    // Each to a page that they may open.
    const routes = await rows(
      server.db,
      sql`select distinct u.name, n.route from notification n join app_user u on u.id = n.user_id order by 1`,
    )
    expect(routes).toEqual([
      { name: 'Pilar Ayala', route: '/profile' },
      { name: 'Sonia Barrios', route: '/auditores' },
    ])
    expect((await told()).sort()).toEqual(days.sort())
    await sql`update app_user set active = false where id = ${who.auditor.id}`.execute(server.db)
    await sql`delete from alert_log`.execute(server.db)
    await sql`delete from job_run`.execute(server.db)
    await tick('2026-09-08T09:00')
    expect(await told()).toEqual([])
    await sql`update app_user set active = true where id = ${who.auditor.id}`.execute(server.db)
  })

  test('an announcement, once, to whom it is for, while it holds', async () => {
    await only()
    await make({
      tipoId: 24,
      nombre: 'Corte',
      mensaje: 'El sábado no hay servicio.',
      frecuencia: 'inmediata',
      destinatarios: { roles: [2] },
      vigenteDesde: '2026-09-02',
    })
    for (const day of ['2026-09-01', '2026-09-02', '2026-09-03']) await tick(`${day}T09:00`)
    expect(await told()).toEqual(['Marcela Duarte: El sábado no hay servicio.', 'Óscar Cáceres: El sábado no hay servicio.'])
  })

  test('two announcements of one day are both told', async () => {
    await only()
    const one = { tipoId: 24, frecuencia: 'inmediata', destinatarios: { usuarios: [who.jefatura.id] } }
    await make({ ...one, nombre: 'Corte', mensaje: 'El sábado no hay servicio.' })
    await make({ ...one, nombre: 'Cierre', mensaje: 'El lunes se cierra agosto.' })
    await tick('2026-09-03T09:00')
    await tick('2026-09-03T09:01')
    expect(await told()).toEqual(['Marcela Duarte: El sábado no hay servicio.', 'Marcela Duarte: El lunes se cierra agosto.'])
  })

  test('the close and the access of an auditor are told by alerts of a place too, of that place', async () => {
    await only()
    await sql`insert into country (id, name, iso, currency) overriding system value values (902, 'Chile', 'CL', 'CLP') on conflict do nothing`.execute(
      server.db,
    )
    await sql`update auditor set valid_until = '2026-09-14'`.execute(server.db)
    const to = { condicion: { dias: [7, 3] }, destinatarios: { usuarios: [who.gerencia.id] } }
    await make({ ...to, tipoId: 19, alcance: { negocioId: 2 } })
    await make({ ...to, tipoId: 19, alcance: { paisId: 902 } })
    await make({ ...to, tipoId: 22, alcance: { paisId: 902 } })
    await tick('2026-09-07T09:00')
    expect(await told()).toEqual([
      'Héctor Villalobos: El período agosto de 2026 cierra el 10 de septiembre de 2026, 18:00. Análisis sin aprobar: 2.',
    ])
    await make({ ...to, tipoId: 22, alcance: { paisId: 1 } })
    await tick('2026-09-07T09:01')
    expect(await told()).toEqual(['Héctor Villalobos: El acceso de Pilar Ayala termina pronto. Días que quedan: 7.'])
  })

  test('tickets past their time go to whoever has them', async () => {
    await only(23)
    now = local('2026-09-01T09:00')
    await server.call({
      method: 'POST',
      url: '/tickets-suport',
      body: { asunto: 'No abre', descripcion: 'La página no abre.', categoriaId: 1, tipoId: 1, paisId: 1 },
      as: who.analista,
    })
    await told()
    await tick('2026-09-01T18:00')
    expect(await told()).toEqual([])
    await tick('2026-09-02T09:00')
    expect(await told()).toEqual([
      'Beatriz Montoya: La solicitud 1 debía resolverse el 1 de septiembre de 2026, 18:00.',
      'Sonia Barrios: La solicitud 1 debía resolverse el 1 de septiembre de 2026, 18:00.',
    ])
  })

  test('a ticket past its time is opened by its notice, its moment is of its country’s clock, and who has left is nobody who has it', async () => {
    await only(23)
    now = local('2026-09-03T09:00')
    const { id } = (
      await server.call({
        method: 'POST',
        url: '/tickets-suport',
        body: { asunto: 'Tampoco abre', descripcion: 'La página no abre.', categoriaId: 1, tipoId: 1, paisId: 1 },
        as: who.analista,
      })
    ).body
    await sql`insert into calendar (country_id, zone) values (1, 'America/Manaus')`.execute(server.db)
    await sql`update ticket set assignee_id = ${who.control.id}, due_at = ${local('2026-09-03T18:00')} where id = ${id}`.execute(server.db)
    await sql`update app_user set active = false where id = ${who.control.id}`.execute(server.db)
    await sql`delete from notification`.execute(server.db)
    await tick('2026-09-04T10:00')
    const notices = await rows(server.db, sql`select route from notification where params ->> 'id' = ${String(id)}`)
    expect(notices).toEqual([{ route: `/ayuda/solicitudes-recibidas?ticket=${id}` }])
    expect(await told()).toContain(`Sonia Barrios: La solicitud ${id} debía resolverse el 3 de septiembre de 2026, 17:00.`)
    await sql`update app_user set active = true where id = ${who.control.id}`.execute(server.db)
  })
})

describe('every kind that the clock looks for', () => {
  test('has told somebody', () => {
    const scheduled = ALERT_TYPES.filter(({ programada }) => programada).map(({ id }) => id)
    expect(scheduled.filter((id) => !fired.has(id))).toEqual([])
  })
})

describe('the digest', () => {
  test('at 8:00 gathers what waited for it into one mail; what is at once is at once', async () => {
    await only()
    const prefer = {
      preferencias: [
        { tipoId: 9, correo: 'resumen' },
        { tipoId: 11, correo: 'ninguno' },
      ],
    }
    await server.call({ method: 'PATCH', url: '/notifications/preferences', body: prefer, as: who.jefatura })
    for (const account of ['1.1', '1.2'])
      await notify(
        server.db,
        [who.jefatura.id, who.otherJefatura.id],
        'enviado',
        { account, who: 'Rodrigo', period: '2026-08' },
        `/cuentas/analisis?analisis=${account}`,
      )
    await notify(server.db, [who.jefatura.id], 'aprobado_final', { account: '1.3', who: 'Beatriz', period: '2026-08' })
    const sent: Mail[] = []
    const deliver = () =>
      deliverDue({ db: server.db, zone, webUrl: 'https://cuadre.example', transport: { send: async (mail) => void sent.push(mail) } })
    await deliver()
    expect(sent.map(({ to, subject }) => `${to.split('@')[0]} ${subject}`).sort()).toEqual([
      'jefatura Análisis aprobado: 1.3',
      'jefatura2 Análisis por aprobar: 1.1',
      'jefatura2 Análisis por aprobar: 1.2',
    ])
    sent.length = 0
    const next = new Date(Date.now() + 24 * 3600_000).toISOString().slice(0, 10)
    expect(await tick(`${next}T07:59`)).toMatchObject({ digests: 0 })
    const both = await Promise.all([tick(`${next}T08:00`), tick(`${next}T08:00`)])
    expect(both.map(({ digests }) => digests).sort()).toEqual([0, 1])
    await deliver()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ to: 'jefatura@corporacion.example', subject: 'Su resumen de Cuadre' })
    expect(sent[0]!.text).toContain('Lo que pasó desde el último resumen: 2.')
    expect(sent[0]!.text).toContain(
      '* Análisis por aprobar: 1.2\n  Rodrigo envió el análisis de 1.2 de agosto de 2026.\n  https://cuadre.example/cuentas/analisis?analisis=1.2',
    )
    expect(sent[0]!.html).toContain('<h2>Análisis por aprobar: 1.1</h2>')
    await tick(`${next}T20:00`)
    expect(await deliver()).toBe(0)
    // In the application it was there at once.
    expect(await names()).toEqual(['Marcela Duarte', 'Marcela Duarte', 'Marcela Duarte', 'Óscar Cáceres', 'Óscar Cáceres'])
  })
})
