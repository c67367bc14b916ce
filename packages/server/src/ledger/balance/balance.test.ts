import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows, transaction } from '../../platform/database/index.ts'
import { confirmAs, csv, forget, period, sha256, traces, uploadAs } from './balance.testing.ts'

jest.setTimeout(240_000)
let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let upload: ReturnType<typeof uploadAs>
let confirm: ReturnType<typeof confirmAs>
let january: number
let february: number

const start = csv('VOTORANTIM;1101;Caja;1.000,00', 'VOTORANTIM;1102;Bancos;-250,50', 'SAFRA;1101;Caja;7,00')
const file = (content: string, name = 'saldos.csv') => ({ name, content })

beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  upload = uploadAs(server, who.control)
  confirm = confirmAs(server, who.control)
})
afterAll(() => server?.close())

beforeEach(async () => {
  await forget(server)
  january = await period(server, '2026-01')
  february = await period(server, '2026-02')
})

/** January as it starts, with Caja of Votorantim assigned to the analyst. */
async function loadJanuary() {
  await sql`insert into account (business_id, code, name, currency, department_id, analyst_id) values (1, '1101', 'Caja general', 'BRL', 1, ${who.analista.id})`.execute(
    server.db,
  )
  const { body } = await upload(file(start), january)
  const confirmed = await confirm(body)
  expect(confirmed.status).toBe(200)
  return confirmed.body
}
const balances = (periodId: number) =>
  rows(
    server.db,
    sql<{
      cuenta: string
    }>`select b.name || ' ' || c.code as cuenta, s.amount from balance s join account c on c.id = s.account_id join business b on b.id = c.business_id
      where s.period_id = ${periodId} order by b.id, c.code`,
  )
const classes = ({ preview }: { preview: { clases: { clase: string; cuentas: number }[] } }) =>
  Object.fromEntries(preview.clases.map(({ clase, cuentas }) => [clase, cuentas]))

describe('a balance file', () => {
  test('is tried first: the preview says what would happen and nothing has happened', async () => {
    const { status, body } = await upload(file(start), january)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ESTADO: 'revision',
      PERIODO: '2026-01',
      ARCHIVO: 'saldos.csv',
      SHA256: sha256(start),
      TAMANO: start.length,
      CARGADO_POR: 'Beatriz Montoya',
      REPETIDA_DE: null,
      necesita: [],
      mapping: { headerRow: 1, columns: { negocioNombre: 0, cuenta: 1, nombre: 2, saldo: 3 } },
      layout: { kind: 'csv', separator: ';', sample: [{ number: 1, cells: ['negocio', 'cuenta', 'nombre', 'saldo'] }, {}, {}, {}] },
      preview: {
        filas: 3,
        omitidas: 1,
        clases: [{ clase: 'nueva', cuentas: 3, sinAsignar: 3, saldoVigente: '0.00', saldoDespues: '756.50' }],
        totalVigente: '0.00',
        totalDespues: '756.50',
        cuentasCreadas: 3,
        negociosCreados: [],
        reabre: { total: 0, cambio: '0.00' },
        analisisNuevos: 0,
        monedas: ['BRL'],
      },
      resultado: null,
    })
    expect(await traces(server)).toMatchObject({ saldos: 0, cuentas: 0, análisis: 0, eventos: 0 })
  })

  test('is confirmed: balances, accounts, analyses, one event and one notice per analyst', async () => {
    const confirmed = await loadJanuary()
    expect(confirmed).toMatchObject({
      ESTADO: 'confirmada',
      resultado: { saldos: 3, cuentasCreadas: 2, analisisNuevos: 1, reabiertos: 0 },
    })
    expect(await balances(january)).toEqual([
      { cuenta: 'VOTORANTIM 1101', amount: '1000.00' },
      { cuenta: 'VOTORANTIM 1102', amount: '-250.50' },
      { cuenta: 'SAFRA 1101', amount: '7.00' },
    ])
    // The name in the master data is not overwritten.
    expect(await rows(server.db, sql`select name, currency, analyst_id from account order by id`)).toEqual([
      { name: 'Caja general', currency: 'BRL', analyst_id: who.analista.id },
      { name: 'Bancos', currency: 'BRL', analyst_id: null },
      { name: 'Caja', currency: 'BRL', analyst_id: null },
    ])
    expect(await rows(server.db, sql`select detail from event where kind = 'carga_confirmada'`)).toEqual([
      { detail: expect.objectContaining({ sha256: sha256(start), saldos: 3, total: '756.50', archivo: 'saldos.csv' }) },
    ])
    expect(await rows(server.db, sql`select user_id, params from notification where template = 'saldos_cargados'`)).toEqual([
      { user_id: who.analista.id, params: { period: '2026-01', n: 1, due: expect.stringMatching(/^2030-01-07T/) } },
    ])
    expect(await row(server.db, sql`select verify_events(${january}::int) as broken`)).toEqual({ broken: null })
    const original = await server.call({ url: `/balances/file/${confirmed.COD_CARGA}`, as: who.control })
    expect(original.body.toString()).toBe(start)
    expect(original.headers['content-disposition']).toContain('saldos.csv')
  })

  test('says which inactive accounts come with a balance: it is kept, and no analysis opens', async () => {
    await sql`insert into account (business_id, code, name, currency, department_id, analyst_id, active) values (1, '1101', 'Caja', 'BRL', 1, ${who.analista.id}, false)`.execute(
      server.db,
    )
    const { body } = await upload(file(start), january)
    expect(body.preview).toMatchObject({ analisisNuevos: 0, inactivas: { cuentas: 1, ejemplos: ['1101'] } })
    // One that comes with zero needs nothing.
    const none = await upload(file(csv('VOTORANTIM;1101;Caja;0')), january)
    expect(none.body.preview).not.toHaveProperty('inactivas')
    expect((await confirm((await upload(file(start), january)).body)).body.resultado).toMatchObject({ analisisNuevos: 0 })
    expect(await rows(server.db, sql`select amount from balance b join account c on c.id = b.account_id and not c.active`)).toEqual([
      { amount: '1000.00' },
    ])
  })

  test('of the next month says exactly what is new, changed, equal and missing against the month before', async () => {
    await loadJanuary()
    const { body } = await upload(file(csv('VOTORANTIM;1101;Caja;1000', 'SAFRA;1101;Caja;8,25', 'SAFRA;1103;Valores;1')), february)
    expect(body.preview).toMatchObject({
      filas: 3,
      clases: [
        { clase: 'nueva', cuentas: 1, saldoVigente: '0.00', saldoDespues: '1.00' },
        { clase: 'cambia', cuentas: 1, saldoVigente: '7.00', saldoDespues: '8.25' },
        { clase: 'igual', cuentas: 1, sinAsignar: 0, saldoVigente: '1000.00', saldoDespues: '1000.00' },
        { clase: 'falta', cuentas: 1, saldoVigente: '-250.50', saldoDespues: '0.00' },
      ],
      totalVigente: '756.50',
      totalDespues: '1009.25',
      cuentasCreadas: 1,
      analisisNuevos: 1,
      reabre: { total: 0 },
    })
    const missing = await server.call({ url: `/balances/load/${body.COD_CARGA}/rows`, query: { clase: 'falta' }, as: who.control })
    expect(missing.body).toMatchObject({ total: 1, data: [{ fila: null, CUENTA: '1102', NOMBRE: 'Bancos', NEGOCIO: 'VOTORANTIM' }] })
    // What is missing keeps its balance of January; nothing is invented in February.
    await confirm(body)
    expect(await balances(february)).toEqual([
      { cuenta: 'VOTORANTIM 1101', amount: '1000.00' },
      { cuenta: 'SAFRA 1101', amount: '8.25' },
      { cuenta: 'SAFRA 1103', amount: '1.00' },
    ])
    expect(await row(server.db, sql`select balance, previous from analysis where period_id = ${february}`)).toEqual({
      balance: '1000.00',
      previous: '1000.00',
    })
  })

  test('takes an account for repeated among the rows of its period alone, however their business is written', async () => {
    await loadJanuary()
    const { body } = await upload(
      file(
        'negocio;cuenta;saldo;período\nVOTORANTIM;1101;1,00;2026-01\nVotorantim;1101;2,00;2026-02\nVOTORANTIM;1101;3,00;2026-02\nSAFRA;1101;4,00;2026-02',
      ),
      february,
    )
    expect(classes(body)).toMatchObject({ cambia: 1, rechazada: 3 })
    const refused = await server.call({ url: `/balances/load/${body.COD_CARGA}/rows`, query: { clase: 'rechazada' }, as: who.control })
    expect(refused.body.data.map((r: Record<string, unknown>) => [r.fila, r.motivo])).toEqual([
      [2, 'El período de la fila no es febrero de 2026.'],
      [3, 'La cuenta aparece 2 veces (filas 3 a 4): no se carga ninguna, porque no se sabe cuál vale.'],
      [4, 'La cuenta aparece 2 veces (filas 3 a 4): no se carga ninguna, porque no se sabe cuál vale.'],
    ])
  })

  test('names its refused rows with number, column, value and reason, in the language of the reader', async () => {
    await loadJanuary()
    const { body } = await upload(
      file(
        'negocio;cuenta;moneda;saldo;período\nVOTORANTIM;1101;USD;1,00;2026-02\nVOTORANTIM;1102;BRL;1.204.55,10;2026-02\nNADIE;1;BRL;2,00;2026-02\nSAFRA;1101;BRL;3,00;2026-01\nSAFRA;1102;BRL;4,00;feb-26\nSAFRA;1102;BRL;5,00;2026-02\nSAFRA;;BRL;6,00;2026-02\nSAFRA;1109;BRL;4,00;2026-02\nVOTORANTIM;01101;BRL;1,00;2026-02',
      ),
      february,
    )
    expect(classes(body)).toMatchObject({ nueva: 1, rechazada: 8 })
    const refused = await server.call({ url: `/balances/load/${body.COD_CARGA}/rows`, query: { clase: 'rechazada' }, as: who.control })
    expect(refused.body.data.map((r: Record<string, unknown>) => [r.fila, r.columna, r.valor, r.motivo])).toEqual([
      [2, 'moneda', 'USD', 'La moneda no es la de la cuenta (BRL).'],
      [3, 'saldo', '1.204.55,10', 'El número no es válido: revise los separadores de miles y decimales.'],
      [4, 'negocio', 'NADIE', 'El negocio NADIE no existe.'],
      [5, 'período', '2026-01', 'El período de la fila no es febrero de 2026.'],
      [6, 'cuenta', '1102', 'La cuenta aparece 2 veces (filas 6 a 7): no se carga ninguna, porque no se sabe cuál vale.'],
      [7, 'cuenta', '1102', 'La cuenta aparece 2 veces (filas 6 a 7): no se carga ninguna, porque no se sabe cuál vale.'],
      [8, 'cuenta', '', 'Falta la cuenta.'],
      [
        10,
        'cuenta',
        '01101',
        'No existe la cuenta 01101, pero sí 1101, que solo se distingue por los ceros de delante. Corrija el archivo, o cree la cuenta si es otra.',
      ],
    ])
    const wrong = { clase: 'rechazada', search: '1.204' }
    const searched = await server.call({ url: `/balances/load/${body.COD_CARGA}/rows`, query: wrong, as: who.control })
    expect(searched.body.data.map((r: { fila: number }) => r.fila)).toEqual([3])
    const english = await server.call({
      url: `/balances/load/${body.COD_CARGA}/rows`,
      query: { clase: 'rechazada', limit: 1 },
      as: who.control,
      language: 'en',
    })
    expect(english.body.data[0].motivo).toBe('The currency is not that of the account (BRL).')
    // They are left out; the rest is applied. Of a repeated account none is chosen, and they are never added up.
    await confirm(body)
    expect(await balances(february)).toEqual([{ cuenta: 'SAFRA 1109', amount: '4.00' }])
  })

  test('an account that differs from a known one only by capitals, and a new one in no currency, are refused', async () => {
    await confirm((await upload(file(csv('VOTORANTIM;A-1;Caja;1,00')), january)).body)
    const { body } = await upload(
      file('negocio;cuenta;moneda;saldo\nVotorantim;a-1;BRL;2,00\nVOTORANTIM;B-1;CPL;3,00\nVOTORANTIM;B-2;CLF;4,00'),
      january,
    )
    const refused = await server.call({ url: `/balances/load/${body.COD_CARGA}/rows`, query: { clase: 'rechazada' }, as: who.control })
    expect(refused.body.data.map((r: Record<string, unknown>) => [r.fila, r.columna, r.valor, r.motivo, r.alias])).toEqual([
      [
        2,
        'cuenta',
        'a-1',
        'No existe la cuenta a-1, pero sí A-1, que solo se distingue por las mayúsculas. Corrija el archivo, o cree la cuenta si es otra.',
        'cuenta',
      ],
      [3, 'moneda', 'CPL', 'La moneda no es un código que exista (ISO 4217), como CLP.', null],
    ])
    expect(body.preview.completitud.decidir).toMatchObject({ cerosDelante: 0 })
  })

  test('the same file twice is recognised, and confirming it changes nothing', async () => {
    const first = await loadJanuary()
    const { body } = await upload(file(start, 'otra vez.csv'), january)
    expect(body).toMatchObject({ REPETIDA_DE: first.COD_CARGA, preview: { clases: [{ clase: 'igual', cuentas: 3 }], analisisNuevos: 0 } })
    const before = await traces(server)
    expect((await confirm(body)).body).toMatchObject({ ESTADO: 'confirmada', resultado: { saldos: 0, reabiertos: 0 } })
    expect(await traces(server)).toEqual(before)
    // Going back to it after another file is a change, not a repetition.
    await confirm((await upload(file(start.replace('7,00', '9,00')), january)).body)
    const back = await upload(file(start), january)
    expect(back.body).toMatchObject({
      REPETIDA_DE: null,
      preview: { clases: [{ clase: 'cambia', saldoVigente: '9.00' }, { clase: 'igual' }] },
    })
  })

  test('a changed file reopens exactly what the preview says', async () => {
    const { db } = server
    await sql`insert into account (business_id, code, name, currency, department_id, analyst_id)
      select 1, '200' || n, 'Cuenta ' || n, 'BRL', 1, ${who.analista.id} from generate_series(1, 6) n`.execute(db)
    const lines = (change: number) => csv(...[1, 2, 3, 4, 5, 6].map((n) => `VOTORANTIM;200${n};Cuenta;${n === 6 ? 600 : n * 100 + change}`))
    await confirm((await upload(file(lines(0)), january)).body)
    // 1 not submitted, 2 submitted, 3 in review, 4 rejected, 5 approved, 6 approved and unchanged.
    await sql`update analysis set submitted_at = now() where account_id > 1`.execute(db)
    await sql`update analysis set state_main = 2, state_jefatura = 4, state_control = 1 where account_id = 3`.execute(db)
    await sql`update analysis set state_main = 3, state_jefatura = 3 where account_id = 4`.execute(db)
    await sql`update analysis set state_main = 4, state_jefatura = 4, state_control = 4 where account_id in (5, 6)`.execute(db)
    const { body } = await upload(file(lines(1)), january)
    expect(body.preview.reabre).toEqual({ total: 4, enviados: 1, revision: 1, rechazados: 1, aprobados: 1, cambio: '4.00' })
    const listed = await server.call({ url: `/balances/load/${body.COD_CARGA}/rows`, query: { reabre: 'true' }, as: who.control })
    expect(listed.body.data.map((r: { CUENTA: string }) => r.CUENTA)).toEqual(['2002', '2003', '2004', '2005'])
    const confirmed = await confirm(body)
    expect(confirmed.body.resultado).toEqual({ saldos: 5, cuentasCreadas: 0, analisisNuevos: 0, reabiertos: 4 })
    expect(
      await rows(db, sql`select account_id as id, state_main as state, submitted_at is not null as sent, balance from analysis order by 1`),
    ).toEqual([
      { id: 1, state: 1, sent: false, balance: '101.00' },
      { id: 2, state: 1, sent: false, balance: '201.00' },
      { id: 3, state: 1, sent: false, balance: '301.00' },
      { id: 4, state: 1, sent: false, balance: '401.00' },
      { id: 5, state: 1, sent: false, balance: '501.00' },
      { id: 6, state: 4, sent: true, balance: '600.00' },
    ])
  })
})

describe('confirming', () => {
  test('what it reopens moves in each currency by itself', async () => {
    await sql`insert into account (business_id, code, name, currency, department_id, analyst_id) select 1, code, code, currency, 1, ${who.analista.id}
      from (values ('2101', 'BRL'), ('2102', 'BRL'), ('2103', 'USD')) v(code, currency)`.execute(server.db)
    const lines = (...amounts: number[]) => csv(...amounts.map((amount, at) => `VOTORANTIM;210${at + 1};Cuenta;${amount}`))
    await confirm((await upload(file(lines(100, 200, 300)), january)).body)
    await sql`update analysis set submitted_at = now()`.execute(server.db)
    const { preview } = (await upload(file(lines(150, 190, 300.5)), january)).body
    expect(preview.reabre).toMatchObject({
      total: 3,
      cambios: [
        { MONEDA: 'BRL', monto: '40.00' },
        { MONEDA: 'USD', monto: '0.50' },
      ],
    })
    expect((await upload(file(lines(150, 190, 300)), january)).body.preview.reabre).toMatchObject({ total: 2, cambio: '40.00' })
  })

  test('of two at once exactly one applies', async () => {
    const { body } = await upload(file(start), january)
    const answers = await Promise.all([confirm(body), confirm(body)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('load_is_confirmada')
    expect(await rows(server.db, sql`select from event where kind = 'carga_confirmada'`)).toHaveLength(1)
    // Two files for the same month: the second must be looked at again.
    const [a, b] = [await upload(file(start.replace('7,00', '1,00')), january), await upload(file(start.replace('7,00', '2,00')), january)]
    const both = await Promise.all([confirm(a.body), confirm(b.body)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const moved = both.find(({ status }) => status === 409)!
    expect(moved.body).toMatchObject({ code: 'load_moved', current: { ESTADO: 'revision', preview: { totalVigente: expect.any(String) } } })
    expect((await confirm(moved.body.current)).status).toBe(200)
  })

  test('is refused when a decision came in between, with the preview of now', async () => {
    await loadJanuary()
    await sql`update analysis set submitted_at = now()`.execute(server.db)
    const { body } = await upload(file(start.replace('1.000,00', '1.001,00')), january)
    expect(body.preview.reabre).toMatchObject({ total: 1, enviados: 1 })
    await sql`update analysis set state_main = 2, state_jefatura = 4, state_control = 1`.execute(server.db)
    const answer = await confirm(body)
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'load_moved', current: { preview: { reabre: { total: 1, enviados: 0, revision: 1 } } } },
    })
    expect(await balances(january)).toContainEqual({ cuenta: 'VOTORANTIM 1101', amount: '1000.00' })
    expect((await confirm(answer.body.current)).status).toBe(200)
    expect(await row(server.db, sql`select state_main, reopenings from analysis`)).toEqual({ state_main: 1, reopenings: 1 })
  })

  test('and a decision at the same moment do not mix: either the analysis is approved as it was seen, or it is pending with the new balance', async () => {
    await loadJanuary()
    await sql`update analysis set submitted_at = now(), state_main = 2, state_jefatura = 4, state_control = 1`.execute(server.db)
    const { body } = await upload(file(start.replace('1.000,00', '1.001,00')), january)
    const approve = () =>
      transaction(server.db, async (tx) => {
        const seen = await row(
          tx,
          sql<{
            state_main: number
          }>`select a.state_main from analysis a join period p on p.id = a.period_id for update of a for share of p`,
        )
        if (seen!.state_main !== 2) return 409
        await sql`update analysis set state_main = 4, state_control = 4`.execute(tx)
        return 200
      })
    const [confirmed, decided] = await Promise.all([confirm(body), approve()])
    expect([confirmed.status, decided].sort()).toEqual([200, 409])
    const analysis = await row(server.db, sql`select state_main, balance from analysis`)
    expect(analysis).toEqual(decided === 200 ? { state_main: 4, balance: '1000.00' } : { state_main: 1, balance: '1001.00' })
  })

  test('of a month that is corrected moves on into the next: movement and class of what nobody signed there, the movement alone of what is signed', async () => {
    await sql`insert into account (business_id, code, name, currency, department_id, analyst_id) values (1, '1102', 'Bancos', 'BRL', 1, ${who.analista.id})`.execute(
      server.db,
    )
    await sql`insert into threshold (amount, percent) values (1000, 10)`.execute(server.db)
    await loadJanuary()
    await confirm((await upload(file(start), february)).body)
    const then = () =>
      rows(
        server.db,
        sql`select c.code, a.previous, a.materiality, a.state_main as state from analysis a join account c on c.id = a.account_id where a.period_id = ${february} order by 1`,
      )
    await sql`update analysis set submitted_at = now(), state_main = 2, state_jefatura = 4, state_control = 1 where period_id = ${february}
      and account_id = (select id from account where code = '1102' and business_id = 1)`.execute(server.db)
    expect(await then()).toEqual([
      { code: '1101', previous: '1000.00', materiality: 'no_material', state: 1 },
      { code: '1102', previous: '-250.50', materiality: 'no_material', state: 2 },
    ])
    await confirm((await upload(file(csv('VOTORANTIM;1101;Caja;400,00', 'VOTORANTIM;1102;Bancos;-1,00')), january)).body)
    expect(await then()).toEqual([
      { code: '1101', previous: '400.00', materiality: 'critica', state: 1 },
      { code: '1102', previous: '-1.00', materiality: 'no_material', state: 2 },
    ])
    expect(
      await rows(
        server.db,
        sql`select kind, detail ->> 'cantidad' as n from event where period_id = ${february} and kind = 'materialidad_cambiada'`,
      ),
    ).toEqual([{ kind: 'materialidad_cambiada', n: '1' }])
    await sql`update period set status_id = 3 where id = ${february}`.execute(server.db)
    await confirm((await upload(file(start), january)).body)
    expect(await then()).toMatchObject([{ previous: '400.00' }, { previous: '-1.00' }])
    // Nor does any page say otherwise of the month that is closed.
    const summary = await server.call({ url: '/account-summary/accounts', query: { periodId: february, businessId: 1 }, as: who.control })
    expect(summary.body.data).toMatchObject([
      { SALDO_ANTERIOR: '400.00', VARIACION_PERIODO: '600.00' },
      { SALDO_ANTERIOR: '-1.00', VARIACION_PERIODO: '-249.50' },
    ])
    const { body } = await server.call({ url: `/account/${summary.body.data[0].COD_CUENTA}/history`, as: who.control })
    expect(body.data[0]).toMatchObject({ PERIODO: '2026-02', SALDO_ANTERIOR: '400.00', VARIACION_PERIODO: '600.00' })
  })

  test('of a month that is corrected takes back what a rule had certified in the next for not moving, and nothing that a person signed', async () => {
    await sql`insert into account (business_id, code, name, currency, department_id, analyst_id, auto_method, auto_result)
      select 1, code, 'Caja', 'BRL', 1, ${who.analista.id}, 'CERO_SIN_MOV', result from (values ('1', 'APROBAR'), ('2', 'PREPARAR'), ('3', 'PREPARAR')) as x(code, result)`.execute(
      server.db,
    )
    const zeros = csv(...['1', '2', '3'].map((code) => `VOTORANTIM;${code};Caja;0,00`))
    await confirm((await upload(file(zeros), january)).body)
    await confirm((await upload(file(zeros), february)).body)
    await sql`update analysis set state_main = 2, state_jefatura = 4, state_control = 1, jefatura_by = ${who.jefatura.id}, jefatura_at = now()
      where period_id = ${february} and account_id = (select id from account where code = '3')`.execute(server.db)
    const then = () =>
      rows(
        server.db,
        sql`select c.code, a.auto, a.state_main as state, a.submitted_at is not null as sent, a.previous, a.reopenings as again from analysis a join account c on c.id = a.account_id
          where a.period_id = ${february} order by 1`,
      )
    const certified = await then()
    expect(certified).toMatchObject([{ auto: true }, { auto: true, state: 1, sent: true }, { auto: true, state: 2, sent: true }])
    const { body } = await upload(file(zeros.replaceAll('0,00', '5,00')), january)
    expect(body.preview.reabre).toMatchObject({ total: 3, despues: 2 })
    expect((await confirm(body)).status).toBe(200)
    expect(await then()).toEqual([
      { code: '1', auto: false, state: 1, sent: false, previous: '5.00', again: 1 },
      { code: '2', auto: false, state: 1, sent: false, previous: '5.00', again: 1 },
      { code: '3', auto: true, state: 2, sent: true, previous: '5.00', again: 0 },
    ])
    const told = sql`select comment, detail from event where period_id = ${february} and kind = 'reabierto'`
    expect(await rows(server.db, told)).toEqual(
      Array(2).fill({
        comment: 'Cambió el saldo de enero de 2026: la cuenta sí se movió, y la regla la había certificado por no moverse.',
        detail: { anteriorAntes: '0.00', anteriorAhora: '5.00', causa: 'certification_moved', periodo: '2026-01' },
      }),
    )
    expect(await rows(server.db, sql`select user_id from outbox where template = 'reabierto'`)).toEqual(
      Array(2).fill({ user_id: who.analista.id }),
    )
    // Taken back, the load leaves nothing of it.
    const undone = await server.call({
      method: 'POST',
      url: `/balances/load/${body.COD_CARGA}/undo`,
      body: { MOTIVO: 'Era el archivo de otro mes' },
      as: who.control,
    })
    expect(undone.body).toMatchObject({ ESTADO: 'deshecha' })
    expect(await then()).toEqual(certified)
    expect(await row(server.db, sql`select verify_events(${february}) as broken`)).toEqual({ broken: null })
  })

  describe('with accounts that a rule certifies', () => {
    const account = (code: string, method: string, result: string) =>
      sql`insert into account (business_id, code, name, currency, department_id, analyst_id, auto_method, auto_result)
        values (1, ${code}, 'Caja', 'BRL', 1, ${who.analista.id}, ${method}, ${result})`.execute(server.db)
    const analyses = (periodId: number) =>
      rows(
        server.db,
        sql`select c.code, a.auto, a.state_main as state, a.submitted_at is not null as sent, a.value from analysis a join account c on c.id = a.account_id
          where a.period_id = ${periodId} order by 1`,
      )
    const undo = (id: number) =>
      server.call({ method: 'POST', url: `/balances/load/${id}/undo`, body: { MOTIVO: 'Era el archivo de otro mes' }, as: who.control })

    test('is taken back where only the rule has worked', async () => {
      await account('1', 'SALDO_CERO', 'APROBAR')
      await account('2', 'SALDO_CERO', 'PREPARAR')
      const { body } = await upload(file(csv('VOTORANTIM;1;Caja;0,00', 'VOTORANTIM;2;Caja;0,00')), february)
      await confirm(body)
      expect(await analyses(february)).toMatchObject([{ auto: true }, { auto: true, state: 1, sent: true }])
      expect((await undo(body.COD_CARGA)).body).toMatchObject({ ESTADO: 'deshecha' })
      expect(await analyses(february)).toEqual([])
      const kept = sql<{ kind: string }>`select kind from event where period_id = ${february} and analysis_id is not null order by seq`
      expect((await rows(server.db, kept)).map(({ kind }) => kind)).toEqual([
        'autocertificado',
        'autocertificado',
        'carga_deshecha',
        'carga_deshecha',
      ])
      expect(await row(server.db, sql`select verify_events(${february}) as broken`)).toEqual({ broken: null })
    })

    test('is taken back where the rule has certified and come back, because the month before was approved and is no longer', async () => {
      await account('1', 'SIN_MOV', 'PREPARAR')
      await confirm((await upload(file(csv('VOTORANTIM;1;Caja;5,00')), january)).body)
      const before = sql`update analysis set value = balance, submitted_at = now(), state_main = 4, state_jefatura = 4, state_control = 4 where period_id = ${january}`
      await before.execute(server.db)
      const { body } = await upload(file(csv('VOTORANTIM;1;Caja;5,00')), february)
      await confirm(body)
      expect(await analyses(february)).toMatchObject([{ auto: true }])
      const { id } = (await row(server.db, sql<{ id: number }>`select id from analysis where period_id = ${january}`))!
      const reopened = await server.call({
        method: 'POST',
        url: `/analysis/${id}/reopen`,
        body: { motivo: 'El soporte era de otro mes', nivel: 'control' },
        as: who.control,
      })
      expect(reopened.status).toBe(200)
      expect(await analyses(february)).toMatchObject([{ auto: false, value: null }])
      expect((await undo(body.COD_CARGA)).body).toMatchObject({ ESTADO: 'deshecha' })
    })

    test('is not taken back where a person has signed what the rule prepared', async () => {
      await account('2', 'SALDO_CERO', 'PREPARAR')
      const { body } = await upload(file(csv('VOTORANTIM;2;Caja;0,00')), february)
      await confirm(body)
      const { id } = (await row(server.db, sql<{ id: number }>`select id from analysis`))!
      await server.call({ method: 'PATCH', url: `/department/aprobar-analisis-jefatura/${id}`, body: {}, as: who.jefatura })
      expect(await undo(body.COD_CARGA)).toMatchObject({ status: 409, body: { code: 'load_worked_on' } })
    })

    test('certifies again what it changes, and leaves nothing of it when it is taken back', async () => {
      await account('1', 'SALDO_CERO', 'PREPARAR')
      await confirm((await upload(file(csv('VOTORANTIM;1;Caja;5,00')), february)).body)
      const before = await analyses(february)
      expect(before).toEqual([{ code: '1', auto: false, state: 1, sent: false, value: null }])
      const { body } = await upload(file(csv('VOTORANTIM;1;Caja;0,00')), february)
      await confirm(body)
      expect(await analyses(february)).toEqual([{ code: '1', auto: true, state: 1, sent: true, value: '0.00' }])
      expect((await undo(body.COD_CARGA)).body).toMatchObject({ ESTADO: 'deshecha' })
      expect(await analyses(february)).toEqual(before)
      expect(await row(server.db, sql`select first_submitted_at from analysis`)).toEqual({ first_submitted_at: null })
    })

    test('of a month that is corrected certifies in the next what has not moved after all, and takes it back', async () => {
      await account('1', 'CERO_SIN_MOV', 'PREPARAR')
      await confirm((await upload(file(csv('VOTORANTIM;1;Caja;5,00')), january)).body)
      await confirm((await upload(file(csv('VOTORANTIM;1;Caja;0,00')), february)).body)
      const before = await analyses(february)
      expect(before).toMatchObject([{ auto: false }])
      const { body } = await upload(file(csv('VOTORANTIM;1;Caja;0,00')), january)
      await sql`update analysis set value = 0 where period_id = ${january}`.execute(server.db)
      await confirm(body)
      expect(await analyses(february)).toEqual([{ code: '1', auto: true, state: 1, sent: true, value: '0.00' }])
      await undo(body.COD_CARGA)
      expect(await analyses(february)).toEqual(before)
    })
  })

  test('with the largest amounts that there may be breaks nothing that sums them', async () => {
    const most = '999999999999999999,99'
    for (const code of ['1', '2'])
      await sql`insert into account (business_id, code, name, currency, department_id, analyst_id) values (1, ${code}, 'Caja', 'BRL', 1, ${who.analista.id})`.execute(
        server.db,
      )
    for (const [sign, month] of [
      ['-', january],
      ['', february],
    ] as const)
      expect(
        (await confirm((await upload(file(csv(`VOTORANTIM;1;Caja;${sign}${most}`, `VOTORANTIM;2;Caja;${sign}${most}`)), month)).body))
          .status,
      ).toBe(200)
    const reading = [
      '/analysis',
      '/account-summary/periods',
      '/account-summary/accounts',
      `/period/${february}/checklist`,
      ...['items', 'analysis-gerencia', 'bussines', 'accounts-materiality', 'analysis-range?tipo=monto', 'account-history/1/1'].map(
        (path) => `/dashboard/${path}`,
      ),
      ...['indicators', 'differences', 'aging'].map((path) => `/statistics/${path}`),
    ]
    const failed = []
    for (const url of reading) {
      const { status } = await server.call({ url, as: who.administrador })
      if (status !== 200) failed.push([url, status])
    }
    expect(failed).toEqual([])
    const { data } = (await server.call({ url: '/analysis', query: { periodId: february }, as: who.administrador })).body
    expect(data[0]).toMatchObject({ VALOR_BALANCE: '999999999999999999.99', VARIACION_PERIODO: '1999999999999999999.98' })
  })

  test('after the period was closed in between leaves nothing', async () => {
    const { body } = await upload(file(start), january)
    const before = await traces(server)
    await sql`update period set status_id = 3 where id = ${january}`.execute(server.db)
    expect(await confirm(body)).toMatchObject({ status: 409, body: { code: 'period_closed' } })
    expect(await traces(server)).toEqual(before)
  })

  test('that fails half-way leaves nothing', async () => {
    const { body } = await upload(file(start), january)
    const before = await traces(server)
    await sql`create function break_it() returns trigger language plpgsql as $$ begin raise exception 'no more'; end $$`.execute(server.db)
    await sql`create trigger break_it before insert on event for each row execute function break_it()`.execute(server.db)
    expect((await confirm(body)).status).toBe(500)
    await sql`drop function break_it cascade`.execute(server.db)
    expect(await traces(server)).toEqual(before)
    expect((await confirm(body)).status).toBe(200)
  })

  test('a load that was discarded cannot be confirmed', async () => {
    const { body } = await upload(file(start), january)
    const url = `/balances/load/${body.COD_CARGA}`
    expect((await server.call({ method: 'POST', url: `${url}/discard`, as: who.control })).body.ESTADO).toBe('descartada')
    expect(await confirm(body)).toMatchObject({ status: 409, body: { code: 'load_is_descartada' } })
    expect((await server.call({ method: 'POST', url: `${url}/discard`, as: who.control })).status).toBe(409)
  })
})

describe('the direct way', () => {
  test('loads at once, all or nothing', async () => {
    const bad = await upload(file(csv('VOTORANTIM;1101;Caja;1,00', 'VOTORANTIM;1102;Bancos;mucho')), january, { SIMULAR: false })
    expect(bad).toMatchObject({
      status: 422,
      body: {
        code: 'load_refused_rows',
        message: '1 fila no es válida; no se guardó nada. La primera: fila 3, El saldo no es un número.',
      },
    })
    expect(await traces(server)).toMatchObject({ cargas: 0, filas: 0, saldos: 0, cuentas: 0, files: [] })
    const good = await upload(file(start), january, { SIMULAR: false })
    expect(good).toMatchObject({ status: 200, body: { ESTADO: 'confirmada', resultado: { saldos: 3 } } })
  })

  test('is refused where columns are not known', async () => {
    expect(await upload(file('a;b\n1;2'), january, { SIMULAR: false })).toMatchObject({
      status: 422,
      body: { code: 'load_needs_mapping', issues: [{ path: 'file' }] },
    })
    expect(await traces(server)).toMatchObject({ cargas: 0, files: [] })
  })
})

describe('columns', () => {
  const odd = 'Ref;Texto;Cifra\n1101;Caja;1.000\n1102;Bancos;2.000\n'
  test('that nobody recognises are chosen once and remembered', async () => {
    const { body } = await upload(file(odd), january)
    expect(body).toMatchObject({ ESTADO: 'columnas', preview: null })
    expect(body).toMatchObject({ necesita: ['saldo', 'negocio'], mapping: { columns: { cuenta: 0, nombre: 1 } } })
    const map = (mapping: object) =>
      server.call({ method: 'POST', url: `/balances/load/${body.COD_CARGA}/mapping`, body: mapping, as: who.control })
    expect(await map({ headerRow: 1, columns: { cuenta: 0 } })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'columns.saldo' }, { path: 'ID_NEGOCIO' }] },
    })
    expect(await map({ headerRow: 1, columns: { cuenta: 0, saldo: 9 }, ID_NEGOCIO: 1 })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'columns.saldo', message: 'La columna elegida no está en el archivo.' }] },
    })
    const columns = { cuenta: 0, nombre: 1, saldo: 2 }
    // A thousand, or one and zero: a person must choose.
    expect(await map({ headerRow: 1, columns, ID_NEGOCIO: 1 })).toMatchObject({ status: 422, body: { code: 'decimal_ambiguous' } })
    const mapped = await map({ headerRow: 1, columns, decimal: ',', ID_NEGOCIO: 1 })
    expect(mapped).toMatchObject({
      status: 200,
      body: { ESTADO: 'revision', PERFIL: 'VOTORANTIM, saldos', preview: { totalDespues: '3000.00' } },
    })
    const next = await upload(file(odd.replace('2.000', '3.000')), february)
    expect(next.body).toMatchObject({ ESTADO: 'revision', PERFIL: 'VOTORANTIM, saldos', preview: { totalDespues: '4000.00' } })
  })

  test('a decimal mark that shows only far down is found there, or asked for when it is in doubt', async () => {
    await server.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: { ID_PAIS: 1, ID_NEGOCIO: 2 }, as: who.control })
    const wholes = Array.from({ length: 2_500 }, (_, at) => `${10_000 + at};Cuenta;1\n`).join('')
    const load = (last: string, more = {}) => upload(file(`Cuenta;Nombre;Saldo\n${wholes}99;Última;${last}\n`), january, more)
    expect((await load('1.234,50')).body).toMatchObject({ ESTADO: 'revision', preview: { filas: 2_501, totalDespues: '3734.50' } })
    const { body } = await load('1.234')
    expect(body).toMatchObject({ ESTADO: 'columnas', necesita: ['decimal'], preview: null })
    expect((await server.call({ url: `/balances/load/${body.COD_CARGA}/rows`, as: who.control })).body.total).toBe(0)
    expect(await load('1.234', { SIMULAR: false })).toMatchObject({ status: 422, body: { code: 'decimal_ambiguous' } })
    const map = (mapping: object) =>
      server.call({
        method: 'POST',
        url: `/balances/load/${body.COD_CARGA}/mapping`,
        body: { ...body.mapping, ...mapping },
        as: who.control,
      })
    expect(await map({})).toMatchObject({ status: 422, body: { code: 'decimal_ambiguous' } })
    expect((await map({ decimal: ',' })).body).toMatchObject({ ESTADO: 'revision', preview: { totalDespues: '3734.00' } })
    await server.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: { ID_PAIS: null, ID_NEGOCIO: null }, as: who.control })
  })

  test('one layout of two businesses does not guess whose file it is', async () => {
    const mapFor = async (business: number) => {
      const { body } = await upload(file(odd), january)
      return server.call({
        method: 'POST',
        url: `/balances/load/${body.COD_CARGA}/mapping`,
        body: { headerRow: 1, columns: { cuenta: 0, nombre: 1, saldo: 2 }, decimal: ',', ID_NEGOCIO: business },
        as: who.control,
      })
    }
    await mapFor(1)
    await mapFor(2)
    expect((await upload(file(odd), january)).body).toMatchObject({ ESTADO: 'columnas', necesita: ['negocio'] })
    await server.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: { ID_PAIS: 1, ID_NEGOCIO: 2 }, as: who.control })
    expect((await upload(file(odd), january)).body).toMatchObject({ ESTADO: 'revision', mapping: { ID_NEGOCIO: 2 } })
    await server.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: { ID_PAIS: null, ID_NEGOCIO: null }, as: who.control })
  })

  test('may be sent with the file', async () => {
    const MAPEO = JSON.stringify({ headerRow: 1, columns: { cuenta: 0, saldo: 2 }, decimal: '.', ID_NEGOCIO: 2 })
    expect((await upload(file(odd), january, { MAPEO })).body).toMatchObject({ ESTADO: 'revision', preview: { totalDespues: '3.00' } })
    expect(await upload(file(odd), january, { MAPEO: '{' })).toMatchObject({ status: 422, body: { code: 'mapping_json' } })
  })
})

describe('a kept balance', () => {
  test('says which load brought it and what the period held before, in scope alone', async () => {
    // Ids start again in each of these tests, and what is past is never removed.
    const begun = new Date().toISOString()
    const sinceThen = (before: { HASTA: string }[]) => before.filter(({ HASTA }) => HASTA > begun)
    await confirm((await upload(file(start, 'enero.csv'), january)).body)
    await confirm((await upload(file(csv('VOTORANTIM;1101;Caja;900,00'), 'enero-corregido.csv'), january)).body)
    await confirm((await upload(file(csv('VOTORANTIM;1101;Caja;950,00'), 'febrero.csv'), february)).body)
    const [{ id: caja }] = (await rows(server.db, sql<{ id: number }>`select id from account where business_id = 1 and code = '1101'`)) as [
      { id: number },
    ]
    const get = async (url: string, as = who.control) => server.call({ url, as })
    const { data, total } = (await get(`/balances?accountId=${caja}&sort=-PERIODO`)).body
    expect(total).toBe(2)
    expect(data).toMatchObject([
      { PERIODO: '2026-02', SALDO: '950.00', ARCHIVO: 'febrero.csv', CARGADO_POR: 'Beatriz Montoya' },
      { PERIODO: '2026-01', SALDO: '900.00', ARCHIVO: 'enero-corregido.csv' },
    ])
    expect((await get(`/balances/current/${caja}`)).body).toEqual(data[0])
    const { ANTES, ...now } = (await get(`/balances/${data[1].COD_BALANCE}`)).body
    expect(now).toEqual(data[1])
    expect(sinceThen(ANTES)).toMatchObject([{ SALDO: '1000.00', ARCHIVO: 'enero.csv', CARGADO_POR: 'Beatriz Montoya' }])
    expect(sinceThen((await get(`/balances/${data[0].COD_BALANCE}`)).body.ANTES)).toEqual([])
    expect((await get(`/balances?accountId=${caja}`, who.analista)).status).toBe(403)
    expect((await get('/balances?accountId=x')).status).toBe(422)
  })
})

describe('scope', () => {
  test('rows of businesses that are not the caller’s are refused, and others do not see the load', async () => {
    const own = await server.person(`control-${Math.random()}`, [3], 'Solo Safra')
    await sql`insert into user_scope (user_id, country_id, business_id) values (${own.id}, 1, 2)`.execute(server.db)
    const { body } = await uploadAs(server, own)(file(start), january)
    expect(classes(body)).toEqual({ nueva: 1, rechazada: 2 })
    const refused = await server.call({ url: `/balances/load/${body.COD_CARGA}/rows`, query: { clase: 'rechazada' }, as: own })
    expect(refused.body.data[0].motivo).toBe('El negocio VOTORANTIM no está entre los suyos.')

    const wide = await upload(file(start), february)
    const url = `/balances/load/${wide.body.COD_CARGA}`
    await confirm(wide.body)
    // Safra's own see that there was a load and their rows of it, but no sums, no sample and no file with Votorantim in it.
    expect((await server.call({ url, as: own })).body).toMatchObject({ preview: null, layout: null, mapping: null, resultado: null })
    expect((await server.call({ url: `${url}/rows`, as: own })).body).toMatchObject({ total: 1, data: [{ NEGOCIO: 'SAFRA' }] })
    expect((await server.call({ url: `/balances/file/${wide.body.COD_CARGA}`, as: own })).status).toBe(404)
    expect((await server.call({ url: '/balances', as: own })).body).toMatchObject({ total: 1, data: [{ NEGOCIO: 'SAFRA', SALDO: '7.00' }] })
    const ids = await rows(server.db, sql<{ id: number }>`select id from balance order by id`)
    expect(await Promise.all(ids.map(async ({ id }) => (await server.call({ url: `/balances/${id}`, as: own })).status))).toEqual([
      404, 404, 200,
    ])
    const list = await server.call({ url: '/balances/load', as: who.control })
    expect(list.body.data.map((l: { COD_CARGA: number }) => l.COD_CARGA)).toEqual([wide.body.COD_CARGA, body.COD_CARGA])
    for (const as of [who.analista, who.gerencia, who.auditor]) expect((await server.call({ url, as })).status).toBe(403)
  })
})
