import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { rows } from '../../platform/database/index.ts'
import { calendar } from './aggregates/days.ts'
import { commonDays } from './common-days.ts'
import { dayAt } from './figures.rules.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let abroad: number
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  await sql`insert into period (name, status_id, due_analyst, due_jefatura, due_control, due_close, opened_at, closed_at) values
    ('2026-08', 3, '2026-09-04 21:00Z', '2026-09-07 21:00Z', '2026-09-08 21:00Z', '2026-09-10 21:00Z', '2026-08-29 12:00Z', '2026-09-14 15:00Z')`.execute(
    server.db,
  )
  await sql`insert into calendar (country_id) values (1)`.execute(server.db)
  // A Monday, a Saturday and Christmas, a Friday.
  await sql`insert into holiday (country_id, day, name) values (1, '2026-09-07', 'Independencia'), (1, '2026-09-19', 'Fiesta'), (1, '2026-12-25', 'Navidad')`.execute(
    server.db,
  )
  const [made] = await rows(
    server.db,
    sql<{ id: number }>`insert into country (name, iso, currency) values ('Uruguay', 'UY', 'UYU') returning id`,
  )
  abroad = made!.id
  await sql`insert into calendar (country_id, working_days) values (${abroad}, '{1,2,3,4,5,6}')`.execute(server.db)
  await sql`insert into holiday (country_id, day, name) values (${abroad}, '2026-12-25', 'Día de la Familia')`.execute(server.db)
}, 60_000)
afterAll(() => server.close())

const between = async (from: string, to: string, ...countries: number[]) => {
  const days = commonDays(sql`select unnest(${countries}::int[])`)
  const [found] = await rows(
    server.db,
    sql<{ n: number }>`select ${days.between(sql`${from}::date`, sql`${to}::date`)} as n from (select) x cross join ${days.from}`,
  )
  return found!.n
}

test('of one country they are its working days, forwards and backwards', async () => {
  for (const country of [1, abroad])
    for (const [from, to] of [
      ['2026-08-31', '2026-09-14'],
      ['2026-09-14', '2026-08-31'],
      ['2026-12-24', '2026-12-25'],
      ['2026-09-18', '2026-09-20'],
      ['2025-12-31', '2026-12-31'],
    ] as const) {
      const [own] = await rows(server.db, sql<{ n: number }>`select workdays(${from}::date, ${to}::date, ${country}) as n`)
      expect([country, from, to, await between(from, to, country)]).toEqual([country, from, to, own!.n])
    }
})

test('of several a day is free only where all of them are', async () => {
  // By hand: 1 to 5, 7 to 12 and 14 September, Mondays to Saturdays; nobody works at Christmas.
  expect(await between('2026-08-31', '2026-09-14', 1, abroad)).toBe(12)
  expect(await between('2026-12-24', '2026-12-27', 1, abroad)).toBe(1)
  expect(await between('2026-12-24', '2026-12-28')).toBe(2)
})

test('days to close are counted without the holidays of the country', async () => {
  const k10 = async (query: object = {}) => {
    const { body } = await server.call({ url: '/statistics/indicators', query: { anio: 2026, ...query }, as: who.administrador })
    return body.data.find(({ codigo }: { codigo: string }) => codigo === 'K10').meses[0].valor
  }
  // 1 to 4, 8 to 11 and 14 September.
  expect(await k10()).toBe(9)
  await sql`insert into business (name, code, country_id, currency) values ('Oriental', 'UY01', ${abroad}, 'UYU')`.execute(server.db)
  expect(await k10()).toBe(12)
  expect(await k10({ paisId: 1 })).toBe(9)
})

test('a forecast ends on no holiday', async () => {
  const zone = 'America/Sao_Paulo'
  const today = DateTime.now().setZone(zone)
  const day = (ahead: number) => today.plus({ days: ahead }).toISODate()!
  for (const ahead of [1, 2, 3, 4, 5])
    await sql`insert into holiday (country_id, day, name) values (1, ${day(ahead)}, 'Puente') on conflict do nothing`.execute(server.db)
  const next = async (country: number) => dayAt(await calendar(server.db, { zone, countries: sql`select ${country}::int` }), 1)
  expect([day(6), day(7), day(8)]).toContain(await next(1))
  expect([day(1), day(2)]).toContain(await next(abroad))
})
