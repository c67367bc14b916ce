import { readdirSync, readFileSync } from 'node:fs'
import { chooseSheet, FileRefused, type OpenedTable, readBalances } from '@cuadre/tables'
import { fixture, SHARED } from '@cuadre/tables/fixtures/shared'
import { csvRows } from '@cuadre/tables/format/csv-rows'
import { detectEncoding, detectSeparator, textDecoder } from '@cuadre/tables/format/text-format'
import { openJob, rowsJob } from '@cuadre/tables/reading/jobs'
import { describe, expect, jest, test } from '@jest/globals'
import { readHead } from '../../../../../remotes/accounts-analysis/src/balance/head/readHead.ts'
import { fileMapping, inspect, missing, suggestedMapping } from './balance.reading.ts'

// Files as systems and offices export them, rebuilt small: what is detected and read without asking.

// A workbook is read in workers of its own, which are slow to start on a busy machine.
jest.setTimeout(240_000)

/** A text file in memory. */
function tableOf(content: string | Uint8Array): OpenedTable {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const { encoding, bom } = detectEncoding(bytes)
  const text = textDecoder(encoding).decode(bytes.subarray(bom))
  const format = detectSeparator(text)
  const feed = csvRows(format)
  const rows = [...feed.write(text), ...feed.end()]
  return {
    fileName: 'a.csv',
    kind: 'csv',
    bytes: bytes.length,
    encoding,
    separator: format.separator,
    sheets: [{ name: '', visible: true }],
    names: [],
    head: async (count = 60) => rows.slice(0, count),
    async *rows() {
      yield rows
    },
  }
}

/** 'account amount' of each row, '!row reason' of those refused; first '?' with the columns that are proposed where they are asked about. */
async function reading(content: string | Uint8Array): Promise<string[]> {
  const table = tableOf(content)
  const { rows: head, layout } = (await chooseSheet(table.sheets, () => table.head()))!
  const inspected = {
    table,
    sheet: undefined,
    layout,
    head,
    several: false,
    unit: null,
    wire: { kind: 'csv' as const, encoding: null, separator: null, sheets: [], sample: [] },
  }
  const mapping = suggestedMapping(inspected)

  // What the page shows while the file is on its way is the same.
  const shown = await readHead(new Blob([content as Uint8Array<ArrayBuffer>]))
  expect(shown).toEqual({ sheet: null, rows: head, ...layout })

  const lacks = missing({ ...mapping, ID_NEGOCIO: 1 })
  const named = Object.entries(mapping.columns).map(([field, index]) => `${field}=${index}`)
  const asked = layout.complete ? [] : [['?', ...named].join(' ')]
  if (lacks.length > 0) return asked
  const read: string[] = []
  for await (const { rows, refused } of readBalances(table, fileMapping(mapping, inspected))) {
    read.push(...rows.map(({ cuenta, nombre, saldo }) => [cuenta, nombre, saldo].filter((text) => text !== null).join(' ')))
    read.push(...refused.map(({ number, code }) => `!${number} ${code}`))
  }
  return [...asked, ...read]
}

const lines = (...all: string[]) => all.join('\n')

describe('a balance of two lines of headings', () => {
  test.each<[what: string, content: string, expected: string[]]>([
    [
      'initial, moved and final, each with debit and credit: the final ones count',
      lines(
        'ANDES SAC;;;;;;;',
        'Balance de comprobación al 31/12/2025;;;;;;;',
        'Cuenta;Descripción;Saldos anteriores;;Movimientos;;Saldos actuales;',
        ';;Deudor;Acreedor;Debe;Haber;Deudor;Acreedor',
        '1011;Caja;10,00;;5,00;1,00;14,00;',
        '4011;IGV;;3,00;;1,00;;4,00',
        ';TOTALES;10,00;3,00;5,00;2,00;14,00;4,00',
      ),
      ['1011 Caja 14', '4011 IGV -4'],
    ],
    [
      'groups above, everything else below',
      lines(
        ';;Saldo Inicial;;Movimientos;;Saldo Final;',
        'Código;Cuenta;Debe;Haber;Debe;Haber;Debe;Haber',
        '1.1.01;Caja;10,00;;5,00;1,00;14,00;',
        '2.1.01;Proveedores;;3,00;;1,00;;4,00',
      ),
      ['1.1.01 Caja 14', '2.1.01 Proveedores -4'],
    ],
    [
      'Odoo: no heading over the account, whose code and name are in one cell',
      lines(
        ';Initial Balance;;Jan 2025;;End Balance;',
        ';Debit;Credit;Debit;Credit;Debit;Credit',
        '101000 Caja general;10.00;0.00;5.00;0.00;15.00;0.00',
        '201000 Proveedores;0.00;10.00;0.00;5.00;0.00;15.00',
        'Total;10.00;10.00;5.00;5.00;15.00;15.00',
      ),
      ['? cuenta=0 debe=5 haber=6', '101000 Caja general 15', '201000 Proveedores -15'],
    ],
    [
      'the same pair twice and nothing that tells them apart',
      lines('Cuenta;Nombre;Debe;Haber;Debe;Haber', '1105;Caja;1,00;2,00;3,00;4,00', '1110;Banco;1,00;2,00;3,00;4,00'),
      ['? cuenta=0 nombre=1 debe=2 haber=3', '1105 Caja -1', '1110 Banco -1'],
    ],
  ])('%s', async (_, content, expected) => expect(await reading(content)).toEqual(expected))
})

describe('of several amounts the balance', () => {
  test.each<[what: string, content: string, expected: string[]]>([
    [
      'Brazil: previous, debit, credit and present, with brackets and with D and C',
      lines(
        'Balancete Consolidado de 01/04/2026 a 30/04/2026;;;;;;',
        'Empresa: 185 - EXEMPLO LTDA - CNPJ:00.000.000/0001-00',
        '',
        'Conta;Classificação;Nome da conta contábil;Saldo anterior;Débito;Crédito;Saldo atual',
        '',
        '19;01;ATIVO;900,00;700,00;100,00;1.500,00D',
        '86;01.1.1.02.002;Caixa;691,21;32.270,00;32.850,19;(111,02)',
        '90;02.1;Capital;0,00;0,00;400,00;400,00 C',
      ),
      ['19 ATIVO 1500', '86 Caixa -111.02', '90 Capital -400'],
    ],
    [
      'Chile: eight columns',
      lines(
        'BALANCE DE 8 COLUMNAS',
        ';;SUMAS;;SALDOS;;INVENTARIO;;RESULTADO;',
        'Código;Cuenta;Débitos;Créditos;Deudor;Acreedor;Activo;Pasivo;Pérdida;Ganancia',
        '1.1.01;Caja;100;40;60;0;60;0;0;0',
        '2.1.01;Proveedores;40;100;0;60;0;60;0;0',
        ';SUMAS;140;140;60;60;60;60;0;0',
      ),
      ['1.1.01 Caja 60', '2.1.01 Proveedores -60'],
    ],
    [
      'sums and balances, the name under "Cuenta"',
      lines(
        'Codigo,Cuenta,Sumas Debe,Sumas Haber,Saldo Deudor,Saldo Acreedor',
        '1105,Caja general,10.00,5.00,5.00,0.00',
        '2105,Bancos,5.00,10.00,0.00,5.00',
      ),
      ['1105 Caja general 5', '2105 Bancos -5'],
    ],
    [
      'Mexico: charges and credits between both balances',
      lines(
        'Cuenta,Nombre,Saldo inicial,Cargos,Abonos,Saldo final',
        '102.01,Bancos,"$50,000.00","$10,000.00","$2,000.00","$58,000.00"',
        '201.01,Proveedores,"20,000.00",0,"8,000.00","-28,000.00"',
        'Total,,70000,10000,10000,30000',
      ),
      ['102.01 Bancos 58000', '201.01 Proveedores -28000'],
    ],
    [
      'an opening balance and what moved since, and no balance: they are added, once that is confirmed',
      lines(
        'Cuenta;Nombre;Saldo inicial;Debe;Haber',
        '1105;Caja;10,00;5,00;1,00',
        '2105;Bancos;-10,00;;1,00',
        '1120;Sin movimiento;3,00;;',
      ),
      ['? cuenta=0 nombre=1 inicial=2 debe=3 haber=4', '1105 Caja 14', '2105 Bancos -11', '1120 Sin movimiento 3'],
    ],
    [
      'what moved, beside an opening balance in two halves: asked',
      lines(
        'Cuenta;Nombre;Saldo inicial deudor;Saldo inicial acreedor;Debe;Haber',
        '1105;Caja;10,00;;5,00;1,00',
        '2105;Bancos;;10,00;;1,00',
      ),
      ['? cuenta=0 nombre=1 debe=4 haber=5', '1105 Caja 4', '2105 Bancos -1'],
    ],
    [
      'two columns that are both the balance: asked',
      lines('Cuenta;Nombre;Saldo;Saldo', '1105;Caja;10,00;12,00', '1110;Banco;10,00;12,00'),
      ['? cuenta=0 nombre=1 saldo=2', '1105 Caja 10', '1110 Banco 10'],
    ],
    [
      'A3: a signed balance after what moved',
      lines(
        'A3ECO;;;;;Fecha: 29/09/2026',
        'Sumas y Saldos · Del 01/01/2025 al 31/12/2025',
        '',
        'Cuenta;Descripción;Saldo Anterior;Debe;Haber;Saldo',
        '57;GRUPO 57;0,00;5,00;0,00;5,00',
        '5720001;Banco;0,00;5,00;0,00;5,00',
        'Totales;;0,00;5,00;5,00;0,00',
      ),
      ['57 GRUPO 57 5', '5720001 Banco 5'],
    ],
    [
      'Sage: sums and balances grouped, the name as a title',
      lines(
        'Sage 50 · Balance de sumas y saldos;;;;;',
        'Ejercicio 2025;;;;;',
        ';;Sumas;;Saldos;',
        'Cuenta;Título;Debe;Haber;Deudor;Acreedor',
        '4300000;Cliente;9,00;4,00;5,00;0,00',
        '4000000;Proveedor;4,00;9,00;0,00;5,00',
      ),
      ['4300000 Cliente 5', '4000000 Proveedor -5'],
    ],
    [
      'ContaSol',
      lines(
        'ContaSol;;;;;',
        'Balance de sumas y saldos;Desde 01/01/2025 hasta 31/12/2025;;;;',
        ';;;;;',
        'Código;Descripción;Sumas Debe;Sumas Haber;Saldos Deudor;Saldos Acreedor',
        '43;"Grupo 43";9,00;4,00;5,00;0,00',
        '4000000;"Proveedor; SL";4,00;9,00;0,00;5,00',
      ),
      ['43 Grupo 43 5', '4000000 Proveedor; SL -5'],
    ],
    [
      'Odoo, in one line of headings',
      lines(
        'Trial Balance',
        'From: 01/01/2025,To: 31/12/2025',
        '',
        'Account,Initial Balance,Debit,Credit,End Balance',
        '430001 Cliente,0.00,9.00,4.00,5.00',
        '400001 Proveedor,0.00,4.00,9.00,-5.00',
        'Total,0.00,13.00,13.00,0.00',
      ),
      ['430001 Cliente 5', '400001 Proveedor -5'],
    ],
    [
      'a kind beside the account is no sign of a balance in halves',
      lines(
        'Codigo,Cuenta,Tipo,Debe,Haber,Saldo Deudor,Saldo Acreedor',
        '1011,Caja,D,9.00,4.00,5.00,0.00',
        '4211,Facturas,A,4.00,9.00,0.00,5.00',
      ),
      ['1011 Caja 5', '4211 Facturas -5'],
    ],
    [
      'two currencies: asked',
      lines('Cuenta;Nombre;Saldo S/;Saldo US$', '1105;Caja;10,00;3,00', '1110;Banco;10,00;3,00'),
      ['? cuenta=0 nombre=1 saldo=2', '1105 Caja 10', '1110 Banco 10'],
    ],
    [
      'years as headings: asked',
      lines('Cuenta;Nombre;2025;2024', '1105;Caja;10,00;9,00', '1110;Banco;10,00;8,00'),
      ['? cuenta=0 nombre=1'],
    ],
    [
      'shortened headings in capitals',
      lines(
        'NRO. CTA.;DENOM.;SDO. ANT.;MOV. DEUD.;MOV. ACR.;SDO. FIN.',
        '1105;Caja;10,00;9,00;1,00;18,00',
        '1110;Banco;10,00;8,00;2,00;16,00',
      ),
      ['1105 Caja 18', '1110 Banco 16'],
    ],
    [
      'French',
      lines('N° compte;Intitulé;Solde débiteur;Solde créditeur', '512000;Banque;10,00;', '401000;Fournisseurs;;1 010,00'),
      ['512000 Banque 10', '401000 Fournisseurs -1010'],
    ],
    [
      'Xero',
      lines(
        'Trial Balance',
        'Demo Company',
        'As at 31 January 2025',
        '',
        'Account Code,Account,Account Type,Debit - Year to date,Credit - Year to date,31 Dec 2024',
        '090,Business Bank Account,Bank,1000.00,,900.00',
        '200,Sales,Revenue,,1000.00,-900.00',
        ',Total,,1000.00,1000.00,0.00',
      ),
      ['090 Business Bank Account 1000', '200 Sales -1000'],
    ],
    [
      'the month and the year to date, code behind the name',
      lines(
        '"Section","Account","Debit","Credit","YTD_Debit","YTD_Credit"',
        '"Revenue","Sales (400)","","0.00","","28793.18"',
        '"Assets","Checking (090)","","376.35","5092.83",""',
      ),
      ['400 Sales -28793.18', '090 Checking 5092.83'],
    ],
    [
      'floats as programs print them, without headings',
      lines('01.1.0,1368010.6600000001', '01.1.1,1135269.86', '01.1.1.01,-24170.310000000005', '01.1.1.02,5.12345'),
      ['? cuenta=0 saldo=1', '01.1.0 1368010.66', '01.1.1 1135269.86', '01.1.1.01 -24170.31', '!4 saldo-decimales'],
    ],
    [
      'QuickBooks: accounts without numbers or a heading',
      lines(
        'Trial Balance',
        'Sandbox Company',
        'As of January 31 2025',
        '',
        ',Debit,Credit',
        'Checking,"1,201.00",',
        'Savings,800.00,',
        'Accounts Payable (A/P),,"1,602.67"',
        'TOTAL,"2,001.00","1,602.67"',
        '',
        '',
        '"Friday, Jan. 31, 2025 08:13:27 AM GMT-8 - Accrual Basis"',
      ),
      ['? cuenta=0 debe=1 haber=2', 'Checking 1201', 'Savings 800', 'Accounts Payable (A/P) -1602.67'],
    ],
    [
      'SAP: a first column of nothing, lines of dashes, minus behind, totals with asterisks',
      lines(
        '\tSaldos de cuentas de mayor\t\t\t\t\t\t\t\t',
        '\t----------------------------------------------------',
        '\tSoc.\tCta.mayor\tTxt.breve\tMon.\tArrastre saldo\tSaldo per.previos\tDebe per.\tHaber per.\tSaldo acum.',
        '\t----------------------------------------------------',
        '\t1000\t113100\tBanco\tMXN\t10,00\t5,00\t5,00\t1,00\t19,00',
        '\t1000\t210100\tProveedores\tMXN\t10,00\t5,00\t5,00\t1.001,00\t1.019,00-',
        '*\t1000\t\t\tMXN\t20,00\t10,00\t10,00\t1.002,00\t1.000,00-',
      ),
      ['113100 Banco 19', '210100 Proveedores -1019'],
    ],
    [
      'SAP in English, cut by bars',
      lines(
        '|CoCd|G/L acct|Short Text|Crcy|BusA|Balance Carryforward|Balance,prev.periods|Debit rept.period|Credit report per.|Accumulated balance|',
        '|1000|113100|Bank|USD||10.00|5.00|5.00|1.00|19.00|',
        '|1000|113101|Bank2|USD||10.00|5.00|5.00|1.00|19.00-|',
      ),
      ['113100 Bank 19', '113101 Bank2 -19'],
    ],
  ])('%s', async (_, content, expected) => expect(await reading(content)).toEqual(expected))
})

describe('a sign beside the amount', () => {
  const balance = (sign: string, first: string, second: string) =>
    lines(`Cuenta;Nombre;Saldo;${sign}`, `1105;Caja;10,00;${first}`, `2105;Deudas;10,00;${second}`)
  test.each<[what: string, content: string, expected: string[]]>([
    ['S and H, as in SAP', balance('D/H', 'S', 'H'), ['1105 Caja 10', '2105 Deudas -10']],
    ['D and A', balance('D/C', 'D', 'A'), ['1105 Caja 10', '2105 Deudas -10']],
    [
      'debits alone in the first rows: credits come further down',
      lines('Cuenta;Nombre;Saldo;D/C', ...Array.from({ length: 70 }, (_, n) => `1${n};Activo ${n};1,00;D`), '2105;Deudas;10,00;C'),
      [...Array.from({ length: 70 }, (_, n) => `1${n} Activo ${n} 1`), '2105 Deudas -10'],
    ],
    ['that nobody knows: asked', balance('D/C', 'X', 'Y'), ['? cuenta=0 nombre=1 saldo=2', '1105 Caja 10', '2105 Deudas 10']],
    ['kinds of accounts are none', balance('Tipo', 'S', 'A'), ['1105 Caja 10', '2105 Deudas 10']],
  ])('%s', async (_, content, expected) => expect(await reading(content)).toEqual(expected))
})

describe('rows that are no balances', () => {
  test('footers, pages, lines and remarks are passed over; a subtotal under a name and shifted cells are refused', async () => {
    expect(
      await reading(
        lines(
          'Cuenta;Nombre;Debe;Haber;Saldo',
          'ACTIVO;;;;',
          '1105;Caja;10,00;0,00;10,00',
          '1110;Bancos;20,00;5,00;15,00',
          'DISPONIBLE;;30,00;5,00;25,00',
          'Suma y sigue;;30,00;5,00;25,00',
          'Página: 2 de 5;;Fecha: 31/01/2026;;Hora: 10:15',
          'Cuenta;Nombre;Debe;Haber;Saldo',
          '--------;--------;-----;-----;-----',
          '1115;Caja; chica;7,00;5,00;2,00',
          '1120;Cheques;-;-;-',
          '1125;Depósitos;1,00;0,00;1,00',
          '1130;Valores;1,00;0,00;1,00',
          '==========;;;;',
          'Total 11;;32,00;5,00;27,00',
          ';Elaborado por: Ana;;Revisado por: Luis;',
          'Contador: Juan Pérez, C.I. 8.123.456;;;;',
        ),
      ),
    ).toEqual([
      '1105 Caja 10',
      '1110 Bancos 15',
      '1120 Cheques 0',
      '1125 Depósitos 1',
      '1130 Valores 1',
      '!5 cuenta-texto',
      '!10 celdas-de-mas',
    ])
  })

  test('a decimal comma between commas: no cent is lost silently', async () => {
    expect(await reading(lines('Cuenta,Nombre,Saldo', '1105,Caja,1234,56', '1110,Bancos,20', '1115,Valores,5,50'))).toEqual([
      '1110 Bancos 20',
      '!2 celdas-de-mas',
      '!4 celdas-de-mas',
    ])
  })

  test('cells under headings that are empty are no shifted ones', async () => {
    expect(await reading(lines('Cuenta,Nombre,Saldo,,', '1105,Caja,1.50,,', '1110,Bancos,20.00,,1'))).toEqual([
      '1105 Caja 1.5',
      '1110 Bancos 20',
    ])
  })

  test('a last column without a heading is none', async () => {
    expect(await reading(lines('Cuenta;Nombre;Saldo', '1105;Caja;1,50;ok', '1110;Bancos;20,00;ok'))).toEqual([
      '1105 Caja 1.5',
      '1110 Bancos 20',
    ])
  })
})

test('codes and names in one cell are told apart, codes that a spreadsheet changed are refused', async () => {
  expect(await reading(lines('Cuenta;Saldo', '1.1.01 Caja;1,50', '10000 · Checking;2,50', '1105 - Otra;3,50'))).toEqual([
    '1.1.01 Caja 1.5',
    '10000 Checking 2.5',
    '1105 Otra 3.5',
  ])
  expect(
    await reading(lines('Cuenta;Nombre;Saldo', '1E+10;Caja;1,50', '01/02/2010;Caja;2,50', '11-05;Caja;3,50', '4300000001;Caja;1,00')),
  ).toEqual(['11-05 Caja 3.5', '4300000001 Caja 1', '!2 cuenta-cambiada', '!3 cuenta-cambiada'])
})

test('the code page of DOS is told from that of Windows', async () => {
  const text = lines('C¢digo;Descripci¢n;Saldo', '1105;Due¤os y a¤os ‚poca;1,50', '1110;M£sica;2,50', '')
  const dos = Uint8Array.from(text, (letter) => ({ '¢': 0xa2, '¤': 0xa4, '‚': 0x82, '£': 0xa3 })[letter] ?? letter.charCodeAt(0))
  expect(await reading(dos)).toEqual(['1105 Dueños y años época 1.5', '1110 Música 2.5'])
  const windows = Uint8Array.from(lines('Código;Descripción;Saldo', '1105;Nº 5 ¡Añejo! «x»;1,50', ''), (letter) => letter.charCodeAt(0))
  expect(await reading(windows)).toEqual(['1105 Nº 5 ¡Añejo! «x» 1.5'])
})

const workbooks = readdirSync(fixture('')).filter((name) => /\.xlsx?$/.test(name))
test.each(workbooks)('of %s the page shows what the server reads', async (name) => {
  const read = await inspect(fixture(name), name).catch(() => null)
  const shown = await readHead(new Blob([readFileSync(fixture(name))]))
  if (!read) return expect(shown?.rows.every(({ cells }) => cells.length < 2) ?? true).toBe(true)
  const sheet = read.table.sheets.length > 1 ? read.sheet : null
  expect(shown).toEqual({ sheet, rows: read.head, ...read.layout })
})

const collection = SHARED && `${SHARED}/awkward-spreadsheets`
const legacy = ['readxl', 'sheetjs'].flatMap((from) =>
  collection ? readdirSync(`${collection}/${from}`).flatMap((name) => (name.endsWith('.xls') ? [`${from}/${name}`] : [])) : [],
)
const some = legacy.length > 0 ? test.each(legacy) : test.skip.each(['(not here)'])
some('also of %s, or neither reads it', async (name) => {
  const path = `${collection}/${name}`
  const why = (error: unknown) => (error instanceof FileRefused ? error.code : error)
  const readByServer = async () => {
    const { sheets } = await openJob({ path, kind: 'xls' })
    const found = await chooseSheet(sheets, async (sheet) => {
      for await (const rows of rowsJob({ task: 'rows', path, kind: 'xls', sheet, maxRows: 100_000 })) return rows.slice(0, 60)
      return []
    })
    return found ? { sheet: sheets.length > 1 ? found.sheet : null, rows: found.rows, ...found.layout } : null
  }
  expect(await readHead(new Blob([readFileSync(path)])).catch(why)).toEqual(await readByServer().catch(why))
})

test('what is no table is not shown as one', async () => {
  for (const content of ['%PDF-1.7', '<html><table>', 'ID;PWXL;N;E', ' \n\n', '\u0000\u0001\u0002\u0003'.repeat(20)])
    expect([content, await readHead(new Blob([content]))]).toEqual([content, null])
})
