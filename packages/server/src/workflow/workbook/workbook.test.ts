import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openZip, type SheetCell, type SheetRowValues, writeWorkbook } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { row, transaction } from '../../platform/database/index.ts'
import { pdf, type Story, story, typedOver } from '../analysis/analysis.fixture.ts'
import { applyBalances } from '../generation/generation.ts'
import { forAnalyses, isOver, templatesOfHeadings } from '../template/template.repository.ts'
import { issuedFor, sign, signingKey, verify } from './signature.ts'
import { readUpload } from './workbook.reading.ts'

let s: Story
beforeAll(async () => {
  s = await story([
    { code: '1101', balance: '1000.00', previous: '1000.00' },
    { code: '1102', balance: '5000.00', previous: '4000.00' },
    { code: '1103', balance: '300.00', previous: '300.00' },
    { code: '1104', balance: '70.00', previous: '70.00' },
    { code: '1105', balance: '80.00', previous: '80.00' },
    { code: '1106', balance: '300.00', previous: '300.00' },
    { code: '2101', balance: '5.00', safra: true },
    ...['11/01', '11:01', 'CAJA-a', 'CAJA-A'].map((code) => ({ code, balance: '1.00' })),
  ])
})
afterAll(() => s.close())

const path = () => join(s.folder, 'libro.xlsx')
/** The downloaded workbook with overwritten cells, by name or address. */
async function workbook(url: string, cells: Record<string, string | { n: string }> = {}) {
  writeFileSync(path(), (await s.call({ url, as: s.who.analista })).body)
  return { name: 'libro.xlsx', content: await typedOver(path(), cells) }
}
const ofAnalysis = async (code: string, cells?: Record<string, string | { n: string }>) =>
  workbook(`/analysis/${await s.of(code)}/workbook`, cells)
const look = async (file: { name: string; content: Uint8Array | string }, as = s.who.analista) =>
  (await s.call({ method: 'POST', url: '/analysis/workbook/check', file, as })).body
const faults = (answer: { CELDAS: { celda: string; codigo: string }[] }) => answer.CELDAS.map(({ celda, codigo }) => `${celda}: ${codigo}`)
/** A composition of two items, with what follows from it. */
const composed = (one: string, two: string, sum: string, difference: string) => ({
  D19: { n: one },
  D20: { n: two },
  D49: { n: sum },
  B12: { n: sum },
  B13: { n: difference },
})

describe('a workbook is looked at before it is sent', () => {
  test('it is found by its signature, with its values, and nothing is wrong', async () => {
    const answer = await look(
      await ofAnalysis('1103', { ...composed('100.25', '190.00', '290.25', '9.75'), B14: 'Factura 12 en tránsito' }),
    )
    expect(answer).toEqual({
      tipo: 'analisis',
      firma: 'valida',
      COD_ANALISIS: await s.of('1103'),
      AGRUPADO_ID: null,
      NOMBRE: 'Cuenta 1103',
      PERIODO: '2026-10',
      VALORES: [
        {
          COD_ANALISIS: await s.of('1103'),
          CUENTA: '1103',
          NOMBRE_CUENTA: 'Cuenta 1103',
          MONEDA: 'BRL',
          VALOR_BALANCE: '300.00',
          VALOR_ANALISIS: '290.25',
          VARIACION: '9.75',
          COMENTARIO_VARIACION: 'Factura 12 en tránsito',
          MARCAS: [],
        },
      ],
      CELDAS: [],
      AVISOS: [],
    })
    expect(await row(s.db, sql`select version, submitted_at from analysis where id = ${await s.of('1103')}`)).toEqual({
      version: 0,
      submitted_at: null,
    })
  })

  test.each<[string, Record<string, string | { n: string }>, string[]]>([
    ['another account', { B4: '1101' }, ['Análisis!B4: workbook_other']],
    ['another account and period', { B4: '1101', B6: '2026-09' }, ['Análisis!B4: workbook_other', 'Análisis!B6: workbook_other']],
    ['a balance that was typed over', { B9: { n: '290' }, B12: { n: '290' }, B13: { n: '0' } }, ['Análisis!B9: workbook_altered']],
    ['a difference that does not follow', { ...composed('1', '2', '3', '0') }, ['Análisis!B13: workbook_arithmetic']],
    ['a supported value beside its composition', { ...composed('1', '2', '3', '290'), B12: { n: '10' } }, ['Análisis!B12: workbook_total']],
    [
      'a total that was typed over, and a difference too',
      { ...composed('1', '2', '4', '1') },
      ['Análisis!B13: workbook_arithmetic', 'Análisis!D49: workbook_total', 'Análisis!B12: workbook_total'],
    ],
    ['an amount that is text', { ...composed('1', '2', '3', '297'), D21: '1.500,00' }, ['Análisis!D21: workbook_text_amount']],
    ['no value at all', { B12: '' }, ['Análisis!B12: workbook_empty']],
  ])('%s is named by its cell', async (_, cells, expected) => {
    expect(faults(await look(await ofAnalysis('1103', cells)))).toEqual(expected)
  })

  test('each fault is a sentence with the cell and both figures', async () => {
    const [first] = (await look(await ofAnalysis('1103', composed('1', '2', '3', '0')))).CELDAS
    expect(first.mensaje).toBe('La celda Análisis!B13 dice 0,00, y el saldo menos lo sustentado es 297,00.')
  })

  test('a balance that has changed since is stale, whatever its cell says', async () => {
    const given = await ofAnalysis('1104')
    const hidden = await typedOver(path(), { B9: { n: '71' } })
    await sql`update balance set amount = 71 where period_id = 2 and account_id = (select id from account where code = '1104')`.execute(
      s.db,
    )
    await transaction(s.db, (tx) => applyBalances(tx, { periodId: 2, loadId: 2, caller: { userId: s.who.control.id, roleId: 3 } }))
    expect(faults(await look(given))).toEqual(['Análisis!B9: workbook_stale'])
    expect(faults(await look({ name: 'libro.xlsx', content: hidden }))).toContain('Análisis!B9: workbook_altered')
  })

  test('of another’s analysis, or one that was sent, nothing is told', async () => {
    const file = await ofAnalysis('1105')
    expect(await look(file, s.who.otherAnalista)).toMatchObject({
      COD_ANALISIS: null,
      VALORES: [],
      CELDAS: [{ codigo: 'workbook_nobodys' }],
    })
    await s.submit('1105')
    expect(await look(file)).toMatchObject({ COD_ANALISIS: null, NOMBRE: null, VALORES: [], CELDAS: [{ codigo: 'workbook_nobodys' }] })
  })

  test('another file is simply that; one that nobody can read is refused', async () => {
    expect(await look(pdf())).toEqual({
      tipo: 'otro',
      firma: 'ausente',
      COD_ANALISIS: null,
      AGRUPADO_ID: null,
      NOMBRE: null,
      PERIODO: null,
      VALORES: [],
      CELDAS: [],
      AVISOS: [],
    })
    const answer = await s.call({
      method: 'POST',
      url: '/analysis/workbook/check',
      file: { name: 'a.xlsx', content: 'PK' },
      as: s.who.analista,
    })
    expect(answer.status).toBe(422)
  })
})

describe('a workbook is signed', () => {
  test('for one analysis and one balance; a letter more and it is not', async () => {
    const key = await signingKey(s.db)
    const issued = issuedFor({ id: 17, balance: '-5000.00' })
    const text = sign(key, issued)
    expect(verify(key, text)).toEqual(issued)
    for (const forged of [text.replace('~17~', '~18~'), text.replace('5000', '5001'), text.slice(0, -1), `${text}a`, '', 'A~17~1~x'])
      expect(verify(key, forged)).toBeNull()
    expect(verify('another key', text)).toBeNull()
    expect(text.length).toBeLessThan(255)
  })

  test('and sent back under another account’s name it is refused, though every cell agrees', async () => {
    const id = await s.of('1101')
    const file = await ofAnalysis('1103', { B4: '1101', B8: { n: String(id) }, B9: { n: '1000' }, B12: { n: '1000' }, B13: { n: '0' } })
    const answer = await s.submit('1101', { VALOR_ANALISIS: '1000', VARIACION: '0' }, { file })
    expect(answer).toMatchObject({ status: 422, body: { code: 'workbook_signature', issues: [{ path: 'file' }] } })
  })

  test('every wrong cell is told at once when it is sent', async () => {
    const file = await ofAnalysis('1103', composed('1', '2', '4', '1'))
    const { status, body } = await s.submit('1103', { VALOR_ANALISIS: '5', VARIACION: '295' }, { file })
    expect(status).toBe(422)
    expect(body.message).toBe('El libro tiene 4 celdas que corregir.')
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual(['VALOR_ANALISIS', 'file', 'file', 'file'])
  })

  test('what was sent with it says so to whoever decides', async () => {
    const file = await ofAnalysis('1103', composed('100', '200', '300', '0'))
    expect((await s.submit('1103', { VALOR_ANALISIS: '300', VARIACION: '0' }, { file })).status).toBe(200)
    const detail = (await s.call({ url: `/analysis/${await s.of('1103')}`, as: s.who.jefatura })).body
    expect(detail.COMPROBACIONES.map(({ codigo }: { codigo: string }) => codigo)).toEqual([
      'libro_coincide',
      'libro_firmado',
      'no_cargo_version',
      'sin_diferencia',
    ])
  })

  /** Written by LibreOffice 7.4: opened and saved as xlsx, and saved as ods and then as xlsx. Made by `fixtures/README.md`. */
  test.each(['libreoffice.xlsx', 'libreoffice-ods.xlsx'])('and keeps its names and its signature in %s', async (name) => {
    const upload = { path: join(import.meta.dirname, 'fixtures', name), name, size: 1, sha256: '' }
    const { cells, items, signature } = await readUpload(upload, ['CUENTA', 'VALOR_ANALISIS', 'VARIACION', 'TOTAL'], ['VALOR_ANALISIS'])
    expect(cells).toMatchObject({
      CUENTA: { value: '0018300008', address: 'B4' },
      VALOR_ANALISIS: { value: { n: '416147985.65' }, formula: expect.stringMatching(/SUM\(\$?D\$?19:\$?D\$?48\)/) },
      VARIACION: { value: { n: '184445.38' } },
      TOTAL: { value: { n: '416147985.65' }, address: 'D49' },
    })
    expect(items.map(({ address }) => address)).toEqual(['D19', 'D20'])
    expect(verify('una clave de prueba', signature ?? '')).toEqual({ kind: 'A', id: 1729, balance: '416332431.03' })
  })
})

describe('many workbooks at once', () => {
  test('come in one ZIP, each signed for its account, and all are recorded', async () => {
    const ids = [await s.of('1101'), await s.of('1102')]
    const answer = await s.call({ method: 'POST', url: '/analysis/workbooks', body: { COD_ANALISIS: ids }, as: s.who.analista })
    expect(answer.headers['content-type']).toBe('application/zip')
    writeFileSync(path(), answer.body)
    const zip = await openZip(path())
    expect([...zip.entries.keys()]).toEqual(['1101 2026-10.xlsx', '1102 2026-10.xlsx'])
    const events = await row(
      s.db,
      sql`select count(distinct analysis_id)::int as n from event where kind = 'plantilla' and analysis_id = any(${ids}::int[])`,
    )
    expect(events).toEqual({ n: 2 })
  })

  test('keep names that a file system would take for the same apart', async () => {
    const ids = await Promise.all(['11/01', '11:01', 'CAJA-a', 'CAJA-A'].map(s.of))
    const answer = await s.call({ method: 'POST', url: '/analysis/workbooks', body: { COD_ANALISIS: ids }, as: s.who.analista })
    writeFileSync(path(), answer.body)
    const names = [...(await openZip(path())).entries.keys()]
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4)
    expect(names).toContain('11 01 VOTORANTIM 2026-10.xlsx')
  })

  test('of which one is another’s: none', async () => {
    const ids = [await s.of('1101'), await s.of('2101')]
    expect((await s.call({ method: 'POST', url: '/analysis/workbooks', body: { COD_ANALISIS: ids }, as: s.who.analista })).status).toBe(404)
    expect(
      (await s.call({ method: 'POST', url: '/analysis/workbooks', body: { COD_ANALISIS: [ids[0]] }, as: s.who.jefatura })).status,
    ).toBe(403)
  })
})

describe('the formulas of a workbook are computed anew', () => {
  const amount = (value: string | null, more: Partial<SheetCell> = {}): SheetCell => ({ value, type: 'amount', ...more })
  /** A workbook of account 1106 (balance 300,00) as another program saves it: its composition from D1 down, its total below. */
  async function own(
    items: (string | null)[],
    supported: Partial<SheetCell>,
    more: SheetRowValues[] = [],
    total = items.length,
    variation: string | null = null,
  ) {
    const named: [string, SheetCell][] = [
      ['COD_ANALISIS', { value: await s.of('1106'), type: 'integer' }],
      ['CUENTA', { value: '1106', type: 'code' }],
      ['PERIODO', { value: '2026-10', type: 'code' }],
      ['VALOR_BALANCE', amount('300.00')],
      ['VALOR_ANALISIS', amount(null, supported)],
      ['VARIACION', amount(variation, { formula: 'B4-B5' })],
    ]
    const rows = items.map((item, i): SheetRowValues => {
      const [name, cell] = named[i] ?? []
      return [name ?? null, cell ? { ...cell, name: name! } : null, null, item === null ? null : amount(item)]
    })
    rows.push(['Total', null, null, amount(null, { name: 'TOTAL', formula: `SUM(D1:D${total})` })], ...more)
    const columns = [{ type: 'text' }, { type: 'amount' }, { type: 'text' }, { type: 'amount' }] as const
    await writeWorkbook([{ name: 'Libro', columns: [...columns], rows, names: { PARTIDAS: `D1:D${total}` } }], path())
    return { name: 'libro.xlsx', content: new Uint8Array(readFileSync(path())) }
  }
  const ITEMS = ['100.00', '190.25', null, null, null, null]
  const of = (answer: { AVISOS: { celda: string; codigo: string }[] }) => answer.AVISOS.map(({ celda, codigo }) => `${celda}: ${codigo}`)

  test('where the file keeps no results they are its values, and what does not follow is named', async () => {
    const good = await look(await own(ITEMS, { formula: 'D7' }))
    expect([good.VALORES[0].VALOR_ANALISIS, good.CELDAS, good.AVISOS]).toEqual(['290.25', [], []])
    expect(faults(await look(await own(ITEMS, { formula: 'SUM(D1:D6)+100' })))).toEqual(['Libro!B5: workbook_total'])
  })
  test('a stored result that its formula does not give is named with its cell', async () => {
    const wrong = await look(
      await own(['100.00', '190.25', null, null, null, null, null], { formula: 'ROUND(SUM(D1:D2),0)', value: '290.25' }, [], 7, '9.75'),
    )
    expect(wrong.CELDAS).toMatchObject([
      {
        celda: 'Libro!B5',
        codigo: 'workbook_recalculated',
        mensaje: 'La celda Libro!B5 guarda 290,25 y su fórmula da 290,00: abra el libro, deje que calcule y guárdelo.',
      },
    ])
  })
  test('amounts below the total are named; a composition of any length is added up whole, also beyond the range of its name', async () => {
    expect(faults(await look(await own(ITEMS, { formula: 'D7' }, [[null, null, null, amount('50.00')]])))).toEqual([
      'Libro!D8: workbook_outside',
    ])
    const many = Array.from({ length: 300 }, () => '1.00')
    expect((await look(await own(many, { formula: 'D301' }))).CELDAS).toEqual([])
    expect(faults(await look(await own(many, { formula: 'D301' }, [], 290)))).toEqual([
      'Libro!D301: workbook_total',
      'Libro!B5: workbook_total',
    ])
  })
  test('what is not computed is said to be unchecked, never right, and whoever decides sees it', async () => {
    const file = await own(ITEMS, { formula: 'AGGREGATE(9,6,D1:D6)', value: '290.25' })
    const answer = await look(file)
    expect([answer.CELDAS, of(answer)]).toEqual([[], ['Libro!B5: workbook_unchecked_function']])
    expect(answer.AVISOS[0].mensaje).toBe('Sin comprobar la celda Libro!B5: su fórmula usa «AGGREGATE», que Cuadre no calcula.')
    expect(faults(await look(await own(ITEMS, { formula: 'AGGREGATE(9,6,D1:D6)' })))).toEqual(['Libro!B5: workbook_uncalculated'])
    expect(of(await look(await own([null, null, null, null, null, null], { value: '290.25' })))).toEqual(['Libro!B5: workbook_alone'])
    expect((await s.submit('1106', { VALOR_ANALISIS: '290.25', VARIACION: '9.75' }, { file })).status).toBe(200)
    const detail = (await s.call({ url: `/analysis/${await s.of('1106')}`, as: s.who.jefatura })).body
    expect(detail.COMPROBACIONES).toContainEqual({ codigo: 'libro_sin_comprobar', resultado: 'aviso', monto: null, detalle: null })
    await s.call({ method: 'POST', url: `/analysis/${await s.of('1106')}/recall`, body: {}, as: s.who.analista })
  })
})

describe('the workbook of a group is looked at', () => {
  test('with the value of each member, and each wrong cell', async () => {
    const ids = [await s.of('1101'), await s.of('1104')]
    const made = await s.group('Dos', ['1101', '1104'])
    const url = `/analysis/group/${made.body.AGRUPADO_ID}/workbook`
    const good = await look(await workbook(url, { F9: { n: '1000' }, G9: { n: '0' }, F10: { n: '70' }, G10: { n: '1' } }))
    expect(good).toMatchObject({
      tipo: 'grupo',
      firma: 'valida',
      COD_ANALISIS: null,
      AGRUPADO_ID: made.body.AGRUPADO_ID,
      NOMBRE: 'Dos',
      VALORES: [
        { COD_ANALISIS: ids[0], CUENTA: '1101', VALOR_ANALISIS: '1000.00', VARIACION: '0.00' },
        { COD_ANALISIS: ids[1], CUENTA: '1104', VALOR_ANALISIS: '70.00', VARIACION: '1.00' },
      ],
      CELDAS: [],
    })
    const bad = await look(await workbook(url, { A9: '9999', F9: { n: '1000' } }))
    expect(faults(bad)).toEqual(['Grupo!A9: workbook_other'])
    const wrong = await look(await workbook(url, { F9: { n: '1000' }, G9: { n: '5' } }))
    expect(faults(wrong)).toEqual(['Grupo!G9: workbook_arithmetic', 'Grupo!F10: workbook_empty'])
    expect(wrong.VALORES[1].VALOR_ANALISIS).toBeNull()
  })
})

describe('the marks of an explanation', () => {
  test('are told before it is sent, to its analyst alone, and those left to whoever decides', async () => {
    const id = await s.of('1102')
    await sql`update analysis set comment = 'Movimiento habitual del mes' where period_id = 1 and account_id = (select account_id from analysis where id = ${id})`.execute(
      s.db,
    )
    const ask = (COMENTARIO_VARIACION: string, as = s.who.analista) =>
      s.call({ method: 'POST', url: `/analysis/${id}/marks`, body: { COMENTARIO_VARIACION }, as })
    expect((await ask('Movimiento habitual del mes.')).body.MARCAS).toEqual([
      { codigo: 'comentario_copiado', resultado: 'aviso', monto: null, detalle: '2026-09' },
      { codigo: 'sin_monto_ni_causa', resultado: 'aviso', monto: null, detalle: null },
    ])
    expect((await ask('Disminuyó por el pago de una cuota')).body.MARCAS).toMatchObject([
      { codigo: 'signo_contrario', detalle: 'Disminuyó' },
    ])
    expect((await ask('Factura 4471 de Codelco por 1.000,00')).body.MARCAS).toEqual([])
    expect((await ask('x', s.who.jefatura)).status).toBe(403)
    expect((await ask('x', s.who.otherAnalista)).status).toBe(404)

    await s.submit('1102', { COMENTARIO_VARIACION: 'Movimiento habitual del mes' })
    const detail = (await s.call({ url: `/analysis/${id}`, as: s.who.jefatura })).body
    expect(detail.COMPROBACIONES.slice(-2)).toMatchObject([
      { codigo: 'comentario_copiado', detalle: '2026-09' },
      { codigo: 'sin_monto_ni_causa' },
    ])
    const sent = detail.EVENTOS.find(({ TIPO }: { TIPO: string }) => TIPO === 'enviado')
    expect(sent.DETALLE.marcas).toEqual(['comentario_copiado', 'sin_monto_ni_causa'])
  })
})

describe('the days on which a template is valid', () => {
  test('are those of the business, not of UTC: it neither ends in the evening of its last day nor begins in the evening before its first', async () => {
    const id = await s.of('1101')
    // Of these two, one is on another day than UTC at any hour.
    const zones = ['Pacific/Kiritimati', 'Etc/GMT+12']
    const found = await Promise.all(
      zones.map((zone) =>
        row(
          s.db,
          sql<{ day: string; far: boolean }>`select to_char(now() at time zone ${zone}, 'YYYY-MM-DD') as day,
          (now() at time zone ${zone})::date <> (now() at time zone 'UTC')::date as far`,
        ),
      ),
    )
    const { zone, day } = zones.map((zone, i) => ({ zone, ...found[i]! })).find(({ far }) => far)!
    await sql`with t as (insert into template (name, type, created_by) values ('De un día', 'ANALISIS', ${s.who.control.id}) returning id)
      insert into template_version (template_id, number, state, format, file_name, sha256, size, valid_from, valid_to, published_at, written_by)
        select id, 1, 'PUBLICADA', 'xlsx', 'x.xlsx', 'x', 1, ${day}::date, ${day}::date, now(), ${s.who.control.id} from t`.execute(s.db)
    const named = async (server: string) => (await templatesOfHeadings(s.db, server)).size > 0
    expect((await forAnalyses(s.db, 'UTC', [id])).has(id)).toBe(false)
    await sql`insert into calendar (country_id, zone) select country_id, ${zone} from analysis where id = ${id} on conflict (country_id) do update set zone = excluded.zone`.execute(
      s.db,
    )
    expect((await forAnalyses(s.db, 'UTC', [id])).has(id)).toBe(true)
    expect([await named(zone), await named('UTC')]).toEqual([true, false])
    expect(await isOver(s.db, zone, day)).toBe(false)
  })
})
