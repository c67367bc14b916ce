import { pageLink } from '@cuadre/api/pages'
import { describe, expect, test } from '@jest/globals'
import { defineArea, implementArea, page } from './area.ts'

const list = page('/paises', {
  title: { es: 'Países', en: 'Countries' },
  roles: [3, 6],
  permission: 'admin.country.read',
  icon: 'countries',
  menu: { group: 'business-administration', order: 10 },
})
const update = page('/paises/:countryId/estados/:stateId', { title: { es: 'Estado', en: 'State' }, parent: list, extraHeader: 'deadline' })
const later = page('/paises/mapa', { title: { es: 'Mapa', en: 'Map' }, planned: true })
const area = defineArea({
  id: 'una',
  name: { es: 'Una', en: 'One' },
  pages: { list, update, later },
  widgets: { own: { roles: [1], order: 1 } },
})
const code = async () => ({ default: () => null })
const messages = async () => ({ default: {} })
const title = { es: '', en: '' }

describe('a page', () => {
  test('is linked to by its path, its parameters and what stands after the question mark', () => {
    expect(list.link()).toBe('/paises')
    expect(list.link({ pagina: 2, buscar: 'á b&c', nada: undefined, todo: null, no: false, reabre: true })).toBe(
      '/paises?pagina=2&buscar=%C3%A1+b%26c&reabre=true',
    )
    expect(list.link(new URLSearchParams('a=1&a=2'))).toBe('/paises?a=1&a=2')
    expect(update.link({ countryId: 7, stateId: 'a/b' }, { ver: 'todo' })).toBe('/paises/7/estados/a%2Fb?ver=todo')
    expect(pageLink('/cuentas/:accountId/historico', { accountId: 7 })).toBe('/cuentas/7/historico')
  })

  test('is plain data in area.json, with the path of the page above', () => {
    expect(JSON.parse(JSON.stringify(update))).toEqual({
      path: '/paises/:countryId/estados/:stateId',
      title: { es: 'Estado', en: 'State' },
      parent: '/paises',
      extraHeader: 'deadline',
    })
    expect(JSON.parse(JSON.stringify(area)).pages.later).toMatchObject({ planned: true })
  })
})

test('what is misspelt or missing does not compile', () => {
  const wrong = [
    // @ts-expect-error a parameter of the path is missing
    () => update.link({ countryId: 7 }),
    // @ts-expect-error there is no such parameter
    () => update.link({ countryId: 7, stateId: 1, cityId: 2 }),
    // @ts-expect-error no page stands there
    () => pageLink('/paisess'),
    // @ts-expect-error the host has no such icon
    () => page('/x', { title, icon: 'flags', menu: { order: 1 } }),
    // @ts-expect-error a menu entry has an icon
    () => page('/x', { title, menu: { order: 1 } }),
    // @ts-expect-error there is no such group of the menu
    () => page('/x', { title, icon: 'users', menu: { group: 'accountss', order: 1 } }),
    // @ts-expect-error there is no such permission
    () => page('/x', { title, permission: 'admin.country.reed' }),
    // @ts-expect-error the page above is a page, not a name
    () => page('/x', { title, parent: 'list' }),
    // @ts-expect-error an option is misspelt
    () => page('/x', { title, rols: [3] }),
    // @ts-expect-error a page has no code
    () => implementArea<typeof area>({ pages: { list: code }, extraHeaders: { deadline: code }, widgets: { own: code }, messages }),
    () =>
      implementArea<typeof area>({
        // @ts-expect-error a planned page has no code
        pages: { list: code, update: code, later: code },
        extraHeaders: { deadline: code },
        widgets: { own: code },
        messages,
      }),
    // @ts-expect-error an extra header has no code
    () => implementArea<typeof area>({ pages: { list: code, update: code }, widgets: { own: code }, messages }),
  ]
  expect(wrong).toHaveLength(12)
  expect(
    implementArea<typeof area>({ pages: { list: code, update: code }, extraHeaders: { deadline: code }, widgets: { own: code }, messages }),
  ).toBeTruthy()
})
