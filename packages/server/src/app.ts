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
  closingApi,
  configApi,
  countryApi,
  dashboardApi,
  deliveryApi,
  departmentApi,
  distributionApi,
  exchangeRateApi,
  extensionApi,
  faqApi,
  groupApi,
  headingApi,
  homeApi,
  identityApi,
  matrixApi,
  movementApi,
  notificationApi,
  observationApi,
  organisationApi,
  periodApi,
  resourceApi,
  roleApi,
  sampleApi,
  searchApi,
  serviceApi,
  sessionApi,
  statisticsApi,
  subManagementApi,
  suggestionApi,
  summaryApi,
  templateApi,
  thresholdApi,
  ticketApi,
  tieOutApi,
  transferApi,
  uploadApi,
  userApi,
  webhookApi,
} from '@cuadre/api'

import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import { notifyAlertRecipients } from './desk/alert/alert.immediate.ts'
import { alertRoutes } from './desk/alert/alert.routes.ts'
import { faqRoutes } from './desk/faq/faq.routes.ts'
import { resourceRoutes } from './desk/resource/resource.routes.ts'
import { ticketRoutes } from './desk/ticket/ticket.routes.ts'
import { accountRoutes } from './ledger/account/account.routes.ts'
import { listOfUser } from './ledger/account/account.service.ts'
import { balanceRoutes } from './ledger/balance/balance.routes.ts'
import { binderRoutes } from './ledger/binder/binder.routes.ts'
import { calendarRoutes } from './ledger/calendar/calendar.routes.ts'
import { chartRoutes } from './ledger/chart/chart.routes.ts'
import { closingRoutes } from './ledger/closing/closing.routes.ts'
import { deliveryRoutes } from './ledger/delivery/delivery.routes.ts'
import { exchangeRateRoutes } from './ledger/exchange-rate/exchange-rate.routes.ts'
import { extensionRoutes } from './ledger/extension/extension.routes.ts'
import { headingRoutes } from './ledger/heading/heading.routes.ts'
import { movementRoutes } from './ledger/movement/movement.routes.ts'
import { periodRoutes } from './ledger/period/period.routes.ts'
import { summaryRoutes } from './ledger/summary/summary.routes.ts'
import { thresholdRoutes } from './ledger/threshold/threshold.routes.ts'
import { tieOutRoutes } from './ledger/tie-out/tie-out.routes.ts'
import { transferRoutes } from './ledger/transfer/transfer.routes.ts'
import type { AppOptions } from './options.ts'
import { auditorRoutes } from './organisation/auditor/auditor.routes.ts'
import { businessRoutes } from './organisation/business/business.routes.ts'
import { configRoutes } from './organisation/config/config.routes.ts'
import { syncProviderLimits } from './organisation/config/config.service.ts'

import { countryRoutes } from './organisation/country/country.routes.ts'
import { departmentRoutes } from './organisation/department/department.routes.ts'
import { serveBackChannel } from './organisation/identity/back-channel.ts'
import { identityRoutes } from './organisation/identity/identity.routes.ts'
import { roleRoutes } from './organisation/role/role.routes.ts'
import { serviceRoutes } from './organisation/service/service.routes.ts'
import { sessionRoutes } from './organisation/session/session.routes.ts'
import { subManagementRoutes } from './organisation/sub-management/sub-management.routes.ts'
import { organisationRoutes } from './organisation/tree/tree.routes.ts'
import { userRoutes } from './organisation/user/user.routes.ts'
import { changeRoutes } from './platform/change/change.routes.ts'
import { closePromptly } from './platform/http/closing.ts'
import { compressAnswers } from './platform/http/compression.ts'
import { onClientError, onFrameworkError, setErrorHandlers } from './platform/http/error-handler.ts'
import { BODY_LIMIT, implement } from './platform/http/implement.ts'
import { acceptJson } from './platform/http/json-body.ts'
import { rateKey, rateStore } from './platform/http/rate-limit.ts'
import { setDeliveryZone } from './platform/mail/deliver.ts'
import { setNotifyAlertRecipients } from './platform/mail/notify.ts'
import { notificationRoutes } from './platform/notification/notification.routes.ts'
import { logSlowStatements } from './platform/operate/activity.ts'
import { serveDocs } from './platform/operate/docs.ts'
import { logger, requestId } from './platform/operate/log.ts'
import { serveMetrics } from './platform/operate/metrics.ts'
import { readiness } from './platform/operate/readiness.ts'
import { MAX_FILE } from './platform/storage/disk.ts'
import { uploadRoutes } from './platform/upload/upload.routes.ts'
import { webhookRoutes } from './platform/webhook/webhook.routes.ts'
import { dashboardRoutes, distributionRoutes, homeRoutes, matrixRoutes } from './reporting/dashboard/dashboard.routes.ts'
import { exportFilters, filtersSaid } from './reporting/export/filters.sheet.ts'
import { searchRoutes } from './reporting/search/search.routes.ts'
import { statisticsRoutes } from './reporting/statistics/statistics.routes.ts'
import { suggestionRoutes } from './reporting/suggestion/suggestion.routes.ts'
import { analysisRoutes } from './workflow/analysis/analysis.routes.ts'
import { annexRoutes } from './workflow/annex/annex.routes.ts'
import { groupRoutes } from './workflow/group/group.routes.ts'
import { observationRoutes } from './workflow/observation/observation.routes.ts'
import { sampleRoutes } from './workflow/sample/sample.routes.ts'
import { analysisStatusRoutes } from './workflow/status/analysis-status.routes.ts'
import { templateRoutes } from './workflow/template/template.routes.ts'

/** The API under /api. A noun is one line here. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { zone, now = () => new Date() } = options
  // What the zones below need of those above for every call.
  const served = { ...options, exportFilters: exportFilters(options.db) }
  setNotifyAlertRecipients((...about) => notifyAlertRecipients({ zone, now: now() }, ...about))
  setDeliveryZone(zone)
  const app = Fastify({
    logger: logger(options.log),
    genReqId: requestId,
    frameworkErrors: onFrameworkError,
    clientErrorHandler: onClientError,
    ...(options.trustProxy ? { trustProxy: options.trustProxy } : {}),
    bodyLimit: BODY_LIMIT,
    // Long params and trailing slashes are left to the contract and our error handler, for one form of error.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
  })
  await app.register(helmet, { contentSecurityPolicy: false, crossOriginResourcePolicy: { policy: 'same-site' } })
  if (options.compress) await compressAnswers(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  closePromptly(app)
  await app.register(rateLimit, { global: false, store: rateStore(options.db), keyGenerator: rateKey(options.verifyToken) })
  await app.register(multipart, { limits: { files: 1, fileSize: MAX_FILE, fields: 20, fieldSize: 100_000 }, throwFileSizeLimit: true })
  setErrorHandlers(app)
  acceptJson(app)
  if (options.activity && options.slowStatementMs !== undefined) logSlowStatements(app, options.activity, options.slowStatementMs)

  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_, reply) => {
    const ready = await readiness(options.db, options.storage)
    return reply.status(ready.ok ? 200 : 503).send(ready)
  })
  // A realm that was imported again has the limits of its file, not ours.
  app.addHook('onListen', () => syncProviderLimits(options).catch((error) => app.log.warn({ err: error }, 'limits of the provider')))
  const { db, metricsToken: token, activity, connections, reads } = options
  serveMetrics(app, { db, token, activity, connections, reads })
  await serveDocs(app)
  await app.register(
    async (api) => {
      // No cache may store personal data, unless the call allows it.
      api.addHook('onSend', async (_, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      })
      if (options.verifyLogout) serveBackChannel(api, options.db, options.verifyLogout)
      implement(api, served, sessionApi, sessionRoutes(options))
      implement(api, served, identityApi, identityRoutes(options))
      implement(api, served, countryApi, countryRoutes(options))
      implement(api, served, organisationApi, organisationRoutes(options))
      implement(api, served, businessApi, businessRoutes(options))
      implement(api, served, subManagementApi, subManagementRoutes(options))
      implement(api, served, departmentApi, departmentRoutes(options))
      implement(api, served, headingApi, headingRoutes(options))
      implement(api, served, templateApi, templateRoutes(options))
      implement(api, served, resourceApi, resourceRoutes(options))
      implement(api, served, changeApi, changeRoutes(options), 'all')
      implement(
        api,
        served,
        userApi,
        userRoutes(options, { userAccounts: ({ caller, params, query }) => listOfUser(options, caller, params.id, query) }),
      )
      implement(api, served, serviceApi, serviceRoutes(options))
      implement(api, served, webhookApi, webhookRoutes(options))
      implement(api, served, auditorApi, auditorRoutes(options, { filtersSaid: (...asked) => filtersSaid(options.db, ...asked) }))
      implement(api, served, roleApi, roleRoutes(options))
      implement(api, served, configApi, configRoutes(options))
      implement(api, served, analysisStatusApi, analysisStatusRoutes(options))
      implement(api, served, alertApi, alertRoutes(options))
      implement(api, served, ticketApi, ticketRoutes(options))
      implement(api, served, faqApi, faqRoutes(options))
      implement(api, served, notificationApi, notificationRoutes(options))
      implement(api, served, periodApi, periodRoutes(options))
      implement(api, served, closingApi, closingRoutes(options))
      implement(api, served, tieOutApi, tieOutRoutes(options))
      implement(api, served, extensionApi, extensionRoutes(options))
      implement(api, served, accountApi, accountRoutes(options), ['accountHistory'])
      implement(api, served, transferApi, transferRoutes(options))
      implement(api, served, calendarApi, calendarRoutes(options))
      implement(api, served, chartApi, chartRoutes(options))
      implement(api, served, summaryApi, summaryRoutes(options))
      implement(api, served, exchangeRateApi, exchangeRateRoutes(options))
      implement(api, served, movementApi, movementRoutes(options))
      implement(api, served, thresholdApi, thresholdRoutes(options))
      implement(api, served, balanceApi, balanceRoutes(options))
      implement(api, served, deliveryApi, deliveryRoutes(options))
      implement(api, served, binderApi, binderRoutes(options))
      implement(api, served, analysisApi, analysisRoutes(options), ['listHistory'])
      implement(api, served, annexApi, annexRoutes(options))
      implement(api, served, groupApi, groupRoutes(options))
      implement(api, served, observationApi, observationRoutes(options))
      implement(api, served, sampleApi, sampleRoutes(options))
      implement(api, served, homeApi, homeRoutes(options), 'all')
      implement(api, served, dashboardApi, dashboardRoutes(options), 'all')
      implement(api, served, matrixApi, matrixRoutes(options), 'all')
      implement(api, served, distributionApi, distributionRoutes(options), 'all')
      implement(api, served, suggestionApi, suggestionRoutes(options))
      implement(api, served, searchApi, searchRoutes(options))
      implement(api, served, statisticsApi, statisticsRoutes(options), 'all')
      await api.register(async (octets) => {
        // Only uploads accept raw bytes.
        octets.addContentTypeParser('application/octet-stream', (_, bytes, done) => done(null, bytes))
        implement(octets, options, uploadApi, uploadRoutes(options))
      })
    },
    { prefix: '/api' },
  )
  return app
}
