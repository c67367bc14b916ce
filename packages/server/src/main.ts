// A server process of a deployment; any number may run on one database. Its settings are in `settings.ts`.
import { sql } from 'kysely'
import './memory.ts'
import { createApp } from './app.ts'
import { checkInbox, startInbox } from './ledger/delivery/inbox.ts'
import { startTransferReturns } from './ledger/transfer/transfer.worker.ts'
import { keycloak } from './organisation/identity/keycloak.ts'
import { hasAdministrator } from './organisation/user/administrator.seed.ts'
import { openDatabase } from './platform/database/index.ts'
import { smtpTransport } from './platform/mail/transport.ts'
import { startMailWorker } from './platform/mail/worker.ts'
import { processActivity } from './platform/operate/activity.ts'
import { plain, toSay } from './platform/plain.ts'
import { openStorage } from './platform/storage/open.ts'
import { outsideCalls } from './platform/webhook/outside.ts'
import { startWebhooks } from './platform/webhook/webhook.send.ts'
import { startScheduledJobs } from './scheduled-jobs.ts'
import { seedBase } from './seed/index.ts'
import { readSettings } from './settings.ts'

try {
  const settings = readSettings(process.env)
  // Files with the corporation's figures are for this process's user alone.
  process.umask(0o077)
  const activity = processActivity()
  const database = await openDatabase({
    url: settings.DATABASE_URL,
    sessionUrl: settings.DATABASE_SESSION_URL,
    readUrl: settings.READ_DATABASE_URL,
    onStatement: activity.statement,
  })
  const { db } = database
  await refuseDemo(settings.NODE_ENV)
  await seedBase(db, {
    secondFactor: settings.NODE_ENV === 'production',
    ...(settings.FIRST_ADMIN && { administrator: settings.FIRST_ADMIN }),
  })
  const storage = await openStorage(settings, activity.bucketCall)
  if (settings.INBOX_DIR) await checkInbox(settings.INBOX_DIR)
  const outside = outsideCalls(settings.WEBHOOK_NETWORKS)
  const app = await createApp({
    db,
    live: database.live,
    storage,
    outside,
    zone: settings.CUADRE_ZONE,
    ...keycloak({
      url: settings.AUTH_URL,
      realm: settings.AUTH_REALM,
      clientId: settings.AUTH_CLIENT_ID,
      audience: settings.AUTH_AUDIENCE,
      adminClientId: settings.AUTH_ADMIN_CLIENT_ID,
      adminSecret: settings.AUTH_ADMIN_SECRET,
    }),
    log: { level: settings.LOG_LEVEL },
    ...(settings.SUPPORT_EMAIL ? { supportEmail: settings.SUPPORT_EMAIL } : {}),
    ...(settings.SIGN_UP_DOMAINS ? { signUpDomains: settings.SIGN_UP_DOMAINS } : {}),
    metricsToken: settings.METRICS_TOKEN,
    activity,
    connections: database.connections,
    reads: database.reads,
    slowStatementMs: settings.SLOW_STATEMENT_MS,
    trustProxy: settings.TRUST_PROXY,
  })
  if (!(await hasAdministrator(db))) app.log.warn('nobody administers: FIRST_ADMIN names who does')
  const stopMail = startMailWorker({
    db,
    transport: smtpTransport(settings.SMTP_URL, settings.MAIL_FROM),
    everyMs: 2000,
    zone: settings.CUADRE_ZONE,
    webUrl: settings.WEB_URL,
    log: (error) => app.log.error({ err: error }, 'mail'),
  })
  const stopClock = startScheduledJobs({
    db,
    storage,
    zone: settings.CUADRE_ZONE,
    ran: activity.jobsRan,
    log: (error) => app.log.error({ err: error }, 'clock'),
  })
  const stopReturns = startTransferReturns({
    db,
    zone: settings.CUADRE_ZONE,
    everyMs: 600_000,
    log: (error) => app.log.error({ err: error }, 'transfer'),
  })
  const stopWebhooks = startWebhooks({ db, outside, log: (error) => app.log.error({ err: error }, 'webhook') })
  const stopInbox = settings.INBOX_DIR
    ? startInbox({
        db,
        storage,
        live: database.live,
        zone: settings.CUADRE_ZONE,
        folder: settings.INBOX_DIR,
        log: (error) => app.log.error({ err: error }, 'inbox'),
      })
    : async () => {}
  const address = await app.listen({ port: settings.PORT, host: settings.HOST }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? plain(`PORT: el puerto ${settings.PORT} está en uso.`, error)
      : plain(`HOST, PORT: no se puede atender en esa dirección (${error.message}).`, error)
  })
  app.log.info({ port: Number(new URL(address).port) }, 'listening')

  // Graceful shutdown: open requests end, mails being sent are marked, then connections close. What takes too long is rolled back.
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    app.log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), settings.SHUTDOWN_SECONDS * 1000).unref()
    // A connection that was sending its last answer becomes idle only later.
    const idle = setInterval(() => app.server.closeIdleConnections(), 200)
    await app.close()
    clearInterval(idle)
    await stopClock()
    await stopMail()
    await stopReturns()
    await stopInbox()
    await stopWebhooks()
    await database.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal))

  async function refuseDemo(mode: string) {
    if (mode !== 'production') return
    const { rows } = await sql<{
      demo: boolean
    }>`select coalesce(to_regclass('demo_begun'), to_regclass('demo_ready')) is not null as demo`.execute(db)
    if (!rows[0]?.demo) return
    await database.close()
    throw plain('Esta base de datos tiene usuarios de demostración; en producción no se usa.')
  }
} catch (error) {
  console.error(toSay(error))
  process.exit(1)
}
