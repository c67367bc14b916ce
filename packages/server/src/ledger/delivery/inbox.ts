import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { serviceCaller } from '../../platform/access/caller.ts'
import { NamedError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { startScheduler } from '../../platform/jobs/scheduler.ts'
import { sentence } from '../../platform/messages/index.ts'
import * as repository from './delivery.repository.ts'
import { type Options, take } from './delivery.service.ts'
import * as view from './delivery.view.ts'

/**
 * A watched folder, which may be that of an SFTP server. Each program has a folder of its name (its client id) in it and leaves its files there, as
 * `VOTORANTIM_2026-05.csv`: business and month are optional where the rows, or the program's one business, say them. A file is taken once it no
 * longer grows, and moved with a text beside it that says what came of it. Any number of processes may watch: a file that two take at once is one
 * delivery, because the same content is taken once.
 */
export type Inbox = Options & { folder: string; log?: (error: unknown) => void }

export const DONE = 'hechas'
export const REFUSED = 'rechazadas'

/** What programs call a file that they still write. */
const UNFINISHED = /^\.|\.(part|partial|filepart|tmp|crdownload)$/i
type Size = { size: number; at: number }

/** @returns the function that stops, after the running pass is done */
export function startInbox({ everyMs = 10_000, ...inbox }: Inbox & { everyMs?: number }): () => Promise<void> {
  const seen = new Map<string, Size>()
  return startScheduler({ everyMs, tick: () => sweepInbox(inbox, seen), ...(inbox.log && { log: inbox.log }) })
}

/** One pass. `seen`: how large each file was in the pass before. @returns how many files were moved */
export async function sweepInbox(inbox: Inbox, seen: Map<string, Size>): Promise<number> {
  const { folder, db, log = () => {} } = inbox
  const there = new Set<string>()
  let moved = 0
  for (const program of await foldersIn(folder)) {
    const caller = await serviceCaller(db, program)
    // A folder of no program, or of one that is stopped: its files wait.
    if (!caller?.permissions.has('accounts.delivery.send')) continue
    for (const name of await filesIn(join(folder, program))) {
      const path = join(folder, program, name)
      there.add(path)
      try {
        const size = await sizeOf(path)
        const before = seen.get(path)
        if (size) seen.set(path, size)
        if (!size || !before || size.size !== before.size || size.at !== before.at) continue
        if (await takeFile(inbox, caller, join(folder, program), name, size)) moved++
      } catch (error) {
        // It stays, and is tried again; the others are not kept waiting.
        log(error)
      }
    }
  }
  for (const path of seen.keys()) if (!there.has(path)) seen.delete(path)
  return moved
}

const foldersIn = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name)
/** Files alone: a link could lead to what is not the program's. */
const filesIn = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name))
    .map(({ name }) => name)
    .sort()
const sizeOf = (path: string): Promise<Size | undefined> =>
  lstat(path).then(
    (found) => (found.isFile() ? { size: found.size, at: found.mtimeMs } : undefined),
    () => undefined,
  )

/** @returns whether it was moved: one that another process is reading stays */
async function takeFile(inbox: Inbox, caller: Caller, folder: string, name: string, size: Size): Promise<boolean> {
  const { db, storage } = inbox
  const handle = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW)
  const received = await storage.receive(name, handle.createReadStream()).catch((error: unknown) => {
    if (error instanceof NamedError && error.status < 500) return error
    throw error
  })
  if (received instanceof NamedError) return move(folder, name, REFUSED, 'sin-entrega', sentence(received.code, 'es', received.params))
  try {
    const now = await sizeOf(join(folder, name))
    if (!now || now.size !== size.size || now.at !== size.at || received.size !== size.size) return false
    const { id } = await take(inbox, caller, { origin: 'carpeta', file: received, ...(await said(inbox, caller, name)) })
    const delivery = await view.get(db, caller, id)
    const refused = delivery.COD_CARGA === null ? [] : (await view.refusals(db, caller, id, { page: 1, limit: 200 })).data
    return await move(folder, name, delivery.ESTADO === 'rechazada' ? REFUSED : DONE, `entrega-${id}`, textOf(delivery, refused))
  } catch (error) {
    if (error instanceof NamedError && error.code === 'delivery_running') return false
    throw error
  } finally {
    await storage.drop(received)
  }
}

const MONTH = /(?:^|[_\- ])((?:19|2\d)\d\d-(?:0[1-9]|1[0-2]))(?=$|[_\- ])/
/** What the name of a file says: a month, and before or after it the code or name of a business. */
async function said({ db }: Inbox, caller: Caller, file: string) {
  const stem = parse(file).name
  const PERIODO = MONTH.exec(stem)?.[1]
  const NEGOCIO = stem.replace(MONTH, '').replace(/^[_\- ]+|[_\- ]+$/g, '')
  const known = NEGOCIO !== '' && (await repository.businessesCalled(db, caller, NEGOCIO)).length === 1
  return { ...(PERIODO && { PERIODO }), ...(known && { NEGOCIO }) }
}

type Refusals = Awaited<ReturnType<typeof view.refusals>>['data']
function textOf(
  { ARCHIVO, ESTADO, PERIODO, COD_CARGA, LECTURA, RESULTADO, MOTIVOS, ERROR }: Awaited<ReturnType<typeof view.get>>,
  refused: Refusals,
) {
  return [
    `Archivo: ${ARCHIVO}`,
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

/** The text first: a file that has moved has its result beside it, also after the power went. */
async function move(folder: string, name: string, to: string, prefix: string, text: string): Promise<boolean> {
  const target = join(folder, to)
  await mkdir(target, { recursive: true })
  // A link could lead to what is not the program's.
  if (!(await lstat(target)).isDirectory()) throw new Error(`${target} is no folder`)
  let free = `${prefix}-${name}`
  for (let again = 2; (await exists(join(target, free))) || (await exists(join(target, `${free}.txt`))); again++)
    free = `${prefix}-${again}-${name}`
  await writeFile(join(target, `${free}.txt`), `${text}\r\n`, { flag: 'wx' })
  return rename(join(folder, name), join(target, free)).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      // Another process has moved it.
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}
const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )
