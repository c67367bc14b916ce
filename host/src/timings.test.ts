import { expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { enter, person } from './testing.tsx'

const listeners: Record<string, (metric: { name: string; value: number }) => void> = {}
const on = (name: string) => (listener: (typeof listeners)[string]) => {
  listeners[name] = listener
}
jest.unstable_mockModule('web-vitals', () => ({ onLCP: on('LCP'), onINP: on('INP'), onCLS: on('CLS') }))
const { measurePages } = await import('./timings.ts')

test('what was measured is told when the window is put aside, once, in seconds and by section, without ids', async () => {
  const calls = await enter(person(3))
  const told = () => calls.filter(({ path }) => path === '/me/timings').map(({ body }) => body)
  const put = (state: string) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    window.dispatchEvent(new Event('visibilitychange'))
  }
  measurePages()
  put('hidden')
  expect(told()).toEqual([])
  history.replaceState(null, '', '/cuentas/8/historico?buscar=caja')
  listeners.INP!({ name: 'INP', value: 180 })
  listeners.CLS!({ name: 'CLS', value: 0.02 })
  put('visible')
  put('hidden')
  put('hidden')
  await waitFor(() =>
    expect(told()).toEqual([
      {
        medidas: [
          { nombre: 'INP', seccion: '/cuentas', valor: 0.18 },
          { nombre: 'CLS', seccion: '/cuentas', valor: 0.02 },
        ],
      },
    ]),
  )
})
