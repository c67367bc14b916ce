import type { RoleId } from '@cuadre/api/roles'
import { myCountries } from '@cuadre/api/session'
import { type AreaCode, type First, type Link as LinkOf, query } from '@cuadre/shell'
import { AWAY } from '@cuadre/shell/testing'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { setExpectedUser, setSession } from '../../../packages/shell/src/session/store.ts'
import { areas, enter, person, show } from '../testing.tsx'
import type { Area } from './areas.ts'

/* Only the network is played here: what the federation's runtime fetches, and what the server answers. */
const loaded = jest.fn<(id: string) => void>()
let load: (id: string) => Promise<{ default: AreaCode }>
jest.unstable_mockModule('@module-federation/enhanced/runtime', () => ({
  createInstance: () => ({
    loadRemote: (id: string) => {
      loaded(id)
      return load(id)
    },
    registerRemotes: () => undefined,
  }),
}))
const { Link, Outlet } = (await import('@cuadre/shell')) as unknown as { Link: typeof LinkOf; Outlet: () => React.ReactNode }
const { AreaView } = await import('./AreaView.tsx')
const { lookAhead } = await import('./ahead.ts')
const { routeTable } = await import('../routes/table.tsx')

const REST_MS = 60
const mine = query(myCountries)
const named = (name: string) => [{ ID_PAIS: 1, PAIS: name }]
function Accounts() {
  const { data, error } = useQuery({ ...mine, retry: false })
  return (
    <>
      <h1>Cuentas</h1>
      {error && <p role="alert">No se pudo leer</p>}
      {data?.map((one) => (
        <p key={one.ID_PAIS}>{one.PAIS}</p>
      ))}
    </>
  )
}
const Frame = () => (
  <>
    <Link to="/cuentas">A cuentas</Link>
    <Link to="/paises">A países</Link>
    <a href="https://example.com/cuentas">Fuera</a>
    <Outlet />
  </>
)

let count = 0
let stop = () => {}
let first: First
beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true })
  loaded.mockClear()
  first = () => [mine]
  load = async () => ({
    default: {
      pages: {
        accounts: async () => ({ default: Accounts, first: (at) => first(at) }),
        countries: async () => ({ default: () => <h1>Países</h1>, first: (at) => first(at) }),
      },
      widgets: {},
      messages: async () => ({ default: {} }),
    },
  })
})
afterEach(() => {
  stop()
  jest.useRealTimers()
})

/** At a page of the host, with two areas whose code nobody has loaded. */
function begin(path = '/access-denied', change = (area: Area) => area) {
  count++
  const fresh = areas.map(
    ({ id, ...area }): Area =>
      change({
        ...area,
        id: `${id}-${count}`,
        entry: { address: `http://${id}/entry.js`, integrity: `sha384-${'A'.repeat(64)}` },
      }),
  )
  const shown = show(routeTable(fresh, { Frame, AreaView }), path)
  stop = lookAhead(shown.router, shown.client, fresh)
  return shown
}
const link = (name = 'A cuentas') => screen.findByRole('link', { name })
const rest = async (ms = REST_MS) => act(() => jest.advanceTimersByTimeAsync(ms))
const asking = async (answer: () => unknown = () => named('Brasil'), me = person(3)) => {
  const asked = await enter(me, ({ path }) => (path === '/me/countries' ? answer() : undefined))
  return () => asked.filter(({ path }) => path === '/me/countries').length
}

test('where the pointer rests, page and answers are asked for; the click asks nothing again and waits for nothing', async () => {
  const times = await asking()
  const { router } = begin()
  fireEvent.pointerOver(await link())
  await rest()
  await waitFor(() => expect(times()).toBe(1))
  expect(loaded).toHaveBeenCalledTimes(1)
  await act(() => router.navigate('/cuentas'))
  expect(document.querySelector('h1')?.textContent).toBe('Cuentas')
  expect(screen.getByText('Brasil')).toBeTruthy()
  await rest(1000)
  expect(times()).toBe(1)
  expect(loaded).toHaveBeenCalledTimes(1)
})

test('what the pointer only passes over is not asked for, nor what leads elsewhere; the focus counts as the pointer, a press at once', async () => {
  const times = await asking()
  begin()
  const elsewhere = await link('Fuera')
  fireEvent.pointerOver(await link())
  fireEvent.pointerOver(document.body)
  fireEvent.pointerDown(elsewhere)
  await rest(1000)
  expect([times(), loaded.mock.calls.length]).toEqual([0, 0])
  fireEvent.focusIn(await link())
  await rest()
  await waitFor(() => expect(times()).toBe(1))
  stop()
  cleanup()
  begin()
  fireEvent.pointerDown(await link())
  await waitFor(() => expect(times()).toBe(2))
})

test('a navigation asks before the page is drawn, with what the address says', async () => {
  const times = await asking()
  const seen: string[] = []
  first = ({ search, can }) => {
    const drawn = document.querySelector('h1')?.textContent === 'Cuentas'
    seen.push(`${search.get('buscar')} ${can('accounts.account.read')} ${can('accounts.account.write')} ${drawn}`)
    return [mine]
  }
  const { router } = begin()
  await link()
  await act(() => router.navigate('/cuentas?buscar=caja'))
  await screen.findByText('Brasil')
  expect(seen).toEqual(['caja true false false'])
  expect(times()).toBe(1)
})

test('while the session starts, the code of the page of whoever is expected comes, and nothing is asked in their name', async () => {
  const times = await asking()
  setSession({ status: 'starting' })
  const { router, client } = begin('/cuentas')
  await rest(100)
  expect(loaded).not.toHaveBeenCalled()
  stop()
  setExpectedUser(person(3, { permissions: [] }))
  stop = lookAhead(router, client, [])
  await rest(100)
  expect(loaded).not.toHaveBeenCalled()
  stop()
  setExpectedUser(person(3))
  stop = lookAhead(router, client, [])
  await rest(100)
  expect([loaded.mock.calls.length, times()]).toEqual([1, 0])
  await act(async () => setSession({ status: 'signed-in', me: person(3) }))
  await screen.findByText('Brasil')
  await rest(100)
  expect(times()).toBe(1)
})

test('of the home it is what its widgets ask first: those in sight, of the role', async () => {
  const times = await asking()
  const widget = async () => ({ default: () => <h1>Inicio de control</h1>, first: () => [mine] })
  load = async () => ({ default: { pages: {}, widgets: { control: widget, below: widget }, messages: async () => ({ default: {} }) } })
  const homes = (role: RoleId) =>
    begin('/home', (area) => ({
      ...area,
      data: { ...area.data!, widgets: { control: { roles: [role], order: 1 }, below: { roles: [3], order: 2, below: true } } },
    }))
  globalThis.IntersectionObserver = class {
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver
  setSession({ status: 'starting' })
  setExpectedUser(person(3))
  homes(3)
  await rest(100)
  expect([loaded.mock.calls.length, times()]).toEqual([2, 0])
  await act(async () => setSession({ status: 'signed-in', me: person(3) }))
  await waitFor(() => expect(times()).toBe(1))
  stop()
  cleanup()
  loaded.mockClear()
  homes(2)
  await rest(100)
  expect([loaded.mock.calls.length, times()]).toEqual([0, 1])
})

test('nothing is asked for a page that the person may not open', async () => {
  const times = await asking(undefined, person(3, { permissions: ['accounts.account.read'] }))
  begin()
  fireEvent.pointerDown(await link('A países'))
  await rest(1000)
  expect([times(), loaded.mock.calls.length]).toEqual([0, 0])
})

test('what fails ahead is not shown: the page asks again', async () => {
  let away = true
  const times = await asking(() => (away ? AWAY : named('Chile')))
  const { router, client } = begin()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  fireEvent.pointerDown(await link())
  await waitFor(() => expect(times()).toBe(1))
  await rest(100)
  expect(screen.queryByRole('alert')).toBeNull()
  away = false
  await act(() => router.navigate('/cuentas'))
  expect(await screen.findByText('Chile')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(times()).toBe(2)
})

test('code that does not come ahead is not shown either', async () => {
  const times = await asking()
  const works = load
  load = async () => {
    throw Object.assign(new Error('ScriptNetworkError'), { name: 'ScriptNetworkError' })
  }
  const { router } = begin()
  fireEvent.pointerDown(await link())
  await rest(100)
  expect(screen.queryByRole('alert')).toBeNull()
  load = works
  await act(() => router.navigate('/cuentas'))
  expect(await screen.findByText('Brasil')).toBeTruthy()
  expect(times()).toBe(1)
})

test('rows known from before are shown at once, and replaced when they are old', async () => {
  let name = 'Brasil'
  const times = await asking(() => named(name))
  const { router } = begin()
  await link()
  await act(() => router.navigate('/cuentas'))
  await screen.findByText('Brasil')
  await act(() => router.navigate('/access-denied'))
  await rest(6000)
  name = 'Perú'
  await act(() => router.navigate('/cuentas'))
  expect(await screen.findByText('Perú')).toBeTruthy()
  expect(screen.queryByText('Brasil')).toBeNull()
  expect(times()).toBe(2)
})

/** An area whose pages' code and what they ask come each by its own way. */
function apart(ownFirst: () => Promise<{ first: First }>) {
  const own = jest.fn(ownFirst)
  let arrive = (_: { default: () => React.ReactNode; first: First }) => {}
  const code = new Promise<{ default: () => React.ReactNode; first: First }>((resolve) => {
    arrive = resolve
  })
  load = async () => ({
    default: {
      pages: { accounts: () => code, charts: async () => ({ default: () => <h1>Gráficas</h1> }) },
      firsts: { accounts: own },
      widgets: {},
      messages: async () => ({ default: {} }),
    },
  })
  return { own, arrive: () => arrive({ default: Accounts, first: (at) => first(at) }) }
}

test('of an area that does not run yet what its page asks leaves as soon as it runs, while the page is on its way', async () => {
  const asked = await enter(person(3), () => named('Chile'))
  const { own, arrive } = apart(async () => ({ first: (at) => first(at) }))
  begin('/cuentas')
  await waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['/me/countries']))
  expect(screen.queryByRole('heading', { name: 'Cuentas' })).toBeNull()
  await act(async () => arrive())
  expect(await screen.findByText('Chile')).toBeTruthy()
  expect([asked.length, own.mock.calls.length]).toEqual([1, 1])
})

test('of an area that runs already, what a page asks leaves while its code is on its way, and is not asked again', async () => {
  const asked = await enter(person(3), () => named('Chile'))
  const { own, arrive } = apart(async () => ({ first: (at) => first(at) }))
  begin('/estadisticas')
  await screen.findByRole('heading', { name: 'Gráficas' })
  asked.length = 0
  fireEvent.click(await link())
  await waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['/me/countries']))
  expect(screen.queryByRole('heading', { name: 'Cuentas' })).toBeNull()
  await act(async () => arrive())
  expect(await screen.findByText('Chile')).toBeTruthy()
  expect([asked.length, own.mock.calls.length]).toEqual([1, 1])
})

test('if that file does not come, the code tells, also of an area that did not run yet', async () => {
  const asked = await enter(person(3), () => named('Chile'))
  const { own, arrive } = apart(async () => Promise.reject(new Error('ChunkLoadError')))
  begin('/cuentas')
  await act(async () => arrive())
  expect(await screen.findByText('Chile')).toBeTruthy()
  expect([asked.length, own.mock.calls.length]).toEqual([1, 1])

  cleanup()
  const again = apart(async () => Promise.reject(new Error('ChunkLoadError')))
  begin('/estadisticas')
  await screen.findByRole('heading', { name: 'Gráficas' })
  asked.length = 0
  fireEvent.click(await link())
  await waitFor(() => expect(again.own).toHaveBeenCalledTimes(1))
  expect(asked).toEqual([])
  await act(async () => again.arrive())
  expect(await screen.findByText('Chile')).toBeTruthy()
  expect(asked.map(({ path }) => path)).toEqual(['/me/countries'])
})
