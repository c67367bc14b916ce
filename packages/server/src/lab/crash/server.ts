// The server process to be killed, or put in trouble: it opens the database, listens, and reports its port. SIGTERM lets it end what is open,
// and report what its replica answered.
import { CompiledQuery } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { tokenVerifier } from '../../platform/access/token.ts'
import { smtpTransport } from '../../platform/mail/transport.ts'
import { startMailWorker } from '../../platform/mail/worker.ts'
import { outsideCalls } from '../../platform/webhook/outside.ts'
import { startWebhooks } from '../../platform/webhook/webhook.send.ts'
import { startScheduledJobs } from '../../scheduled-jobs.ts'
import { type Location, open, storageOf } from '../bench/place.ts'
import { shiftable } from './clock.ts'

/** What the fault rounds add: a provider of keys, a mail server, and the jobs that run beside the calls. */
export type Around = { provider: string; smtp: string }
export type ServerArguments = Location & { port?: number; around?: Around }
/** What the driver asks of it. */
export type Asked = { clock: number } | { id: number; statement: string }

const ZONE = 'America/Sao_Paulo'
const given: ServerArguments = JSON.parse(process.argv[2]!)
const { port = 0, around, ...location } = given
const outside = outsideCalls(['127.0.0.0/8'])
const shift = around ? shiftable() : () => {}
const { app, db, reads, close } = await open(location, { outside, ...(around && verifying(around)) })
const log = () => {}
const stops = [startWebhooks({ db, outside, everyMs: 300 })]
if (around) {
  const transport = smtpTransport(around.smtp, 'cuadre@corporacion.example')
  stops.push(startMailWorker({ db, transport, zone: ZONE, everyMs: 300, log }))
  stops.push(startScheduledJobs({ db, storage: await storageOf(location), zone: ZONE, everyMs: 300, log }))
}
await app.listen({ port, host: '127.0.0.1' })
const address = app.server.address()
process.on('message', async (asked: Asked) => {
  if ('clock' in asked) return shift(asked.clock)
  // The embedded database is this process's alone.
  const answer = await db.executeQuery<object>(CompiledQuery.raw(asked.statement)).then(
    ({ rows }) => ({ rows }),
    (error: Error) => ({ error: error.message }),
  )
  process.send!({ id: asked.id, ...answer })
})
process.send!({ port: address && typeof address === 'object' ? address.port : 0 })
process.once('SIGTERM', async () => {
  process.send!({ reads: reads?.() })
  await Promise.all(stops.map((stop) => stop()))
  await close()
  process.exit(0)
})

function verifying({ provider }: Around): Pick<AppOptions, 'verifyToken'> {
  const issuer = `${provider}/realms/corp`
  return { verifyToken: tokenVerifier({ issuer, audience: 'corp-api', clientId: 'cuadre-web', keys: new URL(`${issuer}/certs`) }) }
}
