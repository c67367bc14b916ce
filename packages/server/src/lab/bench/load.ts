import { openAsBlob, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BalanceLoad } from '@cuadre/api/balance'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { Client, type Connection, type Submittable } from 'pg'
import { type Db, rows } from '../../platform/database/index.ts'
import { type Figure, figures, writeFigures } from './figures.ts'
import { createLocation, type Location, open, person } from './place.ts'
import { start } from './process.ts'
import { type Line, mb, seconds, times } from './table.ts'
import { timed } from './timing.ts'

type Options = { base: string | undefined; rows: number; runs: number; say: (text: string) => void }

const BUDGET = { csv: 8, xlsx: 10 } as const
/** From the file to its opened analyses. */
const WHOLE_BUDGET = 14
/** In megabytes, of a hundred thousand rows and of more. */
const MEMORY_BUDGET = [250, 400] as const
const USER = 'control'

/** Loading a month's balance file, as users do every month, compared with inserting the same rows into a plain table. */
export async function benchLoad({ base, rows: count, runs, say }: Options): Promise<Line[]> {
  const location = await createLocation(base)
  const bare = await bareTable(base)
  const lines: Line[] = []
  try {
    say(`Load: ${count.toLocaleString('en')} rows a month; preparing businesses, accounts and the month before`)
    const periods = await prepare(location, count, 2 * runs)
    for (const [at, kind] of (['csv', 'xlsx'] as const).entries())
      lines.push(
        ...(await benchKind(
          { location, kind, count, bare: bare.insert, onServer: Boolean(base), say },
          periods.slice(at * runs, (at + 1) * runs),
        )),
      )
  } finally {
    await bare.remove()
    await location.remove()
  }
  return lines
}

type Kind = {
  location: Location
  kind: 'csv' | 'xlsx'
  count: number
  bare: (list: Figure[]) => Promise<number>
  onServer: boolean
  say: (text: string) => void
}

async function benchKind(
  { location, kind, count, bare, onServer, say }: Kind,
  periods: readonly { id: number; name: string }[],
): Promise<Line[]> {
  const server = await start(location, USER)
  const path = join(location.folder, `balances.${kind}`)
  const taken = { bare: [] as number[], upload: [] as number[], confirm: [] as number[], peak: 0 }
  try {
    await server.call('GET', '/balances/load')
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const { rss: idle } = await server.memory()
    for (const { id, name } of periods) {
      await writeFigures(path, kind, name, count)
      taken.bare.push(await bare([...figures(name, count)]))
      await server.memory()
      const form = new FormData()
      form.append('SIMULAR', 'true')
      form.append('COD_PERIODO', String(id))
      form.append('file', await openAsBlob(path), `balances-${name}.${kind}`)
      const upload = await timed(() => server.call('POST', '/balances/upload', form))
      const { COD_CARGA, preview } = upload.result as Pick<BalanceLoad, 'COD_CARGA' | 'preview'>
      if (preview?.filas !== count) throw new Error(`The upload staged ${preview?.filas} of ${count} rows`)
      const { token, negociosCreados, cuentasCreadas } = preview
      const said = JSON.stringify({ token, CREA: { negocios: negociosCreados.length, cuentas: cuentasCreadas } })
      const confirm = await timed(() => server.call('POST', `/balances/load/${COD_CARGA}/confirm`, said))
      const { peak } = await server.memory()
      taken.upload.push(upload.ms)
      taken.confirm.push(confirm.ms)
      taken.peak = Math.max(taken.peak, peak)
      say(
        `  ${kind} ${name}: upload ${seconds(upload.ms)}, confirm ${seconds(confirm.ms)}, bare ${seconds(taken.bare.at(-1)!)}, peak ${mb(peak)} MB`,
      )
    }
    // The fastest of each: other load on the machine only adds time.
    const raw = Math.min(...taken.bare)
    const line = (what: string, ms: number, budget?: number): Line => ({
      what: `${kind} ${count.toLocaleString('en')} rows, ${what}`,
      ours: seconds(ms),
      bare: seconds(raw),
      ratio: times(ms / raw),
      budget: budget ? `≤ ${budget} ×` : '',
      within: budget ? ms / raw <= budget : null,
    })
    const above = mb(taken.peak - idle)
    const most = MEMORY_BUDGET[count > 100_000 ? 1 : 0]
    return [
      line('upload with preview', Math.min(...taken.upload), BUDGET[kind]),
      line('confirm', Math.min(...taken.confirm)),
      line('from the file to its analyses', Math.min(...taken.upload.map((ms, at) => ms + taken.confirm[at]!)), WHOLE_BUDGET),
      {
        what: `${kind} memory above idle${onServer ? '' : ', database included'}`,
        ours: `${mb(taken.peak)} MB`,
        bare: `${mb(idle)} MB`,
        ratio: `+${above} MB`,
        budget: onServer ? `≤ +${most} MB` : '',
        within: onServer ? above <= most : null,
      },
    ]
  } finally {
    await server.stop()
    rmSync(path, { force: true })
  }
}

/**
 * The same rows, from memory, into a plain table without checks or indexes, in the fastest way of the database: COPY in PostgreSQL; in
 * PGlite, which has no COPY from a client, one statement with an array per column.
 */
async function bareTable(base: string | undefined) {
  const location = await createLocation(base)
  const { db, close } = await open(location)
  await sql`create table bare (period text, business_code text, business_name text, attribute text, document text, code text, name text, amount numeric(20, 2))`.execute(
    db,
  )
  const client = location.url && new Client({ connectionString: location.url })
  if (client) await client.connect()
  return {
    async insert(list: Figure[]) {
      await sql`truncate bare`.execute(db)
      return (await timed<unknown>(() => (client ? copyBare(client, list) : insertBare(db, list)))).ms
    },
    async remove() {
      if (client) await client.end()
      await close()
      await location.remove()
    },
  }
}

function insertBare(db: Db, list: Figure[]) {
  const column = (of: (figure: Figure) => string) => list.map(of)
  return sql`insert into bare select period, business_code, business_name, 'G', '4040', code, name, amount::numeric(20, 2)
    from unnest(${column((f) => f.period)}::text[], ${column((f) => f.businessCode)}::text[], ${column((f) => f.businessName)}::text[],
      ${column((f) => f.account)}::text[], ${column((f) => f.accountName)}::text[], ${column((f) => f.amount)}::text[])
      as s (period, business_code, business_name, code, name, amount)`.execute(db)
}

function copyBare(client: Client, list: Figure[]) {
  const lines = list.map((f) => `${f.period}\t${f.businessCode}\t${f.businessName}\tG\t4040\t${f.account}\t${f.accountName}\t${f.amount}\n`)
  return new Promise<void>((resolve, reject) => {
    // The interface that `pg` expects of a custom query.
    client.query({
      submit: (connection: Connection) => connection.query('copy bare from stdin'),
      handleCopyInResponse(connection: { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }) {
        connection.sendCopyFromChunk(Buffer.from(lines.join('')))
        connection.endCopyFrom()
      },
      handleCommandComplete() {},
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    } as Submittable)
  })
}

/** An organisation in its second month: nineteen of twenty accounts exist, two of three are assigned, last month's balances are loaded. */
async function prepare(location: Location, count: number, months: number): Promise<{ id: number; name: string }[]> {
  const { db, close } = await open(location)
  try {
    const control = await person(db, USER, ROLE.control)
    await sql`insert into country (name, iso, currency) values ('Brasil', 'BR', 'BRL')`.execute(db)
    await sql`insert into user_scope (user_id, country_id) values (${control}, 1)`.execute(db)
    for (let i = 0; i < 20; i++) await person(db, `analista${i}`, ROLE.analista)
    const first = DateTime.fromISO('2025-01-01')
    const names = Array.from({ length: months + 1 }, (_, i) => first.plus({ months: i }).toFormat('yyyy-MM'))
    await sql`insert into period (name, due_analyst, due_jefatura, due_control, due_close)
      select name, '2030-01-07T21:00Z', '2030-01-08T21:00Z', '2030-01-09T21:00Z', '2030-01-13T21:00Z' from unnest(${names}::text[]) name order by name`.execute(
      db,
    )
    const periods = await rows(db, sql<{ id: number; name: string }>`select id, name from period order by name`)
    await knownAccounts(db, [...figures(names[0]!, count)], periods[0]!.id, control)
    await sql`analyze`.execute(db)
    return periods.slice(1)
  } finally {
    await close()
  }
}

async function knownAccounts(db: Db, list: Figure[], periodId: number, control: number) {
  const column = (of: (figure: Figure) => string) => list.map(of)
  await sql`create table known as select * from unnest(${column((f) => f.businessCode)}::text[], ${column((f) => f.businessName)}::text[],
    ${column((f) => f.account)}::text[], ${column((f) => f.accountName)}::text[], ${column((f) => f.amount)}::text[]) with ordinality
    as s (business_code, business_name, code, name, amount, at)`.execute(db)
  await sql`insert into business (country_id, name, code, currency) select distinct 1, business_name, business_code, 'BRL' from known`.execute(
    db,
  )
  await sql`insert into department (business_id, name) select id, 'Contabilidad' from business`.execute(db)
  await sql`insert into account (business_id, code, name, currency, department_id, analyst_id)
    select b.id, k.code, k.name, 'BRL', d.id, case when k.at % 3 <> 0 then ${control}::int + 1 + (k.at % 20)::int end
    from known k join business b on b.code = k.business_code join department d on d.business_id = b.id where k.at % 20 <> 0`.execute(db)
  await sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by) values (${periodId}, 'antes.csv', 1, '', 'confirmada', ${control})`.execute(
    db,
  )
  await sql`insert into balance (period_id, account_id, amount, load_id) select ${periodId}::int, c.id, k.amount::numeric, 1
    from known k join business b on b.code = k.business_code join account c on c.business_id = b.id and c.code = k.code`.execute(db)
  await sql`drop table known`.execute(db)
}
