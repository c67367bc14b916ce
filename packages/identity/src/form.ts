import type { IncomingMessage } from 'node:http'
import { errors } from 'oidc-provider'

const MAX_BYTES = 32 * 1024

/** A posted form. Ours are a few fields; what announces more, or does not say how much, is refused unread. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const announced = Number(request.headers['content-length'] ?? Number.NaN)
  if (!(announced <= MAX_BYTES)) throw new errors.InvalidRequest('the form is too large', 413)
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk) // Node reads no further than announced
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
