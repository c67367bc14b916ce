import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { transaction } from '../database/index.ts'
import { notify } from '../mail/notify.ts'
import { announceRead, progressTo } from './announce.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let origin: string
beforeAll(async () => {
  server = await testServer({ heartbeatMs: 100 })
  who = await organisation(server)
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
}, 60_000)
afterAll(() => server?.close())

type Event = {
  id?: number
  data: {
    tipo: string
    sinLeer?: number
    notificacion?: { id: number; texto: string }
    trabajo?: string
    hecho?: number
    total?: number | null
  }
}
const open: { end: AbortController; reading: Promise<void> }[] = []
afterEach(async () => {
  for (const { end, reading } of open.splice(0)) {
    end.abort()
    await reading
  }
})

/** Reads the event stream as a browser does: with fetch, and the token in the header. */
async function line(as: Person | null, { last, language = 'es' }: { last?: number; language?: string } = {}) {
  const end = new AbortController()
  const answer = await fetch(`${origin}/api/notifications/stream`, {
    signal: end.signal,
    headers: {
      'accept-language': language,
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...(last !== undefined && { 'last-event-id': String(last) }),
    },
  })
  const events: Event[] = []
  let beats = 0
  let over = false
  const reading = (async () => {
    let text = ''
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const parts = text.split('\n\n')
      text = parts.pop()!
      for (const part of parts) {
        if (part.startsWith(':')) beats++
        const data = /^data: (.*)$/m.exec(part)?.[1]
        const id = /^id: (\d+)$/m.exec(part)?.[1]
        if (data) events.push({ ...(id && { id: Number(id) }), data: JSON.parse(data) })
      }
    }
  })()
    .catch(() => {})
    .finally(() => {
      over = true
    })
  open.push({ end, reading })
  return { answer, events, reading, end, beats: () => beats, over: () => over }
}
async function until(holds: () => boolean) {
  for (let n = 0; n < 300 && !holds(); n++) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(holds()).toBe(true)
}
const tell = (n: number, to: Person = who.analista) => notify(server.db, [to.id], 'asignacion', { n, business: 'SAFRA' }, '/home')

describe('the open line', () => {
  test('says the number of unread, then each notification as it is committed, to its reader only', async () => {
    const own = await line(who.analista)
    const others = await line(who.jefatura, { language: 'en' })
    expect(own.answer.headers.get('content-type')).toContain('text/event-stream')
    await until(() => own.events.length === 1 && others.events.length === 1)
    expect(own.events[0]).toEqual({ data: { tipo: 'sin_leer', sinLeer: 0 } })
    await transaction(server.db, async (tx) => {
      await notify(tx, [who.analista.id], 'asignacion', { n: 9, business: 'NADIE' })
      throw new Error('undone')
    }).catch(() => {})
    await tell(3)
    await tell(4, who.jefatura)
    await until(() => own.events.length === 2 && others.events.length === 2)
    expect(own.events[1]).toMatchObject({
      id: expect.any(Number),
      data: {
        tipo: 'notificacion',
        sinLeer: 1,
        notificacion: { texto: 'Cuentas de SAFRA que se le asignaron: 3.', ruta: '/home', leida: false },
      },
    })
    expect(others.events[1]!.data.notificacion!.texto).toBe('Accounts of SAFRA assigned to you: 4.')
  })

  test('says in every window that what was unread is read', async () => {
    const [one, two] = [await line(who.analista), await line(who.analista)]
    await until(() => one.events.length === 1 && two.events.length === 1)
    await server.call({ method: 'PATCH', url: '/notifications', body: {}, as: who.analista })
    await until(() => one.events.length === 2 && two.events.length === 2)
    expect(two.events[1]).toEqual({ data: { tipo: 'sin_leer', sinLeer: 0 } })
  })

  test('gives what was missed since the last event, and nothing twice', async () => {
    const first = await line(who.gerencia)
    await until(() => first.events.length === 1)
    await tell(1, who.gerencia)
    await until(() => first.events.length === 2)
    first.end.abort()
    await first.reading
    await tell(2, who.gerencia)
    await tell(3, who.gerencia)
    const back = await line(who.gerencia, { last: first.events[1]!.id! })
    await tell(4, who.gerencia)
    await until(() => back.events.length === 4)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(back.events.map(({ data }) => data.notificacion?.texto.match(/\d/)?.[0] ?? data.tipo)).toEqual(['sin_leer', '2', '3', '4'])
  })

  test('shows how far a job is, the balance load among them', async () => {
    const own = await line(who.control)
    await until(() => own.events.length === 1)
    const progress = progressTo(server.live, 0)
    progress('prueba', who.control.id, 1, 2)
    progress('prueba', who.analista.id, 1, 2)
    progress('prueba', who.control.id, 2, 2)
    await until(() => own.events.length === 3)
    expect(own.events.slice(1).map(({ data }) => data)).toEqual(
      [1, 2].map((hecho) => ({ tipo: 'avance', trabajo: 'prueba', hecho, total: 2 })),
    )
    await sql`insert into period (name, due_analyst, due_jefatura, due_control, due_close) values ('2026-10', now(), now(), now(), now())`.execute(
      server.db,
    )
    const content = `negocio;cuenta;saldo\n${Array.from({ length: 5 }, (_, n) => `00051626;1.${n};10,00`).join('\n')}\n`
    const load = await server.call({
      method: 'POST',
      url: '/balances/upload',
      body: { COD_PERIODO: 1, SIMULAR: true },
      file: { name: 'saldos.csv', content },
      as: who.control,
    })
    expect(load.status).toBe(200)
    await until(() => own.events.some(({ data }) => data.trabajo?.startsWith('carga:') && data.total === 5))
    expect(own.events.filter(({ data }) => data.trabajo?.startsWith('carga:')).at(-1)!.data).toMatchObject({ hecho: 5, total: 5 })
  })

  test('needs a token, and ends when it is no longer good', async () => {
    expect((await line(null)).answer.status).toBe(401)
    const own = await line(who.otherAnalista)
    await until(() => own.beats() > 2)
    await sql`update app_user set active = false where id = ${who.otherAnalista.id}`.execute(server.db)
    await until(own.over)
    expect((await line(who.otherAnalista)).answer.status).toBe(401)
  })

  test('of one person there are ten at most; one that is left makes room', async () => {
    const lines = await Promise.all(Array.from({ length: 10 }, () => line(who.otherJefatura)))
    const more = await line(who.otherJefatura)
    expect(more.answer.status).toBe(429)
    expect((await line(who.administrador)).answer.status).toBe(200)
    lines[0]!.end.abort()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect((await line(who.otherJefatura)).answer.status).toBe(200)
  })
})

const onServer = process.env.TEST_DATABASE_URL ? test : test.skip
describe('over several processes on one PostgreSQL', () => {
  onServer('what one of them writes is heard in the others, also after their connection was cut', async () => {
    const { openDatabase } = await import('../database/index.ts')
    const other = await openDatabase({ url: server.url })
    try {
      const own = await line(who.auditor)
      await until(() => own.events.length === 1)
      await notify(other.db, [who.auditor.id], 'asignacion', { n: 7, business: 'SAFRA' })
      progressTo(other.live, 0)('lejos', who.auditor.id, 1, 1)
      announceRead(other.live, who.auditor.id)
      await until(() => own.events.length === 4)
      expect(own.events.map(({ data }) => data.tipo).sort()).toEqual(['avance', 'notificacion', 'sin_leer', 'sin_leer'])
      const listening = sql`pg_stat_activity where application_name = 'cuadre_live' and datname = current_database()`
      const cut = await sql<{ pid: number }>`select pid, pg_terminate_backend(pid) from ${listening}`.execute(other.db)
      expect(cut.rows).toHaveLength(2)
      // Each opens another, after a second; what is announced in between is lost.
      const pids = cut.rows.map(({ pid }) => pid)
      let again = 0
      for (let n = 0; n < 300 && again < 2; n++) {
        await new Promise((resolve) => setTimeout(resolve, 50))
        const found = await sql<{
          n: number
        }>`select count(*)::int as n from ${listening} and pid <> all(${pids}::int[]) and query <> '' and state = 'idle'`.execute(other.db)
        again = found.rows[0]!.n
      }
      expect(again).toBe(2)
      await notify(other.db, [who.auditor.id], 'asignacion', { n: 8, business: 'SAFRA' })
      await until(() => own.events.at(-1)!.data.notificacion?.texto.includes('8') ?? false)
    } finally {
      await other.close()
    }
  })
})

test('a change of a ticket is told once it is committed, and who looks at it only to the others who receive it', async () => {
  const make = await server.call({
    method: 'POST',
    url: '/tickets-suport',
    body: { asunto: 'No abre la carga', descripcion: 'La carga de balance no abre.', categoriaId: 4, tipoId: 1 },
    as: who.analista,
  })
  const { id } = make.body
  const [author, other, own] = [await line(who.analista), await line(who.administrador), await line(who.control)]
  await until(() => [author, other, own].every(({ events }) => events.length === 1))
  const attend = (as: Person) =>
    server.call({ method: 'POST', url: `/tickets-suport/${id}/presence`, body: { presente: true, escribe: true }, as })
  expect((await attend(who.analista)).status).toBe(403)
  await attend(who.control)
  await until(() => other.events.length === 2)
  const persona = { id: who.control.id, nombre: who.control.name }
  expect(other.events[1]!.data).toEqual({ tipo: 'presencia', ticketId: id, persona, presente: true, escribe: true })
  await server.call({ method: 'POST', url: `/tickets-suport/${id}/comments`, body: { texto: 'Lo reviso' }, form: true, as: who.control })
  const told = (of: typeof author) => of.events.map(({ data }) => data.tipo)
  await until(() => author.events.length === 3 && own.events.length === 2)
  expect(told(author)).toContain('ticket')
  expect(told(author)).not.toContain('presencia')
  expect(told(own)).toEqual(['sin_leer', 'ticket'])

  // A further file of a comment is told to whoever reads the comment.
  const say = async (body: object) =>
    (await server.call({ method: 'POST', url: `/tickets-suport/${id}/comments`, body, form: true, as: who.control })).body.hilo.at(-1).id
  const attach = (comentarioId: number) =>
    server.call({
      method: 'POST',
      url: `/tickets-suport/${id}/file`,
      body: { comentarioId },
      file: { name: 'nota.txt', content: 'uno' },
      as: who.control,
    })
  const changes = (of: typeof author) => told(of).filter((tipo) => tipo === 'ticket').length
  const answer = await say({ texto: 'Mire los dos archivos' })
  await until(() => changes(author) === 2)
  await attach(answer)
  await until(() => changes(author) === 3)
  const note = await say({ texto: 'Solo nosotros', interno: 'true' })
  await attach(note)
  await until(() => changes(own) === 5)
  expect(changes(author)).toBe(3)
})
