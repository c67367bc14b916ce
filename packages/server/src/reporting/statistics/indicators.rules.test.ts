import { lightOf } from '@cuadre/api/light'
import { expect, test } from '@jest/globals'
import { type Code, LIST, type Material, type Sums, shownOf, WANT } from './indicators.rules.ts'

/** Of two departments, each figure a number that no other has. */
const sums = [1, 2].map((department) =>
  Object.fromEntries([
    ['period', 9],
    ['currency', 'BRL'],
    ...WANT.map((name, i) => [
      name,
      name.includes('balance') || /^(un|moved)/.test(name) ? `${100 * department + i}.00` : 1000 * department + i,
    ]),
  ]),
) as unknown as Sums[]
const of = (name: (typeof WANT)[number]) => sums.reduce((sum, row) => sum + Number(row[name]), 0)
const period = (closedIn: number | null) => ({ closedIn }) as Material['periods'][number]
const months: Material = {
  sums,
  coverage: [
    { period: 9, required: 40, assigned: 30 },
    { period: 9, required: 10, assigned: 9 },
  ],
  periods: [period(7), period(null), period(10)],
}

// As rules §1.0 and §1.3 say them, with the targets that an administrator finds there.
const EXPECTED: Record<Code, [part: number, whole: number, unit: string, better: 1 | -1, target: number | null]> = {
  K1: [39, 50, 'porcentaje', 1, 100],
  K2: [of('signed'), 3 * of('items'), 'porcentaje', 1, null],
  K3: [of('approved'), of('items'), 'porcentaje', 1, 100],
  K4A: [of('on_time_analyst'), of('items'), 'porcentaje', 1, 95],
  K4J: [of('on_time_jefatura'), of('items'), 'porcentaje', 1, 95],
  K4C: [of('on_time_control'), of('items'), 'porcentaje', 1, 95],
  K5: [of('overdue') + of('done_late'), 1, 'cantidad', -1, null],
  K7: [of('prepared_days'), of('prepared'), 'dias', -1, null],
  K8J: [of('jefatura_days'), of('jefatura'), 'dias', -1, null],
  K8C: [of('control_days'), of('control'), 'dias', -1, null],
  K9: [of('whole_days'), of('whole'), 'dias', -1, null],
  K10: [17, 2, 'dias', -1, 8],
  K11: [of('rejections_jefatura') + of('rejections_control'), of('decisions'), 'porcentaje', -1, 5],
  K12: [of('first_pass'), of('approved'), 'porcentaje', 1, 90],
  K13: [of('reopenings'), of('approved'), 'porcentaje', -1, null],
  K14: [of('automatic'), of('items'), 'porcentaje', 1, null],
  K15: [of('balance_approved'), of('balance'), 'porcentaje', 1, null],
  K16: [of('unexplained'), of('balance'), 'porcentaje', -1, null],
  K17: [of('moved_material_approved'), of('moved_material'), 'porcentaje', 1, null],
}
test.each(Object.keys(LIST) as Code[])('%s is what the rules say', (code) => {
  const { unidad, sentido, objetivo, of: figure, needs } = LIST[code]
  const [part, whole, ...rest] = EXPECTED[code]
  expect(figure(months)).toEqual([part, whole])
  expect([unidad, sentido, objetivo]).toEqual(rest)
  // Without the sums that it says it needs it is another one.
  const without = (name: (typeof WANT)[number]) => ({ ...months, sums: sums.map((row) => ({ ...row, [name]: 0 })) })
  if (!['K1', 'K10'].includes(code)) for (const name of needs) expect([name, figure(without(name))]).not.toEqual([name, [part, whole]])
})
test('they are all of them', () => expect(Object.keys(LIST).sort()).toEqual(Object.keys(EXPECTED).sort()))

test('amounts of two currencies are not added, and counts are', () => {
  const two = { ...months, sums: [sums[0]!, { ...sums[1]!, currency: 'CLP' }] }
  for (const code of ['K15', 'K16', 'K17'] as const) expect(LIST[code].of(two)).toEqual([0, 0])
  expect(LIST.K3.of(two)).toEqual(LIST.K3.of(months))
})
test('of nothing there is no figure, also of what is only counted', () => {
  const none: Material = { sums: [], coverage: [], periods: [period(null)] }
  for (const each of Object.values(LIST)) expect(shownOf(each, each.of(none))).toBeNull()
})
test('a figure is shown with two digits, as a percentage, a number or days', () => {
  // 61.248 of 100: rounded to two digits first, a page would show 61.3.
  expect(shownOf(LIST.K3, [61_248, 100_000])!.toFixed(1)).toBe('61.2')
  expect(shownOf(LIST.K3, [2, 3])).toBe((2 / 3) * 100)
  expect(shownOf(LIST.K5, [12, 1])).toBe(12)
  expect(shownOf(LIST.K10, [17, 3])).toBe(5.6667)
})

test('at the target it is green, at a tenth beyond amber, whatever the float of the share', () => {
  // Each of these shares in percent is a float just beyond the number that it is.
  expect([
    lightOf((979 / 1000) * 100, 97.9, 1),
    lightOf((7 / 100) * 100, 7, -1),
    lightOf((942 / 1000) * 100, 94.2 / 0.9, 1),
    lightOf((978 / 1000) * 100, 97.9, 1),
  ]).toEqual(['verde', 'verde', 'ambar', 'ambar'])
})
