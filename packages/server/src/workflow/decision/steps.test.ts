import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Person } from '../../lab/testing/server.ts'
import { row, rows } from '../../platform/database/index.ts'
import { type Story, story } from '../analysis/analysis.fixture.ts'

/** Recall, reopening, bulk decisions, drafts, analyses opened by hand, and announcements. */
let s: Story
let secondControl: Person
const codes = Array.from({ length: 48 }, (_, i) => String(1101 + i))
let next = 0
const fresh = () => codes[next++]!
beforeAll(async () => {
  s = await story([
    ...codes.map((code) => ({ code, balance: '100.00', previous: '100.00' })),
    { code: '1900', balance: '90000.00', previous: '100.00' },
    { code: '2101', balance: '5.00', safra: true },
  ])
  secondControl = await s.person('control2', [ROLE.control], 'Andrés Molina')
  await sql`insert into user_scope (user_id, country_id) values (${secondControl.id}, 1)`.execute(s.db)
})
afterAll(() => s.close())

const post = async (code: string, what: string, as: Person, body: object = {}) =>
  s.call({ method: 'POST', url: `/analysis/${await s.of(code)}/${what}`, body, as })
const recall = (code: string, as: Person, body: object = {}) => post(code, 'recall', as, body)
const reopen = (code: string, as: Person, body: object = {}) => post(code, 'reopen', as, { motivo: 'Llegó una factura del mes.', ...body })
async function approved(code = fresh()) {
  await s.submit(code)
  await s.decide('jefatura aprueba', code, s.who.jefatura)
  expect((await s.decide('control aprueba', code, s.who.control)).status).toBe(200)
  return code
}
const lastEvent = async (code: string) =>
  row(
    s.db,
    sql`select kind, actor_id, from_state, to_state, comment, detail from event where analysis_id = ${await s.of(code)} order by seq desc limit 1`,
  )
const told = async (code: string, template: string) =>
  (
    await rows(
      s.db,
      sql<{
        name: string
      }>`select u.name from outbox o join app_user u on u.id = o.user_id where o.params ->> 'account' = ${code} and o.template = ${template} order by u.name`,
    )
  ).map(({ name }) => name)
const period = (status: number) => sql`update period set status_id = ${status} where id = 2`.execute(s.db)

describe('taking back', () => {
  test('the analyst what they sent, and sends the next version; the head is told', async () => {
    const code = fresh()
    const sent = await s.submit(code)
    expect((await s.call({ url: `/analysis/${await s.of(code)}`, as: s.who.analista })).body.PUEDE.recuperar).toBe(true)
    expect(await recall(code, s.who.analista, { REVISION: sent.body.REVISION - 1 })).toMatchObject({
      status: 409,
      body: { code: 'analysis_moved' },
    })
    expect(await recall(code, s.who.jefatura)).toMatchObject({ status: 403, body: { code: 'duty_not_yours' } })
    expect((await recall(code, s.who.otherAnalista)).status).toBe(404)
    expect((await recall(code, s.who.analista, { comentario: 'Falta un anexo.' })).body).toMatchObject({
      FECHA_ENVIO: null,
      ESTADO_PRINCIPAL_ID: 1,
      VERSION: 1,
    })
    expect(await lastEvent(code)).toMatchObject({
      kind: 'recuperado',
      actor_id: s.who.analista.id,
      comment: 'Falta un anexo.',
      from_state: 1,
      to_state: 1,
    })
    expect(await told(code, 'recuperado')).toEqual(['Marcela Duarte'])
    expect(await s.decide('jefatura aprueba', code, s.who.jefatura)).toMatchObject({
      status: 409,
      body: { code: 'analysis_not_submitted' },
    })
    expect((await s.submit(code)).body.VERSION).toBe(2)
  })

  test('a decision by its author, which then counts for nothing', async () => {
    const code = fresh()
    await s.submit(code)
    await s.decide('jefatura rechaza', code, s.who.jefatura)
    expect((await recall(code, s.who.jefatura)).body).toMatchObject({
      ESTADO_PRINCIPAL_ID: 1,
      ESTADO_JEFATURA_ID: 1,
      MOTIVO_RECHAZO: null,
      FECHA_ENVIO: expect.any(String),
    })
    expect(await row(s.db, sql`select rejections_jefatura, jefatura_by, jefatura_at from analysis where id = ${await s.of(code)}`)).toEqual(
      {
        rejections_jefatura: 0,
        jefatura_by: null,
        jefatura_at: null,
      },
    )
    await s.decide('jefatura aprueba', code, s.who.jefatura)
    expect((await recall(code, s.who.control)).body.code).toBe('duty_not_author')
    await s.decide('control rechaza', code, s.who.control)
    expect((await recall(code, s.who.jefatura)).body.code).toBe('duty_not_author')
    expect((await recall(code, secondControl)).body.code).toBe('duty_not_author')
    expect((await recall(code, s.who.control)).body).toMatchObject({ ESTADO_PRINCIPAL_ID: 2, ESTADO_CONTROL_ID: 1 })
    expect((await recall(code, s.who.jefatura)).body).toMatchObject({ ESTADO_PRINCIPAL_ID: 1, ESTADO_CONTROL_ID: null })
    expect(await told(code, 'decision_retirada')).toEqual([
      'Andrés Molina',
      'Beatriz Montoya',
      'Rodrigo Peña',
      'Rodrigo Peña',
      'Rodrigo Peña',
    ])
  })

  test.each(['jefatura', 'control'] as const)(
    'a rejection by %s: what was sent is decided on, and not what was drafted since',
    async (level) => {
      const code = fresh()
      const sent = (await s.submit(code, { VALOR_ANALISIS: '90.00', VARIACION: '10.00', COMENTARIO_VARIACION: 'Falta un abono de 10,00.' }))
        .body
      if (level === 'control') await s.decide('jefatura aprueba', code, s.who.jefatura)
      await s.decide(`${level} rechaza`, code, s.who[level])
      const draft = { VALOR_ANALISIS: '40.00', COMENTARIO_VARIACION: 'Borrador.' }
      expect(
        (await s.call({ method: 'PATCH', url: `/analysis/${sent.COD_ANALISIS}`, body: draft, as: s.who.analista })).body,
      ).toMatchObject(draft)
      const { VALOR_ANALISIS, VARIACION, COMENTARIO_VARIACION, ARCHIVO } = sent
      expect((await recall(code, s.who[level])).body).toMatchObject({ VALOR_ANALISIS, VARIACION, COMENTARIO_VARIACION, ARCHIVO })
    },
  )

  test.each([
    ['jefatura', 'jefatura_at', 2, 1],
    ['control', 'control_at', 4, 2],
  ] as const)('up to 24 hours after it, by %s', async (level, column, decided, before) => {
    const code = fresh()
    await s.submit(code)
    await s.decide('jefatura aprueba', code, s.who.jefatura)
    // Of the two decisions the last one counts.
    if (level === 'control') {
      await sql`update analysis set jefatura_at = now() - interval '3 days' where id = ${await s.of(code)}`.execute(s.db)
      await s.decide('control aprueba', code, s.who.control)
    }
    const after = async (interval: string) => {
      await sql`update analysis set ${sql.ref(column)} = now() - ${interval}::interval where id = ${await s.of(code)}`.execute(s.db)
      return recall(code, s.who[level])
    }
    expect(await after('24 hours')).toMatchObject({ status: 409, body: { code: 'recall_late', current: { ESTADO_PRINCIPAL_ID: decided } } })
    expect(await after('23 hours 59 minutes')).toMatchObject({ status: 200, body: { ESTADO_PRINCIPAL_ID: before } })
  })

  test('not after somebody acted on it, nor in a closed period', async () => {
    const code = fresh()
    await s.submit(code)
    await s.decide('jefatura aprueba', code, s.who.jefatura)
    await period(3)
    expect((await recall(code, s.who.jefatura)).body.code).toBe('period_closed')
    await period(1)
    await s.decide('control rechaza', code, s.who.control)
    await s.submit(code)
    expect((await recall(code, s.who.control)).status).toBe(403)
  })

  test('a recall and a decision at once: exactly one wins', async () => {
    const code = fresh()
    await s.submit(code)
    const answers = await Promise.all([recall(code, s.who.analista), s.decide('jefatura aprueba', code, s.who.jefatura)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([403, 409]).toContain(answers.find(({ status }) => status !== 200)!.status)
  })
})

describe('reopening what is final', () => {
  test('needs a reason, and whoever is to act next is told', async () => {
    const code = await approved()
    expect(await reopen(code, s.who.control, { motivo: 'corto' })).toMatchObject({ status: 422, body: { issues: [{ path: 'motivo' }] } })
    for (const as of [s.who.analista, s.who.jefatura, s.who.gerencia, s.who.auditor]) expect((await reopen(code, as)).status).toBe(403)
    expect((await reopen(code, s.who.control, { nivel: 'control' })).body).toMatchObject({
      ESTADO_PRINCIPAL_ID: 2,
      ESTADO_JEFATURA_ID: 4,
      ESTADO_CONTROL_ID: 1,
    })
    expect(await lastEvent(code)).toMatchObject({
      kind: 'reabierto',
      from_state: 4,
      to_state: 2,
      comment: 'Llegó una factura del mes.',
      detail: { nivel: 'control' },
    })
    expect(await reopen(code, s.who.control)).toMatchObject({ status: 409, body: { code: 'analysis_not_final' } })
    await s.decide('control aprueba', code, secondControl)
    expect((await reopen(code, s.who.administrador)).body).toMatchObject({
      ESTADO_PRINCIPAL_ID: 1,
      FECHA_ENVIO: null,
      ESTADO_CONTROL_ID: null,
    })
    expect(
      await row(s.db, sql`select reopenings, jefatura_by, control_by, control_at from analysis where id = ${await s.of(code)}`),
    ).toEqual({
      reopenings: 2,
      jefatura_by: null,
      control_by: null,
      control_at: null,
    })
    expect(await told(code, 'reabierto')).toEqual(['Andrés Molina', 'Beatriz Montoya', 'Rodrigo Peña', 'Rodrigo Peña'])
    expect((await s.submit(code)).body.VERSION).toBe(2)
  })

  test('while the period is closing too, but never in a closed one', async () => {
    const code = await approved()
    await period(3)
    for (const as of [s.who.control, s.who.administrador])
      expect(await reopen(code, as)).toMatchObject({ status: 409, body: { code: 'period_closed', current: { ESTADO_PRINCIPAL_ID: 4 } } })
    await period(2)
    expect((await reopen(code, s.who.control, { nivel: 'jefatura' })).body).toMatchObject({
      ESTADO_PRINCIPAL_ID: 1,
      FECHA_ENVIO: expect.any(String),
    })
    await period(1)
  })
})

describe('deciding many', () => {
  const bulk = (as: Person, body: object) =>
    s.call({ method: 'POST', url: '/analysis/decide-bulk', body: { level: 'jefatura', action: 'aprobar', ...body }, as })

  test('leaves alone what has moved since it was seen, a group too', async () => {
    const [same, moved, pair] = [fresh(), fresh(), [fresh(), fresh()]]
    const seen: Record<string, number> = {}
    for (const code of [same, moved]) {
      const { COD_ANALISIS, REVISION } = (await s.submit(code)).body
      seen[COD_ANALISIS] = REVISION
    }
    const { AGRUPADO_ID: group } = (await s.group('Cambia', pair)).body
    const sendGroup = (value: string) => s.submitGroup(group, { [pair[0]!]: value, [pair[1]!]: '100' }, { comment: 'Conciliado.' })
    const { REVISION: ofGroup } = (await sendGroup('100')).body
    // Their analyst takes them back and sends something else, which the head has not seen.
    await recall(moved, s.who.analista)
    await s.submit(moved, { VALOR_ANALISIS: '1.00', VARIACION: '99.00' })
    await s.call({ method: 'POST', url: `/analysis/group/${group}/recall`, body: {}, as: s.who.analista })
    await sendGroup('1.00')
    const ids = await Promise.all([same, moved].map(s.of))
    const { hechos, gruposHechos, noHechos } = (
      await bulk(s.who.jefatura, { ids, REVISIONES: seen, groupIds: [group], REVISIONES_GRUPOS: { [group]: ofGroup } })
    ).body
    expect([hechos, gruposHechos]).toEqual([[ids[0]], []])
    expect(noHechos).toMatchObject([
      { COD_ANALISIS: ids[1], codigo: 'analysis_moved' },
      { AGRUPADO_ID: group, codigo: 'analysis_moved' },
    ])
  })

  test('says what was done and what was not, with why, and tells every person once', async () => {
    const [one, two, open] = [fresh(), fresh(), fresh()]
    for (const code of [one, two, '1900']) await s.submit(code)
    const pair = [fresh(), fresh()]
    const { AGRUPADO_ID: group } = (await s.group('En bloque', pair)).body
    await s.submitGroup(group, { [pair[0]!]: '100', [pair[1]!]: '100' })
    const ids = await Promise.all([one, two, open, '1900', pair[0]!, '2101'].map(s.of))
    await sql`insert into alert (type_id, name, department_id, recipients, frequency)
      values (10, 'Gerencia también', 1, '{"responsable":false,"superior":false,"roles":[4],"usuarios":[]}', 'inmediata')`.execute(s.db)
    const answer = await bulk(s.who.jefatura, { ids: [...ids, 99999], groupIds: [group, 77777], comentario: 'Conforme.' })
    expect(answer.body.hechos).toEqual(ids.slice(0, 2))
    expect(answer.body.gruposHechos).toEqual([group])
    expect(answer.body.noHechos.map(({ nombre, codigo }: { nombre: string; codigo: string }) => [nombre, codigo])).toEqual([
      [open, 'analysis_not_submitted'],
      ['1900', 'bulk_critical'],
      [pair[0], 'analysis_in_group'],
      [null, 'not_found'],
      [null, 'not_found'],
      [null, 'not_found'],
    ])
    expect(answer.body.noHechos[2].motivo).toBe('Pertenece al grupo «En bloque»: se envía y se decide con él.')
    expect(await lastEvent(two)).toMatchObject({ kind: 'aprobado_jefatura', comment: 'Conforme.', to_state: 2, detail: { version: 1 } })
    expect(
      await rows(s.db, sql`select params, count(*)::int as n from outbox where template = 'aprobado_jefatura_varios' group by params`),
    ).toEqual([{ params: { who: 'Marcela Duarte', comment: 'Conforme.', n: 3 }, n: 3 }])
    await sql`update alert set active = false where name = 'Gerencia también'`.execute(s.db)
    // The rest is as it was.
    expect(await row(s.db, sql`select state_main, revision from analysis where id = ${await s.of('1900')}`)).toEqual({
      state_main: 1,
      revision: 2,
    })

    const rejected = await bulk(s.who.control, { ids: ids.slice(0, 1), level: 'control', action: 'reprobar', comentario: 'corto' })
    expect(rejected).toMatchObject({ status: 422, body: { issues: [{ path: 'comentario' }] } })
    await bulk(s.who.control, { ids: ids.slice(0, 1), level: 'control', action: 'reprobar', comentario: 'Falta el extracto.' })
    expect(await told(one, 'rechazado')).toEqual(['Rodrigo Peña'])
  })

  test('each is checked for whoever decides: level, duties', async () => {
    const code = fresh()
    await s.submit(code)
    expect((await bulk(s.who.jefatura, { ids: [await s.of(code)], level: 'control' })).status).toBe(403)
    expect((await bulk(s.who.analista, { ids: [await s.of(code)] })).status).toBe(403)
    expect((await bulk(s.who.otherJefatura, { ids: [await s.of(code)] })).body.noHechos).toMatchObject([
      { codigo: 'not_found', nombre: null },
    ])
    await sql`update analysis_file set uploaded_by = ${s.who.jefatura.id} where analysis_id = ${await s.of(code)}`.execute(s.db)
    expect((await bulk(s.who.jefatura, { ids: [await s.of(code)] })).body).toMatchObject({
      hechos: [],
      noHechos: [{ codigo: 'duty_uploaded' }],
    })
  })

  test('two at once over the same rows: each is decided once', async () => {
    const list = [fresh(), fresh(), fresh()]
    for (const code of list) await s.submit(code)
    const ids = await Promise.all(list.map(s.of))
    const answers = await Promise.all([
      bulk(s.who.jefatura, { ids }),
      bulk(s.who.jefatura, { ids: [...ids].reverse(), action: 'reprobar', comentario: 'Falta el extracto.' }),
    ])
    expect(answers.map(({ body }) => body.hechos.length).sort()).toEqual([0, 3])
    for (const id of ids) expect(await row(s.db, sql`select count(*)::int as n from event where analysis_id = ${id}`)).toEqual({ n: 2 })
  })
})

describe('a draft', () => {
  const save = async (code: string, body: object, as = s.who.analista) =>
    s.call({ method: 'PATCH', url: `/analysis/${await s.of(code)}`, body, as })

  test('keeps value and comment without asking anybody to act', async () => {
    const code = fresh()
    const kept = await save(code, { VALOR_ANALISIS: '99.5', COMENTARIO_VARIACION: 'A medias' })
    expect(kept.body).toMatchObject({
      VALOR_ANALISIS: '99.50',
      VARIACION: '0.50',
      COMENTARIO_VARIACION: 'A medias',
      FECHA_ENVIO: null,
      VERSION: 0,
      REVISION: 2,
    })
    expect((await save(code, { COMENTARIO_VARIACION: '' })).body).toMatchObject({ VALOR_ANALISIS: '99.50', COMENTARIO_VARIACION: null })
    expect(await save(code, { VALOR_ANALISIS: '1', REVISION: 2 })).toMatchObject({
      status: 409,
      body: { code: 'analysis_moved', current: { REVISION: 3 } },
    })
    expect(await save(code, { VALOR_ANALISIS: '1,5' })).toMatchObject({ status: 422, body: { issues: [{ path: 'VALOR_ANALISIS' }] } })
    expect(await row(s.db, sql`select count(*)::int as n from event where analysis_id = ${await s.of(code)}`)).toEqual({ n: 0 })
    // A value that is deleted is none any more, and stays so.
    expect((await save(code, { VALOR_ANALISIS: null })).body).toMatchObject({ VALOR_ANALISIS: '0', VARIACION: '100.00' })
    expect(await row(s.db, sql`select value from analysis where id = ${await s.of(code)}`)).toEqual({ value: null })
    expect((await save(code, {}, s.who.otherAnalista)).status).toBe(404)
    expect((await save(code, {}, s.who.jefatura)).status).toBe(403)
    await s.submit(code)
    expect(await save(code, { VALOR_ANALISIS: '1' })).toMatchObject({ status: 409, body: { code: 'analysis_not_pending' } })
  })

  describe('after a rejection', () => {
    const sent = { VALOR_ANALISIS: '90.00', VARIACION: '10.00', COMENTARIO_VARIACION: 'Falta un abono de 10,00.' }
    const written = { VALOR_ANALISIS: '40.00', COMENTARIO_VARIACION: 'Borrador.' }
    const rejected = async () => {
      const code = fresh()
      await s.submit(code, sent)
      await s.decide('jefatura rechaza', code, s.who.jefatura)
      expect((await save(code, written)).body).toMatchObject({ ...written, VARIACION: '60.00' })
      return code
    }
    const seen = async (code: string, as: Person) => (await s.call({ url: `/analysis/${await s.of(code)}`, as })).body
    const differing = async (code: string) =>
      (await s.list('/dashboard/accounts-with-differences/1', s.who.control, { periodId: 2, search: code })).data

    test('counts nowhere, and is shown to its analyst alone', async () => {
      const code = await rejected()
      expect(await seen(code, s.who.analista)).toMatchObject({ ...written, VARIACION: '60.00' })
      expect(await seen(code, s.who.jefatura)).toMatchObject(sent)
      expect(await differing(code)).toMatchObject([{ ...sent, SIN_EXPLICAR: '10.00' }])
      await save(code, { COMENTARIO_VARIACION: '' })
      expect(await seen(code, s.who.analista)).toMatchObject({ VALOR_ANALISIS: '40.00', COMENTARIO_VARIACION: null })
    })

    test.each(['rejected', 'recalled'])('goes on from what was sent where its value is deleted: %s', async (how) => {
      const code = fresh()
      await s.submit(code, sent)
      if (how === 'rejected') await s.decide('jefatura rechaza', code, s.who.jefatura)
      else await recall(code, s.who.analista)
      await save(code, { VALOR_ANALISIS: '40.00', COMENTARIO_VARIACION: 'Borrador.' })
      await save(code, { VALOR_ANALISIS: null })
      expect(await seen(code, s.who.analista)).toMatchObject({ VALOR_ANALISIS: '90.00', COMENTARIO_VARIACION: 'Borrador.' })
    })

    test('is what the next version begins with, and ends with it', async () => {
      const code = await rejected()
      await s.submit(code, { VALOR_ANALISIS: '100.00', VARIACION: '0.00', COMENTARIO_VARIACION: 'Conciliado.' })
      await s.decide('jefatura rechaza', code, s.who.jefatura)
      expect(await seen(code, s.who.analista)).toMatchObject({ VALOR_ANALISIS: '100.00', COMENTARIO_VARIACION: 'Conciliado.' })
    })

    test('is gone on with when the balance has changed, as nothing is sent any more', async () => {
      const code = await rejected()
      await sql`update analysis set balance = 50, state_main = 1, state_jefatura = 1, submitted_at = null where id = ${await s.of(code)}`.execute(
        s.db,
      )
      expect(await seen(code, s.who.analista)).toMatchObject({ ...written, VARIACION: '10.00' })
      expect(await differing(code)).toEqual([])
    })
  })

  test('is not checked for who decides, nor is what was taken back', async () => {
    const code = fresh()
    await s.submit(code, { VALOR_ANALISIS: '99.00', VARIACION: '1.00', COMENTARIO_VARIACION: 'Falta un abono de 1,00.' })
    const checks = async () =>
      (await s.call({ url: `/analysis/${await s.of(code)}`, as: s.who.control })).body.COMPROBACIONES.map(
        ({ codigo }: { codigo: string }) => codigo,
      )
    expect(await checks()).toContain('diferencia')
    await recall(code, s.who.analista)
    await save(code, { VALOR_ANALISIS: '1.00', COMENTARIO_VARIACION: '' })
    expect(await checks()).toEqual([])
  })

  test('is no difference of its month: neither sorted as one nor the first of later ones', async () => {
    const [small, large, unsent] = [fresh(), fresh(), fresh()]
    await s.submit(small, { VALOR_ANALISIS: '99.00', VARIACION: '1.00' })
    await s.submit(large, { VALOR_ANALISIS: '-900.00', VARIACION: '1000.00' })
    await save(unsent, { VALOR_ANALISIS: '-9000.00' })
    for (const query of [{ sort: '-VARIACION' }, { orderBy: 'diferencia' }]) {
      const found = await s.codes('/analysis/control', s.who.control, { periodId: 2, limit: 100, ...query })
      expect(found.filter((code) => [small, large, unsent].includes(code))).toEqual([large, small, unsent])
    }
    const before = sql`period_id = 1 and account_id = (select account_id from analysis where id = ${await s.of(large)})`
    await sql`update analysis set value = 1 where ${before}`.execute(s.db)
    const since = async () =>
      row(
        s.db,
        sql`select since = (select (name || '-01')::date from period where id = 1) as earlier from analysis a, difference_since(a.account_id, 2) since where a.id = ${await s.of(large)}`,
      )
    expect(await since()).toEqual({ earlier: false })
    await sql`update analysis set submitted_at = now() where ${before}`.execute(s.db)
    expect(await since()).toEqual({ earlier: true })
  })
})

describe('an analysis opened by hand', () => {
  const make = (body: object, as = s.who.control) => s.call({ method: 'POST', url: '/analysis', body: { COD_PERIODO: 2, ...body }, as })
  const account = async (code: string, columns: { analyst?: number | null; active?: boolean; balance?: string | null }) => {
    const { analyst = s.who.analista.id, active = true, balance = '40.00' } = columns
    const made = await row(
      s.db,
      sql<{ id: number }>`insert into account (business_id, code, name, department_id, currency, analyst_id, active)
        values (1, ${code}, ${code}, 1, 'BRL', ${analyst}, ${active}) returning id`,
    )
    if (balance)
      await sql`insert into balance (period_id, account_id, amount, load_id) values (2, ${made!.id}, ${balance}, 2)`.execute(s.db)
    return made!.id
  }

  test('for an assigned account with a balance and none', async () => {
    const id = await account('3001', {})
    expect(await make({ COD_CUENTA: id })).toMatchObject({
      status: 200,
      body: { CUENTA: '3001', VALOR_BALANCE: '40.00', ANALISTA: 'Rodrigo Peña', ESTADO_PRINCIPAL_ID: 1, ESTADO_CONTROL_ID: null },
    })
    expect(await told('3001', 'analisis_abierto')).toEqual(['Rodrigo Peña'])
    expect(await make({ COD_CUENTA: id })).toMatchObject({ status: 409, body: { code: 'analysis_exists', current: { CUENTA: '3001' } } })
    expect((await make({ COD_CUENTA: await account('3002', { analyst: null }) })).body.code).toBe('analysis_no_analyst')
    expect((await make({ COD_CUENTA: await account('3003', { active: false }) })).body.code).toBe('analysis_no_analyst')
    expect((await make({ COD_CUENTA: await account('3004', { balance: null }) })).body.code).toBe('analysis_no_balance')
    const yearly = await account('3009', {})
    await sql`update account set frequency = 'ANUAL' where id = ${yearly}`.execute(s.db)
    expect((await make({ COD_CUENTA: yearly })).body).toMatchObject({ code: 'analysis_not_due', issues: [{ path: 'COD_PERIODO' }] })
    expect((await make({ COD_CUENTA: id, COD_PERIODO: 99 })).body).toMatchObject({ issues: [{ path: 'COD_PERIODO' }] })
    const foreign = await s.person('control-extranjero', [ROLE.control])
    expect((await make({ COD_CUENTA: id }, foreign)).status).toBe(404)
    expect((await make({ COD_CUENTA: id }, s.who.jefatura)).status).toBe(403)
  })

  test('while the period is closing only by administration, and twice at once only one', async () => {
    const [closing, twice] = [await account('3005', {}), await account('3006', {})]
    await period(2)
    expect((await make({ COD_CUENTA: closing })).body.code).toBe('analysis_period_closing')
    expect((await make({ COD_CUENTA: closing }, s.who.administrador)).status).toBe(200)
    await period(1)
    const answers = await Promise.all([make({ COD_CUENTA: twice }), make({ COD_CUENTA: twice }, s.who.administrador)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('mails on request', () => {
  const remind = async (code: string, as: Person) => s.call({ method: 'POST', url: `/analysis/send-mail/${await s.of(code)}`, as })
  const announce = async (code: string, as: Person, body: object = {}) =>
    s.call({ method: 'POST', url: `/analysis/send-approval-email/${await s.of(code)}`, body, as })
  const later = async (code: string) => {
    // Lets time pass by backdating events, which only a test may do.
    await sql`alter table event disable trigger event_append_only`.execute(s.db)
    await sql`update event set at = at - interval '5 hours' where analysis_id = ${await s.of(code)}`.execute(s.db)
    await sql`alter table event enable trigger event_append_only`.execute(s.db)
  }

  test('a reminder tells the deadline in the zone of the country, where it has one', async () => {
    await sql`insert into calendar (country_id, zone) select n.country_id, 'America/Lima' from analysis a join business n on n.id = a.business_id where a.id = ${await s.of(fresh())}
      on conflict (country_id) do update set zone = excluded.zone`.execute(s.db)
    const code = fresh()
    expect((await remind(code, s.who.jefatura)).status).toBe(200)
    expect(
      (
        await rows(
          s.db,
          sql<{
            zone: string
          }>`select params ->> 'zone' as zone from notification where template = 'recordatorio' order by id desc limit 1`,
        )
      )[0],
    ).toEqual({ zone: 'America/Lima' })
    await sql`delete from calendar`.execute(s.db)
  })

  test('a reminder goes to whoever has to act, once in four hours', async () => {
    const code = fresh()
    expect((await remind(code, s.who.jefatura)).body).toEqual({ DESTINATARIOS: ['Rodrigo Peña'], AVISADO_EN: null })
    expect(await remind(code, s.who.control)).toMatchObject({ status: 409, body: { code: 'mail_recent' } })
    expect(await told(code, 'recordatorio')).toEqual(['Rodrigo Peña'])
    expect(await lastEvent(code)).toMatchObject({ kind: 'aviso', actor_id: s.who.jefatura.id, detail: { destinatarios: ['Rodrigo Peña'] } })
    await later(code)
    await s.submit(code)
    expect((await remind(code, s.who.analista)).body.DESTINATARIOS).toEqual(['Marcela Duarte'])
    expect((await remind(code, s.who.auditor)).status).toBe(403)
    expect((await remind(code, s.who.otherJefatura)).status).toBe(404)
    expect((await remind(await approved(), s.who.control)).body.code).toBe('mail_nothing_awaited')
    const parallel = await Promise.all([1, 2, 3].map(() => remind('2101', s.who.control)))
    expect(parallel.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('of many, each person is told once, of what waits for them; what was reminded of lately is left out', async () => {
    const [one, two, three, done] = [fresh(), fresh(), fresh(), await approved()]
    await s.submit(three)
    const ids = await Promise.all([one, two, three, done].map((code) => s.of(code)))
    const many = async (as: Person, body: object) => (await s.call({ method: 'POST', url: '/analysis/reminders', body, as })).body
    const mails = async () => (await rows(s.db, sql<{ n: number }>`select count(*)::int as n from outbox`))[0]!.n
    const before = await mails()
    const seen = await many(s.who.control, { ids, simular: true })
    expect(seen).toMatchObject({
      destinatarios: [
        { NOMBRE: 'Marcela Duarte', analisis: 1, MENSAJE: { titulo: expect.stringContaining(three) } },
        {
          NOMBRE: 'Rodrigo Peña',
          analisis: 2,
          MENSAJE: { titulo: 'Recordatorio: 2 análisis', texto: expect.stringContaining('Beatriz Montoya') },
        },
      ],
      sinAviso: [{ codigo: 'mail_nothing_awaited', n: 1, ultimo: null }],
      enviado: false,
    })
    // Nothing was sent by looking.
    expect(await mails()).toBe(before)
    expect(await many(s.who.control, { ids })).toEqual({ ...seen, enviado: true })
    expect(await mails()).toBe(before + 2)
    for (const [code, people] of [
      [one, ['Rodrigo Peña']],
      [two, ['Rodrigo Peña']],
      [three, ['Marcela Duarte']],
    ] as const)
      expect(await lastEvent(code)).toMatchObject({ kind: 'aviso', actor_id: s.who.control.id, detail: { destinatarios: people } })
    // Neither in many nor alone, and not by another.
    const again = await many(s.who.administrador, { ids })
    expect(again).toMatchObject({ destinatarios: [], enviado: false })
    expect(again.sinAviso).toEqual(
      expect.arrayContaining([expect.objectContaining({ codigo: 'mail_recent', n: 3, ultimo: expect.stringMatching(/^20/) })]),
    )
    expect((await remind(one, s.who.administrador)).body.code).toBe('mail_recent')
    // What lies outside one's scope is not there at all.
    expect(await many(s.who.otherJefatura, { ids, simular: true })).toEqual({ destinatarios: [], sinAviso: [], enviado: false })
  })

  test('who has left is reminded of nothing, and it says so', async () => {
    const [waits, sent] = [fresh(), fresh()]
    await s.submit(sent)
    const ids = await Promise.all([waits, sent].map((code) => s.of(code)))
    await sql`update app_user set active = false where id = ${s.who.analista.id}`.execute(s.db)
    const told = (await s.call({ method: 'POST', url: '/analysis/reminders', body: { ids }, as: s.who.control })).body
    expect(told).toMatchObject({
      destinatarios: [{ NOMBRE: 'Marcela Duarte', analisis: 1 }],
      sinAviso: [{ codigo: 'mail_nobody', n: 1 }],
      enviado: true,
    })
    expect(await remind(waits, s.who.control)).toMatchObject({ status: 409, body: { code: 'mail_nobody' } })
    expect(await lastEvent(waits)).toBeUndefined()
    await sql`update app_user set active = true where id = ${s.who.analista.id}`.execute(s.db)
  })

  test('who lost the role or the permission to act is asked nothing, by a step or a reminder', async () => {
    const [waits, sent, reviewed] = [fresh(), fresh(), fresh()]
    for (const code of [sent, reviewed]) await s.submit(code)
    const ids = await Promise.all([waits, sent, reviewed].map((code) => s.of(code)))
    const denied = await s.person('control.sin.firma', [ROLE.control], 'Carla Rey')
    await sql`insert into user_scope (user_id, country_id) values (${denied.id}, 1)`.execute(s.db)
    await sql`insert into user_permission (user_id, key, granted) values (${denied.id}, 'analysis.control.decide', false)`.execute(s.db)
    await s.decide('jefatura aprueba', reviewed, s.who.jefatura)
    expect(await told(reviewed, 'aprobado_jefatura')).toEqual(['Andrés Molina', 'Beatriz Montoya'])
    await sql`update user_role set role_id = ${ROLE.gerencia} where user_id in (${s.who.analista.id}, ${s.who.jefatura.id})`.execute(s.db)
    const many = (await s.call({ method: 'POST', url: '/analysis/reminders', body: { ids }, as: s.who.administrador })).body
    expect(many).toMatchObject({
      destinatarios: ['Andrés Molina', 'Beatriz Montoya'].map((NOMBRE) => ({ NOMBRE, analisis: 1 })),
      sinAviso: [{ codigo: 'mail_nobody', n: 2 }],
    })
    for (const code of [waits, sent])
      expect(await remind(code, s.who.control)).toMatchObject({ status: 409, body: { code: 'mail_nobody' } })
    await sql`update user_role set role_id = ${ROLE.analista} where user_id = ${s.who.analista.id}`.execute(s.db)
    await sql`update user_role set role_id = ${ROLE.jefatura} where user_id = ${s.who.jefatura.id}`.execute(s.db)
    await sql`update app_user set active = false where id = ${denied.id}`.execute(s.db)
  })

  test('all that wait for a role in a month are those of its list', async () => {
    const code = fresh()
    const periodId = (await s.call({ url: `/analysis/${await s.of(code)}`, as: s.who.control })).body.COD_PERIODO
    // A group is one thing to be reminded of.
    const waits = async (query: object) => {
      const { data } = await s.list('/analysis', s.who.jefatura, { periodId, limit: 100, ...query })
      const units = data.map(({ COD_ANALISIS, AGRUPADO_ID }: Record<string, number | null>) => AGRUPADO_ID ?? `alone ${COD_ANALISIS}`)
      return new Set(units).size
    }
    const seen = async (todos: object) => {
      const { destinatarios, sinAviso } = (
        await s.call({
          method: 'POST',
          url: '/analysis/reminders',
          body: { todos: { periodId, ...todos }, simular: true },
          as: s.who.jefatura,
        })
      ).body
      const sum = (of: Record<string, number>[], name: string) => of.reduce((all, row) => all + row[name]!, 0)
      return sum(destinatarios, 'analisis') + sum(sinAviso, 'n')
    }
    expect(await seen({ rol: 'analista' })).toBe(await waits({ bandeja: 'por_preparar' }))
    expect(await seen({ rol: 'analista', analystId: s.who.analista.id })).toBe(
      await waits({ bandeja: 'por_preparar', analystId: s.who.analista.id }),
    )
    // Of what waits for oneself nobody is told.
    expect(await seen({ rol: 'jefatura' })).toBe(await waits({ bandeja: 'por_decidir', estadoPrincipalId: 1 }))
  })

  test('a step that has told people a moment ago does not tell them again; later it does', async () => {
    const code = fresh()
    expect((await announce(code, s.who.control)).body.code).toBe('mail_other_state')
    await s.submit(code)
    await s.decide('jefatura aprueba', code, s.who.jefatura)
    expect((await announce(code, s.who.jefatura, { actionType: 'aprobado' })).body).toEqual({
      DESTINATARIOS: [],
      AVISADO_EN: expect.any(String),
    })
    expect(await announce(code, s.who.jefatura, { actionType: 'rechazado' })).toMatchObject({
      status: 409,
      body: { code: 'mail_other_state' },
    })
    await later(code)
    expect((await announce(code, s.who.control)).body).toEqual({ DESTINATARIOS: ['Andrés Molina', 'Beatriz Montoya'], AVISADO_EN: null })
    expect(await told(code, 'aprobado_jefatura')).toHaveLength(4)
    expect((await announce(code, s.who.control)).body.DESTINATARIOS).toEqual([])
    await s.decide('control rechaza', code, s.who.control)
    await later(code)
    await announce(code, s.who.control, { actionType: 'rechazado' })
    expect(
      await rows(s.db, sql`select params ->> 'comment' as why from outbox where template = 'rechazado' and params ->> 'account' = ${code}`),
    ).toEqual([{ why: 'Falta el extracto bancario.' }, { why: 'Falta el extracto bancario.' }])
  })
})

describe('the history', () => {
  test('has what was sent with its steps, five at a time, within one’s scope', async () => {
    const mine = (await s.call({ url: '/analysis/history', as: s.who.analista })).body
    expect(mine).toMatchObject({ page: 1, limit: 5 })
    expect(mine.data).toHaveLength(5)
    for (const { EVENTOS, VERSION } of mine.data) {
      expect(VERSION).toBeGreaterThan(0)
      expect(EVENTOS.map(({ TIPO }: { TIPO: string }) => TIPO)).toContain('enviado')
    }
    const sent = await row(
      s.db,
      sql<{ n: number }>`select count(*)::int as n from analysis where version > 0 and analyst_id = ${s.who.analista.id}`,
    )
    expect(mine.total).toBe(sent!.n)
    expect((await s.call({ url: '/analysis/history', as: s.who.otherJefatura })).body.total).toBe(0)
    expect((await s.call({ url: '/analysis/history', query: { search: codes[0] }, as: s.who.control })).body.data).toMatchObject([
      { CUENTA: codes[0], EVENTOS: [{ TIPO: 'enviado' }, { TIPO: 'recuperado' }, { TIPO: 'enviado' }] },
    ])
  })
})
