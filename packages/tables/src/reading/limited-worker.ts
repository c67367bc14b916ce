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

/**
 * Runs a job in a worker thread with its own heap limit and a time limit, and gives its items as they come; the generator's return
 * value is the job's result. Only the time spent waiting for the worker counts, not the time its reader takes. Leaving the loop early
 * ends the worker. Throws FileRefused; a worker that dies is 'memoria' or 'danado', never a crash of this process.
 */
export async function* streamFromWorker(job: Job, timeoutMs: number): AsyncGenerator<unknown, unknown> {
  const worker = new Worker(ENTRY, {
    workerData: job,
    execArgv: [],
    env: COMPILE_CACHE ? { NODE_COMPILE_CACHE: COMPILE_CACHE } : {},
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.heapMb[job.kind], maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  worker.stdout.resume()
  worker.stderr.resume()
  const queue: Message[] = []
  let failure: FileRefused | null = null
  let wake: (() => void) | null = null
  worker.on('message', (message: Message) => {
    queue.push(message)
    wake?.()
  })
  worker.on('error', (error: Error & { code?: string }) => {
    failure =
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new FileRefused('memoria')
        : new FileRefused('danado', { motivo: error.message.slice(0, 200) })
    wake?.()
  })
  worker.on('exit', () => {
    failure ??= new FileRefused('danado', { motivo: 'lectura interrumpida' })
    wake?.()
  })

  let remainingMs = timeoutMs
  const next = async (): Promise<Message> => {
    const since = performance.now()
    worker.ref()
    while (queue.length === 0 && failure === null) {
      const waitMs = remainingMs - (performance.now() - since)
      if (waitMs <= 0) throw new FileRefused('tiempo', { segundos: Math.round(timeoutMs / 1000) })
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    worker.unref()
    remainingMs -= performance.now() - since
    const message = queue.shift()
    if (!message) throw failure!
    return message
  }

  try {
    for (;;) {
      const message = await next()
      if (message.kind === 'refused') throw new FileRefused(message.code, message.details)
      if (message.kind === 'done') return message.result
      worker.postMessage('more')
      yield message.item
    }
  } finally {
    await worker.terminate()
  }
}

/** Runs a job that answers once. */
export async function resultFromWorker<Result>(job: Job, timeoutMs: number): Promise<Result> {
  const run = streamFromWorker(job, timeoutMs)
  const { value } = await run.next()
  // The worker's answer to this job; both sides are ours and share the type.
  return value as Result
}
