import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Bytes, Endpoint, Output, Parsed, Sent, Upload } from '@cuadre/api/endpoint'
import { isEndpoint } from '@cuadre/api/endpoint'
import type { Permission } from '@cuadre/api/permissions'
import { UPLOADED } from '@cuadre/api/upload'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { admit, withheld } from '../access/auditor.ts'
import { type Clock, findCaller, linkIdentity } from '../access/caller.ts'
import type { Claims, VerifyToken } from '../access/token.ts'
import type { Db } from '../database/index.ts'
import { Forbidden, Invalid, Unauthorized } from '../errors.ts'
import type { Storage } from '../storage/index.ts'
import { type Caller, type Locale, localeOf } from './context.ts'
import { type Line, openLines } from './events.ts'
import { rateOf } from './rate-limit.ts'
import { unusable, wrongFields } from './validation.ts'

/** What a handler gets: the checked input and who asks. */
export type Request<E extends Endpoint> = Parsed<E> &
  (E['allow'] extends 'public' ? { locale: Locale } : { caller: Caller; session: Claims; locale: Locale }) &
  (E extends { stream: true } ? Line : unknown)
export type Handlers<Noun> = {
  [K in keyof Noun as Noun[K] extends Endpoint ? K : never]: Noun[K] extends Endpoint
    ? (request: Request<Noun[K]>) => Noun[K] extends { stream: true } ? Output<Noun[K]> : Promise<Output<Noun[K]>>
    : never
}
type Deps = Clock & { db: Db; storage: Storage; verifyToken: VerifyToken; heartbeatMs?: number }

/** Puts a noun of the contract on the server. An endpoint without a handler, or with a wrong answer, does not compile. */
export function implement<Noun extends object>(app: FastifyInstance, deps: Deps, noun: Noun, handlers: Handlers<Noun>) {
  const stream = Object.values(noun).some((value) => isEndpoint(value) && value.stream) ? openLines(app, deps.heartbeatMs) : undefined
  for (const [name, endpoint] of Object.entries(noun)) {
    if (!isEndpoint(endpoint)) continue
    const handle = handlers[name as keyof Handlers<Noun>] as unknown as (request: object) => Promise<unknown>
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...rateOf(endpoint),
      // Files are of formats that are compressed already, or of any; an event must leave at once.
      ...(endpoint.bytes || endpoint.stream ? { compress: false } : {}),
      handler: async (request, reply) => {
        const locale = localeOf(request.headers['accept-language'])
        const { caller: first, session } = endpoint.allow === 'public' ? {} : await authorize(request, deps, endpoint, locale)
        const { body, files } = endpoint.multipart ? await readForm(request, deps.storage, first) : { body: request.body, files: [] }
        try {
          // A file may be minutes on its way, and meanwhile the person disabled or the key taken away. That the token has ended is no matter.
          const caller = endpoint.multipart && session ? await callerOf(session, deps, endpoint, locale) : first
          const asked = {
            params: parse(endpoint.params, request.params, 'params', locale),
            query: parse(endpoint.query, request.query, 'query', locale),
            body: endpoint.octets ? octets(body) : parse(endpoint.body, endpoint.multipart ? body : (body ?? {}), 'body', locale),
            caller,
            session,
            locale,
          }
          const seen = caller && admit(caller, name, endpoint, asked)
          if (stream && endpoint.stream) {
            const events = (line: Line) => handle({ ...asked, ...line }) as unknown as AsyncIterable<Sent<unknown>>
            const stillAllowed = () => authorize(request, deps, endpoint, locale)
            return stream(request, reply, caller!.userId, events, endpoint.response, stillAllowed)
          }
          const output = await handle(asked)
          await seen?.(deps.db, request.url)
          if (!(endpoint.bytes || (endpoint.exportable && isBytes(output)))) {
            const answer = withheld(caller, endpoint, endpoint.response.parse(output))
            return endpoint.etag ? tagged(request, reply, caller, JSON.stringify(answer)) : answer
          }
          const { name: fileName, type, body: bytes, inline, etag } = output as Bytes
          if (etag) reply.header('etag', `"${etag}"`)
          if (etag && request.headers['if-none-match']?.includes(`"${etag}"`)) {
            if (bytes instanceof Readable) bytes.destroy()
            return reply.status(304).send()
          }
          return (
            reply
              .type(type)
              .header('content-disposition', `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(fileName)}`)
              // With an etag the browser keeps it, and asks each time whether it still may.
              .header('cache-control', etag ? 'private, no-cache' : 'private, no-store')
              .send(bytes instanceof Uint8Array ? Buffer.from(bytes) : Readable.from(bytes))
          )
        } finally {
          await Promise.all(files.map(deps.storage.drop))
        }
      },
    })
  }
}

/** The tag is of content and caller, so that nobody learns by a 304 that somebody else was told the same. */
function tagged(request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined, content: string) {
  const etag = `"${createHash('sha256').update(`${caller?.userId} ${caller?.roleId} ${content}`).digest('base64url')}"`
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization, accept-language' })
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
  return reply.type('application/json; charset=utf-8').send(content)
}

const isBytes = (output: unknown): output is Bytes => typeof output === 'object' && output !== null && 'body' in output && 'type' in output

async function authorize(
  request: FastifyRequest,
  deps: Deps,
  endpoint: Endpoint,
  locale: Locale,
): Promise<{ caller: Caller; session: Claims }> {
  const [, token] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token) throw Unauthorized()
  const session = await deps.verifyToken(token)
  // Opening the session is what links a new account; everything else needs it linked.
  if (endpoint.path === '/auth/login') await linkIdentity(deps.db, session)
  return { caller: await callerOf(session, deps, endpoint, locale), session }
}

/** Who calls, as they stand now. @throws 401, and 403 without a key of the call */
async function callerOf(session: Claims, { db, ...clock }: Deps, { allow, beforeSecondFactor }: Endpoint, locale: Locale) {
  const caller = await findCaller(db, session, locale, clock, beforeSecondFactor)
  const keys = allow === 'signed-in' ? [] : ((typeof allow === 'string' ? [allow] : allow) as readonly Permission[])
  if (keys.length > 0 && !keys.some((key) => caller.permissions.has(key))) throw Forbidden()
  return caller
}

function parse(schema: z.ZodType | undefined, value: unknown, part: 'params' | 'query' | 'body', locale: Locale) {
  if (!schema) return undefined
  const wrong = unusable(value)
  if (wrong) throw Invalid(wrong.path, wrong.code)
  const result = schema.safeParse(value)
  if (!result.success) throw wrongFields(result.error, part, locale)
  return result.data
}

/** @throws 422 for what came as something else than bytes */
function octets(body: unknown) {
  if (body instanceof Readable) return body
  throw Invalid('body', 'bad_request')
}

async function readForm(request: FastifyRequest, storage: Storage, caller: Caller | undefined) {
  if (!request.isMultipart()) throw Invalid('file', 'file_required')
  const body: Record<string, unknown> = {}
  const files: Upload[] = []
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') body[part.fieldname] = part.value
      else {
        const upload =
          part.mimetype === UPLOADED
            ? await storage.uploads.take(caller?.userId, await beginning(part.file), part.filename)
            : await storage.receive(part.filename, part.file)
        files.push(upload)
        if (part.filename) body[part.fieldname] = upload
      }
    }
  } catch (error) {
    await Promise.all(files.map(storage.drop))
    throw isMalformed(error) ? Invalid('file', 'form_malformed') : error
  }
  return { body, files }
}

/** What a form brings in place of a file is short; the parser waits until all is read. */
async function beginning(stream: AsyncIterable<Buffer>) {
  let text = ''
  for await (const bytes of stream) if (text.length < 100) text += bytes.toString('latin1')
  return text.slice(0, 100)
}

/** The form parser's own errors have no code, only these words. */
const isMalformed = (error: unknown) =>
  error instanceof Error &&
  /^(Multipart: |Malformed |Unexpected end of (form|multipart)|Missing Content-Type|Unterminated )/.test(error.message)
