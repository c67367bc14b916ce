import { expect, test } from '@jest/globals'
import type { PeriodRow } from './aggregates/index.ts'
import { requestedPeriod } from './period.ts'

const OPEN = 1
const CLOSED = 3
const period = (id: number, name: string, status: number, begun = true) => ({ id, name, status, begun }) as PeriodRow

test.each<[string, PeriodRow[], Parameters<typeof requestedPeriod>[1], string | undefined]>([
  ['the newest open one', [period(1, '2026-08', CLOSED), period(2, '2026-09', OPEN), period(3, '2026-10', OPEN)], {}, '2026-10'],
  ['not one that was opened before its month', [period(1, '2026-10', OPEN), period(2, '2026-11', OPEN, false)], {}, '2026-10'],
  ['unless it is the only open one', [period(1, '2026-10', CLOSED), period(2, '2026-11', OPEN, false)], {}, '2026-11'],
  ['the newest of closed ones', [period(1, '2026-09', CLOSED), period(2, '2026-10', CLOSED)], {}, '2026-10'],
  ['the one asked for, begun or not', [period(1, '2026-10', OPEN), period(2, '2026-11', OPEN, false)], { periodId: 2 }, '2026-11'],
  ['the month asked for', [period(1, '2026-10', OPEN), period(2, '2026-11', OPEN, false)], { mes: 11, anio: 2026 }, '2026-11'],
  ['none', [], {}, undefined],
])('%s', (_what, periods, wanted, name) => expect(requestedPeriod(periods, wanted)?.name).toBe(name))
