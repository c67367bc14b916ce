import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { seedBase } from '../../seed/index.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
}, 60_000)
afterAll(() => server.close())

const faq = {
  categoria: 'periodos',
  preguntaEs: '¿Cuándo vence el análisis?',
  preguntaEn: 'When is the analysis due?',
  respuestaEs: 'El cuarto día hábil del mes siguiente.',
  respuestaEn: 'On the fourth working day of the next month.',
}
const create = (more: object = {}, as = who.control) => server.call({ method: 'POST', url: '/faq', body: { ...faq, ...more }, as })
const list = async (query: Record<string, unknown> = {}, as = who.analista) => (await server.call({ url: '/faq', query, as })).body

describe('questions', () => {
  test('are written by control and read by everyone who is signed in', async () => {
    const made = await create()
    expect(made).toMatchObject({ status: 200, body: { ...faq, orden: 1, publicada: true, actualizadoEn: expect.stringMatching(/Z$/) } })
    expect((await create({ preguntaEs: '¿Quién cierra el período?' })).body.orden).toBe(2)
    for (const as of Object.values(who).filter((person) => typeof person === 'object')) expect((await list({}, as)).total).toBe(2)
    expect((await server.call({ url: '/faq' })).status).toBe(401)
  })

  test('that are not published are seen by those who write', async () => {
    const draft = (await create({ categoria: 'otros', preguntaEs: 'Borrador de pregunta', publicada: false })).body
    expect((await list({}, who.control)).total).toBe(3)
    expect((await list({ search: 'borrador' })).data).toEqual([])
    await server.call({ method: 'PATCH', url: `/faq/${draft.id}`, body: { publicada: true }, as: who.administrador })
    expect((await list({ search: 'borrador' })).data).toHaveLength(1)
  })

  test('are found without accents, in either language, and by category', async () => {
    const found = async (query: object) =>
      (await list(query as Record<string, unknown>)).data.map((f: { preguntaEs: string }) => f.preguntaEs)
    expect(await found({ search: 'cuarto dia habil del mes', categoria: 'periodos' })).toHaveLength(2)
    expect(await found({ search: 'QUIEN CIERRA' })).toEqual(['¿Quién cierra el período?'])
    expect(await found({ search: 'fourth working' })).toHaveLength(3)
    expect(await found({ categoria: 'otros' })).toEqual(['Borrador de pregunta'])
    expect((await server.call({ url: '/faq', query: { categoria: 'nada' }, as: who.analista })).status).toBe(422)
  })

  test('are suggested by the words of a ticket that is being written, the nearest first', async () => {
    const suggest = async (search: string) => (await list({ search, sugerir: true })).data.map((f: { preguntaEs: string }) => f.preguntaEs)
    expect((await suggest('No sé cuándo vencen los análisis del mes'))[0]).toBe('¿Cuándo vence el análisis?')
    expect(await suggest('Quiero cerrar: ¿quién cierra los períodos?')).toContain('¿Quién cierra el período?')
    expect(await suggest('impresora rota')).toEqual([])
    expect(await suggest('100% _')).toEqual([])
  })

  test('change in the fields sent and stay in the others', async () => {
    const { data } = await list({ categoria: 'periodos' })
    const changed = await server.call({
      method: 'PATCH',
      url: `/faq/${data[1].id}`,
      body: { orden: 0, respuestaEn: 'Control closes it.' },
      as: who.control,
    })
    expect(changed.body).toMatchObject({
      preguntaEs: '¿Quién cierra el período?',
      respuestaEs: faq.respuestaEs,
      respuestaEn: 'Control closes it.',
      publicada: true,
    })
    expect((await list({ categoria: 'periodos' })).data[0].id).toBe(data[1].id)
    expect((await server.call({ method: 'PATCH', url: '/faq/999', body: { orden: 0 }, as: who.control })).status).toBe(404)
    expect((await server.call({ method: 'PATCH', url: `/faq/${data[1].id}`, body: { preguntaEs: '?' }, as: who.control })).status).toBe(422)
  })

  test('are removed once', async () => {
    const { id } = (await create({ categoria: 'cargas' })).body
    const remove = () => server.call({ method: 'DELETE', url: `/faq/${id}`, as: who.control })
    expect(await remove()).toMatchObject({ status: 200, body: { ok: true } })
    expect((await remove()).status).toBe(404)
  })

  test('are not written, changed or removed by others', async () => {
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor]) {
      expect((await create({}, as)).status).toBe(403)
      expect((await server.call({ method: 'PATCH', url: '/faq/1', body: { orden: 1 }, as })).status).toBe(403)
      expect((await server.call({ method: 'DELETE', url: '/faq/1', as })).status).toBe(403)
    }
  })

  test('the first ones come with the installation, and do not come back', async () => {
    await sql`truncate faq restart identity`.execute(server.db)
    await seedBase(server.db)
    await seedBase(server.db)
    expect(await list()).toMatchObject({ total: 6 })
    await sql`delete from faq`.execute(server.db)
    await seedBase(server.db)
    expect(await list()).toMatchObject({ total: 0 })
  })
})
