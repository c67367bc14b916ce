import type { Me } from '@cuadre/api/session'
import type { AreaData } from '@cuadre/shell'
import { beforeEach, expect, jest, test } from '@jest/globals'
import { menuOf } from '../layout/menu.ts'
import { readAreas } from './areas.ts'

const area = (id: string, more: Partial<AreaData> = {}): AreaData => ({
  contract: 1,
  id,
  name: { es: id, en: id },
  pages: { list: { path: `/${id}`, title: { es: id, en: id }, roles: [3, 6], permission: 'admin.country.read' } },
  menu: [{ page: 'list', label: { es: id, en: id }, group: 'administration', icon: 'users', order: 1 }],
  ...more,
})
const places = [
  { id: 'admin', url: 'http://a' },
  { id: 'statistics', url: 'http://b' },
]
let files: Record<string, unknown>
beforeEach(() => {
  localStorage.clear()
  files = { '/areas.json': places, 'http://a/area.json': area('admin'), 'http://b/area.json': area('statistics') }
  globalThis.fetch = jest.fn(async (url) =>
    String(url) in files ? Response.json(files[String(url)]) : new Response('', { status: 503 }),
  ) as typeof fetch
})
const me = (role: number, permissions: string[]) =>
  ({ SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: role, TIPO_USUARIO: '' }, permissions }) as unknown as Me

test('an area that does not answer is left out, and the others go on', async () => {
  delete files['http://b/area.json']
  expect((await readAreas()).map(({ id, reached, data }) => [id, reached, Boolean(data)])).toEqual([
    ['admin', true, true],
    ['statistics', false, false],
  ])
})

test('an area that answered before keeps its place in the menu, marked', async () => {
  await readAreas()
  delete files['http://b/area.json']
  const areas = await readAreas()
  expect(areas[1]).toMatchObject({ id: 'statistics', reached: false, data: { id: 'statistics' } })
  expect(menuOf(areas, me(3, ['admin.country.read'])).flatMap(({ entries }) => entries.map(({ path }) => path))).toEqual([
    '/home',
    '/admin',
    '/statistics',
  ])
})

test('an area of a contract that this host cannot run, or of another name, is not run', async () => {
  files['http://a/area.json'] = area('admin', { contract: 2 })
  files['http://b/area.json'] = area('other')
  expect((await readAreas()).map(({ reached }) => reached)).toEqual([false, false])
})

test('the menu shows what both role and key allow', async () => {
  const areas = await readAreas()
  const paths = (who: Me) => menuOf(areas, who).flatMap(({ entries }) => entries.map(({ path }) => path))
  expect(paths(me(3, ['admin.country.read']))).toEqual(['/home', '/admin', '/statistics'])
  expect(paths(me(3, []))).toEqual(['/home'])
  expect(paths(me(1, ['admin.country.read']))).toEqual(['/home'])
})
