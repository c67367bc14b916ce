import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
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
