import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTable, readNamedCells } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { row, rows } from '../../platform/database/index.ts'
import { filledWorkbook, pdf, type Story, story, typedOver } from '../analysis/analysis.fixture.ts'

let s: Story
beforeAll(async () => {
  s = await story([
    { code: '1101', balance: '1000.00', previous: '1000.00' },
    { code: '1102', balance: '5000.00', previous: '4000.00' },
    { code: '1103', balance: '100.10', previous: '100.10' },
    { code: '1104', balance: '70.00', previous: '70.00' },
    { code: '00001105', name: 'Con ceros delante', balance: '123456789012345678.90', previous: '123456789012345678.90' },
    { code: '1106', balance: '-10.00', previous: '-10.00' },
    { code: '1107', balance: '999999999999999999.99', previous: '999999999999999999.99' },
    { code: '2101', balance: '5.00', safra: true },
    { code: '1108', balance: '2216638.00', previous: '2216638.00' },
    { code: '1109', balance: '-2000.00', previous: '-2000.00' },
    { code: '1110', balance: '300.00', previous: '300.00' },
  ])
})
afterAll(() => s.close())

const path = () => join(s.folder, 'libro.xlsx')
const saveTemplate = async (code: string) => {
  const answer = await s.call({ url: `/analysis/${await s.of(code)}/workbook`, as: s.who.analista })
  writeFileSync(path(), answer.body)
  return answer
}
const book = async (cells: Parameters<typeof filledWorkbook>[1], name = 'libro.xlsx') => {
  await filledWorkbook(path(), cells)
  return { name, content: new Uint8Array(readFileSync(path())) }
}
const state = async (code: string) => row(s.db, sql`select version, revision, value from analysis where id = ${await s.of(code)}`)

describe('the workbook of an analysis', () => {
  test('comes filled in, with the names that are read again', async () => {
    const answer = await saveTemplate('00001105')
    expect(answer.headers['content-disposition']).toContain('00001105%202026-10.xlsx')
    const cells = await readNamedCells(path(), [
      'CUENTA',
      'PERIODO',
      'COD_ANALISIS',
      'VALOR_BALANCE',
      'VALOR_ANALISIS',
      'VARIACION',
      'COMENTARIO',
    ])
    expect(cells).toMatchObject({
      CUENTA: { value: '00001105', sheet: 'Análisis' },
      PERIODO: { value: '2026-10' },
      COD_ANALISIS: { value: { n: String(await s.of('00001105')) } },
      // More digits than a spreadsheet's numbers hold: kept as text.
      VALOR_BALANCE: { value: '123456789012345678.90' },
      COMENTARIO: { address: 'B14' },
    })
    await saveTemplate('1101')
    expect(await readNamedCells(path(), ['VALOR_BALANCE', 'VALOR_ANALISIS', 'VARIACION'])).toMatchObject({
      VALOR_BALANCE: { value: { n: '1000' } },
      VALOR_ANALISIS: { value: { n: '0' }, formula: 'SUM(D19:D48)' },
      VARIACION: { value: { n: '1000' }, formula: 'B9-B12' },
    })
    const text = (await (await openTable(path(), 'libro.xlsx')).head(60)).map(({ cells }) => cells[0])
    expect(text).toEqual(expect.arrayContaining(['Análisis de saldo', 'Negocio', 'Concepto', 'Total']))
  })

  test('that it was taken is recorded; for others it is not there', async () => {
    const id = await s.of('1104')
    await s.call({ url: `/analysis/${id}/workbook`, as: s.who.analista })
    expect(await row(s.db, sql`select kind, actor_id from event where analysis_id = ${id}`)).toEqual({
      kind: 'plantilla',
      actor_id: s.who.analista.id,
    })
    expect((await s.call({ url: `/analysis/${id}/workbook`, as: s.who.otherAnalista })).status).toBe(404)
    expect((await s.call({ url: `/analysis/${id}/workbook`, as: s.who.jefatura })).status).toBe(403)
  })
})

describe('sending an analysis', () => {
  test('needs a file, the value and the difference; the comment only where the movement is material', async () => {
    expect(await s.submit('1101', {}, { file: null })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'file', message: 'Adjunte un archivo.' }] },
    })
    const url = `/analysis/file/${await s.of('1101')}`
    const partly = await s.call({ method: 'POST', url, body: { VARIACION: '0' }, file: pdf(), as: s.who.analista })
    expect(partly).toMatchObject({ status: 422, body: { issues: [{ path: 'VALOR_ANALISIS' }] } })
    expect(await s.submit('1102', { COMENTARIO_VARIACION: ' ' })).toMatchObject({
      status: 422,
      body: { code: 'analysis_comment_required', issues: [{ path: 'COMENTARIO_VARIACION' }] },
    })
    expect(await s.submit('1101', { COMENTARIO_VARIACION: '' })).toMatchObject({
      status: 200,
      body: {
        VALOR_ANALISIS: '1000.00',
        VARIACION: '0.00',
        COMENTARIO_VARIACION: null,
        VERSION: 1,
        ARCHIVO: { NOMBRE: 'extracto.pdf', VERSION: 1, CARGADO_POR: 'Rodrigo Peña' },
      },
    })
  })

  test('the difference is the server’s: one cent off is taken, two are refused with both figures', async () => {
    expect(await s.submit('1102', { VALOR_ANALISIS: '4999.5', VARIACION: '0.52' })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'VARIACION', message: 'VARIACION debe ser VALOR_BALANCE − VALOR_ANALISIS: 0,50, y se recibió 0,52.' }] },
    })
    expect((await s.submit('1102', { VALOR_ANALISIS: '-1000000', VARIACION: '1' }, { language: 'en' })).body.message).toContain(
      '1,005,000.00, but 1.00 was received',
    )
    expect((await s.submit('1102', { VALOR_ANALISIS: '4999.5', VARIACION: '0.51' })).body).toMatchObject({
      VALOR_ANALISIS: '4999.50',
      VARIACION: '0.50',
    })
  })

  test('amounts are exact to the last of eighteen digits, and more are refused', async () => {
    expect((await s.submit('00001105', { VALOR_ANALISIS: '123456789012345678.88', VARIACION: '0.02' })).body).toMatchObject({
      VALOR_ANALISIS: '123456789012345678.88',
      VARIACION: '0.02',
    })
    expect(await s.submit('1107', { VALOR_ANALISIS: '1234567890123456789', VARIACION: '0' })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'VALOR_ANALISIS' }] },
    })
    expect(await s.submit('1107', { VALOR_ANALISIS: '-0.01', VARIACION: '999999999999999999.99' })).toMatchObject({
      status: 422,
      body: { code: 'analysis_value_range' },
    })
    expect((await s.submit('1103', { VALOR_ANALISIS: '1,5', VARIACION: '0' })).body.issues[0].message).toBe(
      'Escriba un importe con dos decimales como máximo.',
    )
  })

  test('our workbook must be of this analysis and this balance, and say what was typed', async () => {
    const id = await s.of('1103')
    const ours = {
      COD_ANALISIS: { value: id, type: 'integer' as const },
      CUENTA: '1103',
      PERIODO: '2026-10',
      VALOR_BALANCE: '100.10',
      VALOR_ANALISIS: '100.00',
    }
    const send = async (cells: object, fields = { VALOR_ANALISIS: '100', VARIACION: '0.1' }) =>
      s.submit('1103', fields, { file: await book({ ...ours, ...cells }) })
    expect((await send({ CUENTA: '1101' })).body).toMatchObject({
      code: 'workbook_other',
      message: 'El libro es de otra cuenta o de otro período: Análisis!B2 dice 1101 y debía decir 1103.',
    })
    expect((await send({ PERIODO: '2026-09' })).body.code).toBe('workbook_other')
    expect((await send({ COD_ANALISIS: { value: id + 1, type: 'integer' } })).body.code).toBe('workbook_other')
    expect((await send({ VALOR_BALANCE: '90.00' })).body).toMatchObject({
      code: 'workbook_stale',
      message: expect.stringMatching(
        /^El saldo de la celda Análisis!B\d \(90,00\) ya no es el del balance \(100,10\)\. Descargue la plantilla de nuevo\.$/,
      ),
    })
    expect((await send({ VALOR_ANALISIS: '99.98' })).body).toMatchObject({
      code: 'workbook_value',
      issues: [{ path: 'VALOR_ANALISIS', message: 'La celda Análisis!B5 dice 99,98 y usted escribió 100,00.' }],
    })
    expect(await state('1103')).toEqual({ version: 0, revision: 1, value: null })
    // The residue of a spreadsheet's binary arithmetic is no contradiction.
    expect(await send({ VALOR_ANALISIS: '100.00000000000001' })).toMatchObject({ status: 200, body: { VARIACION: '0.10' } })
    const files = await rows(s.db, sql`select kind, book from analysis_file where analysis_id = ${id}`)
    expect(files).toEqual([{ kind: 'xlsx', book: { sheet: 'Análisis', address: 'B5', formula: null, value: '100.00', signed: false } }])
  })

  test('the template of this account goes back as it came, and that of another one does not', async () => {
    await saveTemplate('1106')
    const file = { name: 'libro.xlsx', content: new Uint8Array(readFileSync(path())) }
    expect((await s.submit('1104', { VALOR_ANALISIS: '0', VARIACION: '70' }, { file })).body.code).toBe('workbook_other')
    expect((await s.submit('1106', { VALOR_ANALISIS: '0', VARIACION: '-10.00' }, { file })).status).toBe(200)
  })

  test.each<[string, { name: string; content: string | Uint8Array }, string]>([
    ['an empty file', { name: 'nada.pdf', content: '' }, 'file_vacio'],
    ['a cut PDF', { name: 'a.pdf', content: '%PDF-1.7 and no end' }, 'file_truncado'],
    ['a PDF that is called a picture', { name: 'a.png', content: pdf().content }, 'file_extension'],
    ['a text that is called a PDF', { name: 'a.pdf', content: 'cuenta;saldo\n1;2\n' }, 'file_extension'],
    ['a program', { name: 'a.xlsx', content: new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]) }, 'analysis_file_kind'],
    ['a kind that nobody can look at', { name: 'a.docx', content: 'PK' }, 'analysis_file_kind'],
    ['a page of the web', { name: 'a.csv', content: '<html><script>1</script></html>' }, 'file_html'],
    [
      'a cut workbook',
      { name: 'a.xlsx', content: new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) },
      'file_truncado',
    ],
  ])('%s is refused in one sentence and leaves nothing behind', async (_, file, code) => {
    const answer = await s.submit('1104', {}, { file })
    expect(answer).toMatchObject({ status: 422, body: { code, issues: [{ path: 'file' }] } })
    expect(answer.body.message).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/)
    expect(await state('1104')).toEqual({ version: 0, revision: 1, value: null })
  })

  test('who had it until it was handed over is told by whom and to whom; who never had it is not', async () => {
    const id = await s.of('1104')
    const [{ account_id }] = (await sql<{ account_id: number }>`select account_id from analysis where id = ${id}`.execute(s.db)).rows as [
      { account_id: number },
    ]
    const give = async (as: typeof s.who.analista) =>
      (await s.call({ method: 'PATCH', url: `/account/${account_id}`, body: { ID_ANALISTA: as.id }, as: s.who.control })).status
    expect((await s.call({ url: `/analysis/${id}`, as: s.who.otherAnalista })).body.code).toBe('not_found')
    expect(await give(s.who.otherAnalista)).toBe(200)
    expect(await s.submit('1104')).toMatchObject({
      status: 404,
      body: {
        code: 'analysis_handed_over',
        message: expect.stringMatching(/^\S.* pasó esta cuenta a Lucía Ferreyra: ya no le toca a usted\.$/),
      },
    })
    expect((await s.call({ url: `/analysis/${id}`, as: s.who.analista })).body.code).toBe('analysis_handed_over')
    expect(await give(s.who.analista)).toBe(200)
    expect((await s.call({ url: `/analysis/${id}`, as: s.who.otherAnalista })).body.code).toBe('analysis_handed_over')
    await sql`update analysis set revision = 1 where id = ${id}`.execute(s.db)
  })

  test('only its analyst sends it, and only while it waits for that', async () => {
    expect((await s.submit('1104', {}, { as: s.who.otherAnalista })).status).toBe(404)
    expect((await s.submit('1104', {}, { as: s.who.jefatura })).status).toBe(403)
    expect((await s.submit('1104', {}, { file: { name: 'a.csv', content: 'concepto;importe\nfactura;70\n' } })).status).toBe(200)
    expect(await s.submit('1104')).toMatchObject({
      status: 409,
      body: {
        code: 'analysis_not_pending',
        message: 'El análisis ya no espera un envío: está enviado.',
        current: { VERSION: 1, ESTADO_PRINCIPAL_ID: 1 },
      },
    })
    expect(
      await s.call({
        method: 'POST',
        url: '/analysis/file/9999',
        body: { VALOR_ANALISIS: '1', VARIACION: '1' },
        file: pdf(),
        as: s.who.analista,
      }),
    ).toMatchObject({ status: 404 })
  })

  test('its event has the file’s hash, the version and the values', async () => {
    const id = await s.of('1104')
    const file = await row(s.db, sql<{ sha256: string }>`select sha256 from analysis_file where analysis_id = ${id}`)
    expect(
      await row(s.db, sql`select actor_id, role_id, comment, detail from event where analysis_id = ${id} and kind = 'enviado'`),
    ).toEqual({
      actor_id: s.who.analista.id,
      role_id: 1,
      comment: 'Conciliado con el extracto.',
      detail: { version: 1, archivo: 'a.csv', sha256: file!.sha256, balance: '70.00', valor: '70.00', variacion: '0.00' },
    })
  })
})

describe('a difference above the threshold', () => {
  const silent = (VALOR_ANALISIS: string, VARIACION: string) => ({ VALOR_ANALISIS, VARIACION, COMENTARIO_VARIACION: '' })
  const base = (name: string) => sql`update threshold set base = ${name}`.execute(s.db)

  test('is not sent without an explanation, also when nothing moved; the sentence says what counts', async () => {
    expect(await s.submit('1108', silent('2010490.57', '206147.43'))).toMatchObject({
      status: 422,
      body: {
        code: 'analysis_difference_unexplained',
        message: 'La diferencia de 206.147,43 pasa el umbral (1.000,00 o 10 %): explíquela.',
        issues: [{ path: 'COMENTARIO_VARIACION' }],
      },
    })
    await base('AMBOS_Y')
    expect((await s.submit('1109', silent('-800', '-1200'), { language: 'en' })).body.message).toBe(
      'The difference of -1,200.00 is above the threshold (1,000.00 and 10 %, both at once): explain it.',
    )
    // 9.3 % is under 10 %, and there both must be reached.
    expect((await s.submit('1108', silent('2010490.57', '206147.43'))).status).toBe(200)
    await base('AMBOS_O')
    expect((await s.submit('1109', { ...silent('-800', '-1200'), COMENTARIO_VARIACION: 'Depósito en tránsito de 1.200.' })).status).toBe(
      200,
    )
  })
  test('the check of a workbook names the cell where its explanation is missing', async () => {
    await saveTemplate('1110')
    const file = {
      name: 'libro.xlsx',
      content: await typedOver(path(), { D19: { n: '200' }, D49: { n: '200' }, B12: { n: '200' }, B13: { n: '100' } }),
    }
    const look = (await s.call({ method: 'POST', url: '/analysis/workbook/check', file, as: s.who.analista })).body
    expect(look.CELDAS).toEqual([
      {
        celda: 'Análisis!B14',
        codigo: 'analysis_difference_unexplained',
        mensaje: 'La diferencia de 100,00 pasa el umbral (1.000,00 o 10 %): explíquela.',
      },
    ])
    const detail = (await s.call({ url: `/analysis/${await s.of('1110')}`, as: s.who.analista })).body
    expect(detail.UMBRAL).toEqual({ monto: '1000.00', porcentaje: '10.00', base: 'AMBOS_O' })
  })
})
