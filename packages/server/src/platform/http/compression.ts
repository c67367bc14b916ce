import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Bytes below which an answer does not shrink by what its header costs. */
const MIN_SIZE = 1024
/**
 * Compresses answers of text as the client accepts them; not what is compressed already, nor routes with `compress: false`. For servers that
 * browsers reach directly: behind a web server, that one does it (deploy/nginx). To be called before the routes. Requests are never decompressed.
 */
export const compressAnswers = (app: FastifyInstance) =>
  app.register(compress, {
    globalDecompression: false,
    threshold: MIN_SIZE,
    // zstd takes a tenth of brotli's time for a list, in about as many bytes.
    encodings: ['zstd', 'br', 'gzip'],
  })
