type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  prefixItems?: Schema[]
  minItems?: number
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  default?: unknown
  examples?: unknown[]
}

/** Texts that match the patterns and formats of `shapes.ts`. A field with a pattern of its own says an example in its `meta({ examples })`. */
const TEXTS = [
  '1234.56',
  '2026-10',
  '2026-10-05T18:00:00Z',
  '2026-10-05',
  'BR',
  'BRL',
  '#1f6feb',
  '18:00',
  'GRUPO_1',
  'a1b2c3d4',
  'nombre@corporacion.example',
]
const FORMATS: Record<string, string> = {
  'date-time': '2026-10-05T18:00:00Z',
  date: '2026-10-05',
  email: 'nombre@corporacion.example',
  uuid: '3f0c9a52-6f0e-4c3a-9d53-0c8f3a5b7e11',
  uri: 'https://corporacion.example',
}
const DEEPEST = 6

/** A value that a JSON schema accepts, for the reader of the document; the contract's test parses each with the schema it came from. */
export function exampleOf(schema: Schema, components: Record<string, unknown>, depth = 0): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if (schema.$ref) return exampleOf(components[schema.$ref.split('/').at(-1)!] as Schema, components, depth + 1)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const some = schema.anyOf ?? schema.oneOf
  if (some) {
    const usable = depth > DEEPEST ? some.find(({ type }) => type === 'null') : undefined
    return exampleOf(usable ?? some[0]!, components, depth)
  }
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, components, depth)))
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => depth <= DEEPEST || schema.required?.includes(name))
          .map(([name, property]) => [name, exampleOf(property, components, depth + 1)]),
      )
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map((item) => exampleOf(item, components, depth + 1))
      return depth > DEEPEST || !schema.items
        ? []
        : Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => exampleOf(schema.items!, components, depth + 1))
    case 'integer':
    case 'number':
      return schema.default ?? Math.max(1, schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1)
    case 'boolean':
      return schema.default ?? true
    case 'null':
      return null
    case 'string':
      return text(schema)
    default:
      return schema.default ?? 'texto'
  }
}

function text({ format, pattern, minLength = 0, maxLength, default: otherwise }: Schema): string {
  if (format && FORMATS[format]) return FORMATS[format]
  if (pattern) {
    const matches = new RegExp(pattern)
    const found = TEXTS.find((each) => matches.test(each))
    if (found) return found
  }
  if (typeof otherwise === 'string' && otherwise) return otherwise
  const words = 'Texto de ejemplo con el motivo'
  const long = words.repeat(Math.ceil(minLength / words.length) || 1)
  return long.slice(0, Math.max(minLength, Math.min(maxLength ?? 16, 16))).trim() || 'texto'
}
