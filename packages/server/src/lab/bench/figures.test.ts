import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTable } from '@cuadre/tables'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { row } from '../../platform/database/index.ts'
import { makeAnalyses } from './analyses.ts'
import { figures, HEADINGS, writeFigures } from './figures.ts'
import { createLocation, open } from './place.ts'

describe('what the bench loads', () => {
  const list = [...figures('2026-03', 2_500)]

  test('are the published figures, and then as many more businesses as it takes', () => {
    expect(list).toHaveLength(2_500)
    expect(list[0]).toEqual({
      period: '202603',
      businessCode: '00010045',
      businessName: 'BRADESCO',
      account: '0010000007',
      accountName: 'CIRCULANTE E REALIZAVEL A LONGO PRAZO',
      amount: '264462535655.51',
    })
    expect(new Set(list.map(({ businessCode, account }) => `${businessCode} ${account}`)).size).toBe(2_500)
    expect(new Set(list.map(({ businessCode }) => businessCode)).size).toBeGreaterThan(12)
    expect(list.every(({ amount }) => /^-?\d+\.\d\d$/.test(amount))).toBe(true)
    expect(list.some(({ amount }) => amount.startsWith('-'))).toBe(true)
  })

  test.each(['csv', 'xlsx'] as const)('lie in a %s with the same columns, codes as text', async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'cuadre-bench-'))
    try {
      const path = join(folder, `f.${kind}`)
      await writeFigures(path, kind, '2026-03', 2_500)
      const table = await openTable(path, `f.${kind}`)
      const read = []
      for await (const rows of table.rows()) read.push(...rows.map(({ cells }) => cells))
      const header = read.findIndex(([first]) => first === 'DATA')
      expect(read[header]).toEqual(HEADINGS)
      const body = read.slice(header + 1)
      expect(body.map((cells) => [cells[0], cells[1], cells[2], cells[5], cells[6]])).toEqual(
        list.map((f) => [f.period, f.businessCode, f.businessName, f.account, f.accountName]),
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

test('the analyses of the bench: 24 periods, every state in the last, keys and indexes as before', async () => {
  const location = await createLocation(undefined)
  const { db, close } = await open(location)
  const shape = () =>
    row(
      db,
      sql<{
        indexes: number
        constraints: number
        triggers: number
      }>`select (select count(*)::int from pg_index where indrelid in ('analysis'::regclass, 'analysis_file'::regclass)) as indexes,
        (select count(*)::int from pg_constraint where conrelid in ('analysis'::regclass, 'analysis_file'::regclass) and convalidated) as constraints,
        (select count(*)::int from pg_trigger where tgrelid in ('analysis'::regclass, 'analysis_file'::regclass) and tgenabled = 'O' and not tgisinternal) as triggers`,
    )
  try {
    const before = await shape()
    expect(await makeAnalyses(db, 12_000)).toMatchObject({ accounts: 500, analysts: 2 })
    expect(await shape()).toEqual(before)
    expect(
      await row(
        db,
        sql`select count(*)::int as n, count(distinct period_id)::int as periods, count(distinct analyst_id)::int as analysts, count(distinct business_id) > 1 as businesses,
          count(distinct state_main) filter (where period_id = 24)::int as states, count(*) filter (where version = 1)::int = (select count(*)::int from analysis_file) as files from analysis`,
      ),
    ).toEqual({ n: 12_000, periods: 24, analysts: 2, businesses: true, states: 4, files: true })
  } finally {
    await close()
    await location.remove()
  }
})
