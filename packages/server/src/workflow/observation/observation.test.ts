import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTable } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Person } from '../../lab/testing/server.ts'
import { rows } from '../../platform/database/index.ts'
import { renderTemplate, type TemplateParams } from '../../platform/mail/templates.ts'
import { type Story, story } from '../analysis/analysis.fixture.ts'

let s: Story
beforeAll(async () => {
  s = await story([
    { code: '1101', name: 'Caja', balance: '100.00' },
    { code: '1102', name: 'Bancos', balance: '5000.00' },
    { code: '2101', name: 'Proveedores', balance: '700.00', safra: true },
  ])
  await sql`update analysis set state_main = 4, state_jefatura = 4, state_control = 4 where account_id <> (select id from account where code = '1102')`.execute(
    s.db,
  )
})
afterAll(() => s.close())

const post = (url: string, as: Person, body: object) => s.call({ method: 'POST', url, body, as })
const raise = async (code: string, as = s.who.auditor, body: object = {}) =>
  post('/observation', as, {
    COD_ANALISIS: await s.of(code),
    ASUNTO: 'Extracto de octubre',
    PREGUNTA: '¿Por qué falta la última página del extracto?',
    ...body,
  })
const ANSWER = { RESPUESTA: 'La página está en blanco; se adjunta la carta del banco.' }
const told = async (since: number) =>
  rows<{ name: string; template: string; route: string }>(
    s.db,
    sql`select u.name, n.template, n.route from notification n join app_user u on u.id = n.user_id where n.id > ${since} order by n.id`,
  )
const newest = async () => (await rows<{ id: number }>(s.db, sql`select coalesce(max(id), 0)::int as id from notification`))[0]!.id

describe('an observation', () => {
  test('is asked by the auditor, answered by the responsible, asked again and closed, and keeps its history', async () => {
    let since = await newest()
    const made = await raise('1101')
    expect(made).toMatchObject({
      status: 200,
      body: {
        CUENTA: '1101',
        PERIODO: '2026-10',
        ESTADO: 'abierta',
        AUDITOR: 'Pilar Ayala',
        FIRMA_AUDITORA: 'Auditores y Asociados',
        RESPUESTA: null,
        PUEDE: { responder: false, preguntar: false, cerrar: true },
      },
    })
    const { ID, COD_ANALISIS } = made.body
    expect(await told(since)).toEqual([
      { name: 'Rodrigo Peña', template: 'observacion_nueva', route: `/home?analisis=${COD_ANALISIS}` },
      { name: 'Marcela Duarte', template: 'observacion_nueva', route: `/cuentas/analisis?analisis=${COD_ANALISIS}` },
    ])
    expect(await rows(s.db, sql`select email from outbox where template = 'observacion_nueva' order by id`)).toEqual([
      { email: 'analista@corporacion.example' },
      { email: 'jefatura@corporacion.example' },
    ])

    since = await newest()
    const answered = await post(`/observation/${ID}/answer`, s.who.jefatura, ANSWER)
    expect(answered.body).toMatchObject({ ESTADO: 'respondida', RESPUESTA: ANSWER.RESPUESTA, REVISION: 2 })
    expect(await told(since)).toEqual([{ name: 'Pilar Ayala', template: 'observacion_respondida', route: `/home?observacion=${ID}` }])

    since = await newest()
    const again = await post(`/observation/${ID}/ask`, s.who.auditor, { PREGUNTA: '¿Quién firmó la carta del banco?' })
    expect(again.body).toMatchObject({ ESTADO: 'abierta', PREGUNTA: '¿Quién firmó la carta del banco?' })
    await post(`/observation/${ID}/answer`, s.who.control, { RESPUESTA: 'El gerente de la sucursal centro.' })
    expect((await told(since)).map(({ name }) => name)).toEqual(['Rodrigo Peña', 'Marcela Duarte', 'Pilar Ayala'])

    since = await newest()
    const closed = await post(`/observation/${ID}/close`, s.who.auditor, {})
    expect(closed.body).toMatchObject({ ESTADO: 'cerrada', PUEDE: { responder: false, preguntar: true, cerrar: false } })
    // Control has answered, so control is told too.
    expect((await told(since)).map(({ name }) => name)).toEqual(['Rodrigo Peña', 'Beatriz Montoya', 'Marcela Duarte'])
    const thread = [
      ['pregunta', 'Pilar Ayala', 'AUDITOR'],
      ['respuesta', 'Marcela Duarte', 'JEFATURA AREA'],
      ['pregunta', 'Pilar Ayala', 'AUDITOR'],
      ['respuesta', 'Beatriz Montoya', 'CONTROL'],
      ['cierre', 'Pilar Ayala', 'AUDITOR'],
    ]
    expect(closed.body.HISTORIA.map((e: Record<string, string>) => [e.TIPO, e.PERSONA, e.ROL])).toEqual(thread)
    for (const tampering of [sql`delete from observation_entry`, sql`update observation_entry set text = 'otro'`])
      await expect(tampering.execute(s.db)).rejects.toThrow('append-only')
  })

  test('is not told to an auditor whose access has ended, by mail neither', async () => {
    const { ID } = (await raise('1101')).body
    const until = (day: number) =>
      sql`update auditor set valid_from = current_date - 10, valid_until = current_date + ${day}::int where user_id = ${s.who.auditor.id}`.execute(
        s.db,
      )
    const mails = async () => (await rows(s.db, sql`select from outbox where email = 'auditor@corporacion.example'`)).length
    const [since, before] = [await newest(), await mails()]
    // Yesterday of UTC may still be today of the place.
    await until(-2)
    expect((await post(`/observation/${ID}/answer`, s.who.jefatura, ANSWER)).status).toBe(200)
    await until(100)
    expect([await told(since), await mails()]).toEqual([[], before])
  })

  test('takes a step only from the state before it, and says what it is now', async () => {
    const { ID } = (await raise('1101')).body
    const ask = (as: Person) => post(`/observation/${ID}/ask`, as, { PREGUNTA: '¿Y la conciliación de septiembre?' })
    expect(await ask(s.who.auditor)).toMatchObject({ status: 409, body: { code: 'observation_moved', current: { ESTADO: 'abierta' } } })
    expect(await post(`/observation/${ID}/answer`, s.who.analista, { ...ANSWER, REVISION: 7 })).toMatchObject({ status: 409 })
    const both = await Promise.all([s.who.analista, s.who.jefatura].map((as) => post(`/observation/${ID}/answer`, as, ANSWER)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await s.call({ url: `/observation/${ID}`, as: s.who.auditor })).body.HISTORIA).toHaveLength(2)
    await post(`/observation/${ID}/close`, s.who.auditor, { CONCLUSION: 'Conforme.' })
    expect(await post(`/observation/${ID}/close`, s.who.auditor, {})).toMatchObject({
      status: 409,
      body: { message: 'La observación está cerrada o cambió mientras tanto.' },
    })
    expect((await post(`/observation/${ID}/answer`, s.who.analista, ANSWER)).status).toBe(409)
  })

  test('is answered by those of the analysis and moved on by whoever raised it', async () => {
    const { ID } = (await raise('1101')).body
    const other = await s.person('auditora2', [5], 'Elena Prat')
    await sql`insert into user_scope (user_id, country_id) values (${other.id}, 1)`.execute(s.db)
    for (const as of [s.who.otherAnalista, s.who.otherJefatura]) {
      expect((await post(`/observation/${ID}/answer`, as, ANSWER)).status).toBe(404)
      expect((await s.call({ url: `/observation/${ID}`, as })).status).toBe(404)
    }
    for (const as of [s.who.auditor, s.who.gerencia, s.who.administrador])
      expect((await post(`/observation/${ID}/answer`, as, ANSWER)).status).toBe(403)
    for (const step of ['ask', 'close'])
      for (const as of [s.who.analista, s.who.control])
        expect((await post(`/observation/${ID}/${step}`, as, { PREGUNTA: '¿Otra pregunta más?' })).status).toBe(403)
    // Another firm's auditor does not read what this one asks.
    expect((await s.call({ url: `/observation/${ID}`, as: other })).status).toBe(404)
    expect((await s.call({ url: '/observation', as: other })).body.total).toBe(0)
    expect((await s.call({ url: `/observation/${ID}`, as: s.who.gerencia })).body.PUEDE).toEqual({
      responder: false,
      preguntar: false,
      cerrar: false,
    })
  })

  test('asks about what the auditor sees, and stays theirs when the analysis is reopened', async () => {
    expect((await raise('1102')).status).toBe(404)
    expect((await raise('1101', s.who.analista)).status).toBe(403)
    expect((await raise('1101', s.who.auditor, { PREGUNTA: 'corta' })).body.issues).toMatchObject([{ path: 'PREGUNTA' }])
    const { ID, COD_ANALISIS } = (await raise('2101')).body
    await sql`update analysis set state_main = 1 where id = ${COD_ANALISIS}`.execute(s.db)
    expect((await s.call({ url: `/analysis/${COD_ANALISIS}`, as: s.who.auditor })).status).toBe(404)
    expect((await s.call({ url: `/observation/${ID}`, as: s.who.auditor })).body.ESTADO).toBe('abierta')
    // Out of their businesses it is not there.
    await sql`update user_scope set business_id = 1 where user_id = ${s.who.auditor.id}`.execute(s.db)
    expect((await s.call({ url: `/observation/${ID}`, as: s.who.auditor })).status).toBe(404)
    await sql`update user_scope set business_id = null where user_id = ${s.who.auditor.id}`.execute(s.db)
    await sql`update analysis set state_main = 4 where id = ${COD_ANALISIS}`.execute(s.db)
  })

  test('is listed to those who see the analysis, by state, analysis and words, and exported', async () => {
    const subjects = async (as: Person, query: object) =>
      (await s.call({ url: '/observation', query: { ...query }, as })).body.data.map(
        (o: Record<string, string>) => `${o.CUENTA} ${o.ESTADO}`,
      )
    expect(await subjects(s.who.otherAnalista, {})).toEqual(['2101 abierta'])
    expect(await subjects(s.who.control, { estado: 'cerrada', sort: 'CUENTA' })).toEqual(['1101 cerrada', '1101 cerrada'])
    expect(await subjects(s.who.administrador, { analysisId: await s.of('2101') })).toEqual(['2101 abierta'])
    expect(await subjects(s.who.control, { search: 'extracto', businessId: 2 })).toEqual(['2101 abierta'])
    expect(await subjects(s.who.control, { search: 'caja', periodId: 1 })).toEqual([])
    const file = await s.call({ url: '/observation', query: { estado: 'cerrada', format: 'excel' }, as: s.who.auditor })
    const path = join(s.folder, 'observaciones.xlsx')
    writeFileSync(path, file.body)
    const [header, first] = (await (await openTable(path, 'o.xlsx')).head(5)).map((each) => each.cells)
    expect([first![header!.indexOf('Respuesta')], first![header!.indexOf('Estado')]]).toEqual([ANSWER.RESPUESTA, 'Cerrada'])
  })
})

describe('the last day of an observation', () => {
  test('is late by the day of the country of its analysis, and may be due on that day', async () => {
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format()
    // At any hour it is another day in one of them than in UTC.
    const zone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((other) => dayIn(other) !== dayIn('UTC'))!
    const ahead = zone === 'Pacific/Kiritimati'
    await sql`insert into calendar (country_id, zone, saved_by) select id, ${zone}, ${s.who.control.id} from country`.execute(s.db)
    const made = await raise('2101', s.who.auditor, { VENCE: dayIn(zone) })
    expect(made).toMatchObject({ status: 200, body: { VENCE: dayIn(zone), VENCIDA: false } })
    // Of the two days the earlier one is over where the later one is now.
    const asUtc = await raise('2101', s.who.auditor, { VENCE: dayIn('UTC') })
    expect(asUtc.status).toBe(ahead ? 422 : 200)
    if (ahead) expect(asUtc.body.issues).toMatchObject([{ path: 'VENCE' }])
    await sql`update observation set due_on = ${dayIn('UTC')}::date where id = ${made.body.ID}`.execute(s.db)
    const { VENCIDA } = (await s.call({ url: `/observation/${made.body.ID}`, as: s.who.auditor })).body
    expect(VENCIDA).toBe(ahead)
    await sql`delete from calendar`.execute(s.db)
  })
})

describe('an observation on an account that was handed over, or of a group', () => {
  test("is told to the analyst who sees the analysis, also where the account is somebody else's by now; to control where nobody is left", async () => {
    const COD_ANALISIS = await s.of('1101')
    await sql`update analysis set next_analyst_id = ${s.who.otherAnalista.id} where id = ${COD_ANALISIS}`.execute(s.db)
    let since = await newest()
    const { ID } = (await raise('1101')).body
    expect((await told(since)).map(({ name }) => name)).toEqual(['Rodrigo Peña', 'Marcela Duarte'])
    expect((await post(`/observation/${ID}/answer`, s.who.analista, ANSWER)).status).toBe(200)
    await sql`update analysis set next_analyst_id = null where id = ${COD_ANALISIS}`.execute(s.db)

    const active = (is: boolean) =>
      sql`update app_user set active = ${is} where id in (${s.who.analista.id}, ${s.who.jefatura.id})`.execute(s.db)
    await active(false)
    since = await newest()
    const { VENCE } = (await raise('1101')).body
    expect(await told(since)).toEqual([
      { name: 'Beatriz Montoya', template: 'observacion_nueva', route: `/cuentas/analisis?analisis=${COD_ANALISIS}` },
    ])
    await active(true)
    const [mail] = await rows<{ template: string; params: TemplateParams }>(
      s.db,
      sql`select template, params from outbox where template = 'observacion_nueva' order by id desc limit 1`,
    )
    expect(renderTemplate(mail!.template, 'es', mail!.params).text).toContain(`Responda hasta el ${VENCE.split('-').reverse().join('-')}.`)
  })

  test('is found by the group of its account', async () => {
    const COD_ANALISIS = await s.of('1102')
    const [group] = await rows<{ id: number }>(
      s.db,
      sql`insert into analysis_group (period_id, business_id, analyst_id, name, created_by)
        values (2, 1, ${s.who.analista.id}, 'Bancos', ${s.who.analista.id}) returning id`,
    )
    await sql`update analysis set group_id = ${group!.id}, state_main = 4 where id = ${COD_ANALISIS}`.execute(s.db)
    const { ID } = (await raise('1102')).body
    await raise('1101')
    const found = await s.call({ url: '/observation', query: { groupId: group!.id }, as: s.who.analista })
    expect(found.body.data.map((each: { ID: number; CUENTA: string }) => [each.ID, each.CUENTA])).toEqual([[ID, '1102']])
  })
})

describe('an observation that has to go on', () => {
  test('is opened again by a question of whoever closed it, due anew, and no longer says that it is closed', async () => {
    const { ID } = (await raise('1101')).body
    const closed = (await post(`/observation/${ID}/close`, s.who.auditor, { CONCLUSION: 'Conforme.' })).body
    expect(closed).toMatchObject({ CERRADA_POR: 'Pilar Ayala', VENCIDA: false })
    await sql`update observation set due_on = current_date - 30 where id = ${ID}`.execute(s.db)
    const since = await newest()
    expect((await post(`/observation/${ID}/ask`, s.who.control, { PREGUNTA: '¿Y el extracto de noviembre?' })).status).toBe(403)
    const reopened = await post(`/observation/${ID}/ask`, s.who.auditor, { PREGUNTA: '¿Y el extracto de noviembre?' })
    expect(reopened.body).toMatchObject({ ESTADO: 'abierta', CERRADA_EN: null, CERRADA_POR: null, VENCIDA: false, VENCE: closed.VENCE })
    expect(reopened.body.HISTORIA.map(({ TIPO }: { TIPO: string }) => TIPO)).toEqual(['pregunta', 'cierre', 'pregunta'])
    expect((await told(since)).map(({ name, template }) => `${name} ${template}`)).toEqual([
      'Rodrigo Peña observacion_nueva',
      'Marcela Duarte observacion_nueva',
    ])
    await post(`/observation/${ID}/close`, s.who.auditor, {})
  })

  test('is carried on by an auditor of the same firm, and by nobody else, once the access of whoever raised it has ended', async () => {
    const colleague = await s.person('colega', [5], 'Nora Quiroz')
    const stranger = await s.person('ajena', [5], 'Otra Firma')
    await sql`update auditor set firm = case when user_id = ${colleague.id} then 'AUDITORES Y ASOCIADOS' else 'Otra firma' end where user_id <> ${s.who.auditor.id}`.execute(
      s.db,
    )
    await sql`insert into user_scope (user_id, country_id) values (${colleague.id}, 1), (${stranger.id}, 1)`.execute(s.db)
    const { ID } = (await raise('1101')).body
    const read = async (as: Person) => (await s.call({ url: `/observation/${ID}`, as })).status
    expect([await read(colleague), await read(stranger)]).toEqual([404, 404])
    const [before] = await rows<{ from: string; until: string }>(
      s.db,
      sql`select valid_from::text as "from", valid_until::text as until from auditor where user_id = ${s.who.auditor.id}`,
    )
    await sql`update auditor set valid_from = current_date - 10, valid_until = current_date - 2 where user_id = ${s.who.auditor.id}`.execute(
      s.db,
    )
    expect([await read(colleague), await read(stranger)]).toEqual([200, 404])
    const since = await newest()
    expect((await post(`/observation/${ID}/answer`, s.who.jefatura, ANSWER)).status).toBe(200)
    expect((await told(since)).map(({ name }) => name)).toEqual(['Nora Quiroz'])
    expect((await post(`/observation/${ID}/close`, stranger, {})).status).toBe(404)
    expect((await post(`/observation/${ID}/ask`, colleague, { PREGUNTA: '¿Quién firmó la carta?' })).status).toBe(200)
    expect((await post(`/observation/${ID}/close`, colleague, { CONCLUSION: 'Conforme.' })).body).toMatchObject({
      AUDITOR: 'Pilar Ayala',
      CERRADA_POR: 'Nora Quiroz',
      PUEDE: { responder: false, preguntar: true, cerrar: false },
    })
    // Back, it is hers alone again.
    await sql`update auditor set valid_from = ${before!.from}::date, valid_until = ${before!.until}::date where user_id = ${s.who.auditor.id}`.execute(
      s.db,
    )
    expect([await read(colleague), await read(s.who.auditor)]).toEqual([404, 200])
  })
})
