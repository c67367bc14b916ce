// PGlite runs in its own thread, so that a heavy dashboard does not block the server's event loop.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { CHANNEL } from './live.ts'
import { parsers } from './parsers.ts'
import { ImageFS, smallDatabase, writeImage } from './pglite-image.ts'
import { preparedStatements } from './pglite-statements.ts'

export type Ask = { id: number; text: string; params: readonly unknown[] } | { id: number; close: true } | { id: number; imageTo: string }
/** A notification of the database (LISTEN/NOTIFY). */
export type DatabaseNotification = { channel: string; payload: string }
export type WorkerReply = {
  id: number
  rows?: unknown[]
  affected?: number
  error?: { message: string; code?: string; detail?: string; constraint?: string }
}

const port = parentPort!
const db = await PGlite.create({
  dataDir: workerData.dataDir,
  parsers,
  relaxedDurability: false,
  ...(workerData.compiled && { pgliteWasmModule: workerData.compiled }),
  ...(workerData.image && { fs: new ImageFS(workerData.image), startParams: smallDatabase }),
})
await db.listen(CHANNEL, (payload) => port.postMessage({ channel: CHANNEL, payload } satisfies DatabaseNotification))
const statements = preparedStatements(db)
port.postMessage({ id: 0 } satisfies WorkerReply)

// One connection: queries are answered in the order in which they arrive.
let last = Promise.resolve()
port.on('message', (ask: Ask) => {
  last = last.then(() => answer(ask))
})

async function answer(ask: Ask) {
  try {
    if ('close' in ask) {
      await db.close()
      port.postMessage({ id: ask.id } satisfies WorkerReply)
      return
    }
    if ('imageTo' in ask) {
      await writeImage(db, ask.imageTo)
      port.postMessage({ id: ask.id } satisfies WorkerReply)
      return
    }
    const { rows, affectedRows } = ask.params.length === 0 ? await run(ask.text) : await statements.query(ask.text, ask.params)
    port.postMessage({ id: ask.id, rows, affected: affectedRows ?? 0 } satisfies WorkerReply)
  } catch (error) {
    const { message, code, detail, constraint } = error as { message: string; code?: string; detail?: string; constraint?: string }
    port.postMessage({ id: ask.id, error: { message, code, detail, constraint } } as WorkerReply)
  }
}

const CHANGES_COLUMNS = /\b(alter|drop|create or replace)\b/i
/** A statement without parameters, or a script of several (migrations): the last one's answer. */
async function run(text: string) {
  const results = await db.exec(text)
  if (CHANGES_COLUMNS.test(text)) await statements.forget()
  return results.at(-1) ?? { rows: [], affectedRows: 0 }
}
