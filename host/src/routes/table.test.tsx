import { Outlet, onSaveDrafts, type PageData, rememberDestination, takeDestination } from '@cuadre/shell'
import { beforeAll, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { setSession } from '../../../packages/shell/src/session/store.ts'
import { hostPages, linkPages, publicPaths, secondFactorPath } from '../pages/pages.ts'
import { areas, enter, person, show } from '../testing.tsx'
import { crumbsOf } from './crumbs.ts'
import { routeTable } from './table.tsx'

/* The frame and the areas' code are not the matter here: which page stands at a path, for whom, is. */
const table = (now = areas) =>
  routeTable(now, {
    Frame: () => <Outlet />,
    AreaView: ({ area, name }) => (
      <h1>
        {area.id}/{name}
      </h1>
    ),
  })
const ROLES = [1, 2, 3, 4, 5, 6]
const PUBLIC_PATHS = Object.entries(publicPaths).flatMap(([name, path]) => (linkPages.includes(name as never) ? [] : [path]))
const announced: PageData[] = areas.flatMap(({ data }) => Object.values(data!.pages))
const paths = [{ path: secondFactorPath }, ...Object.values<PageData>(hostPages), ...announced].map((page) => ({
  path: page.path,
  roles: ('roles' in page && page.roles ? page.roles : ROLES) as readonly number[],
}))
const filled = (path: string) => path.replace(/:\w+/g, '7')
/** Where somebody ends up who goes there. */
const go = async (router: ReturnType<typeof show>['router'], path: string) => {
  await act(() => router.navigate(path))
  return decodeURI(router.state.location.pathname)
}
const open = async (path: string) => {
  const { router } = show(table(), path)
  await waitFor(() => expect(document.querySelector('h1')).not.toBeNull())
  return decodeURI(router.state.location.pathname)
}

describe.each(ROLES)('role %i', (role) => {
  beforeAll(async () => {
    await enter(person(role))
  })
  test('opens every path that its role allows, and none that it does not', async () => {
    const wrong: string[] = []
    const { router } = show(table(), '/home')
    for (const { path, roles } of paths) {
      const end = await go(router, filled(path))
      const expected = roles.includes(role) ? filled(path) : '/access-denied'
      if (end !== expected) wrong.push(`${path}: ${end}, not ${expected}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('somebody of control', () => {
  beforeAll(async () => {
    await enter(person(3))
  })
  test.each(PUBLIC_PATHS)('is led from %s to the entry path', async (path) => {
    expect(await open(path)).toBe('/home')
  })
  test('sets a password with the link of a mail, which may be of another account or of a password forgotten meanwhile', async () => {
    expect(await open('/recovery-password#token=9CcVt0mYq3nW8fLr2kXbZ5sHd7uJpEaG')).toBe('/recovery-password')
    expect(screen.getByLabelText('Contraseña nueva')).toBeTruthy()
  })
  test.each(['/', '/no-existe', '/paises/1/nada'])('is led from %s home', async (path) => {
    expect(await open(path)).toBe('/home')
  })
  test('reads of a page that is planned that it is not there yet, under its own title, with a way up and home', async () => {
    const planned = announced.find((page) => page.planned)!
    await open(filled(planned.path))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(planned.title.es)
    expect(screen.getByText('Esta página aún no está disponible en esta versión')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Ir al inicio' })).toBeTruthy()
  })
  test('reads of a page whose area is away that it is, and can try again', async () => {
    show(table([{ id: 'una', url: '', data: undefined, fault: 'unreachable' }]), '/faq')
    expect((await screen.findByRole('alert')).textContent).toContain('Esta página no está disponible en este momento')
    expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy()
  })
  test('does not open a page for which the key is missing, whatever the role', async () => {
    await enter(person(3, { permissions: [] }))
    expect(await open('/paises')).toBe('/access-denied')
  })
})

test('a page that is refused is not forgotten: it opens in another of the roles, at the same address', async () => {
  const roles = [1, 3].map((role) => person(role).SPC_TIPO_USUARIOS)
  await enter(person(1, { roles }), ({ path }) => (path === '/user/set-rol-activo' ? person(3, { roles }) : undefined))
  const { router } = show(table(), '/cuentas?buscar=caja')
  expect(await screen.findByText('/cuentas?buscar=caja')).toBeTruthy()
  // The page is for 2, 3 and 6.
  expect(screen.getAllByRole('button', { name: /^Abrirla como/ })).toHaveLength(1)
  await act(() => screen.getByRole('button', { name: /^Abrirla como Control/ }).click())
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/cuentas', search: '?buscar=caja' }))
})

test('what is written on a page that a switch of role or a lost permission takes away is kept, and of a home in another role', async () => {
  const keep = jest.fn()
  const end = onSaveDrafts(keep)
  await enter(person(3))
  const { router } = show(table(), '/paises')
  await waitFor(() => expect(document.querySelector('h1')).not.toBeNull())
  expect(keep).not.toHaveBeenCalled()
  await act(() => setSession({ status: 'signed-in', me: person(3, { permissions: [] }) }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/access-denied'))
  expect(keep).toHaveBeenCalled()

  await act(() => setSession({ status: 'signed-in', me: person(3) }))
  await go(router, '/home')
  await waitFor(() => expect(document.querySelector('h1')).not.toBeNull())
  keep.mockClear()
  await act(() => setSession({ status: 'signed-in', me: person(1) }))
  expect(keep).toHaveBeenCalled()
  end()
})

test('who must show a second factor first opens nothing but /2fa, and goes on from there to the page asked for', async () => {
  await enter(person(3))
  act(() => setSession({ status: 'second-factor', qrCodeUrl: null }))
  const { router } = show(table(), '/2fa')
  for (const { path } of paths) expect(await go(router, filled(path))).toBe('/2fa')
  for (const path of PUBLIC_PATHS) expect(await go(router, path)).toBe('/2fa')
  await go(router, '/paises?buscar=chi')
  expect(takeDestination()).toBe('/paises?buscar=chi')
  // The provider leads back to the root: what it was asked for stays.
  rememberDestination('/negocios')
  await go(router, '/')
  expect(takeDestination()).toBe('/negocios')
})

test('breadcrumbs lead from the list down to the page', () => {
  const crumbs = (path: string, locale: 'es' | 'en') => crumbsOf(announced.find((page) => page.path === path)!, announced, locale)
  expect(crumbs('/rubros/crear', 'es')).toEqual([{ label: 'Rubros', to: '/rubros' }, { label: 'Crear rubro' }])
  expect(crumbs('/rubros', 'en')).toEqual([{ label: 'Headings' }])
})
