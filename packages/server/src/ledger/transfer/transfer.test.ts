import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows, transaction } from '../../platform/database/index.ts'
import { openAnalyses } from '../../workflow/generation/generation.ts'
import { forget, period } from '../balance/balance.testing.ts'
import { returnDue } from './transfer.service.ts'

jest.setTimeout(240_000)
let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let third: Person
let march: number
let now = new Date()
const db = () => server.db

beforeAll(async () => {
  server = await testServer({ now: () => now })
  who = await organisation(server)
  third = await server.person('analista3', [1], 'Inés Robledo')
})
afterAll(() => server?.close())

/** Rodrigo has accounts 1 to 4 of VOTORANTIM, with balances in a closed January, and in February and March, which are open. */
beforeEach(async () => {
  await forget(server)
  await sql`delete from user_scope where user_id = ${third.id}`.execute(db())
  await sql`update department set chief_id = ${who.jefatura.id} where id = 1`.execute(db())
  const months = []
  for (const name of ['2026-01', '2026-02', '2026-03']) months.push(await period(server, name))
  march = months[2]!
  await accounts(4)
  await sql`update period set status_id = 3 where id = ${months[0]}`.execute(db())
})
async function accounts(n: number) {
  await sql`insert into account (business_id, code, name, department_id, currency, analyst_id)
    select 1, i::text, 'Cuenta ' || i, 1, 'BRL', ${who.analista.id} from generate_series(1, ${n}::int) i`.execute(db())
  await sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by) select id, 'b.csv', 1, id::text, 'confirmada', ${who.control.id} from period`.execute(
    db(),
  )
  await sql`insert into balance (period_id, account_id, amount, load_id) select p.id, c.id, 100, p.id from period p, account c`.execute(
    db(),
  )
  await transaction(db(), async (tx) => {
    for (const { id } of await rows(tx, sql<{ id: number }>`select id from period`)) await openAnalyses(tx, { periodId: id, loadId: id })
  })
}

const order = (more: object = {}) => ({
  origenUsuarioId: who.analista.id,
  destinoUsuarioId: who.otherAnalista.id,
  rol: 'ANALISTA',
  cuentaIds: [1, 2, 3],
  desdePeriodoId: march - 1,
  motivo: 'Vacaciones de Rodrigo',
  ...more,
})
const post = (body: object, as = who.control) => server.call({ method: 'POST', url: '/account/transfer', body, as })
const look = async (more: object = {}, as = who.control) => (await post({ ...order(more), simular: true }, as)).body
/** Looks, then makes what was seen. */
const make = async (more: object = {}, as = who.control) => post({ ...order(more), huella: (await look(more, as)).huella }, as)
const undo = (lote: number, as = who.control) => server.call({ method: 'POST', url: `/account/transfer/${lote}/undo`, as })
const holders = async () =>
  (await rows(db(), sql<{ name: string }>`select u.name from account c join app_user u on u.id = c.analyst_id order by c.id`)).map(
    ({ name }) => name,
  )
/** Analyst of each analysis by period and account: '2026-02/1': 'Rodrigo Peña'. */
const work = async () =>
  Object.fromEntries(
    (
      await rows(
        db(),
        sql<{ k: string; name: string }>`select p.name || '/' || c.code as k, u.name from analysis a join period p on p.id = a.period_id
          join account c on c.id = a.account_id join app_user u on u.id = a.analyst_id order by 1`,
      )
    ).map(({ k, name }) => [k, name]),
  )
const analysis = async (month: string, code: string) =>
  (await row(
    db(),
    sql<{
      id: number
    }>`select a.id from analysis a join account c on c.id = a.account_id join period p on p.id = a.period_id where p.name = ${month} and c.code = ${code}`,
  ))!.id
const submit = async (month: string, code: string, as = who.analista) =>
  server.call({
    method: 'POST',
    url: `/analysis/file/${await analysis(month, code)}`,
    body: { VALOR_ANALISIS: '100.00', VARIACION: '0.00', COMENTARIO_VARIACION: 'Conciliado' },
    file: { name: 'e.pdf', content: '%PDF-1.4\n%%EOF\n' },
    as,
  })
const told = () =>
  rows(
    db(),
    sql<{
      name: string
      template: string
      params: object
    }>`select u.name, n.template, n.params from notification n join app_user u on u.id = n.user_id where n.template like 'traspaso%' order by n.id`,
  )
const R = 'Rodrigo Peña'
const L = 'Lucía Ferreyra'

describe('a transfer', () => {
  test('is looked at without a trace: what moves, the work, what is due, the load of both', async () => {
    await submit('2026-02', '1')
    await sql`update analysis set due_analyst = now() + interval '3 hours' where id = ${await analysis('2026-03', '2')}`.execute(db())
    const before = [await holders(), await work()]
    expect(await look()).toMatchObject({
      simulado: true,
      lote: null,
      seleccionadas: 3,
      movidas: 3,
      omitidas: [],
      conflictos: [],
      // Three accounts in February and March; one of them is signed. January is closed.
      enCurso: { porPreparar: 5, firmados: 1, quedan: 0 },
      periodos: [
        { PERIODO: '2026-03', porPreparar: 3, firmados: 0 },
        { PERIODO: '2026-02', porPreparar: 2, firmados: 1 },
      ],
      enRiesgo: { total: 1, data: [{ CUENTA: '2', PERIODO: '2026-03' }] },
      carga: [
        { NOMBRE: R, cuentasAntes: 4, cuentasDespues: 1, pendientesAntes: 7, pendientesDespues: 2 },
        { NOMBRE: L, cuentasAntes: 0, cuentasDespues: 3, pendientesAntes: 0, pendientesDespues: 5 },
      ],
    })
    expect([await holders(), await work()]).toEqual(before)
    expect(await rows(db(), sql`select from transfer`)).toEqual([])
  })

  test('one code of two businesses is named with its own each time', async () => {
    await sql`update account set business_id = 2, department_id = 2, code = '2' where id = 3`.execute(db())
    await sql`update analysis a set due_analyst = now() + interval '3 hours' from period p
      where p.id = a.period_id and p.name = '2026-03' and a.account_id in (2, 3)`.execute(db())
    const both = [
      { CUENTA: '2', NEGOCIO: 'VOTORANTIM' },
      { CUENTA: '2', NEGOCIO: 'SAFRA' },
    ]
    expect((await look()).enRiesgo.data).toMatchObject(both)
    expect(await look({ omitir: [2, 3] })).toMatchObject({ omitidas: both, enRiesgo: { total: 0 } })
  })

  test('moves accounts and what waits, from its period on; closed periods and signers stay; one mail to each', async () => {
    await submit('2026-02', '1')
    const made = await make()
    expect(made).toMatchObject({ status: 200, body: { simulado: false, lote: 1, movidas: 3 } })
    expect(await holders()).toEqual([L, L, L, R])
    expect(await work()).toEqual({
      '2026-01/1': R, '2026-01/2': R, '2026-01/3': R, '2026-01/4': R,
      '2026-02/1': R, '2026-02/2': L, '2026-02/3': L, '2026-02/4': R,
      '2026-03/1': L, '2026-03/2': L, '2026-03/3': L, '2026-03/4': R,
    }) // biome-ignore format: a table
    expect(await told()).toEqual([
      { name: L, template: 'traspaso_recibido', params: { n: 3, who: R, period: '2026-02' } },
      { name: R, template: 'traspaso_cedido', params: { n: 3, who: L, period: '2026-02' } },
    ])
    expect(
      await rows(db(), sql`select u.email from outbox o join app_user u on u.id = o.user_id where template like 'traspaso%'`),
    ).toHaveLength(2)
    const { data } = (await server.call({ url: '/account/1/assignments', as: who.control })).body
    expect(data[0]).toMatchObject({
      ROL: 'ANALISTA',
      ANTES: R,
      DESPUES: L,
      DESDE: '2026-02',
      MOTIVO: 'Vacaciones de Rodrigo',
      LOTE: 1,
      POR: 'Beatriz Montoya',
    })
    for (const id of [march - 1, march]) expect(await row(db(), sql`select verify_events(${id}::int) as broken`)).toEqual({ broken: null })
    // What was signed comes back to the new one; who signed it is kept with the file.
    const id = await analysis('2026-02', '1')
    const rejected = await server.call({
      method: 'PATCH',
      url: `/department/reprobar-analisis-jefatura/${id}`,
      body: { comentario: 'Falta el extracto bancario' },
      as: who.jefatura,
    })
    expect(rejected).toMatchObject({ status: 200, body: { ANALISTA: L } })
    expect(await row(db(), sql`select uploaded_by from analysis_file where analysis_id = ${id}`)).toEqual({ uploaded_by: who.analista.id })
    expect(await rows(db(), sql`select user_id from notification where template = 'rechazado'`)).toEqual([
      { user_id: who.otherAnalista.id },
    ])
    expect(await submit('2026-02', '1', who.otherAnalista)).toMatchObject({ status: 200 })
  })

  test('from a later period on leaves earlier work where it is, also what a later load opens there', async () => {
    await sql`delete from analysis where id = ${await analysis('2026-02', '1')}`.execute(db())
    await make({ desdePeriodoId: march })
    expect((await work())['2026-02/2']).toBe(R)
    await transaction(db(), (tx) => openAnalyses(tx, { periodId: march - 1, loadId: march - 1 }))
    expect(await work()).toMatchObject({ '2026-02/1': R, '2026-03/1': L })
  })

  test('without what is in progress moves the accounts alone', async () => {
    await make({ incluirEnCurso: false })
    expect(await holders()).toEqual([L, L, L, R])
    expect(new Set(Object.values(await work()))).toEqual(new Set([R]))
  })

  test('leaves work with whom it has it, also when its account changes its department', async () => {
    await make({ desdePeriodoId: march, cuentaIds: [1] })
    await make({ incluirEnCurso: false, cuentaIds: [2] })
    await sql`insert into department (business_id, name, chief_id) values (1, 'Impuestos', ${who.jefatura.id}) on conflict do nothing`.execute(
      db(),
    )
    const { id } = (await row(db(), sql<{ id: number }>`select id from department where name = 'Impuestos'`))!
    await sql`delete from analysis where id = ${await analysis('2026-02', '1')}`.execute(db())
    const before = await work()
    for (const account of [1, 2]) {
      const saved = await server.call({ method: 'PATCH', url: `/account/${account}`, body: { COD_DEPARTAMENTO: id }, as: who.control })
      expect(saved).toMatchObject({ status: 200, body: { COD_DEPARTAMENTO: id, ANALISTA: L } })
    }
    expect(await work()).toEqual({ ...before, '2026-02/1': R })
  })

  test('by filter takes what the origin has', async () => {
    await sql`update account set analyst_id = ${third.id} where id = 4`.execute(db())
    expect(await look({ cuentaIds: undefined, filtro: { businessId: 1 } })).toMatchObject({ movidas: 3, conflictos: [] })
  })

  test('of a backup moves nobody’s work', async () => {
    await sql`update account set backup_id = ${who.otherAnalista.id}`.execute(db())
    const made = await make({ rol: 'RESPALDO', origenUsuarioId: who.otherAnalista.id, destinoUsuarioId: third.id })
    expect(made.body).toMatchObject({ movidas: 3, enCurso: { porPreparar: 0, firmados: 0 } })
    // They are told that it is as a backup: nothing of it is theirs to prepare.
    expect((await told()).map(({ params }) => params)).toMatchObject([{ as: 'RESPALDO' }, { as: 'RESPALDO' }])
    expect(new Set(await holders())).toEqual(new Set([R]))
    expect(await rows(db(), sql`select backup_id from account where id < 4`)).toEqual(Array(3).fill({ backup_id: third.id }))
    expect(await look({ rol: 'RESPALDO', origenUsuarioId: third.id, destinoUsuarioId: who.analista.id })).toMatchObject({
      conflictos: [{ motivo: 'destino_es_analista' }, {}, {}],
    })
  })

  test('of a head moves the accounts to a department of the other, with what waits for the head', async () => {
    await submit('2026-03', '1')
    const roles = { rol: 'JEFE', origenUsuarioId: who.jefatura.id, destinoUsuarioId: who.otherJefatura.id }
    expect(await look(roles)).toMatchObject({ conflictos: [{ motivo: 'sin_departamento' }, {}, {}] })
    await sql`insert into department (business_id, name, chief_id) values (1, 'Fiscal', ${who.otherJefatura.id}) on conflict do nothing`.execute(
      db(),
    )
    const made = await make(roles)
    expect(made.body).toMatchObject({ movidas: 3 })
    const id = await analysis('2026-03', '1')
    const approve = (as: Person) => server.call({ method: 'PATCH', url: `/department/aprobar-analisis-jefatura/${id}`, body: {}, as })
    expect((await approve(who.jefatura)).status).toBe(404)
    expect((await approve(who.otherJefatura)).status).toBe(200)
  })

  test('of a head keeps a group that was sent: one file and one decision, there and back', async () => {
    await sql`insert into department (business_id, name, chief_id) values (1, 'Fiscal', ${who.otherJefatura.id}) on conflict do nothing`.execute(
      db(),
    )
    const members = [await analysis('2026-03', '1'), await analysis('2026-03', '2')]
    const call = (url: string, body: object, as = who.analista, file?: { name: string; content: string }) =>
      server.call({ method: 'POST', url, body, as, ...(file && { file }) })
    const group = (await call('/analysis/group', { NOMBRE: 'Caja', COD_ANALISIS: members })).body.AGRUPADO_ID
    const VALORES = JSON.stringify(members.map((COD_ANALISIS) => ({ COD_ANALISIS, VALOR_ANALISIS: '100.00' })))
    const body = { VALOR_ANALISIS: '200.00', VARIACION: '0.00', COMENTARIO_VARIACION: 'Conciliado', VALORES }
    const pdf = { name: 'e.pdf', content: '%PDF-1.4\n%%EOF\n' }
    expect((await call(`/analysis/group/${group}/file`, body, who.analista, pdf)).status).toBe(200)
    const roles = { rol: 'JEFE', origenUsuarioId: who.jefatura.id, destinoUsuarioId: who.otherJefatura.id }
    const grouped = async () =>
      (await rows(db(), sql<{ id: number }>`select id from analysis where group_id = ${group} order by id`)).map(({ id }) => id)
    const { lote } = (await make(roles)).body
    expect(await grouped()).toEqual(members)
    expect((await server.call({ url: `/analysis/group/${group}`, as: who.otherJefatura })).body).toMatchObject({ CUENTAS: 2 })
    expect((await undo(lote)).status).toBe(200)
    expect(await grouped()).toEqual(members)
    expect((await server.call({ url: `/analysis/group/${group}`, as: who.jefatura })).body).toMatchObject({ CUENTAS: 2 })
  })
})

describe('what cannot be', () => {
  test('who may be the destination, from when, with what reason', async () => {
    const refused = async (more: object) => {
      const { status, body } = await post({ ...order(more), simular: true })
      return [status, body.issues?.[0]?.path]
    }
    expect(await refused({ destinoUsuarioId: who.analista.id })).toEqual([422, 'destinoUsuarioId'])
    expect(await refused({ destinoUsuarioId: who.jefatura.id })).toEqual([422, 'destinoUsuarioId'])
    expect(await refused({ rol: 'JEFE' })).toEqual([422, 'destinoUsuarioId'])
    expect(await refused({ origenUsuarioId: 9999 })).toEqual([422, 'origenUsuarioId'])
    expect(await refused({ desdePeriodoId: march - 2 })).toEqual([422, 'desdePeriodoId'])
    expect(await refused({ hasta: '2020-01-01' })).toEqual([422, 'hasta'])
    // In the evening of São Paulo it is the next day in Greenwich already.
    now = new Date('2026-11-30T22:30:00-03:00')
    expect(await refused({ hasta: '2026-11-30' })).toEqual([200, undefined])
    expect(await refused({ hasta: '2026-11-29' })).toEqual([422, 'hasta'])
    now = new Date()
    expect(await refused({ cuentaIds: [] })).toEqual([422, 'cuentaIds'])
    expect(await refused({ cuentaIds: [1, 999] })).toEqual([422, 'cuentaIds'])
    expect(await refused({ cuentaIds: Array.from({ length: 5001 }, (_, i) => i + 1) })).toEqual([422, 'cuentaIds'])
    await sql`update app_user set active = false where id = ${who.otherAnalista.id}`.execute(db())
    expect(await refused({})).toEqual([422, 'destinoUsuarioId'])
    await sql`update app_user set active = true`.execute(db())
    const { huella } = await look()
    expect(await post(order({ motivo: 'corto', huella }))).toMatchObject({ status: 422, body: { issues: [{ path: 'motivo' }] } })
    expect(await post(order())).toMatchObject({ status: 422, body: { issues: [{ path: 'huella' }] } })
    for (const field of ['desdePeriodoId', 'origenUsuarioId', 'destinoUsuarioId'])
      for (const simular of [true, false])
        expect(await post(order({ [field]: 99_999, simular, huella }))).toMatchObject({ status: 422, body: { issues: [{ path: field }] } })
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor])
      expect((await post(order({ simular: true }), as)).status).toBe(403)
  })

  test('each account that cannot move is named, and nothing moves; skipped by list or altogether', async () => {
    await sql`update account set analyst_id = ${third.id} where id = 2`.execute(db())
    await submit('2026-03', '3')
    await sql`update analysis set jefatura_by = ${who.otherAnalista.id} where id = ${await analysis('2026-03', '3')}`.execute(db())
    const seen = await look()
    expect(seen).toMatchObject({
      movidas: 1,
      conflictos: [
        { CUENTA: '2', motivo: 'no_es_del_origen', texto: '2: no es de la persona de origen.' },
        { CUENTA: '3', motivo: 'destino_decidio' },
      ],
    })
    expect(await post({ ...order(), huella: seen.huella })).toMatchObject({
      status: 422,
      body: { code: 'transfer_conflicts', issues: [{ message: '2: no es de la persona de origen.' }, {}] },
    })
    expect(await holders()).toEqual([R, 'Inés Robledo', R, R])
    expect((await make({ omitir: [2] })).status).toBe(422)
    const made = await make({ omitir: [2], omitirErrores: true })
    expect(made.body).toMatchObject({
      movidas: 1,
      omitidas: [
        { CUENTA: '2', motivo: 'omitida' },
        { CUENTA: '3', motivo: 'destino_decidio' },
      ],
    })
    expect(await holders()).toEqual([L, 'Inés Robledo', R, R])
  })

  test('an approver does not become the analyst, and a destination keeps to its businesses', async () => {
    await sql`insert into user_role values (${third.id}, 2), (${third.id}, 3) on conflict do nothing`.execute(db())
    await sql`update department set chief_id = ${third.id} where id = 1`.execute(db())
    expect((await look({ destinoUsuarioId: third.id })).conflictos[0].motivo).toBe('destino_aprueba')
    await sql`update department set chief_id = ${who.jefatura.id} where id = 1`.execute(db())
    await sql`insert into user_scope (user_id, country_id, business_id) values (${third.id}, 1, 2)`.execute(db())
    expect((await look({ destinoUsuarioId: third.id })).conflictos[0].motivo).toBe('fuera_de_alcance')
    await sql`update user_scope set business_id = 1 where user_id = ${third.id}`.execute(db())
    expect((await look({ destinoUsuarioId: third.id })).conflictos[0].motivo).toBe('destino_aprueba')
    await sql`delete from user_role where user_id = ${third.id} and role_id <> 1`.execute(db())
    expect((await look({ destinoUsuarioId: third.id })).conflictos).toEqual([])
  })

  test('a group goes as a whole or stays', async () => {
    await sql`insert into analysis_group (period_id, business_id, analyst_id, name, created_by) values (${march}, 1, ${who.analista.id}, 'Caja', ${who.analista.id})`.execute(
      db(),
    )
    for (const code of ['3', '4']) await sql`update analysis set group_id = 1 where id = ${await analysis('2026-03', code)}`.execute(db())
    expect((await look()).conflictos).toMatchObject([{ CUENTA: '3', motivo: 'agrupada' }])
    expect((await make({ cuentaIds: [1, 2, 3, 4] })).status).toBe(200)
    expect(await row(db(), sql`select analyst_id from analysis_group`)).toEqual({ analyst_id: who.otherAnalista.id })
  })

  test('accounts out of the caller’s scope are unknown', async () => {
    await sql`delete from user_scope where user_id = ${who.control.id}`.execute(db())
    expect((await post(order({ simular: true }))).status).toBe(422)
    expect((await make({}, who.administrador)).status).toBe(200)
    expect((await server.call({ url: '/account/transfer', as: who.control })).body.total).toBe(0)
    expect((await undo(1)).status).toBe(404)
    await sql`insert into user_scope (user_id, country_id) values (${who.control.id}, 1)`.execute(db())
    expect((await server.call({ url: '/account/transfer', as: who.control })).body).toMatchObject({
      total: 1,
      data: [{ ORIGEN: R, DESTINO: L, CUENTAS: 3, PUEDE_DESHACER: true }],
    })
  })
})

describe('exactly what was seen', () => {
  test('a submission in between moves it: 409 with what it is now', async () => {
    const { huella } = await look()
    await submit('2026-03', '2')
    expect(await post({ ...order(), huella })).toMatchObject({
      status: 409,
      body: { code: 'transfer_moved', current: { enCurso: { porPreparar: 5, firmados: 1 } } },
    })
    expect(new Set(await holders())).toEqual(new Set([R]))
  })

  test('of transfers of the same accounts at once exactly one wins', async () => {
    for (let round = 0; round < 3; round++) {
      const people = [who.otherAnalista, third]
      const seen = await Promise.all(people.map((to) => look({ destinoUsuarioId: to.id })))
      const both = await Promise.all(
        [0, 1, 0, 1].map((i) => post({ ...order({ destinoUsuarioId: people[i]!.id }), huella: seen[i]!.huella })),
      )
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      const names = await holders()
      expect(new Set(names.slice(0, 3)).size).toBe(1)
      const { lote } = both.find(({ status }) => status === 200)!.body
      expect((await undo(lote)).status).toBe(200)
      expect(new Set(await holders())).toEqual(new Set([R]))
    }
  })

  test('a call repeated with its key answers the same and moves nothing twice, also at once', async () => {
    const { huella } = await look()
    const body = { ...order({ idempotencia: 'clave-0001' }), huella }
    const all = await Promise.all([post(body), post(body), post(body)])
    expect(all.map(({ status, body: { lote } }) => [status, lote])).toEqual(Array(3).fill([200, all[0]!.body.lote]))
    expect(await rows(db(), sql`select from transfer`)).toHaveLength(1)
    expect(await told()).toHaveLength(2)
    expect(await post({ ...body, motivo: 'Otro motivo distinto' })).toMatchObject({ status: 409, body: { code: 'transfer_key_used' } })
  })

  test('the answer that is given again names the business of what was left out and of what is at risk', async () => {
    await sql`update analysis set due_analyst = now() + interval '3 hours' where id = ${await analysis('2026-03', '3')}`.execute(db())
    const wanted = order({ idempotencia: 'clave-0002', omitir: [2] })
    const { huella } = await look({ omitir: [2] })
    const { body: answer } = await post({ ...wanted, huella })
    const named = [{ NEGOCIO: 'VOTORANTIM' }]
    expect(answer).toMatchObject({ omitidas: named, enRiesgo: { data: named } })
    expect(await post({ ...wanted, huella })).toMatchObject({ status: 200, body: answer })
  })
})

describe('back', () => {
  test('within a day, if nobody acted, everything is as before', async () => {
    await submit('2026-02', '1')
    const before = [await holders(), await work()]
    const { lote } = (await make()).body
    expect(await undo(lote)).toMatchObject({ status: 200, body: { DESHECHO_POR: 'Beatriz Montoya', PUEDE_DESHACER: false } })
    expect([await holders(), await work()]).toEqual(before)
    expect(await row(db(), sql`select count(*)::int as n from analysis where next_analyst_id is not null`)).toEqual({ n: 0 })
    expect(await undo(lote)).toMatchObject({ status: 409, body: { code: 'transfer_undone' } })
    expect(
      (await server.call({ url: '/account/1/assignments', as: who.control })).body.data.map((c: { DESPUES: string }) => c.DESPUES),
    ).toEqual([R, L])
  })

  test('not once somebody acted, nor after a day', async () => {
    const { lote } = (await make()).body
    await submit('2026-03', '2', who.otherAnalista)
    expect(await undo(lote)).toMatchObject({
      status: 409,
      body: { code: 'transfer_acted', message: 'Ya se actuó sobre lo traspasado: 2 · VOTORANTIM.' },
    })
    const second = (await make({ cuentaIds: [4] })).body.lote
    await sql`update transfer set created_at = now() - interval '25 hours'`.execute(db())
    expect(await undo(second)).toMatchObject({ status: 409, body: { code: 'transfer_old' } })
    expect(await holders()).toEqual([L, L, L, L])
  })

  test('not when an account went on to somebody else', async () => {
    const { lote } = (await make()).body
    await make({ cuentaIds: [2], origenUsuarioId: who.otherAnalista.id, destinoUsuarioId: third.id })
    expect(await undo(lote)).toMatchObject({ status: 409, body: { code: 'transfer_acted' } })
  })

  test('not to a person or a department that is not active any more: it stays where it is, and that is told', async () => {
    const over = (lote: number) => sql`update transfer set until = current_date - 2 where id = ${lote}`.execute(db())
    const { lote } = (await make({ hasta: '2099-12-31' })).body
    await sql`update app_user set active = false where id = ${who.analista.id}`.execute(db())
    expect(await undo(lote)).toMatchObject({ status: 409, body: { code: 'transfer_lost', current: [{ name: R }] } })
    await over(lote)
    expect(await returnDue(db(), 'utc')).toBe(1)
    await sql`update app_user set active = true`.execute(db())
    expect(await holders()).toEqual([L, L, L, R])
    expect(((await told()) as { name: string; template: string }[]).map(({ name, template }) => [name, template])).toContainEqual([
      L,
      'traspaso_sin_vuelta',
    ])

    await sql`insert into department (business_id, name, chief_id) values (1, 'Fiscal', ${who.otherJefatura.id}) on conflict do nothing`.execute(
      db(),
    )
    const head = { rol: 'JEFE', origenUsuarioId: who.jefatura.id, destinoUsuarioId: who.otherJefatura.id, hasta: '2099-12-31' }
    const second = (await make(head)).body.lote
    const places = async () =>
      (await rows(db(), sql<{ d: number }>`select department_id as d from account where id < 4 order by id`)).map(({ d }) => d)
    const after = await places()
    await sql`update department set active = false where id = 1`.execute(db())
    expect(await undo(second)).toMatchObject({ status: 409, body: { code: 'transfer_lost' } })
    await over(second)
    expect(await returnDue(db(), 'utc')).toBe(1)
    expect(await places()).toEqual(after)
    await sql`update department set active = true where id = 1`.execute(db())
  })

  test('not to somebody who is no analyst any more, nor to a department whose head can decide no more', async () => {
    const { lote } = (await make({ hasta: '2099-12-31' })).body
    await sql`update user_role set role_id = 2 where user_id = ${who.analista.id}`.execute(db())
    expect(await undo(lote)).toMatchObject({ status: 409, body: { code: 'transfer_lost', current: [{ name: R }] } })
    await sql`update transfer set until = current_date - 2 where id = ${lote}`.execute(db())
    expect(await returnDue(db(), 'utc')).toBe(1)
    expect(await holders()).toEqual([L, L, L, R])
    await sql`update user_role set role_id = 1 where user_id = ${who.analista.id}`.execute(db())

    await sql`insert into department (business_id, name, chief_id) values (1, 'Fiscal', ${who.otherJefatura.id}) on conflict do nothing`.execute(
      db(),
    )
    const head = { rol: 'JEFE', origenUsuarioId: who.jefatura.id, destinoUsuarioId: who.otherJefatura.id, hasta: '2099-12-31' }
    const second = (await make(head)).body.lote
    await sql`update app_user set active = false where id = ${who.jefatura.id}`.execute(db())
    expect(await undo(second)).toMatchObject({ status: 409, body: { code: 'transfer_lost' } })
    await sql`update app_user set active = true where id = ${who.jefatura.id}`.execute(db())
    expect((await undo(second)).status).toBe(200)
  })

  test('what was signed is told to who signed it, as long as it is theirs, and then to who has it', async () => {
    await submit('2026-03', '1')
    await make()
    const id = await analysis('2026-03', '1')
    const decide = async (url: string, as: Person) =>
      expect((await server.call({ method: 'PATCH', url: `/${url}/${id}`, body: {}, as })).status).toBe(200)
    const last = async (template: string) =>
      (
        await rows(
          db(),
          sql<{
            name: string
          }>`select u.name from notification n join app_user u on u.id = n.user_id where n.template = ${template} and n.route = ${`/home?analisis=${id}`} order by n.id`,
        )
      ).map(({ name }) => name)
    const reopen = async (nivel: string) =>
      expect(
        (
          await server.call({
            method: 'POST',
            url: `/analysis/${id}/reopen`,
            body: { motivo: 'El extracto no era de marzo', nivel },
            as: who.control,
          })
        ).status,
      ).toBe(200)
    await decide('department/aprobar-analisis-jefatura', who.jefatura)
    await decide('sub-management/aprobar-analisis-control', who.control)
    expect(await last('aprobado_final')).toEqual([R])
    await reopen('control')
    expect(await last('reabierto')).toEqual([R])
    const bulk = { ids: [id], groupIds: [], level: 'control', action: 'aprobar' }
    expect((await server.call({ method: 'POST', url: '/analysis/decide-bulk', body: bulk, as: who.control })).status).toBe(200)
    expect(await last('aprobado_final')).toEqual([R, R])
    await reopen('analista')
    expect(await last('reabierto')).toEqual([R, L])
  })

  test('a temporary one by itself when its last day is over, once', async () => {
    const { lote } = (await make({ hasta: '2099-12-31' })).body
    expect(await returnDue(db(), 'utc')).toBe(0)
    await submit('2026-03', '1', who.otherAnalista)
    await sql`update transfer set until = current_date - 2 where id = ${lote}`.execute(db())
    const times = await Promise.all([returnDue(db(), 'utc'), returnDue(db(), 'utc')])
    expect(times[0]! + times[1]!).toBe(1)
    expect(new Set(await holders())).toEqual(new Set([R]))
    // Lucía signed one meanwhile: it stays hers, and comes back to Rodrigo.
    expect(await work()).toMatchObject({ '2026-03/1': L, '2026-03/2': R, '2026-02/1': R })
    expect(await row(db(), sql`select next_analyst_id from analysis where id = ${await analysis('2026-03', '1')}`)).toEqual({
      next_analyst_id: who.analista.id,
    })
  })
})

test('codes are found from a pasted list and from a file', async () => {
  await sql`insert into account (business_id, code, name, currency) values (2, '1', 'Otra', 'BRL')`.execute(db())
  const resolve = (body: object, file?: { name: string; content: string }) =>
    server.call({ method: 'POST', url: '/account/transfer/resolve', body, file: file ?? { name: '', content: '' }, as: who.control })
  expect((await resolve({ lista: '1\n2, 2;99' })).body).toMatchObject({
    encontradas: [{ CUENTA: '1' }, { CUENTA: '1' }, { CUENTA: '2', ANALISTA: R }],
    noEncontradas: ['99'],
    ambiguas: ['1'],
    repetidas: 1,
  })
  const file = { name: 'cuentas.csv', content: 'Nombre;Cuenta\nCaja;3\nBancos;4\n' }
  expect((await resolve({ businessId: 1 }, file)).body.encontradas.map((a: { CUENTA: string }) => a.CUENTA)).toEqual(['3', '4'])
  // A spreadsheet has made 10069 of 00010069, which two businesses have with other zeros.
  await sql`insert into account (business_id, code, name, currency) values (1, '00010069', 'Remesas', 'BRL'), (2, '010069', 'Remesas', 'BRL'), (1, '0007A', 'Fletes', 'BRL')`.execute(
    db(),
  )
  expect((await resolve({ lista: '7a 0001 8', businessId: 1 })).body).toMatchObject({
    encontradas: [{ CUENTA: '0007A' }, { CUENTA: '1' }],
    noEncontradas: ['8'],
    parecidas: [
      { DICHO: '7a', CUENTA: '0007A' },
      { DICHO: '0001', CUENTA: '1' },
    ],
    ambiguas: [],
  })
  expect((await resolve({ lista: '10069 10070' })).body).toMatchObject({
    encontradas: [{ CUENTA: '00010069' }, { CUENTA: '010069' }],
    noEncontradas: ['10070'],
    ambiguas: ['00010069', '010069'],
  })
  // Two of one business are both told, and are not of several.
  await sql`insert into account (business_id, code, name, currency) values (1, '0044', 'Uno', 'BRL'), (1, '00044', 'Otro', 'BRL')`.execute(
    db(),
  )
  expect((await resolve({ lista: '44' })).body).toMatchObject({
    parecidas: [{ CUENTA: '00044' }, { CUENTA: '0044' }],
    ambiguas: [],
  })
  expect((await resolve({}, { name: 'a.xlsx', content: 'no es un libro' })).status).toBe(422)
})

test('5,000 accounts and their 10,000 analyses move at once', async () => {
  await forget(server)
  await period(server, '2026-03')
  march = (await period(server, '2026-04')) as number
  await accounts(5000)
  await sql`analyze`.execute(db())
  const more = { cuentaIds: undefined, filtro: {} }
  const { huella } = await look(more)
  const result = await post({ ...order(more), huella })
  expect(result.body).toMatchObject({ movidas: 5000, enCurso: { porPreparar: 10_000 } })
})
