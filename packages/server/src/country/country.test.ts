import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { organisation, type TestServer, testServer } from '../testing/server.ts'

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
    expect(answer.body.issues[0].message).toMatch(/se esperaba|demasiado/i)
  })

  test('an analyst, a head and management may not, and nobody without a token', async () => {
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor])
      expect((await server.call({ url: '/country-manager', as })).status).toBe(403)
    expect((await server.call({ url: '/country-manager' })).status).toBe(401)
  })

  test('a country that does not exist is not found', async () => {
    expect(await server.call({ url: '/country-manager/999', as: who.control })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})
