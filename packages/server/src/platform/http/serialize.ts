import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Bytes, Elsewhere, Endpoint } from '@cuadre/api/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { disposition } from '../storage/disposition.ts'
import type { Caller } from './context.ts'

/** Whether a call answers a file: always, or because its query asked for the workbook of a list. */
export const isFile = ({ bytes, exportable }: Endpoint, output: unknown): output is Bytes =>
  Boolean(bytes || (exportable && isBytes(output)))
const isBytes = (output: unknown) => typeof output === 'object' && output !== null && 'body' in output && 'type' in output

export async function sendFile(request: FastifyRequest, reply: FastifyReply, { name, type, body, inline, etag }: Bytes) {
  if (etag) reply.header('etag', `"${etag}"`)
  if (etag && request.headers['if-none-match']?.includes(`"${etag}"`)) {
    if (body instanceof Readable) body.destroy()
    return reply.status(304).send()
  }
  if (isElsewhere(body)) return reply.header('cache-control', 'no-store').redirect(await body.addressFor({ name, type, inline }), 307)
  return (
    reply
      .type(type)
      .header('content-disposition', disposition({ name, inline }))
      // With an etag the browser keeps the file, and asks each time whether it still may show it.
      .header('cache-control', etag ? 'private, no-cache' : 'private, no-store')
      .send(body instanceof Uint8Array ? Buffer.from(body) : Readable.from(body))
  )
}

const isElsewhere = (body: Bytes['body']): body is Elsewhere => 'addressFor' in body

/** JSON with an ETag made from content and caller, so that a 304 tells nobody that somebody else got the same answer. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined, answer: unknown) {
  const content = JSON.stringify(answer)
  const etag = `"${createHash('sha256').update(`${caller?.userId} ${caller?.roleId} ${content}`).digest('base64url')}"`
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization, accept-language' })
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
  return reply.type('application/json; charset=utf-8').send(content)
}
