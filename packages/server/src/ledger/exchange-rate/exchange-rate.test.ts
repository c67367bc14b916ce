import { writeWorkbook } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Person } from '../../lab/testing/server.ts'
import { row } from '../../platform/database/index.ts'
import { type Story, story } from '../../workflow/analysis/analysis.fixture.ts'

let s: Story
// 2026-09 is closed, 2026-10 open; both with analyses in BRL, 2026-10 with CLP too.
beforeAll(async () => {
  s = await story([
    { code: '1', balance: '1500.00', previous: '1000.00' },
    { code: '2', balance: '40.00', currency: 'CLP' },
  ])
  await sql`update period set status_id = 3 where id = 1`.execute(s.db)
})
afterAll(() => s?.close())

const REASON = 'Publicado tarde por el banco central'
const group = (body: object, as: Person = s.who.administrador) =>
  s.call({ method: 'PATCH', url: '/exchange-rate/group-currency', body: { motivo: 'Moneda de la corporación', ...body }, as })
const post = (body: object, as: Person = s.who.control, language = 'es') =>
  s.call({
    method: 'POST',
    url: '/exchange-rate',
    body: { COD_PERIODO: 2, MONEDA: 'BRL', TASA: '0.1837', FECHA_TASA: '2026-10-30', ...body },
    as,
    language,
  })
const patch = (id: number, body: object, as: Person = s.who.control) => s.call({ method: 'PATCH', url: `/exchange-rate/${id}`, body, as })
const list = async (query: object = {}) => (await s.list('/exchange-rate', s.who.control, query)).data as Record<string, string>[]
const year = async () => (await s.call({ url: '/exchange-rate/year', as: s.who.control })).body
const changes = async (entidad: string) =>
  (await s.call({ url: '/audit/changes', query: { entidad }, as: s.who.administrador })).body.data as Record<string, unknown>[]

describe("the group's currency", () => {
  test('is chosen by who governs the rates, with a reason; before that no rate is taken', async () => {
    expect((await s.call({ url: '/exchange-rate/group-currency', as: s.who.gerencia })).body).toMatchObject({ MONEDA: null, TASAS: 0 })
    expect(await post({})).toMatchObject({ status: 422, body: { code: 'group_currency_needed' } })
    expect((await group({ MONEDA: 'USD' }, s.who.control)).status).toBe(403)
    expect(await group({ MONEDA: 'USD', motivo: 'corto' })).toMatchObject({ status: 422, body: { issues: [{ path: 'motivo' }] } })
    expect(await group({ MONEDA: 'XQZ' })).toMatchObject({ status: 422, body: { code: 'rate_currency_unknown' } })
    expect(await group({ MONEDA: 'USD' })).toMatchObject({ status: 200, body: { MONEDA: 'USD', TASAS: 0, REVISION: 1 } })
  })
})

describe('a rate', () => {
  test('says its day and who saved it, and stands once in a period; each wrong field is named and changes nothing', async () => {
    const made = await post({ TASA: '0.18370' })
    expect(made).toMatchObject({
      status: 200,
      body: {
        PERIODO: '2026-10',
        MONEDA: 'BRL',
        MONEDA_GRUPO: 'USD',
        TASA: '0.1837',
        FECHA_TASA: '2026-10-30',
        CERRADO: false,
        REVISION: 1,
      },
    })
    expect(made.body.POR).toBe((await row(s.db, sql<{ name: string }>`select name from app_user where id = ${s.who.control.id}`))!.name)
    for (const [body, path, code] of [
      [{ MONEDA: 'USD' }, 'MONEDA', 'rate_same_currency'],
      [{ MONEDA: 'ABC' }, 'MONEDA', 'rate_currency_unknown'],
      [{ MONEDA: 'CLP', FECHA_TASA: '2026-11-02' }, 'FECHA_TASA', 'rate_day'],
      [{ MONEDA: 'CLP', COD_PERIODO: 99 }, 'COD_PERIODO', 'not_found'],
    ] as const)
      expect(await post(body)).toMatchObject({ status: 422, body: { code, issues: [{ path }] } })
    for (const TASA of ['0', '-1', '1,5', '0.12345678901', '1e3', '12345678901'])
      expect(await post({ MONEDA: 'CLP', TASA })).toMatchObject({ status: 422, body: { issues: [{ path: 'TASA' }] } })
    expect(await post({})).toMatchObject({ status: 409, body: { code: 'rate_exists' } })
    expect((await post({}, s.who.analista)).status).toBe(403)
    expect(await list()).toHaveLength(1)
  })

  test('is changed by the one who saw it as it is, and the change is kept', async () => {
    const [{ ID }] = (await list()) as unknown as [{ ID: number }]
    expect(await patch(ID, { TASA: '0.19', REVISION: 1 })).toMatchObject({ status: 200, body: { TASA: '0.19', REVISION: 2 } })
    expect(await patch(ID, { TASA: '0.2', REVISION: 1 })).toMatchObject({
      status: 409,
      body: { code: 'row_moved', current: { TASA: '0.19' } },
    })
    const [last, first] = await changes('tipo_de_cambio')
    expect([first, last]).toMatchObject([
      { accion: 'creado', nombre: 'BRL 2026-10', despues: { TASA: '0.1837' } },
      { accion: 'cambiado', antes: { TASA: '0.1837' }, despues: { TASA: '0.19' } },
    ])
  })

  test('of a closed period is for who governs the rates, with a reason', async () => {
    const september = { COD_PERIODO: 1, FECHA_TASA: '2026-09-30' }
    expect(await post({ ...september, motivo: REASON })).toMatchObject({ status: 422, body: { code: 'rate_closed' } })
    expect(await post(september, s.who.administrador)).toMatchObject({
      status: 422,
      body: { code: 'rate_closed_reason', issues: [{ path: 'motivo' }] },
    })
    const { body, status } = await post({ ...september, motivo: REASON }, s.who.administrador)
    expect([status, body.CERRADO]).toEqual([200, true])
    expect(await patch(body.ID, { TASA: '0.2', motivo: REASON })).toMatchObject({ status: 422, body: { code: 'rate_closed' } })
    // The wrong way round it is far from the month beside it: a person says that it is right, a file cannot.
    const october = (await list({ periodo: '2026-10' }))[0]!.ID as unknown as number
    const file = {
      name: 'tipos.csv',
      content: 'Período;Moneda;Tipo de cambio;Fecha\r\n2026-10;BRL;5,2632;30/10/2026\r\n2026-10;CLP;0,001053;30/10/2026',
    }
    const far =
      'Es más de 5 veces mayor o menor que el de septiembre de 2026, que es 0,1837. Si está al revés corríjalo; si es correcto, confírmelo.'
    expect(await patch(october, { TASA: '5.2632' })).toMatchObject({ status: 422, body: { issues: [{ path: 'TASA', message: far }] } })
    expect(await patch(october, { TASA: '0.0366' })).toMatchObject({ status: 422, body: { code: 'rate_far' } })
    const seen = await s.call({ method: 'POST', url: '/exchange-rate/import', body: { simular: 'true' }, file, as: s.who.control })
    expect(seen.body).toMatchObject({ total: { nueva: 1, distinta: 0, rechazada: 1 }, data: [{ CLASE: 'rechazada', MOTIVO: far }, {}] })
    expect((await patch(october, { TASA: '5.2632', CONFIRMADA: true })).status).toBe(200)
    expect((await patch(october, { FECHA_TASA: '2026-10-29' })).status).toBe(200)
    expect((await patch(october, { TASA: '0.19', FECHA_TASA: '2026-10-30' })).status).toBe(200)
    const remove = (as: Person, query: object) => s.call({ method: 'DELETE', url: `/exchange-rate/${body.ID}`, query: { ...query }, as })
    expect(await remove(s.who.control, { motivo: REASON })).toMatchObject({ status: 422, body: { code: 'rate_closed' } })
    expect(await remove(s.who.administrador, { motivo: REASON, REVISION: 7 })).toMatchObject({ status: 409 })
    expect(await remove(s.who.administrador, { motivo: REASON, REVISION: 1 })).toMatchObject({ status: 200 })
    expect(await changes('tipo_de_cambio')).toContainEqual(
      expect.objectContaining({ accion: 'creado', despues: expect.objectContaining({ motivo: REASON }) }),
    )
  })

  test('that is missing is named for the months and currencies in use', async () => {
    expect(await year()).toMatchObject({
      anios: [2026],
      anio: 2026,
      grupo: 'USD',
      monedas: ['BRL', 'CLP'],
      meses: [
        { PERIODO: '2026-10', CERRADO: false, enUso: ['BRL', 'CLP'], tasas: [{ MONEDA: 'BRL', TASA: '0.19' }], faltan: ['CLP'] },
        { PERIODO: '2026-09', CERRADO: true, enUso: ['BRL'], tasas: [], faltan: ['BRL'] },
      ],
    })
  })
})

describe('a file of rates', () => {
  const send = (content: string | Uint8Array, fields: object, { as = s.who.control, name = 'tipos.csv', language = 'es' } = {}) =>
    s.call({ method: 'POST', url: '/exchange-rate/import', body: { ...fields }, file: { name, content }, as, language })
  const csv = (...lines: string[]) => ['Período;Moneda;Tipo de cambio;Fecha', ...lines].join('\r\n')
  const kept = async () =>
    (await list({ sort: 'MONEDA' })).map(({ PERIODO, MONEDA, TASA, FECHA_TASA }) => [PERIODO, MONEDA, TASA, FECHA_TASA])

  test('is looked at without a trace, every refused row with its reason, and then does exactly that', async () => {
    const before = await kept()
    const file = csv(
      'oct-26;BRL;0,1837;30/10/2026',
      '2026-10;clp;0,001053;31-10-2026',
      '2026-10;EUR;1,085;2026-10-31',
      '2026-10;CLP;0,0011;2026-10-31',
      '2026-12;BRL;0,18;2026-12-31',
      '2026-09;BRL;0,18;2026-09-30',
      '2026-10;PEN;cerca de 4;2026-10-31',
      '2026-10;MXN;0,05;2026-11-01',
      '2026-10;ZZZ;0,05;2026-10-31',
      'ayer;COP;0,0002;2026-10-31',
      '2026-10;COP;0,0002;31/02/2026',
    )
    const seen = await send(file, { simular: 'true' })
    expect(seen.body.total).toEqual({ nueva: 2, distinta: 1, igual: 0, rechazada: 8 })
    expect(await kept()).toEqual(before)
    const refused = seen.body.data.filter(({ CLASE }: { CLASE: string }) => CLASE === 'rechazada')
    expect(refused.map(({ FILA, MOTIVO }: { FILA: number; MOTIVO: string }) => [FILA, MOTIVO])).toEqual([
      [5, 'Repite la fila 3.'],
      [6, 'No existe el período de diciembre de 2026.'],
      [7, 'Septiembre de 2026 está cerrado: solo un administrador cambia su tipo de cambio, y con un motivo.'],
      [8, '«cerca de 4» no es un tipo de cambio: un número mayor que cero, con diez decimales como máximo.'],
      [9, 'La fecha debe ser un día de octubre de 2026: es el tipo de cierre de ese mes.'],
      [10, 'No existe la moneda «ZZZ» (ISO 4217).'],
      [11, '«ayer» no es un período.'],
      [12, '«31/02/2026» no es una fecha.'],
    ])
    expect(await send(file, {})).toMatchObject({ status: 422, body: { code: 'rate_unseen' } })
    // 1,085 alone could be a thousand; the other rows say that the comma is the decimal mark. The preview holds in the other language too.
    const done = await send(file, { huella: seen.body.huella }, { language: 'en' })
    expect(done.status).toBe(200)
    expect(await kept()).toEqual([
      ['2026-10', 'BRL', '0.1837', '2026-10-30'],
      ['2026-10', 'CLP', '0.001053', '2026-10-31'],
      ['2026-10', 'EUR', '1.085', '2026-10-31'],
    ])
    // What is there already is no change; and what was looked at is not what would happen now.
    expect(await send(file, { huella: seen.body.huella })).toMatchObject({
      status: 409,
      body: { code: 'rate_moved', current: { total: { nueva: 0, distinta: 0, igual: 3, rechazada: 8 } } },
    })
  })

  test('of a closed period is for who governs the rates, with a reason, and a workbook is read to the last digit', async () => {
    const parts: Buffer[] = []
    const { PassThrough } = await import('node:stream')
    const out = new PassThrough()
    out.on('data', (part) => parts.push(part))
    await writeWorkbook(
      [
        {
          name: 'Cierre',
          columns: [
            { header: 'Mes', type: 'text' },
            { header: 'Divisa', type: 'text' },
            { header: 'Tasa', type: 'amount' },
            { header: 'Fecha', type: 'date' },
          ],
          rows: [['septiembre de 2026', 'BRL', '0.1911', '2026-09-30']],
        },
      ],
      out,
    )
    const options = { as: s.who.administrador, name: 'cierre.xlsx' }
    const file = Buffer.concat(parts)
    const without = await send(file, { simular: 'true' }, options)
    expect(without.body.data[0]).toMatchObject({
      CLASE: 'rechazada',
      MOTIVO: 'Septiembre de 2026 está cerrado: escriba el motivo del cambio (10 a 500 caracteres).',
    })
    const seen = await send(file, { simular: 'true', motivo: REASON }, options)
    expect(seen.body).toMatchObject({ total: { nueva: 1 }, columnas: { PERIODO: 'Mes', TASA: 'Tasa' } })
    expect((await send(file, { huella: seen.body.huella, motivo: REASON }, options)).status).toBe(200)
    expect(await list({ periodo: '2026-09' })).toMatchObject([{ MONEDA: 'BRL', TASA: '0.1911', FECHA_TASA: '2026-09-30' }])
    expect(await send('a;b\r\n1;2', { simular: 'true' })).toMatchObject({ status: 422, body: { code: 'rate_columns' } })
  })
})

test('another currency of the group leaves the rates of before unused, and finds them again; a workbook carries what the list shows', async () => {
  const before = await list()
  const excel = await s.call({ url: '/exchange-rate', query: { format: 'excel', moneda: 'BRL' }, as: s.who.control })
  expect(excel.status).toBe(200)
  expect(await group({ MONEDA: 'BRL', REVISION: 9 })).toMatchObject({ status: 409, body: { code: 'row_moved' } })
  expect(await group({ MONEDA: 'BRL', REVISION: 1 })).toMatchObject({ status: 200, body: { MONEDA: 'BRL', TASAS: 0 } })
  expect(await list()).toEqual([])
  expect((await year()).meses[0]).toMatchObject({ enUso: ['CLP'], faltan: ['CLP'] })
  expect(await group({ MONEDA: 'USD' })).toMatchObject({ body: { MONEDA: 'USD', TASAS: before.length } })
  expect(await list()).toEqual(before)
  expect(await changes('moneda_grupo')).toHaveLength(3)
})
