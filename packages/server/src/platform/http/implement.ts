import type { Endpoint, Output, Parsed, Sent } from '@cuadre/api/endpoint'
import { isEndpoint } from '@cuadre/api/endpoint'
import { CONTEXT_HEADER, contextOf } from '@cuadre/api/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authorizeAuditor, redactForAuditor } from '../access/auditor.ts'
import { shownZoneOf } from '../access/shown-zone.ts'
import type { Claims } from '../access/token.ts'
import { untilSerialized } from '../database/index.ts'
import { readingReplica } from '../database/replica.ts'
import { Invalid } from '../errors.ts'
import type { Storage } from '../storage/index.ts'
import { type AccessDeps, authenticate, authorize } from './authorize.ts'
import { type Caller, type Locale, localeOf } from './context.ts'
import { openStreams, type StreamContext } from './events.ts'
import { type ExportFilters, inExport } from './export.context.ts'
import { rateLimitOf } from './rate-limit.ts'
import { readBody } from './read-body.ts'
import { isFile, sendFile, sendJson } from './serialize.ts'
import { validateInput } from './validation.ts'

/** What a handler gets: the validated input and who calls. */
type Request<E extends Endpoint> = Parsed<E> &
  (E['allow'] extends 'public'
    ? { locale: Locale; address: string }
    : { caller: Caller; session: Claims; locale: Locale; userAgent: string | undefined }) &
  (E extends { idempotent: true } ? { idempotencyKey: string | undefined } : unknown) &
  (E extends { stream: true } ? StreamContext : unknown)
export type Handlers<Noun> = {
  [K in keyof Noun as Noun[K] extends Endpoint ? K : never]: Noun[K] extends Endpoint
    ? (request: Request<Noun[K]>) => Noun[K] extends { stream: true } ? Output<Noun[K]> : Promise<Output<Noun[K]>>
    : never
}
/** Bytes of JSON that a call takes where the contract says no other number: a megabyte would keep the process from everybody else for a second. */
export const BODY_LIMIT = 64 * 1024

type Deps = AccessDeps & { storage: Storage; heartbeatMs?: number; exportFilters?: ExportFilters }
/** A handler once the compiler has checked it against its endpoint. */
type Handle = (input: object) => Promise<unknown>

/**
 * Puts a noun of the contract on the server. An endpoint without a handler, or with a wrong answer, does not compile.
 * @param heavy its GET calls that a replica may answer, where there is one; every export may be
 */
export function implement<Noun extends object>(
  app: FastifyInstance,
  deps: Deps,
  noun: Noun,
  handlers: Handlers<Noun>,
  heavy: 'all' | readonly (keyof Noun)[] = [],
) {
  const openStream = Object.values(noun).some((value) => isEndpoint(value) && value.stream) ? openStreams(app, deps.heartbeatMs) : undefined
  for (const [name, endpoint] of Object.entries(noun)) {
    if (!isEndpoint(endpoint)) continue
    const handler = handlers[name as keyof Handlers<Noun>] as unknown as Handle
    const isHeavy = heavy === 'all' || heavy.includes(name as keyof Noun)
    const handle: Handle = (input) => {
      if (endpoint.method !== 'GET' || endpoint.stream) return handler(input)
      const read = () => (isHeavy || isExport(input) ? readingReplica(() => handler(input)) : handler(input))
      // These only read, so that nothing is there twice.
      return isHeavy ? untilSerialized(read) : read()
    }
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...rateLimitOf(endpoint),
      ...(endpoint.octets || endpoint.multipart ? {} : { bodyLimit: endpoint.kilobytes ? endpoint.kilobytes * 1024 : BODY_LIMIT }),
      // Files are of formats that are compressed already, or of any; an event must leave at once.
      ...(endpoint.bytes || endpoint.stream ? { compress: false } : {}),
      handler: (request, reply) => answer({ name, endpoint, handle, deps, openStream }, request, reply),
    })
  }
}

async function exported(caller: Caller, name: string, input: { query: unknown }, handle: Handle, { db, zone, exportFilters }: Deps) {
  const filters = exportFilters && (() => exportFilters(caller, name, input.query as object))
  return inExport({ zone: await shownZoneOf(db, caller, zone), ...(filters && { filters }) }, () => handle(input))
}
const isExport = (input: object) => (input as { query?: { format?: unknown } }).query?.format === 'excel'

/** @throws 422 for one that is too short to be its sender's own */
function idempotencyKeyOf({ headers }: FastifyRequest) {
  const key = headers['idempotency-key']
  if (key !== undefined && !(typeof key === 'string' && /^[\x21-\x7e]{8,100}$/.test(key)))
    throw Invalid('Idempotency-Key', 'idempotency_key')
  return key as string | undefined
}

type Call = { name: string; endpoint: Endpoint; handle: Handle; deps: Deps; openStream: ReturnType<typeof openStreams> | undefined }

/** The steps of every call, in this order. */
async function answer({ name, endpoint, handle, deps, openStream }: Call, request: FastifyRequest, reply: FastifyReply) {
  const locale = localeOf(request.headers['accept-language'])
  const session = await authenticate(request, deps, endpoint)
  const callerBefore = session && (await authorize(session, deps, endpoint, locale))
  const { body, files } = await readBody(request, deps.storage, endpoint, callerBefore)
  try {
    // During a long upload the person may have been disabled or lost the permission. That the token has expired meanwhile does not matter.
    const caller = session && endpoint.multipart ? await authorize(session, deps, endpoint, locale) : callerBefore
    if (caller) reply.header(CONTEXT_HEADER, contextOf(caller.roleId, caller.countryId, caller.businessId))
    const input = {
      ...validateInput(endpoint, request, body, locale),
      caller,
      session,
      locale,
      address: request.ip,
      userAgent: request.headers['user-agent'],
      ...(endpoint.idempotent && { idempotencyKey: idempotencyKeyOf(request) }),
    }
    const logAuditorAccess = caller && authorizeAuditor(caller, name, endpoint, input)
    if (openStream && endpoint.stream) {
      const events = (context: StreamContext) => handle({ ...input, ...context }) as unknown as AsyncIterable<Sent<unknown>>
      const stillAllowed = async () => authorize((await authenticate(request, deps, endpoint))!, deps, endpoint, locale)
      return openStream(request, reply, caller!.userId, events, endpoint.response, stillAllowed)
    }
    const output = caller && isExport(input) ? await exported(caller, name, input, handle, deps) : await handle(input)
    await logAuditorAccess?.(deps.db, request.url)
    if (isFile(endpoint, output)) return sendFile(request, reply, output)
    const redacted = redactForAuditor(caller, endpoint, endpoint.response.parse(output))
    return endpoint.etag ? sendJson(request, reply, caller, redacted) : redacted
  } finally {
    await Promise.all(files.map(deps.storage.drop))
  }
}
