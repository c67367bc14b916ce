import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { Validator } from '@seriousme/openapi-schema-validator'
import { allEndpoints, openapi } from './openapi.ts'

test('openapi.json is in step with the contract (pnpm --filter @cuadre/api openapi)', () => {
  expect(JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))).toEqual(JSON.parse(JSON.stringify(openapi())))
})

test('no two endpoints share method and path, and none shares a name', () => {
  const calls = allEndpoints().map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:\w+/g, ':')}`)
  const names = allEndpoints().map(({ name }) => name)
  expect(calls.filter((call, i) => calls.indexOf(call) !== i)).toEqual([])
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})

test('every reference of the document leads to a component', () => {
  const text = JSON.stringify(openapi())
  const document = openapi() as { components: { schemas: object } }
  const missing = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)]
    .map(([, id]) => id!)
    .filter((id) => !(id in document.components.schemas))
  expect(missing).toEqual([])
})

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(openapi())))
  expect(result).toMatchObject({ valid: true })
})

test('every example of a body is accepted by the call, and every example of an answer is one', () => {
  const { paths } = JSON.parse(JSON.stringify(openapi())) as { paths: Record<string, Record<string, Operation>> }
  const wrong = allEndpoints().flatMap(({ name, endpoint }) => {
    const operation = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]![endpoint.method.toLowerCase()]!
    const parts = {
      body: operation.requestBody?.content['application/json'],
      response: operation.responses['200'].content['application/json'],
    }
    return (['body', 'response'] as const).flatMap((part) => {
      const schema = endpoint[part]
      const result = parts[part] && schema?.safeParse(parts[part].example)
      return result && !result.success ? [`${name} ${part}: ${JSON.stringify(result.error.issues)}`] : []
    })
  })
  expect(wrong).toEqual([])
})
type Content = { content: Record<string, { example?: unknown } | undefined> }
type Operation = { requestBody?: Content; responses: { 200: Content } }
