import { afterEach, expect, test } from '@jest/globals'
import { act, cleanup, render, screen } from '@testing-library/react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { useNavigate, useSearchParams } from './navigation.ts'

afterEach(cleanup)

let late: () => unknown
function Saving() {
  const navigate = useNavigate()
  const [, setParams] = useSearchParams()
  late = () => {
    navigate('/lista')
    setParams({ alerta: '1' })
  }
  return <p>Guardando</p>
}
const open = async () => {
  history.replaceState(null, '', '/editar')
  const router = createBrowserRouter([
    { path: '/editar', element: <Saving /> },
    { path: '/otra', element: <p>Otra página</p> },
    { path: '/lista', element: <p>Lista</p> },
  ])
  render(<RouterProvider router={router} />)
  await screen.findByText('Guardando')
  return router
}

test('an answer that comes after its page was left neither leads away from the other page nor changes its address', async () => {
  const router = await open()
  await act(() => router.navigate('/otra?mes=10'))
  await act(async () => late())
  expect(screen.getByText('Otra página')).toBeTruthy()
  expect(location.pathname + location.search).toBe('/otra?mes=10')
})

test('one that comes while its page is shown leads on', async () => {
  await open()
  await act(async () => late())
  expect(await screen.findByText('Lista')).toBeTruthy()
})
