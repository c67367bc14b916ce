import { expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { setExpectedUser, setSession } from '../../../packages/shell/src/session/store.ts'
import Frame from '../layout/Frame.tsx'
import { areas, enter, person, show } from '../testing.tsx'
import { routeTable } from './table.tsx'

/** A window in which the provider is being asked, at a path, for somebody who was signed in here. */
async function starting(path: string) {
  const me = person(3)
  const asked = await enter(me)
  setExpectedUser(me)
  setSession({ status: 'starting' })
  document.title = 'Cuadre'
  asked.length = 0
  const page = jest.fn(() => <h1>Una página</h1>)
  show(routeTable(areas, { Frame, AreaView: page }), path)
  // Hidden, it is drawn when there is nothing else to do.
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
  return { me, asked, page, frame: document.querySelector<HTMLElement>('.frame') }
}

test('while the provider is asked, the frame of the last user is drawn, hidden: no page, nothing asked, nothing said', async () => {
  const { me, asked, page, frame } = await starting('/cuentas')
  expect(frame?.style.display).toBe('none')
  expect(frame?.textContent).toContain('Cuentas')
  expect(screen.getByRole('status').className).toBe('loader')
  expect(screen.queryByRole('navigation')).toBeNull()
  expect([asked, page.mock.calls, document.title]).toEqual([[], [], 'Cuadre'])

  act(() => setSession({ status: 'signed-in', me }))
  await screen.findByRole('heading', { name: 'Una página' })
  expect(document.querySelector('.frame')).toBe(frame)
  expect(frame?.style.display).toBe('')
  expect(document.querySelector('.loader')).toBeNull()
  await waitFor(() => expect(asked.map((one) => one.path)).toContain('/notifications'))
  expect(document.title).toBe('Cuentas · Cuadre')
})

test('nothing of it remains if nobody is signed in any more', async () => {
  const { page, asked } = await starting('/cuentas')
  act(() => setSession({ status: 'signed-out' }))
  await waitFor(() => expect(document.querySelector('.frame')).toBeNull())
  expect([asked, page.mock.calls]).toEqual([[], []])
})

test('it is of whoever has signed in, if that is somebody else', async () => {
  await starting('/cuentas')
  act(() => setSession({ status: 'signed-in', me: person(1, { NOMBRE: 'Bruno Cáceres', permissions: [] }) }))
  await waitFor(() => expect(document.querySelector('.frame')?.textContent).not.toContain('Cuentas'))
  expect(screen.getByRole('button', { name: /Bruno Cáceres/ })).toBeTruthy()
})

// There another page follows.
test.each(['/', '/2fa'])('nothing is drawn ahead at %s', async (path) => {
  const { frame, page } = await starting(path)
  expect([frame, page.mock.calls]).toEqual([null, []])
  expect(screen.getByRole('status').className).toBe('loader')
})
