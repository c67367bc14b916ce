import { openapi } from '@cuadre/api/openapi'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** The OpenAPI document, readable at /docs and as JSON at /docs/json. */
export async function serveDocs(app: FastifyInstance) {
  await app.register(swagger, { mode: 'static', specification: { document: openapi() as never } })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, uiConfig: { docExpansion: 'none', tagsSorter: 'alpha' } })
}
