import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Below this many bytes the compression headers cost more than they save. */
const MIN_SIZE = 1024
/**
 * Compresses text responses as the client accepts; not those compressed already, nor routes with `compress: false`. For servers that
 * browsers reach directly: otherwise the web server in front does it (deploy/nginx). To be called before the routes. Requests are never
 * decompressed.
 */
export const compressAnswers = (app: FastifyInstance) =>
  app.register(compress, {
    globalDecompression: false,
    threshold: MIN_SIZE,
    // zstd takes a tenth of brotli's time for a list, with about the same size.
    encodings: ['zstd', 'br', 'gzip'],
  })
