import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTable } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { rows } from '../../platform/database/index.ts'
import { addWorkingMinutes } from '../../platform/jobs/working-time.ts'
import { type Story, story } from '../analysis/analysis.fixture.ts'
import { contrastWithWhite } from './contrast.ts'

let s: Story
beforeAll(async () => {
  s = await story([
    { code: 'A1', balance: '100.00' },
    { code: 'A2', balance: '100.00' },
    { code: 'B1', balance: '100.00', safra: true },
    { code: 'G1', balance: '100.00' },
    { code: 'G2', balance: '100.00' },
  ])
}, 60_000)
afterAll(() => s.close())

const status = {
  codigo: 'FALTA_SOPORTE',
  nombreEs: 'Rechazado: falta soporte',
  nombreEn: 'Rejected: support missing',
  categoria: 'RECHAZADO',
  nivel: 'JEFATURA',
  color: '#b42318',
  requiereComentario: true,
  minCaracteres: 10,
  slaHorasHabiles: 9,
}
const create = (more: object = {}, as = s.who.control) =>
  s.call({ method: 'POST', url: '/analysis-status', body: { ...status, ...more }, as })
const patch = (id: number, body: object, as = s.who.control) => s.call({ method: 'PATCH', url: `/analysis-status/${id}`, body, as })
const remove = (id: number, as = s.who.control) => s.call({ method: 'DELETE', url: `/analysis-status/${id}`, as })
const mark = async (id: number, code: string, as = s.who.jefatura, more: object = { comentario: 'Falta el extracto de julio' }) =>
  s.call({ method: 'POST', url: `/analysis-status/${id}/analysis`, body: { COD_ANALISIS: await s.of(code), ...more }, as })
const get = async (id: number) => (await s.call({ url: `/analysis-status/${id}`, as: s.who.analista })).body

test.each([
  ['#ffffff', 1],
  ['#000000', 21],
  ['#767676', 4.54],
  ['#777777', 4.48],
  ['#b42318', 6.57],
])('the contrast of %s with white is %f', (color, contrast) => {
  expect(contrastWithWhite(color)).toBeCloseTo(contrast, 1)
})

describe('the four states of the system', () => {
  test('are there for everybody, count their analyses, and can be neither removed, recategorised nor switched off', async () => {
    const { data } = (await s.call({ url: '/analysis-status', as: s.who.auditor })).body
    expect(
      data.map(({ id, codigo, categoria, esSistema, enUso }: Record<string, unknown>) => [id, codigo, categoria, esSistema, enUso]),
    ).toEqual([
      [1, 'PENDIENTE', 'PENDIENTE', true, 5],
      [2, 'REVISION', 'REVISION', true, 0],
      [3, 'RECHAZADO', 'RECHAZADO', true, 0],
      [4, 'APROBADO', 'APROBADO', true, 0],
    ])
    expect(await remove(3)).toMatchObject({ status: 409, body: { code: 'status_of_system' } })
    for (const [field, value] of [
      ['codigo', 'OTRO'],
      ['categoria', 'APROBADO'],
      ['activo', false],
    ])
      expect((await patch(3, { [field as string]: value })).body).toMatchObject({ code: 'status_of_system', issues: [{ path: field }] })
    expect((await patch(3, { color: '#8f1d14', nombreEs: 'Devuelto', minCaracteres: 20 })).body).toMatchObject({
      color: '#8f1d14',
      nombreEs: 'Devuelto',
      minCaracteres: 20,
    })
  })
})

describe('sub-states', () => {
  test('are written by control, with a colour that can be read', async () => {
    expect((await create()).body).toMatchObject({ ...status, esSistema: false, activo: true, enUso: 0, icono: null })
    expect(await create()).toMatchObject({ status: 409, body: { code: 'status_exists' } })
    for (const [more, path] of [
      [{ color: '#777777' }, 'color'],
      [{ color: 'red' }, 'color'],
      [{ codigo: 'con-guion' }, 'codigo'],
      [{ minCaracteres: 501 }, 'minCaracteres'],
      [{ requiereComentario: false }, 'minCaracteres'],
      [{ categoria: 'NUEVA' }, 'categoria'],
    ] as const)
      expect((await create({ codigo: 'OTRO', ...more })).body.issues).toMatchObject([{ path }])
    for (const as of [s.who.analista, s.who.jefatura, s.who.gerencia, s.who.auditor])
      expect((await create({ codigo: 'OTRO' }, as)).status).toBe(403)
  })

  test('hold an analysis of their category until it goes on; in use they are switched off, not removed', async () => {
    const { id } = (await create({ codigo: 'SIN_FIRMA' })).body
    expect(await mark(id, 'A1')).toMatchObject({ status: 409, body: { code: 'status_other_state', current: { ESTADO_PRINCIPAL_ID: 1 } } })
    await s.submit('A1')
    await s.decide('jefatura rechaza', 'A1', s.who.jefatura)
    expect((await mark(id, 'A1', s.who.otherJefatura)).status).toBe(404)
    expect((await mark(id, 'A1', s.who.analista)).status).toBe(403)
    expect((await mark(id, 'A1', s.who.jefatura, { comentario: 'corto' })).body.issues).toMatchObject([{ path: 'comentario' }])
    const reasons = (await s.call({ url: '/reject-reason', query: { nivel: 'JEFATURA' }, as: s.who.jefatura })).body.data
    expect(reasons.map((r: { codigo: string }) => r.codigo).sort()).toEqual([
      'EXPLICACION_INSUFICIENTE',
      'FALTA_SOPORTE',
      'SALDO_NO_CUADRA',
    ])
    const motivoId = reasons[0].id
    expect((await mark(id, 'A1', s.who.jefatura, { comentario: 'Falta el extracto de julio', motivoId })).body).toEqual({ ok: true })
    expect(await get(id)).toMatchObject({ enUso: 1 })
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: { code: 'status_in_use', message: 'Está en uso en 1 análisis: puede desactivarlo.', current: { enUso: 1 } },
    })
    expect((await patch(id, { categoria: 'PENDIENTE' })).status).toBe(409)
    const reason = (method: 'DELETE' | 'PATCH', body?: object) =>
      s.call({ method, url: `/reject-reason/${motivoId}`, as: s.who.control, ...(body && { body }) })
    expect((await reason('DELETE')).body).toMatchObject({ code: 'status_in_use', current: { enUso: 1 } })
    expect((await reason('PATCH', { activo: false })).body).toMatchObject({ activo: false, enUso: 1 })
    expect((await patch(id, { activo: false })).body).toMatchObject({ activo: false, enUso: 1 })
    expect((await mark(id, 'A1')).body).toMatchObject({ code: 'status_inactive' })
    // The analysis goes on, and leaves it.
    await s.submit('A1')
    expect(await get(id)).toMatchObject({ enUso: 0 })
    expect((await reason('DELETE')).body).toEqual({ ok: true })
    expect((await remove(id)).body).toEqual({ ok: true })
    expect((await remove(id)).status).toBe(404)
    expect(await rows(s.db, sql`select kind, detail->>'estado' as estado from event where kind = 'subestado'`)).toEqual([
      { kind: 'subestado', estado: 'SIN_FIRMA' },
    ])
    expect(
      await rows(s.db, sql`select count(*)::int as n from analysis_status_change where subject = 'estado' and subject_id = ${id}`),
    ).toEqual([{ n: 3 }])
    await expect(sql`delete from analysis_status_change`.execute(s.db)).rejects.toThrow('append-only')
    expect(await rows(s.db, sql`select verify_events(2) as wrong`)).toEqual([{ wrong: null }])
  })
  test('of the level of the analyst are said by the analyst of the account, and stand in their list', async () => {
    const mine = {
      codigo: 'ESPERA_CARTA',
      categoria: 'PENDIENTE',
      nivel: 'ANALISTA',
      requiereComentario: false,
      minCaracteres: 0,
      slaHorasHabiles: null,
    }
    const { id } = (await create(mine)).body
    expect((await mark(id, 'B1', s.who.analista, {})).status).toBe(404)
    for (const as of [s.who.otherJefatura, s.who.control, s.who.gerencia]) expect((await mark(id, 'B1', as, {})).status).toBe(403)
    expect((await mark(id, 'B1', s.who.otherAnalista, {})).body).toEqual({ ok: true })
    const found = async (query: object) =>
      (await s.list('/analysis/analista', s.who.otherAnalista, query)).data.map(({ CUENTA, SUBESTADO }: Record<string, unknown>) => [
        CUENTA,
        SUBESTADO,
      ])
    expect(await found({ subestadoId: id })).toEqual([['B1', expect.objectContaining({ codigo: 'ESPERA_CARTA' })]])
    // The state itself takes it back.
    expect((await mark(1, 'B1', s.who.otherAnalista, {})).body).toEqual({ ok: true })
    expect(await found({ subestadoId: id })).toEqual([])
    expect((await remove(id)).status).toBe(200)
  })
})

describe('what a state asks of a decision', () => {
  const ask = (id: number, body: object) => patch(id, body)
  test('a rejection gives a comment as long as RECHAZADO asks, and one of the reasons where it must', async () => {
    await ask(3, { minCaracteres: 25, requiereMotivo: true })
    await s.submit('A2')
    const reject = async (body: object) =>
      s.call({ method: 'PATCH', url: `/department/reprobar-analisis-jefatura/${await s.of('A2')}`, body, as: s.who.jefatura })
    expect((await reject({ comentario: 'Falta soporte' })).body).toMatchObject({ code: 'status_comment', issues: [{ path: 'comentario' }] })
    const comentario = 'Falta el extracto del banco de julio'
    expect((await reject({ comentario })).body).toMatchObject({ code: 'reason_required', issues: [{ path: 'motivo' }] })
    expect((await reject({ comentario, motivo: 'FALTA_SOPORTE' })).status).toBe(200)
    expect((await ask(1, { requiereMotivo: true })).body).toMatchObject({ code: 'status_reason', issues: [{ path: 'requiereMotivo' }] })
    await ask(3, { minCaracteres: 10, requiereMotivo: false })
  })

  test('a sub-state is seen in the list, lets itself be filtered by, and stands in the workbook', async () => {
    const { id } = (await create({ codigo: 'FALTA_ANEXO', nombreEs: 'Falta el anexo' })).body
    expect((await mark(id, 'A2')).body).toEqual({ ok: true })
    const list = (query: object, as = s.who.control) => s.call({ url: '/analysis', query: query as Record<string, unknown>, as })
    expect((await list({ subestadoId: id })).body).toMatchObject({
      total: 1,
      data: [{ CUENTA: 'A2', SUBESTADO: { id, codigo: 'FALTA_ANEXO', nombreEs: 'Falta el anexo', color: '#b42318' } }],
    })
    expect((await list({ subestadoId: id }, s.who.otherJefatura)).body.total).toBe(0)
    const path = join(s.folder, 'lista.xlsx')
    writeFileSync(path, (await list({ subestadoId: id, format: 'excel' })).body)
    const [header, row] = await (await openTable(path, 'lista.xlsx')).head(5)
    expect(row!.cells[header!.cells.indexOf('Subestado')]).toBe('Falta el anexo')
    // The list behind the figures of statistics has it too.
    const items = (query: object) => s.call({ url: '/dashboard/items', query: { periodId: 2, ...query }, as: s.who.control })
    expect((await items({ subestadoId: id })).body).toMatchObject({
      total: 1,
      data: [{ CUENTA: 'A2', SUBESTADO: { codigo: 'FALTA_ANEXO' } }],
    })
    writeFileSync(path, (await items({ subestadoId: id, format: 'excel' })).body)
    const [titles, line] = await (await openTable(path, 'lista.xlsx')).head(5)
    expect(line!.cells[titles!.cells.indexOf('Subestado')]).toBe('Falta el anexo')
    const history = async (url: string) =>
      (await s.call({ url, as: s.who.control })).body.EVENTOS.filter(({ TIPO }: { TIPO: string }) => TIPO === 'subestado')
    expect(await history(`/analysis/${await s.of('A2')}`)).toMatchObject([
      { COMENTARIO: 'Falta el extracto de julio', DETALLE: { estado: 'FALTA_ANEXO', nombreEs: 'Falta el anexo', quitado: false } },
    ])
    // Who said it takes it back with the state itself, without a word; who may not say it may not.
    expect((await mark(3, 'A2', s.who.analista, {})).status).toBe(403)
    expect((await mark(3, 'A2', s.who.jefatura, {})).body).toEqual({ ok: true })
    expect((await items({ subestadoId: id })).body.total).toBe(0)
    // The rejection keeps its reason all the while.
    expect((await list({ search: 'A2', periodId: 2 })).body.data).toMatchObject([{ SUBESTADO: null, MOTIVO_CODIGO: 'FALTA_SOPORTE' }])
  })

  test('a group is said as one: each member keeps the step, the history of the group tells it once, and the list of groups finds it', async () => {
    const COD_ANALISIS = [await s.of('G1'), await s.of('G2')]
    const group = (await s.call({ method: 'POST', url: '/analysis/group', body: { NOMBRE: 'Bancos', COD_ANALISIS }, as: s.who.analista }))
      .body.AGRUPADO_ID
    const { id } = (await create({ codigo: 'ESPERA_BANCO', nombreEs: 'Espera al banco', categoria: 'PENDIENTE' })).body
    expect((await mark(id, 'G2')).body).toEqual({ ok: true })
    expect((await mark(1, 'G1', s.who.jefatura, {})).body).toEqual({ ok: true })
    expect((await mark(id, 'G1')).body).toEqual({ ok: true })
    const told = (events: { TIPO: string; DETALLE: { estado: string; quitado: boolean } }[]) =>
      events.filter(({ TIPO }) => TIPO === 'subestado').map(({ DETALLE }) => [DETALLE.estado, DETALLE.quitado])
    const said = [
      ['ESPERA_BANCO', false],
      ['PENDIENTE', true],
      ['ESPERA_BANCO', false],
    ]
    for (const url of [`/analysis/group/${group}`, `/analysis/${COD_ANALISIS[0]}`, `/analysis/${COD_ANALISIS[1]}`])
      expect(told((await s.call({ url, as: s.who.control })).body.EVENTOS)).toEqual(said)
    const groups = (query: object) => s.call({ url: '/analysis/group/control', query: { periodId: 2, ...query }, as: s.who.control })
    expect((await groups({ subestadoId: id })).body).toMatchObject({ total: 1, data: [{ SUBESTADO: { codigo: 'ESPERA_BANCO' } }] })
    expect((await groups({ subestadoId: 3 })).body.total).toBe(0)
    const path = join(s.folder, 'grupos.xlsx')
    writeFileSync(path, (await groups({ subestadoId: id, format: 'excel' })).body)
    const [header, row] = await (await openTable(path, 'grupos.xlsx')).head(5)
    expect(row!.cells[header!.cells.indexOf('Subestado')]).toBe('Espera al banco')
    expect(await rows(s.db, sql`select verify_events(2) as wrong`)).toEqual([{ wrong: null }])
  })

  test('working hours in a state: the sub-state’s own, else those of the state, from when it began, and over them it is marked', async () => {
    const zone = 'America/Sao_Paulo'
    const limitOf = async (code: string) => {
      const { LIMITE_ESTADO } = (await s.call({ url: `/analysis/${await s.of(code)}`, as: s.who.control })).body
      return LIMITE_ESTADO
    }
    expect(await limitOf('B1')).toBeNull()
    await patch(1, { slaHorasHabiles: 20 })
    const opened = (await rows(s.db, sql<{ at: Date }>`select loaded_at as at from balance_load where id = 2`))[0]!.at
    const due = addWorkingMinutes(new Date(opened), 20 * 60, { zone })
    expect(await limitOf('B1')).toEqual({ horas: 20, desde: new Date(opened).toISOString(), vence: due.toISOString(), vencido: false })
    // The group was said to wait for the bank, which is given 9 hours of its own.
    const [said] = await rows(
      s.db,
      sql<{ at: Date }>`select max(at) as at from event where kind = 'subestado' and analysis_id = ${await s.of('G2')}`,
    )
    expect(await limitOf('G2')).toMatchObject({ horas: 9, desde: new Date(said!.at).toISOString() })
    const over = async (url: string) =>
      (await s.call({ url, query: { periodId: 2, limiteVencido: true }, as: s.who.control })).body.data.map(
        ({ CUENTA, NOMBRE }: { CUENTA?: string; NOMBRE?: string }) => NOMBRE ?? CUENTA,
      )
    expect(await over('/analysis')).toEqual([])
    await sql`update balance_load set loaded_at = loaded_at - interval '30 days' where id = 2`.execute(s.db)
    expect(await over('/analysis')).toEqual(['B1'])
    expect(await limitOf('B1')).toMatchObject({ vencido: true })
    expect(await over('/analysis/group/control')).toEqual([])
    const path = join(s.folder, 'limite.xlsx')
    const list = { url: '/analysis', query: { periodId: 2, limiteVencido: true, format: 'excel' }, as: s.who.control }
    writeFileSync(path, (await s.call(list)).body)
    const [header, row] = await (await openTable(path, 'limite.xlsx')).head(5)
    expect(row!.cells[header!.cells.indexOf('Vence en su estado (UTC)')]).toBeTruthy()
    await patch(1, { slaHorasHabiles: null })
    expect(await limitOf('B1')).toBeNull()
  })

  test('the database adds working hours as the server does, over weekends, holidays and other weeks', async () => {
    await sql`insert into calendar (country_id, working_days, zone) values (1, '{1,2,3,4,6}', 'America/Bogota')`.execute(s.db)
    await sql`insert into holiday values (1, '2026-12-08', 'Inmaculada'), (1, '2026-12-25', 'Navidad')`.execute(s.db)
    const calendar = { zone: 'America/Bogota', days: [1, 2, 3, 4, 6], holidays: new Set(['2026-12-08', '2026-12-25']) }
    for (let n = 0; n < 40; n++) {
      const since = new Date(Date.UTC(2026, 11, 1, (n * 17) % 24, (n * 7) % 60) + n * 86_400_000 * 0.7)
      const hours = 1 + ((n * 13) % 90)
      const [found] = await rows(
        s.db,
        sql<{ own: Date; other: Date }>`select after_working_hours(${since.toISOString()}::timestamptz, ${hours}, 1, 'UTC') as own,
          after_working_hours(${since.toISOString()}::timestamptz, ${hours}, null, 'UTC') as other`,
      )
      expect(new Date(found!.own)).toEqual(addWorkingMinutes(since, hours * 60, calendar))
      expect(new Date(found!.other)).toEqual(addWorkingMinutes(since, hours * 60, { zone: 'UTC' }))
    }
    await sql`delete from holiday`.execute(s.db)
    await sql`delete from calendar`.execute(s.db)
  })

  test('a change of a state that somebody else has saved meanwhile is answered with how it is now', async () => {
    const { revision } = await get(4)
    expect((await patch(4, { nombreEs: 'Listo', revision })).status).toBe(200)
    expect(await patch(4, { nombreEs: 'Cerrado', revision })).toMatchObject({
      status: 409,
      body: { code: 'row_moved', current: { nombreEs: 'Listo', revision: revision + 1 } },
    })
  })
})
