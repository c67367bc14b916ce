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
})

const file = (...lines: string[]) => ({ name: 'saldos.csv', content: lines.join('\r\n') })
const rowsOf = async (load: { COD_CARGA: number }) =>
  (await server.call({ url: `/balances/load/${load.COD_CARGA}/rows`, as: who.control })).body.data.map(
    (r: Record<string, unknown>) => `${r.fila} ${r.clase} ${r.NEGOCIO} ${r.CUENTA} ${r.saldoDespues ?? `${r.columna}: ${r.motivo}`}`,
  )
const balances = () =>
  rows(
    server.db,
    sql<{ text: string }>`select b.name || ' ' || c.code || ' ' || s.amount as text from balance s join account c on c.id = s.account_id
      join business b on b.id = c.business_id order by b.id, c.code`,
  ).then((found) => found.map(({ text }) => text))

describe('businesses beside each other', () => {
  const wide = [
    'Cuenta;Nombre;VOTORANTIM;safra;Otra cosa;Total',
    '1101;Caja;1.000,00;7,00;5,00;1.012,00',
    '1102;Bancos;(250,50);;1,00;-249,50',
    'TOTAL;;749,50;7,00;6,00;762,50',
  ]

  test('are recognised by their headings, confirmed, loaded each with its own and remembered', async () => {
    const { body } = await upload(file(...wide), january)
    expect(body).toMatchObject({
      ESTADO: 'columnas',
      necesita: ['confirmar'],
      mapping: {
        columns: { cuenta: 0, nombre: 1 },
        negocios: [
          { columna: 2, ID_NEGOCIO: 1 },
          { columna: 3, ID_NEGOCIO: 2 },
        ],
      },
    })
    const mapped = await map(body, {})
    expect(mapped.body).toMatchObject({ ESTADO: 'revision', preview: { filas: 3, totalDespues: '756.50' } })
    await confirm(mapped.body)
    expect(await balances()).toEqual(['VOTORANTIM 1101 1000.00', 'VOTORANTIM 1102 -250.50', 'SAFRA 1101 7.00'])
    const again = await upload(file(...wide.map((line) => line.replace('7,00', '8,00'))), january)
    expect(again.body).toMatchObject({
      ESTADO: 'revision',
      preview: {
        clases: [
          { clase: 'cambia', cuentas: 1 },
          { clase: 'igual', cuentas: 2 },
        ],
      },
    })
  })

  test('a column may be given to a business by hand; one whose heading names nobody is refused row by row', async () => {
    const { body } = await upload(file(...wide), january)
    const mapped = await map(body, { negocios: [{ columna: 2, ID_NEGOCIO: 2 }, { columna: 4 }] })
    expect(await rowsOf(mapped.body)).toEqual([
      '2 nueva SAFRA 1101 1000.00',
      '2 rechazada Otra cosa 1101 Otra cosa: El negocio Otra cosa no existe.',
      '3 nueva SAFRA 1102 -250.50',
      '3 rechazada Otra cosa 1102 Otra cosa: El negocio Otra cosa no existe.',
    ])
  })

  test('a column cannot be two things, nor the balances of a business of others', async () => {
    const { body } = await upload(file(...wide), january)
    expect(await map(body, { negocios: [{ columna: 1 }] })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'negocios', message: 'Una columna no puede ser dos cosas.' }] },
    })
    expect(await map(body, { negocios: [{ columna: 2, ID_NEGOCIO: 999 }] })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'negocios' }] },
    })
  })
})

describe('two documents of one business', () => {
  const two = [
    'negocio;documento;cuenta;saldo',
    'VOTORANTIM;4010;1101;10,00',
    'VOTORANTIM;4010;1102;20,00',
    'VOTORANTIM;4016;1101;11,00',
    'SAFRA;4010;1101;7,00',
  ]

  test('one is chosen: they are never added up, and who brings only one keeps it', async () => {
    const { body } = await upload(file(...two), january)
    expect(body).toMatchObject({
      ESTADO: 'columnas',
      necesita: ['documento'],
      preview: null,
      layout: {
        documentos: [
          { documento: '4010', filas: 2, negocios: 1 },
          { documento: '4016', filas: 1, negocios: 1 },
        ],
      },
    })
    expect(await upload(file(...two), january, { SIMULAR: false })).toMatchObject({ status: 422, body: { code: 'load_needs_mapping' } })
    const nobody = await map(body, { documento: '9999' })
    expect(nobody.body).toMatchObject({ ESTADO: 'columnas', necesita: ['documento'] })
    const mapped = await map(body, { documento: '4016' })
    expect(await rowsOf(mapped.body)).toEqual(['4 nueva VOTORANTIM 1101 11.00', '5 nueva SAFRA 1101 7.00'])
    expect(mapped.body.preview).toMatchObject({ filas: 2, omitidas: 3 })
    // The choice is remembered, and does no harm to a month with one document.
    expect((await upload(file(...two.map((line) => line.replace('11,00', '12,00'))), january)).body).toMatchObject({ ESTADO: 'revision' })
    const plain = await upload(file(...two.slice(0, 3)), january)
    expect(plain.body).toMatchObject({ ESTADO: 'revision', preview: { filas: 2, totalDespues: '30.00' } })
  })

  test('the choice outlives a change of columns and back; the other document is told as such, and is not what is remembered', async () => {
    const { body } = await upload(file(...two), january)
    const columns = { negocioNombre: 0, documento: 1, cuenta: 2, saldo: 3 }
    const chosen = await map(body, { columns, documento: '4016' })
    const mine = await rowsOf(chosen.body)
    // Without the column of the document its rows are two of one account, of which none is taken for the other.
    const without = await map(body, { columns: { negocioNombre: 0, cuenta: 2, saldo: 3 }, documento: undefined })
    expect(await rowsOf(without.body)).not.toEqual(mine)
    const back = await map(body, { columns, documento: '4016' })
    expect(back.body).toMatchObject({ ESTADO: 'revision', necesita: [], mapping: { columns, documento: '4016' } })
    expect(await rowsOf(back.body)).toEqual(mine)
    expect(back.body.preview.omitidas).toBe(3)
    expect(back.body.preview).toEqual({ ...chosen.body.preview, token: back.body.preview.token })
    const next = await upload(file(...two.map((line) => line.replace('11,00', '12,00'))), await period(server, '2026-02'))
    expect(next.body).toMatchObject({ ESTADO: 'revision', mapping: { documento: '4016' } })
    expect(await rowsOf(next.body)).toEqual(['4 nueva VOTORANTIM 1101 12.00', '5 nueva SAFRA 1101 7.00'])
  })

  test('that hold different accounts are one balance', async () => {
    const { body } = await upload(file(...two.filter((line) => !line.includes('4016')), 'VOTORANTIM;4016;1103;1,00'), january)
    expect(body).toMatchObject({ ESTADO: 'revision', preview: { filas: 4, totalDespues: '38.00' } })
  })
})

test('several sheets with a balance: which of them is asked, the one that is chosen is read', async () => {
  const book = XLSX.utils.book_new()
  for (const [month, amount] of [
    ['Portada', ''],
    ['Enero', 10],
    ['Febrero', 20],
  ] as const)
    XLSX.utils.book_append_sheet(
      book,
      XLSX.utils.aoa_to_sheet(
        amount === ''
          ? [['Balances', 'de la empresa']]
          : [
              ['Cuenta', 'Nombre', 'Saldo'],
              ['1105', 'Caja', amount],
            ],
      ),
      month,
    )
  const content = XLSX.write(book, { type: 'buffer' })
  const { body } = await upload({ name: 'meses.xlsx', content }, january)
  expect(body).toMatchObject({ ESTADO: 'columnas', necesita: ['negocio', 'hoja'], mapping: { sheet: 'Enero' } })
  const mapped = await map(body, { sheet: 'Febrero', ID_NEGOCIO: 1 })
  expect(await rowsOf(mapped.body)).toEqual(['2 nueva VOTORANTIM 1105 20.00'])
  const direct = await upload({ name: 'meses.xlsx', content }, january, { SIMULAR: false })
  expect(direct).toMatchObject({ status: 422, body: { message: expect.stringMatching(/la hoja/) } })
})

test('an opening balance and what moved since make the balance, once that is confirmed', async () => {
  const { body } = await upload(
    file('negocio;Cuenta;Nombre;Saldo inicial;Debe;Haber', 'VOTORANTIM;1105;Caja;10,00;5,00;1,00', 'VOTORANTIM;2105;Deudas;-10,00;;1,00'),
    january,
  )
  // Doubt is told beside what is missing.
  const bare = await upload(file('Cuenta;Nombre;Saldo inicial;Debe;Haber', '1105;Caja;10,00;5,00;1,00'), january)
  expect(bare.body).toMatchObject({ ESTADO: 'columnas', necesita: ['negocio', 'confirmar'] })
  expect(body).toMatchObject({ ESTADO: 'columnas', necesita: ['confirmar'], mapping: { columns: { inicial: 3, debe: 4, haber: 5 } } })
  const mapped = await map(body, {})
  expect(await rowsOf(mapped.body)).toEqual(['2 nueva VOTORANTIM 1105 14.00', '3 nueva VOTORANTIM 2105 -11.00'])
})

test('an account told by several columns', async () => {
  const { body } = await upload(
    file(
      '#Org.,Prog.,Econ.,DENOMINACIÓN,Créditos,Obligaciones',
      '91,011,31000,INTERESES,900000,547509.8',
      '92,011,31000,INTERESES,10,0.5',
      '#,,,,900010,547510.3',
    ),
    january,
  )
  const mapped = await map(body, { columns: { cuenta: 2, nombre: 3, saldo: 5 }, cuentaPartes: [0, 1], ID_NEGOCIO: 1 })
  expect(await rowsOf(mapped.body)).toEqual(['2 nueva VOTORANTIM 91-011-31000 547509.80', '3 nueva VOTORANTIM 92-011-31000 0.50'])
})

test('the same headings may mean another column in another business', async () => {
  const odd = ['Ref;Texto;Uno;Dos', '1101;Caja;1,50;2,50', '1102;Bancos;3,50;4,50']
  const first = (await upload(file(...odd), january)).body
  await map(first, { columns: { cuenta: 0, nombre: 1, saldo: 2 }, ID_NEGOCIO: 1 })
  await map((await upload(file(...odd), january)).body, { columns: { cuenta: 0, nombre: 1, saldo: 3 }, ID_NEGOCIO: 2 })
  const at = async (ID_NEGOCIO: number | null) => {
    await server.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: { ID_PAIS: ID_NEGOCIO && 1, ID_NEGOCIO }, as: who.control })
    const { body } = await upload(file(...odd), january)
    return { state: body.ESTADO, needs: body.necesita, saldo: body.mapping.columns.saldo, business: body.mapping.ID_NEGOCIO }
  }
  expect(await at(1)).toEqual({ state: 'revision', needs: [], saldo: 2, business: 1 })
  expect(await at(2)).toEqual({ state: 'revision', needs: [], saldo: 3, business: 2 })
  expect(await at(null)).toMatchObject({ state: 'columnas', needs: ['negocio'], business: undefined })
})
