import { describe, expect, test } from '@jest/globals'
import {
  type Account,
  type ClassifiedLine,
  classifyAccounts,
  classifyHeadings,
  type Heading,
  type Line,
  parentText,
} from './chart.rules.ts'

const line = (code: string, name: string, more: Partial<Line> = {}): Line => ({
  row: 2,
  code,
  name,
  under: '',
  currency: '',
  business: '',
  error: '',
  ...more,
})
const heading = (id: number, code: string | null, name: string, parentId: number | null = null): Heading => ({ id, code, name, parentId })
const account = (id: number, code: string, name: string, headingId: number | null = null, heading: string | null = null): Account => ({
  id,
  code,
  name,
  headingId,
  heading,
})

/** What each line becomes, where, and why not: 'nueva 1 Activo', 'rechazada heading_exists'. */
const told = ({ class: is, parent, reason }: ClassifiedLine) =>
  [is, reason?.code ?? (parent && parentText(parent))].filter((part) => part !== undefined).join(' ')

describe('lines that cannot be used', () => {
  test.each([
    ['no code', line('', 'Caja'), { code: 'chart_no_code' }],
    ['a code that a spreadsheet has made a date', line('2026-01-01T00:00', 'Caja'), { code: 'row_cuenta-cambiada' }],
    ['a code of 41 characters', line('1'.repeat(41), 'Caja'), { code: 'chart_long_code', params: { max: 40 } }],
    ['a cell whose formula fails', line('1', '#N/A', { error: '#N/A' }), { code: 'organisation_cell_error', params: { error: '#N/A' } }],
    ['a code of 40', line('1'.repeat(40), 'Caja'), undefined],
    ['a name of one letter', line('1', 'C'), { code: 'chart_no_name' }],
    ['a name of two', line('1', 'CC'), undefined],
    ['a currency of two letters', line('1', 'Caja', { currency: 'US' }), { code: 'chart_currency', params: { value: 'US' } }],
    ['a currency of four letters', line('1', 'Caja', { currency: 'USDT' }), { code: 'chart_currency', params: { value: 'USDT' } }],
    ['a currency in small letters', line('1', 'Caja', { currency: 'usd' }), { code: 'chart_currency', params: { value: 'usd' } }],
    [
      'text in parent of a currency',
      line('1', 'Caja', { currency: 'x'.repeat(21) }),
      { code: 'chart_currency', params: { value: 'x'.repeat(20) } },
    ],
    ['a currency', line('1', 'Caja', { currency: 'USD' }), undefined],
  ])('%s', (_, given, reason) => {
    for (const [judged] of [classifyHeadings([given], []), classifyAccounts([given], [], [])]) {
      expect(judged).toMatchObject({ line: given, class: reason ? 'rechazada' : 'nueva' })
      expect(judged!.reason).toEqual(reason)
    }
  })
  test('the name of a heading has at most 160 characters, that of an account 200', () => {
    const reasonOf = ([judged]: ClassifiedLine[]) => judged!.reason
    expect(reasonOf(classifyHeadings([line('1', 'a'.repeat(160))], []))).toBeUndefined()
    expect(reasonOf(classifyHeadings([line('1', 'a'.repeat(161))], []))).toEqual({ code: 'chart_long_name', params: { max: 160 } })
    expect(reasonOf(classifyAccounts([line('1', 'a'.repeat(200))], [], []))).toBeUndefined()
    expect(reasonOf(classifyAccounts([line('1', 'a'.repeat(201))], [], []))).toEqual({ code: 'chart_long_name', params: { max: 200 } })
  })
  test('a code that is there twice, whatever its letters and accents: neither can be meant', () => {
    const lines = [line('A1', 'Caja'), line('Bé', 'Banco'), line('a1', 'Otra'), line('BE', 'Bancos'), line('C', 'Cartera')]
    const expected = [
      'rechazada chart_repeated',
      'rechazada chart_repeated',
      'rechazada chart_repeated',
      'rechazada chart_repeated',
      'nueva',
    ]
    expect(classifyHeadings(lines, []).map(told)).toEqual(expected)
    expect(classifyAccounts(lines, [], []).map(told)).toEqual(expected)
  })
})

describe('headings', () => {
  const there = [heading(1, '1', 'Activo'), heading(2, '11', 'Disponible', 1), heading(3, null, 'Sin código'), heading(4, '2', 'Pasivo')]
  const judge = (...lines: Line[]) => classifyHeadings(lines, there).map(told)

  test('come under the one whose code is the longest beginning of theirs, also one of the same file, in whatever order', () => {
    expect(judge(line('1105', 'Caja'), line('110501', 'Caja chica'), line('12', 'Cartera'), line('3', 'Patrimonio'))).toEqual([
      'nueva 11 Disponible',
      'nueva 1105 Caja',
      'nueva 1 Activo',
      'nueva',
    ])
    expect(judge(line('110501', 'Caja chica'), line('1105', 'Caja'))).toEqual(['nueva 1105 Caja', 'nueva 11 Disponible'])
  })
  test('that are there and say the same stay; with another name they are different, in their own parent', () => {
    const [same, other] = classifyHeadings([line('11', 'Disponible'), line('1', 'Activos')], there)
    expect(same).toMatchObject({
      class: 'igual',
      is: { id: 2, says: 'Disponible' },
      parent: { id: 1, code: '1', name: 'Activo', level: 1 },
    })
    expect(other).toMatchObject({ class: 'distinta', is: { id: 1, says: 'Activo' }, parent: undefined })
    // Its parent is where it is, not where its code would put it.
    const [moved] = classifyHeadings([line('21', 'Bancos')], [...there, heading(5, '21', 'Banco', 1)])
    expect(moved).toMatchObject({ class: 'distinta', is: { id: 5, says: 'Banco' }, parent: { id: 1 } })
    const [kept] = classifyHeadings([line('21', 'Banco')], [...there, heading(5, '21', 'Banco', 1)])
    expect(kept).toMatchObject({ class: 'igual', parent: { id: 1 } })
  })
  test('have another name than those beside them, there or in the file', () => {
    expect(judge(line('12', 'DISPONIBLE'))).toEqual(['rechazada heading_exists'])
    expect(judge(line('12', 'Cartera'), line('13', 'Cártera'), line('21', 'Cartera'))).toEqual([
      'nueva 1 Activo',
      'rechazada heading_exists',
      'nueva 2 Pasivo',
    ])
    expect(judge(line('3', 'sin codigo'))).toEqual(['rechazada heading_exists'])
    expect(judge(line('1', 'Pasivo'))).toEqual(['rechazada heading_exists'])
    expect(judge(line('1', 'Bienes'), line('3', 'Bienes'))).toEqual(['distinta', 'rechazada heading_exists'])
  })
  test('with the same name under parents without a code are told apart by the parent', () => {
    const without = [heading(1, null, 'Activo'), heading(2, null, 'Pasivo'), heading(3, '11', 'Otros', 1), heading(4, '21', 'Varios', 2)]
    expect(classifyHeadings([line('21', 'Otros')], without).map(told)).toEqual(['distinta Pasivo'])
    expect(classifyHeadings([line('11', 'Varios')], without).map(told)).toEqual(['distinta Activo'])
  })
  test('are at most eight levels deep', () => {
    const deep = Array.from({ length: 7 }, (_, i) => heading(i + 1, '1'.repeat(i + 1), `Nivel ${i + 1}`, i === 0 ? null : i))
    const [eighth, ninth] = classifyHeadings([line('1'.repeat(8), 'Nivel 8'), line('1'.repeat(9), 'Nivel 9')], deep)
    expect(eighth).toMatchObject({ class: 'nueva', parent: { id: 7, level: 7 } })
    expect(ninth).toMatchObject({
      class: 'rechazada',
      reason: { code: 'heading_deep', params: { max: 8 } },
      parent: { id: null, level: 8 },
    })
    // One that is there already may be called otherwise.
    const whole = [...deep, heading(8, '1'.repeat(8), 'Nivel 8', 7), heading(9, '1'.repeat(9), 'Nivel 9', 8)]
    expect(classifyHeadings([line('1'.repeat(9), 'Otro')], whole)[0]).toMatchObject({ class: 'distinta', is: { id: 9 } })
  })
  test('that are refused stand under another one, also where theirs is a code that is there', () => {
    const [refused] = classifyHeadings([line('11', '')], there)
    expect(refused).toMatchObject({ class: 'rechazada', parent: { id: 1, code: '1' } })
  })
  test('that are refused are no parent for others, and no name of theirs is taken', () => {
    expect(judge(line('15', 'D'), line('1501', 'Dentro'), line('16', 'E'), line('17', 'Fuera'))).toEqual([
      'rechazada chart_no_name',
      'nueva 1 Activo',
      'rechazada chart_no_name',
      'nueva 1 Activo',
    ])
  })
})

describe('accounts', () => {
  const headings = [
    heading(1, '11', 'Disponible'),
    heading(2, '1105', 'Cája', 1),
    heading(3, null, 'Cartera'),
    heading(4, '13', 'Otros'),
    heading(5, '14', 'Otros'),
  ]
  const judge = (given: Line, accounts: Account[] = []) => classifyAccounts([given], headings, accounts)[0]!

  test.each([
    ['under the longest beginning of its code', line('110505', 'Caja general'), 'nueva 1105 Cája'],
    ['which may be its very code', line('1105', 'Caja general'), 'nueva 1105 Cája'],
    ['under none', line('9', 'Cuentas de orden'), 'nueva'],
    ['under the heading that it names by code', line('9', 'Cuentas', { under: '1105' }), 'nueva 1105 Cája'],
    ['by name, whatever its letters and accents', line('9', 'Cuentas', { under: 'CAJA' }), 'nueva 1105 Cája'],
    ['by the name of one without a code', line('1105', 'Cuentas', { under: 'cartera' }), 'nueva Cartera'],
    ['by a name that two have', line('1105', 'Cuentas', { under: 'Otros' }), 'rechazada chart_heading'],
    ['by a name that none has', line('1105', 'Cuentas', { under: 'Bancos' }), 'rechazada chart_heading'],
  ])('%s', (_, given, expected) => expect(told(judge(given))).toBe(expected))

  test('what is wrong with the line itself comes first, and a long name of a heading is cut', () => {
    expect(told(judge(line('', 'Caja', { under: 'Bancos' })))).toBe('rechazada chart_no_code')
    const long = judge(line('1', 'Caja', { under: 'x'.repeat(90) }))
    expect(long.reason).toEqual({ code: 'chart_heading', params: { heading: 'x'.repeat(80) } })
    expect(long.parent).toBeUndefined()
  })

  const caja = account(7, '110505', 'Caja', 2, '1105 Cája')
  test.each([
    ['the same name and heading', line('110505', 'Caja'), [caja], 'igual', 'Caja'],
    ['another name', line('110505', 'Caja general'), [caja], 'distinta', 'Caja'],
    ['another heading', line('110505', 'Caja', { under: '11' }), [caja], 'distinta', 'Caja · 1105 Cája'],
    ['both', line('110505', 'Caja general', { under: '11' }), [caja], 'distinta', 'Caja · 1105 Cája'],
    ['a heading where there was none', line('110505', 'Caja'), [account(7, '110505', 'Caja')], 'distinta', 'Caja · —'],
    ['no heading to compare', line('9', 'Orden'), [account(7, '9', 'Orden', 1, '11 Disponible')], 'igual', 'Orden'],
  ])('that is there with %s', (_, given, accounts, is, says) => {
    expect(judge(given, [account(6, '999', 'Otra'), ...accounts])).toMatchObject({ class: is, is: { id: 7, says } })
  })

  test('that a spreadsheet has taken the zeros from, or that differs by capitals, is not another one', () => {
    const accounts = [account(7, '00110505', 'Caja'), account(8, '1B', 'Banco')]
    const said = ['110505', '0110505', '1b', '11050'].map((code) => judge(line(code, 'Cuenta'), accounts))
    expect(said.map(({ reason }) => reason?.code)).toEqual(['row_zeros', 'row_zeros', 'row_case', undefined])
    expect(said[0]!.reason!.params).toEqual({ code: '110505', other: '00110505' })
    // A file that has both knows them apart.
    const both = classifyAccounts([line('110505', 'Cuenta'), line('00110505', 'Caja')], [], accounts)
    expect(both.map(({ class: is }) => is)).toEqual(['nueva', 'igual'])
  })

  test('of another business is refused, and does not count as the same code twice', () => {
    const [mine, other] = classifyAccounts(
      [line('1', 'Caja', { business: 'SAFRA' }), line('1', 'Caja', { business: 'ITAU' })],
      [],
      [],
      new Set(['ITAU']),
    )
    expect([mine!.class, other!.reason]).toEqual(['nueva', { code: 'chart_other_business', params: { business: 'ITAU' } }])
  })
})
