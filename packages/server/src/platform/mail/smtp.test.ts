import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { freshDatabase } from '../../lab/testing/database.ts'
import { type Database, openDatabase, row, rows } from '../database/index.ts'
import { notify } from './notify.ts'
import { smtpServer } from './smtp.testing.ts'
import { smtpTransport } from './transport.ts'
import { deliverDue } from './worker.ts'

jest.setTimeout(240_000)
const from = 'Cuadre <no-responder@corporacion.example>'
const program = fileURLToPath(new URL('./worker.process.ts', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'cuadre-smtp-'))

let database: Database
const reopen = async () => {
  if (database.url) return
  database = await openDatabase({ dataDir })
}
beforeAll(async () => {
  database = process.env.TEST_DATABASE_URL ? await freshDatabase() : await openDatabase({ dataDir })
  await sql`insert into app_user (name, username, email, active_role_id) values
    ('Ana', 'ana', 'ana@corporacion.example', 1), ('Nadie', 'nadie', 'desconocido@corporacion.example', 1)`.execute(database.db)
})
afterAll(async () => {
  await database?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const tell = (n: number, userId = 1) => notify(database.db, [userId], 'asignacion', { n, business: 'Ñuñoa & Cía.' }, '/home')
const outbox = () =>
  rows(
    database.db,
    sql<{
      attempts: number
      sent: boolean
      failed: string | null
    }>`select attempts, sent_at is not null as sent, failed from outbox order by id`,
  )
const due = () => sql`update outbox set next_at = now() where sent_at is null`.execute(database.db)
const clear = () => sql`delete from outbox`.execute(database.db)

describe('by a mail server', () => {
  test('a mail arrives whole, with accents, as text and HTML; the name and password of the address are used', async () => {
    const smtp = await smtpServer()
    const transport = smtpTransport(smtp.urlWith('cuadre', 'secreta'), from)
    await tell(3)
    expect(await deliverDue({ db: database.db, transport, webUrl: 'https://cuadre.example' })).toBe(1)
    const [mail] = smtp.received
    expect(mail!.to).toEqual(['ana@corporacion.example'])
    expect(mail!.id).toMatch(/^cuadre-\d+@corporacion\.example$/)
    expect(mail!.content).toContain('multipart/alternative')
    expect(mail!.content.replaceAll('=\r\n', '')).toContain('=C3=91u=C3=B1oa & C=C3=ADa.')
    transport.close?.()
    const wrong = smtpTransport(smtp.urlWith('cuadre', 'otra'), from)
    await tell(4)
    expect(await deliverDue({ db: database.db, transport: wrong })).toBe(0)
    expect((await outbox())[1]).toMatchObject({ attempts: 1, sent: false, failed: 'EAUTH 535' })
    wrong.close?.()
    await smtp.close()
    await clear()
  })

  test('one that it does not want now, or whose reader it does not know, is tried again; the others go out', async () => {
    let busy = true
    const smtp = await smtpServer(({ content }) => {
      if (busy && content.includes('asignaron: 1.')) throw new Error('busy')
    })
    const transport = smtpTransport(smtp.url, from)
    await tell(1)
    await tell(2, 2)
    await tell(3)
    expect(await deliverDue({ db: database.db, transport })).toBe(1)
    expect((await outbox()).map(({ sent, failed }) => [sent, failed])).toEqual([
      [false, 'EMESSAGE 451'],
      [false, 'EENVELOPE 550'],
      [true, null],
    ])
    busy = false
    await due()
    expect(await deliverDue({ db: database.db, transport })).toBe(1)
    expect(new Set(smtp.received.map(({ id }) => id)).size).toBe(2)
    transport.close?.()
    await smtp.close()
    await clear()
  })
})

/** An embedded database can only be opened by the other process after ours is closed. */
async function run(smtp: string): Promise<{ child: ChildProcess; over: Promise<number | null> }> {
  if (!database.url) await database.close()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, JSON.stringify({ url: database.url, ...(!database.url && { dataDir }), smtp })],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    },
  )
  return { child, over: new Promise((resolve) => child.on('exit', (code) => resolve(code))) }
}

describe('a worker that is killed', () => {
  test('before the server has said yes: the mail comes once, when the lease is over, under the same id', async () => {
    const ids: string[] = []
    let kill = () => {}
    const smtp = await smtpServer(({ id }) => {
      ids.push(id)
      if (ids.length > 1) return
      kill()
      // The server was killed: nobody receives the answer.
      throw new Error('gone')
    })
    await tell(1)
    const { child, over } = await run(smtp.url)
    kill = () => child.kill('SIGKILL')
    await over
    await reopen()
    expect(await outbox()).toEqual([{ attempts: 1, sent: false, failed: null }])
    const transport = smtpTransport(smtp.url, from)
    // The lease has not ended: the mail may still be being sent.
    expect(await deliverDue({ db: database.db, transport })).toBe(0)
    await due()
    expect(await deliverDue({ db: database.db, transport })).toBe(1)
    expect(smtp.received).toHaveLength(1)
    expect(ids).toEqual([ids[0], ids[0]])
    transport.close?.()
    await smtp.close()
    await clear()
  })

  test('after it has said yes and before it is marked: the second one carries the id of the first, by which a mail server drops it', async () => {
    let kill = () => {}
    const smtp = await smtpServer(() => kill())
    await tell(1)
    const { child, over } = await run(smtp.url)
    kill = () => child.kill('SIGKILL')
    await over
    kill = () => {}
    await reopen()
    expect(await outbox()).toMatchObject([{ sent: false }])
    await due()
    const transport = smtpTransport(smtp.url, from)
    await deliverDue({ db: database.db, transport })
    expect(smtp.received).toHaveLength(2)
    expect(new Set(smtp.received.map(({ id }) => id)).size).toBe(1)
    expect(await outbox()).toMatchObject([{ sent: true }])
    transport.close?.()
    await smtp.close()
    await clear()
  })
})

const onServer = process.env.TEST_DATABASE_URL ? test : test.skip
onServer('three worker processes at once send each of 60 mails once', async () => {
  const smtp = await smtpServer()
  for (let n = 1; n <= 60; n++) await tell(n)
  const workers = await Promise.all([run(smtp.url), run(smtp.url), run(smtp.url)])
  expect(await Promise.all(workers.map(({ over }) => over))).toEqual([0, 0, 0])
  expect(smtp.received).toHaveLength(60)
  expect(new Set(smtp.received.map(({ id }) => id)).size).toBe(60)
  expect(await row(database.db, sql`select count(*)::int as n from outbox where sent_at is not null and attempts = 1`)).toEqual({ n: 60 })
  await smtp.close()
})
