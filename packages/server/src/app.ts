import {
  accountApi,
  alertApi,
  analysisApi,
  analysisStatusApi,
  annexApi,
  auditorApi,
  balanceApi,
  binderApi,
  businessApi,
  calendarApi,
  changeApi,
  chartApi,
  configApi,
  countryApi,
  dashboardApi,
  departmentApi,
  extensionApi,
  faqApi,
  groupApi,
  headingApi,
  identityApi,
  notificationApi,
  observationApi,
  periodApi,
  resourceApi,
  roleApi,
  sampleApi,
  sessionApi,
  statisticsApi,
  subManagementApi,
  summaryApi,
  templateApi,
  thresholdApi,
  ticketApi,
  transferApi,
  uploadApi,
  userApi,
} from '@cuadre/api'

import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import type { VerifyToken } from './access/token.ts'
import { accountRoutes } from './account/account.routes.ts'
import { summaryRoutes } from './account/summary.routes.ts'
import { transferRoutes } from './account/transfer.routes.ts'
import { alertRoutes } from './alert/alert.routes.ts'
import { analysisRoutes } from './analysis/analysis.routes.ts'
import { annexRoutes } from './analysis/annex.routes.ts'
import { groupRoutes } from './analysis/group.routes.ts'
import { analysisStatusRoutes } from './analysis-status/analysis-status.routes.ts'
import { auditorRoutes } from './auditor/auditor.routes.ts'
import { observationRoutes } from './auditor/observation.routes.ts'
import { sampleRoutes } from './auditor/sample.routes.ts'
import { balanceRoutes } from './balance/balance.routes.ts'
import { binderRoutes } from './binder/binder.routes.ts'
import { businessRoutes } from './business/business.routes.ts'
import { calendarRoutes } from './calendar/calendar.routes.ts'
import { changeRoutes } from './change/change.routes.ts'
import { chartRoutes } from './chart/chart.routes.ts'
import { configRoutes } from './config/config.routes.ts'
import { limitProvider } from './config/config.service.ts'

import { countryRoutes } from './country/country.routes.ts'
import { dashboardRoutes } from './dashboard/dashboard.routes.ts'
import type { Db } from './database/index.ts'
import type { Live } from './database/live.ts'
import { departmentRoutes } from './department/department.routes.ts'
import { faqRoutes } from './faq/faq.routes.ts'
import { headingRoutes } from './heading/heading.routes.ts'
import { readiness } from './health/readiness.ts'
import { answerErrors, unheard, unreadable } from './http/error-handler.ts'
import { implement } from './http/implement.ts'
import { rateKey, rateStore } from './http/rate-limit.ts'
import { serveBackChannel, type VerifyLogout } from './identity/back-channel.ts'
import { identityRoutes } from './identity/identity.routes.ts'
import type { Provider } from './identity/provider.ts'
import { notificationRoutes } from './notification/notification.routes.ts'
import { serveDocs } from './operate/docs.ts'
import { type LogOptions, logger, requestId } from './operate/log.ts'
import { serveMetrics } from './operate/metrics.ts'
import { extensionRoutes } from './period/extension.routes.ts'
import { periodRoutes } from './period/period.routes.ts'
import { resourceRoutes } from './resource/resource.routes.ts'
import { roleRoutes } from './role/role.routes.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { statisticsRoutes } from './statistics/statistics.routes.ts'
import { MAX_FILE, type Storage } from './storage/index.ts'
import { subManagementRoutes } from './sub-management/sub-management.routes.ts'
import { templateRoutes } from './template/template.routes.ts'
import { thresholdRoutes } from './threshold/threshold.routes.ts'
import { ticketRoutes } from './ticket/ticket.routes.ts'
import { uploadRoutes } from './upload/upload.routes.ts'
import type { IdentityAdmin } from './user/identity.ts'
import { userRoutes } from './user/user.routes.ts'

export type AppOptions = {
  db: Db
  /** What the database announces, for the open lines. */
  live: Live
  storage: Storage
  verifyToken: VerifyToken
  /** Told to the browser by GET /auth/config. */
  auth: { url: string; realm: string; clientId: string }
  /** IANA zone in which deadlines are local. */
  zone: string
  /** The provider's accounts, where they are kept from here; otherwise whoever administers the provider makes them. */
  identity?: IdentityAdmin
  /** The provider's passwords, second factors and sessions, under the same condition. */
  credentials?: Provider
  /** Where the provider tells of sessions that have ended; the embedded one is asked instead. */
  verifyLogout?: VerifyLogout
  /** E-mail domains whose people may ask for an account themselves; nobody unless said. */
  signUpDomains?: readonly string[]
  /** Where mail to support goes; to every active administrator unless said. */
  supportEmail?: string
  now?: () => Date
  /** Between two signs of life of an open line. */
  heartbeatMs?: number
  log?: LogOptions | undefined
  /** Who may read /metrics; without it, whoever reaches the port. */
  metricsToken?: string | undefined
  /** Proxies whose X-Forwarded-For is believed, as Fastify's `trustProxy`. */
  trustProxy?: boolean | string | undefined
}

/** The API under /api. A noun is one line here. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logger(options.log),
    genReqId: requestId,
    frameworkErrors: unreadable,
    clientErrorHandler: unheard,
    ...(options.trustProxy ? { trustProxy: options.trustProxy } : {}),
    bodyLimit: 2 * 1024 * 1024,
    // Contract and error handler speak for the framework.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
  })
  await app.register(helmet, { contentSecurityPolicy: false, crossOriginResourcePolicy: { policy: 'same-site' } })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  // An answer that ends while the server closes would leave a connection that is kept alive, and the server waits for that.
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  await app.register(rateLimit, { global: false, store: rateStore(options.db), keyGenerator: rateKey })
  await app.register(multipart, { limits: { files: 1, fileSize: MAX_FILE, fields: 20, fieldSize: 100_000 }, throwFileSizeLimit: true })
  answerErrors(app)

  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_, reply) => {
    const ready = await readiness(options.db)
    return reply.status(ready.ok ? 200 : 503).send(ready)
  })
  // A realm that was imported anew has the limits of its file.
  app.addHook('onListen', () => limitProvider(options).catch((error) => app.log.warn({ err: error }, 'limits of the provider')))
  serveMetrics(app, options.db, options.metricsToken)
  await serveDocs(app)
  await app.register(
    async (api) => {
      // What is somebody's stays on no disk, unless the call says how long it may be kept.
      api.addHook('onSend', async (_, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      })
      if (options.verifyLogout) serveBackChannel(api, options.db, options.verifyLogout)
      implement(api, options, sessionApi, sessionRoutes(options))
      implement(api, options, identityApi, identityRoutes(options))
      implement(api, options, countryApi, countryRoutes(options))
      implement(api, options, businessApi, businessRoutes(options))
      implement(api, options, subManagementApi, subManagementRoutes(options))
      implement(api, options, departmentApi, departmentRoutes(options))
      implement(api, options, headingApi, headingRoutes(options))
      implement(api, options, templateApi, templateRoutes(options))
      implement(api, options, resourceApi, resourceRoutes(options))
      implement(api, options, changeApi, changeRoutes(options))
      implement(api, options, userApi, userRoutes(options))
      implement(api, options, auditorApi, auditorRoutes(options))
      implement(api, options, roleApi, roleRoutes(options))
      implement(api, options, configApi, configRoutes(options))
      implement(api, options, analysisStatusApi, analysisStatusRoutes(options))
      implement(api, options, alertApi, alertRoutes(options))
      implement(api, options, ticketApi, ticketRoutes(options))
      implement(api, options, faqApi, faqRoutes(options))
      implement(api, options, notificationApi, notificationRoutes(options))
      implement(api, options, periodApi, periodRoutes(options))
      implement(api, options, extensionApi, extensionRoutes(options))
      implement(api, options, accountApi, accountRoutes(options))
      implement(api, options, transferApi, transferRoutes(options))
      implement(api, options, calendarApi, calendarRoutes(options))
      implement(api, options, chartApi, chartRoutes(options))
      implement(api, options, summaryApi, summaryRoutes(options))
      implement(api, options, thresholdApi, thresholdRoutes(options))
      implement(api, options, balanceApi, balanceRoutes(options))
      implement(api, options, binderApi, binderRoutes(options))
      implement(api, options, analysisApi, analysisRoutes(options))
      implement(api, options, annexApi, annexRoutes(options))
      implement(api, options, groupApi, groupRoutes(options))
      implement(api, options, observationApi, observationRoutes(options))
      implement(api, options, sampleApi, sampleRoutes(options))
      implement(api, options, dashboardApi, dashboardRoutes(options))
      implement(api, options, statisticsApi, statisticsRoutes(options))
      await api.register(async (octets) => {
        // Nowhere else are bytes taken as they come.
        octets.addContentTypeParser('application/octet-stream', (_, bytes, done) => done(null, bytes))
        implement(octets, options, uploadApi, uploadRoutes(options))
      })
    },
    { prefix: '/api' },
  )
  return app
}
