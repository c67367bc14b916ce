import { readdirSync } from 'node:fs'
import { describe, expect, jest, test } from '@jest/globals'
import { fixture, SHARED } from '../../fixtures/shared.ts'
import { type Cell, detectLayout, type Field, openTable, type Row } from '../index.ts'

// Each file is read in a worker of its own, which is slow to start on a busy machine.
jest.setTimeout(240_000)

const rows = (...lines: (string | Cell[])[]): Row[] =>
  lines.map((line, at) => ({ number: at + 1, cells: typeof line === 'string' ? line.split(';').map((text) => text || null) : line }))

const named = (header: string, data = '') => {
  const layout = detectLayout(rows(header, ...(data ? [data, data] : [])))
  return Object.fromEntries(layout.columns.filter(({ field }) => field).map(({ field, header: text }) => [field, text])) as Partial<
    Record<Field, string>
  >
}

test('the balances of the Brazilian central bank are recognised completely', async () => {
  const layout = detectLayout(await (await openTable(fixture('cosif-200801.csv'), 'cosif.csv')).head())
  expect(layout).toMatchObject({
    headerRow: 4,
    complete: true,
    fields: { periodo: 0, negocioCodigo: 1, negocioNombre: 2, cuenta: 5, nombre: 6, saldo: 7 },
  })
  expect(layout.columns.map(({ header }) => header)).toEqual([
    'DATA',
    'COD.CONGLOMERADO',
    'NOME CONGLOMERADO',
    'ATRIBUTO',
    'DOCUMENTO',
    'CONTA',
    'NOME CONTA',
    'SALDO',
  ])
  expect(Math.min(...layout.columns.filter(({ field }) => field).map(({ confidence }) => confidence))).toBe(1)
})

describe('columns are found in any order and by many names', () => {
  test.each<[string, string, Partial<Record<Field, string>>]>([
    ['Saldo;Cuenta;Nombre', '1.234,50;10;Caja', { saldo: 'Saldo', cuenta: 'Cuenta', nombre: 'Nombre' }],
    [
      'CÓDIGO CUENTA;DESCRIPCIÓN;DEBE;HABER',
      '10;Caja;5;0',
      { cuenta: 'CÓDIGO CUENTA', nombre: 'DESCRIPCIÓN', debe: 'DEBE', haber: 'HABER' },
    ],
    [
      'Nº Cuenta;Denominación;Saldo Deudor;Saldo Acreedor',
      '10;Caja;5;0',
      { cuenta: 'Nº Cuenta', nombre: 'Denominación', debe: 'Saldo Deudor', haber: 'Saldo Acreedor' },
    ],
    [
      'Country;Company Code;Company Name;Department;Account Number;Account Name;Currency;Period;Ending Balance',
      'Chile;0010;Norte SA;Tesorería;1101;Cash;CLP;2008-01;12.50',
      {
        pais: 'Country',
        negocioCodigo: 'Company Code',
        negocioNombre: 'Company Name',
        departamento: 'Department',
        cuenta: 'Account Number',
        nombre: 'Account Name',
        moneda: 'Currency',
        periodo: 'Period',
        saldo: 'Ending Balance',
      },
    ],
    [
      'PAÍS;EMPRESA;DPTO.;CTA;GLOSA;DIVISA;FECHA;SALDO FINAL',
      'Perú;Andes SAC;Contabilidad;1011;Caja;PEN;31/01/2008;12,50',
      {
        pais: 'PAÍS',
        negocioNombre: 'EMPRESA',
        departamento: 'DPTO.',
        cuenta: 'CTA',
        nombre: 'GLOSA',
        moneda: 'DIVISA',
        periodo: 'FECHA',
        saldo: 'SALDO FINAL',
      },
    ],
    ['Código;Nombre;Importe', '10;Caja;5,00', { cuenta: 'Código', nombre: 'Nombre', saldo: 'Importe' }],
    ['CodCuenta;NombreCuenta;SaldoFinal', '10;Caja;5,00', { cuenta: 'CodCuenta', nombre: 'NombreCuenta', saldo: 'SaldoFinal' }],
    ['Conta Contábil;Descrição;Saldo Atual', '10;Caixa;5,00', { cuenta: 'Conta Contábil', nombre: 'Descrição', saldo: 'Saldo Atual' }],
    ['Empresa;Cuenta;Saldo', '0010;77;5,00', { negocioCodigo: 'Empresa', cuenta: 'Cuenta', saldo: 'Saldo' }],
    [
      'Cuenta contable (SAP);Texto;Saldo en moneda local',
      '10;Caja;5,00',
      { cuenta: 'Cuenta contable (SAP)', nombre: 'Texto', saldo: 'Saldo en moneda local' },
    ],
    ['Saldo anterior;Cuenta;Saldo final', '1;77;5,00', { cuenta: 'Cuenta', saldo: 'Saldo final' }],
  ])('%s', (header, data, expected) => {
    expect(named(header, data)).toEqual(expected)
  })

  test('a lone credit is a budget, not half of a balance', () => {
    expect(named('Concepto;Descripción;Crédito', '31004;Intereses;12,50')).toEqual({ cuenta: 'Concepto', nombre: 'Descripción' })
  })
})

test('titles above the header, a header that begins with # and one that is repeated do not mislead', () => {
  const layout = detectLayout(
    rows(
      'Empresa: Norte SA',
      'Balance de comprobación al 31/01/2008',
      '',
      '#Cuenta;Nombre;Saldo',
      '10;Caja;5,00',
      '#Cuenta;Nombre;Saldo',
      '11;Bancos;6,00',
    ),
  )
  expect(layout).toMatchObject({ headerRow: 4, complete: true, fields: { cuenta: 0, nombre: 1, saldo: 2 } })
})

test('the signature is that of the headers, whatever surrounds them', () => {
  const signature = (...lines: string[]) => detectLayout(rows(...lines)).signature
  const first = signature('Cuenta;Descripción;Saldo', '10;Caja;5,00')
  expect(signature('Un título', '', 'CUENTA ;descripcion;SALDO;', '99;Otra;7,00', '98;Más;1,00')).toBe(first)
  expect(signature('Cuenta;Descripción;Saldo;Moneda', '10;Caja;5,00;CLP')).not.toBe(first)
})

test('names under the heading of the account and codes under that of the name are asked about', () => {
  const swapped = ['Nombre;Cuenta;Saldo', '1101;Caja general;1.234,50', '1102;Bancos del país;20,00']
  expect(detectLayout(rows(...swapped))).toMatchObject({ complete: false, fields: { cuenta: 1, saldo: 2 } })
  expect(detectLayout(rows('Nombre;Cuenta;Saldo', 'Caja general;1101;1.234,50', 'Bancos del país;1102;20,00')).complete).toBe(true)
})

test('figures without a header are guessed at with little confidence', () => {
  const layout = detectLayout(rows('1101;Caja general;1.234,50', '1102;Bancos del país;20,00', '1103;Fondos fijos;30,00'))
  expect(layout).toMatchObject({ headerRow: null, complete: false, fields: { cuenta: 0, nombre: 1, saldo: 2 } })
  expect(Math.max(...layout.columns.map(({ confidence }) => confidence))).toBeLessThanOrEqual(0.5)
})

test('nothing at all gives an empty layout', () => {
  expect(detectLayout([])).toMatchObject({ headerRow: null, columns: [], fields: {}, complete: false })
  expect(detectLayout(rows(''))).toMatchObject({ headerRow: null, fields: {} })
})

const budgets = SHARED && `${SHARED}/budget-execution`
const there = budgets ? test : test.skip

there('the budget of Madrid has no header; account and name are guessed, the balance is left to the user', async () => {
  const table = await openTable(`${budgets}/madrid-2015/2015-gastos.csv`, '2015-gastos.csv')
  expect([table.encoding, table.separator]).toEqual(['windows-1252', ';'])
  const layout = detectLayout(await table.head())
  expect(layout).toMatchObject({ headerRow: null, fields: { cuenta: 8, nombre: 9 }, complete: false })
  expect(layout.amountColumns).toEqual(expect.arrayContaining([10, 11, 12, 13, 14, 15]))
})

there(
  'every budget of Pinto and Torrelodones gives its header, account and name',
  async () => {
    for (const town of ['pinto', 'torrelodones'])
      for (const name of readdirSync(`${budgets}/${town}`).filter((each) => /^201[246]-/.test(each))) {
        const layout = detectLayout(await (await openTable(`${budgets}/${town}/${name}`, name)).head())
        const headers = [layout.fields.cuenta, layout.fields.nombre].map((index) => layout.columns[index ?? 99]?.header)
        expect([name, ...headers, layout.complete]).toEqual([
          name,
          expect.stringMatching(/^#?(Econ\.|Clasificación|Concepto|Económica)$/),
          expect.stringMatching(/^DENOMINACIÓN|^Descripción/),
          false,
        ])
      }
  },
  60_000,
)
