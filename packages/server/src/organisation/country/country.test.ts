import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
})
afterAll(() => server.close())

const chile = { PAIS: 'Chile', CODIGO_ISO: 'CL', MONEDA: 'CLP' }

describe('countries', () => {
  test('control creates one, changes it and finds it again', async () => {
    const created = await server.call({
      method: 'POST',
      url: '/country-manager',
      body: { ...chile, ID_USUARIO_ENCARGADO: who.control.id },
      as: who.control,
    })
    expect(created).toMatchObject({ status: 200, body: { ...chile, ENCARGADO: 'Beatriz Montoya', NEGOCIOS: 0, ACTIVO: true } })
    const changed = await server.call({
      method: 'PATCH',
      url: `/country-manager/${created.body.ID_PAIS}`,
      body: { PAIS: 'República de Chile' },
      as: who.control,
    })
    expect(changed.body).toMatchObject({ PAIS: 'República de Chile', CODIGO_ISO: 'CL', ID_USUARIO_ENCARGADO: who.control.id })
    const list = await server.call({ url: '/country-manager', query: { search: 'republica' }, as: who.administrador })
    expect(list.body).toMatchObject({ total: 1, page: 1, limit: 100, data: [{ PAIS: 'República de Chile' }] })
  })

  test('a name or code that exists is refused at its field, in the language asked for', async () => {
    const answer = await server.call({
      method: 'POST',
      url: '/country-manager',
      body: { PAIS: 'Brasil', CODIGO_ISO: 'BB', MONEDA: 'BRL' },
      as: who.control,
      language: 'en',
    })
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'country_exists', issues: [{ path: 'PAIS', message: 'There is a country with that name or code already.' }] },
    })
  })

  test('every wrong field is named in Spanish', async () => {
    const answer = await server.call({
      method: 'POST',
      url: '/country-manager',
      body: { PAIS: 'X', CODIGO_ISO: 'br', MONEDA: 'REAL' },
      as: who.control,
    })
    expect(answer.status).toBe(422)
    expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toEqual(['PAIS', 'CODIGO_ISO', 'MONEDA'])
    expect(answer.body.issues[0].message).toBe('Escriba al menos 2 caracteres.')
  })

  test('an analyst, a head and management may not, and nobody without a token', async () => {
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor])
      expect((await server.call({ url: '/country-manager', as })).status).toBe(403)
    expect((await server.call({ url: '/country-manager' })).status).toBe(401)
  })

  test('a country that does not exist is not found', async () => {
    expect(await server.call({ url: '/country-manager/999', as: who.control })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('one with an image, found by who is in charge, and exported', async () => {
    const made = await server.call({
      method: 'POST',
      url: '/country-manager',
      body: { PAIS: 'Uruguay', CODIGO_ISO: 'UY', MONEDA: 'UYU', RUTA_IMAGEN: '/paises/uy.png', ID_USUARIO_ENCARGADO: who.gerencia.id },
      as: who.control,
    })
    expect(made.body).toMatchObject({ RUTA_IMAGEN: '/paises/uy.png', REVISION: 1 })
    const listed = await server.call({ url: '/country', query: { search: 'uruguay' }, as: who.analista })
    expect(listed.body.data).toMatchObject([{ PAIS: 'Uruguay', RUTA_IMAGEN: '/paises/uy.png' }])
    const ofManager = await server.call({ url: '/country-manager', query: { managerId: who.gerencia.id }, as: who.control })
    expect(ofManager.body.total).toBe(1)
    const book = await server.call({ url: '/country-manager', query: { format: 'excel' }, as: who.control })
    expect(book.headers['content-disposition']).toContain('paises.xlsx')
    for (const RUTA_IMAGEN of ['javascript:alert(1)', '//evil.example/x.png', 'http://x.example/x.png', '/a b'])
      expect(
        await server.call({ method: 'PATCH', url: `/country-manager/${made.body.ID_PAIS}`, body: { RUTA_IMAGEN }, as: who.control }),
      ).toMatchObject({ status: 422, body: { issues: [{ path: 'RUTA_IMAGEN' }] } })
  })

  test('of two who change the same one, the second is told how it is now; both names are its own', async () => {
    const patch = (body: object) => server.call({ method: 'PATCH', url: '/country-manager/1', body, as: who.control })
    const both = await Promise.all([patch({ MONEDA: 'USD', REVISION: 1 }), patch({ MONEDA: 'EUR', REVISION: 1 })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'row_moved', current: { REVISION: 2 } })
    expect(await patch({ PAIS: 'URUGUÁY' })).toMatchObject({ status: 422, body: { code: 'country_exists' } })
    expect((await patch({ MONEDA: 'BRL' })).status).toBe(200)
    const log = (await server.call({ url: '/audit/changes', query: { entidad: 'pais', entidadId: 1 }, as: who.administrador })).body.data
    expect(log[0]).toMatchObject({ accion: 'cambiado', despues: { MONEDA: 'BRL' } })
  })

  test('what was saved and is saved again, because its answer was lost, is neither a conflict nor a second change', async () => {
    const call = (method: 'GET' | 'PATCH', body?: object) =>
      server.call({ method, url: '/country-manager/1', as: who.control, ...(body && { body }) })
    const { PAIS, MONEDA, REVISION } = (await call('GET')).body
    const change = { PAIS, MONEDA, RUTA_IMAGEN: '/otra.png', REVISION }
    const saved = await call('PATCH', change)
    expect(saved).toMatchObject({ status: 200, body: { REVISION: REVISION + 1 } })
    expect(await call('PATCH', change)).toMatchObject({ status: 200, body: saved.body })
    expect(await call('PATCH', { ...change, RUTA_IMAGEN: null })).toMatchObject({ status: 409, body: { code: 'row_moved' } })
  })

  test('one with active businesses is not deactivated', async () => {
    expect(await server.call({ method: 'PATCH', url: '/country-manager/1', body: { ACTIVO: false }, as: who.control })).toMatchObject({
      status: 409,
      body: { code: 'country_in_use', current: { negocios: 2 } },
    })
  })
})
