import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { row, rows, transaction } from '../../platform/database/index.ts'
import { type Story, story } from '../../workflow/analysis/analysis.fixture.ts'
import { openAnalyses } from '../../workflow/generation/generation.ts'

jest.setTimeout(240_000)
let server: Story
// Rodrigo's accounts of VOTORANTIM in 2026-10, against 2026-09.
beforeAll(async () => {
  server = await story([
    { code: '1', balance: '1500.00', previous: '1000.00' },
    { code: '2', balance: '1040.00', previous: '1000.00' },
    { code: '3', balance: '100000.00', previous: '99000.00' },
    { code: '4', balance: '-10.00', previous: '10.00', risk: 'A' },
    { code: '5', balance: '900.00' },
    { code: '6', balance: '5000.00', previous: '1000.00', safra: true },
  ])
})
afterAll(() => server?.close())
const post = (body: object, as = server.who.control, url = '/threshold') =>
  server.call({
    method: 'POST',
    url,
    body: {
      ALCANCE: 'NEGOCIO',
      ALCANCE_ID: 1,
      BASE: 'MONTO',
      MONTO: '100.00',
      VIGENTE_DESDE: '2026-10',
      motivo: 'Política de 2026',
      ...body,
    },
    as,
  })
const make = async (body: object = {}, as = server.who.control) =>
  post({ ...body, huella: (await post({ ...body, simular: true }, as)).body.impacto.huella }, as)
const classes = async () =>
  Object.fromEntries(
    (
      await rows(
        server.db,
        sql<{
          code: string
          m: string
        }>`select c.code, a.materiality as m from analysis a join account c on c.id = a.account_id where a.period_id = 2 order by c.code`,
      )
    ).map(({ code, m }) => [code, m]),
  )
const none = { no_material: 0, menor: 0, material: 0, critica: 0 }

describe('classes', () => {
  test('by amount and percentage, by amount alone where there was nothing, and by the sign at high risk', async () => {
    // 1: 50 % of 10 %. 2: 4 %, 40 of 1,000. 3: 1,000 of 1,000. 4: changed its sign. 5: 900 of 1,000, from nothing.
    expect(await classes()).toEqual({ '1': 'critica', '2': 'menor', '3': 'material', '4': 'critica', '5': 'menor', '6': 'critica' })
  })

  test.each([
    ['MONTO', '1500', '1000', 'M', 'menor'],
    ['MONTO', '2000', '1000', 'M', 'material'],
    ['MONTO', '1500', '1000', 'A', 'material'],
    ['MONTO', '2999', '1000', 'B', 'menor'],
    ['MONTO', '4000', '1000', 'M', 'critica'],
    ['MONTO', '1049', '1000', 'M', 'no_material'],
    ['MONTO', '1050', '1000', 'M', 'menor'],
    ['PORCENTAJE', '1100', '1000', 'M', 'material'],
    ['PORCENTAJE', '1', '0', 'M', 'critica'],
    ['PORCENTAJE', '0', '0', 'M', 'no_material'],
    ['PORCENTAJE', '0', '0', 'A', 'no_material'],
    ['AMBOS_Y', '1500', '1000', 'M', 'menor'],
    ['AMBOS_Y', '1500', '0', 'M', 'material'],
    ['AMBOS_O', '1100', '1000', 'M', 'material'],
    ['AMBOS_O', '10', '0', 'M', 'no_material'],
    ['AMBOS_O', '1000', '1000', 'M', 'no_material'],
    ['AMBOS_O', '-1', '1', 'A', 'critica'],
  ])('%s: %s after %s at risk %s is %s', async (base, balance, previous, risk, expected) => {
    const found = await row(
      server.db,
      sql`select materiality(${balance}::numeric, ${previous}::numeric, t, ${risk}::char) as m from (select jsonb_populate_record(null::threshold,
        jsonb_build_object('amount', 1000, 'percent', 10, 'base', ${base}::text, 'trivial', 5, 'factor_a', 0.5, 'factor_m', 1, 'factor_b', 2)) as t) x`,
    )
    expect(found).toEqual({ m: expected })
  })
})

describe('a threshold', () => {
  test('is looked at without a trace, then made exactly as it was seen, with its history', async () => {
    const before = await classes()
    const step = (DE: string, A: string) => ({ ID_NEGOCIO: 1, NEGOCIO: 'VOTORANTIM', DE, A })
    const row3 = {
      COD_ANALISIS: await server.of('3'),
      CUENTA: '3',
      NOMBRE_CUENTA: 'Cuenta 3',
      NEGOCIO: 'VOTORANTIM',
      PERIODO: '2026-10',
      MONEDA: 'BRL',
      MOVIMIENTO: '1000.00',
    }
    const { impacto } = (await post({ simular: true })).body
    expect(impacto).toEqual({
      cambian: 2,
      antes: { no_material: 0, menor: 2, material: 1, critica: 2 },
      despues: { no_material: 0, menor: 1, material: 0, critica: 4 },
      periodos: [{ PERIODO: '2026-10', cambian: 2 }],
      cambios: [
        { ...step('menor', 'critica'), cambian: 1, enviados: 0, sinComentario: 0, quedan: 0 },
        { ...step('material', 'critica'), cambian: 1, enviados: 0, sinComentario: 0, quedan: 0 },
      ],
      cruzan: {
        total: 2,
        data: [
          { ...row3, DE: 'material', A: 'critica', ESTADO: 'por_enviar', SIN_COMENTARIO: false },
          {
            ...row3,
            COD_ANALISIS: await server.of('5'),
            CUENTA: '5',
            NOMBRE_CUENTA: 'Cuenta 5',
            MOVIMIENTO: '900.00',
            DE: 'menor',
            A: 'critica',
            ESTADO: 'por_enviar',
            SIN_COMENTARIO: false,
          },
        ],
      },
      huella: expect.any(String),
    })
    expect(await classes()).toEqual(before)
    expect((await post({})).body).toMatchObject({ code: 'impact_unseen' })
    const made = await post({ huella: impacto.huella })
    expect(made).toMatchObject({
      status: 200,
      body: { umbral: { ALCANCE: 'NEGOCIO', ALCANCE_NOMBRE: 'VOTORANTIM', MODIFICABLE: true }, impacto },
    })
    // 40 of 100 stays minor; SAFRA has nothing to do with it.
    expect(await classes()).toEqual({ '1': 'critica', '2': 'menor', '3': 'critica', '4': 'critica', '5': 'critica', '6': 'critica' })
    expect(await row(server.db, sql`select verify_events(2) as broken`)).toEqual({ broken: null })
    const history = (await server.call({ url: `/threshold/${made.body.umbral.ID}/changes`, as: server.who.control })).body
    expect(history.data).toMatchObject([{ POR: 'Beatriz Montoya', MOTIVO: 'Política de 2026', RECLASIFICADOS: 2, ANTES: null }])
    expect(await post({ simular: true })).toMatchObject({ status: 409, body: { code: 'threshold_exists' } })
  })

  test('more specific ones win: account, heading, business, country, everybody', async () => {
    const heading = await make({ ALCANCE: 'RUBRO', ALCANCE_ID: 1, MONTO: '500.00' })
    expect(heading.body.impacto.cambian).toBeGreaterThan(0)
    // All accounts of the story are of heading 1: 1,000 of 500 is material.
    expect(await classes()).toMatchObject({ '1': 'material', '3': 'material', '5': 'material' })
    const id = (await row(server.db, sql<{ id: number }>`select id from account where code = '1'`))!.id
    expect((await make({ ALCANCE: 'CUENTA', ALCANCE_ID: id, MONTO: '10000.00' })).status).toBe(200)
    expect(await classes()).toMatchObject({ '1': 'menor', '3': 'material' })
    const listed = (await server.call({ url: '/threshold', as: server.who.control })).body
    expect(listed.data.map((t: { ALCANCE: string }) => t.ALCANCE)).toEqual(['GLOBAL', 'NEGOCIO', 'RUBRO', 'CUENTA'])
    expect(listed.data.map((t: { VIGENCIA: string }) => t.VIGENCIA)).toEqual(['VIGENTE', 'VIGENTE', 'VIGENTE', 'VIGENTE'])
    expect((await server.call({ url: '/threshold', query: { alcance: 'RUBRO,CUENTA' }, as: server.who.control })).body.total).toBe(2)
  })

  test('what was decided stays as it was judged, what moved since it was seen refuses', async () => {
    const { ID } = (await server.call({ url: '/threshold', query: { alcance: 'RUBRO' }, as: server.who.control })).body.data[0]
    const patch = (body: object) =>
      server.call({
        method: 'PATCH',
        url: `/threshold/${ID}`,
        body: { BASE: 'MONTO', MONTO: '50.00', motivo: 'Revisión anual', ...body },
        as: server.who.control,
      })
    const { huella } = (await patch({ simular: true })).body.impacto
    await server.submit('3')
    expect(await patch({ huella })).toMatchObject({ status: 409, body: { code: 'impact_moved' } })
    await sql`update analysis set state_main = 2, state_jefatura = 4, state_control = 1 where id = ${await server.of('3')}`.execute(
      server.db,
    )
    const before = await classes()
    const again = (await patch({ simular: true })).body.impacto
    expect((await patch({ huella: again.huella })).status).toBe(200)
    expect((await classes())['3']).toBe(before['3'])
    expect((await classes())['5']).toBe('critica')
  })

  test('of two made at once from the same look one wins', async () => {
    const body = { ALCANCE: 'PAIS', MONTO: '700.00' }
    const { huella } = (await post({ ...body, simular: true })).body.impacto
    const both = await Promise.all([post({ ...body, huella }), post({ ...body, huella }, server.who.administrador)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('never reaches a closed period', async () => {
    await sql`update period set status_id = 3 where id = 1`.execute(server.db)
    expect(await post({ VIGENTE_DESDE: '2026-09', simular: true })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'VIGENTE_DESDE' }] },
    })
    const [global] = (await server.call({ url: '/threshold', query: { alcance: 'GLOBAL' }, as: server.who.control })).body.data
    expect(global.MODIFICABLE).toBe(false)
    const patched = await server.call({
      method: 'PATCH',
      url: `/threshold/${global.ID}`,
      body: { BASE: 'MONTO', motivo: 'Revisión anual', simular: true },
      as: server.who.control,
    })
    expect(patched).toMatchObject({ status: 422, body: { code: 'threshold_in_force' } })
  })

  test('its numbers, its scope and its reason are checked', async () => {
    const refused = async (body: object, as = server.who.control) => {
      const answer = await post({ VIGENTE_DESDE: '2026-11', simular: true, ...body }, as)
      return [answer.status, answer.body.issues?.[0]?.path]
    }
    expect(await refused({ MONTO: '0.00' })).toEqual([422, 'MONTO'])
    expect(await refused({ PORCENTAJE: 1001 })).toEqual([422, 'PORCENTAJE'])
    expect(await refused({ PORCENTAJE: 0 })).toEqual([422, 'PORCENTAJE'])
    expect(await refused({ FACTOR_A: 0 })).toEqual([422, 'FACTOR_A'])
    expect(await refused({ motivo: 'corto' })).toEqual([422, 'motivo'])
    expect(await refused({ ALCANCE_ID: 99 })).toEqual([422, 'ALCANCE_ID'])
    expect(await refused({ ALCANCE: 'GLOBAL' })).toEqual([422, 'ALCANCE_ID'])
    expect(await refused({ ALCANCE_ID: null })).toEqual([422, 'ALCANCE_ID'])
    await sql`update user_scope set business_id = 2 where user_id = ${server.who.control.id}`.execute(server.db)
    expect(await refused({})).toEqual([422, 'ALCANCE_ID'])
    expect(await refused({ ALCANCE: 'PAIS' })).toEqual([422, 'ALCANCE_ID'])
    expect(await refused({ ALCANCE_ID: 2 })).toEqual([200, undefined])
    const seen = (await server.call({ url: '/threshold', as: server.who.control })).body.data
    expect(seen.map((t: { ALCANCE: string }) => t.ALCANCE)).toEqual(['GLOBAL', 'PAIS', 'RUBRO'])
    await sql`update user_scope set business_id = null`.execute(server.db)
    for (const as of [server.who.analista, server.who.jefatura, server.who.gerencia, server.who.auditor])
      expect((await refused({}, as))[0]).toBe(403)
  })
})

test('the simulator says what it would have made of the last months, and keeps nothing', async () => {
  const before = await rows(server.db, sql`select id from threshold order by id`)
  const simulate = (body: object) =>
    post({ ...body, VIGENTE_DESDE: undefined, motivo: undefined }, server.who.control, '/threshold/simulate')
  const { body } = await simulate({ ALCANCE: 'RUBRO', MONTO: '1000000.00' })
  expect(body.meses.map((m: { PERIODO: string }) => m.PERIODO)).toEqual(['2026-10', '2026-09'])
  // Account 1 has its own; 4 changes its sign at high risk, in October.
  expect(body.meses[0].despues).toEqual({ ...none, no_material: 4, critica: 1 })
  expect(body.total.cambian).toBe(body.meses.reduce((n: number, m: { cambian: number }) => n + m.cambian, 0))
  expect(body.cambios.reduce((n: number, c: { cambian: number }) => n + c.cambian, 0)).toBe(body.total.cambian)
  expect(body.cambios).toContainEqual({
    ID_NEGOCIO: 1,
    NEGOCIO: 'VOTORANTIM',
    DE: 'critica',
    A: 'no_material',
    cambian: expect.any(Number),
  })
  expect((await simulate({ ALCANCE: 'RUBRO', meses: 1 })).body.meses).toHaveLength(1)
  expect(await rows(server.db, sql`select id from threshold order by id`)).toEqual(before)
})

test('the simulator says which errors of closed periods a threshold would have caught and which it would have let pass', async () => {
  const { db } = server
  // In 2026-09 every movement is the whole balance; 2026-10 stays open, and what was rejected there is no history.
  const past: [code: string, balance: string, currency: string, rejections: number, reopenings: number, risk: string][] = [
    ['71', '400.00', 'BRL', 1, 0, 'M'],
    ['72', '-900.00', 'BRL', 0, 1, 'M'],
    ['73', '5000.00', 'BRL', 2, 1, 'M'],
    ['74', '-8000.50', 'USD', 0, 2, 'M'],
    ['75', '700.00', 'BRL', 1, 0, 'A'],
    ['76', '99999.00', 'BRL', 0, 0, 'M'],
  ]
  await sql`alter table analysis disable trigger user`.execute(db)
  for (const [code, balance, currency, rejections, reopenings, risk] of past) {
    const made = await row(
      db,
      sql<{ id: number }>`insert into account (business_id, code, name, department_id, currency, analyst_id, risk)
        values (2, ${code}, ${`Cuenta ${code}`}, ${server.who.tesoreria}, ${currency}, ${server.who.otherAnalista.id}, ${risk}) returning id`,
    )
    for (const period of [1, 2])
      await sql`insert into analysis (period_id, account_id, country_id, business_id, department_id, analyst_id, risk, currency, balance, materiality, state_main, state_jefatura,
          due_analyst, due_jefatura, due_control, rejections_jefatura, reopenings)
        select p.id, ${made!.id}, 1, 2, ${server.who.tesoreria}, ${server.who.otherAnalista.id}, ${risk}, ${currency}, ${balance}::numeric, 'material', 1, 1,
          p.due_analyst, p.due_jefatura, p.due_control, ${rejections}, ${reopenings} from period p where p.id = ${period}`.execute(db)
  }
  await sql`alter table analysis enable trigger user`.execute(db)
  const whole = async () =>
    (
      await post(
        { ALCANCE: 'NEGOCIO', ALCANCE_ID: 2, MONTO: '1000.00', VIGENTE_DESDE: undefined, motivo: undefined },
        server.who.control,
        '/threshold/simulate',
      )
    ).body
  const simulate = async () => (await whole()).errores
  const [{ was } = { was: 3 }] = await rows(db, sql<{ was: number }>`select status_id as was from period where id = 1`)
  await sql`update period set status_id = 1 where id = 1`.execute(db)
  // Nothing is closed yet: there is nothing that one could know better by now.
  const nothing = { total: 0, ya: 0, monto: [], data: [] }
  expect(await simulate()).toEqual({ periodos: 0, captados: nothing, perdidos: nothing })
  await sql`update period set status_id = 3 where id = 1`.execute(db)
  const { errores, meses } = await whole()
  const { periodos, captados, perdidos } = errores
  // 71 and 72, each in its month; what is open has no history.
  expect(meses.map((month: { PERIODO: string; errores: number }) => [month.PERIODO, month.errores])).toEqual([
    ['2026-10', 0],
    ['2026-09', 2],
  ])
  await sql`update period set status_id = ${was} where id = 1`.execute(db)
  expect(periodos).toBe(1)
  // 700 of an account of high risk is over its half of 1,000; 900 and 400 of medium risk are under it. All were judged as material then.
  const codes = (of: { data: { CUENTA: string }[] }) => of.data.map(({ CUENTA }) => CUENTA)
  expect([codes(captados), codes(perdidos)]).toEqual([
    ['74', '73', '75'],
    ['72', '71'],
  ])
  expect(captados).toMatchObject({
    total: 3,
    ya: 3,
    monto: [
      { MONEDA: 'BRL', monto: '5700.00' },
      { MONEDA: 'USD', monto: '8000.50' },
    ],
  })
  expect(perdidos).toMatchObject({ total: 2, ya: 0, monto: [{ MONEDA: 'BRL', monto: '1300.00' }] })
  expect(captados.data[1]).toEqual({
    COD_ANALISIS: expect.any(Number),
    CUENTA: '73',
    NOMBRE_CUENTA: 'Cuenta 73',
    NEGOCIO: 'SAFRA',
    PERIODO: '2026-09',
    MONEDA: 'BRL',
    MOVIMIENTO: '5000.00',
    DE: 'material',
    A: 'critica',
    RECHAZOS: 2,
    REAPERTURAS: 1,
  })
  await sql`alter table analysis disable trigger user`.execute(db)
  await sql`delete from analysis where account_id in (select id from account where code like '7%')`.execute(db)
  await sql`alter table analysis enable trigger user`.execute(db)
})

test('a proposal is a part of assets, revenue or profit', async () => {
  const propose = (query: object) => server.call({ url: '/threshold/proposal', query: { ...query }, as: server.who.control })
  expect((await propose({ activos: '1000000.00', resultado: '50000.00' })).body.propuestas).toEqual([
    { sobre: 'activos', porcentaje: '1.00', planificacion: '10000.00', ejecucion: '7500.00', trivial: '500.00' },
    { sobre: 'resultado', porcentaje: '5.00', planificacion: '2500.00', ejecucion: '1875.00', trivial: '125.00' },
  ])
  expect((await propose({})).status).toBe(422)
})

describe('exactly what was seen is made', () => {
  test('what was signed is said and stays; what waits without its comment is said too', async () => {
    const { ID } = (await server.call({ url: '/threshold', query: { alcance: 'NEGOCIO' }, as: server.who.control })).body.data[0]
    // The heading would win over the business.
    await sql`update account set heading_id = null where code in ('2', '5')`.execute(server.db)
    await sql`update analysis set heading_id = null, materiality = 'menor' where period_id = 2 and account_id in (select id from account where code in ('2', '5'))`.execute(
      server.db,
    )
    await server.submit('2', { COMENTARIO_VARIACION: '' })
    await sql`update analysis set state_main = 4, state_jefatura = 4, state_control = 4 where id = ${await server.of('5')}`.execute(
      server.db,
    )
    const patch = (body: object) =>
      server.call({
        method: 'PATCH',
        url: `/threshold/${ID}`,
        body: { BASE: 'MONTO', MONTO: '20.00', motivo: 'Revisión anual', ...body },
        as: server.who.control,
      })
    const { impacto } = (await patch({ simular: true })).body
    expect(impacto.cambios).toEqual([
      { ID_NEGOCIO: 1, NEGOCIO: 'VOTORANTIM', DE: 'menor', A: 'material', cambian: 1, enviados: 1, sinComentario: 1, quedan: 0 },
      { ID_NEGOCIO: 1, NEGOCIO: 'VOTORANTIM', DE: 'menor', A: 'critica', cambian: 0, enviados: 0, sinComentario: 0, quedan: 1 },
    ])
    expect(
      impacto.cruzan.data.map((c: { CUENTA: string; ESTADO: string; SIN_COMENTARIO: boolean }) => [c.CUENTA, c.ESTADO, c.SIN_COMENTARIO]),
    ).toEqual([
      ['5', 'aprobado', false],
      ['2', 'enviado', true],
    ])
    expect((await patch({ huella: impacto.huella })).body.impacto).toEqual(impacto)
    expect(await classes()).toMatchObject({ '2': 'material', '5': 'menor' })
  })

  test('is refused when an analysis was added, or one was signed, since it was seen', async () => {
    const body = { ALCANCE: 'CUENTA', ALCANCE_ID: 6, BASE: 'MONTO', MONTO: '3000.00' }
    const seen = async () => (await post({ ...body, simular: true })).body.impacto
    const first = await seen()
    const refused = async () => {
      const answer = await post({ ...body, huella: first.huella })
      expect(answer).toMatchObject({ status: 409, body: { code: 'impact_moved' } })
      expect(answer.body.current).toEqual(await seen())
      return answer.body.current
    }
    expect(first.cambios).toMatchObject([{ NEGOCIO: 'SAFRA', DE: 'critica', A: 'material', cambian: 1 }])
    // In a month that was opened meanwhile; its class does not change.
    await sql`insert into period (name, due_analyst, due_jefatura, due_control, due_close) values ('2026-11', now(), now(), now(), now())`.execute(
      server.db,
    )
    await sql`insert into balance (period_id, account_id, amount, load_id) values (3, 6, 5000, 2)`.execute(server.db)
    await transaction(server.db, (tx) => openAnalyses(tx, { periodId: 3, loadId: 2 }))
    expect((await refused()).antes).toEqual({ ...none, no_material: 1, critica: 1 })
    await sql`delete from analysis where period_id = 3`.execute(server.db)
    await sql`update analysis set state_main = 2 where id = ${await server.of('6')}`.execute(server.db)
    expect(await refused()).toMatchObject({ cambian: 0, cambios: [{ cambian: 0, quedan: 1 }] })
    await sql`update analysis set state_main = 1 where id = ${await server.of('6')}`.execute(server.db)
    // A draft that is kept meanwhile changes nothing of what was shown.
    await sql`update analysis set value = 1, comment = 'Borrador', revision = revision + 1 where id = ${await server.of('6')}`.execute(
      server.db,
    )
    expect((await post({ ...body, huella: first.huella })).status).toBe(200)
  })

  test('is refused when one is signed while it is being made', async () => {
    const body = { ALCANCE: 'CUENTA', ALCANCE_ID: 6, VIGENTE_DESDE: '2026-11', BASE: 'MONTO', MONTO: '10.00' }
    await transaction(server.db, (tx) => openAnalyses(tx, { periodId: 3, loadId: 2 }))
    await sql`update analysis set materiality = 'menor', balance = 6000 where period_id = 3`.execute(server.db)
    const { cambian, huella } = (await post({ ...body, simular: true })).body.impacto
    expect(cambian).toBe(1)
    const answer = await transaction(server.db, async (tx) => {
      await sql`update analysis set state_main = 2 where period_id = 3`.execute(tx)
      const asked = post({ ...body, huella })
      await new Promise((resolve) => setTimeout(resolve, 300))
      return { asked }
    })
    expect(await answer.asked).toMatchObject({ status: 409, body: { code: 'impact_moved', current: { cambian: 0 } } })
  })

  test('is refused when another one was saved since it was seen, with whose it is, also where no analysis moves', async () => {
    const body = { ALCANCE: 'CUENTA', ALCANCE_ID: 6, VIGENTE_DESDE: '2027-01', MONTO: '800.00' }
    const { huella, cambian } = (await post({ ...body, simular: true })).body.impacto
    expect(cambian).toBe(0)
    expect((await make({ ALCANCE: 'RUBRO', ALCANCE_ID: 1, VIGENTE_DESDE: '2027-01' }, server.who.administrador)).status).toBe(200)
    const answer = await post({ ...body, huella })
    expect(answer).toMatchObject({ status: 409, body: { code: 'threshold_moved', current: { cambian: 0 } } })
    expect(answer.body.message).toBe(
      `${server.who.administrador.name} guardó desde la revisión el umbral de Disponible. Revise el impacto de nuevo.`,
    )
    expect((await post({ ...body, huella: answer.body.current.huella })).status).toBe(200)
    const force = async (vigencia: string) =>
      (await server.call({ url: '/threshold', query: { vigencia, alcance: 'CUENTA,RUBRO' }, as: server.who.control })).body.data.map(
        (t: { ALCANCE: string; VIGENTE_DESDE: string; VIGENCIA: string }) => [t.ALCANCE, t.VIGENTE_DESDE, t.VIGENCIA],
      )
    expect(await force('FUTURO')).toEqual([
      ['RUBRO', '2027-01', 'FUTURO'],
      ['CUENTA', '2027-01', 'FUTURO'],
    ])
    await sql`insert into period (name, due_analyst, due_jefatura, due_control, due_close) values ('2027-01', now(), now(), now(), now())`.execute(
      server.db,
    )
    expect(await force('FUTURO')).toEqual([])
    expect(await force('ANTERIOR')).toEqual([
      ['RUBRO', '2026-10', 'ANTERIOR'],
      ['CUENTA', '2026-10', 'ANTERIOR'],
    ])
  })
})

describe('what an analysis was judged by', () => {
  test('is shown with it, also when its account has another heading since', async () => {
    const umbral = async () => (await server.call({ url: `/analysis/${await server.of('3')}`, as: server.who.control })).body.UMBRAL
    const before = await umbral()
    await sql`insert into heading (code, name) values ('12', 'Otros')`.execute(server.db)
    await sql`insert into threshold (heading_id, amount, percent) values (2, 7, 1)`.execute(server.db)
    await sql`update account set heading_id = 2 where code = '3'`.execute(server.db)
    expect(await umbral()).toEqual(before)
  })

  test('is what differences are multiples of, with its factors', async () => {
    const buckets = async () =>
      (
        await server.call({ url: '/dashboard/analysis-range', query: { tipo: 'monto', periodId: 2 }, as: server.who.administrador })
      ).body.data
        .filter(({ rango, n }: { rango: string; n: number }) => n > 0 && rango !== 'sin_entregar')
        .map(({ rango }: { rango: string }) => rango)
    await sql`delete from threshold where account_id is not null`.execute(server.db)
    await sql`insert into threshold (account_id, amount, percent, base, factor_m) select id, 100, 10, 'MONTO', 0.1 from account where code = '6'`.execute(
      server.db,
    )
    const before = await buckets()
    const sent = await server.submit('6', { VALOR_ANALISIS: '4950.00', VARIACION: '50.00' }, { as: server.who.otherAnalista })
    expect(sent.status).toBe(200)
    expect((await buckets()).filter((rango: string) => !before.includes(rango))).toEqual(['hasta_10'])
  })
})
