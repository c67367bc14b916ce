import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import XLSX from 'xlsx'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows } from '../../platform/database/index.ts'
import { groupsOf } from './balance.groups.ts'
import { confirmAs, forget, mapAs, period, uploadAs } from './balance.testing.ts'

jest.setTimeout(240_000)

describe('a row is the sum of the rows right below it', () => {
  /** 'code amount' of each row, in any order; the codes of the groups, each with how many rows it is the sum of. */
  const found = (...file: string[]) => {
    const chart = file.map((line, position) => {
      const [code, amount] = line.split(' ') as [string, string]
      return { position, code, cents: BigInt(amount) }
    })
    return groupsOf(chart)
      .map(({ position, rows: sums }) => `${chart[position]!.code}=${sums}`)
      .sort()
  }
  test.each<[what: string, file: string[], groups: string[]]>([
    [
      'every level of the PUC',
      ['1 100', '11 100', '1105 70', '110505 60', '110510 10', '1110 30', '111005 30'],
      ['1105=2', '1110=1', '11=2', '1=1'],
    ],
    ['a file with one account and all that is above it', ['1 100', '11 100', '1105 100', '110505 100'], ['1105=1', '11=1', '1=1']],
    ['in whatever order the rows are', ['110505 60', '1105 70', '110510 10'], ['1105=2']],
    ['debit less credit', ['4 -50', '40 -70', '41 20'], ['4=2']],
    ['what comes to zero', ['47 0', '472 35', '477 -35'], ['47=2']],
    [
      'but not when a cent is missing; what is above that row is a sum all the same',
      ['1 100', '11 100', '1105 60', '1110 39', '12 0'],
      ['1=2'],
    ],
    ['levels with points', ['1 30', '1.1 30', '1.1.01 10', '1.1.02 20'], ['1.1=2', '1=1']],
    [
      'of which 1.1 is not above 1.10',
      ['1 50', '1.1 20', '1.1.1 5', '1.1.2 15', '1.10 30', '1.10.1 10', '1.10.2 20'],
      ['1.10=2', '1.1=2', '1=2'],
    ],
    ['nor 1 above 10', ['1 30', '1.1 10', '1.2 20', '10 7', '10.1 3', '10.2 4'], ['10=2', '1=2']],
    ['but 43 above 430.00001', ['4 9', '43 9', '430 5', '430.00001 2', '430.00002 3', '431 4'], ['430=2', '43=2', '4=1']],
    [
      'one row below that is the same may be chance where others are no sums',
      ['1 500', '10 9', '11 8', '2 70', '20 70', '3 5', '30 4'],
      [],
    ],
    ['zeros follow the rest of their chart', ['1 30', '11 10', '12 20', '2 0', '21 0', '22 0'], ['1=2', '2=2']],
    ['and alone say nothing', ['1 0', '11 0', '12 0', '2 0', '21 0'], []],
    ['a chart without levels has none', ['1105 10', '1110 20', '2205 -30'], []],
    ['a repeated code is none, since nobody knows which', ['11 30', '11 30', '1105 10', '1110 20', '2 5', '21 2', '22 3'], ['2=2']],
    [
      'a PUC whose codes are padded with zeros',
      ['100000 100', '110000 100', '110500 70', '110505 60', '110510 10', '111000 30', '111005 30'],
      ['100000=1', '110000=2', '110500=2', '111000=1'],
    ],
    [
      'COSIF, padded, with a check digit behind',
      ['0010000007 60', '0011000006 40', '0011100009 15', '0011200002 25', '0012000005 20', '0012100008 20'],
      ['0010000007=2', '0011000006=2', '0012000005=1'],
    ],
    [
      'the same with separators',
      ['1.0.0.00.00-7 60', '1.1.0.00.00-6 40', '1.1.1.00.00-9 15', '1.1.2.00.00-2 25', '1.2.0.00.00-5 20', '1.2.1.10.00-1 20'].map((line) =>
        line.replaceAll('-', '.'),
      ),
      ['1.0.0.00.00.7=2', '1.1.0.00.00.6=2', '1.2.0.00.00.5=1'],
    ],
    [
      'of which an account that ends in zero is above none',
      ['430000 37', '430010 10', '430011 5', '430020 15', '430100 7', '430101 3', '430102 4'],
      ['430000=4', '430100=2'],
    ],
    ['padded codes without sums have none', ['110000 1', '110500 2', '110505 4', '120000 8', '120500 16'], []],
    ['a flat list of one length has none', ['110501 30', '110502 10', '110503 20', '110504 0'], []],
    ['a word has no levels, an account with letters has', ['CAJ 3', 'CAJA 1', 'CAJON 2', '401 3', '401AB 1', '401CD 2'], ['401=2']],
  ])('%s', (_, file, groups) => expect(found(...file)).toEqual(groups))
})

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

type Load = { COD_CARGA: number; mapping: object; preview: { token: string } }
const file = (...lines: string[]) => ({ name: 'saldos.csv', content: lines.join('\r\n') })
const rowsOf = async (load: Load, query: Record<string, unknown>) =>
  (await server.call({ url: `/balances/load/${load.COD_CARGA}/rows`, query, as: who.control })).body.data
const listed = async (load: Load) =>
  (await rowsOf(load, { grupo: true })).map((r: Record<string, unknown>) => `${r.NEGOCIO} ${r.CUENTA} ${r.saldoDespues} de ${r.sumaDe}`)
const balances = (periodId: number) =>
  rows(
    server.db,
    sql<{ text: string }>`select b.name || ' ' || c.code || ' ' || s.amount as text from balance s join account c on c.id = s.account_id
      join business b on b.id = c.business_id where s.period_id = ${periodId} order by b.id, c.code`,
  ).then((found) => found.map(({ text }) => text))

const PUC = [
  'Negocio;Código;Nombre;Saldo',
  'VOTORANTIM;1;ACTIVO;1.500,00',
  'VOTORANTIM;11;DISPONIBLE;1.500,00',
  'VOTORANTIM;1105;CAJA;300,50',
  'VOTORANTIM;110505;CAJA GENERAL;250,25',
  'VOTORANTIM;110510;CAJAS MENORES;50,25',
  'VOTORANTIM;1110;BANCOS;1.199,50',
  'VOTORANTIM;111005;MONEDA NACIONAL;1.199,50',
  'VOTORANTIM;2;PASIVO;-1.500,00',
  'VOTORANTIM;2205;PROVEEDORES;-1.500,00',
]

describe('a file whose groups are rows too', () => {
  test('says so, leaves them out unless it is told otherwise, and takes them in and out at one word; no total counts them', async () => {
    const fresh = (await upload(file(...PUC), january)).body
    expect(fresh.preview).toMatchObject({
      clases: [
        { clase: 'nueva', cuentas: 4, saldoDespues: '0.00' },
        { clase: 'grupo', cuentas: 5 },
      ],
      totalDespues: '0.00',
      cuentasCreadas: 4,
      grupos: { filas: 5, fuera: 5, saldo: '3000.00' },
    })
    const { body } = await map(fresh, { grupos: 'cargar' })
    expect(body.preview).toMatchObject({
      filas: 9,
      clases: [{ clase: 'nueva', cuentas: 9, saldoDespues: '0.00' }],
      totalDespues: '0.00',
      cuentasCreadas: 9,
      grupos: {
        filas: 5,
        fuera: 0,
        saldo: '3000.00',
        conSaldo: 0,
        ejemplos: [
          { CUENTA: '1', NOMBRE: 'ACTIVO' },
          { CUENTA: '11', NOMBRE: 'DISPONIBLE' },
          { CUENTA: '1105', NOMBRE: 'CAJA' },
          { CUENTA: '1110', NOMBRE: 'BANCOS' },
        ],
      },
    })
    expect(await listed(body)).toEqual([
      'VOTORANTIM 1 1500.00 de 1',
      'VOTORANTIM 11 1500.00 de 2',
      'VOTORANTIM 1105 300.50 de 2',
      'VOTORANTIM 1110 1199.50 de 1',
      'VOTORANTIM 2 -1500.00 de 1',
    ])
    const left = (await map(body, { grupos: 'omitir' })).body
    expect(left.preview).toMatchObject({
      filas: 9,
      clases: [
        { clase: 'nueva', cuentas: 4, saldoDespues: '0.00' },
        { clase: 'grupo', cuentas: 5, sinAsignar: 0, saldoVigente: '0.00', saldoDespues: '0.00' },
      ],
      totalDespues: '0.00',
      cuentasCreadas: 4,
      grupos: { filas: 5, saldo: '3000.00' },
    })
    expect(left.preview.token).not.toBe(body.preview.token)
    expect((await confirm(body)).status).toBe(409)
    expect((await map(left, { grupos: 'cargar' })).body.preview).toEqual(body.preview)
    expect((await confirm((await map(left, { grupos: 'omitir' })).body)).body).toMatchObject({
      resultado: { saldos: 4, cuentasCreadas: 4 },
    })
    expect(await balances(january)).toEqual([
      'VOTORANTIM 110505 250.25',
      'VOTORANTIM 110510 50.25',
      'VOTORANTIM 111005 1199.50',
      'VOTORANTIM 2205 -1500.00',
    ])
    expect(await row(server.db, sql`select count(*)::int as n from account`)).toEqual({ n: 4 })
    // What was left out can still be looked at.
    expect((await rowsOf(left, { clase: 'grupo' })).map((r: { fila: number }) => r.fila)).toEqual([2, 3, 4, 7, 9])
  })

  test('is remembered: the next file of the layout leaves its groups out, also without a dry run', async () => {
    const { body } = await upload(file(...PUC), january)
    await confirm((await map(body, { grupos: 'omitir' })).body)
    const next = await upload(
      file(...PUC.map((line) => line.replace('250,25', '260,25').replace('300,50', '310,50').replace('1.500', '1.510'))),
      february,
    )
    expect(next.body).toMatchObject({
      mapping: { grupos: 'omitir' },
      preview: {
        clases: [
          { clase: 'cambia', cuentas: 2 },
          { clase: 'igual', cuentas: 2 },
          { clase: 'grupo', cuentas: 5 },
        ],
      },
    })
    const once = await upload(file(...PUC), february, { SIMULAR: false })
    expect(once.body).toMatchObject({ ESTADO: 'confirmada', resultado: { saldos: 4, cuentasCreadas: 0 } })
  })

  test('leaves no group that was loaded before without a word: it is missing, and keeps its balance', async () => {
    await sql`insert into account (business_id, code, name, currency, department_id, analyst_id) values (1, '11', 'Disponible', 'BRL', 1, ${who.analista.id})`.execute(
      server.db,
    )
    await confirm((await map((await upload(file(...PUC), january)).body, { grupos: 'cargar' })).body)
    await sql`update balance_load set profile_id = null`.execute(server.db)
    await sql`delete from mapping_profile`.execute(server.db)
    // What is kept as an account already stays one, without a word from anybody.
    const { body } = await upload(file(...PUC), february)
    expect(body.preview).toMatchObject({ analisisNuevos: 1, totalVigente: '0.00', grupos: { filas: 5, fuera: 0, conSaldo: 5 } })
    const left = (await map(body, { grupos: 'omitir' })).body
    expect(left.preview).toMatchObject({
      clases: [
        { clase: 'igual', cuentas: 4, sinAsignar: 4, saldoDespues: '0.00' },
        { clase: 'falta', cuentas: 5, sinAsignar: 0, saldoVigente: '0.00', saldoDespues: '0.00' },
        { clase: 'grupo', cuentas: 5, sinAsignar: 0, saldoVigente: '0.00' },
      ],
      totalVigente: '0.00',
      totalDespues: '0.00',
      cuentasCreadas: 0,
      analisisNuevos: 0,
      grupos: { filas: 5, conSaldo: 5 },
    })
    expect((await confirm(left)).body).toMatchObject({ resultado: { saldos: 4, analisisNuevos: 0 } })
    expect(await row(server.db, sql`select count(*)::int as n from analysis where period_id = ${february}`)).toEqual({ n: 0 })
  })

  test('reopens nothing by a group that is left out', async () => {
    await sql`insert into account (business_id, code, name, currency, department_id, analyst_id) values (1, '11', 'Disponible', 'BRL', 1, ${who.analista.id})`.execute(
      server.db,
    )
    await confirm((await upload(file(...PUC), january)).body)
    await sql`update analysis set submitted_at = now()`.execute(server.db)
    const moved = await upload(
      file(...PUC.map((line) => line.replace('250,25', '260,25').replace('300,50', '310,50').replace('1.500', '1.510'))),
      january,
    )
    expect(moved.body.preview.reabre).toMatchObject({ total: 1, enviados: 1, cambio: '10.00' })
    const left = (await map(moved.body, { grupos: 'omitir' })).body
    expect(left.preview.reabre).toMatchObject({ total: 0, cambio: '0.00' })
    await confirm(left)
    expect(await row(server.db, sql`select balance, submitted_at is not null as sent from analysis`)).toEqual({
      balance: '1500.00',
      sent: true,
    })
  })

  test('is judged by itself for each business, currency and period', async () => {
    const { body } = await upload(
      file(
        'negocio;cuenta;nombre;moneda;saldo;período',
        'VOTORANTIM;10;Efectivo;BRL;30,00;2026-01',
        'VOTORANTIM;101;Caja;BRL;10,00;2026-01',
        'VOTORANTIM;102;Fondos;;20,00;2026-01',
        'VOTORANTIM;103;Dólares;USD;20,00;2026-01',
        'SAFRA;10;Efectivo;BRL;30,00;2026-01',
        'SAFRA;101;Caja;BRL;10,00;2026-01',
        'SAFRA;102;Fondos;BRL;19,99;2026-01',
        'SAFRA;104;Otros;BRL;0,01;2026-02',
        'NADIE;10;Efectivo;BRL;30,00;2026-01',
        'NADIE;101;Caja;BRL;30,00;2026-01',
      ),
      january,
    )
    expect(await listed(body)).toEqual(['VOTORANTIM 10 30.00 de 2'])
  })

  test('may separate the levels of its codes in whatever way', async () => {
    for (const mark of ['.', '-', '/', ' ']) {
      const of = (code: string) => code.replaceAll('.', mark)
      const { body } = await upload(
        file(
          'negocio;cuenta;nombre;saldo',
          ...[
            '1.;Activo;60,00',
            '1.1.;Corriente;30,00',
            '1.1.01;Caja;10,00',
            '1.1.02;Bancos;20,00',
            '1.10.;Otros;30,00',
            '1.10.01;Uno;12,00',
            '1.10.02;Dos;18,00',
          ].map((line) => `SAFRA;${of(line)}`),
        ),
        january,
      )
      expect([mark, await listed(body)]).toEqual([
        mark,
        ['1.', '1.1.', '1.10.'].map((code, at) => `SAFRA ${of(code).trim()} ${at === 0 ? '60' : '30'}.00 de 2`),
      ])
    }
  })

  test('may have one business beside the other', async () => {
    const wide = file(
      'Cuenta;Nombre;VOTORANTIM;SAFRA',
      '57;Tesorería;30,00;5,00',
      '570;Caja;10,00;',
      '572;Bancos;20,00;5,01',
      '572000;Banco;20,00;5,01',
    )
    const { body } = await upload(wide, january)
    const mapped = await map(body, { grupos: 'omitir' })
    expect(await listed(mapped.body)).toEqual(['VOTORANTIM 57 30.00 de 2', 'VOTORANTIM 572 20.00 de 1', 'SAFRA 572 5.01 de 1'])
    await confirm(mapped.body)
    expect(await balances(january)).toEqual(['VOTORANTIM 570 10.00', 'VOTORANTIM 572000 20.00', 'SAFRA 57 5.00', 'SAFRA 572000 5.01'])
  })

  test('may tell debit and credit, and be a workbook whose codes are numbers', async () => {
    const sheet = XLSX.utils.aoa_to_sheet([
      ['Cuenta', 'Descripción', 'Debe', 'Haber'],
      [4, 'ACREEDORES Y DEUDORES', 1210, 1310.1],
      [43, 'CLIENTES', 1210, 100],
      [4300001, 'Cliente uno', 1000.5, 100],
      [4300002, 'Cliente dos', 209.5, null],
      [40, 'PROVEEDORES', null, 1210.1],
      [4000001, 'Proveedor', 0, 1210.1],
      [1000000, 'Capital', 0, 0],
    ])
    const book = XLSX.utils.book_new()
    XLSX.utils.book_append_sheet(book, sheet, 'Sumas y saldos')
    const content = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    const { body } = await upload({ name: 'sumas.xlsx', content }, january, {
      MAPEO: JSON.stringify({
        sheet: 'Sumas y saldos',
        headerRow: 1,
        columns: { cuenta: 0, nombre: 1, debe: 2, haber: 3 },
        ID_NEGOCIO: 1,
        grupos: 'omitir',
      }),
    })
    expect(await listed(body)).toEqual(['VOTORANTIM 4 -100.10 de 2', 'VOTORANTIM 43 1110.00 de 2', 'VOTORANTIM 40 -1210.10 de 1'])
    expect(body.preview).toMatchObject({ totalDespues: '-100.10', cuentasCreadas: 4 })
  })

  test('tells of its refused rows once, however often groups are left out and taken back', async () => {
    const { body } = await upload(file(...PUC, 'NADIE;1;ACTIVO;7,00'), january)
    const left = (await map(body, { grupos: 'omitir' })).body
    await map(left, { grupos: 'cargar' })
    const told = () => row(server.db, sql`select count(*)::int as n from notification where template = 'carga_con_errores'`)
    expect(await told()).toEqual({ n: 1 })
    // Without the column of their business all are of one, and repeated.
    const { negocioNombre, ...columns } = left.mapping.columns
    await map(left, { columns, ID_NEGOCIO: 1 })
    expect(await told()).toEqual({ n: 2 })
  })

  test('finds a group still a group after what it stands against has moved', async () => {
    const { body } = await upload(file(...PUC, 'NUEVO;1;ACTIVO;7,00', 'NUEVO;11;CAJA;3,00', 'NUEVO;12;BANCOS;4,00'), january)
    const left = (await map(body, { grupos: 'omitir' })).body
    expect(left.preview).toMatchObject({
      grupos: { filas: 5 },
      clases: [
        { clase: 'nueva', cuentas: 4 },
        { clase: 'rechazada', cuentas: 3 },
        { clase: 'grupo', cuentas: 5 },
      ],
    })
    await sql`insert into account (business_id, code, name, currency) values (1, '110505', 'Caja', 'BRL')`.execute(server.db)
    const moved = await confirm(left)
    expect(moved.status).toBe(409)
    expect(moved.body.current.preview).toMatchObject({ grupos: left.preview.grupos, cuentasCreadas: 3 })
    expect((await confirm(moved.body.current)).body).toMatchObject({ resultado: { saldos: 4, cuentasCreadas: 3 } })
  })

  test('with businesses that are made by the load', async () => {
    const made = ['NUEVO;1;ACTIVO;7,00', 'NUEVO;11;CAJA;3,00', 'NUEVO;12;BANCOS;4,00']
    const { body } = await upload(file(PUC[0]!, ...made), january)
    const left = (await map(body, { grupos: 'omitir', crearNegociosEnPais: 1 })).body
    expect(left.preview).toMatchObject({ negociosCreados: ['NUEVO'], cuentasCreadas: 2, totalDespues: '7.00', grupos: { filas: 1 } })
    await confirm(left)
    expect(await balances(january)).toEqual(['NUEVO 11 3.00', 'NUEVO 12 4.00'])
    // The columns are remembered, that businesses were to be made is not: the next file may only have misspelt one.
    const next = (await upload(file(PUC[0]!, 'NUEVOO;11;CAJA;3,00'), january)).body
    expect(next.mapping.crearNegociosEnPais).toBeUndefined()
    expect(next.preview).toMatchObject({ negociosCreados: [], clases: [{ clase: 'rechazada', cuentas: 1 }] })
  })
})
