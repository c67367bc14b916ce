import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { LIMITS } from '../format/limits.ts'
import { FileRefused, type RefusalCode } from '../format/refused.ts'
import type { Job } from './jobs.ts'

type Message =
  | { kind: 'item'; item: unknown }
  | { kind: 'done'; result: unknown }
  | { kind: 'refused'; code: RefusalCode; details: Record<string, string | number> }

const ENTRY = fileURLToPath(new URL('./worker.ts', import.meta.url))
/** The only variable of the environment that a worker gets: without compiled code starting it takes longer than its job. */
const COMPILE_CACHE = process.env.NODE_COMPILE_CACHE

/** How long a worker waits for another job of its file, and how many may wait. */
const IDLE_MS = 1_000
const MAX_IDLE = 4

/** A worker, and what it has said that has not been read yet. */
type Reader = { worker: Worker; queue: Message[]; failure: FileRefused | null; wake: () => void }

function startReader(kind: Job['kind']): Reader {
  const worker = new Worker(ENTRY, {
    execArgv: [],
    env: COMPILE_CACHE ? { NODE_COMPILE_CACHE: COMPILE_CACHE } : {},
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.heapMb[kind], maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  worker.stdout.resume()
  worker.stderr.resume()
  const reader: Reader = { worker, queue: [], failure: null, wake: () => {} }
  worker.on('message', (message: Message) => {
    reader.queue.push(message)
    reader.wake()
  })
  worker.on('error', (error: Error & { code?: string }) => {
    reader.failure =
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new FileRefused('memoria')
        : new FileRefused('danado', { motivo: error.message.slice(0, 200) })
    reader.wake()
  })
  worker.on('exit', () => {
    reader.failure ??= new FileRefused('danado', { motivo: 'lectura interrumpida' })
    reader.wake()
  })
  return reader
}

/**
 * Workers whose last job ended well, by the file that it was of. They may do more jobs of that file, and of no other: what they parsed nobody vouches for.
 * Starting one takes longer than most jobs.
 */
const idle = new Map<string, { reader: Reader; timer: NodeJS.Timeout }>()
/** Another for the same path once something else is written there. */
function fileOf({ kind, path }: Job) {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return [kind, path, found?.ino, found?.size, found?.mtimeNs].join(' ')
}

function takeIdle(file: string): Reader | undefined {
  const found = idle.get(file)
  if (!found) return undefined
  idle.delete(file)
  clearTimeout(found.timer)
  return found.reader.failure ? undefined : found.reader
}

function endIdle(file: string) {
  void takeIdle(file)?.worker.terminate()
}

function keepIdle(file: string, reader: Reader) {
  endIdle(file)
  const [oldest] = idle.keys()
  if (oldest !== undefined && idle.size >= MAX_IDLE) endIdle(oldest)
  idle.set(file, { reader, timer: setTimeout(() => endIdle(file), IDLE_MS).unref() })
}

/**
 * Runs a job in a worker thread with its own heap limit and a time limit, and gives its items as they come; the generator's return
 * value is the job's result. Only the time spent waiting for the worker counts, not the time its reader takes. Leaving the loop early
 * ends the worker. Throws FileRefused; a worker that dies is 'memoria' or 'danado', never a crash of this process.
 */
export async function* streamFromWorker(job: Job, timeoutMs: number): AsyncGenerator<unknown, unknown> {
  const file = fileOf(job)
  const reader = takeIdle(file) ?? startReader(job.kind)
  const { worker, queue } = reader
  worker.postMessage(job)

  let remainingMs = timeoutMs
  const next = async (): Promise<Message> => {
    const since = performance.now()
    worker.ref()
    while (queue.length === 0 && reader.failure === null) {
      const waitMs = remainingMs - (performance.now() - since)
      if (waitMs <= 0) throw new FileRefused('tiempo', { segundos: Math.round(timeoutMs / 1000) })
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs)
        reader.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    worker.unref()
    remainingMs -= performance.now() - since
    const message = queue.shift()
    if (!message) throw reader.failure!
    return message
  }

  let done = false
  try {
    for (;;) {
      const message = await next()
      if (message.kind === 'refused') throw new FileRefused(message.code, message.details)
      if (message.kind === 'done') {
        done = true
        return message.result
      }
      worker.postMessage('more')
      yield message.item
    }
  } finally {
    if (done) keepIdle(file, reader)
    else await worker.terminate()
  }
}

/** Runs a job that answers once. */
export async function resultFromWorker<Result>(job: Job, timeoutMs: number): Promise<Result> {
  const run = streamFromWorker(job, timeoutMs)
  const { value } = await run.next()
  // The worker's answer to this job; both sides are ours and share the type.
  return value as Result
}
