import { readFileSync } from 'node:fs'
import type { Chart } from '@cuadre/api/chart'
import { SHARED } from '@cuadre/tables/fixtures/shared'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import XLSX from 'xlsx'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { rows } from '../../platform/database/index.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
}, 60_000)
afterAll(() => server.close())

type Order = { ID_NEGOCIO?: number; cambiar?: boolean; simular?: boolean; huella?: string }
const send = (name: string, content: string | Uint8Array, order: Order, as: Person = who.control) =>
  server.call({ method: 'POST', url: '/account/chart', file: { name, content }, body: order, as })
const look = async (name: string, content: string | Uint8Array, order: Order = {}, as?: Person) => {
  const { status, body } = await send(name, content, { ...order, simular: true }, as)
  expect({ status, body: status === 200 ? '' : body }).toEqual({ status: 200, body: '' })
  return body as Chart
}
const take = async (name: string, content: string | Uint8Array, order: Order = {}, as?: Person) => {
  const { huella } = await look(name, content, order, as)
  return send(name, content, { ...order, huella }, as)
}
const brief = ({ data }: Chart) => data.map(({ FILA, CODIGO, RUBRO, CLASE }) => [FILA, CODIGO, RUBRO, CLASE])

const GROUPS = `Plan general
"id","code_prefix_start","name","name@es"
"a","1","Assets","Activo"
"b","11","Current","Corriente"
"c","1101","Cash",""
"d","2","Liabilities","Pasivo"
"e","2","Twice","Dos veces"
"f","3","Assets","Activo"
`
const ACCOUNTS = `"id","code","account_type","name","reconcile","name@es"
"x","110101","asset_cash","Cash desk","False","Caja"
"y","210001","liability","Suppliers","False","Proveedores"
"z","910001","off","Order accounts","False","Cuentas de orden"
"w","","off","No code","False","Sin código"
`

test('headings come under the one whose code begins theirs; what is repeated or named as one beside it is refused', async () => {
  const seen = await look('rubros.csv', GROUPS)
  expect(seen).toMatchObject({ tipo: 'rubros', columnas: { CODIGO: 'code_prefix_start', NOMBRE: 'name@es, name', RUBRO: null } })
  expect(brief(seen)).toEqual([
    [3, '1', null, 'nueva'],
    [4, '11', '1 Activo', 'nueva'],
    [5, '1101', '11 Corriente', 'nueva'],
    [6, '2', null, 'rechazada'],
    [7, '2', null, 'rechazada'],
    [8, '3', null, 'rechazada'],
  ])
  expect(seen.data.slice(3).map(({ TEXTO }) => TEXTO)).toEqual([
    'El código está más de una vez en el archivo.',
    'El código está más de una vez en el archivo.',
    'Ya hay un rubro con ese nombre en ese lugar.',
  ])
  // The preview has changed nothing.
  expect((await server.call({ url: '/heading', as: who.control })).body.total).toBe(0)
  const made = await send('rubros.csv', GROUPS, { huella: seen.huella })
  expect(made.status).toBe(200)
  expect(made.body).toMatchObject({ simulado: false, total: { nueva: 3, distinta: 0, igual: 0, rechazada: 3 } })
  const { body } = await server.call({ url: '/heading', as: who.control })
  expect(body.data.map(({ RUTA }: { RUTA: string }) => RUTA)).toEqual(['Activo', 'Activo › Corriente', 'Activo › Corriente › Cash'])
  const changes = await rows(
    server.db,
    sql`select entity, name, after ->> 'RUTA' as path from master_change where entity = 'rubro' order by id`,
  )
  expect(changes).toContainEqual({ entity: 'rubro', name: 'Cash', path: 'Activo › Corriente › Cash' })
})

test('accounts come under the heading with the longest prefix, or under the one that their row names', async () => {
  const seen = await look('plan.csv', ACCOUNTS, { ID_NEGOCIO: who.votorantim })
  expect(seen).toMatchObject({ tipo: 'cuentas', columnas: { CODIGO: 'code', NOMBRE: 'name@es, name' } })
  expect(brief(seen)).toEqual([
    [2, '110101', '1101 Cash', 'nueva'],
    [3, '210001', null, 'nueva'],
    [4, '910001', null, 'nueva'],
    [5, '', null, 'rechazada'],
  ])
  expect((await send('plan.csv', ACCOUNTS, { ID_NEGOCIO: who.votorantim, huella: seen.huella })).status).toBe(200)
  const { body } = await server.call({ url: '/account', query: { businessId: who.votorantim, search: 'caja' }, as: who.control })
  expect(body.data).toMatchObject([{ CUENTA: '110101', NOMBRE: 'Caja', RUBRO: 'Cash', MONEDA: 'BRL', statusId: 1, ACTIVA: true }])

  const named = 'Cuenta,Nombre,Rubro,Moneda\n500,Bancos,corriente,USD\n501,Otra,No existe,USD\n502,Mala,Activo,dólares\n'
  const again = await look('con-rubro.csv', named, { ID_NEGOCIO: who.safra })
  expect(again.data.map(({ CLASE, RUBRO, TEXTO }) => [CLASE, RUBRO, TEXTO])).toEqual([
    ['nueva', '11 Corriente', null],
    ['rechazada', null, 'No hay un rubro «No existe», o hay varios.'],
    ['rechazada', '1 Activo', '«dólares» no es una moneda (tres letras).'],
  ])
})

test('what is there by another name is changed only where that is said', async () => {
  const renamed = ACCOUNTS.replace('"Caja"', '"Caja general"')
  const order = { ID_NEGOCIO: who.votorantim }
  const seen = await look('plan.csv', renamed, order)
  expect(seen.total).toEqual({ nueva: 0, distinta: 1, igual: 2, rechazada: 1 })
  expect(seen.data[0]).toMatchObject({ CLASE: 'distinta', NOMBRE: 'Caja general', TEXTO: 'Caja' })
  const name = async () =>
    (await server.call({ url: '/account', query: { businessId: who.votorantim, search: '110101' }, as: who.control })).body.data[0].NOMBRE
  expect((await take('plan.csv', renamed, order)).status).toBe(200)
  expect(await name()).toBe('Caja')
  expect((await take('plan.csv', renamed, { ...order, cambiar: true })).status).toBe(200)
  expect(await name()).toBe('Caja general')
  const headings = GROUPS.replace('"Corriente"', '"Activo corriente"')
  expect((await take('rubros.csv', headings, { cambiar: true })).body.total).toMatchObject({ nueva: 0, distinta: 1 })
  expect((await server.call({ url: '/heading', query: { search: 'corriente' }, as: who.control })).body.data[0].NOMBRE).toBe(
    'Activo corriente',
  )
})

test('as many headings as a file has are made and renamed by as few statements as two', async () => {
  const file = (prefix: string, count: number, word: string) =>
    `codigo de rubro;nombre\n${Array.from({ length: count }, (_, i) => `${prefix}${1000 + i};${word} ${prefix}${i}\n`).join('')}`
  const counted = async (content: string) => {
    const { huella } = await look('rubros.csv', content, { cambiar: true })
    const before = server.statements.length
    expect((await send('rubros.csv', content, { cambiar: true, huella })).status).toBe(200)
    return server.statements.length - before
  }
  const few = [await counted(file('S', 2, 'Rubro')), await counted(file('S', 2, 'Otro'))]
  expect([await counted(file('T', 3000, 'Rubro')), await counted(file('T', 3000, 'Otro'))]).toEqual(few)
  const { body } = await server.call({ url: '/heading', query: { search: 'Otro T2999' }, as: who.control })
  expect(body.data).toMatchObject([{ CODIGO: 'T3999', NOMBRE: 'Otro T2999', REVISION: 2 }])
  const query = { entidad: 'rubro', entidadId: body.data[0].COD_RUBRO }
  const log = await server.call({ url: '/audit/changes', query, as: who.administrador })
  expect(log.body.data).toMatchObject([
    { accion: 'cambiado', antes: { NOMBRE: 'Rubro T2999', RUTA: 'Rubro T2999' }, despues: { NOMBRE: 'Otro T2999', RUTA: 'Otro T2999' } },
    { accion: 'creado' },
  ])
  await sql`delete from heading where code ~ '^[ST]'`.execute(server.db)
}, 60_000)

test('made is exactly what was looked at, or nothing', async () => {
  const order = { ID_NEGOCIO: who.safra }
  const { huella } = await look('plan.csv', ACCOUNTS, order)
  await server.call({ method: 'POST', url: '/account', body: { CUENTA: '210001', NOMBRE: 'Otra', ID_NEGOCIO: who.safra }, as: who.control })
  const moved = await send('plan.csv', ACCOUNTS, { ...order, huella })
  expect(moved.status).toBe(409)
  expect(moved.body.message).toBe('Las cuentas o los rubros cambiaron desde que los revisó: esto es lo que haría ahora.')
  expect(moved.body.current.total).toEqual({ nueva: 2, distinta: 1, igual: 0, rechazada: 1 })
  const { body } = await server.call({ url: '/account', query: { businessId: who.safra }, as: who.control })
  expect(body.data.map(({ CUENTA }: { CUENTA: string }) => CUENTA)).toEqual(['210001'])
  // Changing the option to overwrite names makes it another change, so the preview is outdated.
  expect((await send('plan.csv', ACCOUNTS, { ...order, cambiar: true, huella: moved.body.current.huella })).status).toBe(409)
  expect((await send('plan.csv', ACCOUNTS, order)).body.issues).toMatchObject([{ path: 'huella' }])
})

describe('charts of others', () => {
  test.each<[what: string, content: string, expected: string[]]>([
    [
      'in Portuguese, with titles',
      'Plano de contas\n\nConta contábil;Descrição\n1.1.01;Caixa\n1.1.02;Bancos\n',
      ['1.1.01 Caixa', '1.1.02 Bancos'],
    ],
    ['in French', 'N° compte\tIntitulé\n512000\tBanque\n', ['512000 Banque']],
    ['abbreviated', 'NRO. CTA.;DENOM.\n1105;Caja\n', ['1105 Caja']],
    [
      'with its name under "cuenta"',
      'codigo,cuenta,naturaleza,descripcion\n1.1.01,Caja Bs,D,Efectivo\n1.1.02,Banco 2,D,Cuenta\n',
      ['1.1.01 Caja Bs', '1.1.02 Banco 2'],
    ],
    [
      'without headings',
      '1105;Caja general\n1110;Bancos del país\n1115;Remesas en tránsito\n',
      ['1105 Caja general', '1110 Bancos del país', '1115 Remesas en tránsito'],
    ],
    [
      'code and name in one cell',
      'Código y nombre\tTipo\n100 Caja\tA\n200 Bancos\tA\n300 Valores\tA\n400 - Deudas\tP\n500 Capital\tP\n',
      ['100 Caja', '200 Bancos', '300 Valores', '400 Deudas', '500 Capital'],
    ],
    ['its headings repeated', 'Cuenta;Nombre\n1105;Caja\nCuenta;Nombre\n1110;Bancos\n', ['1105 Caja', '1110 Bancos']],
  ])('%s', async (_, content, expected) => {
    const seen = await look('plan.txt', content, { ID_NEGOCIO: who.votorantim })
    expect(seen.tipo).toBe('cuentas')
    expect(seen.data.map(({ CODIGO, NOMBRE }) => `${CODIGO} ${NOMBRE}`)).toEqual(expected)
  })

  test('on the second sheet; a code that a spreadsheet changed is refused', async () => {
    const book = XLSX.utils.book_new()
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['Plan de cuentas'], ['Empresa X']]), 'Portada')
    const sheet = XLSX.utils.aoa_to_sheet([
      ['Código', 'Nombre'],
      [1105, 'Caja'],
      ['1,23E+12', 'Bancos'],
    ])
    XLSX.utils.book_append_sheet(book, sheet, 'Plan')
    const seen = await look('plan.xlsx', XLSX.write(book, { type: 'buffer' }), { ID_NEGOCIO: who.votorantim })
    expect(seen.data.map(({ CODIGO, CLASE, TEXTO }) => [CODIGO, CLASE, TEXTO])).toEqual([
      ['1105', 'nueva', null],
      ['1,23E+12', 'rechazada', expect.stringMatching(/hoja de cálculo/)],
    ])
  })
})

test.each([
  ['no columns', 'plan.csv', 'uno,dos\n1,2\n', 'file'],
  ['no rows', 'plan.csv', 'Cuenta,Nombre\n', 'file'],
  ['no table', 'plan.xlsx', 'Cuenta,Nombre\n1,Caja\n', 'file'],
  ['too many rows', 'plan.csv', `Cuenta,Nombre\n${Array.from({ length: 10_001 }, (_, i) => `${i},Caja ${i}\n`).join('')}`, 'file'],
])('%s: refused in one sentence', async (_, name, content, path) => {
  const { status, body } = await send(name, content, { ID_NEGOCIO: who.safra, simular: true })
  expect([status, body.issues?.map((issue: { path: string }) => issue.path)]).toEqual([422, [path]])
})

test('accounts are of a business in scope; headings need their own key', async () => {
  expect((await send('plan.csv', ACCOUNTS, { simular: true })).body.issues).toMatchObject([
    { path: 'ID_NEGOCIO', message: 'Diga de qué negocio son las cuentas.' },
  ])
  const elsewhere = await server.person('control-lejos', [3])
  expect((await send('plan.csv', ACCOUNTS, { ID_NEGOCIO: who.safra, simular: true }, elsewhere)).status).toBe(422)
  expect((await send('plan.csv', ACCOUNTS, { ID_NEGOCIO: who.safra, simular: true }, who.jefatura)).status).toBe(403)
  await sql`delete from role_permission where role_id = 3 and key = 'admin.heading.write'`.execute(server.db)
  expect((await send('rubros.csv', GROUPS, { simular: true })).status).toBe(403)
})

/** The groups of the six charts, as Odoo publishes them: first lines of each, with its own columns, quotes and order. */
describe('the headings of a published chart', () => {
  test.each<[country: string, content: string, expected: string[]]>([
    [
      'Colombia: the name in Spanish after the one in English, the code twice',
      'id,name,name@es,code_prefix_start,code_prefix_end\na,Assets,Activo local,71,71\nb,Cash,Disponible,7111,7111\nc,Cash on Hand,Caja,711105,711105\n',
      ['71 Activo local, ', '7111 Disponible, 71 Activo local', '711105 Caja, 7111 Disponible'],
    ],
    [
      'Peru: everything in quotes',
      '"id","code_prefix_start","name","name@es"\n"g0","70","Memorandum accounts","Cuentas de orden"\n"g1","701","Sales","Ventas"\n',
      ['70 Cuentas de orden, ', '701 Ventas, 70 Cuentas de orden'],
    ],
    [
      'Ecuador: it names the parent by its own sign',
      '"id","code_prefix_start","name","parent_id","name@es"\n"ec1","72","Active","","Activo bancario"\n"ec11","7201","Current assets","ec1","Activo corriente"\n',
      ['72 Activo bancario, ', '7201 Activo corriente, 72 Activo bancario'],
    ],
    [
      'Mexico: codes with points, which begin within others',
      '"id","name","code_prefix_start","name@es"\n"m1","Short-term assets","700.01","A corto plazo"\n"m2","Bank","700.01.1","Banco"\n',
      ['700.01 A corto plazo, ', '700.01.1 Banco, 700.01 A corto plazo'],
    ],
    [
      'Spain: a third language beside, a name with a comma',
      '"id","code_prefix_start","name","name@es","name@ca"\n"e1","73","Uncalled","Desembolsos no exigidos, capital social","Desemborsaments"\n',
      ['73 Desembolsos no exigidos, capital social, '],
    ],
    [
      'Bolivia: where the Spanish name is empty the other one is Spanish',
      '"id","code_prefix_start","name","name@es"\n"b1","74","Activos",""\n"b2","7411","Other Current Assets","Otros Activos Corrientes"\n',
      ['74 Activos, ', '7411 Otros Activos Corrientes, 74 Activos'],
    ],
  ])('%s', async (_, content, expected) => {
    const seen = await look('grupos.csv', content, {}, who.administrador)
    expect([seen.tipo, seen.total.rechazada]).toEqual(['rubros', 0])
    expect(seen.data.map(({ CODIGO, NOMBRE, RUBRO }) => `${CODIGO} ${NOMBRE}, ${RUBRO ?? ''}`)).toEqual(expected)
  })
})

describe('what the product has exported', () => {
  const exported = async (url: string) => (await server.call({ url, query: { format: 'excel' }, as: who.administrador })).body as Uint8Array

  test('is read again: headings as headings', async () => {
    const seen = await look('rubros.xlsx', await exported('/heading'), {}, who.administrador)
    const coded = seen.data.filter(({ CODIGO }) => CODIGO)
    expect([seen.tipo, new Set(coded.map(({ CLASE }) => CLASE))]).toEqual(['rubros', new Set(['igual'])])
  })

  test('of accounts only those of the business that is chosen are taken, and none whose zeros are lost', async () => {
    await sql`insert into account (business_id, code, name, currency) values (${who.safra}, '0077001', 'Caja chica', 'BRL'),
      (${who.votorantim}, '0077001', 'Caja chica', 'BRL'), (${who.votorantim}, '88001', 'Otra', 'BRL')`.execute(server.db)
    const book = XLSX.read(await exported('/account'))
    const sheet = book.Sheets[book.SheetNames[0]!]!
    const seen = async (content: Uint8Array) =>
      Object.fromEntries(
        (await look('cuentas.xlsx', content, { ID_NEGOCIO: who.safra }, who.administrador)).data
          .filter(({ CODIGO }) => /^0*77001$|^88001$/.test(CODIGO))
          .map(({ CODIGO, CLASE, TEXTO }) => [`${CODIGO} ${CLASE}`, TEXTO]),
      )
    const other = 'La fila es de otro negocio, VOTORANTIM.'
    expect(await seen(await exported('/account'))).toEqual({ '0077001 igual': null, '0077001 rechazada': other, '88001 rechazada': other })
    for (const cell of Object.values(sheet)) if (cell?.v === '0077001') Object.assign(cell, { t: 'n', v: 77001, w: undefined })
    expect(await seen(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }))).toMatchObject({ '77001 rechazada': expect.anything() })
  })
})

const real = SHARED ? describe : describe.skip
real('charts of Odoo', () => {
  const read = (name: string) => readFileSync(`${SHARED}/charts/odoo/account.${name}.csv`)

  test('Colombia: 401 groups, and 378 accounts under them', async () => {
    const order = { ID_NEGOCIO: who.safra }
    await sql`delete from account where business_id = ${who.safra}`.execute(server.db)
    const before = (await server.call({ url: '/heading', as: who.administrador })).body.total
    const groups = (await take('co.csv', read('group-co'), {}, who.administrador)).body as Chart
    expect([groups.tipo, groups.data.length, groups.total.rechazada]).toEqual(['rubros', 401, 0])
    const { body } = await server.call({ url: '/heading', as: who.administrador })
    expect(body.total).toBe(before + groups.total.nueva)
    const plan = (await take('co.csv', read('account-co'), order, who.administrador)).body as Chart
    expect([plan.tipo, plan.total]).toEqual(['cuentas', { nueva: 378, distinta: 0, igual: 0, rechazada: 0 }])
    expect(plan.data.every(({ RUBRO }) => RUBRO !== null)).toBe(true)
    expect((await server.call({ url: '/account', query: { businessId: who.safra }, as: who.control })).body.total).toBe(378)
  }, 60_000)

  test.each([
    ['pe', 83, 1228],
    ['ec', 112, 501],
    ['mx', 1079, 87],
    ['es_common', 930, 610],
    ['bo', 43, 127],
  ])('%s is read whole', async (country, groups, accounts) => {
    const headings = await look('rubros.csv', read(`group-${country}`), {}, who.administrador)
    expect([headings.tipo, headings.data.length]).toEqual(['rubros', groups])
    const plan = await look('plan.csv', read(`account-${country}`), { ID_NEGOCIO: who.votorantim }, who.administrador)
    expect([plan.tipo, plan.data.length, plan.total.rechazada]).toEqual(['cuentas', accounts, 0])
  })
})
