import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'
import { transaction } from '../../platform/database/index.ts'

/** Classes, groups and some accounts of the Colombian uniform chart (decree 2650 of 1993), as headings of the whole corporation. */
const headings: Record<string, string> = {
  '1': 'Activo',
  '11': 'Disponible',
  '12': 'Inversiones',
  '13': 'Deudores',
  '1305': 'Clientes',
  '1330': 'Anticipos y avances',
  '1355': 'Anticipo de impuestos y contribuciones',
  '1370': 'Préstamos y cartera de créditos',
  '1380': 'Deudores varios',
  '14': 'Inventarios',
  '15': 'Propiedades, planta y equipo',
  '16': 'Intangibles',
  '17': 'Diferidos',
  '18': 'Otros activos',
  '2': 'Pasivo',
  '21': 'Obligaciones financieras',
  '2105': 'Bancos nacionales',
  '2145': 'Depósitos y captaciones del público',
  '22': 'Proveedores',
  '23': 'Cuentas por pagar',
  '24': 'Impuestos, gravámenes y tasas',
  '25': 'Obligaciones laborales',
  '26': 'Pasivos estimados y provisiones',
  '28': 'Otros pasivos',
  '3': 'Patrimonio',
  '31': 'Capital social',
  '33': 'Reservas',
  '37': 'Resultados de ejercicios anteriores',
  '4': 'Ingresos',
  '41': 'Ingresos operacionales',
  '42': 'Ingresos no operacionales',
  '5': 'Gastos',
  '51': 'Operacionales de administración',
  '52': 'Operacionales de ventas',
  '53': 'No operacionales',
  '6': 'Costos de ventas',
  '61': 'Costo de ventas y de prestación de servicios',
  '8': 'Cuentas de orden',
  '81': 'Derechos contingentes',
}

/** The heading of accounts whose code begins so, by chart; the longest beginning counts. COSIF codes have two zeros in front. */
const byChart: Record<'BR' | 'CL' | 'CO', Record<string, string>> = {
  BR: {
    '0011': '11',
    '0012': '12',
    '0013': '12',
    '0014': '1380',
    '0015': '1380',
    '0016': '1370',
    '0017': '1370',
    '0018': '1380',
    '0019': '17',
    '0021': '12',
    '0022': '15',
    '0023': '15',
    '0024': '17',
    '003': '81',
    '0041': '2145',
    '0042': '2105',
    '0043': '21',
    '0044': '2105',
    '0045': '28',
    '0046': '21',
    '0047': '26',
    '0048': '28',
    '0049': '23',
    '005': '28',
    '006': '31',
    '007': '41',
    '008': '53',
  },
  CL: {
    '1101': '11',
    '1102': '12',
    '110201': '11',
    '12': '1305',
    '1301': '1330',
    '130120': '1380',
    '14': '14',
    '15': '1355',
    '16': '15',
    '17': '17',
    '21': '21',
    '22': '22',
    '220105': '23',
    '2301': '25',
    '24': '24',
    '31': '31',
    '32': '37',
    '33': '33',
    '41': '41',
    '42': '42',
    '51': '51',
    '52': '53',
    '61': '61',
  },
  CO: {
    '11': '11',
    '12': '12',
    '1305': '1305',
    '1330': '1330',
    '1355': '1355',
    '1365': '1380',
    '1399': '1305',
    '14': '14',
    '15': '15',
    '16': '16',
    '17': '17',
    '2105': '2105',
    '2110': '21',
    '22': '22',
    '23': '23',
    '24': '24',
    '25': '25',
    '31': '31',
    '32': '37',
    '33': '33',
    '41': '41',
    '42': '42',
    '51': '51',
    '52': '52',
    '53': '53',
    '61': '61',
  },
}

export const createHeadings = (db: Db) =>
  transaction(db, async (tx) => {
    for (const [code, name] of Object.entries(headings)) {
      const parent = code.length === 1 ? null : code.slice(0, code.length === 2 ? 1 : 2)
      await sql`insert into heading (code, name, parent_id) values (${code}, ${name}, (select id from heading where code = ${parent}))`.execute(
        tx,
      )
    }
  })

export async function assignHeadings(db: Db): Promise<void> {
  for (const [iso, beginnings] of Object.entries(byChart))
    await sql`update account a set heading_id = (select h.id from json_each_text(${JSON.stringify(beginnings)}::json) m join heading h on h.code = m.value
          where starts_with(a.code, m.key) order by length(m.key) desc limit 1)
      from business b join country c on c.id = b.country_id where b.id = a.business_id and c.iso = ${iso}`.execute(db)
}
