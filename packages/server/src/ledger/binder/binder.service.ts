import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import type { Analysis } from '@cuadre/api/analysis'
import type { Bytes } from '@cuadre/api/endpoint'
import { type SheetColumn, type SheetValue, writeCsv, type ZipPart, zipOf } from '@cuadre/tables'
import type { AppOptions } from '../../options.ts'
import { Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { isSent, shownState } from '../../workflow/analysis/code-labels.ts'
import { publicKey, signManifest } from './binder.key.ts'
import * as repository from './binder.repository.ts'

type Deps = Pick<AppOptions, 'db' | 'storage' | 'zone'>
const BATCH = 200
/** Below the 4 GiB of a ZIP without zip64; evidence is compressed already and hardly shrinks. */
const MAX_BYTES = 3.5 * 1024 ** 3
const MANIFEST = 'manifiesto.json'
const SIGNATURE = 'manifiesto.firma.json'

/** @throws 403, 404, 422 before anything is sent */
export async function binder(deps: Deps, caller: Caller, selection: repository.Selection): Promise<Bytes> {
  const { auditor } = caller
  if (auditor && !auditor.documentos) throw Forbidden('auditor_no_documents')
  if (auditor && !(auditor.fechasFirma && auditor.comentariosInternos)) throw Forbidden('auditor_no_binder')
  if (Object.values(selection).every((value) => value === undefined)) throw Invalid('periodId', 'binder_unbounded')
  const size = (await repository.measure(deps.db, caller, deps.zone, selection))!
  if (size.analyses === 0) throw NotFound()
  if (size.bytes > MAX_BYTES) throw Invalid('periodId', 'binder_too_large', { gb: (size.bytes / 1024 ** 3).toFixed(1) })
  const name =
    size.periods.length === 1
      ? size.periods[0]!.name
      : `${size.periods[0]!.name}-${{ es: 'a', en: 'to' }[caller.locale]}-${size.periods.at(-1)!.name}`
  const called = { es: 'expediente', en: 'binder' }[caller.locale]
  return { name: `${called}-${name}.zip`, type: 'application/zip', body: zipOf(withManifest(deps, caller, selection, size)) }
}

export async function check({ db }: Deps, huella: string) {
  const made = await repository.made(db, huella)
  return made ? { conocido: true, ...made } : { conocido: false, hechoPor: null, hechoEn: null, analisis: null, archivos: null }
}

type Size = NonNullable<Awaited<ReturnType<typeof repository.measure>>>
type Listed = { ruta: string; bytes: number; sha256: string }
/** What is known once the analyses are written. */
type Written = { analyses: number; chains: Awaited<ReturnType<typeof repository.heads>> }

/** The parts, and at the end a manifest with the SHA-256 of the bytes actually written, which is stored here too, and its signature. */
async function* withManifest(deps: Deps, caller: Caller, selection: repository.Selection, size: Size): AsyncGenerator<ZipPart> {
  const listed: Listed[] = []
  const written: Written = { analyses: 0, chains: [] }
  for await (const { name, content } of parts(deps, caller, selection, size, written)) {
    const hash = createHash('sha256')
    let bytes = 0
    async function* counted() {
      for await (const piece of content) {
        hash.update(piece)
        bytes += Buffer.byteLength(piece)
        yield piece
      }
    }
    yield { name, content: counted() }
    listed.push({ ruta: name, bytes, sha256: hash.digest('hex') })
  }
  const manifest = JSON.stringify(
    {
      formato: 'cuadre-expediente-1',
      hechoPor: caller.name,
      hechoEn: new Date().toISOString(),
      seleccion: selection,
      completo: repository.isWholePeriod(selection),
      periodos: written.chains.map(({ name, head, events, broken }) => ({
        periodo: name,
        eventos: events,
        cabeza: head,
        integra: broken === null,
      })),
      archivos: listed,
    },
    null,
    1,
  )
  const huella = createHash('sha256').update(manifest).digest('hex')
  await repository.keep(deps.db, caller, { huella, selection, analyses: written.analyses, files: listed.length })
  yield { name: MANIFEST, content: [manifest] }
  const { algoritmo, huella: clave } = await publicKey(deps.db)
  yield { name: SIGNATURE, content: [JSON.stringify({ algoritmo, clave, firma: await signManifest(deps.db, manifest) }, null, 1)] }
}

async function* parts(
  { db, storage, zone }: Deps,
  caller: Caller,
  selection: repository.Selection,
  size: Size,
  written: Written,
): AsyncGenerator<ZipPart> {
  yield { name: 'verificar.html', content: [await verifyPage(db)] }
  const index: SheetValue[][] = []
  const people = new Set<number>()
  const all: number[] = []
  for (let after = 0; ; ) {
    const ids = await repository.idsAfter(db, caller, zone, selection, after, BATCH)
    if (ids.length === 0) break
    after = ids.at(-1)!
    const { rows, files, annexes, steps, groups } = await ofOneMoment(db, ids)
    for (const analysis of rows) {
      all.push(analysis.COD_ANALISIS)
      const folder = folderOf(analysis)
      const group = groups.find((of) => of.analysis === analysis.COD_ANALISIS)?.name ?? null
      const mine = files.filter((file) => file.analysis === analysis.COD_ANALISIS)
      const beside = annexes.filter((annex) => annex.analysis === analysis.COD_ANALISIS)
      const own = steps.filter((step) => step.analysis === analysis.COD_ANALISIS)
      for (const { by } of [...mine, ...beside, ...own]) if (by !== null) people.add(by)
      yield {
        name: `${folder}/analisis.json`,
        content: [JSON.stringify({ ...analysis, GRUPO: group, ANEXOS: beside.map(withoutKeys), EVENTOS: own.map(withoutKeys) }, null, 1)],
      }
      for (const { version, name, sha256 } of mine)
        yield { name: `${folder}/v${version}-${safeFileName(name)}`, content: await storage.open(sha256) }
      for (const { ID, NOMBRE, SHA256 } of beside)
        yield { name: `${folder}/anexos/${ID}-${safeFileName(NOMBRE)}`, content: await storage.open(SHA256) }
      index.push([...COLUMNS.map(({ of }) => of(analysis, caller.locale)), group, mine.length, beside.length, folder])
    }
  }

  written.analyses = index.length
  // After the analyses: what was decided while they were written is told by them, and has its place in the chain.
  written.chains = await repository.heads(
    db,
    size.periods.map(({ id }) => id),
  )
  for (const { id: period, name, events: last } of written.chains) {
    const events = (after: number) => repository.chain(db, caller, selection, { period, ids: all, after, last, limit: 2_000 })
    yield { name: `eventos/${name}.jsonl`, content: lines(events) }
  }

  const signatures = await repository.signatures(db, [...people])
  const drawn = signatures.flatMap(({ username, sha256, kind }) =>
    sha256 ? [{ sha256, name: `firmas/${safeFileName(`${username}.${kind === 'jpeg' ? 'jpg' : 'png'}`)}` }] : [],
  )
  for (const { name, sha256 } of drawn) yield { name, content: await storage.open(sha256) }
  const signed = signatures.map(({ username, name, sha256, since }) => ({
    usuario: username,
    persona: name,
    firma: drawn.find((one) => one.sha256 === sha256)?.name ?? null,
    desde: since,
  }))
  yield { name: 'firmas/firmas.json', content: [JSON.stringify(signed, null, 1)] }

  const csv = new PassThrough()
  const columns: SheetColumn[] = [
    ...COLUMNS.map(({ type, ...header }) => ({ header: header[caller.locale], type })),
    { header: { es: 'Grupo', en: 'Group' }[caller.locale], type: 'text' },
    { header: { es: 'Archivos', en: 'Files' }[caller.locale], type: 'integer' },
    { header: { es: 'Anexos', en: 'Annexes' }[caller.locale], type: 'integer' },
    { header: { es: 'Carpeta', en: 'Folder' }[caller.locale], type: 'text' },
  ]
  writeCsv(columns, index, csv, MARKS[caller.locale]).catch((error) => csv.destroy(error))
  yield { name: 'indice.csv', content: csv }
}

/** A decision that comes between two of these reads is in all of them, or in none. */
const ofOneMoment = (db: Deps['db'], ids: readonly number[]) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      rows: await repository.found(tx, ids),
      files: await repository.files(tx, ids),
      annexes: await repository.annexes(tx, ids),
      steps: await repository.steps(tx, ids),
      groups: await repository.groups(tx, ids),
    }))

/** The page that checks a binder without a network, with the public half of the key. */
async function verifyPage(db: Deps['db']): Promise<string> {
  const { clave, huella } = await publicKey(db)
  const page = await readFile(new URL('./verificar.html', import.meta.url), 'utf8')
  return page.replace('{{clave}}', clave).replace('{{huella}}', huella)
}

/** Without the internal keys. */
const withoutKeys = <T extends { analysis: number; by: number | null }>({ analysis: _, by: __, ...rest }: T) => rest

async function* lines(fetch: (after: number) => Promise<repository.Link[]>): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const links = await fetch(after)
    if (links.length === 0) return
    after = links.at(-1)!.n
    yield `${links.map((link) => JSON.stringify(link)).join('\n')}\n`
  }
}

const folderOf = ({ PERIODO, NEGOCIO, CUENTA, COD_ANALISIS }: Analysis) =>
  `analisis/${PERIODO}/${safeFileName(NEGOCIO)}/${safeFileName(CUENTA)}-${COD_ANALISIS}`
/**
 * A name that every system can unpack: no separators, reserved characters or names, no invisible characters, at most 100 characters, with
 * its extension.
 */
function safeFileName(name: string): string {
  const safeName = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]/gu, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '_')
    .replace(/^(?=(con|prn|aux|nul|com\d|lpt\d)(\.|$))/i, '_')
  // Half of an emoji that was cut through would be another name in the ZIP than in the manifest.
  return safeName.length > 100 ? (safeName.slice(0, 80) + safeName.slice(-20)).replace(/\p{Cs}/gu, '') : safeName || '_'
}

/** As a spreadsheet of that language opens it. */
const MARKS = { es: { separator: ';', decimal: ',' }, en: { separator: ',', decimal: '.' } } as const
/** The index is for people, in the language of whoever asks for the binder; paths, events and manifest are the format, the same for everybody. */
type Column = Record<Locale, string> & { type: SheetColumn['type']; of: (analysis: Analysis, locale: Locale) => SheetValue }
const COLUMNS: Column[] = [
  { es: 'Período', en: 'Period', type: 'text', of: (a) => a.PERIODO },
  { es: 'Negocio', en: 'Business', type: 'text', of: (a) => a.NEGOCIO },
  { es: 'Departamento', en: 'Department', type: 'text', of: (a) => a.DEPARTAMENTO },
  { es: 'Cuenta', en: 'Account', type: 'text', of: (a) => a.CUENTA },
  { es: 'Nombre', en: 'Name', type: 'text', of: (a) => a.NOMBRE_CUENTA },
  { es: 'Moneda', en: 'Currency', type: 'text', of: (a) => a.MONEDA },
  { es: 'Saldo', en: 'Balance', type: 'amount', of: (a) => a.VALOR_BALANCE },
  { es: 'Saldo sustentado', en: 'Supported balance', type: 'amount', of: (a) => (isSent(a) ? a.VALOR_ANALISIS : null) },
  { es: 'Diferencia', en: 'Difference', type: 'amount', of: (a) => (isSent(a) ? a.VARIACION : null) },
  { es: 'Analista', en: 'Analyst', type: 'text', of: (a) => a.ANALISTA },
  { es: 'Estado', en: 'Status', type: 'text', of: shownState },
  { es: 'Enviado (UTC)', en: 'Submitted (UTC)', type: 'text', of: (a) => a.FECHA_ENVIO },
]
