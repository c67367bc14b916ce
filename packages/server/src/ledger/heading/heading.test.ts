import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  await sql`insert into heading (code, name, parent_id) values ('1', 'Activo', null), ('11', 'Depósitos', 1), ('2', 'Pasivo', null)`.execute(
    server.db,
  )
  await sql`insert into account (business_id, code, name, currency, heading_id) values (1, '1', 'Caja', 'BRL', 2), (1, '2', 'Banco', 'BRL', 2)`.execute(
    server.db,
  )
}, 60_000)
afterAll(() => server.close())

const post = (body: object, as: Person = who.control) => server.call({ method: 'POST', url: '/heading', body, as })
const patch = (id: number, body: object, as: Person = who.control) => server.call({ method: 'PATCH', url: `/heading/${id}`, body, as })
const remove = (id: number, as: Person = who.control) => server.call({ method: 'DELETE', url: `/heading/${id}`, as })
const names = async (query: Record<string, unknown>) =>
  (await server.call({ url: '/heading', query, as: who.control })).body.data.map((h: { NOMBRE: string }) => h.NOMBRE)

test('headings are listed by code, with their place in the tree', async () => {
  expect((await server.call({ url: '/heading', as: who.jefatura })).body).toEqual({
    data: [
      { COD_RUBRO: 1, NOMBRE: 'Activo', CODIGO: '1', parentId: null, RUTA: 'Activo', HIJOS: 1, CUENTAS: 0, REVISION: 1 },
      { COD_RUBRO: 2, NOMBRE: 'Depósitos', CODIGO: '11', parentId: 1, RUTA: 'Activo › Depósitos', HIJOS: 0, CUENTAS: 2, REVISION: 1 },
      { COD_RUBRO: 3, NOMBRE: 'Pasivo', CODIGO: '2', parentId: null, RUTA: 'Pasivo', HIJOS: 0, CUENTAS: 0, REVISION: 1 },
    ],
    total: 3,
    page: 1,
    limit: 100,
  })
  expect(await names({ search: 'deposito' })).toEqual(['Depósitos'])
  expect(await names({ parentId: 'raiz' })).toEqual(['Activo', 'Pasivo'])
  expect(await names({ parentId: 1 })).toEqual(['Depósitos'])
  expect((await server.call({ url: '/heading', as: who.analista })).status).toBe(403)
  expect((await server.call({ url: '/heading', query: { format: 'excel' }, as: who.control })).headers['content-type']).toContain(
    'spreadsheet',
  )
})

test('as a tree, with levels and the accounts of all that is below', async () => {
  const { body } = await server.call({ url: '/heading/tree', as: who.jefatura })
  expect(body).toMatchObject([
    {
      NOMBRE: 'Activo',
      NIVEL: 1,
      CUENTAS: 0,
      CUENTAS_TOTAL: 2,
      RUBROS_HIJOS: [{ NOMBRE: 'Depósitos', NIVEL: 2, CUENTAS_TOTAL: 2, RUBROS_HIJOS: [] }],
    },
    { NOMBRE: 'Pasivo', NIVEL: 1, RUBROS_HIJOS: [] },
  ])
})

test('one is created below another and moved with all below it; the move is kept by names', async () => {
  const cash = (await post({ NOMBRE: 'Efectivo', CODIGO: '111', parentId: 2 })).body
  expect(cash).toMatchObject({ RUTA: 'Activo › Depósitos › Efectivo', parentId: 2 })
  const moved = await patch(2, { parentId: 3, REVISION: 1 })
  expect(moved.body).toMatchObject({ RUTA: 'Pasivo › Depósitos', parentId: 3, NOMBRE: 'Depósitos', CODIGO: '11' })
  expect((await server.call({ url: `/heading/${cash.COD_RUBRO}`, as: who.control })).body.RUTA).toBe('Pasivo › Depósitos › Efectivo')
  const [change] = (await server.call({ url: '/audit/changes', query: { entidad: 'rubro', entidadId: 2 }, as: who.control })).body.data
  expect(change).toMatchObject({ antes: { RUTA: 'Activo › Depósitos' }, despues: { RUTA: 'Pasivo › Depósitos' } })
  expect(await patch(2, { parentId: 1, REVISION: 1 })).toMatchObject({ status: 409, body: { code: 'row_moved', current: { parentId: 3 } } })
  expect((await patch(2, { parentId: null })).body.RUTA).toBe('Depósitos')
})

test('never lies within itself, not even when two are moved into each other at once', async () => {
  const wrong = { status: 422, body: { code: 'heading_cycle', issues: [{ path: 'parentId' }] } }
  expect(await patch(2, { parentId: 2 })).toMatchObject(wrong)
  expect(await patch(2, { parentId: 4 })).toMatchObject(wrong)
  const both = await Promise.all([patch(1, { parentId: 3 }), patch(3, { parentId: 1 }, who.administrador)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('has a code of its own, a name of its own beside others, and at most eight levels', async () => {
  const refused = (path: string, code: string) => ({ status: 422, body: { code, issues: [{ path }] } })
  expect(await post({ NOMBRE: 'Otro', CODIGO: '11' })).toMatchObject(refused('CODIGO', 'heading_code_exists'))
  expect(await post({ NOMBRE: 'EFECTIVO', parentId: 2 })).toMatchObject(refused('NOMBRE', 'heading_exists'))
  expect(await post({ NOMBRE: 'Otro', parentId: 999 })).toMatchObject(refused('parentId', 'heading_unknown'))
  let parentId: number | null = null
  for (let level = 1; level <= 8; level++) parentId = (await post({ NOMBRE: `Nivel ${level}`, parentId })).body.COD_RUBRO
  expect(await post({ NOMBRE: 'Nivel 9', parentId })).toMatchObject(refused('parentId', 'heading_deep'))
  const top =
    (await names({ search: 'nivel 1' })).length === 1 &&
    (await server.call({ url: '/heading', query: { search: 'nivel 1' }, as: who.control })).body.data[0].COD_RUBRO
  expect(await patch(top, { parentId: 2 })).toMatchObject(refused('parentId', 'heading_deep'))
  expect((await post({ NOMBRE: 'Otro' }, who.jefatura)).status).toBe(403)
})

test('is removed only while nothing uses it', async () => {
  expect(await remove(2)).toMatchObject({ status: 409, body: { code: 'heading_in_use', current: { rubros: 1, cuentas: 2, analisis: 0 } } })
  const free = (await post({ NOMBRE: 'De paso' })).body.COD_RUBRO
  expect((await remove(free, who.jefatura)).status).toBe(403)
  expect((await remove(free)).body).toEqual({ ok: true })
  expect((await remove(free)).status).toBe(404)
  const [gone] = (await server.call({ url: '/audit/changes', query: { entidad: 'rubro', entidadId: free }, as: who.control })).body.data
  expect(gone).toMatchObject({ accion: 'eliminado', despues: null, antes: { NOMBRE: 'De paso' } })
})

describe('merging', () => {
  const merge = async (id: number, into: number, as: Person = who.control, REVISION?: number) =>
    server.call({
      method: 'POST',
      url: `/heading/${id}/merge`,
      body: { COD_RUBRO: into, REVISION: REVISION ?? (await server.call({ url: `/heading/${id}`, as: who.control })).body.REVISION ?? 1 },
      as,
    })
  const created = async (NOMBRE: string, parentId: number | null = null, CODIGO: string | null = null) =>
    (await post({ NOMBRE, parentId, CODIGO })).body.COD_RUBRO as number

  test('takes accounts and what is below along; the code is free again, and who did it is kept', async () => {
    const [one, other] = [await created('Bancos', null, '77'), await created('Disponible', null, '78')]
    const below = await created('Banco del Sur', one)
    await sql`update account set heading_id = ${one} where code = '1'`.execute(server.db)
    expect(await merge(one, other)).toMatchObject({ status: 200, body: { NOMBRE: 'Disponible', CUENTAS: 1, HIJOS: 1 } })
    expect((await server.call({ url: `/heading/${below}`, as: who.control })).body.RUTA).toBe('Disponible › Banco del Sur')
    expect((await server.call({ url: `/heading/${one}`, as: who.control })).status).toBe(404)
    expect((await post({ NOMBRE: 'Otros bancos', CODIGO: '77' })).status).toBe(200)
    const [change] = (await server.call({ url: '/audit/changes', query: { entidad: 'rubro', entidadId: other }, as: who.control })).body
      .data
    expect(change.despues).toEqual({ FUSIONADO: '77 Bancos' })
  })

  test('one that an analysis names stays for it alone: in no list, no parent, no target', async () => {
    const [one, other] = [await created('Con historia'), await created('Nuevo lugar')]
    await sql`insert into threshold (heading_id, amount, percent) values (${one}, 5, 5)`.execute(server.db)
    expect(await remove(one)).toMatchObject({ status: 409, body: { current: { umbrales: 1 } } })
    expect((await merge(one, other)).status).toBe(200)
    expect(await names({ search: 'con historia' })).toEqual([])
    expect(JSON.stringify((await server.call({ url: '/heading/tree', as: who.control })).body)).not.toContain('Con historia')
    expect(await post({ NOMBRE: 'Dentro', parentId: one })).toMatchObject({ status: 422, body: { code: 'heading_unknown' } })
    expect(await merge(other, one)).toMatchObject({ status: 422, body: { code: 'heading_unknown' } })
    expect((await post({ NOMBRE: 'Con historia' })).status).toBe(200)
  })

  test('not into itself or below, not with two of a name, not as it no longer is, not by others', async () => {
    const [one, other] = [await created('Uno'), await created('Dos')]
    const below = await created('Gemelo', one)
    expect(await merge(one, one)).toMatchObject({ status: 422, body: { code: 'heading_cycle' } })
    expect(await merge(one, below)).toMatchObject({ status: 422, body: { code: 'heading_cycle' } })
    await created('GEMELO', other)
    expect(await merge(one, other)).toMatchObject({ status: 422, body: { code: 'heading_merge_name', issues: [{ path: 'COD_RUBRO' }] } })
    expect(await merge(one, other, who.control, 99)).toMatchObject({ status: 409, body: { code: 'row_moved' } })
    expect((await merge(one, other, who.jefatura)).status).toBe(403)
    // One that has a name like its own below it goes into the one above.
    const same = await created('Uno', one)
    expect((await merge(one, (await created('Encima')) as number)).status).toBe(200)
    expect((await server.call({ url: `/heading/${same}`, as: who.control })).body.RUTA).toBe('Encima › Uno')
  })
})

test('a node says what it has of its own and what it inherits', async () => {
  const own = (await post({ NOMBRE: 'Con umbral' })).body.COD_RUBRO
  await sql`insert into threshold (heading_id, amount, percent, base) values (${own}, 250, 3, 'MONTO')`.execute(server.db)
  const nodes = (await server.call({ url: '/heading/tree', as: who.control })).body
  const of = (name: string) => nodes.find(({ NOMBRE }: { NOMBRE: string }) => NOMBRE === name)
  expect(of('Con umbral').MATERIALIDAD).toEqual({ BASE: 'MONTO', MONTO: '250.00', PORCENTAJE: '3.00', propia: true })
  expect(of('Disponible').MATERIALIDAD).toEqual({ BASE: 'AMBOS_O', MONTO: '1000.00', PORCENTAJE: '10.00', propia: false })
  expect(of('Disponible').PLANTILLA).toBeNull()
})
