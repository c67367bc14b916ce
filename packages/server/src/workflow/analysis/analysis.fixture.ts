import { fillWorkbook, type SheetCell, type SheetRowValues, writeWorkbook } from '@cuadre/tables'
import { jest } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, transaction } from '../../platform/database/index.ts'
import { openAnalyses } from '../generation/generation.ts'

// Starting an embedded database takes seconds on few cores.
jest.setTimeout(240_000)

export type Account = {
  code: string
  balance: string
  previous?: string
  name?: string
  risk?: 'A' | 'M' | 'B'
  currency?: string
  safra?: boolean
}
export type Story = Awaited<ReturnType<typeof story>>

/**
 * Test world: period 2026-09 in the past, period 2026-10 open with deadlines in the future, accounts with balances and one analysis each.
 * Rodrigo analyses VOTORANTIM, whose head is Marcela; Lucía analyses SAFRA, whose head is Óscar.
 */
export async function story(accounts: Account[]) {
  const server: TestServer = await testServer()
  const who = await organisation(server)
  const { db } = server
  await sql`insert into period (name, due_analyst, due_jefatura, due_control, due_close) values
    ('2026-09', now() - interval '20 days', now() - interval '19 days', now() - interval '18 days', now() - interval '15 days'),
    ('2026-10', now() + interval '1 day', now() + interval '2 days', now() + interval '3 days', now() + interval '5 days')`.execute(db)
  await sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by)
    select id, 'saldos.xlsx', 1, 'x', 'confirmada', ${who.control.id} from period order by id`.execute(db)
  await sql`insert into heading (code, name) values ('11', 'Disponible')`.execute(db)
  for (const { code, name = `Cuenta ${code}`, balance, previous, risk = 'M', currency = 'BRL', safra = false } of accounts) {
    const account = await row(
      db,
      sql<{ id: number }>`insert into account (business_id, code, name, heading_id, department_id, currency, analyst_id, risk)
        values (${safra ? 2 : 1}, ${code}, ${name}, 1, ${safra ? who.tesoreria : who.contabilidad}, ${currency},
          ${safra ? who.otherAnalista.id : who.analista.id}, ${risk}) returning id`,
    )
    await sql`insert into balance (period_id, account_id, amount, load_id) values (2, ${account!.id}, ${balance}, 2)`.execute(db)
    if (previous)
      await sql`insert into balance (period_id, account_id, amount, load_id) values (1, ${account!.id}, ${previous}, 1)`.execute(db)
  }
  await transaction(db, async (tx) => {
    await openAnalyses(tx, { periodId: 1, loadId: 1 })
    await openAnalyses(tx, { periodId: 2, loadId: 2 })
  })

  /** The id of an account's analysis in 2026-10. */
  async function of(code: string): Promise<number> {
    const found = await row(
      db,
      sql<{ id: number }>`select a.id from analysis a join account c on c.id = a.account_id where c.code = ${code} and a.period_id = 2`,
    )
    return found!.id
  }
  async function submit(
    code: string,
    fields: { VALOR_ANALISIS?: string; VARIACION?: string; COMENTARIO_VARIACION?: string } = {},
    {
      as = who.analista,
      file = pdf(),
      language = 'es',
    }: { as?: Person; file?: { name: string; content: Uint8Array | string } | null; language?: string } = {},
  ) {
    const id = await of(code)
    const balance = await row(db, sql<{ balance: string }>`select balance from analysis where id = ${id}`)
    const body = { VALOR_ANALISIS: balance!.balance, VARIACION: '0', COMENTARIO_VARIACION: 'Conciliado con el extracto.', ...fields }
    return server.call({ method: 'POST', url: `/analysis/file/${id}`, body, as, language, ...(file && { file }) })
  }
  const urls = {
    'jefatura aprueba': 'department/aprobar-analisis-jefatura',
    'jefatura rechaza': 'department/reprobar-analisis-jefatura',
    'control aprueba': 'sub-management/aprobar-analisis-control',
    'control rechaza': 'sub-management/reprobar-analisis-control',
  }
  const group = async (name: string, codes: string[], as = who.analista) =>
    server.call({ method: 'POST', url: '/analysis/group', body: { NOMBRE: name, COD_ANALISIS: await Promise.all(codes.map(of)) }, as })
  /** Submits a group with a value for each member. */
  const submitGroup = async (
    id: number,
    values?: Record<string, string>,
    {
      as = who.analista,
      file = pdf(),
      comment,
    }: { as?: Person; file?: { name: string; content: Uint8Array | string }; comment?: string } = {},
  ) => {
    const VALORES =
      values &&
      JSON.stringify(
        await Promise.all(Object.entries(values).map(async ([code, value]) => ({ COD_ANALISIS: await of(code), VALOR_ANALISIS: value }))),
      )
    return server.call({
      method: 'POST',
      url: `/analysis/group/${id}/file`,
      body: { ...(VALORES && { VALORES }), ...(comment && { COMENTARIO_VARIACION: comment }) },
      file,
      as,
    })
  }
  /** Decides on a group. */
  const decideGroup = (what: keyof typeof urls, id: number, as: Person, body: object = {}) =>
    server.call({
      method: 'PATCH',
      url: `/${urls[what].replace('-analisis-', '-grupo-analisis-')}/${id}`,
      body: { ...(what.endsWith('rechaza') && { comentario: 'Falta el extracto bancario.' }), ...body },
      as,
    })
  /** Decides with the comment that the step requires. */
  async function decide(what: keyof typeof urls, code: string, as: Person, body: object = {}, language = 'es') {
    const comment = what.endsWith('rechaza') ? { comentario: 'Falta el extracto bancario.' } : {}
    return server.call({ method: 'PATCH', url: `/${urls[what]}/${await of(code)}`, body: { ...comment, ...body }, as, language })
  }
  const list = async (url: string, as: Person, query: object = {}) => (await server.call({ url, query: { ...query }, as })).body
  const codes = async (url: string, as: Person, query: object = {}): Promise<string[]> =>
    (await list(url, as, query)).data.map((each: { CUENTA: string }) => each.CUENTA)
  const late = (code: string, column: 'due_analyst' | 'due_jefatura' | 'due_control') =>
    sql`update analysis set ${sql.ref(column)} = now() - interval '1 hour' where period_id = 2 and account_id = (select id from account where code = ${code})`.execute(
      db,
    )
  return { ...server, who, of, submit, decide, group, submitGroup, decideGroup, list, codes, late }
}

/** A PDF with one page per rotation, without a cross-reference table. */
export function pdf(text = 'conciliación', rotations: readonly number[] = [0]) {
  const pages = rotations.map((turned, i) => `${i + 3} 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Rotate ${turned}>>\nendobj\n`)
  const kids = rotations.map((_, i) => `${i + 3} 0 R`).join(' ')
  const content = `%PDF-1.4\n%${text}\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Count ${rotations.length}/Kids[${kids}]>>\nendobj\n${pages.join('')}trailer\n<</Root 1 0 R/Size ${rotations.length + 3}>>\n%%EOF\n`
  return { name: 'extracto.pdf', content }
}

/**
 * A workbook as a person saves it: some cells overwritten (a formula cell keeps its formula with another cached value), everything else
 * unchanged, names included.
 */
export async function typedOver(path: string, cells: Record<string, string | { n: string }>): Promise<Uint8Array> {
  const { bytes } = await fillWorkbook(
    path,
    Object.entries(cells).map(([at, value]) => ({ name: at, at, value })),
  )
  const pieces: Buffer[] = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The template as an analyst returns it, with cells filled by name. */
export async function filledWorkbook(path: string, cells: Record<string, SheetCell['value'] | SheetCell>): Promise<void> {
  const rows = Object.entries(cells).map(
    ([name, cell]): SheetRowValues => [
      name,
      typeof cell === 'object' && cell !== null ? { name, ...cell } : { value: cell, name, type: /^VA/.test(name) ? 'amount' : 'code' },
    ],
  )
  await writeWorkbook([{ name: 'Análisis', columns: [{ type: 'text' }, { type: 'amount' }], rows }], path)
}
