import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWorkbook } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Person } from '../../lab/testing/server.ts'
import { row, transaction } from '../../platform/database/index.ts'
import { applyBalances } from '../generation/generation.ts'
import { filledWorkbook, pdf, type Story, story } from './analysis.fixture.ts'

let s: Story
beforeAll(async () => {
  s = await story([
    { code: '1101', balance: '5000.00', previous: '4000.00', risk: 'A' },
    { code: '1102', balance: '10.00' },
    { code: '1103', balance: '30.00', previous: '30.00' },
    { code: '1104', balance: '30.00', previous: '30.00' },
  ])
  await sql`update analysis set comment = 'Provisión del mes', state_main = 4, state_jefatura = 4, state_control = 4 where period_id = 1`.execute(
    s.db,
  )
})
afterAll(() => s.close())

const open = async (code: string, as: Person, language = 'es') =>
  (await s.call({ url: `/analysis/${await s.of(code)}`, as, language })).body
const kinds = (detail: { EVENTOS: { TIPO: string }[] }) => detail.EVENTOS.map(({ TIPO }) => TIPO)
const findings = (detail: { COMPROBACIONES: { codigo: string; resultado: string }[] }) =>
  detail.COMPROBACIONES.map(({ codigo, resultado }) => `${codigo}: ${resultado}`)

describe('the detail of an analysis', () => {
  test('has the period before, the series, the threshold and how it came to be', async () => {
    const detail = await open('1101', s.who.analista)
    expect(detail).toMatchObject({
      CUENTA: '1101',
      MATERIALIDAD: 'material',
      ANTERIOR: { PERIODO: '2026-09', COMENTARIO: 'Provisión del mes', ESTADO_PRINCIPAL_ID: 4 },
      SERIE: [
        { PERIODO: '2026-09', SALDO: '4000.00' },
        { PERIODO: '2026-10', SALDO: '5000.00' },
      ],
      UMBRAL: { monto: '500.00', porcentaje: '10.00', base: 'AMBOS_O' },
      ARCHIVOS: [],
      CADENA_INTEGRA: true,
      EVENTOS: [{ TIPO: 'generado', PERSONA: null, DETALLE: { cantidad: 4 } }],
      PUEDE: {
        enviar: true,
        decidirJefatura: false,
        decidirControl: false,
        recuperar: false,
        reabrir: false,
        anexarPosterior: false,
        motivo: null,
      },
    })
    expect(findings(detail)).toEqual(['movimiento_material: aviso'])
    expect((await open('1102', s.who.analista)).ANTERIOR).toBeNull()
  })

  test('has the balances of thirteen months, not thirteen balances of an account that has paused', async () => {
    await sql`insert into period (name, due_analyst, due_jefatura, due_control, due_close) select name, now(), now(), now(), now() from unnest(array['2025-08', '2025-09', '2025-10', '2025-11']) name`.execute(
      s.db,
    )
    await sql`insert into balance (period_id, account_id, amount, load_id) select p.id, c.id, 7, 1 from period p, account c where c.code = '1101' and p.name like '2025-%'`.execute(
      s.db,
    )
    const { SERIE } = await open('1101', s.who.analista)
    await sql`delete from balance where period_id in (select id from period where name like '2025-%')`.execute(s.db)
    await sql`delete from period where name like '2025-%'`.execute(s.db)
    expect(SERIE.map(({ PERIODO }: { PERIODO: string }) => PERIODO)).toEqual(['2025-10', '2025-11', '2026-09', '2026-10'])
  })

  test('tells each person what they may do, and why not in their language', async () => {
    expect((await open('1101', s.who.jefatura)).PUEDE).toEqual({
      enviar: false,
      decidirJefatura: false,
      decidirControl: false,
      recuperar: false,
      reabrir: false,
      anexarPosterior: false,
      motivo: 'El analista aún no lo ha enviado.',
    })
    await s.submit('1101', { VALOR_ANALISIS: '4990', VARIACION: '10', COMENTARIO_VARIACION: 'PROVISION del mes' })
    expect((await open('1101', s.who.jefatura)).PUEDE).toEqual({
      enviar: false,
      decidirJefatura: true,
      decidirControl: false,
      recuperar: false,
      reabrir: false,
      anexarPosterior: false,
      motivo: null,
    })
    expect((await open('1101', s.who.control, 'en')).PUEDE).toMatchObject({
      decidirControl: false,
      recuperar: false,
      reabrir: false,
      anexarPosterior: false,
      motivo: 'It is submitted and does not take this decision.',
    })
    expect((await open('1101', s.who.analista)).PUEDE.motivo).toBe('El análisis ya no espera un envío: está enviado.')
    expect((await open('1101', s.who.gerencia)).PUEDE).toEqual({
      enviar: false,
      decidirJefatura: false,
      decidirControl: false,
      recuperar: false,
      reabrir: false,
      anexarPosterior: false,
      motivo: null,
    })
  })

  test('shows what the machine looked at before the approver does', async () => {
    expect(findings(await open('1101', s.who.jefatura))).toEqual([
      'libro_sin_plantilla: aviso',
      'no_cargo_version: ok',
      'diferencia: aviso',
      'movimiento_material: aviso',
      'comentario_copiado: aviso',
    ])
    expect(findings(await open('1101', s.who.analista))).toContain('cargo_version: bloquea')
    await filledWorkbook(join(s.folder, 'l.xlsx'), { CUENTA: '1103', VALOR_ANALISIS: '30.00' })
    await s.submit('1103', {}, { file: { name: 'l.xlsx', content: new Uint8Array(readFileSync(join(s.folder, 'l.xlsx'))) } })
    expect(findings(await open('1103', s.who.jefatura))).toEqual([
      'libro_coincide: ok',
      'libro_sin_firma: aviso',
      'no_cargo_version: ok',
      'sin_diferencia: ok',
    ])
  })

  test('keeps every version and every step', async () => {
    await s.decide('jefatura rechaza', '1101', s.who.jefatura)
    await s.submit('1101', {}, { file: pdf('segunda') })
    await sql`update balance set amount = 5100 where period_id = 2 and account_id = 1`.execute(s.db)
    await transaction(s.db, (tx) => applyBalances(tx, { periodId: 2, loadId: 2, caller: { userId: s.who.control.id, roleId: 3 } }))
    const detail = await open('1101', s.who.control)
    expect(detail.ARCHIVOS.map(({ VERSION }: { VERSION: number }) => VERSION)).toEqual([2, 1])
    expect(kinds(detail)).toEqual(['generado', 'enviado', 'rechazado_jefatura', 'enviado', 'saldo_cambiado'])
    expect(detail.EVENTOS[2]).toMatchObject({
      PERSONA: 'Marcela Duarte',
      ROL: 'JEFATURA AREA',
      COMENTARIO: 'Falta el extracto bancario.',
      HASH: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(detail).toMatchObject({
      VALOR_BALANCE: '5100.00',
      VALOR_ANALISIS: '5000.00',
      VARIACION: '100.00',
      FECHA_ENVIO: null,
      ESTADO_PRINCIPAL_ID: 1,
    })
    expect((await open('1101', s.who.analista)).PUEDE.enviar).toBe(true)
  })

  test('is not found outside one’s scope, whoever has the number', async () => {
    const id = await s.of('1101')
    for (const as of [s.who.otherAnalista, s.who.otherJefatura, s.who.auditor])
      expect((await s.call({ url: `/analysis/${id}`, as })).status).toBe(404)
    expect((await s.call({ url: `/analysis/${id}` })).status).toBe(401)
    // The context at the top of the page narrows further.
    await s.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: { ID_PAIS: 1, ID_NEGOCIO: 2 }, as: s.who.control })
    expect((await s.call({ url: `/analysis/${id}`, as: s.who.control })).status).toBe(404)
    await s.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: { ID_PAIS: null, ID_NEGOCIO: null }, as: s.who.control })
  })
})

describe('the evidence', () => {
  const file = async (code: string) =>
    (await row(
      s.db,
      sql<{ id: number }>`select id from analysis_file where analysis_id = ${await s.of(code)} order by version desc limit 1`,
    ))!.id

  test('is downloaded as it was sent, under its name', async () => {
    const answer = await s.call({ url: `/analysis/file/${await file('1101')}`, as: s.who.jefatura })
    expect(answer.body.toString()).toBe(pdf('segunda').content)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('extracto.pdf'),
    })
  })

  test('a workbook is a grid, with the cell of VALOR_ANALISIS; paper only says what it is', async () => {
    expect((await s.call({ url: `/analysis/file/${await file('1103')}/evidence`, as: s.who.jefatura })).body).toMatchObject({
      NOMBRE: 'l.xlsx',
      tipo: 'libro',
      hojas: [
        {
          nombre: 'Análisis',
          filas: [
            [{ texto: 'CUENTA' }, { texto: '1103' }],
            [{ texto: 'VALOR_ANALISIS' }, { texto: '30', numero: true }],
          ],
          recortada: false,
        },
      ],
      celda: { hoja: 'Análisis', direccion: 'B2', formula: null, valor: '30.00' },
    })
    expect((await s.call({ url: `/analysis/file/${await file('1101')}/evidence`, as: s.who.jefatura })).body).toMatchObject({
      tipo: 'pdf',
      hojas: [],
      celda: null,
    })
  })

  test('of a long workbook it is said how many sheets are not shown, and of a hidden sheet that it is', async () => {
    const path = join(s.folder, 'largo.xlsx')
    const sheets = Array.from({ length: 12 }, (_, i) => ({ name: `Hoja ${i}`, columns: [], rows: [[String(i)]], hidden: i === 1 }))
    await writeWorkbook(sheets, path)
    await s.submit('1104', {}, { file: { name: 'largo.xlsx', content: new Uint8Array(readFileSync(path)) } })
    const { body } = await s.call({ url: `/analysis/file/${await file('1104')}/evidence`, as: s.who.jefatura })
    expect(body.masHojas).toBe(2)
    expect(body.hojas).toHaveLength(10)
    expect(body.hojas.filter(({ oculta }: { oculta?: boolean }) => oculta)).toMatchObject([{ nombre: 'Hoja 1' }])
  })

  test('that somebody else opened it is recorded once for each person and version', async () => {
    const id = await file('1103')
    // Shown is not seen: the page says so once it has been in view.
    await s.call({ url: `/analysis/file/${id}/evidence`, as: s.who.control })
    await s.call({ url: `/analysis/file/${id}`, query: { vista: true }, as: s.who.control })
    for (const as of [s.who.jefatura, s.who.jefatura, s.who.analista])
      expect((await s.call({ method: 'POST', url: `/analysis/file/${id}/seen`, as })).status).toBe(200)
    await s.call({ url: `/analysis/file/${id}`, as: s.who.control })
    expect((await s.call({ method: 'POST', url: `/analysis/file/${id}/seen`, as: s.who.otherJefatura })).status).toBe(404)
    expect(
      (await open('1103', s.who.control)).EVENTOS.filter(({ TIPO }: { TIPO: string }) => TIPO === 'visto').map(
        ({ PERSONA }: { PERSONA: string }) => PERSONA,
      ),
    ).toEqual(['Marcela Duarte', 'Beatriz Montoya'])
  })

  test('is not found outside one’s scope', async () => {
    for (const path of ['', '/evidence'])
      expect((await s.call({ url: `/analysis/file/${await file('1101')}${path}`, as: s.who.otherJefatura })).status).toBe(404)
  })
})

test('an event that somebody has changed in the database shows in its analysis, and in the proof of the period', async () => {
  const id = await s.of('1103')
  const intact = async () => ({
    own: (await open('1103', s.who.control)).CADENA_INTEGRA,
    other: (await open('1102', s.who.control)).CADENA_INTEGRA,
    period: (await s.call({ url: '/analysis/verify/2', as: s.who.control })).body.integra,
  })
  expect(await intact()).toEqual({ own: true, other: true, period: true })
  const change = (comment: string | null) =>
    sql`update event set comment = ${comment}::text where id = (select min(id) from event where analysis_id = ${id})`.execute(s.db)
  await sql`alter table event disable trigger event_append_only`.execute(s.db)
  await change('Otro comentario')
  expect(await intact()).toEqual({ own: false, other: true, period: false })
})
