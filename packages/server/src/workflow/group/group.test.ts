import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROLE } from '@cuadre/api/roles'
import { openTable, readNamedCells } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Person } from '../../lab/testing/server.ts'
import { row, rows, transaction } from '../../platform/database/index.ts'
import { filledWorkbook, type Story, story } from '../analysis/analysis.fixture.ts'
import { applyBalances } from '../generation/generation.ts'

let s: Story
let secondControl: Person
const codes = Array.from({ length: 60 }, (_, i) => String(1101 + i))
beforeAll(async () => {
  s = await story([
    ...[...codes, '1301', '1302', '1303', '1304'].map((code) => ({ code, name: `Caja ${code}`, balance: '100.00', previous: '100.00' })),
    { code: '1200', balance: '5000.00', previous: '4000.00' },
    { code: '1201', balance: '10.00', previous: '10.00', currency: 'USD' },
    { code: '2101', balance: '5.00', safra: true },
    { code: '2102', balance: '5.00', safra: true },
  ])
  secondControl = await s.person('control2', [ROLE.control], 'Andrés Molina')
  await sql`insert into user_scope (user_id, country_id) values (${secondControl.id}, 1)`.execute(s.db)
})
afterAll(() => s.close())

/** A new group of two fresh accounts, and what they are. */
let next = 0
async function pair(name = `Grupo ${next}`): Promise<{ id: number; codes: [string, string]; ids: number[] }> {
  const two: [string, string] = [codes[next]!, codes[next + 1]!]
  next += 2
  const made = await s.group(name, two)
  expect(made.status).toBe(200)
  return { id: made.body.AGRUPADO_ID, codes: two, ids: await Promise.all(two.map(s.of)) }
}
async function sentPair() {
  const made = await pair()
  expect((await s.submitGroup(made.id, { [made.codes[0]]: '100', [made.codes[1]]: '99.50' })).status).toBe(200)
  return made
}
const states = (ids: number[]) =>
  rows(
    s.db,
    sql<{
      is: string
    }>`select concat_ws('/', state_main, state_jefatura, coalesce(state_control, 0), version, submitted_at is not null, revision) as is
    from analysis where id = any(${ids}::int[]) order by id`,
  ).then((found) => [...new Set(found.map((each) => each.is))])
const kinds = (id: number) =>
  rows(s.db, sql<{ kind: string }>`select kind from event where analysis_id = ${id} order by seq`).then((found) =>
    found.map(({ kind }) => kind),
  )
const told = (account: string) =>
  rows(
    s.db,
    sql<{
      told: string
    }>`select o.template || ' → ' || u.name as told from outbox o join app_user u on u.id = o.user_id where o.params ->> 'account' = ${account} order by o.id`,
  ).then((found) => found.map((each) => each.told).sort())
const open = async (id: number, as: Person) => (await s.call({ url: `/analysis/group/${id}`, as })).body

describe('making a group', () => {
  test('the analyst groups accounts of theirs; they are listed, counted and shown as one', async () => {
    const { id, codes: two } = await pair('Cajas chicas')
    expect(await open(id, s.who.analista)).toMatchObject({
      NOMBRE: 'Cajas chicas',
      PERIODO: '2026-10',
      CUENTAS: 2,
      VALOR_BALANCE: '200.00',
      VALOR_ANALISIS: '0',
      VARIACION: '200.00',
      ESTADO_PRINCIPAL_ID: 1,
      ESTADO_CONTROL_ID: null,
      MIEMBROS: two.map((CUENTA) => ({ CUENTA, AGRUPADO_ID: id })),
      EVENTOS: [{ TIPO: 'agrupado', PERSONA: 'Rodrigo Peña', DETALLE: { cuentas: two } }],
      PUEDE: { enviar: true, motivo: null },
    })
    for (const [url, as, n] of [
      ['analista', s.who.analista, 1],
      ['jefatura', s.who.jefatura, 1],
      ['control', s.who.control, 1],
      ['analista', s.who.otherAnalista, 0],
      ['jefatura', s.who.otherJefatura, 0],
    ] as const) {
      const list = await s.list(`/analysis/group/${url}`, as)
      expect([url, as.name, list.total, list.data.length]).toEqual([url, as.name, n, n])
      const counts = (await s.call({ url: `/analysis-metadata/${url}/grouped`, as })).body
      expect(counts).toMatchObject({ total: n, sinEnviar: n, porDecidir: 0 })
    }
    expect(await s.codes('/analysis/analista', s.who.analista, { periodId: 2, type: 'agrupado', orderBy: 'cuenta' })).toEqual(two)
    expect(
      await s.codes('/analysis/analista', s.who.analista, { periodId: 2, type: 'individual', paginated: false, limit: 1 }),
    ).toHaveLength(codes.length + 4)
    expect((await s.call({ url: `/analysis/group/${id}`, as: s.who.otherJefatura })).status).toBe(404)
    expect((await s.call({ url: '/analysis/group/control', as: s.who.jefatura })).status).toBe(403)
    expect((await s.call({ url: '/analysis/group/9999', as: s.who.control })).status).toBe(404)
  })

  test('refuses what is not theirs, in another group, sent, or of another kind, and says which', async () => {
    const { codes: grouped } = await pair('Ya agrupadas')
    await s.submit('1301')
    const refused = async (of: string[], as = s.who.analista) => (await s.group('Otro', of, as)).body.message
    expect(await refused(['1302', grouped[0]])).toBe(`${grouped[0]} ya está en el grupo «Ya agrupadas».`)
    expect(await refused(['1302', '1301'])).toBe('1301 está enviado: solo se agrupa lo que no se ha enviado.')
    // What differs is named, and nothing that is the same.
    const mixed = 'Un grupo es de un solo período, negocio, departamento y moneda:'
    expect(await refused(['1302', '1201'])).toBe(`${mixed} 1201 (USD) no va con 1302 (BRL).`)
    const move = async (to: number) => sql`update analysis set department_id = ${to} where id = ${await s.of('1303')}`.execute(s.db)
    await move(s.who.tesoreria)
    expect(await refused(['1302', '1303'])).toBe(`${mixed} 1303 (Tesorería) no va con 1302 (Contabilidad financiera).`)
    await move(s.who.contabilidad)
    expect((await s.group('Ajeno', ['1302', '2101'])).status).toBe(404)
    expect((await s.group('Uno', ['1302'])).status).toBe(422)
    expect((await s.group('Dos veces', ['1302', '1302'])).body.code).toBe('group_too_small')
    expect((await s.group('De control', ['1302', '1303'], s.who.control)).status).toBe(403)
    // A month later is another period.
    const before = await row(s.db, sql<{ id: number }>`select id from analysis where period_id = 1 limit 1`)
    const body = { NOMBRE: 'Dos meses', COD_ANALISIS: [before!.id, await s.of('1302')] }
    expect((await s.call({ method: 'POST', url: '/analysis/group', body, as: s.who.analista })).body).toMatchObject({
      code: 'group_mixed',
      message: expect.stringMatching(/ \(2026-10\) no va con \d+ \(2026-09\)\.$/),
    })
    expect(
      await row(
        s.db,
        sql`select count(*)::int as n from analysis where account_id in (select id from account where code in ('1302', '1303')) and group_id is not null`,
      ),
    ).toEqual({ n: 0 })
  })

  test('two groups of one account at once: one is made', async () => {
    const answers = await Promise.all([s.group('Primero', ['1302', '1303']), s.group('Segundo', ['1302', '1304'])])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const won = answers.find(({ status }) => status === 200)!.body
    expect((await s.call({ method: 'DELETE', url: `/analysis/group/${won.AGRUPADO_ID}`, as: s.who.analista })).body).toEqual({ ok: true })
    expect(await row(s.db, sql`select count(*)::int as n from analysis where group_id = ${won.AGRUPADO_ID}`)).toEqual({ n: 0 })
    // Gone, but not its history.
    expect((await s.call({ url: `/analysis/group/${won.AGRUPADO_ID}`, as: s.who.analista })).status).toBe(404)
    const history = await s.call({ url: `/analysis/history/group/${won.AGRUPADO_ID}`, as: s.who.analista })
    expect(history.body.data.map(({ TIPO }: { TIPO: string }) => TIPO)).toEqual(['desagrupado', 'agrupado'])
    expect((await s.call({ url: `/analysis/history/group/${won.AGRUPADO_ID}`, as: s.who.otherAnalista })).status).toBe(404)
  })

  test('accounts come and go while it waits for its analyst, and not afterwards', async () => {
    const { id, ids } = await pair('Cambiante')
    const change = (method: 'POST' | 'DELETE', path: string, body?: object) =>
      s.call({ method, url: `/analysis/group/${id}${path}`, as: s.who.analista, ...(body && { body }) })
    const third = await s.of('1304')
    expect((await change('POST', '/members', { COD_ANALISIS: [third] })).body.CUENTAS).toBe(3)
    expect(await change('POST', '/members', { COD_ANALISIS: [third] })).toMatchObject({ status: 422, body: { code: 'group_other' } })
    expect((await change('DELETE', `/members/${ids[0]}`)).body.CUENTAS).toBe(2)
    expect(await change('DELETE', `/members/${third}`)).toMatchObject({ status: 422, body: { code: 'group_too_small' } })
    expect((await change('DELETE', `/members/${ids[0]}`)).status).toBe(404)
    expect((await change('POST', '/members', { COD_ANALISIS: [ids[0]] })).body.CUENTAS).toBe(3)
    await s.submitGroup(id, { '1304': '100', [codes[next - 2]!]: '100', [codes[next - 1]!]: '100' })
    for (const answer of [
      await change('POST', '/members', { COD_ANALISIS: [await s.of('1303')] }),
      await change('DELETE', `/members/${third}`),
      await change('DELETE', ''),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'group_not_changeable', current: { CUENTAS: 3, VERSION: 1 } } })
  })

  test('an account that goes over to somebody else leaves the group', async () => {
    const { id, codes: two, ids } = await pair('De dos personas')
    const account = await row(s.db, sql<{ id: number }>`select id from account where code = ${two[0]}`)
    const body = { cuentaIds: [account!.id], ID_ANALISTA: s.who.otherAnalista.id, COD_DEPARTAMENTO: s.who.contabilidad }
    expect((await s.call({ method: 'POST', url: '/account/assign', body, as: s.who.control })).status).toBe(200)
    expect(await row(s.db, sql`select group_id, analyst_id from analysis where id = ${ids[0]}`)).toEqual({
      group_id: null,
      analyst_id: s.who.otherAnalista.id,
    })
    expect((await open(id, s.who.analista)).MIEMBROS.map(({ CUENTA }: { CUENTA: string }) => CUENTA)).toEqual([two[1]])
    // Of the group it is said, too.
    const history = await s.call({ url: `/analysis/history/group/${id}`, as: s.who.control })
    expect(history.body.data).toMatchObject([
      { TIPO: 'reasignado', DETALLE: { cuentas: [two[0]], grupo: { id, nombre: 'De dos personas' } } },
      { TIPO: 'agrupado', DETALLE: { cuentas: two } },
    ])
  })
})

describe('sending a group', () => {
  test('a value for each member, one file for all; a member is not sent alone', async () => {
    const { id, codes: two, ids } = await pair('Por enviar')
    expect(await s.submit(two[0])).toMatchObject({
      status: 409,
      body: {
        code: 'analysis_in_group',
        message: 'Pertenece al grupo «Por enviar»: se envía y se decide con él.',
        current: { AGRUPADO_ID: id },
      },
    })
    expect((await s.submitGroup(id, { [two[0]]: '100' })).body).toMatchObject({
      code: 'group_value_missing',
      issues: [{ path: 'VALORES', message: `Falta el saldo sustentado de ${two[1]}.` }],
    })
    expect((await s.submitGroup(id, { [two[0]]: '100', '1303': '1' })).body.code).toBe('group_value_unknown')
    expect((await s.submitGroup(id, { [two[0]]: 'cien' })).body.code).toBe('group_values_json')
    const sent = await s.submitGroup(id, { [two[0]]: '100', [two[1]]: '99.50' })
    expect(sent).toMatchObject({
      status: 200,
      body: { VALOR_ANALISIS: '199.50', VARIACION: '0.50', VERSION: 1, ESTADO_PRINCIPAL_ID: 1, ARCHIVO: { NOMBRE: 'extracto.pdf' } },
    })
    expect(await states(ids)).toEqual([`1/1/0/1/t/${sent.body.REVISION}`])
    expect(await told('Por enviar')).toEqual(['enviado → Marcela Duarte'])
    const files = await rows(s.db, sql`select value, version, sha256 from analysis_file where group_id = ${id} order by analysis_id`)
    expect(files).toMatchObject([
      { value: '100.00', version: 1 },
      { value: '99.50', version: 1 },
    ])
    expect(await s.submitGroup(id, { [two[0]]: '100', [two[1]]: '100' })).toMatchObject({
      status: 409,
      body: { code: 'analysis_not_pending', current: { AGRUPADO_ID: id, VERSION: 1 } },
    })
  })

  test('a balance that changed while its analyst looked at another is told, and what was not seen is not sent', async () => {
    const { id, codes: two, ids } = await pair('Con saldo cambiado')
    const send = (values: object[]) =>
      s.call({
        method: 'POST',
        url: `/analysis/group/${id}/file`,
        body: { VALORES: JSON.stringify(values) },
        file: { name: 'saldo.pdf', content: '%PDF-1.4\nsaldo\n%%EOF\n' },
        as: s.who.analista,
      })
    const seen = ids.map((COD_ANALISIS) => ({ COD_ANALISIS, VALOR_ANALISIS: '100.00', VARIACION: '0.00' }))
    await sql`update analysis set balance = 103, value = 50, revision = revision + 1 where id = ${ids[1]}`.execute(s.db)
    expect(await send(seen)).toMatchObject({
      status: 422,
      body: { code: 'group_balance_moved', issues: [{ message: expect.stringContaining(`${two[1]} es ahora 103,00`) }] },
    })
    // Its draft is not what somebody sends who left it empty.
    expect(await send([seen[0]!])).toMatchObject({ status: 422, body: { code: 'group_value_missing' } })
    expect((await send([seen[0]!, { ...seen[1]!, VARIACION: '3.00' }])).status).toBe(200)
  })

  test('its history says what was said of each account, not of the first for all', async () => {
    const { id, codes: two, ids } = await pair('Con dos comentarios')
    const values = ids.map((COD_ANALISIS, i) => ({
      COD_ANALISIS,
      VALOR_ANALISIS: '100.00',
      COMENTARIO_VARIACION: `Comentario de ${two[i]}`,
    }))
    const body = { VALORES: JSON.stringify(values) }
    const sent = await s.call({
      method: 'POST',
      url: `/analysis/group/${id}/file`,
      body,
      file: { name: 'dos.pdf', content: '%PDF-1.4\ndos\n%%EOF\n' },
      as: s.who.analista,
    })
    expect(sent.status).toBe(200)
    const said = async () =>
      (await s.call({ url: `/analysis/history/group/${id}`, as: s.who.jefatura })).body.data.map(
        ({ TIPO, COMENTARIO }: { TIPO: string; COMENTARIO: string | null }) => [TIPO, COMENTARIO],
      )
    expect(await said()).toEqual([
      ['enviado', `${two[0]}: Comentario de ${two[0]}\n${two[1]}: Comentario de ${two[1]}`],
      ['agrupado', null],
    ])
    const reason = 'Falta el extracto del banco'
    await s.call({
      method: 'PATCH',
      url: `/department/reprobar-grupo-analisis-jefatura/${id}`,
      body: { comentario: reason },
      as: s.who.jefatura,
    })
    expect((await said())[0]).toEqual(['rechazado_jefatura', reason])
  })

  test('a comment of a version that was sent alone is not that of the group, however many versions another member had', async () => {
    const { id, codes: two, ids } = await pair('De dos versiones')
    await sql`update analysis_group set dissolved_at = now() where id = ${id}`.execute(s.db)
    await sql`update analysis set group_id = null, materiality = 'material' where id = any(${ids}::int[])`.execute(s.db)
    const alone = async (which: 0 | 1, text: string) => {
      expect((await s.submit(two[which], { COMENTARIO_VARIACION: text })).status).toBe(200)
      expect((await s.call({ method: 'POST', url: `/analysis/${ids[which]}/recall`, body: {}, as: s.who.analista })).status).toBe(200)
    }
    await alone(0, 'Del primer envío')
    await alone(1, 'Uno')
    await alone(1, 'Dos')
    await sql`update analysis set materiality = 'no_material' where id = ${ids[1]}`.execute(s.db)
    const made = (await s.group('De dos versiones otra vez', two)).body
    expect(made.VERSION).toBe(2)
    expect(await s.submitGroup(made.AGRUPADO_ID, { [two[0]]: '100', [two[1]]: '100' })).toMatchObject({
      status: 422,
      body: { code: 'group_comment_required', issues: [{ message: expect.stringContaining(two[0]) }] },
    })
  })

  test('our workbook has a row per member, with the drafts, and is read again', async () => {
    const { id, codes: two, ids } = await pair('Con libro')
    const draft = { VALOR_ANALISIS: '80', COMENTARIO_VARIACION: 'Borrador' }
    expect((await s.call({ method: 'PATCH', url: `/analysis/${ids[0]}`, body: draft, as: s.who.analista })).status).toBe(200)
    const path = join(s.folder, 'grupo.xlsx')
    writeFileSync(path, (await s.call({ url: `/analysis/group/${id}/workbook`, as: s.who.analista })).body)
    const named = [`SALDO_${ids[0]}`, `VALOR_${ids[0]}`, `VALOR_${ids[1]}`, `COMENTARIO_${ids[0]}`, 'AGRUPADO_ID']
    expect(await readNamedCells(path, named)).toMatchObject({
      [`SALDO_${ids[0]}`]: { value: { n: '100' } },
      [`VALOR_${ids[0]}`]: { value: { n: '80' } },
      [`VALOR_${ids[1]}`]: { value: null },
      [`COMENTARIO_${ids[0]}`]: { value: 'Borrador' },
      AGRUPADO_ID: { value: { n: String(id) } },
    })
    const text = (await (await openTable(path, 'grupo.xlsx')).head(20)).map(({ cells }) => cells[0])
    expect(text).toEqual(expect.arrayContaining(['Análisis de saldos agrupados', ...two, 'Total']))
    expect((await s.call({ url: `/analysis/group/${id}/workbook`, as: s.who.jefatura })).status).toBe(403)

    const send = async (cells: object, values?: Record<string, string>) => {
      await filledWorkbook(path, {
        AGRUPADO_ID: { value: id, type: 'integer' },
        PERIODO: '2026-10',
        [`VALOR_${ids[0]}`]: '100.00',
        [`VALOR_${ids[1]}`]: '95.00',
        ...cells,
      })
      return s.submitGroup(id, values, { file: { name: 'grupo.xlsx', content: new Uint8Array(readFileSync(path)) } })
    }
    expect((await send({ AGRUPADO_ID: { value: id + 1, type: 'integer' } })).body.code).toBe('workbook_other')
    expect((await send({ [`SALDO_${ids[1]}`]: { value: '99.00', type: 'amount' } })).body.code).toBe('workbook_stale')
    expect((await send({}, { [two[1]]: '96' })).body).toMatchObject({ code: 'workbook_value', issues: [{ path: 'VALORES' }] })
    expect((await send({ [`VALOR_${ids[1]}`]: '95.00' })).body).toMatchObject({ VALOR_ANALISIS: '195.00', VARIACION: '5.00' })
    expect(await rows(s.db, sql`select value, comment from analysis where group_id = ${id} order by id`)).toEqual([
      { value: '100.00', comment: 'Borrador' },
      { value: '95.00', comment: null },
    ])
  })

  test('a material member needs a comment, its own or the common one', async () => {
    const made = await s.group('Con material', ['1200', codes[next++]!])
    const id = made.body.AGRUPADO_ID
    const values = { '1200': '5000', [codes[next - 1]!]: '100' }
    expect((await s.submitGroup(id, values)).body).toMatchObject({
      code: 'group_comment_required',
      message: 'El movimiento de 1200 es material: explique la variación.',
    })
    expect((await s.submitGroup(id, values, { comment: 'Alta de un depósito.' })).body).toMatchObject({
      COMENTARIO_VARIACION: 'Alta de un depósito.',
      MATERIALIDAD: 'material',
    })
  })
})

describe('the explanations of a group', () => {
  test('a difference above the threshold needs one, of its own row or the common one', async () => {
    const { id, codes: two } = await pair('Con diferencia')
    expect((await s.submitGroup(id, { [two[0]]: '100', [two[1]]: '80' })).body).toMatchObject({
      code: 'group_difference_unexplained',
      message: `La diferencia de ${two[1]}, 20,00, pasa el umbral (1.000,00 o 10 %): explíquela.`,
    })
    expect((await s.submitGroup(id, { [two[0]]: '100', [two[1]]: '80' }, { comment: 'Cheque en tránsito.' })).status).toBe(200)
  })
  test('that of one version is not that of the next', async () => {
    const { id, codes: two } = await pair('Dos versiones')
    const values = { [two[0]]: '100', [two[1]]: '99' }
    expect((await s.submitGroup(id, values, { comment: 'Explica la primera.' })).status).toBe(200)
    expect((await s.decideGroup('jefatura rechaza', id, s.who.jefatura)).status).toBe(200)
    expect((await s.submitGroup(id, values)).body).toMatchObject({ VERSION: 2, COMENTARIO_VARIACION: null })
    expect(await rows(s.db, sql`select version, comment from analysis_file where group_id = ${id} order by analysis_id, version`)).toEqual([
      { version: 1, comment: 'Explica la primera.' },
      { version: 2, comment: null },
      { version: 1, comment: 'Explica la primera.' },
      { version: 2, comment: null },
    ])
  })
})

describe('deciding a group', () => {
  test('goes through jefatura and control as one, each with one mail, and its members say the same', async () => {
    const { id, ids, codes: two } = await sentPair()
    const name = (await open(id, s.who.jefatura)).NOMBRE
    expect(await s.decide('jefatura aprueba', two[0], s.who.jefatura)).toMatchObject({ status: 409, body: { code: 'analysis_in_group' } })
    expect((await s.call({ url: `/analysis/${ids[0]}`, as: s.who.jefatura })).body.PUEDE).toMatchObject({
      decidirJefatura: false,
      motivo: expect.stringContaining(`«${name}»`),
    })
    expect((await open(id, s.who.jefatura)).PUEDE).toMatchObject({ decidirJefatura: true, motivo: null })
    expect((await s.decideGroup('jefatura aprueba', id, s.who.otherJefatura)).status).toBe(404)
    const approved = await s.decideGroup('jefatura aprueba', id, s.who.jefatura, { comentario: 'Conforme.' })
    expect(approved.body).toMatchObject({ ESTADO_PRINCIPAL_ID: 2, ESTADO_JEFATURA_ID: 4, ESTADO_CONTROL_ID: 1, CUENTAS: 2 })
    expect(await states(ids)).toEqual([`2/4/1/1/t/${approved.body.REVISION}`])
    expect(await s.decideGroup('control rechaza', id, s.who.control, { REVISION: approved.body.REVISION - 1 })).toMatchObject({
      status: 409,
      body: { code: 'analysis_moved', current: { REVISION: approved.body.REVISION } },
    })
    expect((await s.decideGroup('control rechaza', id, s.who.control)).body).toMatchObject({
      ESTADO_PRINCIPAL_ID: 3,
      MOTIVO_RECHAZO: 'Falta el extracto bancario.',
    })
    expect(await states(ids)).toHaveLength(1)
    await s.submitGroup(id, { [two[0]]: '100', [two[1]]: '100' })
    await s.decideGroup('jefatura aprueba', id, s.who.jefatura)
    expect((await s.decideGroup('control aprueba', id, s.who.control)).body).toMatchObject({ ESTADO_PRINCIPAL_ID: 4, VERSION: 2 })
    for (const one of ids)
      expect(await kinds(one)).toEqual([
        'agrupado',
        'enviado',
        'aprobado_jefatura',
        'rechazado_control',
        'enviado',
        'aprobado_jefatura',
        'aprobado_control',
      ])
    expect(await told(name)).toEqual([
      'aprobado_final → Rodrigo Peña',
      'aprobado_jefatura → Andrés Molina',
      'aprobado_jefatura → Andrés Molina',
      'aprobado_jefatura → Beatriz Montoya',
      'aprobado_jefatura → Beatriz Montoya',
      'enviado → Marcela Duarte',
      'enviado → Marcela Duarte',
      'rechazado → Rodrigo Peña',
    ])
    // Each step once, newest first; the auditor sees it now.
    const history = await s.call({ url: `/analysis/history/group/${id}`, query: { limit: 3 }, as: s.who.auditor })
    expect([history.body.total, history.body.data.map(({ TIPO }: { TIPO: string }) => TIPO)]).toEqual([
      7,
      ['aprobado_control', 'aprobado_jefatura', 'enviado'],
    ])
  })

  test('who uploaded any version of any member does not decide it, nor anybody at both levels', async () => {
    const { id, ids } = await pair()
    // Long ago, before the group, somebody else had sent one of the members.
    await sql`insert into analysis_file (analysis_id, version, name, size, sha256, value, uploaded_by) values (${ids[1]}, 1, 'a.pdf', 1, 'x', 1, ${s.who.jefatura.id})`.execute(
      s.db,
    )
    await sql`update analysis set version = 1 where id = any(${ids}::int[])`.execute(s.db)
    const values = Object.fromEntries((await open(id, s.who.analista)).MIEMBROS.map(({ CUENTA }: { CUENTA: string }) => [CUENTA, '100']))
    expect((await s.submitGroup(id, values)).body.VERSION).toBe(2)
    expect(await s.decideGroup('jefatura aprueba', id, s.who.jefatura)).toMatchObject({ status: 403, body: { code: 'duty_uploaded' } })
    await sql`delete from analysis_file where sha256 = 'x'`.execute(s.db)
    expect((await s.decideGroup('jefatura aprueba', id, s.who.jefatura)).status).toBe(200)
    await sql`insert into user_role values (${s.who.jefatura.id}, 3)`.execute(s.db)
    await sql`insert into user_scope (user_id, country_id) values (${s.who.jefatura.id}, 1)`.execute(s.db)
    await s.call({ method: 'PATCH', url: '/user/set-rol-activo', body: { rolId: 3 }, as: s.who.jefatura })
    expect(await s.decideGroup('control aprueba', id, s.who.jefatura)).toMatchObject({ status: 403, body: { code: 'duty_both_levels' } })
    await s.call({ method: 'PATCH', url: '/user/set-rol-activo', body: { rolId: 2 }, as: s.who.jefatura })
    await sql`delete from user_role where user_id = ${s.who.jefatura.id} and role_id = 3`.execute(s.db)
  })

  test.each([1, 2])('four decide at once: exactly one wins, the others learn the state (round %s)', async () => {
    const { id, ids } = await sentPair()
    await s.decideGroup('jefatura aprueba', id, s.who.jefatura)
    const answers = await Promise.all([
      s.decideGroup('control aprueba', id, s.who.control),
      s.decideGroup('control rechaza', id, secondControl),
      s.decideGroup('control aprueba', id, secondControl),
      s.decideGroup('control rechaza', id, s.who.control),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const won = answers.find(({ status }) => status === 200)!.body
    for (const { status, body } of answers)
      if (status === 409)
        expect(body.current).toMatchObject({ AGRUPADO_ID: id, REVISION: won.REVISION, ESTADO_PRINCIPAL_ID: won.ESTADO_PRINCIPAL_ID })
    expect(await states(ids)).toHaveLength(1)
    for (const one of ids) expect(await kinds(one)).toHaveLength(4)
  })

  test('a decision and a changed balance of one member at once leave no member out of step', async () => {
    const { id, ids, codes: two } = await sentPair()
    const caller = { userId: s.who.control.id, roleId: 3 as const }
    const of = sql`where period_id = 2 and account_id = (select account_id from analysis where id = ${ids[1]})`
    const [decided] = await Promise.all([
      s.decideGroup('jefatura aprueba', id, s.who.jefatura),
      transaction(s.db, async (tx) => {
        await sql`update balance set amount = 120 ${of}`.execute(tx)
        await applyBalances(tx, { periodId: 2, loadId: 2, caller })
      }),
    ])
    expect([200, 409]).toContain(decided.status)
    expect(await open(id, s.who.analista)).toMatchObject({
      VALOR_BALANCE: '220.00',
      ESTADO_PRINCIPAL_ID: 1,
      ESTADO_CONTROL_ID: null,
      FECHA_ENVIO: null,
      PUEDE: { enviar: true },
    })
    expect(await states(ids)).toHaveLength(1)
    expect((await kinds(ids[0]!)).at(-1)).toBe('reabierto')
    expect((await kinds(ids[1]!)).at(-1)).toBe('saldo_cambiado')
    expect(await rows(s.db, sql`select reopenings from analysis where id = any(${ids}::int[])`)).toEqual([
      { reopenings: 1 },
      { reopenings: 1 },
    ])
    expect((await told((await open(id, s.who.analista)).NOMBRE)).filter((line) => line.startsWith('saldo'))).toEqual([
      'saldo_cambiado → Rodrigo Peña',
    ])
    expect((await s.submitGroup(id, { [two[0]]: '100', [two[1]]: '120' }, { comment: 'Ajuste de cierre.' })).body.VERSION).toBe(2)
  })

  test('a load says that it reopens all of a group, and does it', async () => {
    const { id, ids, codes: two } = await sentPair()
    await s.decideGroup('jefatura aprueba', id, s.who.jefatura)
    const file = { name: 'saldos.csv', content: `negocio;cuenta;nombre;saldo\r\n00051626;${two[0]};Caja;133,00\r\n` }
    const load = await s.call({
      method: 'POST',
      url: '/balances/upload',
      body: { COD_PERIODO: '2', SIMULAR: 'true' },
      file,
      as: s.who.control,
    })
    expect(load.body.preview.reabre).toMatchObject({ total: 2, revision: 2, enviados: 0, aprobados: 0 })
    const confirm = () =>
      s.call({
        method: 'POST',
        url: `/balances/load/${load.body.COD_CARGA}/confirm`,
        body: { token: load.body.preview.token },
        as: s.who.control,
      })
    expect((await confirm()).body.resultado).toMatchObject({ reabiertos: 2 })
    expect(await states(ids)).toHaveLength(1)
    expect(await open(id, s.who.analista)).toMatchObject({ ESTADO_PRINCIPAL_ID: 1, FECHA_ENVIO: null, VALOR_BALANCE: '233.00' })
  })

  test('the database refuses members out of step, whoever forgets it', async () => {
    const { ids } = await sentPair()
    await expect(sql`update analysis set state_main = 2 where id = ${ids[0]}`.execute(s.db)).rejects.toMatchObject({ code: 'CU002' })
  })
})

describe('taking back, reopening and announcing a group', () => {
  const post = (path: string, as: Person, body: object = {}) => s.call({ method: 'POST', url: `/analysis${path}`, body, as })

  test('is for all members at once, and never for one alone', async () => {
    const { id, ids } = await sentPair()
    const name = (await open(id, s.who.analista)).NOMBRE
    for (const [what, as] of [
      ['recall', s.who.analista],
      ['reopen', s.who.control],
    ] as const)
      expect(await post(`/${ids[1]}/${what}`, as, what === 'reopen' ? { motivo: 'Llegó una factura.' } : {})).toMatchObject({
        status: 409,
        body: { code: 'analysis_in_group', current: { AGRUPADO_ID: id } },
      })
    await s.decideGroup('jefatura aprueba', id, s.who.jefatura)
    expect((await post(`/group/${id}/recall`, s.who.jefatura)).body).toMatchObject({ ESTADO_PRINCIPAL_ID: 1, CUENTAS: 2 })
    await s.decideGroup('jefatura aprueba', id, s.who.jefatura)
    await s.decideGroup('control aprueba', id, s.who.control)
    expect((await post(`/group/${id}/reopen`, s.who.control, { motivo: 'Llegó una factura.', nivel: 'jefatura' })).body).toMatchObject({
      ESTADO_PRINCIPAL_ID: 1,
      ESTADO_CONTROL_ID: null,
    })
    expect(await states(ids)).toHaveLength(1)
    expect(await rows(s.db, sql`select reopenings from analysis where id = any(${ids}::int[])`)).toEqual([
      { reopenings: 1 },
      { reopenings: 1 },
    ])
    expect((await told(name)).filter((line) => /retirada|reabierto/.test(line))).toEqual([
      'decision_retirada → Andrés Molina',
      'decision_retirada → Beatriz Montoya',
      'decision_retirada → Rodrigo Peña',
      'reabierto → Marcela Duarte',
      'reabierto → Rodrigo Peña',
    ])
  })

  test('mails name the group; a reminder about a member is one about its group', async () => {
    const { id, ids } = await sentPair()
    const name = (await open(id, s.who.analista)).NOMBRE
    expect((await post(`/send-mail/${ids[1]}`, s.who.control)).body.DESTINATARIOS).toEqual(['Marcela Duarte'])
    expect((await post(`/send-mail/${ids[0]}`, s.who.control)).body.code).toBe('mail_recent')
    expect((await post(`/group/send-approval-email/${id}`, s.who.analista)).body).toEqual({
      DESTINATARIOS: [],
      AVISADO_EN: expect.any(String),
    })
    expect((await post(`/send-approval-email/${ids[0]}`, s.who.analista)).body.code).toBe('analysis_in_group')
    expect((await post(`/group/send-approval-email/${id}`, s.who.analista, { actionType: 'rechazado' })).body.code).toBe('mail_other_state')
    expect(await told(name)).toEqual(['enviado → Marcela Duarte', 'recordatorio → Marcela Duarte'])
  })
})

describe('the evidence of a group', () => {
  test('any version is downloaded; that it was opened is recorded for every member, once a person', async () => {
    const { id, ids, codes: two } = await sentPair()
    await s.decideGroup('jefatura rechaza', id, s.who.jefatura)
    await s.submitGroup(id, { [two[0]]: '100', [two[1]]: '100' }, { file: { name: 'segunda.csv', content: 'concepto;importe\na;1\n' } })
    const files = (await open(id, s.who.control)).ARCHIVOS as { ID: number; VERSION: number; NOMBRE: string }[]
    expect(files.map(({ VERSION, NOMBRE }) => [VERSION, NOMBRE])).toEqual([
      [2, 'segunda.csv'],
      [1, 'extracto.pdf'],
    ])
    const first = await s.call({ url: `/analysis/file/${files[1]!.ID}`, as: s.who.control })
    expect(first.body.toString()).toContain('%PDF')
    await s.call({ method: 'POST', url: `/analysis/file/${files[0]!.ID}/seen`, as: s.who.jefatura })
    await s.call({ url: `/analysis/file/${files[0]!.ID}`, as: s.who.jefatura })
    for (const one of ids) expect((await kinds(one)).filter((kind) => kind === 'visto')).toHaveLength(2)
    const seen = (await open(id, s.who.control)).EVENTOS.filter(({ TIPO }: { TIPO: string }) => TIPO === 'visto')
    expect(seen.map(({ PERSONA }: { PERSONA: string }) => PERSONA)).toEqual(['Beatriz Montoya', 'Marcela Duarte'])
    expect((await s.call({ url: `/analysis/file/${files[0]!.ID}`, as: s.who.otherJefatura })).status).toBe(404)
  })

  test('the workbook of a list of groups has its rows', async () => {
    const path = join(s.folder, 'grupos.xlsx')
    const query = { format: 'excel', orderBy: 'cuenta' }
    writeFileSync(path, (await s.call({ url: '/analysis/group/jefatura', query, as: s.who.jefatura })).body)
    const [header, ...found] = (await (await openTable(path, 'grupos.xlsx')).head(50)).map(({ cells }) => cells)
    expect(header!.slice(0, 5)).toEqual(['Período', 'Grupo', 'Negocio', 'Departamento', 'Cuentas'])
    const list = await s.list('/analysis/group/jefatura', s.who.jefatura, { orderBy: 'cuenta', limit: 100 })
    expect(found.map((cells) => cells[1])).toEqual(list.data.map(({ NOMBRE }: { NOMBRE: string }) => NOMBRE))
    // What was not sent supports nothing, and leaves no difference.
    const [supported, difference] = ['Saldo sustentado', 'Diferencia'].map((name) => header!.indexOf(name)) as [number, number]
    const sent = list.data.map(({ FECHA_ENVIO }: { FECHA_ENVIO: string | null }) => FECHA_ENVIO !== null)
    expect(new Set(sent)).toEqual(new Set([true, false]))
    expect(found.map((cells) => cells[supported] !== null)).toEqual(sent)
    expect(found.map((cells) => cells[difference] !== null)).toEqual(sent)
    for (const sort of ['-VARIACION', 'VARIACION', '-VALOR_ANALISIS']) {
      const { data } = await s.list('/analysis/group/jefatura', s.who.jefatura, { sort, limit: 100 })
      const first = data.findIndex(({ FECHA_ENVIO }: { FECHA_ENVIO: string | null }) => FECHA_ENVIO === null)
      expect(data.slice(first).every(({ FECHA_ENVIO }: { FECHA_ENVIO: string | null }) => FECHA_ENVIO === null)).toBe(true)
    }
    const waiting = await s.list('/analysis/group/jefatura', s.who.jefatura, { bandeja: 'por_decidir', limit: 1 })
    expect((await s.call({ url: '/analysis-metadata/jefatura/grouped', as: s.who.jefatura })).body.porDecidir).toBe(waiting.total)
    expect((await s.list('/analysis/group/jefatura', s.who.jefatura, { search: '1200' })).data).toMatchObject([
      { NOMBRE: 'Con material', CUENTAS: 2 },
    ])
    // By its own name as well, with the other filters.
    const named = async (more: object) =>
      (await s.list('/analysis/group/jefatura', s.who.jefatura, { search: 'CÓN material', ...more })).data
    expect((await named({})).map(({ NOMBRE }: { NOMBRE: string }) => NOMBRE)).toEqual(['Con material'])
    expect(await named({ periodId: 999 })).toEqual([])
  })

  test('the workbook of a list of analyses names the group of each', async () => {
    const path = join(s.folder, 'miembros.xlsx')
    const query = { format: 'excel', periodId: 2, sort: 'CUENTA' }
    writeFileSync(path, (await s.call({ url: '/analysis/jefatura', query, as: s.who.jefatura })).body)
    const [header, ...found] = (await (await openTable(path, 'miembros.xlsx')).head(100)).map(({ cells }) => cells)
    const column = (name: string) => header!.indexOf(name)
    const named = await rows(
      s.db,
      sql<{
        code: string
        name: string
      }>`select c.code, g.name from analysis a join account c on c.id = a.account_id join analysis_group g on g.id = a.group_id
        where a.period_id = 2 order by c.code`,
    )
    expect(named.length).toBeGreaterThan(2)
    const told = found.filter((cells) => cells[column('Grupo')]).map((cells) => [cells[column('Cuenta')], cells[column('Grupo')]])
    expect(told).toEqual(named.map(({ code, name }) => [code, name]))
  })

  test('the chain of events holds', async () => {
    expect((await s.call({ url: '/analysis/verify/2', as: s.who.control })).body).toMatchObject({ integra: true })
  })
})
