import type { Cell, NamedCell } from '@cuadre/tables'
import { describe, expect, test } from '@jest/globals'
import { issuedFor, issuedForGroup, sign } from './signature.ts'
import type { Cells, Reading } from './workbook.reading.ts'
import { asError, emptyValue, type Fault, faultsOf, groupFaultsOf, signatureOf, uncheckedIn } from './workbook.rules.ts'

// The rules alone, on workbooks as they were read; that they are read so is tested in workbook.test.ts.
const KEY = 'una clave de prueba'
const cell = (address: string, value: Cell, formula: string | null = null): NamedCell => ({ sheet: 'Libro', address, value, formula })
const n = (amount: string): Cell => ({ n: amount })
const error = (text: string): Cell => ({ error: text })
const reading = (cells: Cells | null, more: Partial<Reading> = {}): Reading => ({
  kind: 'xlsx',
  cells,
  items: [],
  outside: [],
  signature: null,
  calculation: { differing: [], unchecked: [] },
  ...more,
})
const of = { id: 17, account: '1101', period: '2026-10', balance: '300.00' }
/** A workbook of that analysis in which nothing is wrong. */
const own = (over: Record<string, NamedCell | null | undefined> = {}) =>
  ({
    COD_ANALISIS: cell('B8', n('17')),
    CUENTA: cell('B4', '1101'),
    PERIODO: cell('B6', '2026-10'),
    VALOR_BALANCE: cell('B9', n('300')),
    VALOR_ANALISIS: cell('B12', n('290.25')),
    VARIACION: cell('B13', n('9.75')),
    TOTAL: cell('D49', null),
    ...over,
  }) as Cells
const signed = sign(KEY, issuedFor(of))
const told = (faults: Fault[]) => faults.map(({ cell, code }) => `${cell}: ${code}`)
const check = (cells: Cells, more: Partial<Reading> = {}, expected = {}) =>
  faultsOf(reading(cells, more), { ...of, ...expected }, KEY, 'es')

describe('one error names every cell', () => {
  const one: Fault = { path: 'file', cell: 'Libro!B9', code: 'workbook_stale', params: { found: '1' } }
  test.each<[string, Fault[], unknown]>([
    ['nothing wrong', [], null],
    ['one', [one], { status: 422, code: 'workbook_stale', params: { found: '1' }, issues: [one] }],
    ['two alike', [one, { ...one, cell: 'Libro!B10' }], { code: 'workbook_stale', params: { found: '1' } }],
    ['two that differ', [one, { ...one, code: 'workbook_error' }], { code: 'workbook_cells', params: { n: 2 } }],
  ])('%s', (_, faults, expected) => {
    const told = asError(faults)
    if (expected === null) expect(told).toBeNull()
    else expect(told).toMatchObject(expected as object)
    if (told) expect(told.issues).toEqual(faults)
  })
})

describe('a signature', () => {
  test.each<[string, string | null, string]>([
    ['that is there', signed, 'valida'],
    ['that is not', null, 'ausente'],
    ['that was changed', signed.replace('300', '301'), 'alterada'],
    ['that is empty', '', 'alterada'],
  ])('%s', (_, signature, firma) => {
    expect(signatureOf(reading({}, { signature }), KEY)).toEqual({ firma, issued: firma === 'valida' ? issuedFor(of) : null })
  })
})

describe('the workbook of an analysis', () => {
  const forged = { path: 'file', cell: null, code: 'workbook_signature', params: {} }
  test('is not looked at where it is none of ours', () => expect(faultsOf(reading(null, { signature: 'x' }), of, KEY, 'es')).toEqual([]))
  test('in which nothing is wrong', () => {
    expect(check(own())).toEqual([])
    expect(check(own(), { signature: signed }, { typed: '290.25' })).toEqual([])
  })
  test.each<[string, Reading['signature'], boolean]>([
    ['its own', signed, true],
    ['changed', `${signed}a`, false],
    ['of another analysis', sign(KEY, issuedFor({ ...of, id: 18 })), false],
    ['of a group of the same number', sign(KEY, { kind: 'G', id: 17, balance: '300.00' }), false],
  ])('with a signature: %s', (_, signature, right) => expect(check(own(), { signature })).toEqual(right ? [] : [forged]))

  test.each<[string, Parameters<typeof own>[0], string[]]>([
    ['another number', { COD_ANALISIS: cell('B8', n('18')) }, ['Libro!B8: workbook_other']],
    ['another account', { CUENTA: cell('B4', '1102') }, ['Libro!B4: workbook_other']],
    ['another period', { PERIODO: cell('B6', '2026-09') }, ['Libro!B6: workbook_other']],
    ['the day of a month that was typed again', { PERIODO: cell('B6', '2026-10-01') }, []],
    ['a longer text that begins alike', { PERIODO: cell('B6', '2026-101') }, ['Libro!B6: workbook_other']],
    ['an account that begins as its own does', { CUENTA: cell('B4', '1101-2') }, ['Libro!B4: workbook_other']],
    ['cells that were emptied', { COD_ANALISIS: cell('B8', null), CUENTA: cell('B4', ''), PERIODO: null }, []],
  ])('of another: %s', (_, cells, expected) => expect(told(check(own(cells)))).toEqual(expected))

  test('of another says only that, with what stands there and what should', () => {
    const cells = own({ CUENTA: cell('B4', '1102'), VALOR_BALANCE: cell('B9', error('#REF!')) })
    expect(check(cells, { signature: 'x' })).toEqual([
      { path: 'file', cell: 'Libro!B4', code: 'workbook_other', params: { cell: 'Libro!B4', found: '1102', expected: '1101' } },
    ])
  })

  test.each<[string, Parameters<typeof own>[0], { signature?: string; expected?: object }, unknown[]]>([
    [
      'a balance typed over',
      { VALOR_BALANCE: cell('B9', n('310')), VARIACION: null },
      { signature: signed },
      [{ path: 'file', cell: 'Libro!B9', code: 'workbook_altered', params: { cell: 'Libro!B9', found: '310,00', expected: '300,00' } }],
    ],
    [
      'a balance that has changed since, in a workbook without a signature',
      {},
      { expected: { balance: '1301.50' } },
      [{ path: 'file', cell: 'Libro!B9', code: 'workbook_stale', params: { cell: 'Libro!B9', found: '300,00', expected: '1.301,50' } }],
    ],
    [
      'a balance that has changed since, in a signed workbook without that cell',
      { VALOR_BALANCE: null },
      { signature: signed, expected: { balance: '301.00' } },
      [{ path: 'file', cell: null, code: 'workbook_stale', params: { cell: '', found: '300,00', expected: '301,00' } }],
    ],
    ['no balance and no signature', { VALOR_BALANCE: null }, {}, []],
    ['no balance, and a signature of the balance that is', { VALOR_BALANCE: undefined }, { signature: signed }, []],
    [
      'another value than in the form',
      {},
      { expected: { typed: '290.26' } },
      [
        {
          path: 'VALOR_ANALISIS',
          cell: 'Libro!B12',
          code: 'workbook_value',
          params: { cell: 'Libro!B12', found: '290,25', expected: '290,26' },
        },
      ],
    ],
    ['no value, and one in the form', { VALOR_ANALISIS: cell('B12', null) }, { expected: { typed: '290.26' } }, []],
    [
      'a difference that does not follow',
      { VARIACION: cell('B13', n('-9.75')) },
      {},
      [{ path: 'file', cell: 'Libro!B13', code: 'workbook_arithmetic', params: { cell: 'Libro!B13', found: '-9,75', expected: '9,75' } }],
    ],
    ['no difference', { VARIACION: cell('B13', null) }, {}, []],
    ['a difference and no value', { VALOR_ANALISIS: null }, {}, []],
    ['a difference and no balance', { VALOR_BALANCE: null, VARIACION: cell('B13', n('1')) }, {}, []],
    [
      'errors in all three',
      {
        VALOR_BALANCE: cell('B9', error('#REF!')),
        VALOR_ANALISIS: cell('B12', error('#DIV/0!')),
        VARIACION: cell('B13', error('#VALUE!')),
      },
      {},
      [
        { cell: 'Libro!B9', code: 'workbook_error', path: 'file', params: { cell: 'Libro!B9', found: '#REF!' } },
        { cell: 'Libro!B12', code: 'workbook_error', path: 'file', params: { cell: 'Libro!B12', found: '#DIV/0!' } },
        { cell: 'Libro!B13', code: 'workbook_error', path: 'file', params: { cell: 'Libro!B13', found: '#VALUE!' } },
      ],
    ],
    ['a formula that was not computed yet', { VALOR_ANALISIS: cell('B12', error('formula-sin-valor'), 'D49') }, {}, []],
  ])('%s', (_, cells, { signature, expected }, faults) =>
    expect(check(own(cells), signature ? { signature } : {}, expected)).toEqual(faults),
  )

  test('amounts in the words of who reads', () => {
    const [fault] = faultsOf(reading(own({ VALOR_BALANCE: cell('B9', n('1234.5')) })), of, KEY, 'en')
    expect(fault!.params).toMatchObject({ found: '1,234.50', expected: '300.00' })
  })

  describe('with more digits than a spreadsheet computes with', () => {
    /** In cents: 10^15 is the first amount that is too wide. */
    const WIDE = '10000000000000.00'
    const NARROW = '9999999999999.99'
    const with_ = (balance: string, value: Cell, variation: Cell, text = true) =>
      told(
        check(
          own({
            VALOR_BALANCE: cell('B9', text ? balance : n(balance)),
            VALOR_ANALISIS: cell('B12', value),
            VARIACION: cell('B13', variation),
          }),
          {},
          { balance },
        ),
      )
    test.each<[string, string, Cell, Cell, string[]]>([
      ['its difference is not checked', WIDE, WIDE, n('5'), []],
      ['below zero neither', `-${WIDE}`, `-${WIDE}`, n('5'), []],
      ['nor where only the value is wide', '0.00', WIDE, n('5'), []],
      ['nor is its error one', WIDE, WIDE, error('#VALUE!'), []],
      ['errors elsewhere are', WIDE, error('#REF!'), null, ['Libro!B12: workbook_error']],
      ['one cent less is checked', NARROW, NARROW, n('5'), ['Libro!B13: workbook_arithmetic']],
      ['and below zero', `-${NARROW}`, `-${NARROW}`, n('5'), ['Libro!B13: workbook_arithmetic']],
      ['and its error is one', NARROW, NARROW, error('#VALUE!'), ['Libro!B13: workbook_error']],
      ['a text that is no amount is not wide', 'x', null, error('#VALUE!'), ['Libro!B13: workbook_error']],
    ])('%s', (_, balance, value, variation, expected) => {
      if (balance === 'x') {
        const cells = own({ VALOR_BALANCE: cell('B9', 'x'), VALOR_ANALISIS: cell('B12', value), VARIACION: cell('B13', variation) })
        expect(told(check(cells))).toEqual(expected)
      } else expect(with_(balance, value, variation)).toEqual(expected)
    })
    test('written as a number, its error is one', () =>
      expect(with_(WIDE, null, error('#VALUE!'), false)).toEqual(['Libro!B13: workbook_error']))
  })
})

describe('the composition', () => {
  const items = (...values: Cell[]) => values.map((value, i) => cell(`D${19 + i}`, value))
  const with_ = (values: Cell[], over: Parameters<typeof own>[0] = {}, more: Partial<Reading> = {}) =>
    check(own({ VARIACION: null, VALOR_ANALISIS: cell('B12', n('3')), TOTAL: cell('D49', n('3')), ...over }), {
      items: items(...values),
      ...more,
    })
  test.each<[string, Cell[], Parameters<typeof own>[0], string[]]>([
    ['that adds up', [n('1'), n('2')], {}, []],
    ['whose total does not', [n('1'), n('2.01')], {}, ['Libro!D49: workbook_total', 'Libro!B12: workbook_total']],
    ['whose total is right, beside its value', [n('1'), n('2')], { VALOR_ANALISIS: cell('B12', n('4')) }, ['Libro!B12: workbook_total']],
    ['whose value is right, beside its total', [n('1'), n('2')], { TOTAL: cell('D49', n('4')) }, ['Libro!D49: workbook_total']],
    ['without a total', [n('1'), n('2')], { TOTAL: null }, []],
    ['without total or value', [n('1')], { TOTAL: undefined, VALOR_ANALISIS: null }, []],
    ['that is empty', [], { VALOR_ANALISIS: cell('B12', n('9')) }, []],
    ['with text that counts, and all adds up', [n('1'), '2'], {}, []],
    ['with text that a sum leaves out', [n('1'), n('2'), '1.500,00'], {}, ['Libro!D21: workbook_text_amount']],
    ['with words', [n('1'), n('1'), 'por aclarar'], {}, ['Libro!D21: workbook_text_amount']],
    ['with an error', [n('1'), error('#REF!')], {}, ['Libro!D20: workbook_error']],
    ['with amounts below zero', [n('5'), n('-2')], {}, []],
    ['with an amount that is too wide', [n('10000000000000'), n('1')], {}, []],
    ['whose sum is too wide', [n('9999999999999.99'), n('1')], {}, []],
  ])('%s', (_, values, over, expected) => expect(told(with_(values, over))).toEqual(expected))

  test('names both figures', () => {
    expect(with_([n('1'), n('2000')])[0]).toEqual({
      path: 'file',
      cell: 'Libro!D49',
      code: 'workbook_total',
      params: { cell: 'Libro!D49', found: '3,00', expected: '2.001,00' },
    })
    expect(with_([n('9'), '1.500,00'])).toEqual([
      { path: 'file', cell: 'Libro!D20', code: 'workbook_text_amount', params: { cell: 'Libro!D20', found: '1.500,00' } },
    ])
  })
  test('with an amount below its total says so, and nothing of the sum', () => {
    expect(with_([n('7')], {}, { outside: [cell('D51', n('50'))] })).toEqual([
      { path: 'file', cell: 'Libro!D51', code: 'workbook_outside', params: { cell: 'Libro!D51', found: '50,00' } },
    ])
  })
})

describe('formulas that were computed anew', () => {
  const differing = (...addresses: string[]) =>
    addresses.map((address) => ({ sheet: 'Libro', address, stored: '290.254', computed: '1290.255' }))
  test('a stored result that its formula does not give, rounded to cents', () =>
    expect(check(own(), { calculation: { differing: differing('B12'), unchecked: [] } })).toEqual([
      {
        path: 'file',
        cell: 'Libro!B12',
        code: 'workbook_recalculated',
        params: { cell: 'Libro!B12', found: '290,25', expected: '1.290,26' },
      },
    ]))
  test('twenty at most, and none of a cell of which something else was said', () => {
    const many = Array.from({ length: 25 }, (_, i) => `Z${i + 1}`)
    const found = told(
      check(own({ VARIACION: cell('B13', n('1')) }), { calculation: { differing: differing('B13', ...many), unchecked: [] } }),
    )
    expect(found[0]).toBe('Libro!B13: workbook_arithmetic')
    expect(found.slice(1)).toEqual(many.slice(0, 19).map((address) => `Libro!${address}: workbook_recalculated`))
  })

  const unchecked = (...whys: string[]) => ({
    calculation: { differing: [], unchecked: whys.map((why, i) => ({ sheet: 'Libro', address: `B${i + 1}`, why })) },
  })
  test.each([
    ['tamaño', 'workbook_unchecked_large'],
    ['tiempo', 'workbook_unchecked_large'],
    ['otra', 'workbook_unchecked'],
    ['fecha', 'workbook_unchecked'],
    ['AGGREGATE', 'workbook_unchecked_function'],
  ])('not computed: %s', (why, code) =>
    expect(uncheckedIn(reading(own(), unchecked(why)))).toEqual([
      { path: 'file', cell: 'Libro!B1', code, params: { cell: 'Libro!B1', why } },
      { path: 'file', cell: 'Libro!B12', code: 'workbook_alone', params: { cell: 'Libro!B12' } },
    ]),
  )
  test('five of them at most; none in a file that is no workbook of ours', () => {
    const cells = own({ VALOR_ANALISIS: null })
    expect(uncheckedIn(reading(cells, unchecked('a', 'b', 'c', 'd', 'e', 'f')))).toHaveLength(5)
    expect(uncheckedIn(reading(null, unchecked('a')))).toEqual([])
  })
  test.each<[string, Parameters<typeof own>[0], Partial<Reading>, boolean]>([
    ['and nothing that it follows from', {}, {}, true],
    ['and a composition', {}, { items: [cell('D19', n('1'))] }, false],
    ['that a formula gives', { VALOR_ANALISIS: cell('B12', n('3'), 'D49') }, {}, false],
    ['of zero', { VALOR_ANALISIS: cell('B12', n('0')) }, {}, false],
    ['that is not there', { VALOR_ANALISIS: cell('B12', null) }, {}, false],
    ['whose cell is not there', { VALOR_ANALISIS: null }, {}, false],
    ['in a workbook without a place for a composition', { TOTAL: null }, {}, false],
  ])('a value %s', (_, cells, more, alone) => {
    expect(told(uncheckedIn(reading(own(cells), more)))).toEqual(alone ? ['Libro!B12: workbook_alone'] : [])
  })
  test('a value in a template that has no total', () => {
    const { TOTAL, ...cells } = own()
    expect(uncheckedIn(reading(cells))).toEqual([])
  })
})

describe('the workbook of a group', () => {
  const members = [
    { id: 17, account: '1101', period: '2026-10', balance: '300.00' },
    { id: 18, account: '1104', period: '2026-10', balance: '70.00' },
  ]
  const issued = sign(KEY, issuedForGroup(5, members))
  const group = (over: Record<string, NamedCell | null> = {}) =>
    ({
      AGRUPADO_ID: cell('B3', n('5')),
      PERIODO: cell('B4', '2026-10'),
      CUENTA_17: cell('A9', '1101'),
      SALDO_17: cell('E9', n('300')),
      VALOR_17: cell('F9', n('300')),
      VARIACION_17: cell('G9', n('0')),
      CUENTA_18: cell('A10', '1104'),
      SALDO_18: cell('E10', n('70')),
      VALOR_18: cell('F10', n('69')),
      VARIACION_18: cell('G10', n('1')),
      ...over,
    }) as Cells
  const check = (cells: Cells | null, more: Partial<Reading> = {}, of = members) =>
    told(groupFaultsOf(reading(cells, more), 5, of, KEY, 'es'))
  const FORGED = 'null: workbook_signature'
  const MOVED = 'null: workbook_group_moved'

  test('in which nothing is wrong, or which is none', () => {
    expect(check(group())).toEqual([])
    expect(check(group(), { signature: issued })).toEqual([])
    expect(check(null, { signature: 'x' })).toEqual([])
    expect(check({}, {}, [])).toEqual([])
  })
  test.each<[string, Record<string, NamedCell | null>, string[]]>([
    ['of another group', { AGRUPADO_ID: cell('B3', n('6')) }, ['Libro!B3: workbook_other']],
    ['of another period', { PERIODO: cell('B4', '2026-09') }, ['Libro!B4: workbook_other']],
    ['with another account', { CUENTA_18: cell('A10', '1105'), VARIACION_17: cell('G9', n('5')) }, ['Libro!A10: workbook_other']],
    [
      'with two that do not follow, in the order of its members',
      { VARIACION_17: cell('G9', n('5')), VARIACION_18: cell('G10', n('5')) },
      ['Libro!G9: workbook_arithmetic', 'Libro!G10: workbook_arithmetic'],
    ],
  ])('%s', (_, cells, expected) => expect(check(group(cells), { signature: issued })).toEqual(expected))
  test('with a value that is another in the form, under the name of a group’s values', () => {
    const faults = groupFaultsOf(reading(group()), 5, [{ ...members[0]!, typed: '1.00' }], KEY, 'es')
    expect(faults).toMatchObject([{ path: 'VALORES', cell: 'Libro!F9', code: 'workbook_value' }])
  })
  test.each<[string, string, string[]]>([
    ['its own', issued, []],
    ['changed', `${issued}a`, [FORGED]],
    ['of another group', sign(KEY, issuedForGroup(6, members)), [FORGED]],
    ['of an analysis of the same number', sign(KEY, { ...issuedForGroup(5, members), kind: 'A' }), [FORGED]],
    ['of other members', sign(KEY, issuedForGroup(5, members.slice(1))), [MOVED]],
  ])('with a signature: %s', (_, signature, expected) => expect(check(group(), { signature })).toEqual(expected))
  test('from which a row was taken out, whatever is drafted or typed for its account', () => {
    const without = { CUENTA_18: null, SALDO_18: null, VALOR_18: null, VARIACION_18: null }
    expect(check(group(without), { signature: issued })).toEqual(['null: workbook_member'])
    expect(check(group(without), {}, [members[0]!, { ...members[1]!, typed: '70.00' } as never])).toEqual(['null: workbook_member'])
    expect(check(group({ VALOR_18: null, VARIACION_18: null }), { signature: issued })).toEqual([])
  })
  test('other balances than at the download: of what its cells show, else of the whole', () => {
    const now = [members[0]!, { ...members[1]!, balance: '71.00' }]
    expect(check(group(), { signature: issued }, now)).toEqual(['Libro!E10: workbook_stale'])
    const calculation = { differing: [{ sheet: 'Libro', address: 'H1', stored: '1', computed: '2' }], unchecked: [] }
    const hidden = { SALDO_18: cell('E10', n('71')), VARIACION_18: cell('G10', n('9')) }
    expect(check(group(hidden), { signature: issued, calculation }, now)).toEqual([
      MOVED,
      'Libro!G10: workbook_arithmetic',
      'Libro!H1: workbook_recalculated',
    ])
    expect(check(group(), { signature: issued, calculation })).toEqual(['Libro!H1: workbook_recalculated'])
  })
})

test.each<[string, NamedCell | null, string[]]>([
  ['empty', cell('F9', null), ['Libro!F9: workbook_empty']],
  ['a text that is no amount for sure', cell('F9', ' 1.234 '), ['Libro!F9: workbook_unreadable']],
  ['a formula without a result', cell('F9', error('formula-sin-valor'), 'D7'), ['Libro!F9: workbook_uncalculated']],
  ['no cell', null, []],
])('a value that a group needs: %s', (_, value, expected) => {
  expect(told(emptyValue(value))).toEqual(expected)
  for (const fault of emptyValue(value)) expect(fault.path).toBe('VALORES')
})
