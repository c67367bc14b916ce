import { ALERT_TYPES } from '@cuadre/api/alert-types'
import { ROLE } from '@cuadre/api/roles'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import type { Person } from '../../lab/testing/server.ts'
import { rows, transaction } from '../../platform/database/index.ts'
import { XLSX } from '../../platform/http/export.ts'
import { notify } from '../../platform/mail/notify.ts'
import { renderTemplate } from '../../platform/mail/templates.ts'
import { deliverDue } from '../../platform/mail/worker.ts'
import { type Story, story } from '../../workflow/analysis/analysis.fixture.ts'
import { runScheduledAlerts } from './alert.scheduled.ts'

let s: Story
let elsewhere: Person
beforeAll(async () => {
  s = await story([
    { code: 'A1', balance: '100.00' },
    { code: 'A2', balance: '100.00' },
    { code: 'B1', balance: '100.00', safra: true },
  ])
  elsewhere = await s.person('control2', [ROLE.control], 'Iván Rojas')
  await sql`insert into country (name, iso, currency) values ('Chile', 'CL', 'CLP')`.execute(s.db)
  // Brazil works on every day here, whichever the day is on which this runs.
  await sql`insert into calendar (country_id, working_days) values (1, '{1,2,3,4,5,6,7}')`.execute(s.db)
  await sql`insert into user_scope (user_id, country_id) values (${elsewhere.id}, 2)`.execute(s.db)
}, 60_000)
afterAll(() => s.close())

/** The kinds of which an alert of ours has told somebody, read after each test. */
const fired = new Set<number>()
const keepFired = async () => {
  const kinds = await rows(s.db, sql<{ kind: number }>`select distinct type_id as kind from alert_log where alert_id is not null`)
  for (const { kind } of kinds) fired.add(kind)
}
afterEach(keepFired)

/** The day where the application runs, so many from today. */
const day = (days: number) => DateTime.now().setZone('America/Sao_Paulo').plus({ days }).toISODate()!

const alert = {
  tipoId: 11,
  nombre: 'Rechazos a gerencia',
  alcance: { negocioId: 1 },
  destinatarios: { roles: [4], superior: true },
  frecuencia: 'inmediata',
  ventana: { desde: '00:00', hasta: '23:59' },
}
const create = (more: object = {}, as = s.who.control) => s.call({ method: 'POST', url: '/alerts', body: { ...alert, ...more }, as })
const patch = (id: number, body: object, as = s.who.control) => s.call({ method: 'PATCH', url: `/alerts/${id}`, body, as })
const get = (id: number, as = s.who.control) => s.call({ url: `/alerts/${id}`, as })

describe('alerts', () => {
  test('are of 25 kinds: those of rules §2.7, and risks to be rated again (§2.1)', async () => {
    const { body } = await s.call({ url: '/alerts/types', as: s.who.control, language: 'en' })
    expect(body.map((t: { id: number }) => t.id)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))
    expect(body[6]).toEqual({ id: 7, codigo: 'POR_VENCER', nombre: 'Analyses due soon', programada: true, prioridad: 'M', usa: ['dias'] })
    expect((await s.call({ url: '/alerts/types', as: s.who.jefatura })).status).toBe(403)
  })

  test('that names somebody who has left can be paused and looked at; nobody who has left is added', async () => {
    const gone = await s.person('saliente', [ROLE.analista], 'Sara Leal')
    const { id } = (await create({ destinatarios: { usuarios: [gone.id, s.who.analista.id] } })).body
    await sql`update app_user set active = false where id = ${gone.id}`.execute(s.db)
    expect(await patch(id, { revision: 1, activo: false })).toMatchObject({ status: 200, body: { activo: false } })
    const body = { ...alert, destinatarios: { usuarios: [gone.id, s.who.analista.id] } }
    const seen = await s.call({ method: 'POST', url: '/alerts/preview', body, as: s.who.control })
    expect(seen.body.personas.map((one: { nombre: string }) => one.nombre)).toEqual(['Rodrigo Peña'])
    expect((await create({ destinatarios: { usuarios: [gone.id] } })).body).toMatchObject({ issues: [{ path: 'destinatarios.usuarios' }] })
    await s.call({ method: 'DELETE', url: `/alerts/${id}`, as: s.who.control })
  })

  test('are written with a place, changed in the fields sent, and every change is kept', async () => {
    const made = (await create()).body
    expect(made).toMatchObject({
      ...alert,
      tipo: 'RECHAZADO',
      alcance: { paisId: 1, negocioId: 1, departamentoId: null },
      negocio: 'VOTORANTIM',
      destinatarios: { responsable: false, superior: true, roles: [4], usuarios: [] },
      canales: { app: true, correo: true },
      prioridad: 'M',
      activo: true,
      revision: 1,
      actualizadoPor: 'Beatriz Montoya',
    })
    const changed = (await patch(made.id, { revision: 1, prioridad: 'A', canales: { app: true, correo: false } })).body
    expect(changed).toMatchObject({ nombre: alert.nombre, prioridad: 'A', canales: { correo: false }, revision: 2 })
    expect(await patch(made.id, { revision: 1, prioridad: 'B' })).toMatchObject({
      status: 409,
      body: { code: 'alert_moved', current: { revision: 2 } },
    })
    const both = await Promise.all([patch(made.id, { revision: 2, activo: false }), patch(made.id, { revision: 2, nombre: 'Otro nombre' })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const remove = () => s.call({ method: 'DELETE', url: `/alerts/${made.id}`, as: s.who.control })
    expect((await remove()).body).toEqual({ ok: true })
    expect([(await remove()).status, (await get(made.id)).status]).toEqual([404, 404])
    expect(
      await rows(
        s.db,
        sql`select before->>'revision' as before, after->>'revision' as after from alert_change where alert_id = ${made.id} order by id`,
      ),
    ).toEqual([
      { before: null, after: '1' },
      { before: '1', after: '2' },
      { before: '2', after: '3' },
      { before: '3', after: null },
    ])
    await expect(sql`update alert_change set before = null`.execute(s.db)).rejects.toThrow('append-only')
  })

  test.each([
    [{ tipoId: 26 }, 'tipoId'],
    [{ nombre: 'ab' }, 'nombre'],
    [{ alcance: { negocioId: 99 } }, 'alcance'],
    [{ alcance: { paisId: 2, negocioId: 1 } }, 'alcance'],
    [{ alcance: { negocioId: 2, departamentoId: 1 } }, 'alcance'],
    [{ alcance: {} }, 'alcance'],
    [{ destinatarios: {} }, 'destinatarios'],
    [{ destinatarios: { roles: [9] } }, 'destinatarios.roles'],
    [{ destinatarios: { usuarios: [9999] } }, 'destinatarios.usuarios'],
    [{ canales: { app: false, correo: false } }, 'canales'],
    [{ ventana: { desde: '18:00', hasta: '09:00' } }, 'ventana'],
    [{ ventana: { desde: '9:00', hasta: '25:00' } }, 'ventana.desde'],
    [{ vigenteDesde: '2026-02-01', vigenteHasta: '2026-01-01' }, 'vigenteHasta'],
    [{ tipoId: 7 }, 'condicion.dias'],
    [{ tipoId: 17 }, 'condicion.horas'],
    [{ tipoId: 24 }, 'mensaje'],
  ])('%j is refused at %s', async (more, path) => {
    const refused = await create(more)
    expect({ status: refused.status, path: refused.body.issues?.[0]?.path }).toEqual({ status: 422, path })
  })

  test('of a place are seen and changed by who is given it; what holds everywhere is changed by administration', async () => {
    const own = (await create()).body.id
    expect((await get(own, s.who.administrador)).status).toBe(200)
    expect([(await get(own, elsewhere)).status, (await patch(own, { revision: 1 }, elsewhere)).status]).toEqual([404, 404])
    const everywhere = (await create({ alcance: {} }, s.who.administrador)).body.id
    expect((await get(everywhere, elsewhere)).status).toBe(200)
    expect(await patch(everywhere, { revision: 1, activo: false }, elsewhere)).toMatchObject({
      status: 403,
      body: { code: 'alert_everywhere' },
    })
    expect((await patch(everywhere, { revision: 1, alcance: { paisId: 2 } }, s.who.administrador)).body).toMatchObject({ pais: 'Chile' })
    expect((await get(everywhere)).status).toBe(404)
    const listed = (await s.call({ url: '/alerts', query: { tipoId: 11 }, as: elsewhere })).body.data
    expect(listed.map((a: { id: number }) => a.id)).toEqual([everywhere])
    for (const as of [s.who.analista, s.who.jefatura, s.who.gerencia, s.who.auditor]) {
      expect((await s.call({ url: '/alerts', as })).status).toBe(403)
      expect((await create({}, as)).status).toBe(403)
    }
    await sql`update alert set deleted_at = now(), active = false where type_id = 11`.execute(s.db)
  })
})

describe('an immediate alert', () => {
  const told = (template: string) =>
    rows(
      s.db,
      sql`select u.name, count(distinct n.id)::int as app, count(distinct o.id)::int as mails from app_user u
        left join notification n on n.user_id = u.id and n.template = ${template} left join outbox o on o.user_id = u.id and o.template = ${template}
        where n.id is not null or o.id is not null group by u.name order by u.name`,
    )

  test('adds people of its place to those who are told anyway, once a day for each analysis, and says so', async () => {
    const { id } = (await create({ canales: { app: true, correo: true } })).body
    for (const [code, head] of [
      ['A1', s.who.jefatura],
      ['B1', s.who.otherJefatura],
    ] as const) {
      await s.submit(code, {}, { as: code === 'A1' ? s.who.analista : s.who.otherAnalista })
      await s.decide('jefatura rechaza', code, head)
    }
    expect(await told('rechazado')).toEqual([
      { name: 'Héctor Villalobos', app: 1, mails: 1 },
      { name: 'Lucía Ferreyra', app: 1, mails: 1 },
      { name: 'Marcela Duarte', app: 1, mails: 1 },
      { name: 'Rodrigo Peña', app: 1, mails: 1 },
    ])
    await s.submit('A1')
    await s.decide('jefatura rechaza', 'A1', s.who.jefatura)
    expect(await told('rechazado')).toMatchObject([{ app: 1 }, { app: 1 }, { app: 1 }, { name: 'Rodrigo Peña', app: 2, mails: 2 }])

    const log = async () => (await s.call({ url: `/alerts/${id}/log`, as: s.who.control })).body
    expect((await log()).data).toMatchObject([
      {
        usuario: 'Héctor Villalobos',
        correo: 'pendiente',
        app: 'no_leida',
        titulo: expect.stringMatching(/^Análisis rechazado: /),
        negocio: 'VOTORANTIM',
        ruta: expect.stringContaining('analisis='),
      },
      { usuario: 'Marcela Duarte', correo: 'pendiente', app: 'no_leida' },
    ])
    await s.call({ method: 'PATCH', url: '/notifications', body: {}, as: s.who.gerencia })
    const refused = Object.assign(new Error('no'), { code: 'EENVELOPE' })
    const send = async ({ to }: { to: string }) => {
      if (to.startsWith('jefatura@')) throw refused
    }
    for (let n = 0; n < 8; n++) {
      await sql`update outbox set next_at = now() where sent_at is null`.execute(s.db)
      await deliverDue({ db: s.db, transport: { send } })
    }
    expect((await log()).data).toMatchObject([
      { usuario: 'Héctor Villalobos', correo: 'enviado', app: 'leida' },
      { usuario: 'Marcela Duarte', correo: 'fallido', app: 'no_leida' },
    ])
    expect((await s.call({ url: `/alerts/${id}/log`, as: elsewhere })).status).toBe(404)
  })

  test('that is daily puts its mail into the digest, and outside its window lets it wait', async () => {
    await sql`update alert set deleted_at = now(), active = false where type_id = 11`.execute(s.db)
    await create({ tipoId: 9, frecuencia: 'diaria', destinatarios: { roles: [4] } })
    const minutes = (n: number) => new Date(Date.now() + n * 60_000 - 3 * 3600_000).toISOString().slice(11, 16)
    // A window that certainly does not include the current time.
    const [from, to] = minutes(0) < '12:00' ? ['22:00', '23:00'] : ['01:00', '02:00']
    await create({ tipoId: 9, destinatarios: { usuarios: [s.who.auditor.id] }, ventana: { desde: from, hasta: to } })
    await s.submit('A2')
    expect(
      await rows(
        s.db,
        sql`select u.name, o.held from outbox o join app_user u on u.id = o.user_id where template = 'enviado' and sent_at is null
      and u.id in (${s.who.gerencia.id}, ${s.who.auditor.id}) order by u.name`,
      ),
    ).toEqual([
      { name: 'Héctor Villalobos', held: true },
      { name: 'Pilar Ayala', held: false },
    ])
    const sent: string[] = []
    const deliver = () =>
      deliverDue({
        db: s.db,
        zone: 'America/Sao_Paulo',
        transport: { send: async (mail) => void sent.push(`${mail.to.split('@')[0]} ${mail.subject}`) },
      })
    await deliver()
    expect(sent.filter((mail) => /^(gerencia|auditor) /.test(mail))).toEqual([])
    await sql`update outbox set window_from = '00:00', window_to = '23:59:59', next_at = now() where window_from is not null`.execute(s.db)
    await deliver()
    expect(sent).toContain('auditor Análisis por aprobar: A2')
    await sql`update alert set active = false where type_id not in (9, 11)`.execute(s.db)
    const tomorrow = day(1)
    await runScheduledAlerts({ db: s.db, zone: 'America/Sao_Paulo', now: new Date(`${tomorrow}T11:00:00Z`) })
    await deliver()
    expect(sent).toContain('gerencia Su resumen de Cuadre')
  })
})

test('a mail of an alert waits for the working day of the country that it is about, in that country’s time', async () => {
  // Only the weekday of tomorrow is worked, and noon in Auckland is another moment than noon in São Paulo.
  const tomorrow = DateTime.now().setZone('Pacific/Auckland').plus({ days: 1 }).startOf('day')
  await sql`update calendar set working_days = ${[tomorrow.weekday]}::int[], zone = 'Pacific/Auckland' where country_id = 1`.execute(s.db)
  await sql`update alert set active = false`.execute(s.db)
  await create({ tipoId: 13, destinatarios: { roles: [4] }, ventana: { desde: '12:00', hasta: '13:00' } })
  await sql`delete from outbox`.execute(s.db)
  const about = { businessId: 1 }
  await transaction(s.db, (tx) =>
    notify(tx, [], 'reabierto', { who: 'Beatriz', account: 'A1', period: '2026-10', comment: 'Otra vez' }, null, about),
  )
  const [mail] = await rows(s.db, sql<{ next_at: string; window_zone: string }>`select next_at, window_zone from outbox`)
  expect({ at: new Date(mail!.next_at).toISOString(), zone: mail!.window_zone }).toEqual({
    at: tomorrow.set({ hour: 12 }).toUTC().toISO(),
    zone: 'Pacific/Auckland',
  })
  await sql`update calendar set working_days = '{1,2,3,4,5,6,7}', zone = null where country_id = 1`.execute(s.db)
})

describe('what people do fires the alerts of its kind', () => {
  /** Without a place it is of administration. */
  const everywhere = { alcance: {} }
  const only = async (tipoId: number, more: object = {}) => {
    await keepFired()
    await sql`delete from alert_log`.execute(s.db)
    await sql`update alert set deleted_at = now(), active = false`.execute(s.db)
    await sql`delete from notification`.execute(s.db)
    await sql`delete from outbox`.execute(s.db)
    return create(
      { tipoId, nombre: `Avisos ${tipoId}`, destinatarios: { roles: [4] }, ...more },
      'alcance' in more ? s.who.administrador : s.who.control,
    )
  }
  const told = async () =>
    (
      await rows(
        s.db,
        sql<{ name: string; template: string; params: Record<string, string> }>`select u.name, n.template, n.params from notification n
          join app_user u on u.id = n.user_id order by n.id`,
      )
    ).map(({ name, template, params }) => `${name}: ${renderTemplate(template, 'es', params).text}`)
  const H = 'Héctor Villalobos'

  test('2: a transfer and its undoing, of the business of the alert, to those who are told anyway only in their own words', async () => {
    await only(2, { alcance: { negocioId: 1 }, destinatarios: { roles: [4], usuarios: [s.who.otherAnalista.id] } })
    const [account] = await rows(s.db, sql<{ id: number }>`select id from account where code = 'A2'`)
    const order = {
      origenUsuarioId: s.who.analista.id,
      destinoUsuarioId: s.who.otherAnalista.id,
      rol: 'ANALISTA',
      cuentaIds: [account!.id],
      desdePeriodoId: 2,
      incluirEnCurso: true,
      motivo: 'Vacaciones de Rodrigo',
    }
    const transfer = (body: object) => s.call({ method: 'POST', url: '/account/transfer', body: { ...order, ...body }, as: s.who.control })
    const { huella } = (await transfer({ simular: true })).body
    expect(await told()).toEqual([])
    const { lote } = (await transfer({ simular: false, huella })).body
    expect(await told()).toEqual([
      'Lucía Ferreyra: Recibió 1 cuenta de Rodrigo Peña, desde octubre de 2026.',
      'Rodrigo Peña: 1 de sus cuentas pasó a Lucía Ferreyra, desde octubre de 2026.',
      `${H}: 1 cuenta de VOTORANTIM pasó de Rodrigo Peña a Lucía Ferreyra, desde octubre de 2026.`,
    ])
    await sql`delete from notification`.execute(s.db)
    expect((await s.call({ method: 'POST', url: `/account/transfer/${lote}/undo`, as: s.who.control })).status).toBe(200)
    expect((await told()).at(-1)).toBe(`${H}: Beatriz Montoya deshizo un traspaso de 1 cuenta: vuelve a quien la tenía.`)
    // Of another business nobody hears.
    await only(2, { alcance: { negocioId: 2 } })
    const again = (await transfer({ simular: true })).body.huella
    await transfer({ simular: false, huella: again })
    expect((await told()).map((line) => line.split(':')[0])).toEqual(['Lucía Ferreyra', 'Rodrigo Peña'])
    await sql`update account set analyst_id = ${s.who.analista.id} where code = 'A2'`.execute(s.db)
    await sql`update analysis set analyst_id = ${s.who.analista.id}, next_analyst_id = null where account_id = ${account!.id}`.execute(s.db)
  })

  test('5: a load with refused rows, looked at first or refused as a whole', async () => {
    await only(5)
    const load = (SIMULAR: boolean, content: string) =>
      s.call({
        method: 'POST',
        url: '/balances/upload',
        body: { COD_PERIODO: 2, SIMULAR },
        file: { name: 'octubre.csv', content },
        as: s.who.control,
      })
    await load(true, 'negocio;cuenta;saldo\r\n00051626;A1;10,00\r\n')
    expect(await told()).toEqual([])
    const wrong = 'negocio;cuenta;saldo\r\n00051626;A1;10,00\r\n00051626;A2;diez\r\n'
    expect((await load(false, wrong)).status).toBe(422)
    const sentence = 'Beatriz Montoya cargó octubre.csv para octubre de 2026: 1 fila rechazada.'
    expect(await told()).toEqual([`${H}: ${sentence}`])
    // What is kept to be looked at is among the notifications of whoever loads; the same on the same day is no news for others.
    expect((await load(true, wrong)).status).toBe(200)
    expect(await told()).toEqual([H, 'Beatriz Montoya'].map((name) => `${name}: ${sentence}`))
    expect(await rows(s.db, sql`select u.name from outbox o join app_user u on u.id = o.user_id`)).toEqual([{ name: H }])
  })

  test('13: a reopening, to the head too, once', async () => {
    await sql`update analysis set state_main = 4, state_jefatura = 4, state_control = 4, submitted_at = now(), version = 1
      from account c where c.id = analysis.account_id and c.code = 'A2' and period_id = 2`.execute(s.db)
    await only(13, { destinatarios: { roles: [4], superior: true, usuarios: [s.who.analista.id] } })
    const body = { motivo: 'Apareció otro extracto.', nivel: 'jefatura' }
    expect((await s.call({ method: 'POST', url: `/analysis/${await s.of('A2')}/reopen`, body, as: s.who.control })).status).toBe(200)
    const sentence = 'Beatriz Montoya reabrió el análisis aprobado de A2 de octubre de 2026: «Apareció otro extracto.»'
    expect((await told()).sort()).toEqual([H, 'Marcela Duarte', 'Rodrigo Peña'].map((name) => `${name}: ${sentence}`))
  })

  test('18: more time asked for and decided', async () => {
    await only(18, { destinatarios: { roles: [4], superior: true } })
    const nuevaFecha = new Date(Date.now() + 36 * 3_600_000).toISOString()
    const asked = await s.call({
      method: 'POST',
      url: '/period/extension',
      body: { itemIds: [await s.of('A1')], nuevaFecha, motivo: 'Falta el extracto del banco' },
      as: s.who.analista,
    })
    const [request] = asked.body.pedidas
    expect((await told()).map((line) => line.slice(0, line.indexOf(', hasta')))).toEqual(
      ['Marcela Duarte', H].map((name) => `${name}: Rodrigo Peña pidió una prórroga de 1 análisis`),
    )
    await sql`delete from notification`.execute(s.db)
    await s.call({ method: 'POST', url: '/period/extension/decide', body: { ids: [request.ID], aprobar: true }, as: s.who.jefatura })
    expect(await told()).toEqual(['Rodrigo Peña', H].map((name) => `${name}: Marcela Duarte concedió la prórroga de 1 análisis.`))
  })

  const people = async () => (await told()).map((line) => line.split(':')[0])
  const upload = (content: string) =>
    s.call({ method: 'POST', url: '/balances/upload', body: { COD_PERIODO: 2 }, file: { name: 'octubre.csv', content }, as: s.who.control })

  test('9, 10 and 12: what is submitted, approved by the head and approved by control', async () => {
    await only(9, everywhere)
    await s.submit('B1', {}, { as: s.who.otherAnalista })
    expect(await people()).toContain(H)
    await only(10, everywhere)
    await s.decide('jefatura aprueba', 'B1', s.who.otherJefatura)
    expect(await people()).toContain(H)
    await only(12, everywhere)
    await s.decide('control aprueba', 'B1', s.who.control)
    expect(await people()).toContain(H)
  })

  test('4 and 6: a load of balances, and one that changes a balance after its submission', async () => {
    await only(6, everywhere)
    await sql`insert into account (business_id, code, name, currency, department_id, analyst_id) values (1, 'A9', 'Nueva', 'BRL', 1, ${s.who.analista.id})`.execute(
      s.db,
    )
    expect((await upload('negocio;cuenta;saldo\r\n00051028;B1;130,00\r\n')).status).toBe(200)
    expect(await people()).toContain(H)
    await only(4, everywhere)
    expect((await upload('negocio;cuenta;saldo\r\n00051626;A9;75,00\r\n')).status).toBe(200)
    expect(await people()).toContain(H)
  })

  test('1: accounts given to an analyst', async () => {
    await only(1, everywhere)
    const [account] = await rows(
      s.db,
      sql<{
        id: number
      }>`insert into account (business_id, code, name, currency, department_id) values (1, 'A8', 'Sin dueño', 'BRL', 1) returning id`,
    )
    const body = { cuentaIds: [account!.id], ID_ANALISTA: s.who.analista.id, COD_DEPARTAMENTO: s.who.contabilidad }
    expect((await s.call({ method: 'POST', url: '/account/assign', body, as: s.who.control })).status).toBe(200)
    expect(await people()).toContain(H)
  })

  test('23: a request that somebody writes', async () => {
    await only(23, everywhere)
    const body = { asunto: 'No abre el libro', descripcion: 'El libro de octubre no abre desde ayer.', categoriaId: 1, tipoId: 1 }
    expect((await s.call({ method: 'POST', url: '/tickets-suport', body, as: s.who.analista })).status).toBe(200)
    expect(await people()).toContain(H)
  })

  test('3: a period that is opened, for an alert of a department of a business', async () => {
    await only(3, { alcance: { departamentoId: 1 } })
    expect((await s.call({ method: 'POST', url: '/period', body: { PERIODO: '2026-11' }, as: s.who.administrador })).status).toBe(200)
    expect(await people()).toContain(H)
  })

  test('20: a period that is closed, for an alert of a country', async () => {
    await only(20, { alcance: { paisId: 1 } })
    const { token } = (await s.call({ url: '/period/1/checklist', as: s.who.control })).body
    const body = { token, PERIODO: '2026-09', MOTIVO: 'Sin movimientos en el mes.' }
    expect(await s.call({ method: 'POST', url: '/period/1/close', body, as: s.who.control })).toMatchObject({ status: 200 })
    expect(await people()).toContain(H)
  })

  describe('those that an alert of a place adds are told of that place, in words that are true for them', () => {
    const alertOf = (tipoId: number) => only(tipoId, { alcance: { negocioId: 1 }, destinatarios: { roles: [4] } })
    const own = async () => (await told()).filter((line) => line.startsWith(H))

    test('1: accounts given to an analyst', async () => {
      await alertOf(1)
      const [account] = await rows(
        s.db,
        sql<{
          id: number
        }>`insert into account (business_id, code, name, currency, department_id) values (1, 'A7', 'Sin dueño', 'BRL', 1) returning id`,
      )
      const body = { cuentaIds: [account!.id], ID_ANALISTA: s.who.analista.id, COD_DEPARTAMENTO: s.who.contabilidad }
      expect((await s.call({ method: 'POST', url: '/account/assign', body, as: s.who.control })).status).toBe(200)
      const one = `${H}: Cuentas de VOTORANTIM asignadas a Rodrigo Peña: 1.`
      expect(await own()).toEqual([one])
      // Another one on the same day is told in the same words.
      const [next] = await rows(
        s.db,
        sql<{
          id: number
        }>`insert into account (business_id, code, name, currency, department_id) values (1, 'A6', 'Otra', 'BRL', 1) returning id`,
      )
      await s.call({ method: 'POST', url: '/account/assign', body: { ...body, cuentaIds: [next!.id] }, as: s.who.control })
      expect(await own()).toEqual([one, one])
    })

    test('4: balances loaded', async () => {
      await alertOf(4)
      expect((await upload('negocio;cuenta;saldo\r\n00051626;A7;75,00\r\n')).status).toBe(200)
      const [{ n } = { n: 0 }] = await rows(
        s.db,
        sql<{
          n: number
        }>`select count(*)::int as n from analysis where period_id = 2 and business_id = 1 and (state_main = 3 or (state_main = 1 and submitted_at is null))`,
      )
      expect(n).toBeGreaterThan(0)
      expect((await own()).map((line) => line.split(' El primero')[0])).toEqual([`${H}: Análisis por preparar en VOTORANTIM: ${n}.`])
    })
  })

  test('every kind that follows what somebody does has told somebody', async () => {
    await keepFired()
    const immediate = ALERT_TYPES.filter(({ programada }) => !programada).map(({ id }) => id)
    expect(immediate.filter((id) => !fired.has(id))).toEqual([])
  })

  test('a kind that somebody has silenced does not reach them, whichever of its templates it is', async () => {
    await only(18)
    await s.call({
      method: 'PATCH',
      url: '/notifications/preferences',
      body: { preferencias: [{ tipoId: 18, silenciada: true }] },
      as: s.who.jefatura,
    })
    const nuevaFecha = new Date(Date.now() + 37 * 3_600_000).toISOString()
    await s.call({
      method: 'POST',
      url: '/period/extension',
      body: { itemIds: [await s.of('A1')], nuevaFecha, motivo: 'Falta el extracto del banco' },
      as: s.who.analista,
    })
    expect((await told()).map((line) => line.split(':')[0])).toEqual([H])
  })
})

describe('what is looked at before and after', () => {
  const post = (url: string, body: object, as = s.who.control) => s.call({ method: 'POST', url, body, as })
  const rule = { ...alert, tipoId: 7, nombre: 'Por vencer', condicion: { dias: [1, 0] }, destinatarios: { responsable: true } }

  test('one analysis and who would be told of it, at which hour', async () => {
    const { body } = await post('/alerts/linea', { alerta: rule })
    expect(body).toMatchObject({
      ejemplo: { cuenta: expect.stringMatching(/^A/), vence: expect.stringMatching(/Z$/), zona: 'America/Sao_Paulo' },
      pasos: [
        { clase: 'antes', dias: 1, nivel: 0, personas: ['Rodrigo Peña'] },
        { clase: 'el_dia', dias: 0, personas: ['Rodrigo Peña'] },
      ],
    })
    // Kind 8 knows the working hours of a state too: nine of them, of the analyst.
    await sql`update analysis_status set sla_hours = 9 where id = 1`.execute(s.db)
    const late = (await post('/alerts/linea', { alerta: { ...rule, tipoId: 8, condicion: {}, escalarHoras: 9 } })).body
    await sql`update analysis_status set sla_hours = null where id = 1`.execute(s.db)
    expect(late.ejemplo.limite).toMatchObject({ estado: 'Pendiente', horas: 9, vence: expect.stringMatching(/Z$/) })
    const steps: { clase: string; nivel: number; momento: string; personas: string[] }[] = late.pasos
    expect(steps.map(({ momento }) => momento)).toEqual(steps.map(({ momento }) => momento).sort())
    expect(steps.filter(({ clase }) => clase.endsWith('limite')).map(({ nivel, personas }) => [nivel, personas])).toEqual([
      [0, ['Rodrigo Peña']],
      [1, ['Marcela Duarte']],
      [2, ['CONTROL']],
      [3, ['GERENCIA']],
    ])
    expect((await post('/alerts/linea', { alerta: { ...rule, destinatarios: {} } })).body.code).toBe('alert_needs_recipients')
    expect((await post('/alerts/linea', { alerta: rule }, s.who.analista)).status).toBe(403)
  })

  test('an announcement and what is not told of an analysis at its time have no example of one', async () => {
    for (const tipoId of [14, 15, 16, 21, 22, 23, 24, 25])
      expect(
        (await post('/alerts/linea', { alerta: { ...rule, tipoId, mensaje: 'El sábado no hay servicio.', condicion: { dias: [60] } } }))
          .body,
      ).toEqual({ ejemplo: null, pasos: [] })
  })

  test('the noise of 30 days, the log by what became of each mail', async () => {
    const { id } = (await create({ nombre: 'Ruido' })).body
    await sql`delete from alert_log`.execute(s.db)
    await sql`insert into notification (user_id, template, params, read_at) values (${s.who.gerencia.id}, 'anuncio', '{}', now())`.execute(
      s.db,
    )
    await sql`insert into outbox (user_id, email, locale, template, params, attempts, failed) values (${s.who.jefatura.id}, 'j@x', 'es', 'anuncio', '{}', 8, 'no')`.execute(
      s.db,
    )
    await sql`insert into alert_log (alert_id, type_id, item, day, user_id, notification_id, outbox_id)
      select ${id}::int, 18, 'uno', ${day(0)}::date, ${s.who.gerencia.id}::int, (select max(id) from notification), null
      union all select ${id}::int, 18, 'dos', ${day(-3)}::date, ${s.who.jefatura.id}::int, null, (select max(id) from outbox)
      union all select ${id}::int, 18, 'tres', ${day(-40)}::date, ${s.who.jefatura.id}::int, null, null`.execute(s.db)
    const { body } = await s.call({ url: `/alerts/${id}/ruido`, as: s.who.administrador })
    expect(body).toMatchObject({ avisos: 2, personas: 2, enAplicacion: 1, leidosMismoDia: 1, correosFallidos: 1 })
    expect(body.dias).toHaveLength(30)
    expect([body.dias.at(-1).avisos, body.dias.at(-4).avisos]).toEqual([1, 1])
    expect((await get(id, s.who.administrador)).body.avisos30).toBe(2)
    const log = async (query: Record<string, unknown>) => (await s.call({ url: `/alerts/${id}/log`, query, as: s.who.administrador })).body
    expect(await log({ correo: 'fallido' })).toMatchObject({ total: 1, data: [{ usuario: 'Marcela Duarte' }] })
    expect(await log({ leida: true })).toMatchObject({ total: 1, data: [{ usuario: 'Héctor Villalobos' }] })
    const file = await s.call({ url: `/alerts/${id}/log`, query: { format: 'excel', correo: 'fallido' }, as: s.who.administrador })
    expect([file.status, file.headers['content-type']]).toEqual([200, XLSX])
  })

  test('the log of an alert for everybody tells what it was about to whom it went to, who reaches it, and administrators', async () => {
    const { id } = (await create({ nombre: 'Para todos', alcance: {} }, s.who.administrador)).body
    await sql`delete from alert_log`.execute(s.db)
    const tell = (businessId: number | null, userId: number) =>
      sql`with n as (insert into notification (user_id, template, params, route)
        values (${userId}::int, 'ticket_vencido', '{"id": 7, "subject": "Impuestos"}', '/ayuda/solicitudes-recibidas') returning id)
      insert into alert_log (alert_id, type_id, item, day, user_id, notification_id, business_id)
        select ${id}::int, 18, n.id::text, ${day(0)}::date, ${userId}::int, n.id, ${businessId}::int from n`.execute(s.db)
    await tell(null, s.who.gerencia.id)
    await tell(1, s.who.gerencia.id)
    await tell(null, s.who.control.id)
    const about = async (as: Parameters<typeof s.call>[0]['as']) =>
      (await s.call({ url: `/alerts/${id}/log`, as })).body.data.map((e: { titulo: string | null }) => e.titulo !== null)
    expect(await about(s.who.administrador)).toEqual([true, true, true])
    // The newest first: what came to oneself, what is in one's scope, and what is nowhere in particular.
    expect(await about(s.who.control)).toEqual([true, true, false])
    expect(await about(elsewhere)).toEqual([false, false, false])
    // Nobody finds by search where it was that they may not see.
    const found = async (as: Person) => (await s.call({ url: `/alerts/${id}/log`, query: { search: 'votorantim' }, as })).body.total
    expect([await found(s.who.control), await found(elsewhere)]).toEqual([1, 0])
  })

  test('a test comes to oneself alone, in the channels of the rule, and is not logged', async () => {
    await sql`delete from notification`.execute(s.db)
    await sql`delete from alert_log`.execute(s.db)
    expect((await post('/alerts/prueba', { ...rule, canales: { app: true, correo: false } })).body).toEqual({ app: true, correo: false })
    expect(await rows(s.db, sql`select user_id from notification`)).toEqual([{ user_id: s.who.control.id }])
    expect(await rows(s.db, sql`select id from alert_log`)).toEqual([])
    // Of a kind that follows what people do it has a text too, and is in the language of who asks.
    const body = { ...rule, tipoId: 11, nombre: 'Rejections', condicion: {}, destinatarios: { roles: [4] } }
    expect((await s.call({ method: 'POST', url: '/alerts/prueba', body, as: s.who.control, language: 'en' })).status).toBe(200)
    const [last] = await rows(s.db, sql<{ params: object }>`select params from notification order by id desc limit 1`)
    expect(last!.params).toEqual({ title: 'Test: Analysis rejected', message: 'Rejections' })
  })

  test('a kind that is muted for me until a moment comes again after it; others are told', async () => {
    const hasta = new Date(Date.now() + 3_600_000).toISOString()
    expect((await post('/alerts/silencio', { tipoId: 11, hasta }, s.who.jefatura)).body).toEqual({ ok: true })
    expect((await s.call({ url: '/alerts/silencio', as: s.who.jefatura })).body).toEqual([{ tipoId: 11, hasta }])
    expect((await s.call({ url: '/alerts/silencio', as: s.who.gerencia })).body).toEqual([])
    const reached = async () =>
      (
        await post('/alerts/preview', { ...alert, prioridad: 'M', destinatarios: { usuarios: [s.who.jefatura.id, s.who.gerencia.id] } })
      ).body.personas.map(({ nombre }: { nombre: string }) => nombre)
    expect(await reached()).toEqual(['Héctor Villalobos'])
    await post('/alerts/silencio', { tipoId: 11, hasta: null }, s.who.jefatura)
    expect(await reached()).toEqual(['Héctor Villalobos', 'Marcela Duarte'])
    expect((await post('/alerts/silencio', { tipoId: 99, hasta })).body.code).toBe('alert_type_unknown')
  })

  test('while somebody is away their substitute is told, and for whom', async () => {
    const absence = { personaId: s.who.analista.id, suplenteId: s.who.otherAnalista.id, desde: day(-1), hasta: day(3) }
    expect((await post('/alerts/ausencias', { ...absence, suplenteId: s.who.analista.id })).body.code).toBe('absence_same')
    expect((await post('/alerts/ausencias', { ...absence, hasta: day(-1), desde: day(-2) })).body.code).toBe('absence_days')
    const made = await post('/alerts/ausencias', absence)
    expect(made.body).toMatchObject({ persona: { NOMBRE: 'Rodrigo Peña' }, suplente: { NOMBRE: 'Lucía Ferreyra' } })
    expect((await post('/alerts/ausencias', absence)).body).toMatchObject({ code: 'absence_twice', issues: [{ path: 'personaId' }] })
    expect((await post('/alerts/ausencias', { ...absence, personaId: s.who.gerencia.id, suplenteId: s.who.analista.id })).body.code).toBe(
      'absence_substitute_away',
    )
    // Nor does the substitute go away: what is for Rodrigo would reach nobody who is there.
    const away = { ...absence, personaId: s.who.otherAnalista.id, suplenteId: s.who.gerencia.id }
    expect((await post('/alerts/ausencias', away)).body).toMatchObject({
      code: 'absence_substitutes',
      issues: [{ path: 'personaId', message: expect.stringContaining('Rodrigo Peña') }],
    })
    const later = await post('/alerts/ausencias', { ...away, desde: day(4), hasta: day(5) })
    expect(later.status).toBeLessThan(300)
    await s.call({ method: 'DELETE', url: `/alerts/ausencias/${later.body.id}`, as: s.who.control })
    await sql`update analysis set state_main = 1, submitted_at = null where period_id = 2`.execute(s.db)
    const { body } = await post('/alerts/preview', { ...rule, alcance: { negocioId: 1 }, condicion: { dias: [0, 1, 2, 3] } })
    expect(body.personas).toMatchObject([
      { nombre: 'Lucía Ferreyra', porAusenciaDe: 'Rodrigo Peña', texto: expect.stringContaining('porque Rodrigo Peña está ausente') },
    ])
    expect((await s.call({ method: 'DELETE', url: `/alerts/ausencias/${made.body.id}`, as: s.who.control })).body).toEqual({ ok: true })
    expect((await s.call({ url: '/alerts/ausencias', as: s.who.control })).body).toEqual([])
  })
})

test('an auditor whom a rule reaches by the role is told of no more than the lists show', async () => {
  await sql`update analysis set state_main = 1, state_jefatura = 1, state_control = null, submitted_at = null where period_id = 2`.execute(
    s.db,
  )
  await sql`delete from notification`.execute(s.db)
  const { id } = (
    await s.call({
      method: 'POST',
      url: '/alerts',
      body: { tipoId: 11, nombre: 'Rechazos a auditoría', destinatarios: { roles: [ROLE.auditor] } },
      as: s.who.administrador,
    })
  ).body
  const toldOf = async () =>
    (
      await rows<{ account: string }>(
        s.db,
        sql`select params ->> 'account' as account from notification where user_id = ${s.who.auditor.id} and template = 'rechazado' order by id`,
      )
    ).map(({ account }) => account)
  const reject = async (code: string) => {
    expect((await s.submit(code, {}, code === 'B1' ? { as: s.who.otherAnalista } : {})).status).toBe(200)
    expect((await s.decide('jefatura rechaza', code, code === 'B1' ? s.who.otherJefatura : s.who.jefatura)).status).toBe(200)
  }
  await reject('A1')
  expect(await toldOf()).toEqual([])
  await sql`update auditor set only_approved = false, internal_comments = false`.execute(s.db)
  await reject('A2')
  expect(await toldOf()).toEqual([])
  await sql`update auditor set internal_comments = true`.execute(s.db)
  await reject('B1')
  expect(await toldOf()).toEqual(['B1'])
  await sql`update auditor set only_approved = true`.execute(s.db)
  await s.call({ method: 'DELETE', url: `/alerts/${id}`, as: s.who.administrador })
})
