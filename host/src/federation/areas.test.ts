import type { Me } from '@cuadre/api/session'
import { type Announced, CONTRACT } from '@cuadre/shell'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { menuOf } from '../layout/menu.ts'
import { readAreas } from './areas.ts'

const area = (id: string, more: object = {}): Announced => ({
  contract: CONTRACT,
  id,
  name: { es: id, en: id },
  pages: {
    list: {
      path: `/${id}`,
      title: { es: id, en: id },
      roles: [3, 6],
      permission: 'admin.country.read',
      icon: 'users',
      menu: { group: 'administration', order: 1 },
    },
  },
  entry: 'remoteEntry.1a2b3c4d.js',
  integrity: `sha384-${'A'.repeat(64)}`,
  ...more,
})
const places = [
  { id: 'una', url: 'http://a' },
  { id: 'otra', url: 'http://b' },
]
let files: Record<string, unknown>
beforeEach(() => {
  localStorage.clear()
  files = { '/areas.json': places, 'http://a/area.json': area('una'), 'http://b/area.json': area('otra') }
  globalThis.fetch = jest.fn(async (url) =>
    String(url) in files ? Response.json(await files[String(url)]) : new Response('', { status: 503 }),
  ) as typeof fetch
})
afterEach(() => {
  jest.useRealTimers()
})
const me = (role: number, permissions: string[]) =>
  ({ SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: role, TIPO_USUARIO: '' }, permissions }) as unknown as Me

test('an area is run from the file beside its area.json that it names, by the digest it gives', async () => {
  expect((await readAreas())[0]).toEqual({
    id: 'una',
    url: 'http://a',
    data: expect.objectContaining({ id: 'una' }),
    entry: { address: 'http://a/remoteEntry.1a2b3c4d.js', integrity: `sha384-${'A'.repeat(64)}` },
    fault: undefined,
  })
})

test('an area that does not answer is left out, and the others go on', async () => {
  delete files['http://b/area.json']
  expect((await readAreas()).map(({ id, fault, data }) => [id, fault, Boolean(data)])).toEqual([
    ['una', undefined, true],
    ['otra', 'unreachable', false],
  ])
})

test('an area that answered before keeps its place in the menu, marked', async () => {
  await readAreas()
  delete files['http://b/area.json']
  const areas = await readAreas()
  expect(areas[1]).toMatchObject({ id: 'otra', fault: 'unreachable', data: { id: 'otra' } })
  expect(menuOf(areas, me(3, ['admin.country.read'])).flatMap(({ entries }) => entries.map(({ path }) => path))).toEqual([
    '/home',
    '/una',
    '/otra',
  ])
})

test('an area that is known and slow holds nobody up; its pages are those known, and it may be run when it has answered', async () => {
  await readAreas()
  jest.useFakeTimers()
  let answer = (_: Announced) => {}
  files['http://b/area.json'] = new Promise<Announced>((resolve) => {
    answer = resolve
  })
  const reading = readAreas()
  await jest.advanceTimersByTimeAsync(1500)
  const slow = (await reading)[1]!
  expect(slow).toMatchObject({ fault: 'unreachable', data: { name: { es: 'otra' } } })
  expect(slow.entry).toBeUndefined()
  answer(area('otra', { name: { es: 'Nueva', en: 'New' } }))
  await jest.advanceTimersByTimeAsync(0)
  expect(slow).toMatchObject({ fault: undefined, data: { name: { es: 'otra' } }, entry: { address: expect.any(String) } })
})

describe('an area that cannot be run is not run, and the others go on:', () => {
  test.each([
    ['newer', { contract: CONTRACT + 1 }],
    ['newer', { contract: CONTRACT + 1, pages: undefined, entry: undefined }],
    ['older', { contract: CONTRACT - 1 }],
    ['unreachable', { contract: 'x' }],
    ['unreachable', { id: 'other' }],
    ['unreachable', { name: 'Otra' }],
    ['unreachable', { pages: { list: {} } }],
    ['unreachable', { pages: { list: { path: 'javascript:alert(1)', title: { es: '', en: '' } } } }],
    ['unreachable', { pages: { list: { path: '/x', title: { es: '', en: '' }, menu: { label: 'x', order: 1 } } } }],
    ['unreachable', { widgets: { one: {} } }],
    // Code comes only from beside area.json, and only with a digest.
    ['unreachable', { entry: 'https://evil.example/x.js' }],
    ['unreachable', { entry: '//evil.example/x.js' }],
    ['unreachable', { entry: '../una/x.js' }],
    ['unreachable', { integrity: '' }],
    ['unreachable', { integrity: undefined }],
  ])('%s, of %j', async (fault, wrong) => {
    files['http://b/area.json'] = area('otra', wrong)
    const [first, second] = await readAreas()
    expect(first!.fault).toBeUndefined()
    expect(second).toEqual({ id: 'otra', url: 'http://b', data: undefined, fault })
  })
  test.each([null, 7, 'x', []])('what is no area at all (%j)', async (said) => {
    files['http://b/area.json'] = said
    expect((await readAreas()).map(({ fault }) => fault)).toEqual([undefined, 'unreachable'])
  })
})

test('the menu shows what both role and key allow', async () => {
  const areas = await readAreas()
  const paths = (who: Me) => menuOf(areas, who).flatMap(({ entries }) => entries.map(({ path }) => path))
  expect(paths(me(3, ['admin.country.read']))).toEqual(['/home', '/una', '/otra'])
  expect(paths(me(3, []))).toEqual(['/home'])
  expect(paths(me(1, ['admin.country.read']))).toEqual(['/home'])
})
