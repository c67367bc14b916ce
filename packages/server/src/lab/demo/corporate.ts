import { createHash, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { upload } from '../../ledger/balance/balance.service.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { type ChartLine, chileanChart, colombianChart } from './charts.ts'
import type { DemoOptions } from './people.ts'

type Company = {
  code: string
  name: string
  currency: string
  /** What the amounts of the chart are multiplied by. */
  size: number
  /** One department each: its head, and the analysts in whose order its accounts are handed out. */
  departments: { name: string; sub: string; chief: string; analysts: string[]; classes: string[] }[]
}
type Country = {
  name: string
  iso: string
  currency: string
  zone: string
  manager: string
  people: string[]
  chart: readonly ChartLine[]
  /** Decimals of its amounts: the Chilean peso has none. */
  decimals: 0 | 2
  threshold: number
  /** Classes of accounts that are not analysed every month: fixed assets by quarter, what is deferred by half-year, capital and reserves by year. */
  seldom?: Record<string, 'TRIMESTRAL' | 'SEMESTRAL' | 'ANUAL'>
  companies: Company[]
}

const split = (sub: string, [first, second]: [string, string], analysts: string[]): Company['departments'] => [
  { name: 'Tesorería y cuentas por cobrar', sub, chief: first, analysts: analysts.slice(0, 2), classes: ['11', '12', '13'] },
  {
    name: 'Contabilidad general',
    sub,
    chief: second,
    analysts: analysts.slice(2),
    classes: ['14', '15', '16', '17', '21', '22', '23', '24', '25', '31', '32', '33', '41', '42', '51', '52', '53', '61'],
  },
]

/** Two countries of trading companies beside the banks: other currencies, calendars, people and a chart each. */
export const countries: Country[] = [
  {
    name: 'Chile',
    iso: 'CL',
    currency: 'CLP',
    zone: 'America/Santiago',
    manager: 'rvaldes',
    people: ['rvaldes', 'gerrazuriz'],
    chart: chileanChart,
    decimals: 0,
    threshold: 50_000_000,
    companies: [
      {
        code: 'CL01',
        name: 'Distribuidora Cordillera',
        currency: 'CLP',
        size: 940_000,
        departments: split('Subgerencia de administración', ['cfuentes', 'psalazar'], ['aperez', 'btapia', 'cvergara', 'daraya']),
      },
      {
        code: 'CL02',
        name: 'Transportes Cordillera',
        currency: 'CLP',
        size: 610_000,
        departments: split(
          'Subgerencia de administración',
          ['cfuentes', 'psalazar'],
          ['esepulveda', 'fcontreras', 'ghidalgo', 'ifigueroa'],
        ),
      },
      {
        code: 'CL03',
        name: 'Cordillera Comercio Exterior',
        currency: 'USD',
        size: 1_150,
        departments: split(
          'Subgerencia de administración',
          ['cfuentes', 'psalazar'],
          ['jparedes', 'knavarrete', 'lcarrasco', 'mbustamante'],
        ),
      },
    ],
  },
  {
    name: 'Colombia',
    iso: 'CO',
    currency: 'COP',
    zone: 'America/Bogota',
    manager: 'mospina',
    people: ['mospina', 'nuribe'],
    chart: colombianChart,
    decimals: 2,
    threshold: 200_000_000,
    seldom: { 15: 'TRIMESTRAL', 16: 'SEMESTRAL', 17: 'SEMESTRAL', 31: 'ANUAL', 33: 'ANUAL' },
    companies: [
      {
        code: 'CO01',
        name: 'Alimentos del Cauca',
        currency: 'COP',
        size: 3_700_000,
        departments: split('Subgerencia financiera', ['lrestrepo', 'jcardenas'], ['aarango', 'bquintero', 'cmontes', 'dsuarez']),
      },
      {
        code: 'CO02',
        name: 'Logística Magdalena',
        currency: 'COP',
        size: 2_200_000,
        departments: split('Subgerencia financiera', ['lrestrepo', 'jcardenas'], ['egiraldo', 'fvelez', 'gbetancur', 'hpineda']),
      },
    ],
  },
]

/** The countries with their businesses, departments, people's scopes, calendars' zones and thresholds. */
export const createCorporation = (db: Db) =>
  transaction(db, async (tx) => {
    for (const { name, iso, currency, manager, people, zone, threshold, companies } of countries) {
      await sql`insert into country (name, iso, currency, manager_id) select ${name}, ${iso}, ${currency}, id from app_user where username = ${manager}`.execute(
        tx,
      )
      await sql`insert into calendar (country_id, zone) select id, ${zone} from country where iso = ${iso}`.execute(tx)
      await sql`insert into threshold (country_id, amount, percent, base) select id, ${threshold}, 10, 'AMBOS_Y' from country where iso = ${iso}`.execute(
        tx,
      )
      await sql`insert into user_scope (user_id, country_id) select u.id, c.id from app_user u, country c
        where c.iso = ${iso} and u.username = any(${[...people, 'bmontoya', 'hvillalobos', 'payala']})`.execute(tx)
      for (const company of companies) await createCompany(tx, iso, company)
    }
  })

async function createCompany(tx: Db, iso: string, { code, name, currency, departments }: Company) {
  await sql`insert into business (country_id, name, code, currency) select id, ${name}, ${code}, ${currency} from country where iso = ${iso}`.execute(
    tx,
  )
  for (const { name: department, sub, chief, analysts } of departments) {
    await sql`insert into sub_management (business_id, name, manager_id)
      select b.id, ${sub}, u.id from business b, app_user u where b.code = ${code} and u.username = ${chief} on conflict do nothing`.execute(
      tx,
    )
    await sql`insert into department (business_id, sub_management_id, name, chief_id)
      select b.id, s.id, ${department}, u.id from business b join sub_management s on s.business_id = b.id and s.name = ${sub}
        join app_user u on u.username = ${chief} where b.code = ${code}`.execute(tx)
    await sql`update app_user set department_id = (select d.id from department d join business b on b.id = d.business_id
        where b.code = ${code} and d.name = ${department}) where username = any(${analysts})`.execute(tx)
  }
}

/** Loads one month of every country through the product's own load, a file for each, as its own people do. */
export async function loadCorporateMonth(options: DemoOptions, control: Caller, periodId: number, period: string): Promise<void> {
  for (const country of countries) {
    const content = Buffer.from(trialBalance(country, period))
    const path = join(tmpdir(), `cuadre-${randomUUID()}`)
    await writeFile(path, content)
    try {
      const name = `balance-comprobacion-${country.iso}-${period}.csv`
      const file = { path, name, size: content.length, sha256: createHash('sha256').update(content).digest('hex') }
      await upload(options, control, { file, COD_PERIODO: periodId, SIMULAR: false })
    } finally {
      await rm(path, { force: true })
    }
  }
}

/** The month's trial balance of a country's companies: every company's balances add up to zero. */
function trialBalance({ companies, chart, decimals }: Country, period: string): string {
  const [year, month] = period.split('-').map(Number) as [number, number]
  const unit = 10 ** decimals
  const lines = companies.flatMap(({ code, name, currency, size }) => {
    const digits = currency === 'USD' ? 100 : unit
    const amounts = chart.map((line) => Math.round(amountOf(line, `${code}${line.code}`, year * 12 + month) * size * digits))
    const rest = amounts.reduce((sum, amount) => sum + amount, 0)
    return chart.map((line, i) => {
      const amount = (line.balancing ? amounts[i]! - rest : amounts[i]!) / digits
      return [period, code, name, line.code, line.name, currency, amount.toFixed(digits === 100 ? 2 : 0).replace('.', ',')].join(';')
    })
  })
  return `Período;Código negocio;Negocio;Cuenta;Nombre cuenta;Moneda;Saldo\r\n${lines.join('\r\n')}\r\n`
}

/** In units of the company's size: a slow trend, a season and what the month brought; results grow from January on. */
function amountOf({ amount, nature = 'stock' }: ChartLine, key: string, month: number): number {
  if (nature === 'still') return amount
  const chance = (salt: string) => createHash('sha256').update(`${key}${salt}`).digest().readUInt32BE() / 2 ** 32
  const season = 1 + 0.06 * Math.sin(((month + 12 * chance('season')) * Math.PI) / 6)
  const noise = 1 + (chance(`noise${month}`) - 0.5) * 0.08
  const jump = chance(`jump${month}`) < 0.06 ? 1.35 : 1
  const soFar = nature === 'result' ? (((month - 1) % 12) + 1) / 12 : 1 + 0.004 * (month % 24)
  return amount * soFar * season * noise * jump
}

/** Hands the accounts of each department to its analysts in turn. */
export async function assignCorporateAccounts(db: Db): Promise<void> {
  for (const { companies, seldom = {} } of countries)
    for (const { code, departments } of companies)
      for (const { name, analysts, classes } of departments)
        await sql`update account a set department_id = d.id, risk = case when h.class in ('11', '13', '21') then 'A' when h.class in ('16', '17', '33') then 'B' else 'M' end,
            frequency = coalesce(${JSON.stringify(seldom)}::jsonb ->> h.class, 'MENSUAL'),
            analyst_id = (select id from app_user where username = (${analysts}::text[])[1 + h.place % ${analysts.length}])
          from business b join department d on d.business_id = b.id and d.name = ${name},
            lateral (select c.id, substr(c.code, 1, 2) as class, row_number() over (order by c.code)::int as place
              from account c where c.business_id = b.id and substr(c.code, 1, 2) = any(${classes}::text[])) h
          where b.code = ${code} and a.id = h.id`.execute(db)
}
