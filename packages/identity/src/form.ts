import type { IncomingMessage } from 'node:http'
import { errors } from 'oidc-provider'

const MAX_BYTES = 32 * 1024

/** A posted form. Ours are a few fields; anything larger is refused before it is read to the end. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BYTES) throw new errors.InvalidRequest('the form is too large', 413)
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
