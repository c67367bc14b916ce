import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Invalid } from '../errors.ts'

/**
 * JSON alone, and in UTF-8 as its standard says: letters of another encoding would each become the same sign, and names and codes be kept damaged.
 * Plain text, which the framework would take too, is told what to be instead.
 */
export function acceptJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (isUtf8(body)) parse(request, body.toString(), done)
    else done(Invalid('body', 'body_utf8'))
  })
}
