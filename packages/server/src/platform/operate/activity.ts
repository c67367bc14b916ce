import { AsyncLocalStorage } from 'node:async_hooks'
import type { PAGE_TIMINGS } from '@cuadre/api/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Statement = { text: string; ms: number }
type BucketCall = { ms: number; failed: boolean }
/** LCP and INP in seconds, CLS as it is, of the pages whose address begins with the section. */
type Timing = { metric: (typeof PAGE_TIMINGS)[number]; section: string; value: number }

/** What a process does besides answering, for its metrics and its log: the statements of its database and the passes of its scheduled jobs. */
export function processActivity() {
  const listeners = new Set<(statement: Statement) => void>()
  const bucketCalls = new Set<(call: BucketCall) => void>()
  const timings = new Set<(timing: Timing) => void>()
  let jobsDone = Date.now()
  return {
    /** To be called after every statement, with its duration in milliseconds. */
    statement: (text: string, ms: number) => {
      for (const listener of listeners) listener({ text, ms })
    },
    onStatement: (listener: (statement: Statement) => void) => void listeners.add(listener),
    /** To be called after every call of the bucket of the files. */
    bucketCall: (call: BucketCall) => {
      for (const listener of bucketCalls) listener(call)
    },
    onBucketCall: (listener: (call: BucketCall) => void) => void bucketCalls.add(listener),
    /** To be called with what a browser has measured. */
    timing: (timing: Timing) => {
      for (const listener of timings) listener(timing)
    },
    onTiming: (listener: (timing: Timing) => void) => void timings.add(listener),
    /** To be called when the scheduled jobs have run to their end. */
    jobsRan: () => {
      jobsDone = Date.now()
    },
    /** Seconds since the scheduled jobs last ran to their end, or since the start. */
    jobsAge: () => (Date.now() - jobsDone) / 1000,
  }
}
export type Activity = ReturnType<typeof processActivity>

const MAX_TEXT = 2000

/** Logs each statement that takes `afterMs` or longer, with the id and route of its request. Its parameters, which may be personal, are not logged. */
export function logSlowStatements(app: FastifyInstance, activity: Activity, afterMs: number) {
  const current = new AsyncLocalStorage<FastifyRequest>()
  app.addHook('onRequest', (request, _, done) => current.run(request, done))
  // Reading a body leaves the context of the hook before it.
  app.addHook('preHandler', (request, _, done) => current.run(request, done))
  activity.onStatement(({ text, ms }) => {
    if (ms < afterMs) return
    const request = current.getStore()
    const statement = text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT)
    const log = request?.log ?? app.log
    log.warn({ ms: Math.round(ms), ...(request && { route: request.routeOptions.url ?? 'none' }), statement }, 'slow statement')
  })
}
