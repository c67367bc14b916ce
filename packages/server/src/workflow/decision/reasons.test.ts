import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTable } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { row } from '../../platform/database/index.ts'
import { type Story, story } from '../analysis/analysis.fixture.ts'

let s: Story
beforeAll(async () => {
  s = await story(['1101', '1102', '1103', '1104', '1105', '1106', '1107', '1108'].map((code) => ({ code, balance: '100.00' })))
  await sql`update reject_reason set active = false where code = 'EXPLICACION_INSUFICIENTE'`.execute(s.db)
})
afterAll(() => s.close())

const one = async (code: string) => (await s.call({ url: `/analysis/${await s.of(code)}`, as: s.who.control })).body
const rejections = async (query: object = {}) =>
  (await s.call({ url: '/statistics/rejections', query: { periodId: 2, ...query }, as: s.who.control })).body
const byReason = async (query: object = {}) =>
  (await rejections(query)).porMotivo.map((r: Record<string, unknown>) => [r.codigo, r.nivel, r.rechazos])

describe('a rejection may say its reason', () => {
  test('which has to be active and of the level, and is in the analysis, its history and the export', async () => {
    await s.submit('1101')
    for (const motivo of ['NO_HAY', 'EXPLICACION_INSUFICIENTE', 'POLITICA_CONTABLE'])
      expect(await s.decide('jefatura rechaza', '1101', s.who.jefatura, { motivo })).toMatchObject({
        status: 422,
        body: { code: 'reason_unknown', issues: [{ path: 'motivo' }] },
      })
    expect((await one('1101')).ESTADO_PRINCIPAL_ID).toBe(1)
    const done = await s.decide('jefatura rechaza', '1101', s.who.jefatura, { motivo: 'FALTA_SOPORTE' })
    expect(done).toMatchObject({ status: 200, body: { MOTIVO_CODIGO: 'FALTA_SOPORTE', MOTIVO_RECHAZO: 'Falta el extracto bancario.' } })
    const { EVENTOS } = await one('1101')
    expect(EVENTOS.at(-1)).toMatchObject({ TIPO: 'rechazado_jefatura', DETALLE: { version: 1, motivo: 'FALTA_SOPORTE' } })
    const history = await s.call({ url: '/analysis/history', query: { search: '1101' }, as: s.who.control })
    expect(history.body.data[0].EVENTOS.at(-1).DETALLE.motivo).toBe('FALTA_SOPORTE')
    const file = await s.call({ url: '/analysis', query: { search: '1101', format: 'excel' }, as: s.who.control })
    const path = join(s.folder, 'motivos.xlsx')
    writeFileSync(path, file.body)
    const [header, cells] = (await (await openTable(path, 'm.xlsx')).head(3)).map((each) => each.cells)
    expect(cells![header!.indexOf('Código del motivo')]).toBe('FALTA_SOPORTE')
    // In use it stays, and goes from the analysis with its state.
    const reason = await row(s.db, sql<{ id: number }>`select id from reject_reason where code = 'FALTA_SOPORTE'`)
    expect((await s.call({ method: 'DELETE', url: `/reject-reason/${reason!.id}`, as: s.who.control })).status).toBe(409)
    await s.submit('1101')
    expect((await one('1101')).MOTIVO_CODIGO).toBeNull()
  })

  test('also over a sub-state of before, with groups and with many at once', async () => {
    for (const code of ['1102', '1103']) {
      await s.submit(code)
      await s.decide('jefatura aprueba', code, s.who.jefatura)
    }
    await sql`insert into analysis_status (code, name_es, name_en, category, level, color) values ('EN_ESPERA', 'En espera', 'Waiting', 2, 'CONTROL', '#000000')`.execute(
      s.db,
    )
    await sql`update analysis set status_id = (select id from analysis_status where code = 'EN_ESPERA') where id = ${await s.of('1102')}`.execute(
      s.db,
    )
    await s.decide('control rechaza', '1102', s.who.control, { motivo: 'POLITICA_CONTABLE' })
    expect((await one('1102')).MOTIVO_CODIGO).toBe('POLITICA_CONTABLE')
    expect(await row(s.db, sql`select status_id from analysis where id = ${await s.of('1102')}`)).toEqual({ status_id: null })

    const { AGRUPADO_ID } = (await s.group('Dos', ['1104', '1105'])).body
    await s.submitGroup(AGRUPADO_ID, { '1104': '100', '1105': '100' }, { comment: 'Conciliado con el extracto.' })
    const group = await s.decideGroup('jefatura rechaza', AGRUPADO_ID, s.who.jefatura, { motivo: 'SALDO_NO_CUADRA' })
    expect(group).toMatchObject({ status: 200, body: { MOTIVO_CODIGO: 'SALDO_NO_CUADRA' } })
    expect((await one('1105')).MOTIVO_CODIGO).toBe('SALDO_NO_CUADRA')

    for (const code of ['1106', '1107']) await s.submit(code)
    const bulk = (motivo: string) =>
      Promise.all(['1106', '1107'].map(s.of)).then((ids) =>
        s.call({
          method: 'POST',
          url: '/analysis/decide-bulk',
          body: { ids, level: 'jefatura', action: 'reprobar', comentario: 'Falta el extracto bancario.', motivo },
          as: s.who.jefatura,
        }),
      )
    expect(await bulk('POLITICA_CONTABLE')).toMatchObject({ status: 422, body: { issues: [{ path: 'motivo' }] } })
    expect((await bulk('FALTA_SOPORTE')).body.hechos).toHaveLength(2)
    expect((await one('1107')).MOTIVO_CODIGO).toBe('FALTA_SOPORTE')
  })

  test('is counted by it: repeats count, a group once, what was taken back not, what nobody said apart', async () => {
    await s.decide('jefatura rechaza', '1101', s.who.jefatura)
    await s.submit('1108')
    await s.decide('jefatura rechaza', '1108', s.who.jefatura, { motivo: 'SALDO_NO_CUADRA' })
    expect((await s.call({ method: 'POST', url: `/analysis/${await s.of('1108')}/recall`, body: {}, as: s.who.jefatura })).status).toBe(200)
    const answer = await rejections()
    // FALTA_SOPORTE of 1101, 1106 and 1107; the second of 1101 without one.
    expect(await byReason()).toEqual([
      ['FALTA_SOPORTE', 'JEFATURA', 3],
      ['POLITICA_CONTABLE', 'CONTROL', 1],
      ['SALDO_NO_CUADRA', 'JEFATURA', 1],
      [null, 'JEFATURA', 1],
    ])
    expect(answer.porMotivo[0]).toMatchObject({ nombre: 'Falta soporte', acumulado: 0.5 })
    expect(answer.porMotivo.at(-1)).toMatchObject({ nombre: null, acumulado: 1 })
    expect(answer.rechazosJefatura + answer.rechazosControl).toBe(6)
    expect(await byReason({ tipo: 'agrupado' })).toEqual([['SALDO_NO_CUADRA', 'JEFATURA', 1]])
    const english = await s.call({ url: '/statistics/rejections', query: { periodId: 2 }, as: s.who.control, language: 'en' })
    expect(english.body.porMotivo[0].nombre).toBe('Support is missing')
    // Each figure opens the analyses that it counts; who was rejected twice for one reason is named once.
    const listed = async (rechazo: string, motivo: string) =>
      (await s.call({ url: '/dashboard/items', query: { periodId: 2, rechazo, motivo }, as: s.who.control })).body.total
    expect(await listed('JEFATURA', 'FALTA_SOPORTE')).toBe(3)
    expect(await listed('CONTROL', 'POLITICA_CONTABLE')).toBe(1)
    expect(await listed('JEFATURA', 'POLITICA_CONTABLE')).toBe(0)
    expect(await listed('JEFATURA', 'SALDO_NO_CUADRA')).toBe(1)
    expect(await listed('JEFATURA', 'ninguno')).toBe(1)
    // Said after the decision, it is that.
    const reason = await row(s.db, sql<{ id: number }>`select id from reject_reason where code = 'SALDO_NO_CUADRA'`)
    const body = { COD_ANALISIS: await s.of('1101'), motivoId: reason!.id, comentario: 'El saldo no cuadra con el mayor.' }
    const marked = await s.call({ method: 'POST', url: '/analysis-status/3/analysis', body, as: s.who.analista })
    expect(marked).toMatchObject({ status: 200 })
    expect(await byReason()).toEqual([
      ['FALTA_SOPORTE', 'JEFATURA', 3],
      ['SALDO_NO_CUADRA', 'JEFATURA', 2],
      ['POLITICA_CONTABLE', 'CONTROL', 1],
    ])
    expect(await listed('JEFATURA', 'ninguno')).toBe(0)
    expect(await listed('JEFATURA', 'SALDO_NO_CUADRA')).toBe(2)
  })
})
