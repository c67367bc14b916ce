// `pnpm --filter @cuadre/tables bench`: our ZIP and XML readers beside kept libraries, on a sheet of 100,000 rows and eight columns, and our ZIP
// writer beside theirs. Each line is a process of its own; seconds are of the processor, memory is the peak above the start.
import { spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { Unzip, UnzipInflate, ZipDeflate, Zip as ZipWriter } from 'fflate'
import { SaxesParser } from 'saxes'
import { openPromise } from 'yauzl'
import { xmlFeed } from '../src/format/xml.ts'
import { rowsJob } from '../src/reading/jobs.ts'
import { openZip } from '../src/reading/zip.ts'
import { writeWorkbook } from '../src/writing/workbook-writer.ts'
import { zipOf } from '../src/writing/zip-stream.ts'

const ROWS = 100_000
const SHEET = 'xl/worksheets/sheet1.xml'
/** Parts of an archive of many small files, as a binder is. */
const PARTS = 5_000

async function* sheetBytes(path: string): AsyncGenerator<Uint8Array> {
  const zip = await openZip(path)
  yield* zip.bytes(zip.entries.get(SHEET)!)
}

async function inflateWithYauzl(path: string) {
  const zip = await openPromise(path)
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== SHEET) continue
    let crc = 0
    // yauzl checks sizes, not the checksum.
    for await (const piece of await zip.openReadStreamPromise(entry)) crc = crc32(piece as Buffer, crc)
    if (crc !== entry.crc32) throw new Error('Another checksum')
  }
}

async function inflateWithFflate(path: string) {
  const unzip = new Unzip((file) => {
    if (file.name !== SHEET) return
    file.ondata = (error) => {
      if (error) throw error
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for await (const piece of createReadStream(path)) unzip.push(piece as Buffer)
  unzip.push(new Uint8Array(), true)
}

async function feed(path: string, parser: { write(text: string): unknown }) {
  const decoder = new TextDecoder()
  for await (const piece of sheetBytes(path)) parser.write(decoder.decode(piece, { stream: true }))
}

function saxes() {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  for (const event of ['opentag', 'closetag', 'text', 'cdata'] as const) parser.on(event, () => {})
  return parser
}

const small = () => Array.from({ length: PARTS }, (_, at) => ({ name: `folder/${at}.txt`, content: ['x'] }))

async function drain(pieces: AsyncIterable<unknown>) {
  for await (const _ of pieces);
}

async function zipWithFflate() {
  const zip = new ZipWriter(() => {})
  for (const { name, content } of small()) {
    const part = new ZipDeflate(name, { level: 4 })
    zip.add(part)
    for (const text of content) part.push(Buffer.from(text))
    part.push(new Uint8Array(), true)
  }
  zip.end()
}

const TASKS: Record<string, (path: string) => Promise<unknown>> = {
  'inflate a sheet: ours': (path) => drain(sheetBytes(path)),
  'inflate a sheet: yauzl': inflateWithYauzl,
  'inflate a sheet: fflate': inflateWithFflate,
  'inflate and tokenize: ours': (path) => feed(path, xmlFeed({ open() {}, close() {}, text() {} })),
  'inflate and tokenize: saxes': (path) => feed(path, saxes()),
  'rows of a sheet: ours': (path) => drain(rowsJob({ task: 'rows', path, kind: 'xlsx', maxRows: 2 * ROWS })),
  'write many parts: ours': () => drain(zipOf(small())),
  'write many parts: fflate': zipWithFflate,
}

async function run(task: string, path: string) {
  const before = process.memoryUsage.rss()
  const cpu = process.cpuUsage()
  await TASKS[task]!(path)
  const { user, system } = process.cpuUsage(cpu)
  const peak = process.resourceUsage().maxRSS * 1024 - before
  console.log(`${task.padEnd(30)} ${((user + system) / 1e6).toFixed(2)} s   +${Math.round(peak / 2 ** 20)} MB`)
}

async function runAll() {
  const folder = await mkdtemp(join(tmpdir(), 'cuadre-bench-'))
  const path = join(folder, 'balances.xlsx')
  const columns = ['Period', 'Code', 'Business', 'Kind', 'Document', 'Account', 'Name', 'Balance'].map((header) => ({
    header,
    type: 'text' as const,
  }))
  function* rows() {
    for (let at = 0; at < ROWS; at++)
      yield ['202503', '00010045', `BUSINESS ${at % 97}`, 'G', '4040', `00${1_000_000 + at}`, `ACCOUNT ${at}`, `${at * 7919}.25`]
  }
  try {
    await writeWorkbook([{ name: 'Balances', columns, rows: rows() }], path)
    for (const task of Object.keys(TASKS)) spawnSync(process.execPath, [import.meta.filename, task, path], { stdio: 'inherit' })
  } finally {
    await rm(folder, { recursive: true })
  }
}

const [task, path] = process.argv.slice(2)
await (task && path ? run(task, path) : runAll())
