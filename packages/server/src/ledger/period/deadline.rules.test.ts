import { describe, expect, test } from '@jest/globals'
import { datesOf, plan, planOf, type Rule, type Setup } from './deadline.rules.ts'
import { DEFAULT_PLAN, defaultCalendar } from './period.flow.ts'

// Of June 2026: working days 4, 5, 6 and 8 of July are the 6th, 7th, 8th and 10th; São Paulo is three hours behind UTC.
const zone = 'America/Sao_Paulo'
const usual = { VENCE_ANALISTA: '06', VENCE_JEFATURA: '07', VENCE_CONTROL: '08', VENCE_CIERRE: '10' }
const rule = (role: string, day: number, business: number | null = null, hour: number | null = null): Rule => ({
  business,
  role,
  day,
  hour,
})
const setup = (more: Partial<Setup> = {}): Setup => ({ calendars: new Map(), rules: [], businesses: [], zone, ...more })
const days = (dates: typeof usual) =>
  Object.fromEntries(Object.entries(dates).map(([name, at]) => [name, at.replace(/^2026-07-(..)T21:00:00.000Z$/, '$1')]))

describe('the plan', () => {
  test('is the usual one without rules', () => expect(planOf({ rules: [] }, 5)).toEqual(DEFAULT_PLAN))
  test("is everybody's, and a business's own before it, role by role", () => {
    const rules = [rule('ANALISTA', 2), rule('JEFATURA', 3, 5, 12), rule('ANALISTA', 1, 5, 9), rule('CIERRE', 9, 6), rule('CONTROL', 7)]
    expect(planOf({ rules }, null)).toEqual({
      ...DEFAULT_PLAN,
      VENCE_ANALISTA: { day: 2, hour: null },
      VENCE_CONTROL: { day: 7, hour: null },
    })
    expect(planOf({ rules }, 5)).toEqual({
      VENCE_ANALISTA: { day: 1, hour: 9 },
      VENCE_JEFATURA: { day: 3, hour: 12 },
      VENCE_CONTROL: { day: 7, hour: null },
      VENCE_CIERRE: { day: 8, hour: null },
    })
    expect(planOf({ rules }, 6)).toEqual({
      ...DEFAULT_PLAN,
      VENCE_ANALISTA: { day: 2, hour: null },
      VENCE_CONTROL: { day: 7, hour: null },
      VENCE_CIERRE: { day: 9, hour: null },
    })
  })
})

describe('the dates of a month', () => {
  test('are in the zone of everybody where nothing else is said', () => {
    expect(days(datesOf('2026-06', setup(), null))).toEqual(usual)
    expect(datesOf('2026-06', setup({ zone: 'UTC' }), null).VENCE_ANALISTA).toBe('2026-07-06T18:00:00.000Z')
  })
  test('of a business are those of the calendar of its country', () => {
    const calendar = { ...defaultCalendar(zone), holidays: new Set(['2026-07-01']) }
    const all = setup({
      calendars: new Map([[56, calendar]]),
      businesses: [
        { id: 1, country: 57 },
        { id: 2, country: 56 },
      ],
    })
    const later = { VENCE_ANALISTA: '07', VENCE_JEFATURA: '08', VENCE_CONTROL: '09', VENCE_CIERRE: '13' }
    expect(days(datesOf('2026-06', all, 2))).toEqual(later)
    for (const business of [1, 3, null]) expect(days(datesOf('2026-06', all, business))).toEqual(usual)
  })
  test.each([
    ['a role due before the one before it waits for it', [rule('JEFATURA', 2)], {}, ['06', '06', '08', '10']],
    ['and what comes after moves with it', [rule('ANALISTA', 9)], {}, ['13', '13', '13', '13']],
    ['what is given stays; those before it give way', [], { VENCE_CONTROL: '2026-07-03T21:00:00Z' }, ['03', '03', '03', '10']],
    ['those after it as well', [], { VENCE_JEFATURA: '2026-07-09T21:00:00Z' }, ['06', '09', '09', '10']],
    ['given and later than all', [], { VENCE_ANALISTA: '2026-07-14T21:00:00Z' }, ['14', '14', '14', '14']],
    ['given and sooner than all', [], { VENCE_CIERRE: '2026-07-01T21:00:00Z' }, ['01', '01', '01', '01']],
    [
      'two that are given stay as they are',
      [],
      { VENCE_ANALISTA: '2026-07-09T21:00:00Z', VENCE_CONTROL: '2026-07-02T21:00:00Z' },
      ['09', '02', '02', '10'],
    ],
  ])('%s', (_, rules, given, expected) => {
    expect(Object.values(days(datesOf('2026-06', setup({ rules }), null, given)))).toEqual(expected)
  })
})

describe('a period', () => {
  const businesses = [
    { id: 1, country: 56 },
    { id: 2, country: 56 },
  ]
  const of = (rules: Rule[], given = {}) => {
    const { own, others } = plan('2026-06', setup({ businesses, rules }), given)
    return { own: days(own), others: others.map(({ business, dates }) => [business, days(dates)]) }
  }
  test('has its own dates, and others for no business that has the same', () => expect(of([])).toEqual({ own: usual, others: [] }))
  test.each([
    ['ANALISTA', 3, { ...usual, VENCE_ANALISTA: '03' }],
    ['JEFATURA', 6, { ...usual, VENCE_JEFATURA: '08' }],
    ['CONTROL', 7, { ...usual, VENCE_CONTROL: '09' }],
  ])('names the business whose %s has another day', (role, day, dates) => {
    expect(of([rule(role, day, 2)])).toEqual({ own: usual, others: [[2, dates]] })
  })
  test('closes once for all, when the last business does', () => {
    expect(of([rule('CIERRE', 9, 1), rule('CIERRE', 10, 2)])).toEqual({ own: { ...usual, VENCE_CIERRE: '14' }, others: [] })
    expect(of([rule('CIERRE', 10, 1), rule('CIERRE', 9, 2)]).own).toEqual({ ...usual, VENCE_CIERRE: '14' })
    expect(of([rule('CIERRE', 7, 1)])).toEqual({ own: usual, others: [] })
  })
  test('closes when it is told to', () => {
    const given = { VENCE_CIERRE: '2026-07-15T21:00:00Z' }
    expect(of([rule('CIERRE', 20, 1)], given).own).toEqual({ ...usual, VENCE_CIERRE: '15' })
    expect(of([rule('ANALISTA', 20, 1)], { VENCE_CIERRE: '2026-07-09T21:00:00Z' }).own).toEqual({ ...usual, VENCE_CIERRE: '09' })
  })
})
