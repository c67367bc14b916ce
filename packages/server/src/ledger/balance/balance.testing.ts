import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { fixture, SHARED } from '@cuadre/tables/fixtures/shared'
import { sql } from 'kysely'
import type { Person, TestServer } from '../../lab/testing/server.ts'
import { type Db, rows } from '../../platform/database/index.ts'

/** Tables that loads write and all that refer to them, each with the sequence of its ids. */
let emptied: Promise<{ name: string; ids: string | null }[]> | undefined
const written = (db: Db) =>
  rows<{ name: string; ids: string | null }>(
    db,
    sql`with recursive written as (
        select unnest('{balance_load, load_row, account, notification, outbox, mapping_profile, event_head, event, period}'::regclass[])::oid as id
        union select k.conrelid from pg_constraint k join written w on w.id = k.confrelid where k.contype = 'f')
      select c.relname as name, (select s.oid::regclass::text from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S' where d.refobjid = c.oid) as ids
      from written w join pg_class c on c.oid = w.id order by 1`,
  )

/** Deletes everything except people and their organisation, with triggers off because some refuse it. Truncating takes ten times as long. */
export async function forget({ db, folder }: TestServer) {
  emptied ??= written(db)
  const tables = await emptied
  const numbers = tables.flatMap(({ ids }) => (ids ? `setval('${ids}', 1, false)` : []))
  await sql
    .raw(`set session_replication_role = replica; ${tables.map(({ name }) => `delete from ${name}`).join('; ')}; select ${numbers.join(', ')};
    set session_replication_role = origin; delete from business where id > 2; update app_user set context_country_id = null, context_business_id = null`)
    .execute(db)
  rmSync(folder, { recursive: true, force: true })
}

/** Creates a period with the usual deadlines; status 1 open, 2 closing, 3 closed. */
export async function period({ db }: TestServer, name: string, status = 1): Promise<number> {
  const [made] = await rows(
    db,
    sql<{ id: number }>`insert into period (name, status_id, due_analyst, due_jefatura, due_control, due_close)
      values (${name}, ${status}, '2030-01-07T21:00Z', '2030-01-08T21:00Z', '2030-01-09T21:00Z', '2030-01-13T21:00Z') returning id`,
  )
  return made!.id
}

type File = { name: string; content: Uint8Array | string }
export const uploadAs =
  (server: TestServer, as: Person) =>
  (file: File, COD_PERIODO: number, more: Record<string, unknown> = {}, language = 'es') =>
    server.call({ method: 'POST', url: '/balances/upload', file, body: { SIMULAR: true, COD_PERIODO, ...more }, as, language })

export const confirmAs =
  (server: TestServer, as: Person) =>
  ({ COD_CARGA, preview }: { COD_CARGA: number; preview: Shown | null }) => {
    const CREA = { negocios: preview?.negociosCreados?.length ?? 0, cuentas: preview?.cuentasCreadas ?? 0 }
    return server.call({ method: 'POST', url: `/balances/load/${COD_CARGA}/confirm`, body: { token: preview?.token ?? '', CREA }, as })
  }
type Shown = { token: string; negociosCreados?: string[]; cuentasCreadas?: number }

/** Changes a load's mapping: its own, with the given fields. */
export const mapAs =
  (server: TestServer, as: Person) =>
  ({ COD_CARGA, mapping }: { COD_CARGA: number; mapping: object }, more: object) =>
    server.call({ method: 'POST', url: `/balances/load/${COD_CARGA}/mapping`, body: { ...mapping, ...more }, as })

/** Everything that a load may leave behind: rows of the tables it writes, and stored or partial files. */
export async function traces({ db, folder }: TestServer) {
  const counted = await rows(
    db,
    sql<{ what: string; n: number }>`
      select 'cargas' as what, count(*)::int as n from balance_load union all select 'filas', count(*)::int from load_row
      union all select 'negocios de cargas', count(*)::int from load_business union all select 'saldos', count(*)::int from balance
      union all select 'cuentas', count(*)::int from account union all select 'negocios', count(*)::int from business
      union all select 'análisis', count(*)::int from analysis union all select 'eventos', count(*)::int from event
      union all select 'avisos', count(*)::int from notification union all select 'perfiles', count(*)::int from mapping_profile`,
  )
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort()
    : []
  return { ...Object.fromEntries(counted.map(({ what, n }) => [what, n])), files }
}

export const csv = (...lines: string[]) => ['negocio;cuenta;nombre;saldo', ...lines].join('\r\n')
export const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex')

/** The real trial balances: the extract among the fixtures, and the whole months where they lie beside the repository. */
export const COSIF = [
  { what: 'four conglomerates', path: (month: string) => fixture(`cosif-${month}.csv`) },
  { what: 'all conglomerates', path: (month: string) => `${SHARED}/trial-balances/brasil-bcb-cosif-2008/${month}CONGLOMERADOS.CSV` },
].filter(({ path }) => existsSync(path('200801')))
