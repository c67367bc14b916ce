import { z } from 'zod'
import { type Endpoint, isEndpoint } from './endpoint.ts'
import * as nouns from './index.ts'
import { exampleOf } from './openapi.example.ts'
import { PERMISSIONS, type Permission } from './permissions.ts'
import { ROLE_NAME } from './roles.ts'
import { ApiError } from './shapes.ts'
import { UPLOADED } from './upload.ts'

type Json = Record<string, unknown>
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Every endpoint of the contract with its noun and name: what the server implements and OpenAPI describes. */
export const allEndpoints = (): { noun: string; name: string; endpoint: Endpoint }[] =>
  Object.entries(nouns).flatMap(([noun, calls]) =>
    Object.entries(calls).flatMap(([name, value]) =>
      isEndpoint(value) ? [{ noun: noun.replace(/Api$/, ''), name, endpoint: value as Endpoint }] : [],
    ),
  )

/** The contract as an OpenAPI 3.1 document; schemas with an id become components. */
export function openapi(): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  const schema = (type: z.ZodType, io: 'input' | 'output'): Json => {
    const { $defs, $schema: _, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any', reused: 'inline' }) as Json & { $defs?: Json }
    for (const [id, definition] of Object.entries($defs ?? {})) schemas[id] ??= relink(definition)
    const id = type.meta()?.id
    if (!id) return relink(rest) as Json
    schemas[id] ??= relink(rest)
    return { $ref: `#/components/schemas/${id}` }
  }
  /** Content with an example of what the schema accepts. */
  const content = (type: string, of: Json, example = exampleOf(of, schemas)) => ({
    [type]: { schema: of, example },
  })
  /** Each event, as OpenAPI 3.1 has it. */
  const eventStream = (data: Json) =>
    content(
      'text/event-stream',
      {
        type: 'object',
        properties: { id: { type: 'string' }, data: { type: 'string', contentMediaType: 'application/json', contentSchema: data } },
        required: ['data'],
      },
      { data: JSON.stringify(exampleOf(data, schemas)) },
    )
  const error = { content: { 'application/json': { schema: schema(ApiError, 'output') } } }

  for (const { noun, name, endpoint } of allEndpoints()) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const parameters = [...fields('path', endpoint.params), ...fields('query', endpoint.query), ...(endpoint.idempotent ? [REPEATED] : [])]
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: {
        operationId: name,
        tags: [noun],
        summary: endpoint.summary,
        description: describe(endpoint.allow),
        ...(endpoint.allow === 'public' ? { security: [] } : {}),
        ...(parameters.length > 0 ? { parameters } : {}),
        ...(endpoint.body
          ? {
              requestBody: {
                required: true,
                ...(endpoint.multipart ? { description: AHEAD } : {}),
                content: content(typeOf(endpoint), schema(endpoint.body, 'input')),
              },
            }
          : {}),
        responses: {
          200: {
            description: 'OK',
            content: {
              ...(endpoint.bytes
                ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
                : endpoint.stream
                  ? eventStream(schema(endpoint.response, 'output'))
                  : content('application/json', schema(endpoint.response, 'output'))),
              ...(endpoint.exportable ? { [XLSX]: { schema: { type: 'string', format: 'binary' } } } : {}),
            },
          },
          ...(endpoint.etag ? { 304: { description: 'As the caller has it already (If-None-Match)' } } : {}),
          ...(endpoint.allow === 'public' ? {} : { 401: { description: 'Not signed in', ...error } }),
          ...(endpoint.allow === 'public' ? {} : { 403: { description: 'Not allowed', ...error } }),
          ...(endpoint.params || endpoint.query || endpoint.body
            ? { 404: { description: 'Not found, or outside the scope of the caller', ...error } }
            : {}),
          ...(endpoint.method !== 'GET' ? { 409: { description: 'The state has moved', ...error } } : {}),
          ...(endpoint.method !== 'GET'
            ? { 413: { description: endpoint.multipart ? 'The file is too large' : 'The body is too large', ...error } }
            : {}),
          ...(endpoint.rate || endpoint.multipart ? { 429: { description: 'Too many requests', ...error } } : {}),
          431: { description: 'The address or its headers are too long', ...error },
          ...(endpoint.outside ? { 502: { description: 'Another system did not answer', ...error } } : {}),
          422: { description: 'A field is wrong, or a parameter is none of the call', ...error },
        },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cuadre', version: '1', description: 'Account-balance analysis and corporate administration.' },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } }, schemas: sorted(schemas) },
  }

  function fields(place: 'path' | 'query', type?: z.ZodType) {
    if (!type) return []
    const { properties = {}, required = [] } = schema(type, 'output') as { properties?: Record<string, Json>; required?: string[] }
    // A list that takes no order has the parameter, to refuse it, and no value that it accepts.
    const usable = Object.entries(properties).filter(([, { enum: values }]) => !Array.isArray(values) || values.length > 0)
    return usable.map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || (required.includes(name) && !('default' in property)),
      schema: property,
      ...(place === 'path' ? { example: exampleOf(property, schemas) } : {}),
    }))
  }
}

/** Of calls that may be repeated. */
const REPEATED = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key is done once: repeating the call answers what came of it.',
  schema: { type: 'string', minLength: 8, maxLength: 100 },
}

const typeOf = ({ multipart, octets }: Endpoint) =>
  multipart ? 'multipart/form-data' : octets ? 'application/octet-stream' : 'application/json'
const AHEAD = `A file that went ahead (PATCH /subida/{id}) is brought by a part of type ${UPLOADED} with its id in it, under the file's own field and name.`

const describe = (allow: Endpoint['allow']) => {
  if (allow === 'public') return 'Public.'
  if (allow === 'signed-in') return 'Any signed-in user.'
  const keys = (typeof allow === 'string' ? [allow] : allow) as Permission[]
  return keys.map((key) => `\`${key}\`: ${PERMISSIONS[key].map((role) => ROLE_NAME[role]).join(', ')} by default.`).join(' ')
}

const relink = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll('#/$defs/', '#/components/schemas/'))
const sorted = (value: Json) => Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
