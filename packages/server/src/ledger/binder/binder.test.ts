import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { openZip, zipOf } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Person } from '../../lab/testing/server.ts'
import { row } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { folderStorage } from '../../platform/storage/index.ts'
import { pdf, type Story, story } from '../../workflow/analysis/analysis.fixture.ts'
import { binder } from './binder.service.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
let s: Story
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'binder-'))
  s = await story([
    { code: '1101', balance: '5000.00', previous: '4000.00' },
    { code: '1102', balance: '10.00' },
    { code: '=2/3', balance: '30.00', safra: true },
  ])
  const annex = async (name: string, body: object = {}) =>
    s.call({
      method: 'POST',
      url: `/analysis/${await s.of('1101')}/annex`,
      file: { name, content: pdf(name).content },
      body,
      as: s.who.analista,
    })
  for (const name of ['contrato.pdf', 'cuenta: foto.pdf']) await annex(name, { DESCRIPCION: `Es ${name}` })
  await s.submit(
    '1101',
    { VALOR_ANALISIS: '4990', VARIACION: '10', COMENTARIO_VARIACION: 'Comisión' },
    { file: { ...pdf(), name: 'extracto:\u202e octubre.pdf' } },
  )
  // Not sent: no part of a binder.
  await s.call({ method: 'POST', url: `/analysis/${await s.of('1102')}/annex`, file: pdf('borrador'), body: {}, as: s.who.analista })
  await s.submit('=2/3', { VALOR_ANALISIS: '30', VARIACION: '0' }, { as: s.who.otherAnalista })
})
afterAll(async () => {
  await s.close()
  rmSync(folder, { recursive: true, force: true })
})

const CONTROL = (userId: number): Caller => ({
  userId,
  name: 'Beatriz Montoya',
  roleId: 3,
  permissions: new Set(),
  countryId: null,
  businessId: null,
  locale: 'es',
})
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
async function unpacked(as: Person, query: Record<string, unknown>, language = 'es') {
  const answer = await s.call({ url: '/analysis/binder', query, as, language })
  if (answer.status !== 200) return { answer, names: [], files: new Map<string, Buffer>(), json: undefined }
  return { answer, ...(await unzipped(answer.body)) }
}
async function unzipped(bytes: Buffer) {
  const path = join(folder, 'binder.zip')
  writeFileSync(path, bytes)
  const zip = await openZip(path)
  const files = new Map<string, Buffer>()
  for (const [name, entry] of zip.entries) {
    const pieces: Buffer[] = []
    for await (const piece of zip.bytes(entry)) pieces.push(Buffer.from(piece))
    files.set(name, Buffer.concat(pieces))
  }
  return { names: [...files.keys()].sort(), files, json: (name: string) => JSON.parse(files.get(name)!.toString()) }
}

type Parts = Map<string, () => Promise<ArrayBuffer>>
type Page = { inZip: (file: Blob) => Promise<Parts>; verify: (parts: Parts, progress: () => void) => Promise<{ problems: string[] }> }
/** What a page does in a browser, without one. */
function scriptOf(page: string): Page {
  const element = { textContent: '', lang: '', addEventListener: () => {} }
  const document = { ...element, documentElement: element, querySelector: () => element, getElementById: () => element }
  const world = createContext({
    document,
    navigator: { language: 'es' },
    crypto,
    TextDecoder,
    TextEncoder,
    Response,
    DecompressionStream,
    atob,
  })
  runInContext(/<script>(.*)<\/script>/s.exec(page)![1]!, world)
  // Its functions are the script's own.
  return world as unknown as Page
}

describe('the binder of a period', () => {
  test('has every file as it was submitted, its analyses with all events, the signatures, an index and a manifest of all of it', async () => {
    await s.call({
      method: 'POST',
      url: `/user/${s.who.analista.id}/upload-firma`,
      file: { name: 'firma.png', content: PNG },
      as: s.who.administrador,
    })
    const { names, files, json, answer } = await unpacked(s.who.control, { periodId: 2, businessId: 1 })
    expect(answer.headers['content-disposition']).toContain('expediente-2026-10.zip')
    const [one, two] = [`analisis/2026-10/VOTORANTIM/1101-${await s.of('1101')}`, `analisis/2026-10/VOTORANTIM/1102-${await s.of('1102')}`]
    expect(names).toEqual(
      [
        `${one}/analisis.json`,
        `${one}/anexos/1-contrato.pdf`,
        `${one}/anexos/2-cuenta_ foto.pdf`,
        `${one}/v1-extracto_ octubre.pdf`,
        `${two}/analisis.json`,
        'eventos/2026-10.jsonl',
        'firmas/firmas.json',
        'firmas/analista.png',
        'indice.csv',
        'manifiesto.firma.json',
        'manifiesto.json',
        'verificar.html',
      ].sort(),
    )
    expect(files.get(`${one}/v1-extracto_ octubre.pdf`)).toEqual(Buffer.from(pdf().content))
    expect(files.get(`${one}/anexos/2-cuenta_ foto.pdf`)).toEqual(Buffer.from(pdf('cuenta: foto.pdf').content))
    // The signature as it was drawn anew at its upload: the same points.
    const points = (file: Buffer) => sharp(file).toColourspace('srgb').ensureAlpha().raw().toBuffer()
    expect(await points(files.get('firmas/analista.png')!)).toEqual(await points(PNG))
    expect(json!(`${one}/analisis.json`)).toMatchObject({
      CUENTA: '1101',
      VALOR_ANALISIS: '4990.00',
      ANEXOS: [
        {
          NOMBRE: 'contrato.pdf',
          DESCRIPCION: 'Es contrato.pdf',
          SHA256: sha256(pdf('contrato.pdf').content),
          CARGADO_POR: 'Rodrigo Peña',
        },
        { NOMBRE: 'cuenta: foto.pdf', VERSION_DESDE: 1, POSTERIOR: false },
      ],
      EVENTOS: [{ TIPO: 'generado' }, { TIPO: 'enviado', PERSONA: 'Rodrigo Peña' }],
    })
    expect(files.get('indice.csv')!.toString()).toContain(`;1101;Cuenta 1101;BRL;5000,00;4990,00;10,00;Rodrigo Peña;En jefatura;`)
    // Of what was not submitted nothing is supported, and nothing differs (decisions §13).
    expect(files.get('indice.csv')!.toString()).toContain(`;1102;Cuenta 1102;BRL;10,00;;;Rodrigo Peña;Por preparar;`)
    const key = (await s.call({ url: '/binder-key' })).body
    expect(files.get('verificar.html')!.toString()).toContain(`const KEY = '${key.clave}'`)
    expect(sha256(Buffer.from(key.clave, 'base64'))).toBe(key.huella)
    expect(json!('manifiesto.firma.json')).toMatchObject({ algoritmo: 'Ed25519', clave: key.huella })
    const manifest = json!('manifiesto.json')
    expect(manifest).toMatchObject({
      formato: 'cuadre-expediente-1',
      hechoPor: 'Beatriz Montoya',
      completo: false,
      periodos: [{ periodo: '2026-10', integra: true }],
    })
    expect(manifest.archivos.map(({ ruta }: { ruta: string }) => ruta).sort()).toEqual(
      names.filter((name) => !name.startsWith('manifiesto.')),
    )
    for (const { ruta, bytes, sha256: hash } of manifest.archivos)
      expect([ruta, files.get(ruta)!.length, sha256(files.get(ruta)!)]).toEqual([ruta, bytes, hash])
  })

  test('whole, its chain of events can be computed again without a database, from the first event to the head', async () => {
    for (const as of [s.who.control, s.who.jefatura]) {
      const { files, json } = await unpacked(as, { periodId: 2 })
      const links: { n: number; previo: string; huella: string; texto: string | null }[] = files
        .get('eventos/2026-10.jsonl')!
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      let last = ''
      for (const [i, { n, previo, huella, texto }] of links.entries()) {
        expect([n, previo]).toEqual([i + 1, last])
        if (texto !== null) expect(sha256(Buffer.concat([Buffer.from(previo, 'hex'), Buffer.from(texto)]))).toBe(huella)
        last = huella
      }
      const { periodos, completo } = json!('manifiesto.json')
      expect([completo, periodos]).toEqual([true, [{ periodo: '2026-10', eventos: links.length, cabeza: last, integra: true }]])
      // A head of department has of the others' events only the hash.
      const events = links.filter(({ texto }) => texto?.includes('"enviado"'))
      expect(events).toHaveLength(as === s.who.control ? 2 : 1)
    }
  })

  test('names a file in the manifest as in the ZIP, also where a long name of emojis is cut', async () => {
    const name = `${'a'.repeat(79)}${'😀'.repeat(20)}.pdf`
    await s.submit('1102', { VALOR_ANALISIS: '10', VARIACION: '0' }, { file: { ...pdf(name), name } })
    const { files, json } = await unpacked(s.who.control, { ids: await s.of('1102') })
    const { archivos } = json!('manifiesto.json')
    expect(archivos.map(({ ruta }: { ruta: string }) => ruta).filter((ruta: string) => !files.has(ruta))).toEqual([])
    expect([...files.keys()].join()).toMatch(/\/v1-a{79}😀+\.pdf/u)
    await s.call({ method: 'POST', url: `/analysis/${await s.of('1102')}/recall`, body: {}, as: s.who.analista })
  })

  test('has its chain up to the head of its manifest, and in it every step that its analyses tell, whatever happens while it is written', async () => {
    const made = await binder({ db: s.db, storage: folderStorage(s.folder), zone: 'UTC' }, CONTROL(s.who.control.id), { periodId: 2 })
    const takeWorkbook = async () => s.call({ url: `/analysis/${await s.of('1102')}/workbook`, as: s.who.analista })
    await takeWorkbook()
    const pieces: Buffer[] = []
    let later = false
    for await (const piece of made.body as AsyncIterable<Buffer>) {
      pieces.push(piece)
      if (!later && piece.includes('eventos/2026-10.jsonl')) {
        later = true
        await takeWorkbook()
      }
    }
    const { files, json } = await unzipped(Buffer.concat(pieces))
    const [{ eventos, cabeza }] = json('manifiesto.json').periodos
    const links = files.get('eventos/2026-10.jsonl')!.toString().trim().split('\n')
    expect([links.length, JSON.parse(links.at(-1)!).huella]).toEqual([eventos, cabeza])
    const told = [...files.keys()].filter((name) => name.endsWith('analisis.json')).flatMap((name) => json(name).EVENTOS)
    expect(told.map(({ TIPO }: { TIPO: string }) => TIPO)).toContain('plantilla')
    const chain = new Set(links.map((line) => JSON.parse(line).huella))
    expect(told.filter(({ HASH }: { HASH: string }) => !chain.has(HASH))).toEqual([])
    expect((await row<{ seq: number }>(s.db, sql`select seq from event_head where period_id = 2`))!.seq).toBe(eventos + 1)
  })

  test('is checked by its own page, also packed again in a folder; what stands there twice or beside it is told', async () => {
    const { files } = await unpacked(s.who.control, { ids: await s.of('1101') })
    const { inZip, verify } = scriptOf(files.get('verificar.html')!.toString())
    const problems = async (parts: [string, string | Buffer][]) => {
      const pieces: Buffer[] = []
      for await (const piece of zipOf(parts.map(([name, content]) => ({ name, content: [content] })))) pieces.push(piece)
      return (await verify(await inZip(new Blob(pieces.map((piece) => new Uint8Array(piece)))), () => {})).problems
    }
    const own = [...files]
    const again = own.map(([name, content]): [string, Buffer] => [`expediente/${name}`, content])
    expect(await problems(own)).toEqual([])
    expect(await problems([...again, ['expediente/.DS_Store', 'x'], ['__MACOSX/expediente/._indice.csv', 'x']])).toEqual([])
    expect(await problems([...again, ['indice.csv', 'falso']])).toEqual(['No es del expediente: ../indice.csv'])
    expect(await problems([['indice.csv', 'falso'], ...own])).toEqual(['Cambiado: indice.csv', 'No es del expediente: indice.csv (2)'])
  })

  test('has an index in the language of whoever asks for it, as a spreadsheet of that language opens it', async () => {
    const { answer, files } = await unpacked(s.who.control, { periodId: 2, businessId: 1 }, 'en')
    expect(answer.headers['content-disposition']).toContain('binder-2026-10.zip')
    const [head, ...lines] = files.get('indice.csv')!.toString().replace('\ufeff', '').split('\r\n')
    expect(head).toBe(
      'Period,Business,Department,Account,Name,Currency,Balance,Supported balance,Difference,Analyst,Status,Submitted (UTC),Group,Files,Annexes,Folder',
    )
    expect(lines.join()).toContain(',1101,Cuenta 1101,BRL,5000.00,4990.00,10.00,Rodrigo Peña,With the department head,')
    expect(lines.join()).toContain(',1102,Cuenta 1102,BRL,10.00,,,Rodrigo Peña,To prepare,')
  })

  test('is remembered by the hash of its manifest', async () => {
    const { files } = await unpacked(s.who.control, { ids: await s.of('1101') })
    const check = async (huella: string) => (await s.call({ url: `/analysis/binder/${huella}`, as: s.who.auditor })).body
    expect(await check(sha256(files.get('manifiesto.json')!))).toMatchObject({ conocido: true, hechoPor: 'Beatriz Montoya', analisis: 1 })
    expect(await check(sha256('x'))).toEqual({ conocido: false, hechoPor: null, hechoEn: null, analisis: null, archivos: null })
    await expect(sql`update binder set analyses = 2`.execute(s.db)).rejects.toThrow()
  })

  test('a manifest that was mended after a change is not the signed one; what is kept today is told file by file', async () => {
    const { files } = await unpacked(s.who.control, { ids: await s.of('1101') })
    const manifest = files.get('manifiesto.json')!
    const firma = files.get('manifiesto.firma.json')!.toString()
    const check = async (content: Uint8Array, body: { firma?: string } = { firma }, as = s.who.control) =>
      (await s.call({ method: 'POST', url: '/analysis/binder/check', file: { name: 'manifiesto.json', content }, body, as })).body
    const good = await check(manifest)
    expect(good).toMatchObject({
      firma: 'valida',
      conocido: true,
      hechoPor: 'Beatriz Montoya',
      periodos: [{ periodo: '2026-10', cadena: 'igual', integra: true }],
    })
    expect(good.guardados.map(({ estado }: { estado: string }) => estado)).toEqual(['igual', 'igual', 'igual'])

    const analysis = [...files.keys()].find((name) => name.endsWith('analisis.json'))!
    const changed = files.get(analysis)!.toString().replace('4990.00', '5000.00')
    const mended = manifest.toString().replace(sha256(files.get(analysis)!), sha256(changed))
    expect(mended).not.toBe(manifest.toString())
    expect(await check(Buffer.from(mended))).toMatchObject({ firma: 'alterada', conocido: false, hechoPor: null })
    expect((await check(manifest, {})).firma).toBe('ausente')
    const other = manifest.toString().replace(sha256(pdf().content), 'f'.repeat(64))
    expect((await check(Buffer.from(other))).guardados.map(({ estado }: { estado: string }) => estado)).toContain('otro')
    // For whoever may not see it, it is not there.
    const foreign = await check(manifest, { firma }, s.who.otherAnalista)
    expect(foreign.guardados.map(({ estado }: { estado: string }) => estado)).toEqual(['falta', 'falta', 'falta'])
    expect(await check(Buffer.from('{}'))).toMatchObject({ code: 'binder_manifest' })
    await s.decide('jefatura aprueba', '1101', s.who.jefatura)
    expect((await check(manifest)).periodos).toMatchObject([{ cadena: 'sigue', integra: true }])
  })

  test('tells of an analysis what its page tells: its group, what opened it, and to whom the account was handed', async () => {
    const id = await s.of('1102')
    await sql`with made as (insert into analysis_group (period_id, business_id, analyst_id, name, created_by)
        values (2, 1, ${s.who.analista.id}, 'Caja y bancos', ${s.who.analista.id}) returning id)
      update analysis a set group_id = made.id from made where a.id = ${id}`.execute(s.db)
    const handed = { de: 'Rodrigo Peña', a: 'Lucía Campos', lote: 1, analisis: [id], firmados: [] }
    await sql`select append_events(${s.who.control.id}::int, 3::int, ${JSON.stringify([{ periodId: 2, kind: 'traspaso', detail: handed }])}::jsonb)`.execute(
      s.db,
    )
    const { files, json } = await unpacked(s.who.control, { ids: id })
    const page = (await s.call({ url: `/analysis/${id}`, as: s.who.control })).body
    const own = json!(`analisis/2026-10/VOTORANTIM/1102-${id}/analisis.json`)
    expect(own.GRUPO).toBe('Caja y bancos')
    expect(files.get('indice.csv')!.toString()).toMatch(/;Caja y bancos;1;1;analisis\/2026-10\/VOTORANTIM\/1102-/)
    const kinds = own.EVENTOS.map((each: { TIPO: string }) => each.TIPO)
    expect([kinds[0], kinds.at(-1)]).toEqual(['generado', 'traspaso'])
    const told = (events: { TIPO: string; HASH: string; DETALLE: object; PERSONA: string }[]) =>
      events.map(({ TIPO, HASH, DETALLE, PERSONA }) => ({ TIPO, HASH, DETALLE, PERSONA }))
    expect(told(own.EVENTOS)).toEqual(told(page.EVENTOS))
    const chain = files.get('eventos/2026-10.jsonl')!.toString().trim().split('\n')
    expect(chain.map((line) => JSON.parse(line).huella)).toEqual(own.EVENTOS.map((each: { HASH: string }) => each.HASH))
  })

  test('is of what the caller may see, and of something', async () => {
    expect((await unpacked(s.who.otherJefatura, { ids: await s.of('1101') })).answer.status).toBe(404)
    expect((await unpacked(s.who.otherJefatura, { periodId: 2 })).names.filter((name) => name.endsWith('analisis.json'))).toHaveLength(1)
    expect((await unpacked(s.who.analista, { periodId: 2 })).answer.status).toBe(403)
    expect((await unpacked(s.who.control, {})).answer.body).toMatchObject({ code: 'binder_unbounded' })
  })

  test('goes to an auditor who may have all that is in it, and is logged', async () => {
    await sql`update auditor set documents = true, export = true, signature_dates = true, internal_comments = false, only_approved = false`.execute(
      s.db,
    )
    expect((await unpacked(s.who.auditor, { periodId: 2 })).answer.body).toMatchObject({ code: 'auditor_no_binder' })
    await sql`update auditor set internal_comments = true`.execute(s.db)
    expect((await unpacked(s.who.auditor, { periodId: 2 })).answer.status).toBe(200)
    expect(await row(s.db, sql`select kind, call from auditor_access order by id desc limit 1`)).toEqual({
      kind: 'exportacion',
      call: 'evidenceBinder',
    })
  })
})
