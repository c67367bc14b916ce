import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Person } from '../../lab/testing/server.ts'
import { row, rows, transaction } from '../../platform/database/index.ts'
import { type Story, story } from '../analysis/analysis.fixture.ts'

let s: Story
let secondControl: Person
const codes = Array.from({ length: 16 }, (_, i) => String(1101 + i))
beforeAll(async () => {
  s = await story([
    ...codes.map((code) => ({ code, balance: '100.00', previous: '100.00' })),
    { code: '2101', balance: '5.00', safra: true },
  ])
  secondControl = await s.person('control2', [ROLE.control], 'Andrés Molina')
  await sql`insert into user_scope (user_id, country_id) values (${secondControl.id}, 1)`.execute(s.db)
})
afterAll(() => s.close())

const events = async (code: string) =>
  (await rows(s.db, sql<{ kind: string }>`select kind from event where analysis_id = ${await s.of(code)} order by seq`)).map(
    ({ kind }) => kind,
  )
const told = async (code: string) =>
  (
    await rows(
      s.db,
      sql<{ told: string }>`select o.template || ' → ' || u.name as told from outbox o join app_user u on u.id = o.user_id
        where o.params ->> 'account' = ${code} order by array_position(array['enviado', 'rechazado', 'aprobado_jefatura', 'aprobado_final'], o.template), u.name`,
    )
  ).map((each) => each.told)

describe('decisions', () => {
  test('an analysis goes from the analyst through jefatura and control to approved', async () => {
    await s.submit('1101')
    expect(await s.decide('jefatura aprueba', '1101', s.who.jefatura, { comentario: 'Conforme.' })).toMatchObject({
      status: 200,
      body: { ESTADO_PRINCIPAL_ID: 2, ESTADO_JEFATURA_ID: 4, ESTADO_CONTROL_ID: 1, REVISION: 3 },
    })
    expect(await s.decide('control aprueba', '1101', s.who.control)).toMatchObject({
      status: 200,
      body: { ESTADO_PRINCIPAL_ID: 4, ESTADO_JEFATURA_ID: 4, ESTADO_CONTROL_ID: 4, REVISION: 4 },
    })
    expect(await events('1101')).toEqual(['enviado', 'aprobado_jefatura', 'aprobado_control'])
    // Only now an auditor sees it.
    expect(await s.codes('/analysis', s.who.auditor)).toEqual(['1101'])
    expect(await told('1101')).toEqual([
      'enviado → Marcela Duarte',
      'aprobado_jefatura → Andrés Molina',
      'aprobado_jefatura → Beatriz Montoya',
      'aprobado_final → Rodrigo Peña',
    ])
    expect(
      await row(
        s.db,
        sql`select actor_id, role_id, from_state, to_state, comment from event where analysis_id = ${await s.of('1101')} and kind = 'aprobado_jefatura'`,
      ),
    ).toEqual({ actor_id: s.who.jefatura.id, role_id: 2, from_state: 1, to_state: 2, comment: 'Conforme.' })
  })

  test('a rejection needs a reason of ten characters and brings it back to the analyst, who sends it again', async () => {
    await s.submit('1102')
    expect(await s.decide('jefatura rechaza', '1102', s.who.jefatura, { comentario: ' corto     ' })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'comentario' }] },
    })
    const rejected = await s.decide('jefatura rechaza', '1102', s.who.jefatura, { comentario: 'Falta el extracto de octubre.' })
    expect(rejected.body).toMatchObject({
      ESTADO_PRINCIPAL_ID: 3,
      ESTADO_JEFATURA_ID: 3,
      ESTADO_CONTROL_ID: null,
      MOTIVO_RECHAZO: 'Falta el extracto de octubre.',
    })
    expect(await told('1102')).toEqual(['enviado → Marcela Duarte', 'rechazado → Rodrigo Peña'])
    const again = await s.submit('1102')
    expect(again.body).toMatchObject({
      ESTADO_PRINCIPAL_ID: 1,
      ESTADO_JEFATURA_ID: 1,
      ESTADO_CONTROL_ID: null,
      VERSION: 2,
      MOTIVO_RECHAZO: null,
    })
    expect((await s.decide('jefatura aprueba', '1102', s.who.jefatura)).status).toBe(200)
    const progress = async () => {
      const { ENVIADOS, EN_CONTROL, APROBADOS } = (await s.call({ url: '/period/2', as: s.who.control })).body
      return { ENVIADOS, EN_CONTROL, APROBADOS }
    }
    const before = await progress()
    // Control sends it back, and jefatura has to approve anew.
    expect((await s.decide('control rechaza', '1102', s.who.control)).body).toMatchObject({
      ESTADO_PRINCIPAL_ID: 3,
      ESTADO_JEFATURA_ID: 4,
      ESTADO_CONTROL_ID: 3,
    })
    expect(await progress()).toEqual({ ...before, ENVIADOS: before.ENVIADOS - 1, EN_CONTROL: before.EN_CONTROL - 1 })
    expect((await s.submit('1102')).body).toMatchObject({ VERSION: 3, ESTADO_JEFATURA_ID: 1, ESTADO_CONTROL_ID: null })
    expect((await s.decide('control aprueba', '1102', s.who.control)).status).toBe(409)
  })

  test('what was not sent, or is decided, cannot be decided: the answer says what it is now', async () => {
    expect(await s.decide('jefatura aprueba', '1103', s.who.jefatura)).toMatchObject({
      status: 409,
      body: {
        code: 'analysis_not_submitted',
        message: 'El analista aún no lo ha enviado.',
        current: { CUENTA: '1103', ESTADO_PRINCIPAL_ID: 1 },
      },
    })
    expect(await s.decide('control rechaza', '1101', s.who.control, {}, 'en')).toMatchObject({
      status: 409,
      body: { message: 'It is approved and does not take this decision.', current: { ESTADO_PRINCIPAL_ID: 4 } },
    })
  })

  test('a decision on what has changed since it was seen is refused', async () => {
    const seen = (await s.submit('1104')).body.REVISION
    expect(await s.decide('jefatura aprueba', '1104', s.who.jefatura, { REVISION: seen - 1 })).toMatchObject({
      status: 409,
      body: {
        code: 'analysis_moved',
        message: expect.stringMatching(/^Cambió desde que usted lo vio: ahora está enviado \([^()]+\)\.$/),
        current: { REVISION: seen },
      },
    })
    expect((await s.decide('jefatura aprueba', '1104', s.who.jefatura, { REVISION: seen })).status).toBe(200)
    // The same person in another window.
    expect(
      (await s.decide('jefatura rechaza', '1104', s.who.jefatura, { REVISION: seen, comentario: 'Falta el detalle del mayor' })).body,
    ).toMatchObject({
      code: 'analysis_moved',
      message: 'Cambió desde que usted lo vio: ahora está en revisión (usted).',
    })
  })

  test('another department’s head does not find it, and gerencia, auditor and analyst may not', async () => {
    await s.submit('1105')
    expect((await s.decide('jefatura aprueba', '1105', s.who.otherJefatura)).status).toBe(404)
    for (const as of [s.who.gerencia, s.who.auditor, s.who.analista, s.who.administrador])
      for (const what of ['jefatura aprueba', 'control aprueba'] as const) expect((await s.decide(what, '1105', as)).status).toBe(403)
    const foreign = await s.person('control-extranjero', [ROLE.control])
    expect((await s.decide('control aprueba', '1105', foreign)).status).toBe(404)
    expect(await events('1105')).toEqual(['enviado'])
  })

  test('who uploaded it does not decide it, in whichever role and version', async () => {
    // Rodrigo is also head of the department and, later, control.
    for (const role of [2, 3]) await sql`insert into user_role values (${s.who.analista.id}, ${role})`.execute(s.db)
    await sql`insert into user_scope (user_id, country_id) values (${s.who.analista.id}, 1)`.execute(s.db)
    await s.submit('1106')
    await sql`update department set chief_id = ${s.who.analista.id} where id = 1`.execute(s.db)
    const switchTo = (rolId: number) => s.call({ method: 'PATCH', url: '/user/set-rol-activo', body: { rolId }, as: s.who.analista })
    await switchTo(2)
    expect(await s.decide('jefatura aprueba', '1106', s.who.analista)).toMatchObject({
      status: 403,
      body: { code: 'duty_uploaded', message: 'Usted envió este análisis: otra persona debe decidirlo.' },
    })
    await sql`update department set chief_id = ${s.who.jefatura.id} where id = 1`.execute(s.db)
    await s.decide('jefatura aprueba', '1106', s.who.jefatura)
    // It is handed to somebody else, who sends the next version; the first one was still theirs.
    await s.decide('control rechaza', '1106', s.who.control)
    await sql`update analysis set analyst_id = ${s.who.otherAnalista.id} where id = ${await s.of('1106')}`.execute(s.db)
    await s.submit('1106', {}, { as: s.who.otherAnalista })
    await s.decide('jefatura aprueba', '1106', s.who.jefatura)
    await switchTo(3)
    expect((await s.decide('control aprueba', '1106', s.who.analista)).body.code).toBe('duty_uploaded')
    await switchTo(1)
  })

  test('who approved as jefatura does not decide at control by switching the role', async () => {
    await sql`insert into user_role values (${s.who.jefatura.id}, 3)`.execute(s.db)
    await sql`insert into user_scope (user_id, country_id) values (${s.who.jefatura.id}, 1)`.execute(s.db)
    await s.submit('1107')
    await s.decide('jefatura aprueba', '1107', s.who.jefatura)
    await s.call({ method: 'PATCH', url: '/user/set-rol-activo', body: { rolId: 3 }, as: s.who.jefatura })
    const seen = (await s.call({ url: `/analysis/${await s.of('1107')}`, as: s.who.jefatura })).body.PUEDE
    expect(seen).toMatchObject({
      decidirControl: false,
      motivo: 'Usted ya lo aprobó como jefatura: otra persona debe decidirlo en control.',
    })
    for (const what of ['control aprueba', 'control rechaza'] as const)
      expect(await s.decide(what, '1107', s.who.jefatura)).toMatchObject({ status: 403, body: { code: 'duty_both_levels' } })
    await s.call({ method: 'PATCH', url: '/user/set-rol-activo', body: { rolId: 2 }, as: s.who.jefatura })
    expect((await s.decide('control aprueba', '1107', s.who.control)).status).toBe(200)
  })

  test('in a closed period nothing is decided and nothing sent', async () => {
    await s.submit('1108')
    await sql`update period set status_id = 3 where id = 2`.execute(s.db)
    expect(await s.decide('jefatura aprueba', '1108', s.who.jefatura)).toMatchObject({ status: 409, body: { code: 'period_closed' } })
    expect(await s.submit('1109')).toMatchObject({ status: 409, body: { code: 'period_closed' } })
    expect((await s.call({ url: `/analysis/${await s.of('1108')}`, as: s.who.jefatura })).body.PUEDE).toEqual({
      enviar: false,
      decidirJefatura: false,
      decidirControl: false,
      recuperar: false,
      reabrir: false,
      anexarPosterior: false,
      motivo: 'El período está cerrado: nada en él puede cambiar.',
    })
    // The database itself refuses it too.
    await expect(sql`update analysis set comment = 'x' where period_id = 2`.execute(s.db)).rejects.toMatchObject({ code: 'CU001' })
    await sql`update period set status_id = 1 where id = 2`.execute(s.db)
  })
})

describe('two who decide at once', () => {
  test.each(['1110', '1111', '1112'])('two of control: one wins, the other learns the state (%s)', async (code) => {
    await s.submit(code)
    await s.decide('jefatura aprueba', code, s.who.jefatura)
    const answers = await Promise.all([
      s.decide('control aprueba', code, s.who.control),
      s.decide('control rechaza', code, secondControl),
      s.decide('control aprueba', code, secondControl),
      s.decide('control rechaza', code, s.who.control),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const won = answers.find(({ status }) => status === 200)!.body
    for (const { status, body } of answers)
      if (status === 409) expect(body.current).toMatchObject({ REVISION: won.REVISION, ESTADO_PRINCIPAL_ID: won.ESTADO_PRINCIPAL_ID })
    const outcome = won.ESTADO_PRINCIPAL_ID === 4 ? 'aprobado_control' : 'rechazado_control'
    expect(await events(code)).toEqual(['enviado', 'aprobado_jefatura', outcome])
    expect((await told(code)).filter((line) => line.endsWith('Rodrigo Peña'))).toEqual([
      `${outcome === 'aprobado_control' ? 'aprobado_final' : 'rechazado'} → Rodrigo Peña`,
    ])
    expect(await row(s.db, sql`select rejections_control from analysis where id = ${await s.of(code)}`)).toEqual({
      rejections_control: outcome === 'aprobado_control' ? 0 : 1,
    })
  })

  test('jefatura approves and rejects in two windows', async () => {
    await s.submit('1113')
    const answers = await Promise.all([
      s.decide('jefatura rechaza', '1113', s.who.jefatura),
      s.decide('jefatura aprueba', '1113', s.who.jefatura),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await events('1113')).toHaveLength(2)
  })

  test('the analyst sends twice at once: one version', async () => {
    const answers = await Promise.all([s.submit('1114'), s.submit('1114')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await row(s.db, sql`select version, revision from analysis where id = ${await s.of('1114')}`)).toEqual({
      version: 1,
      revision: 2,
    })
    expect(await told('1114')).toHaveLength(1)
  })

  test('a period that is being closed lets no decision slip in behind it', async () => {
    await s.submit('1115')
    const begun = Promise.withResolvers<void>()
    const closing = transaction(s.db, async (tx) => {
      await sql`update period set status_id = 3 where id = 2`.execute(tx)
      begun.resolve()
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    await begun.promise
    const answer = s.decide('jefatura aprueba', '1115', s.who.jefatura)
    await closing
    expect(await answer).toMatchObject({ status: 409, body: { code: 'period_closed', current: { ESTADO_PRINCIPAL_ID: 1 } } })
    await sql`update period set status_id = 1 where id = 2`.execute(s.db)
  })

  test('the chain of events holds afterwards', async () => {
    expect((await s.call({ url: '/analysis/verify/2', as: s.who.control })).body).toMatchObject({ integra: true, primerError: null })
    expect((await s.call({ url: '/analysis/verify/99', as: s.who.control })).status).toBe(404)
  })
})
