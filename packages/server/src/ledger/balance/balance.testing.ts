import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { fixture, SHARED } from '@cuadre/tables/fixtures/shared'
import { sql } from 'kysely'
import type { Person, TestServer } from '../../lab/testing/server.ts'
import { rows } from '../../platform/database/index.ts'

/** Append-only tables, emptied together with periods and accounts. */
const APPENDED = ['event', 'observation_entry', 'audit_sample', 'audit_sample_item']

/** Deletes everything except people and their organisation. Triggers protect events, so deleting them takes two statements. */
export const forget = ({ db, folder }: TestServer) =>
  sql
    .raw(`${APPENDED.map((table) => `alter table ${table} disable trigger ${table}_no_truncate`).join('; ')};
    truncate balance_load, load_row, account, notification, outbox, mapping_profile, event_head, event, period restart identity cascade;
    ${APPENDED.map((table) => `alter table ${table} enable trigger ${table}_no_truncate`).join('; ')}; delete from business where id > 2; update app_user set context_country_id = null, context_business_id = null`)
    .execute(db)
    .then(() => rmSync(folder, { recursive: true, force: true }))

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
  ({ COD_CARGA, preview }: { COD_CARGA: number; preview: { token: string } | null }) =>
    server.call({ method: 'POST', url: `/balances/load/${COD_CARGA}/confirm`, body: { token: preview?.token ?? '' }, as })

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
