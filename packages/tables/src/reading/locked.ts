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
/** Of the server's environment a worker gets this alone: where its code lies compiled, without which starting it takes longer than its job. */
const COMPILED = process.env.NODE_COMPILE_CACHE

/**
 * Runs a job in a worker thread with its own heap limit and a time limit, and gives its items as they come; the generator's return
 * value is the job's result. Only the time spent waiting for the worker counts, not the time its reader takes. Leaving the loop early
 * ends the worker. Throws FileRefused; a worker that dies is 'memoria' or 'danado', never a crash of this process.
 */
export async function* runLocked(job: Job, ms: number): AsyncGenerator<unknown, unknown> {
  const worker = new Worker(ENTRY, {
    workerData: job,
    execArgv: [],
    env: COMPILED ? { NODE_COMPILE_CACHE: COMPILED } : {},
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

  let left = ms
  const next = async (): Promise<Message> => {
    const since = performance.now()
    worker.ref()
    while (queue.length === 0 && failure === null) {
      const remaining = left - (performance.now() - since)
      if (remaining <= 0) throw new FileRefused('tiempo', { segundos: Math.round(ms / 1000) })
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, remaining)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    worker.unref()
    left -= performance.now() - since
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
export async function askLocked<Result>(job: Job, ms: number): Promise<Result> {
  const run = runLocked(job, ms)
  const { value } = await run.next()
  // The worker's answer to this job; both sides are ours and share the type.
  return value as Result
}
