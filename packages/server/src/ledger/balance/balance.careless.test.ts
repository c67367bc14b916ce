import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mapping } from '@cuadre/api/balance'
import { zip } from '@cuadre/tables/fixtures/make'
import { afterAll, describe, expect, jest, test } from '@jest/globals'
import XLSX from 'xlsx'
import * as reading from './balance.reading.ts'

jest.setTimeout(60_000)
const folder = mkdtempSync(join(tmpdir(), 'cuadre-careless-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Real balances (BRADESCO, 2008-01, among the published ones), in cents, as colleagues send them: what must come of each file is said here,
 * not by the reader. A file that cannot be read without a word says which word it needs; it is never guessed.
 */
const ROWS: readonly [code: string, name: string, cents: bigint][] = [
  ['11000', 'Disponibilidades', 500539150622n],
  ['11100', 'Caja', 436175469425n],
  ['12100', 'Aplicaciones interfinancieras', 6820344717811n],
  ['16100', 'Préstamos y títulos', -123456789n],
  ['41100', 'Depósitos a la vista', -757160384885n],
  ['41200', 'Depósitos de ahorro', -7n],
  ['71100', 'Rentas', 100n],
]
type Format = (cents: bigint) => string
const digits = (cents: bigint, thousands: string, decimal: string) => {
  const text = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${text.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, thousands)}${decimal}${text.slice(-2)}`
}
const signed =
  (write: Format, before = '-', after = ''): Format =>
  (cents) =>
    cents < 0n ? `${before}${write(-cents)}${after}` : write(cents)
const es = signed((cents) => digits(cents, '.', ','))
const en = signed((cents) => digits(cents, ',', '.'))
const plain = signed((cents) => digits(cents, '', '.'))
const total = ROWS.reduce((sum, [, , cents]) => sum + cents, 0n)
const carried = ROWS.slice(0, 3).reduce((sum, [, , cents]) => sum + cents, 0n)
const lines = (write: Format, separator = ';') => ROWS.map(([code, name, cents]) => [code, name, write(cents)].join(separator))
const csv = (head: string[], rows: string[], foot: string[] = []) => [...head, ...rows, ...foot].join('\r\n')
const HEAD = ['Cuenta;Nombre;Saldo']

/** What the reader says of an amount: canonical, without zeros behind. */
const canonical = (cents: bigint) => plain(cents).replace(/\.?0+$/, '')
const whole = (scale = 1n) => ROWS.map(([code, , cents]) => `${code} ${canonical(cents * scale)}`)

const book = (sheets: Record<string, unknown[][]>, bookType: 'xlsx' | 'xlsb' | 'ods' | 'biff8' | 'xlml' = 'xlsx') => {
  const made = XLSX.utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) XLSX.utils.book_append_sheet(made, XLSX.utils.aoa_to_sheet(rows), name)
  return XLSX.write(made, { type: 'buffer', bookType }) as Buffer
}
/** The amounts of the table, each with its number format, as accounting systems export them. */
const formatted = (of: (cents: bigint) => { v: number; z: string }, title?: string, bookType: 'xlsx' | 'xlsb' | 'biff8' = 'xlsx') => {
  const cell = (cents: bigint) => ({ t: 'n', ...of(cents) })
  const rows = [['Cuenta', 'Nombre', 'Saldo'], ...ROWS.map(([code, name, cents]) => [code, name, cell(cents)])]
  return book({ Saldos: title ? [[title], ...rows] : rows }, bookType)
}
const number = (cents: bigint) => Number(cents) / 100
const table = [['Cuenta', 'Nombre', 'Saldo'], ...ROWS.map(([code, name, cents]) => [code, name, number(cents)])]

type File = { name: string; content: string | Buffer }
type Outcome = {
  /** What must be said before it is read. */
  needs?: reading.Need[]
  /** What a person then says. */
  said?: Partial<Mapping>
  rows?: string[]
  refused?: string[]
  /** The whole file is refused. */
  code?: string
}
const is = (name: string, content: string | Buffer): File => ({ name, content })
const text = (...parts: Parameters<typeof csv>) => is('saldos.csv', csv(...parts))

const CARELESS: [what: string, file: File, outcome: Outcome][] = [
  ['Spanish figures', text(HEAD, lines(es)), { rows: whole() }],
  [
    'English figures, comma separated and quoted',
    text(
      ['Account,Name,Balance'],
      ROWS.map(([c, n, a]) => `${c},${n},"${en(a)}"`),
    ),
    { rows: whole() },
  ],
  ['negatives in brackets', text(HEAD, lines(signed((c) => digits(c, '.', ','), '(', ')'))), { rows: whole() }],
  ['the minus behind', text(HEAD, lines(signed((c) => digits(c, '.', ','), '', '-'))), { rows: whole() }],
  ['a true minus sign', text(HEAD, lines(signed((c) => digits(c, '.', ','), '−'))), { rows: whole() }],
  [
    'CR behind credits and DR behind debits',
    text(
      HEAD,
      ROWS.map(([c, n, a]) => `${c};${n};${digits(a, '.', ',')} ${a < 0n ? 'CR' : 'DR'}`),
    ),
    { rows: whole() },
  ],
  [
    'a column of D and C',
    text(
      ['Cuenta;Nombre;Saldo;D/C'],
      ROWS.map(([c, n, a]) => `${c};${n};${digits(a, '.', ',')};${a < 0n ? 'C' : 'D'}`),
    ),
    { rows: whole() },
  ],
  [
    'debit and credit',
    text(
      ['Cuenta;Nombre;Debe;Haber'],
      ROWS.map(([c, n, a]) => `${c};${n};${a < 0n ? ';' : ''}${digits(a, '.', ',')}${a < 0n ? '' : ';'}`),
    ),
    { rows: whole() },
  ],
  [
    'debit and credit, the credits with their sign',
    text(
      ['Cuenta;Nombre;Debe;Haber'],
      ROWS.map(([c, n, a]) => `${c};${n};${a > 0n ? es(a) : ''};${a < 0n ? es(a) : ''}`),
    ),
    { rows: whole() },
  ],
  [
    'credits with their sign but one',
    text(
      ['Cuenta;Nombre;Debe;Haber'],
      [
        ...ROWS.map(([c, n, a]) => `${c};${n};${a > 0n ? es(a) : ''};${a < 0n ? es(a) : ''}`),
        ...Array(5000).fill(';;;'),
        '90000;Otra;;5,00',
      ],
    ),
    { rows: whole(), refused: ['90000 haber-positivo'] },
  ],
  [
    'credits with their sign, which come late, under a total without',
    text(
      ['Cuenta;Nombre;Debe;Haber', 'TOTAL;;9.999,00;9.999,00'],
      [...Array(5000).fill(';;;'), ...ROWS.map(([c, n, a]) => `${c};${n};${a > 0n ? es(a) : ''};${a < 0n ? es(a) : ''}`)],
    ),
    { rows: whole() },
  ],
  [
    'a credit that was reversed among the others',
    text(['Cuenta;Nombre;Debe;Haber'], ['11000;Caja;5,00;', '12000;Bancos;;7,00', '13000;Otra;;-2,00']),
    { rows: ['11000 5', '12000 -7', '13000 2'] },
  ],
  [
    'a header of two lines, its groups above',
    text(
      ['Cuenta;Nombre;Movimientos;;Saldos finales;', ';;Debe;Haber;Debe;Haber'],
      ROWS.map(([c, n, a]) => `${c};${n};9,00;5,00;${a < 0n ? ';' : ''}${digits(a, '.', ',')}${a < 0n ? '' : ';'}`),
    ),
    { rows: whole() },
  ],
  [
    'a header of two lines, cut in the middle of its words',
    text(['Código de;Nombre de la;Saldo', 'cuenta;cuenta;final'], lines(es)),
    { rows: whole() },
  ],
  [
    'totals between',
    text(HEAD, [
      ...lines(es).slice(0, 3),
      `Total activo;;${es(ROWS.slice(0, 3).reduce((s, [, , c]) => s + c, 0n))}`,
      ...lines(es).slice(3),
      `TOTAL GENERAL;;${es(total)}`,
    ]),
    { rows: whole() },
  ],
  [
    'pages with their header again',
    text(HEAD, [...lines(es).slice(0, 3), 'Página: 1 de 2;;', '', HEAD[0]!, ...lines(es).slice(3)]),
    { rows: whole() },
  ],
  [
    'a sheet of tips first',
    is(
      'saldos.xlsx',
      book({ Instrucciones: [['Cómo llenar la plantilla'], ['1. Escriba la cuenta y el saldo'], ['2. Guarde']], Datos: table }),
    ),
    { rows: whole() },
  ],
  [
    'a sheet of tips that shows an example',
    is('saldos.xlsx', book({ Ejemplo: table.slice(0, 2), Datos: table })),
    { needs: ['hoja'], rows: whole() },
  ],
  [
    'months side by side',
    text(
      ['Cuenta;Nombre;Enero;Febrero;Marzo'],
      ROWS.map(([c, n, a]) => `${c};${n};1,00;${es(a)};3,00`),
    ),
    { needs: ['saldo'], said: { columns: { cuenta: 0, nombre: 1, saldo: 3 } }, rows: whole() },
  ],
  [
    'last year beside this one',
    text(
      ['Cuenta;Nombre;2024;2025'],
      ROWS.map(([c, n, a]) => `${c};${n};1,00;${es(a)}`),
    ),
    { needs: ['saldo'], said: { columns: { cuenta: 0, nombre: 1, saldo: 3 } }, rows: whole() },
  ],
  [
    'opening, movements and closing',
    text(
      ['Cuenta;Nombre;Saldo inicial;Debe;Haber;Saldo final'],
      ROWS.map(([c, n, a]) => `${c};${n};7,00;1,00;2,00;${es(a)}`),
    ),
    { rows: whole() },
  ],
  [
    'the balance before beside that of now',
    text(
      ['Cuenta;Nombre;Saldo anterior;Saldo actual'],
      ROWS.map(([c, n, a]) => `${c};${n};7,00;${es(a)}`),
    ),
    { rows: whole() },
  ],
  [
    'a code that a spreadsheet turned into scientific notation',
    text(HEAD, [...lines(es), '1,1E+05;Inventario;5,00']),
    { rows: whole(), refused: ['1,1E+05 cuenta-cambiada'] },
  ],
  [
    'a code that only looks like scientific notation',
    text(HEAD, [...lines(es), '11E05;Inventario;5,00']),
    { rows: [...whole(), '11E05 5'] },
  ],
  [
    'a code that a spreadsheet turned into a date',
    text(HEAD, [...lines(es), 'ene-05;Inventario;5,00']),
    { rows: whole(), refused: ['ene-05 cuenta-cambiada'] },
  ],
  [
    'a code of more digits than a spreadsheet keeps',
    is('saldos.xlsx', book({ Hoja1: [...table, [12345678901234567000, 'Larga', 1]] })),
    { rows: whole(), refused: ['12345678901234567000 cuenta-cambiada'] },
  ],
  [
    'thousands points without decimals',
    text(HEAD, ['11000;Caja;1.234.567', '11100;Bancos;-2.500', '11200;Otros;900']),
    { rows: ['11000 1234567', '11100 -2500', '11200 900'] },
  ],
  [
    'thousands points that may be decimals',
    text(HEAD, ['11000;Caja;1.234', '11100;Bancos;-2.500', '11200;Otros;900']),
    { needs: ['decimal'], said: { decimal: ',' }, rows: ['11000 1234', '11100 -2500', '11200 900'] },
  ],
  ['XML of Excel 2003 named .xls', is('saldos.xls', book({ Saldos: table }, 'xlml')), { rows: whole() }],
  ['a web page named .xls', is('saldos.xls', '<html><table><tr><td>Cuenta</td></tr></table></html>'), { code: 'file_html' }],
  ['text named .xls', is('saldos.xls', csv(['Cuenta\tNombre\tSaldo'], lines(es, '\t'))), { rows: whole() }],
  ['the old format of Excel', is('saldos.xls', book({ Saldos: table }, 'biff8')), { rows: whole() }],
  ['the binary format of Excel', is('saldos.xlsb', book({ Saldos: table }, 'xlsb')), { rows: whole() }],
  ['OpenDocument', is('saldos.ods', book({ Saldos: table }, 'ods')), { rows: whole() }],
  [
    'a ZIP with one file',
    is(
      'saldos.zip',
      zip([
        { name: 'enero/saldos.csv', content: csv(HEAD, lines(es)) },
        { name: '__MACOSX/._saldos.csv', content: 'x' },
      ]),
    ),
    { rows: whole() },
  ],
  [
    'a ZIP of files',
    is(
      'saldos.zip',
      zip([
        { name: 'enero.csv', content: csv(HEAD, lines(es).slice(0, 2)) },
        { name: 'febrero.csv', content: csv(HEAD, lines(es)) },
        { name: 'leame.txt', content: 'Hola' },
      ]),
    ),
    { needs: ['hoja'], rows: whole() },
  ],
  ['a ZIP without a table', is('fotos.zip', zip([{ name: 'a.png', content: 'x' }])), { code: 'file_tipo' }],
  [
    'UTF-16, as Excel writes its text',
    is('saldos.txt', Buffer.from(`\ufeff${csv(['Cuenta\tNombre\tSaldo'], lines(es, '\t'))}`, 'utf16le')),
    { rows: whole() },
  ],
  ['Latin-1', is('saldos.csv', Buffer.from(csv(HEAD, lines(es)), 'latin1')), { rows: whole() }],
  ['what separates said in the first line', is('saldos.csv', `sep=;\r\n${csv(HEAD, lines(es))}`), { rows: whole() }],
  [
    'thousands, as the title says',
    text(['Balance general', '(Expresado en miles de pesos)', ...HEAD], lines(es)),
    { needs: ['unidad'], rows: whole(1000n) },
  ],
  ['thousands, as the heading says', text(['Cuenta;Nombre;Saldo M$'], lines(es)), { needs: ['unidad'], rows: whole(1000n) }],
  [
    'millions, as the sheet is named',
    is('saldos.xlsx', book({ 'Saldos en millones': table })),
    { needs: ['unidad'], rows: whole(1_000_000n) },
  ],
  [
    'the currency before each amount',
    text(
      HEAD,
      lines((c) => `R$ ${es(c)}`),
    ),
    { rows: whole() },
  ],
  ['spaces between thousands', text(HEAD, lines(signed((c) => digits(c, '\u00a0', ',')))), { rows: whole() }],
  ['apostrophes between thousands', text(HEAD, lines(signed((c) => digits(c, "'", '.')))), { rows: whole() }],
  ['a dash for nothing', text(HEAD, [...lines(es), '90000;Sin saldo;-']), { rows: [...whole(), '90000 0'] }],
  ['accounts without an amount', text(HEAD, [...lines(es), '90000;Sin saldo;']), { rows: whole(), refused: ['90000 saldo-falta'] }],
  [
    'code and name in one cell',
    text(
      ['Cuenta;Saldo'],
      ROWS.map(([c, n, a]) => `${c} - ${n};${es(a)}`),
    ),
    { rows: whole() },
  ],
  [
    'a title of two cells that sounds like headings',
    text(['Balance;Cuenta de resultados;', 'Empresa:;BRADESCO;', ...HEAD], lines(es)),
    { rows: whole() },
  ],
  [
    'a title beside the date that sounds like headings',
    text(['Saldos por cuenta;Fecha;31/01/2008', 'Moneda;Reales;', ...HEAD], lines(es)),
    { rows: whole() },
  ],
  [
    'fourteen lines before the table',
    text([...Array.from({ length: 14 }, (_, n) => `Línea ${n};;`), ...HEAD], lines(es)),
    { rows: whole() },
  ],
  [
    'an empty first column and blank lines',
    text(
      [';;;', ';Cuenta;Nombre;Saldo', ';;;'],
      ROWS.map(([c, n, a]) => `;${c};${n};${es(a)}`),
    ),
    { rows: whole() },
  ],
  [
    'the apostrophe that marks text',
    text(
      HEAD,
      ROWS.map(([c, n, a]) => `'${c};${n};${es(a)}`),
    ),
    { rows: whole() },
  ],
  [
    'an account told by three columns of words',
    text(
      ['Department,Fund,Category,Amount'],
      ROWS.map(([c, , a]) => `Capital Improvement Projects,${c},Contract Services and Supplies,${plain(a)}`),
    ),
    {
      needs: ['confirmar'],
      said: { columns: { cuenta: 0, saldo: 3 }, cuentaPartes: [1, 2] },
      rows: ROWS.map(([c, , a]) => `Capital Improvement Projects-${c}-Contract Services and Supplies ${canonical(a)}`),
    },
  ],
  [
    'a percentage beside the balance',
    text(
      ['Cuenta;Nombre;Saldo;% del total'],
      ROWS.map(([c, n, a]) => `${c};${n};${es(a)};12,5 %`),
    ),
    { rows: whole() },
  ],
  [
    'figures that end in a point and a dash, as in Chile',
    text(
      HEAD,
      ROWS.map(([c, n, a]) => `${c};${n};${a < 0n ? '-' : ''}$ ${digits(a, '.', ',').slice(0, -3)}.-`),
    ),
    { rows: ROWS.map(([code, , cents]) => `${code} ${canonical((cents / 100n) * 100n)}`) },
  ],
  [
    'the apostrophe that marks text, before the amounts too',
    text(
      HEAD,
      ROWS.map(([c, n, a]) => `'${c};${n};'${es(a)}`),
    ),
    { rows: whole() },
  ],
  [
    'asterisks that point at notes below',
    text(HEAD, [...ROWS.map(([c, n, a], i) => `${c}${[' *', '(**)', ''][i % 3]};${n};${es(a)}`), '* Sin auditar;;']),
    { rows: whole() },
  ],
  [
    'pages that carry their sum over to the next',
    text(
      ['BALANCE DE COMPROBACIÓN;;', 'Página 1 de 2;;', ...HEAD],
      [
        ...lines(es).slice(0, 3),
        `;Suma y sigue;${es(carried)}`,
        'BALANCE DE COMPROBACIÓN;;',
        'Página 2 de 2;;',
        ...HEAD,
        `;Suma anterior;${es(carried)}`,
        ...lines(es).slice(3),
      ],
      [`;Total general;${es(total)}`],
    ),
    { rows: whole() },
  ],
  [
    'the balance of now before that of then, its change and its percentage',
    text(
      ['Cuenta;Nombre;Saldo actual;Saldo anterior;Variación;Var. %'],
      ROWS.map(([c, n, a]) => `${c};${n};${es(a)};${es(a / 2n)};${es(a - a / 2n)};50,0%`),
    ),
    { rows: whole() },
  ],
  [
    'the nature of each balance in words',
    text(
      ['Cuenta;Nombre;Saldo;Naturaleza'],
      ROWS.map(([c, n, a]) => `${c};${n};${digits(a, '.', ',')};${a < 0n ? 'Acreedora' : 'Deudora'}`),
    ),
    { needs: ['confirmar'], rows: whole() },
  ],
  [
    'cents, as the heading says',
    text(
      ['Cuenta;Nombre;Saldo (centavos)'],
      ROWS.map(([c, n, a]) => `${c};${n};${a}`),
    ),
    { code: 'file_centavos' },
  ],
  [
    'the balance in the currency of the group beside the local one',
    text(
      ['Cuenta;Nombre;Saldo USD;Saldo local'],
      ROWS.map(([c, n, a]) => `${c};${n};${es(a / 5n)};${es(a)}`),
    ),
    { rows: whole() },
  ],
  [
    'as SAP writes it',
    text(
      ['G/L Account;Short Text;Balance in Group Currency;Balance in Local Currency'],
      ROWS.map(([c, n, a]) => `${c};${n};${es(a / 5n)};${es(a)}`),
    ),
    { rows: whole() },
  ],
  [
    'two balances with their dates, the later one behind',
    text(
      ['Cuenta;Nombre;Saldo al 30/11/2025;Saldo al 31/12/2025'],
      ROWS.map(([c, n, a]) => `${c};${n};7,00;${es(a)}`),
    ),
    { needs: ['confirmar'], rows: whole() },
  ],
  [
    'two balances with their months, the later one before',
    text(
      ['Cuenta;Nombre;Saldo ene-08;Saldo dic-07'],
      ROWS.map(([c, n, a]) => `${c};${n};${es(a)};7,00`),
    ),
    { needs: ['confirmar'], rows: whole() },
  ],
  [
    'decimals that are not written',
    text(
      ['Cuenta;Nombre;Saldo (2 decimales implícitos)'],
      ROWS.map(([c, n, a]) => `${c};${n};${a}`),
    ),
    { code: 'file_centavos' },
  ],
  [
    'what nobody sees around a code, copied from a web page',
    text(
      HEAD,
      ROWS.map(([c, n, a]) => `\u200b${c}\u00a0;${n};${es(a)}`),
    ),
    { rows: whole() },
  ],
  ...['(MM)', 'Cifras en MM de $', 'Cifras en MDP', 'Cifras en mill. €'].map((title): (typeof CARELESS)[number] => [
    `millions, said as ${title}`,
    text([title, ...HEAD], lines(es)),
    { needs: ['unidad'], rows: whole(1_000_000n) },
  ]),
  ...['TEUR', 'Saldos en millares de pesos', 'Ths. USD', 'Valores em R$ 1.000', 'Escala: 1000', 'Amounts in 10^3'].map(
    (title): (typeof CARELESS)[number] => [
      `thousands, said as ${title}`,
      text([title, ...HEAD], lines(es)),
      { needs: ['unidad'], rows: whole(1000n) },
    ],
  ),
  ...['Saldo (K)', 'saldo_k', 'SaldoMiles', 'Saldo CLP 000', 'Saldo x mil'].map((heading): (typeof CARELESS)[number] => [
    `thousands, said by the heading ${heading}`,
    text([`Cuenta;Nombre;${heading}`], lines(es)),
    { needs: ['unidad'], rows: whole(1000n) },
  ]),
  ...['€bn', 'Importes en cientos de miles', 'Saldos en lakhs'].map((title): (typeof CARELESS)[number] => [
    `what cannot be loaded, said as ${title}`,
    text([title, ...HEAD], lines(es)),
    { code: 'file_miles' },
  ]),
  ...['MM$ ', 'M$', 'k€ '].map((mark): (typeof CARELESS)[number] => [
    `thousands or millions said by one amount as ${mark}`,
    text(HEAD, [...lines(es), `90000;Otra;${mark}5,00`]),
    { rows: whole(), refused: ['90000 saldo-numero'] },
  ]),
  [
    'the minus in a column of its own',
    text(['Cuenta;Nombre;;Saldo'], ['11000;Caja;;5,00', '12000;Bancos;;0,00', '21000;Deudas;-;7,00', '22000;Otras;-;8,00']),
    { needs: ['confirmar'], rows: ['12000 0', '21000 -7', '22000 -8'], refused: ['11000 signo-falta'] },
  ],
  [
    'a balance and the same one adjusted',
    text(
      ['Cuenta;Nombre;Saldo;Ajustes;Saldo ajustado'],
      ROWS.map(([c, n, a]) => `${c};${n};7,00;1,00;${es(a)}`),
    ),
    { needs: ['confirmar'], said: { columns: { cuenta: 0, nombre: 1, saldo: 4 } }, rows: whole() },
  ],
  ...['Cts', 'Centavos'].map((heading): (typeof CARELESS)[number] => [
    `cents in a column of their own, ${heading}`,
    text(
      [`Cuenta;Nombre;Saldo;${heading}`],
      ROWS.map(([c, n, a]) => `${c};${n};${a / 100n};${digits(a, '', ';').split(';')[1]}`),
    ),
    { code: 'file_centavos_aparte' },
  ]),
  [
    'a column for cents without any',
    text(
      ['Cuenta;Nombre;Saldo;Cents'],
      ROWS.map(([c, n, a], i) => `${c};${n};${es(a)};${i % 2 ? '' : '00'}`),
    ),
    { rows: whole() },
  ],
  ...[150, 2050].map((from): (typeof CARELESS)[number] => [
    `cents in a column of their own that begin in row ${from}`,
    text(
      ['Cuenta;Nombre;Saldo;Cents'],
      Array.from({ length: 2100 }, (_, i) => `${100000 + i};Cuenta ${i};${i}00;${i < from ? '' : '25'}`),
    ),
    { code: 'file_centavos_aparte' },
  ]),
  ...['Mayor;Subcuenta', 'Cuenta;Sub', 'Cuenta;Subcuenta'].map((headings): (typeof CARELESS)[number] => [
    `codes in two columns, ${headings}`,
    text(
      [`${headings};Nombre;Saldo`],
      ROWS.map(([c, n, a]) => `${c.slice(0, 3)};${c.slice(3)};${n};${es(a)}`),
    ),
    {
      needs: ['confirmar'],
      said: { columns: { cuenta: 0, nombre: 2, saldo: 3 }, cuentaPartes: [1] },
      rows: whole().map((row) => row.replace(/^.{3}/, '$&-')),
    },
  ]),
  [
    'codes that were taken for numbers with decimals',
    text(
      HEAD,
      ROWS.map(([c, n, a]) => `${c}.0;${n};${es(a)}`),
    ),
    { rows: whole() },
  ],
  ...(['[%] ', '%. ', '%, '] as const).map((way): (typeof CARELESS)[number] => [
    `code and name in one cell as ${way}`,
    text(
      ['Cuenta;Saldo'],
      ROWS.map(([c, n, a]) => `${way.replace('%', c)}${n};${es(a)}`),
    ),
    { rows: whole() },
  ]),
  ...(['xlsx', 'xlsb', 'biff8'] as const).map((type): (typeof CARELESS)[number] => [
    `numbers without a sign, whose format says Dr or Cr, in ${type}`,
    is(
      type === 'biff8' ? 'saldos.xls' : `saldos.${type}`,
      formatted((cents) => ({ v: Math.abs(number(cents)), z: cents < 0n ? '0.00" Cr"' : '0.00" Dr"' }), undefined, type),
    ),
    { rows: whole() },
  ]),
  ['the headings of Tally', text(['Trial Balance', 'Account;Particulars;Closing Balance'], lines(es)), { rows: whole() }],
  [
    'negative numbers that are shown as credits',
    is(
      'saldos.xlsx',
      formatted((cents) => ({ v: number(cents), z: '#,##0.00" DR";#,##0.00" CR"' })),
    ),
    { rows: whole() },
  ],
  [
    'whole figures that are shown in thousands, as their title says',
    is(
      'saldos.xlsx',
      formatted((cents) => ({ v: number(cents), z: '#,##0,' }), 'Cifras en miles'),
    ),
    { needs: ['unidad'], rows: whole() },
  ],
  [
    'figures in thousands among whole ones that are shown in thousands',
    is(
      'saldos.xlsx',
      formatted((cents) => (cents === 100n ? { v: 1, z: '#,##0' } : { v: number(cents), z: '#,##0,' }), 'Cifras en miles'),
    ),
    { needs: ['unidad'], rows: whole().map((row) => (row.startsWith('71100') ? '71100 1000' : row)) },
  ],
  [
    'numbers that their format calls thousands',
    is(
      'saldos.xlsx',
      formatted((cents) => ({ v: number(cents), z: cents === 100n ? '0.00" miles"' : '0.00' })),
    ),
    { rows: whole().slice(0, -1), refused: ['71100 unidad-distinta'] },
  ],
  ...(
    [
      ['Empresa: BRADESCO', 'Empresa: ITAU'],
      ['Empresa: 0001 BRADESCO   Página: 1', 'Empresa: 0002 ITAU   Página: 2'],
      ['Sociedad:;BRADESCO', 'Sociedad:;ITAU'],
      ['NIT: 900.123.456-7', 'NIT: 900.765.432-1'],
      ['BRADESCO S.A.', 'ITAÚ UNIBANCO S.A.'],
      ['Norte SpA', 'Sur Ltda.'],
    ] as const
  ).map(([first, second]): (typeof CARELESS)[number] => [
    `two businesses one below the other, ${first} and ${second}`,
    text([first, 'Balance al 31/01/2008', ...HEAD], lines(es), ['', second, 'Balance al 31/01/2008', ...HEAD, '90000;Otra;5,00']),
    { code: 'file_negocios' },
  ]),
  [
    'a note far down that says billions',
    text(
      HEAD,
      [...lines(es), ...Array.from({ length: 2100 }, (_, i) => `${100000 + i};Cuenta ${i};1,00`)],
      ['Nota: cifras en miles de millones;;'],
    ),
    { code: 'file_miles' },
  ],
  [
    'one business whose title comes again on every page, among accounts that are named as companies',
    text(['Empresa: BRADESCO   Página: 1', 'BRADESCO S.A.', ...HEAD], lines(es), [
      '',
      'EMPRESA: Bradesco   Página: 2',
      'BRADESCO S.A.',
      ...HEAD,
      ';Acciones de Sur S.A.;',
      '90000;Norte S.A.;5,00',
      'Empresas relacionadas;;',
    ]),
    { rows: [...whole(), '90000 5'] },
  ],
  [
    'headings of accounts that sound like businesses, with a code and without',
    text(HEAD, [
      'Empresa vinculada nacional;;',
      ...lines(es).slice(0, 3),
      'Empresa vinculada extranjera;;',
      '13;Sociedad controlada;',
      '14;Compañía: Norte;',
      '15;Compañía: Sur;',
      ...lines(es).slice(3),
      'NIT pendiente de los terceros;;',
    ]),
    { said: { emptyAmount: 'skip' }, rows: whole() },
  ],
  ['no header at all', text([], lines(es)), { needs: ['confirmar'], rows: whole() }],
  [
    'remarks and signatures below',
    text(HEAD, lines(es), ['', 'Elaborado por: Contabilidad;;', 'Nota: cifras sin auditar;;']),
    { rows: whole() },
  ],
  ['a word for an amount', text(HEAD, [...lines(es), '90000;Otra;pendiente']), { rows: whole(), refused: ['90000 saldo-numero'] }],
]

describe('files as careless colleagues send them', () => {
  test.each(CARELESS)('%s', async (_, { name, content }, { needs = [], said = {}, rows = [], refused = [], code }) => {
    const path = join(folder, 'fichero')
    writeFileSync(path, content)
    if (code) return expect(readAll(path, name)).rejects.toMatchObject({ issues: [{ code }] })
    const inspected = await reading.inspect(path, name)
    const suggested = reading.suggestedMapping(inspected)
    const mapping = { ...suggested, ...said, ID_NEGOCIO: 1 }
    expect(await needsOf(inspected, { ...suggested, ID_NEGOCIO: 1 })).toEqual(needs)
    const found: { rows: string[]; refused: string[] } = { rows: [], refused: [] }
    for await (const batch of reading.read(inspected, reading.fileMapping(mapping, inspected))) {
      found.rows.push(...batch.rows.map(({ cuenta, saldo }) => `${cuenta} ${saldo}`))
      found.refused.push(...batch.refused.map(({ cuenta, code }) => `${cuenta} ${code}`))
    }
    expect(found).toEqual({ rows, refused })
  })
})

/** What a file that is refused whole is refused by, at its first rows or further down. */
async function readAll(path: string, name: string) {
  const inspected = await reading.inspect(path, name)
  for await (const _ of reading.read(inspected, reading.fileMapping(reading.suggestedMapping(inspected), inspected)));
}

/** As a load without a remembered layout asks. */
async function needsOf(inspected: reading.Inspected, mapping: Mapping): Promise<reading.Need[]> {
  const needs: reading.Need[] = reading.missing(mapping)
  if (inspected.several) needs.push('hoja')
  if (inspected.unit !== null) needs.push('unidad')
  if (needs.some((need) => need === 'cuenta' || need === 'saldo')) return needs
  if (!inspected.layout.complete) needs.push('confirmar')
  if (!(await reading.decimalIsClear(inspected, reading.fileMapping(mapping, inspected)))) needs.push('decimal')
  return needs
}
