import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, transaction } from '../database/index.ts'
import { record } from '../event/index.ts'
import { outsideCalls } from './outside.ts'
import { forgetOld, sendDue, startWebhooks } from './webhook.send.ts'

const outside = outsideCalls(['127.0.0.0/8'])
type Received = { headers: IncomingHttpHeaders; body: string }
const received: Received[] = []
let answers = 200
const other = createServer(async (request, answer) => {
  let body = ''
  for await (const part of request) body += part
  received.push({ headers: request.headers, body })
  answer.writeHead(answers).end(`respuesta ${answers}`)
})
let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/avisos`
  server = await testServer({ outside })
  who = await organisation(server)
})
afterAll(async () => {
  await server.close()
  await new Promise((resolve) => other.close(resolve))
})
beforeEach(async () => {
  await sql`delete from webhook`.execute(server.db)
  received.length = 0
  answers = 200
})

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, as = who.administrador) =>
  server.call({ method, url: path, as, ...(body && { body }) })
const hook = async (EVENTOS = ['periodo_abierto', 'periodo_cerrado']) =>
  (await call('POST', '/webhooks', { NOMBRE: 'Tesorería', URL: url, EVENTOS })).body
const send = () => sendDue({ db: server.db, outside })
let months = 0
const openMonth = () => call('POST', '/period', { PERIODO: `20${10 + months++}-01` }, who.control)
const log = async (id: number) => (await call('GET', `/webhooks/${id}/deliveries`)).body.data
const dueNow = () => sql`update webhook_delivery set next_at = now() where state = 'pendiente'`.execute(server.db)

/** As whoever receives it checks it. */
function isSigned({ headers, body }: Received, secret: string) {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['cuadre-signature']))!
  return v1 === createHmac('sha256', secret).update(`${t}.${body}`).digest('hex') && Math.abs(Date.now() / 1000 - Number(t)) < 60
}

describe('a system that is told', () => {
  test('gets each event once, signed with its secret, without amounts', async () => {
    const { SECRETO, id } = await hook()
    const { body: period } = await openMonth()
    expect([await send(), received.length, await send()]).toEqual([1, 1, 0])
    expect(isSigned(received[0]!, SECRETO)).toBe(true)
    expect(isSigned({ ...received[0]!, body: received[0]!.body.replace('abierto', 'cerrado') }, SECRETO)).toBe(false)
    expect(JSON.parse(received[0]!.body)).toEqual({
      id: expect.any(Number),
      evento: 'periodo_abierto',
      fecha: expect.stringMatching(/Z$/),
      datos: { periodo: { COD_PERIODO: period.COD_PERIODO, PERIODO: period.PERIODO } },
    })
    expect(await log(id)).toMatchObject([
      { ESTADO: 'entregada', RESPUESTA: 200, TEXTO: 'respuesta 200', INTENTOS: 1, PROXIMO_INTENTO: null },
    ])
    expect(JSON.stringify((await call('GET', '/webhooks')).body)).not.toContain(SECRETO)
  })

  test('hears of a load and of an approved analysis, by name', async () => {
    const { id } = await hook(['carga_confirmada', 'aprobado_control'])
    await sql`insert into account (business_id, code, name, department_id, currency, analyst_id)
      values (${who.votorantim}, '1101', 'Caja', ${who.contabilidad}, 'BRL', ${who.analista.id})`.execute(server.db)
    const { body: period } = await openMonth()
    const file = { name: 'saldos.csv', content: 'negocio;cuenta;nombre;saldo\r\n00051626;1101;Caja;10,00' }
    await server.call({ method: 'POST', url: '/balances/upload', as: who.control, file, body: { COD_PERIODO: period.COD_PERIODO } })
    const analysis = (await row(server.db, sql<{ id: number }>`select id from analysis where period_id = ${period.COD_PERIODO}`))!
    await transaction(server.db, (tx) =>
      record(tx, {
        periodId: period.COD_PERIODO,
        kind: 'aprobado_control',
        analysisId: analysis.id,
        caller: { userId: who.control.id, roleId: 3 },
        from: 2,
        to: 4,
      }),
    )
    await send()
    const said = (await log(id)).map(({ EVENTO, DATOS }: { EVENTO: string; DATOS: object }) => [EVENTO, DATOS])
    expect(said).toContainEqual([
      'carga_confirmada',
      expect.objectContaining({ carga: expect.objectContaining({ ARCHIVO: 'saldos.csv' }) }),
    ])
    expect(said).toContainEqual([
      'aprobado_control',
      expect.objectContaining({ analisis: { COD_ANALISIS: analysis.id, CUENTA: '1101', NEGOCIO: 'VOTORANTIM' } }),
    ])
    expect(JSON.stringify(said)).not.toContain('10.00')
  })

  test('hears of an approval by a rule, of one that has ended, and of one that a load taken back has restored; of no other step of an analysis', async () => {
    const { id } = await hook(['aprobado_control', 'autocertificado', 'aprobacion_retirada', 'carga_deshecha', 'periodo_reabierto'])
    const { id: analysisId, period_id: periodId } = (await row(
      server.db,
      sql<{ id: number; period_id: number }>`select id, period_id from analysis order by id desc limit 1`,
    ))!
    const caller = { userId: who.control.id, roleId: 3 as const }
    const steps = [
      ['subestado', 4, 4],
      ['autocertificado', 1, 1],
      ['autocertificado', 1, 4],
      ['visto', undefined, undefined],
      ['reabierto', 4, 1],
      ['aprobado_control', 2, 4],
      ['saldo_cambiado', 4, 1],
      ['carga_deshecha', 1, 4],
      ['decision_retirada', 4, 2],
      ['rechazado_control', 2, 3],
    ] as const
    for (const [kind, from, to] of steps) await transaction(server.db, (tx) => record(tx, { periodId, kind, analysisId, caller, from, to }))
    await transaction(server.db, (tx) => record(tx, { periodId, kind: 'periodo_reabierto', caller }))
    // The analysis went with its load.
    await transaction(server.db, (tx) => record(tx, { periodId, kind: 'carga_deshecha', analysisId: 999_999, caller, from: 4 }))
    await send()
    const said = (await log(id)).map(({ EVENTO, DATOS }: { EVENTO: string; DATOS: { analisis?: object } }) => [EVENTO, DATOS.analisis])
    const it = { COD_ANALISIS: analysisId, CUENTA: '1101', NEGOCIO: 'VOTORANTIM' }
    expect(said.reverse()).toEqual([
      ['autocertificado', it],
      ['aprobacion_retirada', it],
      ['aprobado_control', it],
      ['aprobacion_retirada', it],
      ['aprobado_control', it],
      ['aprobacion_retirada', it],
      ['periodo_reabierto', undefined],
      ['aprobacion_retirada', { COD_ANALISIS: 999_999 }],
    ])
  })

  test('is told only of its events, while it is active, and of nothing that was rolled back', async () => {
    const { id } = await hook(['periodo_cerrado'])
    await openMonth()
    await call('PATCH', `/webhooks/${id}`, { EVENTOS: ['periodo_abierto'], ACTIVO: false })
    await openMonth()
    await call('PATCH', `/webhooks/${id}`, { ACTIVO: true })
    await transaction(server.db, async (tx) => {
      await record(tx, { periodId: 1, kind: 'periodo_abierto', caller: null })
      throw new Error('rolled back')
    }).catch(() => {})
    expect([await send(), await log(id)]).toEqual([0, []])
  })

  test('that does not answer is told again later and later, then given up, and who set it up hears of it', async () => {
    answers = 500
    const { id } = await hook()
    await openMonth()
    for (let attempt = 1; attempt <= 8; attempt++) {
      await dueNow()
      await send()
      const [sent] = await log(id)
      expect([attempt, sent.INTENTOS, sent.ESTADO, sent.RESPUESTA]).toEqual([attempt, attempt, attempt < 8 ? 'pendiente' : 'fallida', 500])
      const minutes = (Date.parse(sent.PROXIMO_INTENTO) - Date.now()) / 60_000
      if (attempt < 8) expect(Math.round(minutes)).toBe([1, 5, 30, 120, 360, 720, 1440][attempt - 1])
    }
    expect([await send(), received.length]).toEqual([0, 8])
    const told = await row(server.db, sql<{ user_id: number }>`select user_id from notification where template = 'aviso_a_sistema_fallido'`)
    expect(told!.user_id).toBe(who.administrador.id)
    expect((await call('GET', '/webhooks')).body.data[0].FALLA_DESDE).not.toBeNull()
    // Sent again by hand it arrives, and all is well.
    answers = 204
    const [{ id: delivery }] = await log(id)
    await call('POST', `/webhooks/deliveries/${delivery}/again`)
    expect([await send(), (await log(id))[0].ESTADO, (await call('GET', '/webhooks')).body.data[0].FALLA_DESDE]).toEqual([
      1,
      'entregada',
      null,
    ])
  })

  test('that does not answer keeps no other waiting, and who made it hears of it once a day', async () => {
    await hook()
    await openMonth()
    await sql`insert into webhook_delivery (webhook_id, kind, data) select webhook_id, kind, data from webhook_delivery, generate_series(1, 24)`.execute(
      server.db,
    )
    let asked = 0
    const nobody = async () => {
      asked++
      throw Object.assign(new Error('nobody'), { code: 'ETIMEDOUT' })
    }
    expect([await sendDue({ db: server.db, outside: { ...outside, post: nobody } }), asked]).toEqual([0, 10])
    await sql`delete from notification`.execute(server.db)
    for (let pass = 0; pass < 3; pass++) {
      await sql`update webhook_delivery set next_at = now(), attempts = 7 where state = 'pendiente'`.execute(server.db)
      await sendDue({ db: server.db, outside: { ...outside, post: nobody } })
    }
    const told = await row(
      server.db,
      sql<{ n: number; given: number }>`select (select count(*) from notification where template = 'aviso_a_sistema_fallido')::int as n,
        (select count(*) from webhook_delivery where state = 'fallida')::int as given`,
    )
    expect(told).toEqual({ n: 1, given: 25 })
  })

  test('whose address is corrected, or that is told again, gets what waits at once; while it is not told nothing is to be expected', async () => {
    answers = 500
    const { id } = await hook()
    await openMonth()
    await sql`update webhook_delivery set attempts = 6, next_at = now() + interval '20 hours'`.execute(server.db)
    await call('PATCH', `/webhooks/${id}`, { NOMBRE: 'Otro nombre' })
    expect(await send()).toBe(0)
    await call('PATCH', `/webhooks/${id}`, { ACTIVO: false })
    expect((await log(id))[0]).toMatchObject({ ESTADO: 'pendiente', PROXIMO_INTENTO: null })
    answers = 200
    await call('PATCH', `/webhooks/${id}`, { ACTIVO: true })
    expect([await send(), (await log(id))[0].ESTADO]).toEqual([1, 'entregada'])
    await openMonth()
    await sql`update webhook_delivery set next_at = now() + interval '20 hours' where state = 'pendiente'`.execute(server.db)
    const [{ URL }] = (await call('GET', '/webhooks')).body.data
    await call('PATCH', `/webhooks/${id}`, { URL: `${URL}?nueva` })
    expect(await send()).toBe(1)
  })

  test('whose maker has left is seen to by the others who may', async () => {
    answers = 500
    const { id } = await hook()
    await openMonth()
    await sql`delete from notification`.execute(server.db)
    const another = await server.person('Otra administradora', [6])
    await sql`update app_user set active = false where id = ${who.administrador.id}`.execute(server.db)
    await sql`update webhook_delivery set attempts = 7, next_at = now() where webhook_id = ${id}`.execute(server.db)
    await send()
    const told = await sql`select user_id from notification where template = 'aviso_a_sistema_fallido'`.execute(server.db)
    await sql`update app_user set active = true where id = ${who.administrador.id}`.execute(server.db)
    await sql`update app_user set active = false where id = ${another.id}`.execute(server.db)
    expect(told.rows).toEqual([{ user_id: another.id }])
  })

  test('is changed by one of two at once', async () => {
    const { id, REVISION } = await hook()
    const answers = await Promise.all(['Uno', 'Dos', 'Tres'].map((NOMBRE) => call('PATCH', `/webhooks/${id}`, { NOMBRE, REVISION })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('is told by one process of several', async () => {
    await hook()
    await openMonth()
    const sent = await Promise.all(Array.from({ length: 4 }, send))
    expect([sent.reduce((sum, n) => sum + n, 0), received.length]).toEqual([1, 1])
  })

  test('whose process was lost while it was told is told again', async () => {
    await hook()
    await openMonth()
    await sql`update webhook_delivery set attempts = 1, next_at = now() + interval '2 minutes'`.execute(server.db)
    expect(await send()).toBe(0)
    await dueNow()
    expect(await send()).toBe(1)
  })

  test('can be tried, and answers at once how it went', async () => {
    const { id, SECRETO } = await hook()
    expect((await call('POST', `/webhooks/${id}/test`)).body).toMatchObject({ EVENTO: 'prueba', ESTADO: 'entregada', RESPUESTA: 200 })
    expect(isSigned(received[0]!, SECRETO)).toBe(true)
    answers = 403
    expect((await call('POST', `/webhooks/${id}/test`)).body).toMatchObject({ ESTADO: 'fallida', RESPUESTA: 403, INTENTOS: 1 })
    const renewed = await call('POST', `/webhooks/${id}/secret`)
    await call('POST', `/webhooks/${id}/test`)
    expect([isSigned(received.at(-1)!, renewed.body.SECRETO), isSigned(received.at(-1)!, SECRETO)]).toEqual([true, false])
    await call('PATCH', `/webhooks/${id}`, { ACTIVO: false })
    expect((await call('POST', `/webhooks/${id}/test`)).body).toMatchObject({ code: 'webhook_inactive' })
    const [{ id: sent }] = await log(id)
    expect((await call('POST', `/webhooks/deliveries/${sent}/again`)).body).toMatchObject({ code: 'webhook_inactive' })
    expect((await log(id))[0].ESTADO).toBe('fallida')
  })

  test('that is tried, or sent something again, has that in its history by whom', async () => {
    const { id } = await hook()
    await call('POST', `/webhooks/${id}/test`)
    const [{ id: sent }] = await log(id)
    expect((await call('POST', `/webhooks/deliveries/${sent}/again`)).status).toBe(200)
    await call('PATCH', `/webhooks/${id}`, { ACTIVO: false })
    for (const path of [`/webhooks/${id}/test`, `/webhooks/deliveries/${sent}/again`]) expect((await call('POST', path)).status).toBe(409)
    const { body } = await server.call({
      url: '/permissions/history',
      query: { objeto: 'aviso_a_sistema', objetoId: id },
      as: who.administrador,
    })
    const done = body.data.map(({ PERSONA, DESPUES }: { PERSONA: string; DESPUES: { acceso?: string } }) => [PERSONA, DESPUES.acceso])
    expect(done.filter(([, acceso]: [string, string?]) => acceso)).toEqual([
      [who.administrador.name, 'aviso_repetido'],
      [who.administrador.name, 'prueba_de_aviso'],
    ])
  })

  test('has a history, and a log that is forgotten after a while', async () => {
    const { id } = await hook()
    await openMonth()
    await send()
    await forgetOld(server.db, new Date(Date.now() - 60_000))
    expect(await log(id)).toHaveLength(1)
    await forgetOld(server.db, new Date(Date.now() + 60_000))
    expect(await log(id)).toEqual([])
    await call('DELETE', `/webhooks/${id}`)
    const { body } = await server.call({
      url: '/permissions/history',
      query: { objeto: 'aviso_a_sistema', objetoId: id },
      as: who.administrador,
    })
    expect(
      body.data.map(({ ANTES, DESPUES }: { ANTES: object | null; DESPUES: object | null }) => [ANTES !== null, DESPUES !== null]),
    ).toEqual([
      [true, false],
      [false, true],
    ])
  })
})

test('an address inside the network is refused when it is written; only an administrator writes one', async () => {
  const alone = await testServer()
  const admin = await alone.person('solo', [6])
  const body = { NOMBRE: 'Tesorería', EVENTOS: ['periodo_abierto'] }
  for (const URL of ['https://169.254.169.254/', 'http://erp.example/', 'https://localhost.:1@127.0.0.1/', 'ftp://erp.example/'])
    expect((await alone.call({ method: 'POST', url: '/webhooks', as: admin, body: { ...body, URL } })).status).toBe(422)
  expect((await alone.call({ method: 'POST', url: '/webhooks', as: admin, body: { ...body, URL: 'https://erp.example/' } })).status).toBe(
    200,
  )
  await alone.close()
  expect((await call('GET', '/webhooks', undefined, who.control)).status).toBe(403)
})

test('what is due is sent until it is stopped', async () => {
  const stop = startWebhooks({ db: server.db, outside, everyMs: 50 })
  await hook()
  await openMonth()
  for (let wait = 0; wait < 50 && received.length === 0; wait++) await new Promise((resolve) => setTimeout(resolve, 100))
  await stop()
  expect(received).toHaveLength(1)
})
