import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type RawBuilder, sql } from 'kysely'
import { freshDatabase } from '../../lab/testing/database.ts'
import type { Database } from '../../platform/database/index.ts'
import { at, byRisk, differing, dueNow, inbox, late, onTimeOf, signed, signedInTime, states, unexplained, unsupported } from './measures.ts'

// The fragments read rows that stand in the statement, and no table.
let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const CLOCK = '2026-10-08T21:00:00.000Z'
const BEFORE = '2026-10-08T20:59:59.999Z'
const AFTER = '2026-10-08T21:00:00.001Z'
const clock = sql`${CLOCK}::timestamptz`

const row = {
  state_main: 1,
  state_jefatura: 1,
  state_control: null as number | null,
  submitted_at: null as string | null,
  jefatura_at: null as string | null,
  control_at: null as string | null,
  due_analyst: null as string | null,
  due_jefatura: null as string | null,
  due_control: null as string | null,
  balance: '0.00',
  difference: '0.00',
  comment: null as string | null,
  materiality: 'no_material',
}
type Row = typeof row
const open: Partial<Row> = {}
const atJefatura: Partial<Row> = { submitted_at: '2026-10-01T00:00:00Z' }
const atControl: Partial<Row> = { ...atJefatura, state_main: 2, state_jefatura: 4, state_control: 1, jefatura_at: '2026-10-02T00:00:00Z' }
const rejectedByJefatura: Partial<Row> = { ...atJefatura, state_main: 3, state_jefatura: 3, jefatura_at: '2026-10-02T00:00:00Z' }
const rejectedByControl: Partial<Row> = { ...atControl, state_main: 3, state_control: 3, control_at: '2026-10-03T00:00:00Z' }
const approved: Partial<Row> = { ...atControl, state_main: 4, state_control: 4, control_at: '2026-10-03T00:00:00Z' }
const STATES = { open, atJefatura, atControl, rejectedByJefatura, rejectedByControl, approved }

const rowsOf = (list: Partial<Row>[]) => sql`jsonb_to_recordset(${JSON.stringify(list.map((each) => ({ ...row, ...each })))}::jsonb) as a(
  state_main int, state_jefatura int, state_control int, submitted_at timestamptz, jefatura_at timestamptz, control_at timestamptz,
  due_analyst timestamptz, due_jefatura timestamptz, due_control timestamptz, balance numeric, difference numeric, comment text, materiality text)`
/** The value of a fragment for a row. */
async function of(fragment: RawBuilder<unknown>, of: Partial<Row>): Promise<unknown> {
  const found = await sql<{ value: unknown }>`select ${fragment} as value from ${rowsOf([of])}`.execute(database.db)
  return found.rows[0]!.value
}
/** The names of the fragments that are true for a row. */
const holding = async (fragments: Record<string, RawBuilder<unknown>>, row: Partial<Row>) => {
  const found = await Promise.all(Object.entries(fragments).map(async ([name, fragment]) => [name, await of(fragment, row)] as const))
  return found.filter(([, holds]) => holds === true).map(([name]) => name)
}

/** The deadline that matters in each state; all others are set the opposite way. */
const DUE: [keyof typeof STATES, keyof Row][] = [
  ['open', 'due_analyst'],
  ['rejectedByJefatura', 'due_analyst'],
  ['rejectedByControl', 'due_analyst'],
  ['atJefatura', 'due_jefatura'],
  ['atControl', 'due_control'],
]
const everyDue = (at: string): Partial<Row> => ({ due_analyst: at, due_jefatura: at, due_control: at })

describe.each(DUE)('%s: %s', (state, due) => {
  const { late, completion } = at(clock)
  test.each([
    ['before the clock', BEFORE, AFTER, true],
    ['at the clock', CLOCK, BEFORE, false],
    ['after the clock', AFTER, BEFORE, false],
  ])('%s', async (_, when, others, isLate) => {
    const row = { ...STATES[state], ...everyDue(others), [due]: when }
    expect(await of(dueNow, row)).toBe(when)
    expect(await of(late, row)).toBe(isLate)
    expect(await holding(completion, row)).toEqual([isLate ? 'vencido' : 'pendiente'])
  })
  test('without a deadline nothing is late', async () => {
    expect(await of(late, STATES[state])).toBe(false)
    expect(await holding(completion, STATES[state])).toEqual(['pendiente'])
  })
})

test('what is approved has no deadline any more, and was completed in time up to the moment of it', async () => {
  const { late, completion } = at(clock)
  const done = { ...approved, ...everyDue(BEFORE) }
  expect([await of(dueNow, done), await of(late, done)]).toEqual([null, false])
  for (const [control_at, name] of [
    [BEFORE, 'completado'],
    [CLOCK, 'completado'],
    [AFTER, 'completado_tarde'],
  ])
    expect(await holding(completion, { ...approved, ...everyDue(BEFORE), due_control: CLOCK, control_at })).toEqual([name])
})

test('late is at the clock of the database where no other is asked for', async () => {
  const lateBy = async (interval: string) => {
    const due = sql`select now() - ${interval}::interval as due_analyst, 1 as state_main, null::timestamptz as submitted_at,
      null::timestamptz as due_jefatura, null::timestamptz as due_control`
    return (await sql<{ late: boolean }>`select ${late} as late from (${due}) a`.execute(database.db)).rows[0]!.late
  }
  expect(await Promise.all(['1 microsecond', '0', '-1 microsecond'].map(lateBy))).toEqual([true, false, false])
})

describe('in time', () => {
  const { inTime } = at(clock)
  /** What is compared with a role's deadline in each state: the current time while it has to act, else when it acted. */
  const COMPARED: [keyof typeof STATES, keyof typeof inTime, 'due_analyst' | 'due_jefatura' | 'due_control', keyof Row | 'clock'][] = [
    ['open', 'analista', 'due_analyst', 'clock'],
    ['rejectedByJefatura', 'analista', 'due_analyst', 'clock'],
    ['rejectedByControl', 'analista', 'due_analyst', 'clock'],
    ['atJefatura', 'analista', 'due_analyst', 'submitted_at'],
    ['atControl', 'analista', 'due_analyst', 'submitted_at'],
    ['approved', 'analista', 'due_analyst', 'submitted_at'],
    ['open', 'jefatura', 'due_jefatura', 'clock'],
    ['atJefatura', 'jefatura', 'due_jefatura', 'clock'],
    ['rejectedByControl', 'jefatura', 'due_jefatura', 'clock'],
    ['atControl', 'jefatura', 'due_jefatura', 'jefatura_at'],
    ['approved', 'jefatura', 'due_jefatura', 'jefatura_at'],
    ['open', 'control', 'due_control', 'clock'],
    ['atControl', 'control', 'due_control', 'clock'],
    ['rejectedByControl', 'control', 'due_control', 'clock'],
    ['approved', 'control', 'due_control', 'control_at'],
  ]
  test.each(COMPARED)('%s: %s by %s, compared with %s', async (state, role, due, compared) => {
    const acted = compared === 'clock' ? {} : { [compared]: CLOCK }
    const answers = await Promise.all(
      [BEFORE, CLOCK, AFTER].map((when) => of(inTime[role], { ...STATES[state], ...acted, ...everyDue(BEFORE), [due]: when })),
    )
    expect(answers).toEqual([false, true, true])
  })
  test('counts the roles of three', async () => {
    const counted = (row: Partial<Row>) => of(onTimeOf(inTime), { ...approved, ...row })
    const [a, j, c] = [{ due_analyst: AFTER }, { due_jefatura: AFTER }, { due_control: AFTER }]
    const none = everyDue('2026-09-01T00:00:00Z')
    const found = await Promise.all(
      [none, { ...none, ...a }, { ...none, ...j }, { ...none, ...c }, { ...none, ...a, ...j, ...c }].map(counted),
    )
    expect(found).toEqual([0, 1, 1, 1, 3])
  })
  test.each([
    ['analista', 'due_analyst', 'submitted_at', ['atJefatura', 'atControl', 'approved']],
    ['jefatura', 'due_jefatura', 'jefatura_at', ['atControl', 'approved']],
    ['control', 'due_control', 'control_at', ['approved']],
  ] as const)('signed by %s up to the moment of %s', async (role, due, acted, signedIn) => {
    for (const name of Object.keys(STATES) as (keyof typeof STATES)[]) {
      const answers = await Promise.all(
        [BEFORE, CLOCK, AFTER].map((when) => of(signedInTime[role], { ...STATES[name], [acted]: CLOCK, ...everyDue(BEFORE), [due]: when })),
      )
      const isSigned = (signedIn as readonly string[]).includes(name) || (role === 'analista' && name === 'open')
      expect([name, ...answers]).toEqual([name, false, isSigned, isSigned])
    }
  })
})

describe('whose list', () => {
  const toPrepare = ['por_preparar', 'rechazados']
  const decidedToo = ['por_preparar', 'decididos', 'rechazados']
  test.each([
    // asking, of what waits for the head, waits for control, was rejected by the head, rejected by control, is approved
    ['jefatura', ['por_decidir'], ['decididos'], decidedToo, decidedToo, ['decididos', 'aprobados']],
    ['control', [], ['por_decidir'], toPrepare, decidedToo, ['decididos', 'aprobados']],
    ['analista', ['por_decidir'], ['por_decidir'], decidedToo, decidedToo, ['decididos', 'aprobados']],
    [null, ['por_decidir'], ['por_decidir'], decidedToo, decidedToo, ['decididos', 'aprobados']],
  ] as const)('%s', async (asking, ...expected) => {
    const found = await Promise.all(Object.values(STATES).map((row) => holding(inbox(asking), row)))
    expect(found).toEqual([['por_preparar', 'sin_enviar'], ...expected])
  })
  test('atrasados is what is late now', async () => {
    expect(await holding(inbox(null), { ...atControl, due_control: '2020-01-01T00:00:00Z' })).toEqual(['por_decidir', 'atrasados'])
    expect(await holding(inbox(null), { ...atControl, due_control: '9999-01-01T00:00:00Z' })).toEqual(['por_decidir'])
  })
  test('every row is in exactly one state, and has so many signatures', async () => {
    const found = await Promise.all(Object.values(STATES).map(async (row) => [...(await holding(states, row)), await of(signed, row)]))
    expect(found).toEqual([
      ['open', 0],
      ['atJefatura', 1],
      ['atControl', 2],
      ['rejected', 0],
      ['rejected', 0],
      ['approved', 3],
    ])
  })
})

test.each([
  ['approved with an explanation', { ...approved, comment: 'Pago de la cuota' }, '0'],
  ['approved without a word', { ...approved, comment: '' }, '12.34'],
  ['approved without a comment', { ...approved, comment: null }, '12.34'],
  ['explained and not approved', { ...atControl, comment: 'Pago de la cuota' }, '12.34'],
])('what nobody has explained: %s', async (_, row, amount) => {
  for (const difference of ['-12.34', '12.34']) expect(await of(sql`(${unexplained})::text`, { ...row, difference })).toBe(amount)
})

test.each([
  ['a difference of a cent is none', atJefatura, ['0.01', '-0.01', '0.00'], false],
  ['a difference of more is one', atJefatura, ['0.02', '-0.02'], true],
  ['what was not submitted has none', open, ['500.00'], false],
])('%s', async (_, row, differences, differs) => {
  for (const difference of differences) expect(await of(differing, { ...row, difference })).toBe(differs)
})

test.each([
  ['open', '12.34'],
  ['atJefatura', '0'],
  ['approved', '0'],
] as const)('what nobody has supported, whatever its sign: %s', async (state, amount) => {
  for (const balance of ['-12.34', '12.34']) expect(await of(sql`(${unsupported})::text`, { ...STATES[state], balance })).toBe(amount)
})

test('by risk: critical first, then material, then the larger difference of either sign', async () => {
  const list: Partial<Row>[] = [
    { materiality: 'menor', difference: '-900.00' },
    { materiality: 'material', difference: '10.00' },
    { materiality: 'critica', difference: '1.00' },
    { materiality: 'no_material', difference: '901.00' },
    { materiality: 'material', difference: '-11.00' },
  ]
  const found = await sql<{ difference: string }>`select difference::text from ${rowsOf(list)} order by ${byRisk}`.execute(database.db)
  expect(found.rows.map(({ difference }) => difference)).toEqual(['1.00', '-11.00', '10.00', '901.00', '-900.00'])
})
