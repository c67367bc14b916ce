import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { transaction } from '../../platform/database/index.ts'
import { seedBase } from '../../seed/index.ts'
import { remindOfReviews } from './faq.review.ts'

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
})

describe('who keeps the questions', () => {
  const patch = (id: number, body: object, as = who.control) => server.call({ method: 'PATCH', url: `/faq/${id}`, body, as })

  test('finds every version, knows which language is behind, and is told when somebody saved meanwhile', async () => {
    const { id } = (await create({ categoria: 'acceso', palabras: ['clave'] })).body
    await sql`update faq set es_at = now() - interval '1 day', en_at = now() - interval '1 day' where id = ${id}`.execute(server.db)
    const changed = (await patch(id, { respuestaEs: 'El quinto día hábil.', REVISION: 1 })).body
    expect(changed).toMatchObject({ REVISION: 2, palabras: ['clave'] })
    expect(Date.parse(changed.cambioEs)).toBeGreaterThan(Date.parse(changed.cambioEn) + 60_000)
    expect(await patch(id, { respuestaEs: 'El sexto.', REVISION: 1 }, who.administrador)).toMatchObject({
      status: 409,
      body: { code: 'row_moved', current: { respuestaEs: 'El quinto día hábil.' } },
    })
    const versions = (await server.call({ url: `/faq/${id}/versions`, as: who.control })).body
    expect(versions.map((v: { version: number; respuestaEs: string }) => [v.version, v.respuestaEs])).toEqual([
      [2, 'El quinto día hábil.'],
      [1, faq.respuestaEs],
    ])
    // Found by its words too.
    expect((await list({ search: 'clave' })).data.map((f: { id: number }) => f.id)).toContain(id)
  })

  test('gives it an owner who may keep it; on its day they are reminded once, and it stays published', async () => {
    const { id } = (await create({ categoria: 'acceso', responsableId: who.control.id, revisarEn: '2026-05-02' })).body
    expect((await create({ responsableId: who.analista.id })).body).toMatchObject({
      code: 'faq_owner',
      issues: [{ path: 'responsableId' }],
    })
    // Who was denied the key cannot review it either, whatever their role says.
    const denied = await server.person('control.sin.faq', [ROLE.control])
    await sql`insert into user_permission values (${denied.id}, 'helpdesk.faq.write', false)`.execute(server.db)
    expect((await create({ responsableId: denied.id })).body).toMatchObject({ code: 'faq_owner' })
    const remind = (day: string) => transaction(server.db, (tx) => remindOfReviews(tx, day))
    expect([await remind('2026-05-01'), await remind('2026-05-02'), await remind('2026-05-03')]).toEqual([0, 1, 0])
    const [told] = (await server.call({ url: '/notifications', as: who.control })).body.data
    expect(told).toMatchObject({ tipo: 'faq_revisar', ruta: `/faq?editar=${id}`, texto: expect.stringContaining(faq.preguntaEs) })
    const [inEnglish] = (await server.call({ url: '/notifications', as: who.control, language: 'en' })).body.data
    expect(inEnglish.texto).toContain(faq.preguntaEn)
    // A new day is a new reminder.
    await patch(id, { revisarEn: '2026-06-01' })
    expect(await remind('2026-06-01')).toBe(1)
    expect((await list()).data.some((f: { id: number }) => f.id === id)).toBe(true)
  })

  test('orders a category as a whole', async () => {
    const ids = (await list({ categoria: 'acceso' }, who.control)).data.map((f: { id: number }) => f.id)
    const order = (of: number[], as = who.control) =>
      server.call({ method: 'POST', url: '/faq/order', body: { categoria: 'acceso', ids: of }, as })
    expect((await order(ids.toReversed())).status).toBe(200)
    expect((await list({ categoria: 'acceso' })).data.map((f: { id: number }) => f.id)).toEqual(ids.toReversed())
    expect((await order(ids.slice(1))).body).toMatchObject({ code: 'faq_order', issues: [{ path: 'ids' }] })
    expect((await order(ids, who.analista)).status).toBe(403)
  })
})

describe('what readers say', () => {
  test('is one vote each, of which the last counts; drafts have no votes', async () => {
    const { id } = (await create({ categoria: 'otros' })).body
    const vote = (body: object, as = who.analista) => server.call({ method: 'POST', url: `/faq/${id}/votes`, body, as })
    await vote({ sirvio: true, evito: true })
    expect((await vote({ sirvio: false, comentario: 'No dice dónde' })).body).toMatchObject({
      sirvio: 0,
      noSirvio: 1,
      evitadas: 1,
      miVoto: false,
    })
    expect((await vote({ sirvio: true }, who.auditor)).body).toMatchObject({ sirvio: 1, noSirvio: 1, miVoto: true })
    expect((await server.call({ url: `/faq/${id}/votes`, as: who.control })).body).toMatchObject([
      { persona: 'Rodrigo Peña', comentario: 'No dice dónde' },
    ])
    await server.call({ method: 'PATCH', url: `/faq/${id}`, body: { publicada: false }, as: who.control })
    expect((await vote({ sirvio: true })).status).toBe(404)
  })

  test('that was searched and not found is counted without names, and found once it is linked', async () => {
    const miss = (texto: string, as = who.analista) => server.call({ method: 'POST', url: '/faq/misses', body: { texto }, as })
    const misses = async () => (await server.call({ url: '/faq/misses', as: who.control })).body
    await miss('Conciliación bancaria')
    await miss('conciliacion BANCARIA', who.jefatura)
    // What is there was not missed.
    await miss('día hábil')
    expect(await misses()).toMatchObject([{ texto: 'conciliacion bancaria', veces: 2 }])
    const [{ id }] = (await list()).data
    const settle = (faqId: number | null) =>
      server.call({ method: 'POST', url: '/faq/misses/settle', body: { texto: 'conciliacion bancaria', faqId }, as: who.control })
    expect((await settle(999)).status).toBe(404)
    const versions = async () => (await server.call({ url: `/faq/${id}/versions`, as: who.control })).body
    const before = (await versions()).length
    expect((await settle(id)).status).toBe(200)
    expect((await versions())[0]).toMatchObject({ persona: who.control.name, palabras: ['conciliacion bancaria'] })
    // The same words again change nothing.
    expect((await settle(id)).status).toBe(200)
    expect(await versions()).toHaveLength(before + 1)
    expect((await list({ search: 'conciliación bancaria' })).data.map((f: { id: number }) => f.id)).toEqual([id])
    expect(await misses()).toEqual([])
    expect((await server.call({ url: '/faq/misses', as: who.analista })).status).toBe(403)
  })
})

test('the first ones come with the installation, and do not come back', async () => {
  await sql`truncate faq restart identity cascade`.execute(server.db)
  await seedBase(server.db)
  await seedBase(server.db)
  expect(await list()).toMatchObject({ total: 6 })
  await sql`delete from faq`.execute(server.db)
  await seedBase(server.db)
  expect(await list()).toMatchObject({ total: 0 })
})
