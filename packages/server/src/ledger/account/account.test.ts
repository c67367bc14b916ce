import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows } from '../../platform/database/index.ts'
import { confirmAs, csv, forget, period, uploadAs } from '../balance/balance.testing.ts'

jest.setTimeout(240_000)
let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let january: number
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
})
afterAll(() => server?.close())
beforeEach(async () => {
  await forget(server)
  january = await period(server, '2026-01')
})

const make = (body: object) =>
  server.call({ method: 'POST', url: '/account', body: { NOMBRE: 'Caja', ID_NEGOCIO: 1, ...body }, as: who.control })
const change = (id: number, body: object, as = who.control) => server.call({ method: 'PATCH', url: `/account/${id}`, body, as })
const assign = (body: object, as = who.control) =>
  server.call({ method: 'POST', url: '/account/assign', body: { ID_ANALISTA: who.analista.id, COD_DEPARTAMENTO: 1, ...body }, as })
const list = (query: object = {}, as = who.control) => server.call({ url: '/account', query: query as Record<string, unknown>, as })
const codes = async (query: object = {}, as = who.control) => (await list(query, as)).body.data.map((a: { CUENTA: string }) => a.CUENTA)

/** Four accounts, three of Votorantim, with a balance in January and nobody responsible. */
async function loaded() {
  const content = csv('VOTORANTIM;2;Bancos;20,00', 'VOTORANTIM;1;Caja;10,50', 'VOTORANTIM;3;Ñandú;30,00', 'SAFRA;1;Caja;5,00')
  const { body } = await uploadAs(server, who.control)({ name: 'a.csv', content }, january)
  await confirmAs(server, who.control)(body)
}
const analyses = () =>
  rows(
    server.db,
    sql`select c.code, a.analyst_id, a.department_id from analysis a join account c on c.id = a.account_id order by c.business_id, c.code`,
  )

describe('an account', () => {
  test('is created once per business, in the currency of its business', async () => {
    expect(await make({ CUENTA: '1101' })).toMatchObject({
      status: 200,
      body: { CUENTA: '1101', NEGOCIO: 'VOTORANTIM', MONEDA: 'BRL', statusId: 1, RIESGO: 'M', ACTIVA: true, SALDO: null },
    })
    expect(await make({ CUENTA: '1101' })).toMatchObject({
      status: 409,
      body: { code: 'account_exists', issues: [{ path: 'CUENTA', message: 'El negocio ya tiene la cuenta 1101.' }] },
    })
    for (const CUENTA of ['01101', '001101'])
      expect(await make({ CUENTA })).toMatchObject({
        status: 409,
        body: {
          code: 'account_alike',
          issues: [
            {
              path: 'CUENTA',
              message: 'El negocio ya tiene la cuenta 1101, que solo se distingue por ceros a la izquierda o por mayúsculas.',
            },
          ],
        },
      })
    expect((await make({ CUENTA: '1101', ID_NEGOCIO: 2 })).status).toBe(200)
    expect(await make({ CUENTA: '2', ID_NEGOCIO: 99 })).toMatchObject({ status: 422, body: { issues: [{ path: 'ID_NEGOCIO' }] } })
    expect(await make({ CUENTA: '2', COD_RUBRO: 99 })).toMatchObject({ status: 422, body: { issues: [{ path: 'COD_RUBRO' }] } })
    expect(await rows(server.db, sql`select from account`)).toHaveLength(2)
  })

  test('created with somebody responsible is assigned, and that person is told', async () => {
    const made = await make({ CUENTA: '1', ID_ANALISTA: who.analista.id, COD_DEPARTAMENTO: 1 })
    expect(made.body).toMatchObject({ statusId: 2, ANALISTA: 'Rodrigo Peña', DEPARTAMENTO: 'Contabilidad financiera' })
    expect(await rows(server.db, sql`select user_id, template from notification`)).toEqual([
      { user_id: who.analista.id, template: 'asignacion' },
    ])
  })

  test('keeps its currency once it has balances', async () => {
    await loaded()
    expect(await change(1, { MONEDA: 'USD' })).toMatchObject({ status: 409, body: { code: 'account_currency_used' } })
    expect(await change(1, { RIESGO: 'A' })).toMatchObject({ status: 422, body: { issues: [{ path: 'MOTIVO_RIESGO' }] } })
    const MOTIVO_RIESGO = 'Movimientos de caja sin control'
    expect((await change(1, { MONEDA: 'BRL', NOMBRE: 'Caja chica', RIESGO: 'A', MOTIVO_RIESGO })).body).toMatchObject({
      NOMBRE: 'Caja chica',
      RIESGO: 'A',
      MOTIVO_RIESGO,
    })
  })
})

describe('a risk rated by hand', () => {
  const reason = 'Movimientos de caja sin control'
  const due = (riesgoPorRevisar: boolean) => codes({ riesgoPorRevisar })

  test('is to be rated again after a year, by another reason or another risk; what nobody rated is neither due nor current', async () => {
    for (const CUENTA of ['1', '2', '3']) await make({ CUENTA, ...(CUENTA !== '3' && { RIESGO: 'A', MOTIVO_RIESGO: reason }) })
    const ids = await rows(server.db, sql<{ id: number; code: string }>`select id, code from account order by code`)
    const idOf = (code: string) => ids.find((one) => one.code === code)!.id
    const aged = (days: number) => sql`update account set risk_at = risk_at - make_interval(days => ${days}::int)`.execute(server.db)
    expect(await due(true)).toEqual([])
    await aged(364)
    expect(await due(true)).toEqual([])
    expect(await due(false)).toEqual(['1', '2'])
    await aged(2)
    expect(await due(true)).toEqual(['1', '2'])
    expect(await due(false)).toEqual([])
    // What is written as it is rates nothing.
    expect((await change(idOf('1'), { NOMBRE: 'Caja chica', MOTIVO_RIESGO: reason })).body).toMatchObject({ RIESGO_POR_REVISAR: true })
    const again = (await change(idOf('1'), { MOTIVO_RIESGO: 'Sigue sin control: revisado con tesorería' })).body
    expect(again).toMatchObject({ RIESGO: 'A', RIESGO_POR_REVISAR: false })
    expect(Math.abs(Date.now() - Date.parse(again.RIESGO_EN))).toBeLessThan(60_000)
    expect((await change(idOf('2'), { RIESGO: 'M', MOTIVO_RIESGO: reason })).body).toMatchObject({ RIESGO_POR_REVISAR: false })
    expect(await due(true)).toEqual([])
    expect((await change(idOf('2'), { MOTIVO_RIESGO: null })).body).toMatchObject({ RIESGO_EN: null, RIESGO_POR_REVISAR: false })
  })
})

describe('two at the same account', () => {
  test('the second is refused with the account as it is now, and nothing of theirs is kept', async () => {
    const { COD_CUENTA: id, REVISION } = (await make({ CUENTA: '1' })).body
    expect((await change(id, { NOMBRE: 'Caja chica', REVISION })).status).toBe(200)
    // Saved again, because its answer was lost.
    expect(await change(id, { NOMBRE: 'Caja chica', REVISION })).toMatchObject({ status: 200, body: { NOMBRE: 'Caja chica' } })
    const late = await change(id, { FRECUENCIA: 'ANUAL', REVISION })
    expect(late).toMatchObject({ status: 409, body: { code: 'row_moved', current: { NOMBRE: 'Caja chica', FRECUENCIA: 'MENSUAL' } } })
    expect((await change(id, { FRECUENCIA: 'ANUAL', REVISION: late.body.current.REVISION })).body).toMatchObject({
      NOMBRE: 'Caja chica',
      FRECUENCIA: 'ANUAL',
    })
  })

  test('another analyst, by whatever way, is a change too; the same saved again is none', async () => {
    const { COD_CUENTA: id, REVISION } = (await make({ CUENTA: '1' })).body
    expect((await change(id, { NOMBRE: 'Caja', REVISION })).body.REVISION).toBe(REVISION)
    await assign({ cuentaIds: [id] })
    expect(await change(id, { NOMBRE: 'Caja chica', REVISION })).toMatchObject({ status: 409, body: { current: { statusId: 2 } } })
  })
})

describe('the list', () => {
  beforeEach(async () => {
    await loaded()
    await assign({ cuentaIds: [1, 2] })
  })

  test('is in the order of the account codes, with the newest balance, and filters', async () => {
    expect((await list()).body).toMatchObject({
      total: 4,
      data: [
        { CUENTA: '1', NEGOCIO: 'VOTORANTIM', SALDO: '10.50', PERIODO_SALDO: '2026-01', statusId: 2, ANALISTA: 'Rodrigo Peña' },
        { CUENTA: '1', NEGOCIO: 'SAFRA' },
        { CUENTA: '2' },
        { CUENTA: '3' },
      ],
    })
    expect(await codes({ statusId: 1 })).toEqual(['1', '3'])
    expect(await codes({ statusId: 2, sort: '-CUENTA' })).toEqual(['2', '1'])
    expect(await codes({ businessId: 2 })).toEqual(['1'])
    expect(await codes({ departmentId: 1, analystId: who.analista.id })).toEqual(['1', '2'])
    expect(await codes({ chiefId: who.jefatura.id })).toEqual(['1', '2'])
    expect(await codes({ backupId: who.otherAnalista.id })).toEqual([])
    await change(2, { ID_RESPALDO: who.otherAnalista.id })
    expect(await codes({ backupId: who.otherAnalista.id })).toEqual([
      (await server.call({ url: '/account/2', as: who.control })).body.CUENTA,
    ])
    expect(await codes({ search: 'nandu' })).toEqual(['3'])
    expect(await codes({ sort: '-SALDO', limit: 2 })).toEqual(['3', '2'])
    const february = await period(server, '2026-02')
    expect((await list({ filterByPeriod: february })).body.total).toBe(0)
    expect((await list({ filterByPeriod: january })).body.total).toBe(4)
    expect((await list({ riesgo: 'A,B' })).body.total).toBe(0)
  })

  test('shows each what is theirs, and what lies outside is not found', async () => {
    expect(await codes({}, who.jefatura)).toEqual(['1', '2'])
    expect(await codes({}, who.otherJefatura)).toEqual([])
    expect((await list({}, who.analista)).status).toBe(403)
    expect((await server.call({ url: '/account/1', as: who.jefatura })).status).toBe(200)
    expect((await server.call({ url: '/account/4', as: who.jefatura })).status).toBe(404)
    await server.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: { ID_PAIS: 1, ID_NEGOCIO: 2 }, as: who.control })
    expect(await codes()).toEqual(['1'])
    expect((await change(1, { NOMBRE: 'Otra' })).status).toBe(404)
  })

  test('comes with its counts and with what the assignment offers', async () => {
    const { body } = await server.call({ url: '/account/metadata', as: who.control })
    expect(body).toMatchObject({
      total: 4,
      asignadas: 2,
      noAsignadas: 2,
      negocios: [{ nombre: 'SAFRA' }, { nombre: 'VOTORANTIM' }],
      departamentos: [{ nombre: 'Contabilidad financiera', ID_NEGOCIO: 1, JEFE: 'Marcela Duarte' }, { nombre: 'Tesorería' }],
      analistas: [
        { nombre: 'Lucía Ferreyra', cuentas: 0 },
        { nombre: 'Rodrigo Peña', cuentas: 2 },
      ],
    })
  })
})

describe('assigning', () => {
  beforeEach(loaded)

  test('many opens their analyses where a balance waits and tells the analyst once', async () => {
    expect(await assign({ cuentaIds: [1, 2, 2] })).toMatchObject({ status: 200, body: { asignadas: 2, analisisAbiertos: 2 } })
    expect(await analyses()).toEqual([
      { code: '1', analyst_id: who.analista.id, department_id: 1 },
      { code: '2', analyst_id: who.analista.id, department_id: 1 },
    ])
    expect(await rows(server.db, sql`select user_id, template, params from notification`)).toEqual([
      { user_id: who.analista.id, template: 'asignacion', params: { n: 2, business: 'VOTORANTIM' } },
    ])
    // Assigning again changes nothing.
    expect((await assign({ cuentaIds: [1, 2] })).body).toEqual({ asignadas: 2, analisisAbiertos: 0 })
    expect(await rows(server.db, sql`select from notification`)).toHaveLength(1)
  })

  test('everything that a filter lets through, if it is still as many as were shown', async () => {
    expect(await assign({ filtro: { businessId: 1 }, esperadas: 4 })).toMatchObject({
      status: 409,
      body: { code: 'accounts_moved', message: 'Ahora son 3 cuentas, no 4. Revise la selección.' },
    })
    expect(await analyses()).toEqual([])
    expect((await assign({ filtro: { businessId: 1 }, esperadas: 3 })).body).toEqual({ asignadas: 3, analisisAbiertos: 3 })
  })

  test('is all or nothing, and names what cannot be', async () => {
    expect(await assign({ filtro: {} })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'COD_DEPARTAMENTO', message: 'El departamento no es del negocio de la cuenta 1.' }] },
    })
    expect(await assign({ cuentaIds: [1, 999] })).toMatchObject({ status: 422, body: { code: 'accounts_unknown' } })
    expect(await assign({})).toMatchObject({ status: 422, body: { code: 'accounts_none' } })
    expect(await assign({ cuentaIds: [1], ID_ANALISTA: who.jefatura.id })).toMatchObject({ status: 422, body: { code: 'analyst_wrong' } })
    await sql`update app_user set active = false where id = ${who.otherAnalista.id}`.execute(server.db)
    expect(await change(1, { ID_ANALISTA: who.otherAnalista.id })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'ID_ANALISTA' }] },
    })
    await sql`update app_user set active = true`.execute(server.db)
    expect(await analyses()).toEqual([])
    expect(await rows(server.db, sql`select from account where analyst_id is not null or department_id is not null`)).toEqual([])
    expect((await assign({ cuentaIds: [1] }, who.jefatura)).status).toBe(403)
  })

  test('does not make the head of a department prepare what they alone decide', async () => {
    await sql`insert into user_role values (${who.jefatura.id}, 1) on conflict do nothing`.execute(server.db)
    const refused = {
      status: 422,
      body: {
        issues: [
          {
            path: 'ID_ANALISTA',
            message:
              'Marcela Duarte es la jefatura de Contabilidad financiera y no podría decidir lo que prepare: elija a otra persona, u otra jefatura antes.',
          },
        ],
      },
    }
    expect(await assign({ cuentaIds: [1], ID_ANALISTA: who.jefatura.id })).toMatchObject(refused)
    await assign({ cuentaIds: [1] })
    expect(await change(1, { ID_ANALISTA: who.jefatura.id })).toMatchObject(refused)
    await sql`delete from user_role where user_id = ${who.jefatura.id} and role_id = 1`.execute(server.db)
  })

  test('to somebody else takes what is not sent along, with an event, and refuses what waits for a decision', async () => {
    await assign({ filtro: { businessId: 1 } })
    const to = { ID_ANALISTA: who.otherAnalista.id }
    const sent = await row(
      server.db,
      sql<{ account_id: number }>`select account_id from analysis a join account c on c.id = a.account_id where c.code = '3'`,
    )
    const third = sent!.account_id
    await sql`update analysis set submitted_at = now() where account_id = ${third}`.execute(server.db)
    expect(await assign({ filtro: { businessId: 1 }, ...to })).toMatchObject({
      status: 422,
      body: {
        code: 'assigned_in_progress',
        message: 'La cuenta 3 tiene un análisis enviado en enero de 2026: no cambia de analista hasta que se decida.',
      },
    })
    expect((await change(third, to)).status).toBe(422)
    const [first] = await rows(server.db, sql<{ id: number }>`select id from account where business_id = 1 and code = '1'`)
    expect((await change(first!.id, to)).body).toMatchObject({ ANALISTA: 'Lucía Ferreyra', statusId: 2 })
    expect(await analyses()).toContainEqual({ code: '1', analyst_id: who.otherAnalista.id, department_id: 1 })
    expect(await rows(server.db, sql`select actor_id, detail from event where kind = 'reasignado'`)).toEqual([
      { actor_id: who.control.id, detail: { de: 'Rodrigo Peña', a: 'Lucía Ferreyra' } },
    ])
    // Once it is decided the account changes hands, and who signed stays.
    await sql`update analysis set state_main = 4, state_jefatura = 4, state_control = 4 where account_id = ${third}`.execute(server.db)
    expect((await change(third, to)).status).toBe(200)
    expect(await analyses()).toContainEqual({ code: '3', analyst_id: who.analista.id, department_id: 1 })
    expect(await row(server.db, sql`select verify_events(${january}::int) as broken`)).toEqual({ broken: null })
  })

  test('an account that is analysed more often from now on has its analysis at once', async () => {
    await change(1, { FRECUENCIA: 'ANUAL' })
    expect((await assign({ cuentaIds: [1] })).body).toEqual({ asignadas: 1, analisisAbiertos: 0 })
    expect((await change(1, { FRECUENCIA: 'TRIMESTRAL' })).status).toBe(200)
    expect(await analyses()).toEqual([])
    expect((await change(1, { FRECUENCIA: 'MENSUAL' })).status).toBe(200)
    expect(await analyses()).toHaveLength(1)
    // What was opened is analysed to its end.
    expect((await change(1, { FRECUENCIA: 'ANUAL' })).status).toBe(200)
    expect(await analyses()).toHaveLength(1)
  })

  test('nobody is refused while an analysis is open', async () => {
    await assign({ cuentaIds: [1] })
    expect(await change(1, { ID_ANALISTA: null })).toMatchObject({ status: 422, body: { code: 'assigned_open' } })
  })

  test('touches nothing in a closed period, and opens nothing in a closing one but for the administrator', async () => {
    await sql`update period set status_id = 3`.execute(server.db)
    expect((await assign({ cuentaIds: [1] })).body).toEqual({ asignadas: 1, analisisAbiertos: 0 })
    await sql`update period set status_id = 2`.execute(server.db)
    expect((await assign({ cuentaIds: [1, 2] })).body.analisisAbiertos).toBe(0)
    expect((await assign({ cuentaIds: [1, 2] }, who.administrador)).body.analisisAbiertos).toBe(2)
  })

  test('and a confirmation at the same time leave no balance without its analysis', async () => {
    const february = await period(server, '2026-02')
    const { body } = await uploadAs(server, who.control)(
      { name: 'b.csv', content: csv('VOTORANTIM;1;Caja;1', 'VOTORANTIM;2;Bancos;2') },
      february,
    )
    const [confirmed, assigned] = await Promise.all([confirmAs(server, who.control)(body), assign({ filtro: { businessId: 1 } })])
    expect(assigned.status).toBe(200)
    if (confirmed.status === 409) expect((await confirmAs(server, who.control)(confirmed.body.current)).status).toBe(200)
    const left = await rows(
      server.db,
      sql`select from balance s join account c on c.id = s.account_id where c.analyst_id is not null
        and not exists (select from analysis a where a.account_id = c.id and a.period_id = s.period_id)`,
    )
    expect(left).toEqual([])
    expect(await row(server.db, sql`select count(*)::int as n from analysis`)).toEqual({ n: 5 })
  })
})

describe('a department that is closed while accounts come into it', () => {
  const close = () => server.call({ method: 'PATCH', url: '/department/1', body: { ACTIVO: false }, as: who.control })
  const inside = async () =>
    (await rows(server.db, sql`select from account c join department d on d.id = c.department_id where not d.active`)).length
  beforeEach(async () => {
    await sql`update department set active = true`.execute(server.db)
    await make({ CUENTA: '1101' })
  })

  test('has none of them, whichever of the two came first', async () => {
    const [one] = (await list()).body.data
    for (let turn = 0; turn < 10; turn++) {
      await sql`update department set active = true`.execute(server.db)
      await sql`update account set department_id = null, analyst_id = null`.execute(server.db)
      const put = () => assign({ cuentaIds: [one.COD_CUENTA] })
      const [first, second] = turn % 2 ? [put, close] : [close, put]
      const both = (await Promise.all([first(), second()])).map(({ status }) => status)
      expect([both.filter((status) => status === 200).length, await inside()]).toEqual([1, 0])
    }
  })

  test('takes none back that was not active when it closed, nor does an analyst who has left', async () => {
    const [{ COD_CUENTA: id }] = (await list()).body.data
    await assign({ cuentaIds: [id] })
    expect((await change(id, { ACTIVA: false })).status).toBe(200)
    expect((await close()).status).toBe(200)
    const { body } = await uploadAs(server, who.control)({ name: 'vuelve.csv', content: csv('VOTORANTIM;1101;Caja;10,00') }, january)
    expect((await confirmAs(server, who.control)(body)).status).toBe(200)
    expect(await change(id, { ACTIVA: true })).toMatchObject({
      status: 422,
      body: {
        issues: [
          {
            path: 'COD_DEPARTAMENTO',
            message: 'El departamento de la cuenta 1101 ya no está activo: elija otro para activarla.',
          },
        ],
      },
    })
    // It is changed and kept as it is.
    expect((await change(id, { NOMBRE: 'Caja antigua' })).status).toBe(200)
    await sql`update department set active = true`.execute(server.db)
    await sql`update app_user set active = false where id = ${who.analista.id}`.execute(server.db)
    expect(await change(id, { ACTIVA: true })).toMatchObject({ status: 422, body: { issues: [{ path: 'ID_ANALISTA' }] } })
    expect(await analyses()).toEqual([])
    expect((await change(id, { ACTIVA: true, ID_ANALISTA: who.otherAnalista.id })).body).toMatchObject({ ACTIVA: true })
    await sql`update app_user set active = true`.execute(server.db)
    expect(await analyses()).toEqual([{ code: '1101', analyst_id: who.otherAnalista.id, department_id: 1 }])
  })

  test('is waited for, and then it is too late', async () => {
    const [one] = (await list()).body.data
    const { answer } = await server.db.transaction().execute(async (tx) => {
      await sql`update department set active = false where id = 1`.execute(tx)
      const answer = assign({ cuentaIds: [one.COD_CUENTA] })
      await new Promise((resolve) => setTimeout(resolve, 300))
      // Returned directly, the promise would be awaited with the transaction open.
      return { answer }
    })
    expect(await answer).toMatchObject({ status: 422, body: { code: 'department_wrong' } })
    expect(await inside()).toBe(0)
    await sql`update department set active = true`.execute(server.db)
  })
})
