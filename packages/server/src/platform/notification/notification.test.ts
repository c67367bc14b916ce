import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { transaction } from '../database/index.ts'
import { notify } from '../mail/notify.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  await notify(
    server.db,
    [who.analista.id, who.jefatura.id],
    'periodo_abierto',
    { period: '2026-07', due: '2026-08-06T21:00:00.000Z' },
    '/home',
  )
  await notify(server.db, [who.analista.id], 'asignacion', { n: 3, business: 'VOTORANTIM' })
  await notify(server.db, [who.analista.id], 'enviado', { account: '1.1 {n} <b>', who: 'Lucía', period: 'enero' })
}, 60_000)
afterAll(() => server.close())

const list = async (as = who.analista, query: Record<string, unknown> = {}, language = 'es') =>
  (await server.call({ url: '/notifications', query, as, language })).body
const mark = async (body: object, as = who.analista) => (await server.call({ method: 'PATCH', url: '/notifications', body, as })).body

describe('notifications', () => {
  test('are one’s own, newest first, written out in the language asked for and in local time', async () => {
    const { data, total, sinLeer } = await list()
    expect({ total, sinLeer }).toEqual({ total: 3, sinLeer: 3 })
    expect(data.map((n: { tipo: string }) => n.tipo)).toEqual(['enviado', 'asignacion', 'periodo_abierto'])
    expect(data[2]).toEqual({
      id: expect.any(Number),
      tipo: 'periodo_abierto',
      titulo: 'Período julio de 2026 abierto',
      texto: 'El período julio de 2026 está abierto. Los análisis vencen el 6 de agosto de 2026, 18:00.',
      ruta: '/home',
      fecha: expect.stringMatching(/Z$/),
      leida: false,
    })
    expect((await list(who.analista, {}, 'en')).data[2]).toMatchObject({
      titulo: 'Period July 2026 opened',
      texto: 'Period July 2026 is open. Analyses are due August 6, 2026, 18:00.',
    })
    expect((await list(who.jefatura)).total).toBe(1)
    expect(await list(who.control)).toMatchObject({ data: [], total: 0, sinLeer: 0 })
    expect((await server.call({ url: '/notifications' })).status).toBe(401)
  })

  test('what a person wrote is shown as it is', async () => {
    expect((await list()).data[0].texto).toBe('Lucía envió el análisis de 1.1 {n} <b> de enero.')
  })

  test('are marked by id, and only one’s own', async () => {
    const [first, second] = (await list()).data
    const [others] = (await list(who.jefatura)).data
    expect(await mark({ ids: [first.id, others.id] })).toEqual({ sinLeer: 2 })
    expect((await list(who.jefatura)).sinLeer).toBe(1)
    expect((await list(who.analista, { noLeidas: true })).data.map((n: { id: number }) => n.id)).not.toContain(first.id)
    expect((await list(who.analista, { noLeidas: false })).data).toMatchObject([{ id: first.id, leida: true }])
    expect(await mark({ ids: [] })).toEqual({ sinLeer: 2 })
    expect(await mark({ ids: [second.id, 999_999] })).toEqual({ sinLeer: 1 })
    expect((await server.call({ method: 'PATCH', url: '/notifications', body: { ids: ['x'] }, as: who.analista })).status).toBe(422)
  })

  test('are marked all at once, still only one’s own', async () => {
    expect(await mark({})).toEqual({ sinLeer: 0 })
    expect((await list(who.jefatura)).sinLeer).toBe(1)
  })

  test('are paged by 20', async () => {
    await transaction(server.db, async (tx) => {
      for (let n = 1; n <= 25; n++) await notify(tx, [who.gerencia.id], 'asignacion', { n, business: 'SAFRA' })
    })
    const { data, total, limit } = await list(who.gerencia)
    expect({ total, limit, shown: data.length }).toEqual({ total: 25, limit: 20, shown: 20 })
    expect((await list(who.gerencia, { page: 2 })).data.at(-1).texto).toBe('Se le asignaron 1 cuentas de SAFRA.')
  })
})
