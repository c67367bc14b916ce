import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import XLSX from 'xlsx'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { rows } from '../../platform/database/index.ts'
import { confirmAs, forget, mapAs, period, uploadAs } from './balance.testing.ts'

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

const file = (...lines: string[]) => ({ name: 'saldos.csv', content: lines.join('\r\n') })
const HEADER = 'negocio;cuenta;nombre;saldo'
const ROWS = ['VOTORANTIM;1101;Caja;1.204,55', 'VOTORANTIM;1102;Bancos;-0,00012']
const stored = () =>
  rows(
    server.db,
    sql<{ amount: string }>`select s.amount::text as amount from balance s join account c on c.id = s.account_id order by c.code`,
  ).then((found) => found.map(({ amount }) => amount))

describe('a file that counts in thousands or millions', () => {
  test.each<[string, string[], number, number | null, string]>([
    ['in its title', ['Empresa X', 'Cifras en miles', HEADER, ...ROWS], 1000, 2, 'Cifras en miles'],
    ['in the currency of its title', ['Moneda: M$', HEADER, ...ROWS], 1000, 1, 'Moneda: M$'],
    ['in its heading', [HEADER.replace('saldo', 'saldo (MM$)'), ...ROWS], 1_000_000, 1, 'saldo (MM$)'],
    [
      'in a note under the accounts',
      [HEADER, ...ROWS, 'Nota: importes expresados en miles de pesos'],
      1000,
      4,
      'Nota: importes expresados en miles de pesos',
    ],
  ])('is asked about, with the place where it says so: %s', async (_, lines, unidad, fila, texto) => {
    const { body } = await upload(file(...lines), january)
    expect(body).toMatchObject({ ESTADO: 'columnas', layout: { unidad: { unidad, fila, texto } } })
    expect(body.necesita).toContain('unidad')
    expect(await stored()).toEqual([])
  })

  test('in the name of its sheet', async () => {
    const book = XLSX.utils.book_new()
    const cells = [
      ['negocio', 'cuenta', 'nombre', 'saldo'],
      ['VOTORANTIM', '1101', 'Caja', 1204.55],
    ]
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(cells), 'Balance en miles')
    const { body } = await upload({ name: 'saldos.xlsx', content: XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) }, january)
    expect(body).toMatchObject({
      necesita: ['unidad'],
      mapping: { unidad: 1000 },
      layout: { unidad: { unidad: 1000, fila: null, texto: 'Balance en miles' } },
    })
  })

  test('is loaded in units to the cent once that is confirmed, says so in the load and its event, and is remembered', async () => {
    const thousands = file('Cifras en miles de pesos', HEADER, ...ROWS)
    const { body } = await upload(thousands, january)
    expect(body).toMatchObject({ necesita: ['unidad'], mapping: { unidad: 1000 } })
    const mapped = await map(body, {})
    expect(mapped.body).toMatchObject({ ESTADO: 'revision', mapping: { unidad: 1000 }, preview: { totalDespues: '1204549.88' } })
    expect((await confirm(mapped.body)).status).toBe(200)
    expect(await stored()).toEqual(['1204550.00', '-0.12'])
    const [event] = await rows(server.db, sql<{ detail: { unidad: number } }>`select detail from event where kind = 'carga_confirmada'`)
    expect(event!.detail.unidad).toBe(1000)
    const next = await upload({ ...thousands, content: `${thousands.content}\r\nVOTORANTIM;1103;Otros;2,00` }, february)
    expect(next.body).toMatchObject({ ESTADO: 'revision', mapping: { unidad: 1000 } })
  })

  test('may be in units all the same, when a person says so', async () => {
    const { body } = await upload(file('Cifras en miles', HEADER, ...ROWS.slice(0, 1)), january)
    const mapped = await map(body, { unidad: 1 })
    expect(mapped.body).toMatchObject({ ESTADO: 'revision', preview: { totalDespues: '1204.55' } })
  })

  test('is not read as units because the month before was: the same headings without the word are asked about anew', async () => {
    const { body } = await upload(file('Cifras en miles', HEADER, ...ROWS.slice(0, 1)), january)
    await confirm((await map(body, {})).body)
    const plain = await upload(file(HEADER, ...ROWS.slice(0, 1)), february)
    expect(plain.body).toMatchObject({ ESTADO: 'revision', preview: { totalDespues: '1204.55' } })
  })

  test('whose unit only a person knew is asked about each time, with what was said last', async () => {
    const { body } = await upload(file(HEADER, ...ROWS.slice(0, 1)), january)
    await confirm((await map(body, { unidad: 1000 })).body)
    const next = await upload(file(HEADER, 'VOTORANTIM;1101;Caja;7,00'), february)
    expect(next.body).toMatchObject({ ESTADO: 'columnas', necesita: ['unidad'], mapping: { unidad: 1000 } })
  })

  test('far below the first rows is asked about too, also of columns that were chosen before, and is answered once', async () => {
    const many = Array.from({ length: 80 }, (_, i) => `VOTORANTIM;${2000 + i};Cuenta ${i};${i},00`)
    const { body } = await upload(file(HEADER, ...many), january)
    expect((await map(body, { unidad: 1 })).body).toMatchObject({ ESTADO: 'revision' })
    const noted = await upload(file(HEADER, ...many, 'Nota: importes en miles'), february)
    expect(noted.body).toMatchObject({ ESTADO: 'columnas', necesita: ['unidad'], layout: { unidad: { unidad: 1000, fila: 82 } } })
    expect((await map(noted.body, { unidad: 1 })).body).toMatchObject({ ESTADO: 'revision', preview: { totalDespues: '3160.00' } })
  })

  test('is never loaded at once, nor with columns that leave the unit open', async () => {
    const thousands = file('Cifras en miles', HEADER, ...ROWS)
    expect(await upload(thousands, january, { SIMULAR: false })).toMatchObject({
      status: 422,
      body: { code: 'load_needs_mapping', message: expect.stringMatching(/la unidad de las cifras/) },
    })
    const { body } = await upload(thousands, january)
    const { unidad: _, ...open } = body.mapping
    expect(await map({ ...body, mapping: open }, {})).toMatchObject({ status: 422, body: { issues: [{ path: 'unidad' }] } })
    expect(await stored()).toEqual([])
  })

  test('an amount that is too large in units is refused with its row', async () => {
    const { body } = await upload(file('En millones', HEADER, 'VOTORANTIM;1101;Caja;9.999.999.999.999,00'), january)
    const mapped = await map(body, {})
    expect(mapped.body.preview.clases).toMatchObject([{ clase: 'rechazada', cuentas: 1 }])
  })
})

describe('a currency in an amount', () => {
  const first = () => upload(file(HEADER, 'VOTORANTIM;1101;Caja;1,00'), january).then(({ body }) => confirm(body))
  const refused = async (load: { COD_CARGA: number }) =>
    (await server.call({ url: `/balances/load/${load.COD_CARGA}/rows?clase=rechazada`, as: who.control })).body.data.map(
      ({ CUENTA, motivo }: Record<string, string>) => `${CUENTA}: ${motivo}`,
    )

  test('other than that of the account refuses the row, and says which the account has', async () => {
    await first()
    const { body } = await upload(file(HEADER, 'VOTORANTIM;1101;Caja;USD 10.000,00'), february)
    expect(await refused(body)).toEqual(['1101: La moneda no es la de la cuenta (BRL).'])
  })
  test.each([
    ['its heading', ['negocio;cuenta;nombre;saldo USD', 'VOTORANTIM;1101;Caja;10,00', 'VOTORANTIM;1102;Bancos;20,00']],
    ['a title', ['Cifras en dólares', HEADER, 'VOTORANTIM;1101;Caja;10,00', 'VOTORANTIM;1102;Bancos;20,00']],
    ['a title beside its label', ['Moneda;USD', HEADER, 'VOTORANTIM;1101;Caja;10,00', 'VOTORANTIM;1102;Bancos;20,00']],
  ])('that %s names is no less that of the amounts', async (_, lines) => {
    await first()
    const { body } = await upload(file(...lines), february)
    expect(await refused(body)).toEqual(['1101: La moneda no es la de la cuenta (BRL).'])
    await confirm(body)
    const found = await rows(server.db, sql<{ text: string }>`select code || ' ' || currency as text from account order by code`)
    expect(found.map(({ text }) => text)).toEqual(['1101 BRL', '1102 USD'])
  })
  test('is that of a new account', async () => {
    const { body } = await upload(file(HEADER, 'VOTORANTIM;1101;Caja;R$ 1,00', 'VOTORANTIM;1102;Bancos;€ 7.000,25'), january)
    expect(body.preview).toMatchObject({ monedas: ['BRL', 'EUR'] })
    await confirm(body)
    const found = await rows(server.db, sql<{ text: string }>`select code || ' ' || currency as text from account order by code`)
    expect(found.map(({ text }) => text)).toEqual(['1101 BRL', '1102 EUR'])
  })
  test('that the row contradicts itself is said', async () => {
    const { body } = await upload(
      file(`${HEADER};moneda`, 'VOTORANTIM;1101;Caja;€ 5,00;BRL', 'VOTORANTIM;1102;Bancos;R$ 5,00;BRL'),
      january,
    )
    expect(await refused(body)).toEqual(['1101: La fila nombra varias monedas: BRL, EUR. Deje la de la cuenta.'])
  })
})
