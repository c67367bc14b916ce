import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { rows } from './platform/database/index.ts'
import { contentPath } from './platform/storage/folder.ts'
import { folderStorage } from './platform/storage/index.ts'
import { type World, world } from './reporting/dashboard/items.fixture.ts'
import { startScheduledJobs } from './scheduled-jobs.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const storedSums = async () =>
  (await rows(w.db, sql<{ name: string }>`select p.name from period_rolled r join period p on p.id = r.period_id order by 1`)).map(
    ({ name }) => name,
  )

test('the clock keeps the sums of what is closed for good, before anybody asks, forgets old uploads and what was taken away, and goes on after an error', async () => {
  expect(await storedSums()).toEqual([])
  const forgotten = join(w.folder, 'uploads', '1', 'x')
  mkdirSync(forgotten, { recursive: true })
  utimesSync(forgotten, 0, 0)
  const storage = folderStorage(w.folder)
  const taken = 'a'.repeat(64)
  await storage.discard(taken)
  utimesSync(join(w.folder, 'discarded', taken), 0, 0)
  mkdirSync(dirname(contentPath(w.folder, taken)), { recursive: true })
  writeFileSync(contentPath(w.folder, taken), 'x')
  const errors: unknown[] = []
  let looked = 0
  const now = () => {
    looked++
    if (looked === 1) throw new Error('the first look fails')
    return new Date()
  }
  const stop = startScheduledJobs({
    db: w.db,
    storage,
    zone: 'America/Sao_Paulo',
    now,
    everyMs: 20,
    log: (error) => errors.push(error),
  })
  while (looked < 2) await new Promise((resolve) => setTimeout(resolve, 20))
  // Waits for the running check.
  await stop()
  expect(await storedSums()).toEqual(['2025-10', '2026-08'])
  expect(existsSync(forgotten)).toBe(false)
  expect(existsSync(contentPath(w.folder, taken))).toBe(false)
  expect(errors).toMatchObject([{ message: 'the first look fails' }])
})

test('the review of a question is reminded of on its day in the place, not the evening before', async () => {
  await sql`insert into faq (category, question_es, question_en, answer_es, answer_en, position, owner_id, review_on)
    select 'otros', '¿Sigue así?', 'Still so?', 'Sí.', 'Yes.', 99, min(id), '2030-09-11' from app_user`.execute(w.db)
  const reminded = async (at: string) => {
    let ran = () => {}
    const once = new Promise<void>((resolve) => {
      ran = resolve
    })
    const stop = startScheduledJobs({
      db: w.db,
      storage: folderStorage(w.folder),
      zone: 'America/Sao_Paulo',
      now: () => new Date(`${at}-03:00`),
      ran,
    })
    await once
    await stop()
    return (await rows(w.db, sql`select from notification where template = 'faq_revisar'`)).length
  }
  expect([await reminded('2030-09-10T22:00'), await reminded('2030-09-11T09:00')]).toEqual([0, 1])
})

test('a job that fails keeps no other waiting, and the round does not count as done', async () => {
  await sql`insert into faq (category, question_es, question_en, answer_es, answer_en, position, owner_id, review_on)
    select 'otros', '¿Y esta?', 'And this?', 'Sí.', 'Yes.', 98, min(id), '2031-03-04' from app_user`.execute(w.db)
  const errors: unknown[] = []
  let done = 0
  const away = () => Promise.reject(new Error('the files are away'))
  const whole = folderStorage(w.folder)
  const stop = startScheduledJobs({
    db: w.db,
    storage: { ...whole, sweep: away, uploads: { ...whole.uploads, forget: away } },
    zone: 'America/Sao_Paulo',
    now: () => new Date('2031-03-04T12:00-03:00'),
    ran: () => done++,
    log: (error) => errors.push(error),
  })
  while (errors.length < 1) await new Promise((resolve) => setTimeout(resolve, 20))
  await stop()
  expect(errors).toMatchObject([{ errors: [{ message: 'the files are away' }, { message: 'the files are away' }] }])
  expect(await rows(w.db, sql`select from notification where template = 'faq_revisar' and params::text like '%Y esta%'`)).toHaveLength(1)
  expect(done).toBe(0)
})
