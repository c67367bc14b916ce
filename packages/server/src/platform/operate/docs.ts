import { openapi } from '@cuadre/api/openapi'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** The OpenAPI document, readable at /docs and as JSON at /docs/json; written when somebody first asks for it, since it costs half a second. */
export async function serveDocs(app: FastifyInstance) {
  let document: object | undefined
  await app.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} } },
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'none', tagsSorter: 'alpha' },
    transformSpecification: () => {
      document ??= openapi()
      return document
    },
    transformSpecificationClone: false,
  })
}
