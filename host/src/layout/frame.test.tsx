import { currentSession, switchLocale } from '@cuadre/shell'
import type { Asked } from '@cuadre/shell/testing'
import { defaultAppearance, layouts } from '@cuadre/ui'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { AreaPart } from '../federation/load.ts'
import { areas, enter, person, show } from '../testing.tsx'
import { adoptAppearance, changeAppearance, currentAppearance, resetAppearance } from './appearance.ts'
import Frame from './Frame.tsx'
import { RELEASE_KEY } from './NewRelease.tsx'

beforeEach(() => resetAppearance())
const Page = () => (
  <>
    <h1>Página</h1>
    <input aria-label="Comentario" />
  </>
)
const AreaView = ({ area, part, name }: AreaPart) => <p>{[area.id, part, name].join(' ')}</p>
const withPages = <Frame areas={areas} AreaView={AreaView} />
const frame = (path = '/faq') => show([{ element: withPages, children: [{ path: '*', element: <Page /> }] }], path)

test('changing layout, theme, colour, level, size and direction loses nothing of what is being typed', async () => {
  await enter(person(3))
  frame()
  const field = screen.getByLabelText<HTMLInputElement>('Comentario')
  fireEvent.change(field, { target: { value: 'a medias' } })
  for (const layout of [...layouts, 'modern'] as const) {
    act(() => changeAppearance({ layout }))
    expect(document.querySelector('.frame')?.getAttribute('data-layout')).toBe(layout)
  }
  act(() => changeAppearance({ theme: 'dark', accent: 'teal', level: 700, size: 'lg', dir: 'rtl' }))
  const root = document.documentElement
  expect([root.dataset.theme, root.dataset.accent, root.dataset.level, root.dataset.size, root.dir]).toEqual([
    'dark',
    'teal',
    '700',
    'lg',
    'rtl',
  ])
  // The same element, not one like it.
  expect(screen.getByLabelText('Comentario')).toBe(field)
  expect(field.value).toBe('a medias')
})

test.each([...layouts])('in the layout %s every page of the menu can be reached', async (layout) => {
  await enter(person(3))
  frame()
  act(() => changeAppearance({ layout }))
  if (layout === 'blank') fireEvent.click(screen.getByRole('button', { name: 'Abrir menú' }))
  // Elsewhere the drawer is for phones: it does not count.
  else document.querySelector('.side-drawer')?.remove()
  const hrefs: string[] = []
  for (const group of [null, ...document.querySelectorAll('.stack-groups button, .menubar-group')]) {
    if (group) fireEvent.click(group)
    hrefs.push(...[...document.querySelectorAll<HTMLAnchorElement>('nav a')].map(({ pathname }) => pathname))
  }
  expect(hrefs).toContain('/paises')
  expect(hrefs).toContain('/cuentas/analisis')
  expect(hrefs).toContain('/parametros/tiempo-en-sesion')
  expect(hrefs).toContain('/faq')
})

test('in another language what the server words is asked for anew', async () => {
  const calls = await enter(person(3), ({ path }) => (path === '/me/locale' ? { ok: true } : path === '/me/business' ? [] : undefined))
  frame()
  const asked = () => calls.filter(({ path }) => path === '/me/business').length
  await waitFor(() => expect(asked()).toBe(1))
  await act(() => switchLocale('en'))
  await waitFor(() => expect(asked()).toBe(2))
  await act(() => switchLocale('es'))
  await waitFor(() => expect(asked()).toBe(3))
})

test('a business that holds and can no longer be chosen is named, and may be left', async () => {
  const business = { ID_NEGOCIO: 1, NEGOCIO: 'VOTORANTIM', ID_PAIS: 1, PAIS: 'Brasil' }
  const calls = await enter(person(1, { ID_PAIS: 1, PAIS: 'Brasil', ID_NEGOCIO: 9, NEGOCIO: 'SAFRA' }), ({ path }) => {
    if (path === '/me/business') return [business]
    return path === '/me/setBusinessAndCountry' ? person(1) : undefined
  })
  frame()
  await screen.findByRole('option', { name: 'VOTORANTIM' })
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Negocio' })
  expect([choice.value, choice.closest('label')?.title]).toEqual(['9', 'SAFRA'])
  fireEvent.change(choice, { target: { value: '' } })
  await waitFor(() => expect(calls.some(({ path }) => path === '/me/setBusinessAndCountry')).toBe(true))
})

describe('how it looks', () => {
  const dark = { ...defaultAppearance, theme: 'dark', layout: 'decked' } as const
  /** What the device keeps for the next first paint. */
  const firstPaint = () => JSON.parse(localStorage.getItem('cuadre:apariencia')!)
  const kept = (calls: Asked[]) => calls.filter(({ path }) => path === '/me/appearance').map(({ body }) => body)
  const rest = () => act(() => jest.advanceTimersByTimeAsync(500))
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] })
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  test('is the person’s: it comes from the server to a machine that has never shown it, and the next first paint has it', async () => {
    await enter(person(3, { id: 11, appearance: dark }))
    frame()
    expect(currentAppearance()).toEqual(dark)
    expect([document.documentElement.dataset.theme, firstPaint()]).toEqual(['dark', dark])
    adoptAppearance(12, null)
    expect(currentAppearance()).toEqual(defaultAppearance)
  })

  test('goes to the server once the choosing rests, and is not undone by what the server said before', async () => {
    const calls = await enter(person(3, { id: 13 }), ({ path }) => (path === '/me/appearance' ? { ok: true } : undefined))
    frame()
    act(() => changeAppearance({ theme: 'dark' }))
    act(() => changeAppearance({ layout: 'decked' }))
    expect(kept(calls)).toEqual([])
    await rest()
    expect(kept(calls)).toEqual([dark])
    const me = currentSession()
    expect(me).toMatchObject({ me: { appearance: dark } })
    // A word from before, in another order.
    act(() => changeAppearance({ theme: 'light' }))
    adoptAppearance(13, dark)
    expect(currentAppearance().theme).toBe('light')
    await rest()
    expect(kept(calls)).toHaveLength(2)
  })

  test('that did not reach the server holds on this device, and is sent at the next start', async () => {
    await enter(person(3, { id: 14 }), ({ path }) => {
      if (path === '/me/appearance') throw new Error('broken')
    })
    adoptAppearance(14, null)
    changeAppearance({ theme: 'dark', layout: 'decked' })
    await rest()
    adoptAppearance(15, null)
    const calls = await enter(person(3, { id: 14 }), ({ path }) => (path === '/me/appearance' ? { ok: true } : undefined))
    adoptAppearance(14, defaultAppearance)
    expect(currentAppearance()).toEqual(dark)
    await rest()
    expect(kept(calls)).toEqual([dark])
    // From now on it is the server's to say.
    adoptAppearance(15, null)
    adoptAppearance(14, defaultAppearance)
    expect(currentAppearance()).toEqual(defaultAppearance)
  })
})

test('the countries to choose from are those of the businesses, each once and by name, without one that is not active', async () => {
  const business = (ID_NEGOCIO: number, ID_PAIS: number, PAIS: string | null) => ({
    ID_NEGOCIO,
    NEGOCIO: `Negocio ${ID_NEGOCIO}`,
    ID_PAIS,
    PAIS,
  })
  await enter(person(3), ({ path }) =>
    path === '/me/business' ? [business(1, 2, 'Perú'), business(2, 1, 'Brasil'), business(3, 2, 'Perú'), business(4, 3, null)] : undefined,
  )
  frame('/faq')
  const offered = (name: string) =>
    within(screen.getByLabelText(name))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  await waitFor(() => expect(offered('País')).toEqual(['Todos los países', 'Brasil', 'Perú']))
  expect(offered('Negocio')).toEqual(['Todos los negocios', 'Negocio 1', 'Negocio 2', 'Negocio 3', 'Negocio 4'])
})

test('another role changes menu, permissions and page, and everything is asked for anew', async () => {
  const both = [
    { COD_TIPO_USUARIO: 3, TIPO_USUARIO: 'CONTROL' },
    { COD_TIPO_USUARIO: 1, TIPO_USUARIO: 'ANALISTA' },
  ]
  const calls = await enter(person(3, { roles: both }), ({ path, body }) => {
    if (path !== '/user/set-rol-activo') return undefined
    const { rolId } = body as { rolId: number }
    return person(rolId, { roles: both, permissions: rolId === 1 ? ['analysis.item.read'] : person(3).permissions })
  })
  const { router } = frame('/faq')
  expect(screen.getAllByRole('link', { name: 'Países' }).length).toBeGreaterThan(0)
  await waitFor(() => expect(calls.some(({ path }) => path === '/me/business')).toBe(true))
  calls.length = 0
  fireEvent.change(screen.getByLabelText('Rol'), { target: { value: '1' } })
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'))
  expect(screen.queryByRole('link', { name: 'Países' })).toBeNull()
  expect(calls[0]).toMatchObject({ method: 'PATCH', path: '/user/set-rol-activo', body: { rolId: 1 } })
  expect(calls.some(({ path }) => path === '/me/business')).toBe(true)
})

test('a role of the corporation’s own is called by its own name, those of the system in the user’s language', async () => {
  const own = { COD_TIPO_USUARIO: 3, TIPO_USUARIO: 'LECTURA DE CONTROL' }
  await enter(person(3, { SPC_TIPO_USUARIOS: own, roles: [own, { COD_TIPO_USUARIO: 2, TIPO_USUARIO: 'JEFATURA AREA' }] }))
  frame('/faq')
  const options = within(screen.getByLabelText('Rol')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['Lectura de control', 'Jefatura de área'])
})

test('a role that cannot be switched to is told, and nothing changes', async () => {
  const both = [3, 1].map((COD_TIPO_USUARIO) => ({ COD_TIPO_USUARIO, TIPO_USUARIO: '' }))
  await enter(person(3, { roles: both }), ({ path }) => {
    if (path === '/user/set-rol-activo') throw new Error('broken')
    return undefined
  })
  const { router } = frame('/faq')
  fireEvent.change(screen.getByLabelText('Rol'), { target: { value: '1' } })
  expect(await screen.findByText('Error cargando permisos')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/faq')
})

test('without a network a banner says so, until it is back', async () => {
  await enter(person(3))
  frame()
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent(window, new Event('offline'))
  expect(screen.getByText(/^Sin conexión/)).toBeTruthy()
  online.mockReturnValue(true)
  fireEvent(window, new Event('online'))
  expect(screen.queryByText(/^Sin conexión/)).toBeNull()
  online.mockRestore()
})

test('a new release is told to whoever has the window open, and nothing reloads by itself', async () => {
  await enter(person(3))
  const page = (release: string) => `<!doctype html><script defer src="/main.${release}.js"></script>`
  const running = Object.assign(document.createElement('script'), { type: 'text/plain' })
  running.setAttribute('src', '/main.11111111.js')
  document.head.append(running)
  const offers = { release: '11111111' }
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(page(offers.release)))
  const { client } = frame()
  const told = () => screen.queryByText(/^Hay una versión nueva de Cuadre/)
  expect(fetched.mock.calls.filter(([url]) => url === '/')).toHaveLength(0)
  await act(() => client.invalidateQueries({ queryKey: RELEASE_KEY }))
  expect(told()).toBeNull()
  offers.release = '22222222'
  await act(() => client.invalidateQueries({ queryKey: RELEASE_KEY }))
  await waitFor(() => expect(told()).toBeTruthy())
  expect(screen.getByRole('button', { name: 'Recargar' })).toBeTruthy()
  // What answers in its place, such as a gateway's page, is no release.
  fetched.mockImplementation(async () => new Response('<title>502</title>', { status: 502 }))
  await act(() => client.invalidateQueries({ queryKey: RELEASE_KEY }))
  expect(told()).toBeTruthy()
  running.remove()
  fetched.mockRestore()
})

test('a page’s extra header stands between bar and page in every layout, for whoever may open it, and takes nothing of what is being typed', async () => {
  const page = { path: '/analisis', title: { es: 'Análisis', en: 'Analysis' }, roles: [3], extraHeader: 'deadline' } as const
  const route = { path: '/analisis', element: <Page />, handle: { page, area: areas[0] } }
  const withoutHeader = { path: '/paises', element: <Page />, handle: { page: { ...page, extraHeader: undefined }, area: areas[0] } }
  const strip = () => screen.queryByRole('region', { name: 'De esta página' })
  await enter(person(3))
  const { router } = show([{ element: withPages, children: [route, withoutHeader] }], '/analisis')
  const field = screen.getByLabelText<HTMLInputElement>('Comentario')
  fireEvent.change(field, { target: { value: 'a medias' } })
  for (const layout of layouts) {
    act(() => changeAppearance({ layout }))
    expect(strip()?.textContent).toBe(`${areas[0]!.id} extraHeaders deadline`)
    // Read after the bar and before the page, and not scrolled away with it.
    expect(strip()!.compareDocumentPosition(screen.getByRole('banner'))).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    expect(strip()!.compareDocumentPosition(screen.getByRole('main'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getByLabelText('Comentario')).toBe(field)
  }
  await act(() => router.navigate('/paises'))
  expect(strip()).toBeNull()
  cleanup()
  await enter(person(1))
  show([{ element: withPages, children: [route] }], '/analisis')
  expect(strip()).toBeNull()
})

test('a new page has the focus and its title is said; a page that has placed the focus itself keeps it', async () => {
  await enter(person(3))
  const Focused = () => (
    // biome-ignore lint/a11y/noAutofocus: what is tested
    <input aria-label="Buscar" autoFocus />
  )
  const { router } = show(
    [
      {
        element: withPages,
        children: [
          { path: '/a', element: <Page />, handle: { page: { path: '/a', title: { es: 'Primera', en: 'First' } } } },
          { path: '/b', element: <Page />, handle: { page: { path: '/b', title: { es: 'Segunda', en: 'Second' } } } },
          { path: '/c', element: <Focused /> },
        ],
      },
    ],
    '/a',
  )
  expect(document.title).toBe('Primera · Cuadre')
  await act(() => router.navigate('/b'))
  expect(document.title).toBe('Segunda · Cuadre')
  expect(document.activeElement).toBe(screen.getByRole('main', { name: 'Segunda' }))
  await act(() => router.navigate('/c'))
  expect(document.activeElement).toBe(screen.getByLabelText('Buscar'))
})

const note = (id: number, leida: boolean) => ({
  id,
  tipo: 'X',
  titulo: `Aviso ${id}`,
  texto: 'Algo ocurrió',
  ruta: '/paises',
  fecha: '2026-11-21T12:00:00Z',
  leida,
  sobre: null,
  tipoId: 10,
  cuantas: 1,
  nombres: [],
})

test('the bell counts the unread, opens what they are about, and marks one or all as read', async () => {
  let read: number[] = []
  await enter(person(3), ({ method, path, body }) => {
    if (path !== '/notifications') return undefined
    if (method === 'PATCH') {
      read = (body as { ids?: number[] }).ids ?? [1, 2]
      return { sinLeer: 0 }
    }
    const data = [1, 2].map((id) => note(id, read.includes(id)))
    return { data, total: 2, page: 1, limit: 20, sinLeer: data.filter(({ leida }) => !leida).length }
  })
  const { router } = frame()
  fireEvent.click(await screen.findByRole('button', { name: /Notificaciones: 2 sin leer/ }))
  fireEvent.click(await screen.findByRole('button', { name: /Aviso 1/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/paises'))
  expect(read).toEqual([1])
  fireEvent.click(await screen.findByRole('button', { name: /Notificaciones: 1 sin leer/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Marcar todas como leídas' }))
  expect(await screen.findByRole('button', { name: /Notificaciones: 0 sin leer/ })).toBeTruthy()
})

test('many of a kind are one line, with names; it leads to each, is read as a whole, and can be muted', async () => {
  const many = {
    ...note(9, false),
    tipo: 'aprobado_jefatura',
    titulo: '27 por aprobar en control',
    cuantas: 27,
    nombres: ['Caja', 'Banco'],
  }
  const alone = { ...note(8, false), sobre: { NOMBRE: 'Cartera', NEGOCIO: 'SAFRA', MONEDA: 'BRL', MONTO: '1234.50' } }
  const sent: unknown[] = []
  await enter(person(3), ({ method, path, body }) => {
    if (method === 'PATCH') sent.push([path, body])
    if (path === '/notifications/preferences') return []
    if (path !== '/notifications') return undefined
    return method === 'PATCH' ? { sinLeer: 0 } : { data: [many, alone], total: 2, page: 1, limit: 20, sinLeer: 28 }
  })
  const { router } = frame()
  const bell = () => screen.findByRole('button', { name: /Notificaciones: 28 sin leer/ })
  fireEvent.click(await bell())
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first!.textContent).toMatch(/27 por aprobar en control, sin leerCaja, Banco y 25 más/)
  expect(second!.textContent).toMatch(/Aviso 8, sin leerCartera · SAFRA1.234,50 BRL/)
  fireEvent.click(within(first!).getByRole('button', { name: 'Marcar como leída' }))
  fireEvent.click(within(second!).getByRole('button', { name: 'Marcar como leída' }))
  fireEvent.click(within(first!).getByRole('button', { name: 'Silenciar este tipo de aviso' }))
  await waitFor(() =>
    expect(sent).toEqual([
      ['/notifications', { tipo: 'aprobado_jefatura' }],
      ['/notifications', { ids: [8] }],
      ['/notifications/preferences', { preferencias: [{ tipoId: 10, silenciada: true }] }],
    ]),
  )
  fireEvent.click(within(first!).getByRole('button', { name: /27 por aprobar/ }))
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe('/notificaciones?tipo=aprobado_jefatura&ver=sin-leer'),
  )
})
