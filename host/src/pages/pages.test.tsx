import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Support } from '../outside/Support.tsx'
import { enter, person, show } from '../testing.tsx'
import { RouterError } from './RouterError.tsx'
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
  expect(screen.getByText('Estamos procesando tu autenticación y redirigiéndote al siguiente paso.')).toBeTruthy()
  await act(() => jest.advanceTimersByTimeAsync(4999))
  expect(router.state.location.pathname).toBe('/paises')
  await act(() => jest.advanceTimersByTimeAsync(1))
  expect(router.state.location).toMatchObject({ pathname: '/sign-in', state: { from: '/paises?pagina=2' } })
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
  expect(await screen.findByText('Su mensaje llegó a soporte. Le responderemos por correo.')).toBeTruthy()
  expect(calls.at(-1)?.body).toEqual({
    NOMBRE: 'Ana Benítez',
    email: 'ana@corp.example',
    ASUNTO: 'No puedo entrar',
    MENSAJE: 'La página me devuelve al principio.',
  })
})
