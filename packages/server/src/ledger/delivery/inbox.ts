import { isUtf8 } from 'node:buffer'
import { constants } from 'node:fs'
import { access, lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { serviceCaller } from '../../platform/access/caller.ts'
import { NamedError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { fileName } from '../../platform/http/read-body.ts'
import { startScheduler } from '../../platform/jobs/scheduler.ts'
import { plain } from '../../platform/plain.ts'
import * as repository from './delivery.repository.ts'
import { type Options, refuseUnread, take } from './delivery.service.ts'
import * as view from './delivery.view.ts'

/**
 * A watched folder, which may be that of an SFTP server. Each program has a folder of its name (its client id) in it and leaves its files there, as
 * `VOTORANTIM_2026-05.csv`: business and month are optional where the rows, or the program's one business, say them. A file is taken once it no
 * longer grows, and moved with a text beside it that says what came of it. Any number of processes may watch: a file that two take at once is one
 * delivery, because the same content is taken once. What cannot be moved now is not read again.
 */
export type Inbox = Options & { folder: string; log?: (error: unknown) => void }

export const DONE = 'hechas'
export const REFUSED = 'rechazadas'

/** What programs call a file that they still write. */
const UNFINISHED = /^\.|\.(part|partial|filepart|tmp|crdownload)$/i
type Size = { size: number; at: number }
type Result = { to: string; prefix: string; text: string }
/** A file as it was in the pass before, and what came of it where it could not be moved yet. */
type Seen = Size & { result?: Result }
/** The path has the bytes of the name: older systems write names that are no UTF-8. */
type Found = { path: Buffer; name: string }

/** @throws one sentence where the folder cannot be watched */
export async function checkInbox(folder: string): Promise<void> {
  await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw plain(`INBOX_DIR: no se puede leer esa carpeta (${error.code ?? error.message}).`, error)
  })
}

/** @returns the function that stops, after the running pass is done */
export function startInbox({ everyMs = 10_000, ...inbox }: Inbox & { everyMs?: number }): () => Promise<void> {
  const seen = new Map<string, Seen>()
  return startScheduler({ everyMs, tick: () => sweepInbox(inbox, seen), ...(inbox.log && { log: inbox.log }) })
}

/** One pass. `seen`: each file in the pass before. @returns how many files were moved */
export async function sweepInbox(inbox: Inbox, seen: Map<string, Seen>): Promise<number> {
  const { folder, db, log = () => {} } = inbox
  const there = new Set<string>()
  let moved = 0
  for (const program of await foldersIn(folder)) {
    const caller = await serviceCaller(db, program)
    // A folder of no program, or of one that is stopped: its files wait.
    if (!caller?.permissions.has('accounts.delivery.send')) continue
    const own = join(folder, program)
    // What fails stays, and is tried again; the others are not kept waiting.
    const files = await filesIn(own).catch((error: unknown) => {
      log(error)
      return []
    })
    for (const file of files) {
      const key = file.path.toString('latin1')
      there.add(key)
      try {
        const size = await sizeOf(file.path)
        const before = seen.get(key)
        if (!size) continue
        if (!before || !isSame(size, before)) seen.set(key, size)
        else if (await takeFile(inbox, caller, own, file, before)) moved++
      } catch (error) {
        log(error)
      }
    }
  }
  for (const key of seen.keys()) if (!there.has(key)) seen.delete(key)
  return moved
}

const foldersIn = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name)
/** Files alone: a link could lead to what is not the program's. */
const filesIn = async (folder: string): Promise<Found[]> =>
  (await readdir(folder, { withFileTypes: true, encoding: 'buffer' }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({
      path: Buffer.concat([Buffer.from(`${folder}/`), name]),
      name: fileName(name.toString(isUtf8(name) ? 'utf8' : 'latin1')),
    }))
    .filter(({ name }) => !UNFINISHED.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
const sizeOf = (path: Buffer): Promise<Size | undefined> =>
  lstat(path).then(
    (found) => (found.isFile() ? { size: found.size, at: found.mtimeMs } : undefined),
    () => undefined,
  )
const isSame = (a: Size | undefined, b: Size) => a?.size === b.size && a.at === b.at

/** @returns whether it was moved: one that another process is reading stays, and so does what was put in its place meanwhile */
async function takeFile(inbox: Inbox, caller: Caller, folder: string, file: Found, seen: Seen): Promise<boolean> {
  for (const to of [DONE, REFUSED]) await checkTarget(join(folder, to))
  await access(folder, constants.W_OK)
  const result = seen.result ?? (await resultOf(inbox, caller, file, seen))
  if (!result) return false
  seen.result = result
  return move(folder, file, seen, result)
}

async function resultOf(inbox: Inbox, caller: Caller, { path, name }: Found, seen: Size): Promise<Result | undefined> {
  const { storage } = inbox
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  const received = await storage.receive(name, handle.createReadStream()).catch((error: unknown) => {
    if (error instanceof NamedError && error.status < 500) return error
    throw error
  })
  if (received instanceof NamedError) return tell(inbox, caller, name, await refuseUnread(inbox, caller, name, received))
  try {
    if (received.size !== seen.size || !isSame(await sizeOf(path), seen)) return undefined
    const { id } = await take(inbox, caller, { origin: 'carpeta', file: received, ...(await said(inbox, caller, name)) })
    return await tell(inbox, caller, name, id)
  } catch (error) {
    if (error instanceof NamedError && error.code === 'delivery_running') return undefined
    throw error
  } finally {
    await storage.drop(received)
  }
}

async function tell({ db }: Inbox, caller: Caller, name: string, id: number): Promise<Result> {
  const delivery = await view.get(db, caller, id)
  const refused = delivery.COD_CARGA === null ? [] : (await view.refusals(db, caller, id, { page: 1, limit: 200 })).data
  return { to: delivery.ESTADO === 'rechazada' ? REFUSED : DONE, prefix: `entrega-${id}`, text: textOf(name, delivery, refused) }
}

/** A month as it is to be written, or else as part of a date: what is not read would be of the newest month. */
const MONTHS = [
  /(?<![^_\- ])(?<year>(?:19|2\d)\d\d)-(?<month>0[1-9]|1[0-2])(?![^_\- ])/,
  /(?<!\d)(?<year>20\d\d)[-_. ]?(?<month>0[1-9]|1[0-2])(?:[-_. ]?(?:0[1-9]|[12]\d|3[01])(?:[-_T ]?\d{4,6})?)?(?!\d)/,
  /(?<!\d)(?:(?:0[1-9]|[12]\d|3[01])[-_. ]?)?(?<month>0[1-9]|1[0-2])[-_. ]?(?<year>20\d\d)(?!\d)/,
]
/** A month in a form that is not read: a name of one, or a year and a number beside it. */
const MONTH_NAMES =
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|january|february|march|april|june|july|august|september|october|november|december'
const ABBREVIATED = 'ene|feb|fev|mar|abr|may|mai|jun|jul|ago|sep|sept|set|oct|out|nov|dic|dez|jan|apr|aug|dec'
const UNREAD_MONTH = new RegExp(
  [
    `(?<!\\p{L})(?:${MONTH_NAMES})(?!\\p{L})`,
    `(?<!\\p{L})(?:${ABBREVIATED})[-_. ]?(?:20)?\\d\\d(?!\\d)`,
    `(?<!\\d)(?:20)?\\d\\d[-_. ]?(?:${ABBREVIATED})(?!\\p{L})`,
    '(?<!\\d)20\\d\\d[-_. ]\\d{1,2}(?!\\d)',
    '(?<!\\d)\\d{1,2}[-_. ]20\\d\\d(?!\\d)',
  ].join('|'),
  'iu',
)
/** What the name of a file says: a month, and before or after it the code or name of a business. */
async function said({ db }: Inbox, caller: Caller, file: string) {
  const stem = parse(file).name
  // A business may be called like a month.
  const wholly = (await businessIn(db, caller, stem, true)) !== undefined
  const month = wholly ? undefined : MONTHS.map((form) => form.exec(stem)).find((found) => found)
  const NEGOCIO = await businessIn(db, caller, month ? stem.replace(month[0], ' ') : stem)
  const unread = wholly || month ? undefined : UNREAD_MONTH.exec(stem)?.[0]
  const PERIODO = month ? `${month.groups!.year}-${month.groups!.month}` : unread
  return { ...(PERIODO && { PERIODO }), ...(NEGOCIO && { NEGOCIO }) }
}
/** One that is not the program's is said too, so that its file is refused. Where several of its own are named, the rows say which. */
async function businessIn(db: Inbox['db'], caller: Caller, text: string, wholly = false): Promise<string | undefined> {
  const all = await repository.businessesIn(db, caller, text)
  // Of «Itaú» and «Itaú BBA» the longer is meant.
  const found = all.filter(({ name }) => !all.some((other) => other.name.length > name.length && other.name.includes(name)))
  const whole = found.filter((each) => each.whole)
  const named = whole.length > 0 || wholly ? whole : found
  const foreign = named.find(({ own }) => !own)
  if (foreign) return foreign.name
  const [one, another] = named
  return another ? undefined : (one?.code ?? one?.name)
}

type Refusals = Awaited<ReturnType<typeof view.refusals>>['data']
function textOf(
  name: string,
  { ARCHIVO, ESTADO, PERIODO, COD_CARGA, LECTURA, RESULTADO, MOTIVOS, ERROR }: Awaited<ReturnType<typeof view.get>>,
  refused: Refusals,
) {
  return [
    `Archivo: ${name}`,
    // What follows is of that one: the same content is taken once.
    ...(ARCHIVO === name ? [] : [`Mismo contenido que: ${ARCHIVO}`]),
    `Estado: ${view.STATES[ESTADO].es}`,
    ...(PERIODO ? [`Período: ${PERIODO}`] : []),
    ...(COD_CARGA === null ? [] : [`Carga: ${COD_CARGA}`]),
    ...(LECTURA ? [`Filas leídas: ${LECTURA.filas}; rechazadas: ${LECTURA.rechazadas}; total: ${LECTURA.total}`] : []),
    ...(RESULTADO ? [`Saldos cargados: ${RESULTADO.saldos}; análisis nuevos: ${RESULTADO.analisisNuevos}`] : []),
    ...MOTIVOS.map(({ texto }) => `- ${texto}`),
    ...(ERROR ? [`- ${ERROR.message}`, ...ERROR.issues.slice(0, 50).map(({ path, message }) => `  ${path}: ${message}`)] : []),
    ...refused.map((row) => `- Fila ${row.fila ?? '?'} ${row.CUENTA ?? ''} ${row.valor ?? ''}: ${row.motivo ?? ''}`),
  ].join('\r\n')
}

/** A link could lead to what is not the program's. @throws where results cannot be left */
async function checkTarget(target: string): Promise<void> {
  await mkdir(target, { recursive: true })
  if (!(await lstat(target)).isDirectory()) throw new Error(`${target} is no folder`)
}

/** A name that fits with what is put before and after it: file systems end at 255 bytes. */
function fitting(name: string): string {
  const { name: stem, ext } = parse(name)
  const letters = [...stem]
  while (Buffer.byteLength(letters.join('') + ext) > 200 && letters.length > 1) letters.pop()
  return letters.join('') + ext.slice(-20)
}

/** The text first: a file that has moved has its result beside it, also after the power went. What has come in its place meanwhile is taken in its turn. */
async function move(folder: string, { path, name }: Found, seen: Size, { to, prefix, text }: Result): Promise<boolean> {
  const target = join(folder, to)
  let free = `${prefix}-${fitting(name)}`
  for (let again = 2; (await exists(join(target, free))) || (await exists(join(target, `${free}.txt`))); again++)
    free = `${prefix}-${again}-${fitting(name)}`
  const beside = join(target, `${free}.txt`)
  try {
    await writeFile(beside, `${text}\r\n`, { flag: 'wx' })
    if (!isSame(await sizeOf(path), seen)) return false
    await rename(path, join(target, free))
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Another process has moved it.
    if (code === 'ENOENT') return false
    // Written again with the next try; one that is there already is of another process.
    if (code !== 'EEXIST') await rm(beside, { force: true })
    throw error
  }
}
const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )
