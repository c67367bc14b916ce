import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROLE } from '@cuadre/api/roles'
import { readSheet } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { rows } from '../../platform/database/index.ts'
import { renderTemplate } from '../../platform/mail/templates.ts'
import { followCalendars } from './ticket.due.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let elsewhere: Person
// A Tuesday, 10:00 in São Paulo.
let now = new Date('2026-09-01T13:00:00Z')
beforeAll(async () => {
  server = await testServer({ now: () => now })
  who = await organisation(server)
  await sql`insert into country (name, iso, currency) values ('Chile', 'CL', 'CLP')`.execute(server.db)
  await sql`insert into business (country_id, name, code, currency) values (2, 'ANDES', '1', 'CLP')`.execute(server.db)
  elsewhere = await server.person('control2', [ROLE.control], 'Iván Rojas')
  await sql`insert into user_scope (user_id, country_id) values (${elsewhere.id}, 2)`.execute(server.db)
  // The clock of this file stands in September.
  await sql`update auditor set valid_from = '2026-08-01'`.execute(server.db)
  await sql`insert into account (business_id, code, name, currency, analyst_id, department_id) values (1, '1.1', 'Caja', 'BRL', ${who.analista.id}, 1)`.execute(
    server.db,
  )
}, 60_000)
afterAll(() => server.close())

const written = { asunto: 'No puedo subir el balance', descripcion: 'El archivo de julio no se deja cargar.', categoriaId: 4, tipoId: 1 }
const create = (more: object = {}, as = who.analista) =>
  server.call({ method: 'POST', url: '/tickets-suport', body: { ...written, ...more }, as })
const get = (id: number, as = who.analista) => server.call({ url: `/tickets-suport/${id}`, as })
const list = (query: object = {}, as = who.analista) => server.call({ url: '/tickets-suport', query: query as Record<string, unknown>, as })
const move = (id: number, body: object, as = who.control) => server.call({ method: 'PATCH', url: `/tickets-suport/${id}`, body, as })
const say = (
  id: number,
  texto: string,
  more: { as?: Person; interno?: string; file?: { name: string; content: Uint8Array | string } } = {},
) =>
  server.call({
    method: 'POST',
    url: `/tickets-suport/${id}/comments`,
    body: { texto, ...(more.interno ? { interno: more.interno } : {}) },
    file: more.file ?? { name: '', content: '' },
    as: more.as ?? who.analista,
  })
const attach = (id: number, file: { name: string; content: Uint8Array | string }, as = who.analista, body: object = {}) =>
  server.call({ method: 'POST', url: `/tickets-suport/${id}/file`, body, file, as })
const mails = async (template: string) =>
  (
    await rows(
      server.db,
      sql<{ name: string }>`select u.name from outbox o join app_user u on u.id = o.user_id where template = ${template} order by o.id`,
    )
  ).map((m) => m.name)
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

describe('a ticket', () => {
  test('is opened, reaches those who receive the business, and its clock runs', async () => {
    const made = await create({ negocioId: who.votorantim })
    expect(made).toMatchObject({
      status: 200,
      body: {
        ...written,
        estadoId: 1,
        estado: 'ABIERTO',
        negocio: 'VOTORANTIM',
        paisId: 1,
        pais: 'Brasil',
        autor: { id: who.analista.id, nombre: 'Rodrigo Peña' },
        asignado: null,
        revision: 1,
        recibe: false,
        siguientes: [5],
        hilo: [],
        archivos: [],
        cambios: [{ campo: 'creado', persona: 'Rodrigo Peña' }],
        sla: { horas: 9, minutosUsados: 0, venceEn: '2026-09-02T13:00:00.000Z', estado: 'en_plazo' },
      },
    })
    // Control of Brazil and administration, not control of Chile.
    expect(await mails('ticket_nuevo')).toEqual(['Beatriz Montoya', 'Sonia Barrios'])
  })

  test('has the hours of its country: a holiday does not count', async () => {
    await sql`insert into calendar (country_id) values (1)`.execute(server.db)
    await sql`insert into holiday values (1, '2026-09-02', 'Feriado')`.execute(server.db)
    const made = (await create({ paisId: 1 })).body
    expect(made.sla.venceEn).toBe('2026-09-03T13:00:00.000Z')
    expect((await create()).body.sla.venceEn).toBe('2026-09-02T13:00:00.000Z')
    const later = now
    now = new Date('2026-09-02T20:00:00Z')
    expect((await get(made.id)).body.sla).toMatchObject({ minutosUsados: 8 * 60, estado: 'por_vencer' })
    now = later
    await sql`delete from holiday`.execute(server.db)
  })

  test('follows its calendar: a holiday that is added later moves what is not late yet, and says so; taken away, it moves back', async () => {
    now = new Date('2026-09-01T13:00:00Z')
    const { id } = (await create({ paisId: 1 })).body
    const other = (await create()).body
    const late = (await create({ paisId: 1 })).body
    await sql`update ticket set due_at = '2026-09-01T12:00Z' where id = ${late.id}`.execute(server.db)
    const revision = (await get(id)).body.revision
    // Those of the tests before had a holiday that is gone.
    await followCalendars(server.db, 'America/Sao_Paulo', now)
    expect(await followCalendars(server.db, 'America/Sao_Paulo', now)).toBe(0)
    await sql`insert into holiday values (1, '2026-09-02', 'Feriado')`.execute(server.db)
    expect(await followCalendars(server.db, 'America/Sao_Paulo', now)).toBeGreaterThan(1)
    const moved = (await get(id)).body
    expect(moved).toMatchObject({ revision, sla: { venceEn: '2026-09-03T13:00:00.000Z', estado: 'en_plazo' } })
    expect(moved.cambios.at(-1)).toMatchObject({
      persona: null,
      campo: 'vence',
      antes: '2026-09-02T13:00:00Z',
      despues: '2026-09-03T13:00:00.000Z',
    })
    expect((await get(other.id)).body.sla.venceEn).toBe('2026-09-02T13:00:00.000Z')
    expect((await get(late.id)).body.sla.venceEn).toBe('2026-09-01T12:00:00.000Z')
    await move(late.id, { revision: late.revision, estadoId: 4 })
    // What waits for its author has no due date to move.
    await move(id, { revision, estadoId: 2 })
    await move(id, { revision: revision + 1, estadoId: 3 })
    await sql`delete from holiday`.execute(server.db)
    const steps = (await get(id)).body.cambios.length
    expect(await followCalendars(server.db, 'America/Sao_Paulo', now)).toBeGreaterThan(0)
    expect((await get(id)).body).toMatchObject({ sla: { venceEn: null }, cambios: { length: steps } })
    await move(id, { revision: revision + 2, estadoId: 2 })
    expect((await get(id)).body.sla.venceEn).toBe('2026-09-02T13:00:00.000Z')
    await sql`delete from calendar`.execute(server.db)
  })

  test('is seen by its author and by those who receive it; to all others it is not there', async () => {
    const { id } = (await create({ paisId: 1 })).body
    for (const as of [who.analista, who.control, who.administrador]) expect((await get(id, as)).status).toBe(200)
    for (const as of [who.otherAnalista, who.jefatura, who.gerencia, who.auditor, elsewhere]) {
      expect((await get(id, as)).status).toBe(404)
      expect((await move(id, { revision: 1, estadoId: 5 }, as)).status).toBe(404)
      expect((await say(id, 'Hola', { as })).status).toBe(404)
      expect((await attach(id, { name: 'a.png', content: PNG }, as)).status).toBe(404)
    }
    expect((await server.call({ url: `/tickets-suport/${id}` })).status).toBe(401)
    // Without a place it is for all who receive.
    const placeless = (await create()).body.id
    expect((await get(placeless, elsewhere)).status).toBe(200)
  })

  test('is listed as mine or as received, narrowed by the filters', async () => {
    const other = (await create({ asunto: 'Acceso al período', categoriaId: 5, tipoId: 3, paisId: 1 }, who.jefatura)).body.id
    const ids = async (query: object, as: Person) => (await list(query, as)).body.data.map((t: { id: number }) => t.id)
    expect(await ids({}, who.jefatura)).toEqual([other])
    expect((await list({ vista: 'recibidas' }, who.analista)).status).toBe(403)
    expect(await ids({ vista: 'recibidas', search: 'acceso al periodo' }, who.control)).toEqual([other])
    expect(await ids({ vista: 'recibidas', categoriaId: 5, tipoId: 3, paisId: 1, estadoId: '1,2', abiertas: true }, who.control)).toEqual([
      other,
    ])
    expect(await ids({ vista: 'recibidas', estadoId: 5 }, who.control)).toEqual([])
    expect(await ids({ vista: 'recibidas', search: 'acceso al periodo' }, elsewhere)).toEqual([])
    expect(await ids({ search: 'acceso' }, who.control)).toEqual([])
  })

  test('names a business of the author’s, in its country', async () => {
    expect((await create({ negocioId: who.safra })).body).toMatchObject({ code: 'business_unknown', issues: [{ path: 'negocioId' }] })
    expect((await create({ negocioId: who.votorantim, paisId: 2 })).body).toMatchObject({
      code: 'ticket_business_elsewhere',
      issues: [{ path: 'negocioId' }],
    })
    expect((await create({ paisId: 99 })).body).toMatchObject({ code: 'country_unknown', issues: [{ path: 'paisId' }] })
    expect((await create({ asunto: 'No', categoriaId: 7 })).body.issues.map((i: { path: string }) => i.path)).toEqual([
      'asunto',
      'categoriaId',
    ])
    // Everybody may ask for help.
    for (const as of [who.gerencia, who.auditor]) expect((await create({}, as)).status).toBe(200)
  })

  test('is assigned to somebody who receives it, and worked on by those who receive it', async () => {
    const { id } = (await create({ paisId: 1 })).body
    for (const asignadoId of [who.jefatura.id, elsewhere.id, 9999])
      expect((await move(id, { revision: 1, asignadoId })).body).toMatchObject({
        code: 'ticket_assignee',
        issues: [{ path: 'asignadoId' }],
      })
    expect((await move(id, { revision: 1, tipoId: 2 }, who.analista)).body).toMatchObject({ code: 'ticket_not_received' })
    const assigned = await move(id, { revision: 1, asignadoId: who.control.id, tipoId: 2, motivo: 'Es una consulta' }, who.administrador)
    expect(assigned.body).toMatchObject({
      asignado: { id: who.control.id, nombre: 'Beatriz Montoya' },
      tipoId: 2,
      revision: 2,
      sla: { horas: 18 },
    })
    expect(assigned.body.cambios.slice(1)).toMatchObject([
      { campo: 'asignadoId', antes: null, despues: String(who.control.id), persona: 'Sonia Barrios', motivo: 'Es una consulta' },
      { campo: 'tipoId', antes: '1', despues: '2' },
    ])
    expect(await mails('ticket_asignado')).toEqual(['Beatriz Montoya'])
    // History cannot be deleted.
    await expect(sql`delete from ticket_change`.execute(server.db)).rejects.toThrow('append-only')
  })

  test('waits for its author, whose answer sets it going again; is solved, and closed by its author', async () => {
    const { id } = (await create({ paisId: 1 })).body
    now = new Date('2026-09-01T15:00:00Z')
    const waiting = (await move(id, { revision: 1, estadoId: 3 })).body
    expect(waiting).toMatchObject({ estado: 'EN ESPERA', sla: { minutosUsados: 120, venceEn: null, estado: 'en_pausa' } })
    now = new Date('2026-09-04T13:00:00Z')
    const answered = (await say(id, 'Es el archivo de julio.')).body
    expect(answered).toMatchObject({
      estado: 'EN PROCESO',
      revision: 3,
      sla: { minutosUsados: 120, estado: 'en_plazo', venceEn: '2026-09-04T20:00:00.000Z' },
    })
    expect((await move(id, { revision: 3, estadoId: 4 })).body).toMatchObject({ estado: 'RESUELTO', sla: { estado: 'cumplido' } })
    const closed = await move(id, { revision: 4, estadoId: 5 }, who.analista)
    // It may be reopened for five working days.
    expect(closed.body).toMatchObject({ estado: 'CERRADO', siguientes: [2] })
    expect((await say(id, 'Gracias')).body).toMatchObject({ code: 'ticket_closed', current: { id, estadoId: 5 } })
    expect((await move(id, { revision: 5, categoriaId: 1 })).status).toBe(409)
    expect(
      await rows(
        server.db,
        sql`select route from notification where user_id = ${who.analista.id} and template = 'ticket_estado' order by id desc limit 1`,
      ),
    ).toEqual([{ route: `/ayuda/solicitudes?ticket=${id}` }])
    now = new Date('2026-09-01T13:00:00Z')
  })

  test('does not move where it cannot, nor from a state that has moved; of two at once one wins', async () => {
    const { id } = (await create({ paisId: 1 })).body
    expect(await move(id, { revision: 1, estadoId: 4 }, who.analista)).toMatchObject({
      status: 409,
      body: {
        code: 'ticket_wrong_state',
        message: 'Una solicitud que está abierta no puede pasar a ese estado.',
        current: { estadoId: 1 },
      },
    })
    const english = {
      method: 'PATCH' as const,
      url: `/tickets-suport/${id}`,
      body: { revision: 1, estadoId: 4 },
      as: who.analista,
      language: 'en' as const,
    }
    expect((await server.call(english)).body.message).toBe('A request that is open cannot move there.')
    expect((await move(id, { revision: 1, estadoId: 5 })).status).toBe(409)
    const both = await Promise.all([move(id, { revision: 1, estadoId: 2 }), move(id, { revision: 1, estadoId: 4 }, who.administrador)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'ticket_moved', current: { id, revision: 2 } })
    expect((await get(id)).body.cambios).toHaveLength(2)
  })

  test('has comments with images, and some that only those who receive it read', async () => {
    const { id } = (await create({ paisId: 1 })).body
    const own = (await say(id, 'Así se ve', { file: { name: 'pantalla.png', content: PNG } })).body
    expect(own.hilo).toMatchObject([
      { texto: 'Así se ve', interno: false, archivos: [{ nombre: 'pantalla.png', tipo: 'image/png', imagen: true, tamano: PNG.length }] },
    ])
    const comentarioId = own.hilo[0].id
    expect((await attach(id, { name: 'otra.png', content: PNG }, who.analista, { comentarioId })).body.hilo[0].archivos).toHaveLength(2)
    expect((await attach(id, { name: 'otra.png', content: PNG }, who.control, { comentarioId })).body).toMatchObject({
      issues: [{ path: 'comentarioId' }],
    })

    const hidden = (
      await say(id, 'Parece el formato de julio', {
        as: who.control,
        interno: 'true',
        file: { name: 'nota.txt', content: 'solo nosotros' },
      })
    ).body
    expect(hidden.hilo).toHaveLength(2)
    const file = hidden.hilo[1].archivos[0].id
    expect((await get(id)).body).toMatchObject({ comentarios: 1, hilo: [{ texto: 'Así se ve' }] })
    expect((await server.call({ url: `/tickets-suport/file/${file}`, as: who.analista })).status).toBe(404)
    expect((await server.call({ url: `/tickets-suport/file/${file}`, as: who.administrador })).body.toString()).toBe('solo nosotros')
    expect((await say(id, 'Yo también', { interno: 'true' })).status).toBe(403)
    expect(await mails('ticket_comentario')).not.toContain('Rodrigo Peña')
  })

  test('what is internal is told to whoever has it, and not to those whom an alert adds; who has it is told to them by name', async () => {
    await server.call({
      method: 'POST',
      url: '/alerts',
      body: { tipoId: 23, nombre: 'Solicitudes', destinatarios: { usuarios: [who.jefatura.id, who.gerencia.id] }, frecuencia: 'inmediata' },
      as: who.administrador,
    })
    const { id } = (await create({ negocioId: who.votorantim }, who.jefatura)).body
    await move(id, { revision: 1, asignadoId: who.control.id }, who.administrador)
    await say(id, 'Entre nosotros: es su archivo', { as: who.administrador, interno: 'true' })
    const heard = await rows(
      server.db,
      sql<{
        name: string
        template: string
        params: Record<string, string>
        route: string | null
      }>`select u.name, n.template, n.params, n.route
        from notification n join app_user u on u.id = n.user_id where n.params ->> 'id' = ${String(id)} and n.template <> 'ticket_nuevo' order by u.name, n.id`,
    )
    expect(heard.map(({ name, template, params, route }) => [name, renderTemplate(template, 'es', params).text, route])).toEqual([
      [
        'Beatriz Montoya',
        `Sonia Barrios le asignó la solicitud ${id}: «No puedo subir el balance».`,
        `/ayuda/solicitudes-recibidas?ticket=${id}`,
      ],
      [
        'Beatriz Montoya',
        'Sonia Barrios comentó «No puedo subir el balance»: «Entre nosotros: es su archivo»',
        `/ayuda/solicitudes-recibidas?ticket=${id}`,
      ],
      ['Héctor Villalobos', `Sonia Barrios asignó la solicitud ${id} a Beatriz Montoya: «No puedo subir el balance».`, null],
      ['Marcela Duarte', `Sonia Barrios asignó la solicitud ${id} a Beatriz Montoya: «No puedo subir el balance».`, null],
    ])
    await sql`update alert set active = false where type_id = 23`.execute(server.db)
  })

  test('gives its files to those who see it, and takes what is harmless', async () => {
    const { id } = (await create({ paisId: 1 })).body
    const { archivos } = (await attach(id, { name: 'saldo de julio.csv', content: 'cuenta;saldo\n1;2\n' })).body
    const url = `/tickets-suport/file/${archivos[0].id}`
    const found = await server.call({ url, as: who.control })
    expect(found.headers['content-disposition']).toContain("attachment; filename*=UTF-8''saldo%20de%20julio.csv")
    expect(found.headers['content-type']).toContain('text/plain')
    for (const as of [who.jefatura, elsewhere]) expect((await server.call({ url, as })).status).toBe(404)
    for (const [name, content] of [
      ['virus.exe', Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1')],
      ['foto.png', Buffer.from('<script>alert(1)</script>')],
      ['pagina.html', Buffer.from('<html></html>')],
      ['foto.pdf', PNG],
      ['vacio.txt', Buffer.alloc(0)],
    ] as const) {
      const refused = await attach(id, { name, content })
      expect({ name, status: refused.status, path: refused.body.issues?.[0]?.path }).toEqual({ name, status: 422, path: 'file' })
    }
    expect((await attach(id, { name: 'grande.png', content: Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)]) })).body).toMatchObject({
      code: 'ticket_file_large',
    })
    expect((await get(id)).body.archivos).toHaveLength(1)
  })
})

describe('who answers', () => {
  const answer = (id: number, body: object, as = who.control) =>
    server.call({ method: 'POST', url: `/tickets-suport/${id}/comments`, body, form: true, as })

  test('moves it in the same step; the first public answer is kept with its working minutes', async () => {
    const { id } = (await create({ paisId: 1 })).body
    now = new Date('2026-09-01T14:30:00Z')
    expect((await answer(id, { texto: 'Nota', interno: true })).body.primeraRespuesta).toMatchObject({ estado: 'pendiente', minutos: 90 })
    expect((await get(id)).body.porResponder).toBe(true)
    const asked = (await answer(id, { texto: '¿Qué archivo?', estadoId: 3 })).body
    expect(asked).toMatchObject({
      estado: 'EN ESPERA',
      porResponder: false,
      primeraRespuesta: { horas: 2, minutos: 90, estado: 'cumplida' },
    })
    now = new Date('2026-09-02T13:00:00Z')
    expect((await answer(id, { texto: 'Listo', estadoId: 4, ultimo: asked.hilo[1].id })).body).toMatchObject({
      estado: 'RESUELTO',
      primeraRespuesta: { minutos: 90 },
      tramos: [{ minutos: 90, corre: true }, { corre: false }],
    })
    expect(await answer(id, { texto: 'Otra vez', estadoId: 3 })).toMatchObject({ status: 409, body: { code: 'ticket_wrong_state' } })
    expect((await get(id)).body.hilo).toHaveLength(2)
    now = new Date('2026-09-01T13:00:00Z')
  })

  test('of two at once the second reads the first before: nothing is sent twice', async () => {
    const { id } = (await create({ paisId: 1 })).body
    const both = await Promise.all([
      answer(id, { texto: 'Pruebe otra vez', estadoId: 4, ultimo: 0 }),
      answer(id, { texto: 'Envíe el archivo', estadoId: 3, ultimo: 0 }, who.administrador),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = both.find(({ status }) => status === 409)!.body
    expect(refused).toMatchObject({ code: 'ticket_answered', current: { id, hilo: [{ interno: false }] } })
    const last = refused.current.hilo[0].id
    // An internal note is in nobody's way.
    expect((await answer(id, { texto: 'Mejor así', interno: true, ultimo: 0 })).status).toBe(200)
    expect((await answer(id, { texto: 'De acuerdo', ultimo: last })).status).toBe(200)
  })

  test('may be told in a long message, of which the notice has the beginning, wherever it is cut', async () => {
    const { id } = (await create({ paisId: 1 }, who.jefatura)).body
    expect((await say(id, `${'a'.repeat(299)}😀 y sigue`, { as: who.jefatura })).status).toBe(200)
    const [told] = (await server.call({ url: '/notifications', as: who.control })).body.data
    expect(told.texto).toMatch(/a{299}…»$/)
  })

  test('whose holder has left, or receives nothing any more, is again that of all who receive it', async () => {
    const heard = async (id: number) =>
      (
        await rows(
          server.db,
          sql<{ name: string }>`select u.name from notification n join app_user u on u.id = n.user_id
            where n.template = 'ticket_comentario' and n.params ->> 'id' = ${String(id)} order by n.id`,
        )
      ).map(({ name }) => name)
    const { id, revision } = (await create({ paisId: 1 }, who.jefatura)).body
    await move(id, { revision, asignadoId: who.control.id })
    await say(id, 'Sigue sin abrir', { as: who.jefatura })
    expect(await heard(id)).toEqual(['Beatriz Montoya'])
    await sql`update app_user set active = false where id = ${who.control.id}`.execute(server.db)
    await say(id, '¿Hay alguien?', { as: who.jefatura })
    await sql`update app_user set active = true where id = ${who.control.id}`.execute(server.db)
    expect(await heard(id)).toEqual(['Beatriz Montoya', 'Sonia Barrios'])
  })

  test('merges twins: one clock is left, and both authors follow it', async () => {
    const main = (await create({ paisId: 1, asunto: 'Rechaza las monedas de Safra' })).body.id
    const twin = (await create({ paisId: 1, asunto: 'Monedas rechazadas en Safra' }, who.otherAnalista)).body
    const similar = (await server.call({ url: `/tickets-suport/${twin.id}/similar`, as: who.control })).body
    expect(similar[0]).toMatchObject({ id: main, abierta: true, resueltaEn: null })
    const merge = (id: number, body: object, as = who.control) =>
      server.call({ method: 'POST', url: `/tickets-suport/${id}/merge`, body, as })
    expect((await get(main, who.otherAnalista)).status).toBe(404)
    expect((await merge(twin.id, { revision: 1, destinoId: twin.id })).body).toMatchObject({ code: 'ticket_merge_self' })
    expect((await merge(twin.id, { revision: 9, destinoId: main })).body).toMatchObject({ code: 'ticket_moved' })
    expect((await merge(twin.id, { revision: 1, destinoId: main }, elsewhere)).status).toBe(404)
    expect((await merge(twin.id, { revision: 1, destinoId: main })).body).toMatchObject({ id: main, unidas: [{ id: twin.id }] })
    expect((await merge(twin.id, { revision: 2, destinoId: main })).body).toMatchObject({ code: 'ticket_closed' })
    expect((await get(twin.id, who.otherAnalista)).body).toMatchObject({ estado: 'CERRADO', siguientes: [], unidaA: { id: main } })
    // Its author reads and comments the other, but does not move it, and is told of the answer.
    expect((await get(main, who.otherAnalista)).body).toMatchObject({ recibe: false, siguientes: [], unidas: [] })
    expect((await list({}, who.otherAnalista)).body.data.map((t: { id: number }) => t.id).sort()).toEqual([main, twin.id])
    expect((await say(main, 'A mí también', { as: who.otherAnalista })).status).toBe(200)
    await sql`delete from outbox`.execute(server.db)
    await answer(main, { texto: 'Corregido', estadoId: 4 })
    expect((await mails('ticket_comentario')).sort()).toEqual([who.analista.name, who.otherAnalista.name].sort())
    expect((await merge(main, { revision: 2, destinoId: twin.id })).body).toMatchObject({ code: 'ticket_merge_target' })
  })

  test('merged into one that its author does not receive, shows them what that one’s author sees and no internal note', async () => {
    const main = (await create({ paisId: 1 }, who.jefatura)).body.id
    await answer(main, { texto: 'Entre nosotros', interno: true })
    await answer(main, { texto: 'Lo miramos', ultimo: 0 })
    const twin = (await create({}, elsewhere)).body
    const merged = await server.call({
      method: 'POST',
      url: `/tickets-suport/${twin.id}/merge`,
      body: { revision: twin.revision, destinoId: main },
      as: who.administrador,
    })
    expect(merged.status).toBe(200)
    const seen = (await get(main, elsewhere)).body
    expect({ recibe: seen.recibe, comentarios: seen.comentarios, hilo: seen.hilo.map((k: { texto: string }) => k.texto) }).toEqual({
      recibe: false,
      comentarios: 1,
      hilo: ['Lo miramos'],
    })
    expect((await get(main, who.control)).body.hilo).toHaveLength(2)
  })

  test('has saved answers, which the others may change unless they moved', async () => {
    const url = '/tickets-suport/answers'
    const body = { titulo: 'Pedir el archivo', texto: '¿Puede enviar el archivo original?' }
    const made = (await server.call({ method: 'POST', url, body, as: who.control })).body
    expect(
      (await server.call({ method: 'POST', url, body: { ...body, titulo: 'PEDIR EL ARCHIVO' }, as: who.administrador })).body,
    ).toMatchObject({
      code: 'ticket_answer_exists',
      issues: [{ path: 'titulo' }],
    })
    const change = (REVISION: number) =>
      server.call({
        method: 'PATCH',
        url: `${url}/${made.id}`,
        body: { ...body, texto: 'Envíe el archivo, por favor.', REVISION },
        as: who.administrador,
      })
    expect((await change(1)).body).toMatchObject({ escritaPor: 'Sonia Barrios', REVISION: 2 })
    expect(await change(1)).toMatchObject({ status: 409, body: { code: 'row_moved', current: { REVISION: 2 } } })
    for (const as of [who.analista, who.jefatura]) expect((await server.call({ url, as })).status).toBe(403)
    expect((await server.call({ method: 'DELETE', url: `${url}/${made.id}`, as: who.control })).status).toBe(200)
    expect((await server.call({ url, as: who.control })).body).toEqual([])
  })
})

test('a ticket carries where it was written from, as far as that is an address of the application', async () => {
  const contexto = { pagina: '/cuentas/carga-balance?carga=3', periodo: '2026-08', referencia: '7F21-88C0' }
  expect((await create({ contexto }, who.gerencia)).body.contexto).toEqual(contexto)
  const named = (pagina: string, as: Person) => server.call({ url: '/tickets-suport/context', query: { pagina }, as })
  await sql`insert into period (name, status_id, due_analyst, due_jefatura, due_control, due_close) values ('2026-08', 1, now(), now(), now(), now())`.execute(
    server.db,
  )
  expect((await named('/cuentas/1/historico?periodo=1', who.analista)).body).toEqual({
    pagina: '/cuentas/1/historico?periodo=1',
    cuenta: '1.1 Caja',
    periodo: '2026-08',
  })
  // An account of somebody else is not named.
  expect((await named('/cuentas/1/historico', who.otherAnalista)).body).toEqual({ pagina: '/cuentas/1/historico' })
  expect((await named('/cuentas/carga-balance?carga=7', who.control)).body).toMatchObject({ carga: 7 })
  for (const pagina of ['https://malo.example', '//malo.example', '/\\malo.example', 'javascript:alert(1)'])
    expect((await create({ contexto: { pagina } }, who.gerencia)).body).toMatchObject({ issues: [{ path: 'contexto.pagina' }] })
})

test('the register holds one’s own and what one receives; figures come from the clocks of what one receives', async () => {
  const own = (await list({}, who.analista)).body.total
  expect((await list({ vista: 'todas' }, who.analista)).body.total).toBe(own)
  const all = (await list({ vista: 'todas' }, who.control)).body.total
  expect(all).toBe((await list({ vista: 'recibidas' }, who.control)).body.total)
  const free = (await list({ vista: 'recibidas', sinAsignar: true, abiertas: true }, who.control)).body.total
  expect((await server.call({ url: '/tickets-suport/metadata', as: who.control })).body.cuentas.sinAsignar).toBe(free)
  const figures = (await server.call({ url: '/tickets-suport/figures', as: who.control })).body
  expect(figures).toMatchObject({
    abiertas: (await list({ vista: 'recibidas', abiertas: true }, who.control)).body.total,
    primera: { p50: expect.any(Number) },
    solucion: { p50: expect.any(Number), p90: expect.any(Number) },
  })
  const sum = (name: 'abiertas' | 'resueltas') =>
    figures.categorias.reduce((all: number, one: Record<string, number>) => all + one[name]!, 0)
  expect([sum('abiertas'), sum('resueltas')]).toEqual([figures.abiertas, figures.resueltas])
  for (const as of [who.analista, who.jefatura]) expect((await server.call({ url: '/tickets-suport/figures', as })).status).toBe(403)
})

test('what is there to choose, and how many there are', async () => {
  const { body } = await server.call({ url: '/tickets-suport/metadata', as: who.control, language: 'en' })
  expect(body.categorias[3]).toEqual({ id: 4, codigo: 'cargas', nombre: 'Balance load' })
  expect(body.receptores.map((r: { nombre: string }) => r.nombre)).toEqual(['Beatriz Montoya', 'Iván Rojas', 'Sonia Barrios'])
  const received = (await list({ vista: 'recibidas' }, who.control)).body
  const open = (await list({ vista: 'recibidas', abiertas: true }, who.control)).body
  expect(body.cuentas).toMatchObject({ mias: 0, recibidas: received.total, recibidasAbiertas: open.total, vencidas: 0 })
  now = new Date('2026-09-15T13:00:00Z')
  const late = (await list({ vista: 'recibidas', vencidas: true }, who.control)).body
  expect(late.total).toBeGreaterThan(0)
  expect(late.data.every((t: { sla: { estado: string } }) => t.sla.estado === 'vencido')).toBe(true)
  expect((await server.call({ url: '/tickets-suport/metadata', as: who.control })).body.cuentas.vencidas).toBe(late.total)
  expect((await server.call({ url: '/tickets-suport/metadata', as: who.analista })).body).toMatchObject({
    receptores: [],
    cuentas: { recibidas: 0, vencidas: 0 },
  })
})

test('who receives is who has the key: by a role of the corporation’s own or an exception, and not who was denied it', async () => {
  const names = async () =>
    (await server.call({ url: '/tickets-suport/metadata', as: who.control })).body.receptores.map((r: { nombre: string }) => r.nombre)
  await sql`insert into user_permission values (${elsewhere.id}, 'helpdesk.ticket.receive', false), (${who.jefatura.id}, 'helpdesk.ticket.receive', true)`.execute(
    server.db,
  )
  const [head] = await rows(server.db, sql<{ name: string }>`select name from app_user where id = ${who.jefatura.id}`)
  const allowed = await names()
  expect(allowed).toContain(head!.name)
  expect(allowed).not.toContain('Iván Rojas')
  // A role of its own without the key.
  await sql`delete from user_permission where user_id = ${elsewhere.id}`.execute(server.db)
  const own = await rows(
    server.db,
    sql<{ id: number }>`insert into role (name, base_role_id) values ('CONTROL SIN MESA', ${ROLE.control}) returning id`,
  )
  await sql`update user_role set custom_role_id = ${own[0]!.id} where user_id = ${elsewhere.id}`.execute(server.db)
  expect(await names()).not.toContain('Iván Rojas')
  await sql`delete from user_permission where user_id = ${who.jefatura.id}`.execute(server.db)
})

test('all that the filters let through comes as a workbook, without formulas', async () => {
  await create({ asunto: '=HYPERLINK("http://malo")', paisId: 1 })
  const book = await list({ vista: 'recibidas', format: 'excel' }, who.control)
  const path = join(server.folder, 'solicitudes.xlsx')
  writeFileSync(path, book.body)
  const { sheets } = await readSheet(path, 'solicitudes.xlsx')
  const [header, ...lines] = sheets[0]!.rows
  expect(header!.map(({ text }) => text).slice(0, 3)).toEqual(['Número', 'Asunto', 'Estado'])
  expect(lines).toHaveLength((await list({ vista: 'recibidas' }, who.control)).body.total)
  expect(lines.flat().filter(({ formula }) => formula)).toEqual([])
  const inEnglish = await server.call({
    url: '/tickets-suport',
    query: { vista: 'recibidas', format: 'excel' },
    as: who.control,
    language: 'en',
  })
  writeFileSync(path, inEnglish.body)
  const states = (await readSheet(path, 'solicitudes.xlsx')).sheets[0]!.rows.slice(1).map((row) => row[2]!.text)
  expect(states).toContain('Open')
  expect(states.filter((text) => !['Open', 'In progress', 'Waiting', 'Solved', 'Closed'].includes(text))).toEqual([])
})

test('the workbook says state and category as the screen does, in the language of who asks', async () => {
  await create({ asunto: 'No carga el balance de mayo', categoriaId: 4, paisId: 1 }, who.jefatura)
  const said = async (locale: 'es' | 'en') => {
    const book = await server.call({
      url: '/tickets-suport',
      query: { vista: 'recibidas', format: 'excel' },
      as: who.control,
      headers: { 'accept-language': locale },
    })
    const path = join(server.folder, `palabras-${locale}.xlsx`)
    writeFileSync(path, book.body)
    const { sheets } = await readSheet(path, 'palabras.xlsx')
    return sheets[0]!.rows
      .find(([, subject]) => subject!.text === 'No carga el balance de mayo')!
      .map(({ text }) => text)
      .slice(2, 4)
  }
  expect(await said('es')).toEqual(['Abierta', 'Carga de balance'])
  expect(await said('en')).toEqual(['Open', 'Balance load'])
})
