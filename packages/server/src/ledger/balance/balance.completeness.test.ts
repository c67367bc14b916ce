import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import XLSX from 'xlsx'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows } from '../../platform/database/index.ts'
import { confirmAs, csv, forget, mapAs, period, uploadAs } from './balance.testing.ts'

jest.setTimeout(240_000)
let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let upload: ReturnType<typeof uploadAs>
let confirm: ReturnType<typeof confirmAs>
let map: ReturnType<typeof mapAs>
let january: number
let february: number

beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  upload = uploadAs(server, who.control)
  confirm = confirmAs(server, who.control)
  map = mapAs(server, who.control)
})
afterAll(() => server?.close())
beforeEach(async () => {
  await forget(server)
  january = await period(server, '2026-01')
  february = await period(server, '2026-02')
})

const file = (...lines: string[]) => ({ name: 'saldos.csv', content: csv(...lines) })
const post = (url: string, body: object, as = who.control) => server.call({ method: 'POST', url, body, as })
const START = [
  'VOTORANTIM;1101;Caja;1.000,00',
  'VOTORANTIM;1102;Bancos;-250,50',
  'VOTORANTIM;1103;Cero;0,00',
  'SAFRA;1101;Caja;7,00',
  'SAFRA;1102;Bancos;3,00',
]
const loadJanuary = async () => (await confirm((await upload(file(...START), january)).body)).body
const listed = async (id: number, query: Record<string, unknown>) =>
  (await server.call({ url: `/balances/load/${id}/rows`, query, as: who.control })).body

describe('completeness', () => {
  test('names the business that is absent with its accounts and amount, counts each row once, and says what will be stored', async () => {
    await loadJanuary()
    const { body } = await upload(
      file('VOTORANTIM;1101;Caja;900,00', 'VOTORANTIM;1102;Bancos;mil', 'NADIE;1;X;5,00', '', 'TOTAL;;;905,00'),
      february,
    )
    expect(body.preview.completitud).toEqual({
      PERIODO_ANTERIOR: '2026-01',
      negocios: {
        esperados: 2,
        enArchivo: 1,
        yaCargados: 0,
        deUno: false,
        faltan: [{ ID_NEGOCIO: 2, NEGOCIO: 'SAFRA', cuentas: 2, saldos: [{ MONEDA: 'BRL', saldo: '10.00' }] }],
      },
      // 1102 is refused, not missing; 1103 is missing.
      cuentas: { esperadas: 3, faltan: 1, conservan: 0, rechazadas: 1 },
      filas: { archivo: 6, aplicadas: 1, rechazadas: 2, grupos: 0, ceros: 0, omitidas: { titulos: 1, totales: 1, vacias: 1 } },
      decidir: { ceros: 0, repetidas: 0, cerosDelante: 0, sinNegocio: 0 },
      sumadas: { saldos: 0, filas: 0 },
      otrosPeriodos: [],
      control: { archivo: { valor: '905', fila: 6 }, leido: '905.00', rechazado: '5.00', ilegibles: 1 },
      guardado: [{ MONEDA: 'BRL', aplicado: '900.00', conserva: '0.00', guardado: '900.00' }],
    })
    expect((await listed(body.COD_CARGA, { clase: 'rechazada' })).data[0]).toMatchObject({ CUENTA: '1102', NEGOCIO: 'VOTORANTIM' })
    await confirm(body)
    // The rest of the month keeps what it has, and the other business is not absent any more once it is loaded.
    const safra = await upload(file('SAFRA;1101;Caja;8,00'), february)
    expect(safra.body.preview.completitud).toMatchObject({
      negocios: { esperados: 2, enArchivo: 1, yaCargados: 1, faltan: [] },
      guardado: [{ aplicado: '8.00', conserva: '0.00', guardado: '8.00' }],
    })
    const again = await upload(file('VOTORANTIM;1102;Bancos;1,00'), february)
    expect(again.body.preview).toMatchObject({
      clases: [{ clase: 'cambia' }, { clase: 'falta', cuentas: 2, saldoDespues: '900.00' }],
      completitud: { cuentas: { faltan: 2, conservan: 1 }, guardado: [{ aplicado: '1.00', conserva: '900.00', guardado: '901.00' }] },
    })
    await confirm(again.body)
    const [stored] = await rows(
      server.db,
      sql`select sum(b.amount)::text as total from balance b join account c on c.id = b.account_id where b.period_id = ${february} and c.business_id = 1`,
    )
    expect(stored).toEqual({ total: '901.00' })
  })

  test('of a file of one business expects no other; a wrong month is named', async () => {
    await loadJanuary()
    const content = 'cuenta;nombre;saldo;periodo\n1101;Caja;5,00;2025-12\n1102;Bancos;6,00;2025-12\n1103;Otra;6,00;2025-11'
    const { body } = await upload({ name: 'uno.csv', content }, february)
    const mapped = (await map(body, { ID_NEGOCIO: 1 })).body
    expect(mapped.preview.completitud).toMatchObject({
      negocios: { deUno: true },
      otrosPeriodos: [
        { PERIODO: '2025-12', filas: 2 },
        { PERIODO: '2025-11', filas: 1 },
      ],
      cuentas: { faltan: 0, rechazadas: 3 },
    })
  })

  test('a wrong month is counted in rows of businesses that nobody knows too', async () => {
    const content =
      'negocio;cuenta;nombre;saldo;periodo\nSAFRA;1101;Caja;5,00;2025-12\nNadie;1102;Bancos;6,00;2025-12\nNadie;1103;Otra;6,00;2025-12'
    const { body } = await upload({ name: 'ajenos.csv', content }, february)
    const { preview } = body.preview ? body : (await map(body, {})).body
    expect(preview.completitud.otrosPeriodos).toEqual([{ PERIODO: '2025-12', filas: 3 }])
  })

  test.each<[what: string, lines: string[], control: object | null]>([
    ['one total', ['VOTORANTIM;1;A;5,00', 'VOTORANTIM;2;B;7,00', 'Total;;;12,00'], { valor: '12', fila: 4 }],
    [
      'totals with codes of their own',
      [
        'VOTORANTIM;11;A;5,00',
        'VOTORANTIM;12;B;7,00',
        'VOTORANTIM;T1;Total de caja;12,00',
        'VOTORANTIM;21;C;1,00',
        'VOTORANTIM;99999;TOTAL;13,00',
      ],
      { valor: '13.00', fila: 6 },
    ],
    [
      'a supplier called so, and the total',
      ['VOTORANTIM;11;A;5,00', 'VOTORANTIM;4301;Total Energies;7,00', 'VOTORANTIM;4302;Suma Ltda.;-2,00', 'Total;;;10,00'],
      { valor: '10', fila: 5 },
    ],
    [
      'totals of parts alone',
      ['VOTORANTIM;1;A;5,00', 'Total VOTORANTIM;;;5,00', 'SAFRA;2;B;7,00', 'Total SAFRA;;;7,00'],
      { valor: '12.00', fila: 5 },
    ],
    [
      'totals of parts and of all',
      ['VOTORANTIM;1;A;5,00', 'Total V;;;5,00', 'SAFRA;2;B;7,00', 'Total S;;;7,00', 'Total general;;;13,00'],
      { valor: '13', fila: 6 },
    ],
    ['no total', ['VOTORANTIM;1;A;5,00'], null],
  ])('the total that the file states: %s', async (_, lines, control) => {
    const { body } = await upload(file(...lines), january)
    expect(body.preview.completitud.control.archivo).toEqual(control)
  })

  test('a total with a code makes no account, and an account called so stays one', async () => {
    await sql`insert into account (business_id, code, name, currency, department_id) values (1, '4301', 'TOTAL', 'BRL', 1)`.execute(
      server.db,
    )
    const { body } = await upload(file('VOTORANTIM;11;A;5,00', 'VOTORANTIM;4301;TOTAL;7,00', 'VOTORANTIM;9999;TOTAL;12,00'), january)
    const { data } = await listed(body.COD_CARGA, {})
    expect(data.map(({ CUENTA, saldoDespues }: { CUENTA: string; saldoDespues: string }) => [CUENTA, saldoDespues])).toEqual([
      ['11', '5.00'],
      ['4301', '7.00'],
    ])
    expect(body.preview).toMatchObject({
      cuentasCreadas: 1,
      completitud: { filas: { archivo: 4, aplicadas: 2, omitidas: { totales: 1 } } },
    })
  })

  test('a file that is nothing but a total is empty', async () => {
    expect((await upload(file('VOTORANTIM;9999;TOTAL;12,00'), january)).body).toMatchObject({ code: 'load_empty' })
  })

  test('a total typed in is kept with the load and its event', async () => {
    const { body } = await upload(file(...START), january)
    const url = `/balances/load/${body.COD_CARGA}/control-total`
    expect((await post(url, { TOTAL_CONTROL: '1.234' })).status).toBe(422)
    expect((await post(url, { TOTAL_CONTROL: '760.00' })).body).toMatchObject({ TOTAL_CONTROL: '760.00' })
    await confirm(body)
    const event = await row(server.db, sql<{ detail: object }>`select detail from event where kind = 'carga_confirmada'`)
    expect(event!.detail).toMatchObject({ totalControl: '760.00', totalLeido: '759.50' })
    expect((await post(url, { TOTAL_CONTROL: null })).status).toBe(409)
  })

  test('a month with few balances says so at control, on tiles and in the closing', async () => {
    await sql`insert into account (business_id, code, name, currency, department_id, analyst_id) values (1, '1101', 'Caja', 'BRL', 1, ${who.analista.id})`.execute(
      server.db,
    )
    await loadJanuary()
    await confirm((await upload(file('VOTORANTIM;1101;Caja;1,00'), february)).body)
    const saldos = { esperados: 4, cargados: 1, parte: 0.25, negociosSinCargar: 1 }
    const at = async (url: string, as = who.administrador) => (await server.call({ url, query: { periodId: february }, as })).body
    expect((await at('/dashboard/control', who.control)).saldos).toEqual(saldos)
    expect((await at('/dashboard/analysis-gerencia')).saldos).toEqual(saldos)
    expect((await at('/dashboard/analista', who.analista)).saldos).toEqual({ esperados: 1, cargados: 1, parte: 1, negociosSinCargar: 0 })
    await sql`update analysis set submitted_at = now(), state_main = 4, state_jefatura = 4, state_control = 4, control_at = now(), jefatura_at = now() where period_id = ${february}`.execute(
      server.db,
    )
    const tile = (await at('/dashboard/bussines')).data[0]
    expect([tile.completado, tile.saldos.parte, tile.semaforo]).toEqual([1, 0.5, 'ambar'])
    const { checks } = (await server.call({ url: `/period/${february}/checklist`, as: who.administrador })).body
    expect(checks.find(({ codigo }: { codigo: string }) => codigo === 'saldos_por_cargar')).toMatchObject({
      resultado: 'aviso',
      cantidad: 3,
      montos: [{ MONEDA: 'BRL', monto: '260.50' }],
    })
  })
})

describe('movements', () => {
  test('are sorted by size and per cent, filtered by threshold and business, summed and exported; zeros go at one word', async () => {
    await loadJanuary()
    const { body } = await upload(
      file(
        'VOTORANTIM;1101;Caja;1.100,00',
        'VOTORANTIM;1102;Bancos;-500,50',
        'VOTORANTIM;1104;Nada;0,00',
        'SAFRA;1101;Caja;70,00',
        'SAFRA;1102;Bancos;3,00',
      ),
      february,
    )
    const codes = async (query: Record<string, unknown>) =>
      (await listed(body.COD_CARGA, query)).data.map((r: { NEGOCIO: string; CUENTA: string }) => `${r.NEGOCIO} ${r.CUENTA}`)
    expect(await codes({ clase: 'cambia', sort: '-CAMBIO' })).toEqual(['VOTORANTIM 1102', 'VOTORANTIM 1101', 'SAFRA 1101'])
    expect(await codes({ clase: 'cambia', sort: '-PORCENTAJE' })).toEqual(['SAFRA 1101', 'VOTORANTIM 1102', 'VOTORANTIM 1101'])
    expect(await codes({ clase: 'cambia', minCambio: '100' })).toEqual(['VOTORANTIM 1101', 'VOTORANTIM 1102'])
    expect(await codes({ clase: 'cambia', minCambio: '50', minPorcentaje: '50' })).toEqual(['VOTORANTIM 1102', 'SAFRA 1101'])
    const safra = await listed(body.COD_CARGA, { businessId: 2 })
    expect(safra).toMatchObject({
      total: 2,
      data: [{ cambioPct: '900.00', filas: 1 }, { cambioPct: '0.00' }],
      totales: [{ MONEDA: 'BRL', cuentas: 2, saldoVigente: '10.00', saldoDespues: '73.00', cambio: '63.00' }],
    })
    const excel = await server.call({
      url: `/balances/load/${body.COD_CARGA}/rows`,
      query: { format: 'excel', clase: 'cambia' },
      as: who.control,
    })
    expect([excel.status, excel.headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheetml')])
    const left = (await map(body, { ceros: 'omitir' })).body
    expect(left.preview).toMatchObject({ cuentasCreadas: 0, completitud: { filas: { aplicadas: 4, ceros: 1 } } })
    // A zero that is a change stays.
    const gone = (await upload(file('VOTORANTIM;1101;Caja;0,00'), february)).body
    expect(gone).toMatchObject({
      mapping: { ceros: 'omitir' },
      preview: { clases: [{ clase: 'cambia', saldoDespues: '0.00' }, { clase: 'falta' }] },
    })
  })

  test('much that is created is confirmed with its numbers', async () => {
    const { body } = await upload(file(...Array.from({ length: 200 }, (_, n) => `VOTORANTIM;2${n};Cuenta;1,00`)), january)
    const url = `/balances/load/${body.COD_CARGA}/confirm`
    const wrong = { status: 422, body: { issues: [{ path: 'CREA', message: expect.stringContaining('200 cuentas') }] } }
    expect(await post(url, { token: body.preview.token })).toMatchObject(wrong)
    expect(await post(url, { token: body.preview.token, CREA: { negocios: 0, cuentas: 199 } })).toMatchObject(wrong)
    expect((await post(url, { token: body.preview.token, CREA: { negocios: 0, cuentas: 200 } })).status).toBe(200)
  })
})

describe('taking a load back', () => {
  const MOTIVO = 'Era el balance de otro mes.'
  const undo = (id: number, as = who.control) => post(`/balances/load/${id}/undo`, { MOTIVO }, as)
  /** Everything that a load changes, without numbers that only grow. */
  const world = async () => ({
    saldos: await rows(server.db, sql`select period_id, account_id, amount, load_id from balance order by 1, 2`),
    cuentas: await rows(server.db, sql`select id, code, name, analyst_id from account order by 1`),
    negocios: await rows(server.db, sql`select id, name from business order by 1`),
    analisis: await rows(server.db, sql`select to_jsonb(a) - 'revision' as a from analysis a order by id`),
  })
  beforeEach(async () => {
    await sql`insert into account (business_id, code, name, currency, department_id, analyst_id)
      values (1, '1101', 'Caja', 'BRL', 1, ${who.analista.id}), (1, '1102', 'Bancos', 'BRL', 1, ${who.analista.id})`.execute(server.db)
    await loadJanuary()
  })

  test('is exact: balances, analyses with their decisions, accounts, businesses and later months', async () => {
    await confirm((await upload(file(...START), february)).body)
    await sql`update analysis set submitted_at = now(), version = 1, state_main = 4, state_jefatura = 4, state_control = 4, control_at = now(), control_by = ${who.control.id},
      jefatura_at = now() where period_id = ${january} and account_id = 1`.execute(server.db)
    const before = await world()
    const first = (await upload(file('VOTORANTIM;1101;Caja;5.000,00', 'VOTORANTIM;1199;Nueva;1,00', 'NUEVO;1;Caja;2,00'), january)).body
    const { body } = await map(first, { crearNegociosEnPais: 1 })
    expect((await confirm(body)).body).toMatchObject({ resultado: { reabiertos: 1, cuentasCreadas: 2 } })
    expect(await world()).not.toEqual(before)
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor]) expect((await undo(body.COD_CARGA, as)).status).toBe(403)
    const done = await undo(body.COD_CARGA)
    expect(done).toMatchObject({
      status: 200,
      body: { ESTADO: 'deshecha', DESHECHO_POR: 'Beatriz Montoya', DESHECHO_EN: expect.any(String) },
    })
    expect(await world()).toEqual(before)
    expect(
      await rows(
        server.db,
        sql`select kind, comment, analysis_id is not null as one from event where kind = 'carga_deshecha' order by seq`,
      ),
    ).toEqual([
      { kind: 'carga_deshecha', comment: null, one: true },
      { kind: 'carga_deshecha', comment: MOTIVO, one: false },
    ])
    expect(await row(server.db, sql`select verify_events(${january}::int) as broken`)).toEqual({ broken: null })
    expect((await undo(body.COD_CARGA)).body.code).toBe('load_is_deshecha')
    // The same file may come again.
    expect((await upload(file('VOTORANTIM;1101;Caja;5.000,00'), january)).body).toMatchObject({ REPETIDA_DE: null })
  })

  test('is refused where a later load changed it, where somebody worked on it, and in a closed month', async () => {
    const one = (await confirm((await upload(file(...START), february)).body)).body
    const two = (await confirm((await upload(file('VOTORANTIM;1101;Caja;1,00'), february)).body)).body
    const before = await world()
    expect(await undo(one.COD_CARGA)).toMatchObject({ status: 409, body: { code: 'load_overwritten' } })
    await sql`update analysis set version = 1, submitted_at = now(), revision = revision + 1 where period_id = ${february}`.execute(
      server.db,
    )
    expect(await undo(two.COD_CARGA)).toMatchObject({ status: 409, body: { code: 'load_worked_on' } })
    await sql`update period set status_id = 3 where id = ${february}`.execute(server.db)
    expect(await undo(two.COD_CARGA)).toMatchObject({ status: 409, body: { code: 'period_closed' } })
    expect((await world()).saldos).toEqual(before.saldos)
  })
})

test('rows of one account add up when told so, with how many made each balance; an unreadable one refuses the whole', async () => {
  const lines = ['VOTORANTIM;1;A;5,00', 'Votorantim;1;A;-7,50', 'VOTORANTIM;2;B;1,00', 'VOTORANTIM;3;C;1,00', 'VOTORANTIM;3;C;mil']
  const { body } = await upload(file(...lines), january)
  expect(body.preview.clases).toMatchObject([
    { clase: 'nueva', cuentas: 2 },
    { clase: 'rechazada', cuentas: 3 },
  ])
  const summed = (await map(body, { repetidas: 'sumar' })).body
  expect(summed.preview.completitud).toMatchObject({ sumadas: { saldos: 1, filas: 2 }, filas: { archivo: 6, aplicadas: 3, rechazadas: 2 } })
  const { data } = await listed(body.COD_CARGA, { sort: 'CUENTA' })
  expect(data.map((r: Record<string, unknown>) => [r.CUENTA, r.clase, r.saldoDespues, r.filas])).toEqual([
    ['1', 'nueva', '-2.50', 2],
    ['2', 'nueva', '1.00', 1],
    ['3', 'rechazada', null, 1],
    ['3', 'rechazada', null, 1],
  ])
})

describe('it is the same as', () => {
  test('a business and an account of another name are said once, for all rows like them and for the next file', async () => {
    await loadJanuary()
    const lines = ['VOTO S.A.;1101;Caja;5,00', 'VOTO S.A.;1-102;Bancos;6,00', 'VOTO S.A.;001103;Cero;0,00']
    const { body } = await upload(file(...lines), february)
    const { data } = await listed(body.COD_CARGA, { clase: 'rechazada' })
    expect(data.map((r: { alias: string; valor: string }) => [r.alias, r.valor])).toEqual(lines.map(() => ['negocio', 'VOTO S.A.']))
    const url = `/balances/load/${body.COD_CARGA}`
    expect(await post(`${url}/business-alias`, { NEGOCIO: 'Otro', ID_NEGOCIO: 1 })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'NEGOCIO' }] },
    })
    expect((await post(`${url}/business-alias`, { NEGOCIO: 'VOTO S.A.', ID_NEGOCIO: 1 }, who.analista)).status).toBe(403)
    const named = (await post(`${url}/business-alias`, { NEGOCIO: 'Voto S.A.', ID_NEGOCIO: 1 })).body
    expect(named.preview.clases).toMatchObject([
      { clase: 'nueva', cuentas: 1 },
      { clase: 'cambia', cuentas: 1 },
      { clase: 'falta' },
      { clase: 'rechazada', cuentas: 1 },
    ])
    const banks = (await row(server.db, sql<{ id: number }>`select id from account where business_id = 1 and code = '1102'`))!.id
    expect((await post(`${url}/account-alias`, { CUENTA: '1101', COD_CUENTA: banks })).body.issues).toMatchObject([{ path: 'CUENTA' }])
    const same = (await post(`${url}/account-alias`, { CUENTA: '1-102', COD_CUENTA: banks })).body
    expect(same.preview.clases).toMatchObject([
      { clase: 'cambia', cuentas: 2, saldoVigente: '749.50', saldoDespues: '11.00' },
      { clase: 'falta' },
      { clase: 'rechazada' },
    ])
    // One rule for all whose code differs by zeros in front.
    const all = (await map(same, { cerosDelante: 'ignorar' })).body
    expect(all.preview.completitud).toMatchObject({ filas: { rechazadas: 0 }, cuentas: { faltan: 0 } })
    await confirm(all)
    expect((await upload(file(...lines), february)).body).toMatchObject({
      preview: { cuentasCreadas: 0, clases: [{ clase: 'igual', cuentas: 3 }] },
    })
  })

  test('rows that name no business are of the one above only where a person says so, and nobody’s after a total', async () => {
    await loadJanuary()
    const lines = [
      'VOTORANTIM;1101;Caja;5,00',
      ';1102;Bancos;6,00',
      'SAFRA;;;',
      ';1101;Caja;7,00',
      'Total SAFRA;;;7,00',
      ';1102;Bancos;8,00',
    ]
    const { body } = await upload(file(...lines), february)
    expect(body.preview.completitud).toMatchObject({ decidir: { sinNegocio: 3 }, filas: { aplicadas: 1, rechazadas: 3 } })
    const below = (await map(body, { negocioVacio: 'anterior' })).body
    expect(below.preview.completitud).toMatchObject({ decidir: { sinNegocio: 1 }, filas: { aplicadas: 3, rechazadas: 1 } })
    const { data } = await listed(body.COD_CARGA, { sort: 'DESPUES' })
    const applied = data.filter(({ clase, saldoDespues }: { clase: string; saldoDespues: string }) => clase !== 'falta' && saldoDespues)
    expect(applied.map((r: Record<string, string>) => [r.NEGOCIO, r.CUENTA, r.saldoDespues])).toEqual([
      ['VOTORANTIM', '1101', '5.00'],
      ['VOTORANTIM', '1102', '6.00'],
      ['SAFRA', '1101', '7.00'],
    ])
    // As merged cells of a workbook stand: in the first row of each block.
    const merged = XLSX.utils.aoa_to_sheet([
      ['Negocio', 'Cuenta', 'Nombre', 'Saldo'],
      ['VOTORANTIM', '1101', 'Caja', 5],
      [null, '1102', 'Bancos', 6],
      ['SAFRA', '1101', 'Caja', 7],
      [null, '1102', 'Bancos', 8],
    ])
    merged['!merges'] = [XLSX.utils.decode_range('A2:A3'), XLSX.utils.decode_range('A4:A5')]
    const content = XLSX.write({ SheetNames: ['Saldos'], Sheets: { Saldos: merged } }, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    // Remembered for what has the same columns; taken back like every word.
    const book = (await upload({ name: 'combinadas.xlsx', content }, february)).body
    expect(book.preview.completitud.filas).toMatchObject({ aplicadas: 4, rechazadas: 0 })
    expect((await map(book, { negocioVacio: 'rechazar' })).body.preview.completitud.decidir).toMatchObject({ sinNegocio: 2 })
  })

  test('a business without the zeros of its code is refused with that one named, and never made anew; one word takes it for the same', async () => {
    await sql`update business set code = '00051626' where id = 1`.execute(server.db)
    await loadJanuary()
    const { body } = await upload(file('51626;1101;Caja;5,00', '51626;1102;Bancos;6,00'), february)
    const { data } = await listed(body.COD_CARGA, { clase: 'rechazada' })
    expect(data.map((r: { alias: string; motivo: string }) => [r.alias, r.motivo])).toEqual(
      Array(2).fill([
        'negocio',
        'No existe el negocio 51626, pero sí 00051626, que solo se distingue por los ceros de delante. Corrija el archivo, o diga que es el mismo.',
      ]),
    )
    const made = (await map(body, { crearNegociosEnPais: 1 })).body
    expect(made.preview).toMatchObject({ negociosCreados: [], cuentasCreadas: 0, completitud: { decidir: { cerosDelante: 2 } } })
    const same = (await map(made, { cerosDelante: 'ignorar' })).body
    expect(same.preview).toMatchObject({ negociosCreados: [], completitud: { filas: { aplicadas: 2, rechazadas: 0 } } })
  })

  test('names that are known go before codes that nobody knows', async () => {
    const content = 'Empresa;Sociedad;Cuenta;Nombre;Saldo\nE-77;VOTORANTIM;1101;Caja;5,00\nE-78;SAFRA;1101;Caja;6,00'
    const { body } = await upload({ name: 'codigos.csv', content }, january)
    expect(body.mapping.columns).toMatchObject({ negocioNombre: 1 })
    expect(body.mapping.columns.negocioCodigo).toBeUndefined()
    expect(body.preview.clases).toMatchObject([{ clase: 'nueva', cuentas: 2 }])
  })
})
