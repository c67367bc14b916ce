import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows } from '../../platform/database/index.ts'
import { confirmAs, csv, mapAs, uploadAs } from '../balance/balance.testing.ts'
import { balanceIn } from '../period/period.testing.ts'
import { tieOutDifferences } from './tie-out.differences.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let period: number
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  period = (await server.call({ method: 'POST', url: '/period', body: { PERIODO: '2025-01' }, as: who.control })).body.COD_PERIODO
  const add = (code: string, amount: string, more: object = {}) => balanceIn(server.db, period, code, { amount, ...more })
  await add('1100', '100.00')
  await add('1199.5', '50.00')
  await add('1200', '7.00')
  await add('2100', '-140.00')
  await add('3000', '-17.00')
  await add('1100.USD', '30.00', { currency: 'USD' })
  await add('9.1', '5.00', { business: 2 })
}, 60_000)
afterAll(() => server.close())

const rule = (more: object = {}) => ({
  NOMBRE: 'Caja contra bancos',
  TIPO: 'igual',
  IZQUIERDA: ['1100'],
  DERECHA: ['1200'],
  SEVERIDAD: 'bloquea',
  ...more,
})
const post = (url: string, body: object, as: Person = who.control) => server.call({ method: 'POST', url, body, as })
const tryOut = async (more: object) => (await post('/tie-out/try', { ...rule(more), ID_PERIODO: period })).body
const check = async () => {
  const { body } = await server.call({ url: `/period/${period}/checklist`, as: who.control })
  return { ...body.checks.find(({ codigo }: { codigo: string }) => codigo === 'cuadre'), token: body.token }
}

describe('a rule tried against a period', () => {
  test.each([
    ['an account against another', {}, '100.00', '7.00', '93.00', false],
    ['a range takes in what begins with its end', { IZQUIERDA: ['1100..1199'], DERECHA: ['1200'] }, '150.00', '7.00', '143.00', false],
    ['a beginning against an opposite sum', { IZQUIERDA: ['11*'], DERECHA: ['2*'], OPUESTO: true }, '150.00', '140.00', '10.00', false],
    [
      'within its tolerance',
      { IZQUIERDA: ['11*'], DERECHA: ['2*'], OPUESTO: true, TOLERANCIA: '10.00' },
      '150.00',
      '140.00',
      '10.00',
      true,
    ],
    [
      'an account counts once, whatever terms name it',
      { IZQUIERDA: ['1100', '11*', '1100..1100'], DERECHA: ['1200'] },
      '150.00',
      '7.00',
      '143.00',
      false,
    ],
    ['debit against credit', { TIPO: 'debe_haber', IZQUIERDA: [], DERECHA: [] }, '157.00', '157.00', '0.00', true],
    ['debit against credit of some', { TIPO: 'debe_haber', IZQUIERDA: ['1*'], DERECHA: [] }, '157.00', '0.00', '157.00', false],
  ])('%s', async (_, more, left, right, difference, ties) => {
    const found = (await tryOut({ ...more, ID_NEGOCIO: 1 })).filter(({ MONEDA }: { MONEDA: string }) => MONEDA === 'BRL')
    expect(found).toMatchObject([{ NEGOCIO: 'VOTORANTIM', IZQUIERDA: left, DERECHA: right, DIFERENCIA: difference, CUADRA: ties }])
  })

  test('keeps currencies apart, and says nothing of a business that has none of its accounts', async () => {
    const all = await tryOut({ IZQUIERDA: ['11*'], DERECHA: ['12*'], ID_NEGOCIO: null })
    expect(all.map(({ NEGOCIO, MONEDA, DIFERENCIA }: Record<string, string>) => [NEGOCIO, MONEDA, DIFERENCIA])).toEqual([
      ['VOTORANTIM', 'BRL', '143.00'],
      ['VOTORANTIM', 'USD', '30.00'],
    ])
    expect(await tryOut({ ID_NEGOCIO: 2 })).toMatchObject([{ NEGOCIO: 'SAFRA', CUENTAS_IZQUIERDA: 0, CUENTAS_DERECHA: 0, CUADRA: false }])
    expect(await rows(server.db, sql`select from tie_out_rule`)).toEqual([])
  })

  test('is refused by the field that is wrong', async () => {
    for (const [more, path] of [
      [{ IZQUIERDA: [] }, 'IZQUIERDA'],
      [{ DERECHA: [] }, 'DERECHA'],
      [{ IZQUIERDA: ['1 1'] }, 'IZQUIERDA.0'],
      [{ IZQUIERDA: ['*'] }, 'IZQUIERDA.0'],
      [{ TOLERANCIA: '-1.00' }, 'TOLERANCIA'],
      [{ ID_NEGOCIO: 99 }, 'ID_NEGOCIO'],
      [{ ID_PERIODO: 999 }, 'ID_PERIODO'],
    ] as const) {
      const { status, body } = await post('/tie-out/try', { ...rule(), ID_PERIODO: period, ...more })
      expect([status, body.issues[0].path]).toEqual([422, path])
    }
  })
})

describe('rules', () => {
  let made: { ID: number; REVISION: number }

  test('are made by control and the administrator, by name; of every business by those who have them all', async () => {
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor]) {
      expect((await post('/tie-out', rule(), as)).status).toBe(403)
      expect((await server.call({ url: '/tie-out', as })).status).toBe(403)
    }
    const some = await server.person('control2', [ROLE.control])
    await sql`insert into user_scope (user_id, country_id, business_id) values (${some.id}, 1, 2)`.execute(server.db)
    expect((await post('/tie-out', rule(), some)).body.issues[0].path).toBe('ID_NEGOCIO')
    made = (await post('/tie-out', rule({ ID_NEGOCIO: 1 }))).body
    expect(made).toMatchObject({ NEGOCIO: 'VOTORANTIM', ACTIVA: true, REVISION: 1, POR: 'Beatriz Montoya', TOLERANCIA: '0.00' })
    expect((await post('/tie-out', rule({ NOMBRE: 'CAJA contra bancos' }))).body).toMatchObject({
      code: 'tie_out_name',
      issues: [{ path: 'NOMBRE' }],
    })
    expect((await server.call({ url: '/tie-out', as: some })).body.total).toBe(0)
    expect(
      (await server.call({ method: 'PATCH', url: `/tie-out/${made.ID}`, body: { ...rule(), ACTIVA: false, REVISION: 1 }, as: some }))
        .status,
    ).toBe(404)
  })

  test('stand in the list of closing, each as it was written; a checklist of before is another one', async () => {
    const { token, ...found } = await check()
    expect(found).toMatchObject({
      resultado: 'bloquea',
      cantidad: 1,
      bloquean: 1,
      montos: [{ MONEDA: 'BRL', monto: '93.00' }],
      reglas: expect.arrayContaining([
        { NOMBRE: 'Caja contra bancos', NEGOCIO: 'VOTORANTIM', MONEDA: 'BRL', DIFERENCIA: '93.00', SEVERIDAD: 'bloquea' },
      ]),
    })
    await sql`update balance set amount = 8 where account_id = (select id from account where code = '1200')`.execute(server.db)
    expect((await check()).token).not.toBe(token)
    await sql`update balance set amount = 7 where account_id = (select id from account where code = '1200')`.execute(server.db)
  })

  test('are changed on the revision that was read, switched off, and every change is kept', async () => {
    const patch = (body: object) =>
      server.call({
        method: 'PATCH',
        url: `/tie-out/${made.ID}`,
        body: { ...rule({ ID_NEGOCIO: 1 }), ACTIVA: true, REVISION: 1, ...body },
        as: who.control,
      })
    expect((await patch({ SEVERIDAD: 'aviso' })).body).toMatchObject({ SEVERIDAD: 'aviso', REVISION: 2 })
    expect((await check()).resultado).toBe('aviso')
    expect(await patch({ ACTIVA: false })).toMatchObject({
      status: 409,
      body: { code: 'row_moved', current: { REVISION: 2, SEVERIDAD: 'aviso' } },
    })
    expect((await patch({ ACTIVA: false, REVISION: 2 })).status).toBe(200)
    expect((await check()).resultado).toBe('ok')
    expect((await server.call({ url: '/tie-out', as: who.control })).body.total).toBe(0)
    expect((await server.call({ url: '/tie-out', query: { activo: 'todos' }, as: who.control })).body.total).toBe(1)
    expect(
      await rows(
        server.db,
        sql`select old_value ->> 'REVISION' as before, new_value ->> 'REVISION' as after from tie_out_change order by id`,
      ),
    ).toEqual([
      { before: null, after: '1' },
      { before: '1', after: '2' },
      { before: '2', after: '3' },
    ])
  })

  test('of a control figure do not tie out until it is typed in, by period and business', async () => {
    const { ID } = (
      await post(
        '/tie-out',
        rule({ NOMBRE: 'Total del archivo', TIPO: 'control', IZQUIERDA: [], DERECHA: [], ID_NEGOCIO: 1, SEVERIDAD: 'aviso' }),
      )
    ).body
    const figure = (more: object, as = who.control) =>
      post('/tie-out/figure', { ID_REGLA: ID, PERIODO: '2025-01', ID_NEGOCIO: 1, MONTO: '0.00', ...more }, as)
    const results = async () => (await server.call({ url: '/tie-out/results', query: { PERIODO: '2025-01' }, as: who.control })).body
    expect(await results()).toMatchObject([
      { NOMBRE: 'Total del archivo', IZQUIERDA: '0.00', DERECHA: null, DIFERENCIA: null, CUADRA: false },
    ])
    expect((await figure({ MONTO: '12.50' })).body).toMatchObject([{ DERECHA: '12.50', DIFERENCIA: '-12.50', CUADRA: false }])
    expect((await figure({})).body).toMatchObject([{ DERECHA: '0.00', CUADRA: true }])
    expect((await figure({ ID_NEGOCIO: 99 })).body.issues[0].path).toBe('ID_NEGOCIO')
    expect((await figure({ PERIODO: '2024-01' })).body.issues[0].path).toBe('PERIODO')
    expect((await figure({ ID_REGLA: made.ID })).body.code).toBe('tie_out_no_figure')
    await sql`update period set status_id = 3 where id = ${period}`.execute(server.db)
    expect(await figure({})).toMatchObject({ status: 409, body: { code: 'period_closed' } })
    await sql`update period set status_id = 1 where id = ${period}`.execute(server.db)
    expect((await row(server.db, sql<{ n: number }>`select count(*)::int as n from tie_out_figure`))!.n).toBe(1)
  })

  test('of what a load would store go before what the period holds', async () => {
    const staged = sql`select 1 as business_id, '1100'::text as code, 'BRL'::text as currency, 7::numeric as amount`
    const tried = { ...rule(), ID_NEGOCIO: 1, OPUESTO: false, TOLERANCIA: '0.00', TIPO: 'igual', SEVERIDAD: 'bloquea' } as const
    expect(await tieOutDifferences(server.db, { period, businessIds: [1], stagedBalances: staged, tried })).toEqual(
      expect.arrayContaining([expect.objectContaining({ MONEDA: 'BRL', IZQUIERDA: '7.00', DERECHA: '7.00', CUADRA: true })]),
    )
    expect(await tieOutDifferences(server.db, { period, businessIds: [2], stagedBalances: staged, tried })).toEqual([])
  })

  test('of a file that names no currency, and writes a code without its zeros, count its rows as what they will be', async () => {
    await balanceIn(server.db, period, '0077', { amount: '7.00' })
    const of = { NOMBRE: 'Fondos', ID_NEGOCIO: 1, IZQUIERDA: ['0077'], DERECHA: ['0088'] }
    const { ID, REVISION } = (await post('/tie-out', rule(of))).body
    const content = csv('VOTORANTIM;77;Fondo fijo;8,00', 'VOTORANTIM;0088;Fondo por rendir;9,00')
    const { body: uploaded } = await uploadAs(server, who.control)({ name: 'fondos.csv', content }, period)
    const { body: load } = await mapAs(server, who.control)(uploaded, { cerosDelante: 'ignorar' })
    const { body: found } = await server.call({ url: `/tie-out/load/${load.COD_CARGA}`, as: who.control })
    expect(found.filter(({ ID_REGLA }: { ID_REGLA: number }) => ID_REGLA === ID)).toMatchObject([
      { MONEDA: 'BRL', IZQUIERDA: '8.00', DERECHA: '9.00', CUENTAS_IZQUIERDA: 1, CUENTAS_DERECHA: 1, CUADRA: false },
    ])
    expect(await confirmAs(server, who.control)(load)).toMatchObject({ status: 409, body: { code: 'load_untied' } })
    const off = { ...rule(of), ACTIVA: false, REVISION }
    expect((await server.call({ method: 'PATCH', url: `/tie-out/${ID}`, body: off, as: who.control })).status).toBe(200)
  })

  test('are found by their name, with its accents or without', async () => {
    const { ID, REVISION } = (await post('/tie-out', rule({ NOMBRE: 'Préstamos de largo plazo', ID_NEGOCIO: 1, SEVERIDAD: 'aviso' }))).body
    for (const search of ['préstamos', 'PRESTAMOS', 'largo'])
      expect((await server.call({ url: '/tie-out', query: { search }, as: who.control })).body.data).toMatchObject([{ ID }])
    const off = { ...rule({ NOMBRE: 'Préstamos de largo plazo', ID_NEGOCIO: 1, SEVERIDAD: 'aviso' }), ACTIVA: false, REVISION }
    expect((await server.call({ method: 'PATCH', url: `/tie-out/${ID}`, body: off, as: who.control })).status).toBe(200)
  })
})
