import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Person } from '../../lab/testing/server.ts'
import { rows, transaction } from '../../platform/database/index.ts'
import { applyBalances } from '../generation/generation.ts'
import { pdf, type Story, story } from './analysis.fixture.ts'
import { COLUMNS, read, TABLE } from './analysis.flow.fixture.ts'
import type { Step } from './analysis.flow.ts'

let s: Story
let single: number
let members: number[]
let groupId: number
beforeAll(async () => {
  s = await story(['1101', '1102', '1103'].map((code) => ({ code, balance: '100.00', previous: '100.00' })))
  single = await s.of('1101')
  members = [await s.of('1102'), await s.of('1103')]
  const made = await s.call({
    method: 'POST',
    url: '/analysis/group',
    body: { NOMBRE: 'Cajas', COD_ANALISIS: members },
    as: s.who.analista,
  })
  groupId = made.body.AGRUPADO_ID
})
afterAll(() => s.close())

const statesOf = (ids: number[]) =>
  rows(
    s.db,
    sql<object>`select state_main as main, state_jefatura as jefatura, state_control as control, submitted_at is not null as submitted
      from analysis where id = any(${ids}::int[]) order by id`,
  )

/** Puts rows into a state, as if the three roles had just taken their steps. */
async function put(ids: number[], from: string): Promise<void> {
  const { main, jefatura, control, submitted } = read(from)
  await sql`update analysis a set state_main = ${main}, state_jefatura = ${jefatura}, state_control = ${control}::int,
    submitted_at = case when ${submitted} then timestamptz '2026-10-02' end,
    jefatura_at = case when ${jefatura} <> 1 then now() end, jefatura_by = case when ${jefatura} <> 1 then ${s.who.jefatura.id}::int end,
    control_at = case when coalesce(${control}::int, 1) <> 1 then now() end, control_by = case when coalesce(${control}::int, 1) <> 1 then ${s.who.control.id}::int end,
    version = coalesce((select max(version) from analysis_file f where f.analysis_id = a.id), 0)
    where id = any(${ids}::int[])`.execute(s.db)
}

type Call = { status: number; body?: { current?: Record<string, number> } }
type Asked = { grouped: boolean; from: string }
const base = (grouped: boolean) => (grouped ? `/analysis/group/${groupId}` : `/analysis/${single}`)
const call = (url: string, as: Person, body: object = {}, method: 'POST' | 'PATCH' = 'POST') => s.call({ method, url, body, as })
const decides = (what: string, level: 'jefatura' | 'control') => (asked: Asked) =>
  call(
    `/${level === 'jefatura' ? 'department' : 'sub-management'}/${what}-${asked.grouped ? 'grupo-' : ''}analisis-${level}/${asked.grouped ? groupId : single}`,
    s.who[level],
    { comentario: 'Revisado en detalle.' },
    'PATCH',
  )
const reopens = (nivel: string) => (asked: Asked) =>
  call(`${base(asked.grouped)}/reopen`, s.who.control, { nivel, motivo: 'Llegó una factura del mes.' })

/** The call of each step, made by the person entitled to it. */
const CALLS: Record<Step, (asked: Asked) => Promise<Call>> = {
  enviado: ({ grouped }) =>
    s.call({
      method: 'POST',
      url: grouped ? `/analysis/group/${groupId}/file` : `/analysis/file/${single}`,
      body: grouped
        ? {
            VALORES: JSON.stringify(members.map((id) => ({ COD_ANALISIS: id, VALOR_ANALISIS: '100' }))),
            COMENTARIO_VARIACION: 'Conciliado.',
          }
        : { VALOR_ANALISIS: '100', VARIACION: '0', COMENTARIO_VARIACION: 'Conciliado.' },
      file: pdf(),
      as: s.who.analista,
    }),
  aprobado_jefatura: decides('aprobar', 'jefatura'),
  rechazado_jefatura: decides('reprobar', 'jefatura'),
  aprobado_control: decides('aprobar', 'control'),
  rechazado_control: decides('reprobar', 'control'),
  // Of one member only.
  saldo_cambiado: async ({ grouped }) => {
    const id = grouped ? members[0]! : single
    const of = sql`where period_id = 2 and account_id = (select account_id from analysis where id = ${id})`
    const caller = { userId: s.who.control.id, roleId: 3 as const }
    await sql`update balance set amount = 100.02 ${of}`.execute(s.db)
    await transaction(s.db, (tx) => applyBalances(tx, { periodId: 2, loadId: 2, caller }))
    await sql`update balance set amount = 100 ${of}`.execute(s.db)
    await sql`update analysis set balance = 100 where id = ${id}`.execute(s.db)
    return { status: 200 }
  },
  recuperado: ({ grouped }) => call(`${base(grouped)}/recall`, s.who.analista),
  decision_retirada: ({ grouped, from }) =>
    call(`${base(grouped)}/recall`, read(from).control && read(from).control !== 1 ? s.who.control : s.who.jefatura),
  reabierto_analista: reopens('analista'),
  reabierto_jefatura: reopens('jefatura'),
  reabierto_control: reopens('control'),
}
/** Refused because it is somebody else's step, not because of the state. */
const notTheirs = (step: Step, from: string) =>
  (step === 'recuperado' && read(from).main !== 1) || (step === 'decision_retirada' && read(from).main === 1 && read(from).submitted)

const CASES = TABLE.flatMap(([from, expected]) =>
  COLUMNS.flatMap((step, i) =>
    [false, true].map((grouped): [string, Step, boolean, string | null] => [from, step, grouped, expected[i] ?? null]),
  ),
)

describe('every state and every step, for an analysis and for a group', () => {
  test.each(CASES)('%s, %s, group: %s → %s', async (from, step, grouped, expected) => {
    const ids = grouped ? members : [single]
    await put(ids, from)
    const answer = await CALLS[step]({ grouped, from })
    const then = read(expected ?? from)
    expect(answer.status).toBe(expected ? 200 : notTheirs(step, from) ? 403 : 409)
    if (answer.status === 409) expect(answer.body?.current).toMatchObject({ ESTADO_PRINCIPAL_ID: then.main })
    expect(await statesOf(ids)).toEqual(ids.map(() => then))
  })

  test('and the chain of events holds', async () => {
    expect((await s.call({ url: '/analysis/verify/2', as: s.who.control })).body).toMatchObject({ integra: true })
  })
})
