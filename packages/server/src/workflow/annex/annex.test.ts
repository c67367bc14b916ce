import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AnalysisEvent, Annex } from '@cuadre/api/analysis'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Person } from '../../lab/testing/server.ts'
import { row, rows } from '../../platform/database/index.ts'
import { contentPath } from '../../platform/storage/folder.ts'
import { folderStorage } from '../../platform/storage/index.ts'
import { referencedContents } from '../../platform/storage/referenced.ts'
import { pdf, type Story, story } from '../analysis/analysis.fixture.ts'

let s: Story
let next = 1100
/** An account that no other test uses. */
const fresh = () => `${++next}`
beforeAll(async () => {
  s = await story(Array.from({ length: 22 }, (_, i) => ({ code: `${1101 + i}`, balance: '100.00' })))
})
afterAll(() => s.close())

const paper = (name: string) => ({ name: `${name}.pdf`, content: pdf(name).content })
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')
const add = (
  path: string,
  file: { name: string; content: string | Uint8Array } = paper('extracto'),
  body: Record<string, string> = {},
  as: Person = s.who.analista,
) => s.call({ method: 'POST', url: `/analysis/${path}/annex`, file, body, as })
const remove = (path: string, id: number, as: Person = s.who.analista) =>
  s.call({ method: 'DELETE', url: `/analysis/${path}/annex/${id}`, as })
const read = async (path: string | number, as: Person = s.who.analista) => (await s.call({ url: `/analysis/${path}`, as })).body
const namesOf = async (path: string | number, as?: Person) =>
  ((await read(path, as)).ANEXOS as Annex[]).map(
    ({ NOMBRE, VERSION_DESDE, VERSION_HASTA }) => `${NOMBRE} ${VERSION_DESDE ?? '-'}..${VERSION_HASTA ?? ''}`,
  )
const steps = async (path: string | number, kind: string) =>
  ((await read(path, s.who.control)).EVENTOS as AnalysisEvent[]).filter(({ TIPO }) => TIPO === kind)
const intact = async () => (await s.call({ url: '/analysis/verify/2', as: s.who.control })).body.integra
const closed = (is: boolean) => sql`update period set status_id = ${is ? 3 : 1} where id = 2`.execute(s.db)

describe('annexes of an analysis', () => {
  test('are kept with the draft, seen by its analyst alone, and part of the version that is sent', async () => {
    const code = fresh()
    const id = await s.of(code)
    const first = await add(`${id}`, paper('extracto banco'), { DESCRIPCION: ' Extracto de octubre ' })
    expect(first).toMatchObject({
      status: 200,
      body: {
        NOMBRE: 'extracto banco.pdf',
        DESCRIPCION: 'Extracto de octubre',
        SHA256: sha256(paper('extracto banco').content),
        TAMANO: Buffer.byteLength(paper('extracto banco').content),
        CARGADO_POR: 'Rodrigo Peña',
        VERSION_DESDE: null,
        VERSION_HASTA: null,
        POSTERIOR: false,
      },
    })
    const second = (await add(`${id}`, { name: 'correo.csv', content: 'de;para\na;b\n' })).body as Annex
    expect(await namesOf(id)).toEqual(['extracto banco.pdf -..', 'correo.csv -..'])
    const describe = (DESCRIPCION: string, as = s.who.analista) =>
      s.call({ method: 'PATCH', url: `/analysis/annex/${second.ID}`, body: { DESCRIPCION }, as })
    expect((await describe('Correo del banco')).body.DESCRIPCION).toBe('Correo del banco')
    expect((await describe('x'.repeat(201))).status).toBe(422)

    expect(await namesOf(id, s.who.jefatura)).toEqual([])
    for (const path of [`annex/${second.ID}`, `annex/${second.ID}/evidence`])
      expect((await s.call({ url: `/analysis/${path}`, as: s.who.jefatura })).status).toBe(404)

    expect((await s.submit(code)).status).toBe(200)
    expect(await namesOf(id, s.who.jefatura)).toEqual(['extracto banco.pdf 1..', 'correo.csv 1..'])
    const [sent] = await steps(id, 'enviado')
    expect(sent!.DETALLE!.anexos).toEqual([
      { archivo: 'extracto banco.pdf', sha256: first.body.SHA256, descripcion: 'Extracto de octubre' },
      { archivo: 'correo.csv', sha256: second.SHA256, descripcion: 'Correo del banco' },
    ])
    expect((await describe('Otra cosa')).body).toMatchObject({ code: 'annex_sent' })
    expect(await intact()).toBe(true)
  })

  test('stand in the history of their own account and month, and in nobody else’s', async () => {
    const [code, without] = [fresh(), fresh()]
    const id = await s.of(code)
    await add(`${id}`, paper('del historial'))
    await s.submit(code)
    await s.submit(without)
    const annexesOf = async (analysis: number) => {
      const { COD_CUENTA, PERIODO } = await read(analysis, s.who.control)
      const answers = await Promise.all(
        [`/account/${COD_CUENTA}/history`, `/account-summary/account/${COD_CUENTA}`].map((url) => s.call({ url, as: s.who.control })),
      )
      return answers.map(({ body }) =>
        (body.data as { PERIODO: string; ANEXOS: Annex[] }[]).flatMap((row) =>
          row.ANEXOS.map(({ NOMBRE }) => (row.PERIODO === PERIODO ? NOMBRE : `${row.PERIODO}: ${NOMBRE}`)),
        ),
      )
    }
    expect(await annexesOf(id)).toEqual([['del historial.pdf'], ['del historial.pdf']])
    expect(await annexesOf(await s.of(without))).toEqual([[], []])
  })

  test('are read by the approver as they were added; that they opened one is recorded, once a version', async () => {
    const code = fresh()
    const id = await s.of(code)
    const table = (await add(`${id}`, { name: 'detalle.csv', content: 'concepto;importe\nbanco;100\n' })).body as Annex
    const scan = (await add(`${id}`, paper('contrato'))).body as Annex
    await s.submit(code)
    const look = async (annex: Annex, as: Person, path = '/evidence') => {
      if (path) await s.call({ method: 'POST', url: `/analysis/annex/${annex.ID}/seen`, as })
      return s.call({ url: `/analysis/annex/${annex.ID}${path}`, as })
    }
    expect((await look(table, s.who.jefatura)).body).toMatchObject({
      ID: table.ID,
      tipo: 'libro',
      hojas: [{ filas: expect.any(Array) }],
      celda: null,
    })
    expect((await look(scan, s.who.jefatura)).body).toMatchObject({ tipo: 'pdf', hojas: [] })
    const bytes = await look(scan, s.who.jefatura, '')
    expect(bytes.body.toString()).toBe(paper('contrato').content)
    expect(bytes.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('contrato.pdf'),
    })
    await look(scan, s.who.analista)
    expect((await look(scan, s.who.otherJefatura)).status).toBe(404)
    const seen = async () => (await steps(id, 'visto')).map(({ PERSONA, DETALLE }) => `${PERSONA} ${DETALLE!.archivo} ${DETALLE!.version}`)
    expect(await seen()).toEqual(['Marcela Duarte detalle.csv 1', 'Marcela Duarte contrato.pdf 1'])
    await s.decide('jefatura rechaza', code, s.who.jefatura)
    await s.submit(code)
    await look(scan, s.who.jefatura)
    await look(scan, s.who.jefatura, '')
    expect(await seen()).toEqual(['Marcela Duarte detalle.csv 1', 'Marcela Duarte contrato.pdf 1', 'Marcela Duarte contrato.pdf 2'])
  })

  test('of a rejected or recalled version are still there; taken away they stay part of what was sent', async () => {
    const code = fresh()
    const id = await s.of(code)
    const [kept, gone] = [(await add(`${id}`, paper('queda'))).body as Annex, (await add(`${id}`, paper('se va'))).body as Annex]
    await s.submit(code)
    expect((await remove(`${id}`, gone.ID)).body.code).toBe('analysis_not_pending')
    await s.decide('jefatura rechaza', code, s.who.jefatura)
    expect((await remove(`${id}`, gone.ID)).status).toBe(200)
    expect((await remove(`${id}`, gone.ID)).status).toBe(404)
    // The content that was taken away may come back.
    const again = (await add(`${id}`, paper('se va'))).body as Annex
    expect((await remove(`${id}`, again.ID)).status).toBe(200)
    await add(`${id}`, paper('nuevo'))
    await s.submit(code)
    expect(await namesOf(id, s.who.jefatura)).toEqual(['queda.pdf 1..', 'se va.pdf 1..1', 'nuevo.pdf 2..'])
    expect(
      (await steps(id, 'enviado')).map(({ DETALLE }) => (DETALLE!.anexos as { archivo: string }[]).map(({ archivo }) => archivo)),
    ).toEqual([
      ['queda.pdf', 'se va.pdf'],
      ['queda.pdf', 'nuevo.pdf'],
    ])
    expect((await s.call({ url: `/analysis/annex/${gone.ID}`, as: s.who.jefatura })).status).toBe(200)
    expect((await s.call({ method: 'POST', url: `/analysis/${id}/recall`, body: {}, as: s.who.analista })).status).toBe(200)
    expect((await remove(`${id}`, kept.ID)).status).toBe(200)
    expect(await namesOf(id)).toEqual(['queda.pdf 1..2', 'se va.pdf 1..1', 'nuevo.pdf 2..'])
    // The database itself protects what was submitted.
    for (const tampering of [
      sql`delete from annex_of where annex_id = ${kept.ID}`,
      sql`delete from annex where id = ${kept.ID}`,
      sql`update annex set name = 'otro.pdf' where id = ${kept.ID}`,
      sql`update annex_of set since = 2 where annex_id = ${kept.ID}`,
    ])
      await expect(tampering.execute(s.db)).rejects.toThrow()
  })

  test('that were never sent are gone when they are taken away, and their bytes a day later, but for what is something else’s too', async () => {
    const [one, other] = [await s.of(fresh()), await s.of(fresh())]
    const annexOf = async (id: number, name: string) => (await add(`${id}`, paper(name))).body as Annex
    const alone = await annexOf(one, 'borrador')
    const shared = await annexOf(one, 'compartido')
    await annexOf(other, 'compartido')
    const again = await annexOf(one, 'de vuelta')
    for (const { ID } of [alone, shared, again]) await remove(`${one}`, ID)
    expect(await rows(s.db, sql`select id from annex where id = ${alone.ID}`)).toEqual([])
    const storage = folderStorage(s.folder)
    const there = () => [alone, shared, again].map(({ SHA256 }) => existsSync(contentPath(s.folder, SHA256)))
    const sweep = (since: number) => storage.sweep(new Date(since), (contents) => referencedContents(s.db, contents))
    expect([await sweep(Date.now() - 60_000), there()]).toEqual([0, [true, true, true]])
    // Content that is added again is kept, even before a row refers to it.
    await annexOf(other, 'de vuelta')
    expect([await sweep(Date.now() + 60_000), there()]).toEqual([1, [false, true, true]])
    expect(readdirSync(join(s.folder, 'discarded'))).toEqual([])
    // What is gone may come again.
    await annexOf(one, 'borrador')
    expect(there()).toEqual([true, true, true])
  })

  test('have 50 MB at most, to the byte', async () => {
    const id = await s.of(fresh())
    const { content } = pdf('grande')
    const [head, end] = [content.slice(0, content.indexOf('trailer')), `\n${content.slice(content.indexOf('trailer'))}`]
    const sized = (size: number) => {
      const bytes = Buffer.alloc(size, '%')
      bytes.write(head)
      bytes.write(end, size - Buffer.byteLength(end))
      return { name: 'grande.pdf', content: bytes }
    }
    expect((await add(`${id}`, sized(50 * 1024 * 1024 + 1))).status).toBe(413)
    expect(await add(`${id}`, sized(50 * 1024 * 1024))).toMatchObject({ status: 200, body: { TAMANO: 50 * 1024 * 1024 } })
  })

  test('are refused in one sentence', async () => {
    const code = fresh()
    const id = await s.of(code)
    const first = (await add(`${id}`, paper('uno'))).body as Annex
    expect(await add(`${id}`, { ...paper('uno'), name: 'copia.pdf' })).toMatchObject({
      status: 409,
      body: { code: 'annex_twice', message: 'Ese contenido ya está en este análisis: «uno.pdf».', current: { ID: first.ID } },
    })
    const refused = async (file: { name: string; content: string | Uint8Array }) => {
      const { status, body } = await s.call({ method: 'POST', url: `/analysis/${id}/annex`, file, body: {}, as: s.who.analista })
      return [status, body.message]
    }
    expect(await refused({ name: 'nota.docx', content: 'x' })).toEqual([422, 'Adjunte un libro de Excel, un CSV, un PDF o una imagen.'])
    expect(await refused({ name: 'vacio.pdf', content: '' })).toEqual([422, expect.stringMatching(/^El archivo está vacío/)])
    expect(await refused({ name: 'grande.pdf', content: Buffer.alloc(50 * 1024 * 1024 + 1, '%PDF-') })).toEqual([
      413,
      'El archivo supera los 50 MB.',
    ])
    expect(
      (await s.call({ method: 'POST', url: `/analysis/${id}/annex`, body: { file: 'texto' }, form: true, as: s.who.analista })).status,
    ).toBe(422)
    for (let n = 2; n <= 10; n++) expect((await add(`${id}`, paper(`numero ${n}`))).status).toBe(200)
    expect((await add(`${id}`, paper('once'))).body.message).toBe('Se admiten hasta 10 anexos.')
    // Its own file is no annex of it.
    expect((await s.submit(code, {}, { file: { ...paper('numero 3'), name: 'analisis.pdf' } })).body.issues).toEqual([
      { path: 'file', message: expect.stringContaining('«numero 3.pdf»') },
    ])
    expect((await s.submit(code)).status).toBe(200)
    // Nothing of the refused ones was kept.
    expect(await row(s.db, sql`select count(*)::int as n from annex_of where analysis_id = ${id}`)).toEqual({ n: 10 })
  })

  test('are added and taken away by whoever may send the analysis, and only then', async () => {
    const code = fresh()
    const id = await s.of(code)
    const annex = (await add(`${id}`)).body as Annex
    expect((await add(`${id}`, paper('ajeno'), {}, s.who.otherAnalista)).status).toBe(404)
    expect((await add(`${id}`, paper('ajeno'), {}, s.who.jefatura)).status).toBe(403)
    expect((await add(`${id}`, paper('ajeno'), {}, s.who.control)).body.code).toBe('duty_not_yours')
    expect((await remove(`${id}`, annex.ID, s.who.otherAnalista)).status).toBe(404)
    await s.submit(code, {}, { file: paper('libro') })
    expect((await add(`${id}`, paper('tarde'))).body).toMatchObject({ code: 'analysis_not_pending', current: { COD_ANALISIS: id } })
    expect((await add(`${id}`, paper('tarde'), { POSTERIOR: 'true' })).body.code).toBe('annex_not_closed')
    // A draft goes over with its analysis.
    const other = await s.of(fresh())
    await add(`${other}`, paper('de Rodrigo'))
    await sql`update analysis set analyst_id = ${s.who.otherAnalista.id} where id = ${other}`.execute(s.db)
    expect(await namesOf(other, s.who.otherAnalista)).toEqual(['de Rodrigo.pdf -..'])
    expect(await namesOf(other, s.who.control)).toEqual([])
  })
})

describe('annexes of a group', () => {
  test('are of all its members, those that one of them brought along too; each goes on with them', async () => {
    const codes = [fresh(), fresh(), fresh()]
    const [one, two, three] = (await Promise.all(codes.map(s.of))) as [number, number, number]
    await add(`${one}`, paper('de uno'))
    await add(`${two}`, { ...paper('de uno'), name: 'el mismo.pdf' })
    await add(`${two}`, paper('de dos'))
    const { body: made } = await s.group('Bancos', codes.slice(0, 2))
    const id = made.AGRUPADO_ID as number
    expect(await namesOf(`group/${id}`)).toEqual(['de uno.pdf -..', 'el mismo.pdf -..', 'de dos.pdf -..'])
    expect((await add(`${one}`, paper('solo'))).body.code).toBe('analysis_in_group')
    const shared = (await add(`group/${id}`, paper('de todas'))).body as Annex
    expect((await add(`group/${id}`, paper('de dos'))).body.code).toBe('annex_twice')
    await s.call({ method: 'POST', url: `/analysis/group/${id}/members`, body: { COD_ANALISIS: [three] }, as: s.who.analista })
    expect(await namesOf(three)).toEqual(['de uno.pdf -..', 'de dos.pdf -..', 'de todas.pdf -..'])

    await s.submitGroup(id, Object.fromEntries(codes.map((code) => [code, '100'])), { comment: 'Conciliado con el extracto.' })
    for (const member of [one, two, three]) {
      const [sent] = await steps(member, 'enviado')
      expect((sent!.DETALLE!.anexos as { sha256: string }[]).map(({ sha256 }) => sha256)).toContain(shared.SHA256)
    }
    for (const name of ['de todas.pdf', 'de dos.pdf']) {
      const found = ((await read(`group/${id}`, s.who.jefatura)).ANEXOS as Annex[]).find(({ NOMBRE }) => NOMBRE === name)!
      await s.call({ method: 'POST', url: `/analysis/annex/${found.ID}/seen`, as: s.who.jefatura })
    }
    for (const member of [one, two, three]) expect(await steps(member, 'visto')).toHaveLength(2)
    expect((await steps(`group/${id}`, 'visto')).map(({ DETALLE }) => DETALLE!.archivo)).toEqual(['de todas.pdf', 'de dos.pdf'])

    await s.decideGroup('jefatura rechaza', id, s.who.jefatura)
    expect((await remove(`group/${id}`, shared.ID)).status).toBe(200)
    await s.call({ method: 'DELETE', url: `/analysis/group/${id}`, as: s.who.analista })
    expect(await namesOf(three)).toEqual(['de uno.pdf 1..', 'de dos.pdf 1..', 'de todas.pdf 1..1'])
  })

  test('are ten at most, whoever brought them', async () => {
    const codes = [fresh(), fresh()]
    for (const [i, code] of codes.entries()) for (let n = 0; n < 6; n++) await add(`${await s.of(code)}`, paper(`grupo ${i} ${n}`))
    expect((await s.group('Demasiados', codes)).body).toMatchObject({
      code: 'annex_too_many',
      issues: [{ path: 'COD_ANALISIS' }],
    })
    expect((await read(await s.of(codes[0]!))).AGRUPADO_ID).toBeNull()
  })
})

describe('in a closed period', () => {
  test('control and its analyst add a late one, marked as such and told in the chain; nothing else changes', async () => {
    const code = fresh()
    const id = await s.of(code)
    await add(`${id}`, paper('a tiempo'))
    await s.submit(code, {}, { file: paper('libro de cierre') })
    await s.decide('jefatura aprueba', code, s.who.jefatura)
    await s.decide('control aprueba', code, s.who.control)
    const whole = () => row(s.db, sql<object>`select * from analysis where id = ${id}`)
    const before = await whole()
    await closed(true)
    const { PUEDE } = await read(id, s.who.control)
    expect([PUEDE.anexarPosterior, (await read(id)).PUEDE.anexarPosterior, (await read(id, s.who.jefatura)).PUEDE.anexarPosterior]).toEqual(
      [true, true, false],
    )
    const late = { POSTERIOR: 'true' }
    expect((await add(`${id}`, paper('fallo'))).body.code).toBe('period_closed')
    expect((await add(`${id}`, paper('fallo'), late, s.who.jefatura)).status).toBe(403)
    expect((await add(`${id}`, paper('fallo'), late, s.who.otherAnalista)).status).toBe(404)
    expect((await add(`${id}`, { ...paper('libro de cierre'), name: 'otra vez.pdf' }, late)).body.message).toContain(
      '«libro de cierre.pdf»',
    )
    const added = await add(`${id}`, paper('sentencia'), { ...late, DESCRIPCION: 'Llegó del juzgado en noviembre' }, s.who.control)
    expect(added).toMatchObject({ status: 200, body: { POSTERIOR: true, CARGADO_POR: 'Beatriz Montoya', VERSION_DESDE: 1 } })
    expect((await add(`${id}`, paper('del analista'), late)).status).toBe(200)
    expect((await remove(`${id}`, added.body.ID)).body.code).toBe('period_closed')
    expect(await steps(id, 'anexo_posterior')).toMatchObject([
      {
        PERSONA: 'Beatriz Montoya',
        COMENTARIO: 'Llegó del juzgado en noviembre',
        DETALLE: { version: 1, archivo: 'sentencia.pdf', sha256: sha256(paper('sentencia').content) },
      },
      { PERSONA: 'Rodrigo Peña' },
    ])
    expect(await whole()).toEqual(before)
    expect(await intact()).toBe(true)
    expect((await read(id, s.who.control)).CADENA_INTEGRA).toBe(true)
    // A constraint refuses anything else.
    await sql`insert into annex (name, size, sha256, kind, added_by) values ('x.pdf', 1, 'x', 'pdf', ${s.who.analista.id})`.execute(s.db)
    await expect(sql`insert into annex_of (analysis_id, annex_id) select ${id}, max(id) from annex`.execute(s.db)).rejects.toMatchObject({
      code: 'CU001',
    })
    await expect(sql`update annex_of set until = 1 where analysis_id = ${id}`.execute(s.db)).rejects.toMatchObject({ code: 'CU001' })
    await sql`delete from annex where sha256 = 'x'`.execute(s.db)
    await closed(false)
    // Whoever brought evidence does not decide on it afterwards.
    await s.call({
      method: 'POST',
      url: `/analysis/${id}/reopen`,
      body: { motivo: 'Llegó la sentencia', nivel: 'control' },
      as: s.who.control,
    })
    expect((await s.decide('control aprueba', code, s.who.control)).body.code).toBe('duty_uploaded')
  })

  test('a group gets one for all its members, or one of them alone', async () => {
    const codes = [fresh(), fresh()]
    const [one, two] = (await Promise.all(codes.map(s.of))) as [number, number]
    const id = (await s.group('Cerrado', codes)).body.AGRUPADO_ID as number
    await s.submitGroup(id, Object.fromEntries(codes.map((code) => [code, '100'])), { comment: 'Conciliado con el extracto.' })
    await closed(true)
    expect((await add(`group/${id}`, paper('para ambas'), { POSTERIOR: 'true' })).status).toBe(200)
    expect((await add(`group/${id}`, paper('para ambas, otra'), { POSTERIOR: 'true' })).status).toBe(200)
    expect((await add(`${two}`, paper('para una'), { POSTERIOR: 'true' })).status).toBe(200)
    expect(await namesOf(one)).toEqual(['para ambas.pdf 1..', 'para ambas, otra.pdf 1..'])
    expect(await namesOf(`group/${id}`, s.who.control)).toEqual(['para ambas.pdf 1..', 'para ambas, otra.pdf 1..', 'para una.pdf 1..'])
    expect(await steps(`group/${id}`, 'anexo_posterior')).toHaveLength(2)
    expect(await intact()).toBe(true)
    await closed(false)
  })
})

test('an auditor reads them where documents are granted, a PDF with their name on it, and it is logged', async () => {
  const code = fresh()
  const id = await s.of(code)
  const annex = (await add(`${id}`, paper('para auditoría'))).body as Annex
  await s.submit(code)
  const get = (path = '') => s.call({ url: `/analysis/annex/${annex.ID}${path}`, as: s.who.auditor })
  expect((await get()).status).toBe(404)
  await s.decide('jefatura aprueba', code, s.who.jefatura)
  await s.decide('control aprueba', code, s.who.control)
  // A copy of their own, not the bytes that were added.
  const copy = (await get()).body as Buffer
  expect([copy.subarray(0, 5).toString(), sha256(copy.toString('latin1')) === annex.SHA256]).toEqual(['%PDF-', false])
  expect((await get('/evidence')).body.tipo).toBe('pdf')
  const log = await s.call({
    url: `/user/auditores/${s.who.auditor.id}/accesos`,
    query: { tipo: 'descarga', search: 'para aud' },
    as: s.who.control,
  })
  expect(log.body.data).toMatchObject([
    { LLAMADA: 'annexEvidence', CUENTA: code, ARCHIVO: 'para auditoría.pdf' },
    { LLAMADA: 'annexFile', CUENTA: code, ARCHIVO: 'para auditoría.pdf' },
  ])
  await sql`update auditor set documents = false, signature_dates = false`.execute(s.db)
  for (const path of ['', '/evidence']) expect((await get(path)).body.code).toBe('auditor_no_documents')
  const seen = await s.call({ method: 'POST', url: `/analysis/annex/${annex.ID}/seen`, as: s.who.auditor })
  expect(seen.body.code).toBe('auditor_no_documents')
  expect((await read(id, s.who.auditor)).ANEXOS).toMatchObject([{ NOMBRE: 'para auditoría.pdf', CARGADO_EN: null }])
})
