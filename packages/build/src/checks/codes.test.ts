import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const source = new URL('../../../server/src/', import.meta.url).pathname

/** A state, status, role or kind compared with a number: which one it is would have to be looked up (`platform/database/codes.ts` has the names). */
const NUMBERED =
  /\b(?:status_id|state_(?:main|jefatura|control)|(?:active_)?role_id|type_id|kind_id|\w\.state)\s*(?:=|<>|(?:not )?in)\s*\(?\d|\bstate_(?:main|jefatura|control)\b[^=<>]*\bin\s*\(\d/
const isTest = /\.(test|testing|fixture|keycloak)\.ts$|^lab\/(?:bench|attack)\//

test('SQL names states, statuses, roles and kinds instead of giving their numbers', () => {
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !isTest.test(file))
    .flatMap((file) =>
      readFileSync(join(source, file), 'utf8')
        .split('\n')
        .flatMap((line, i) => (NUMBERED.test(line) ? [`${file}:${i + 1}`] : [])),
    )
  expect(found).toEqual([])
})

test.each([
  'a.state_main = 4',
  'p.status_id <> 3',
  'a.state_main in (1, 3)',
  'r.role_id = 3',
  'where type_id = 4',
  'coalesce(a.state_control, $1) in (3, 4)',
])('finds %s', (sql) => expect(NUMBERED.test(sql)).toBe(true))
test('lets a name stand', () => expect(NUMBERED.test(['a.state_main = $', '{state.aprobado}'].join(''))).toBe(false))
