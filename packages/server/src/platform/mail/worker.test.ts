import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows, transaction } from '../database/index.ts'
import { deliver, sendDigests } from './deliver.ts'
import type { Mail } from './message.ts'
import { notify } from './notify.ts'
import { fileTransport, smtpTransport, type Transport } from './transport.ts'
import { backOff, deliverDue, startMailWorker } from './worker.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let folder: string
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  folder = mkdtempSync(join(tmpdir(), 'cuadre-mail-'))
}, 60_000)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => sql`delete from outbox`.execute(server.db))

const tell = (n = 1) => notify(server.db, [who.analista.id], 'asignacion', { n, business: 'VOTORANTIM' }, '/home')
const outbox = () =>
  rows(
    server.db,
    sql<{ attempts: number; sent: boolean; failed: string | null; wait: number }>`
    select attempts, sent_at is not null as sent, failed, round(extract(epoch from next_at - now()))::int as wait from outbox order by id`,
  )
const due = () => sql`update outbox set next_at = now() where sent_at is null`.execute(server.db)

/** Stores the mails; fails while `failing` returns an error. */
function memory(failing: (mail: Mail) => Error | undefined = () => undefined) {
  const sent: Mail[] = []
  const transport: Transport = {
    async send(mail) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5))
      const error = failing(mail)
      if (error) throw error
      sent.push(mail)
    },
  }
  return { sent, transport }
}

describe('the mail worker', () => {
  test('two of them at once send each mail exactly once', async () => {
    for (let n = 1; n <= 60; n++) await tell(n)
    const { sent, transport } = memory()
    const counts = await Promise.all([deliverDue({ db: server.db, transport }), deliverDue({ db: server.db, transport })])
    expect(counts[0]! + counts[1]!).toBe(60)
    expect(sent).toHaveLength(60)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(60)
    expect(await deliverDue({ db: server.db, transport })).toBe(0)
    expect((await outbox()).every(({ sent, attempts }) => sent && attempts === 1)).toBe(true)
  })

  test('a mail that fails waits longer each time, is tried again and arrives; its neighbour is not held up', async () => {
    await tell(1)
    await tell(2)
    let down = true
    const refusal = Object.assign(new Error('550 <analista@corporacion.example> unknown'), { code: 'EENVELOPE', responseCode: 550 })
    const { sent, transport } = memory(({ text }) => (down && text.includes('asignaron: 1.') ? refusal : undefined))
    expect(await deliverDue({ db: server.db, transport })).toBe(1)
    // Without the address that the error repeats.
    expect(await outbox()).toEqual([
      { attempts: 1, sent: false, failed: 'EENVELOPE 550', wait: 60 },
      { attempts: 1, sent: true, failed: null, wait: expect.any(Number) },
    ])
    expect(await deliverDue({ db: server.db, transport })).toBe(0)
    await due()
    await deliverDue({ db: server.db, transport })
    expect((await outbox())[0]).toMatchObject({ attempts: 2, wait: 120 })
    down = false
    await due()
    expect(await deliverDue({ db: server.db, transport })).toBe(1)
    expect((await outbox())[0]).toMatchObject({ attempts: 3, sent: true, failed: null })
    expect(sent).toHaveLength(2)
  })

  test('gives up after eight attempts', async () => {
    await tell()
    const { transport } = memory(() => new Error('no'))
    for (let n = 0; n < 10; n++) {
      await due()
      await deliverDue({ db: server.db, transport })
    }
    expect(await outbox()).toMatchObject([{ attempts: 8, sent: false, failed: 'ERROR' }])
    expect([1, 2, 7].map(backOff)).toEqual([1, 2, 64])
  })

  test('an outage of the mail server for a weekend loses nothing; after four days it is given up', async () => {
    const away = Object.assign(new Error('no'), { code: 'ECONNECTION' })
    const { sent, transport } = memory(() => (back ? undefined : away))
    let back = false
    await tell()
    for (let n = 0; n < 20; n++) {
      await due()
      await deliverDue({ db: server.db, transport })
    }
    expect(await outbox()).toMatchObject([{ attempts: 6, sent: false, failed: 'ECONNECTION', wait: 64 * 60 }])
    // A link that is good for half an hour is of no use then.
    await sql`insert into outbox (email, locale, template, params) values ('a@corporacion.example', 'es', 'recuperar_contrasena', '{}')`.execute(
      server.db,
    )
    for (let n = 0; n < 8; n++) {
      await due()
      await deliverDue({ db: server.db, transport })
    }
    expect((await outbox())[1]).toMatchObject({ attempts: 8, sent: false })
    await sql`delete from outbox where template = 'recuperar_contrasena'`.execute(server.db)
    back = true
    await due()
    expect([await deliverDue({ db: server.db, transport }), sent.length]).toEqual([1, 1])
    back = false
    await tell()
    await sql`update outbox set created_at = now() - interval '5 days', attempts = 6 where sent_at is null`.execute(server.db)
    for (let n = 0; n < 3; n++) {
      await due()
      await deliverDue({ db: server.db, transport })
    }
    expect((await outbox())[1]).toMatchObject({ attempts: 8, sent: false })
  })

  test('what waited for its hour goes to the address of that hour, and not to who has left', async () => {
    const window = { from: '00:00', to: '23:59', zone: 'utc', since: new Date(0) }
    const people = [who.analista.id, who.otherAnalista.id]
    const message = { template: 'enviado', params: { who: 'R', account: 'A1', period: '2026-10' }, route: null } as const
    await deliver(server.db, people, message, { typeId: null, priority: 'M', app: false, mail: true, window })
    const { email } = (await row(server.db, sql<{ email: string }>`select email from app_user where id = ${who.analista.id}`))!
    await sql`update app_user set email = 'nueva@corporacion.example' where id = ${who.analista.id}`.execute(server.db)
    await sql`update app_user set active = false where id = ${who.otherAnalista.id}`.execute(server.db)
    const { sent, transport } = memory()
    await deliverDue({ db: server.db, transport })
    expect(sent.map(({ to }) => to)).toEqual(['nueva@corporacion.example'])
    expect(await outbox()).toHaveLength(1)
    await sql`update app_user set email = ${email}, active = true where id = ${who.analista.id}`.execute(server.db)
    await sql`update app_user set active = true where id = ${who.otherAnalista.id}`.execute(server.db)
  })

  test('a mail that another process has on its way is left alone until its lease ends', async () => {
    await tell()
    const { sent, transport } = memory()
    let arrive = () => {}
    const slow = deliverDue({
      db: server.db,
      transport: {
        send: () =>
          new Promise((resolve) => {
            arrive = resolve
          }),
      },
    })
    while ((await outbox())[0]!.attempts === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await deliverDue({ db: server.db, transport })).toBe(0)
    expect(sent).toEqual([])
    // The first process has died, so its mail is due again.
    await due()
    expect(await deliverDue({ db: server.db, transport })).toBe(1)
    arrive()
    await slow
  })

  test('a cause that is undone tells nobody', async () => {
    await expect(
      transaction(server.db, async (tx) => {
        await notify(tx, [who.analista.id], 'asignacion', { n: 99, business: 'SAFRA' })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    const { sent, transport } = memory()
    expect(await deliverDue({ db: server.db, transport })).toBe(0)
    expect(sent).toEqual([])
    expect(await row(server.db, sql`select from notification where params->>'n' = '99'`)).toBeUndefined()
  })

  test('tells each person once, and not those who have left', async () => {
    await sql`update app_user set active = false where id = ${who.otherAnalista.id}`.execute(server.db)
    await notify(server.db, [who.analista.id, who.analista.id, who.otherAnalista.id], 'asignacion', { n: 1, business: 'SAFRA' })
    const { sent, transport } = memory()
    await deliverDue({ db: server.db, transport })
    expect(sent.map(({ to }) => to)).toEqual(['analista@corporacion.example'])
  })

  test('tells auditors on the days of their access, by the clock that lets them in', async () => {
    await sql`update auditor set valid_from = '2026-09-10', valid_until = '2026-09-11' where user_id = ${who.auditor.id}`.execute(server.db)
    const told = async (at: string) => {
      const message = { template: 'asignacion', params: { n: 1, business: 'VOTORANTIM' }, route: null } as const
      const options = { typeId: null, priority: 'M', app: true, mail: true, now: new Date(`${at}-03:00`) } as const
      return (await deliver(server.db, [who.auditor.id], message, options)).length
    }
    expect([await told('2026-09-09T22:00'), await told('2026-09-10T00:30')]).toEqual([0, 1])
    expect([await told('2026-09-11T22:00'), await told('2026-09-12T00:30')]).toEqual([1, 0])
  })

  test('what waited for its hour or for a digest goes to no auditor whose access has ended meanwhile', async () => {
    const dates = (from: number, until: number) =>
      sql`update auditor set valid_from = current_date + ${from}::int, valid_until = current_date + ${until}::int where user_id = ${who.auditor.id}`.execute(
        server.db,
      )
    const message = { template: 'asignacion', params: { n: 1, business: 'VOTORANTIM' }, route: null } as const
    const people = [who.auditor.id, who.analista.id]
    const options = { typeId: null, priority: 'M', app: false, mail: true } as const
    await dates(-30, 30)
    await deliver(server.db, people, message, { ...options, digest: 'diaria' })
    await deliver(server.db, people, message, { ...options, window: { from: '00:00', to: '23:59:59', zone: 'utc', since: new Date() } })
    await dates(-30, -2)
    expect(await sendDigests(server.db, new Date())).toBe(1)
    const { sent, transport } = memory()
    await deliverDue({ db: server.db, transport })
    expect(sent.map(({ to }) => to)).toEqual(['analista@corporacion.example', 'analista@corporacion.example'])
  })

  test('a digest of the week waits for the Monday of the place, which a Sunday evening is not yet', async () => {
    const message = { template: 'asignacion', params: { n: 1, business: 'VOTORANTIM' }, route: null } as const
    for (const at of ['2026-09-13T22:00', '2026-09-14T00:30']) {
      const options = { typeId: null, priority: 'M', app: false, mail: true, digest: 'semanal', now: new Date(`${at}-03:00`) } as const
      await deliver(server.db, [who.analista.id], message, options)
    }
    expect(await rows(server.db, sql`select to_char(next_at at time zone 'utc', 'MM-DD HH24:MI') as at from outbox order by id`)).toEqual([
      { at: '09-14 03:00' },
      { at: '09-21 03:00' },
    ])
  })

  test('runs until it is stopped, also past an outage of the database', async () => {
    const { sent, transport } = memory()
    const troubles: unknown[] = []
    let closed = false
    const stop = startMailWorker({
      db: server.db,
      transport: {
        ...transport,
        close: () => {
          closed = true
        },
      },
      everyMs: 10,
      log: (error) => troubles.push(error),
    })
    await sql`alter table outbox rename to away`.execute(server.db)
    while (troubles.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await sql`alter table away rename to outbox`.execute(server.db)
    await tell()
    while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await stop()
    expect(closed).toBe(true)
    await tell()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(sent).toHaveLength(1)
  })
})

describe('a mail', () => {
  test('is in the reader’s language, with a link, as text and as HTML in which nothing written by people is markup', async () => {
    await sql`update app_user set locale = 'en' where id = ${who.jefatura.id}`.execute(server.db)
    await notify(
      server.db,
      [who.analista.id, who.jefatura.id],
      'rechazado',
      { account: '1.1\r\nBcc: all@corporacion.example', who: 'Marcela & Co', period: '2026-07', comment: '<img src=x onerror="alert(1)">' },
      '/cuentas/analisis?id=7&x=1',
    )
    const { sent, transport } = memory()
    await deliverDue({ db: server.db, transport, webUrl: 'https://cuadre.example' })
    const [es, en] = sent.sort((a, b) => a.to.localeCompare(b.to))
    expect(es!.subject).toBe('Análisis rechazado: 1.1 Bcc: all@corporacion.example')
    expect(es!.text).toContain('«<img src=x onerror="alert(1)">»')
    expect(es!.text).toContain('Abrir en Cuadre: https://cuadre.example/cuentas/analisis?id=7&x=1')
    expect(es!.html).toContain('Marcela &amp; Co rechazó')
    expect(es!.html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;')
    expect(es!.html).not.toContain('<img')
    expect(es!.html).toContain('href="https://cuadre.example/cuentas/analisis?id=7&amp;x=1"')
    expect(en!.subject).toMatch(/^Analysis rejected: /)
    expect(en!.text).toContain('for July 2026')
  })

  test('goes to a readable file, whole or not at all', async () => {
    await notify(server.db, [who.analista.id], 'periodo_abierto', { period: '2026-07', due: '2026-08-06T21:00:00.000Z' })
    expect(await deliverDue({ db: server.db, transport: fileTransport(join(folder, 'mail')), zone: 'America/Sao_Paulo' })).toBe(1)
    const [name, ...others] = readdirSync(join(folder, 'mail'))
    expect(others).toEqual([])
    expect(name).toMatch(/^cuadre-\d+\.eml$/)
    const content = readFileSync(join(folder, 'mail', name!), 'utf8')
    expect(content).toContain('To: analista@corporacion.example\nSubject: Período julio de 2026 abierto\n')
    expect(content).toContain('Los análisis vencen el 6 de agosto de 2026, 18:00.')
  })

  test('goes through a mail server, and one that the server refuses waits', async () => {
    const smtp = await smtpServer()
    await notify(server.db, [who.analista.id, who.gerencia.id], 'periodo_cerrado', { period: '2026-07' })
    const transport = smtpTransport(`smtp://127.0.0.1:${smtp.port}`, 'Cuadre <no-responder@corporacion.example>')
    try {
      expect(await deliverDue({ db: server.db, transport })).toBe(1)
      expect(smtp.received).toHaveLength(1)
      const [mail] = smtp.received
      expect(mail).toContain('RCPT TO:<analista@corporacion.example>')
      expect(mail).toMatch(/^From: Cuadre <no-responder@corporacion\.example>/m)
      expect(mail).toMatch(/^Message-ID: <cuadre-\d+@corporacion\.example>/im)
      expect(mail).toContain('multipart/alternative')
      expect((await outbox()).find(({ sent }) => !sent)).toMatchObject({ attempts: 1, failed: 'EENVELOPE 550' })
    } finally {
      transport.close?.()
      await smtp.close()
    }
    await due()
    expect(await deliverDue({ db: server.db, transport })).toBe(0)
    expect((await outbox()).find(({ sent }) => !sent)).toMatchObject({ attempts: 2, failed: expect.stringMatching(/^E[A-Z]+$/) })
  })
})

/** A minimal SMTP server that rejects recipients in gerencia. */
async function smtpServer() {
  const received: string[] = []
  const listener = createServer((socket) => {
    let seen = ''
    let data = false
    socket.write('220 test\r\n')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        seen += `${line}\n`
        if (data) {
          if (line !== '.') continue
          data = false
          received.push(seen)
          socket.write('250 queued\r\n')
        } else if (line === 'DATA') {
          data = true
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write(line.startsWith('RCPT TO:<gerencia') ? '550 unknown gerencia@corporacion.example\r\n' : '250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    received,
    port: (listener.address() as { port: number }).port,
    close: () => new Promise((resolve) => listener.close(resolve)),
  }
}
