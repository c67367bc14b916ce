import { allEndpoints } from '@cuadre/api/openapi'
import { expect, test } from '@jest/globals'
import { ORACLE } from './oracle.ts'

test('every call of the contract has a line of who may make it', () => {
  const without = allEndpoints()
    .map(({ endpoint: { method, path } }) => `${method} ${path}`)
    .filter((call) => !ORACLE.some(({ calls }) => calls.test(call)))
  expect(without).toEqual([])
})
