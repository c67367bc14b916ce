import { Outlet, rememberDestination } from '@cuadre/shell'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { openSignUp, setFirstLogin, setSession } from '../../../packages/shell/src/session/store.ts'
import type { Area } from '../federation/areas.ts'
import { Support } from '../public/Support.tsx'
import { lazyPage } from '../routes/lazyPage.tsx'
import { areas, enter, person, show } from '../testing.tsx'
import Home from './Home.tsx'
import { PageFailure } from './PageFailure.tsx'
import { RouterError } from './RouterError.tsx'
import { SignIn } from './SignIn.tsx'
import { Thanks } from './Thanks.tsx'
import { Waiting } from './Waiting.tsx'

beforeEach(async () => {
  await enter(person(1))
})
afterEach(() => {
  jest.useRealTimers()
})

test('a protected page without a session says to wait, and leads to /sign-in after five seconds, knowing where one wanted to go', async () => {
  jest.useFakeTimers()
  const { router } = show(
    [
      { path: '/paises', element: <Waiting from="/paises?pagina=2" /> },
      { path: '/sign-in', element: <h1>Entrada</h1> },
    ],
    '/paises',
  )
  expect(screen.getByRole('heading', { name: 'Espera un momento...' })).toBeTruthy()
  expect(document.title).toBe('Espera un momento... · Cuadre')
  expect(screen.getByText('Estamos procesando tu autenticación y redirigiéndote al siguiente paso.')).toBeTruthy()
  await act(() => jest.advanceTimersByTimeAsync(4999))
  expect(router.state.location.pathname).toBe('/paises')
  await act(() => jest.advanceTimersByTimeAsync(1))
  expect(router.state.location).toMatchObject({ pathname: '/sign-in', state: { from: '/paises?pagina=2' } })
})

test('who is here for the first time is shown three steps of their role, which can be left out and do not come back', async () => {
  const all = [1, 2, 3, 4, 5, 6]
  const home = () =>
    show(
      [
        {
          path: '*',
          element: <Home areas={[{ id: 'a', url: '/a', data: widgets }, ...areas] as Area[]} AreaView={() => <h1>Mis cuentas</h1>} />,
        },
      ],
      '/home',
    )
  const widgets = { widgets: { home: { roles: all, order: 1 } } }
  await enter(person(3))
  home()
  expect(await screen.findByRole('heading', { name: 'Mis cuentas' })).toBeTruthy()
  expect(screen.queryByText(/Le damos la bienvenida/)).toBeNull()
  cleanup()
  setFirstLogin(true)
  for (const role of all) {
    await enter(person(role))
    setFirstLogin(true)
    home()
    expect(within(await screen.findByRole('region', { name: 'Le damos la bienvenida a Cuadre' })).getAllByRole('listitem')).toHaveLength(3)
    // A page that they may not open is not linked.
    expect(screen.queryByRole('link', { name: 'Ver las cuentas' }) !== null).toBe(role === 2 || role === 3)
    if (role < 6) cleanup()
  }
  fireEvent.click(screen.getByRole('button', { name: 'Omitir' }))
  expect(screen.queryByText(/Le damos la bienvenida/)).toBeNull()
  cleanup()
  home()
  expect(await screen.findByRole('heading', { name: 'Mis cuentas' })).toBeTruthy()
  expect(screen.queryByText(/Le damos la bienvenida/)).toBeNull()
  setFirstLogin(false)
})

test('what the router cannot draw is told in the words of the specification', async () => {
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const Broken = () => {
    throw new Error('broken')
  }
  show([{ path: '*', element: <Broken />, errorElement: <RouterError /> }], '/home')
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy()
  quiet.mockRestore()
})

test('whoever cannot get in writes to support, and is told that it arrived', async () => {
  const calls = await enter(person(1), ({ path }) => (path === '/user/send-support-email' ? { ok: true } : undefined))
  show([{ path: '*', element: <Support /> }], '/soporte')
  const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  write('Nombre', 'Ana Benítez')
  write('Correo', 'ana@corp.example')
  write('Asunto', 'No puedo entrar')
  fireEvent.submit(document.querySelector('form')!)
  await waitFor(() => expect(screen.getByLabelText('Mensaje').getAttribute('aria-invalid')).toBe('true'))
  write('Mensaje', 'La página me devuelve al principio.')
  fireEvent.submit(document.querySelector('form')!)
  const said = await screen.findByText('Su mensaje llegó a soporte. Le responderemos por correo.')
  // The form is gone: who reads with the ears is where it goes on.
  expect(document.activeElement?.contains(said)).toBe(true)
  expect(calls.at(-1)?.body).toEqual({
    NOMBRE: 'Ana Benítez',
    email: 'ana@corp.example',
    ASUNTO: 'No puedo entrar',
    MENSAJE: 'La página me devuelve al principio.',
  })
})

test('from one page without a frame to another the title changes, and the focus is where that begins', async () => {
  await enter(person(1))
  setSession({ status: 'signed-out' })
  const { router } = show(
    [
      { path: '/sign-in', element: <SignIn /> },
      { path: '/gracias', element: <Thanks /> },
    ],
    '/gracias',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Volver a iniciar sesión' }))
  expect(router.state.location.pathname).toBe('/sign-in')
  expect(document.title).toBe('Análisis de saldos contables · Cuadre')
  expect(document.activeElement).toBe(screen.getByRole('main', { name: 'Análisis de saldos contables' }))
})

test('who did not sign out themselves reads that the session ended, and that they come back to their page', async () => {
  await enter(person(1))
  setSession({ status: 'signed-out' })
  const thanks = () => show([{ path: '*', element: <Thanks /> }], '/gracias').container.textContent
  expect(thanks()).toContain('Ya puede cerrar esta ventana.')
  cleanup()
  rememberDestination('/paises?pagina=2')
  expect(thanks()).toContain('Su sesión terminó. Inicie sesión de nuevo; volverá a la página en la que estaba.')
  sessionStorage.clear()
})

test('where the server was not reached the way in says so, and does not offer an account that nobody may ask for', async () => {
  await enter(person(1))
  setSession({ status: 'signed-out', why: 'unreached' })
  show([{ path: '*', element: <SignIn /> }], '/sign-in')
  expect(screen.getByRole('alert').textContent).toBe('No se pudo llegar al servidor. Vuelva a intentarlo en unos minutos.')
  expect(screen.queryByRole('link', { name: 'Pedir una cuenta' })).toBeNull()
  cleanup()
  openSignUp(true)
  setSession({ status: 'signed-out' })
  show([{ path: '*', element: <SignIn /> }], '/sign-in')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('link', { name: 'Pedir una cuenta' })).toBeTruthy()
  openSignUp(false)
})

test('a page whose code has come ahead is shown without waiting; one that did not come is asked for when it is shown', async () => {
  const Ready = lazyPage(async () => ({ default: () => <h1>Perfil</h1> }))
  Ready.preload()
  await act(async () => undefined)
  const shown = (Page: typeof Ready) =>
    show([{ path: '/profile', element: <Suspense fallback="Espere" children={<Page />} /> }], '/profile')
  shown(Ready)
  expect(screen.getByRole('heading', { name: 'Perfil' })).toBeTruthy()
  cleanup()
  let times = 0
  const Late = lazyPage(async () => {
    if (times++ === 0) throw new Error('offline')
    return { default: () => <h1>Avisos</h1> }
  })
  Late.preload()
  await act(async () => undefined)
  shown(Late)
  expect(screen.getByText('Espere')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Avisos' })).toBeTruthy()
})

test('a page whose code does not arrive leaves the frame standing, and comes when it is tried again', async () => {
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  let there = false
  const Late = lazyPage(async () => {
    if (!there) throw Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' })
    return { default: () => <h1>Perfil</h1> }
  })
  const frame = (
    <>
      <p>Menú</p>
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  )
  const { router } = show(
    [{ element: frame, children: [{ errorElement: <PageFailure />, children: [{ path: '/profile', element: <Late /> }] }] }],
    '/profile?de=1',
  )
  const again = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Reintentar' })))
  expect((await screen.findByRole('alert')).textContent).toContain('Esta página no está disponible en este momento')
  expect(screen.getByText('Menú')).toBeTruthy()
  await again()
  expect(await screen.findByRole('alert')).toBeTruthy()
  there = true
  await again()
  expect(await screen.findByRole('heading', { name: 'Perfil' })).toBeTruthy()
  expect(router.state.location).toMatchObject({ pathname: '/profile', search: '?de=1' })
  quiet.mockRestore()
})
