import { addMessages, createBrowserRouter, RouterProvider, startLanguage, switchRole } from '@cuadre/shell'
import { UiProvider } from '@cuadre/ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import type { ComponentType } from 'react'
// Only the network is replaced: the shell's own instance gets an adapter.
import { connect, http } from '../../../packages/shell/src/http.ts'

// A busy machine takes longer than a second to show what was asked for.
configure({ asyncUtilTimeout: 5000 })

export type Asked = { url: string; query: Record<string, unknown> }
type Answers = (asked: Asked) => unknown

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
/* jsdom has neither a window to measure nor anything to draw with. */
const media = { matches: true, addEventListener() {}, removeEventListener() {} }
globalThis.matchMedia ??= () => media as unknown as MediaQueryList
HTMLCanvasElement.prototype.getContext = () => null

/** A page as the host shows it, to a person of a role, over answers by address. */
export async function show(Page: ComponentType, path: string, role: number, answers: Answers) {
  const calls: Asked[] = []
  http.defaults.adapter = async (config) => {
    const asked = { url: config.url ?? '', query: (config.params ?? {}) as Record<string, unknown> }
    calls.push(asked)
    const data = asked.url === '/user/set-rol-activo' ? person(role) : answers(asked)
    return { data, status: 200, statusText: '', headers: {}, config }
  }
  if (!connected) {
    connect({ token: async () => undefined, locale: () => 'es', onUnauthorized: () => {} })
    await startLanguage(async () => ({ default: {} }))
    await addMessages('statistics', () => import('./locales/es.json', { with: { type: 'json' } }))
    connected = true
  }
  await switchRole(role)
  history.replaceState(null, '', path)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createBrowserRouter([{ path: '*', element: <Page /> }])
  const view = render(
    <QueryClientProvider client={client}>
      <UiProvider locale="es">
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>,
  )
  return { calls, ...view }
}
let connected = false

const person = (role: number) => ({
  id: 1,
  NOMBRE: 'Héctor Villalobos',
  SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: role, TIPO_USUARIO: '' },
  roles: [],
  permissions: ['statistics.dashboard.read', 'analysis.item.read', ...(role === 4 ? [] : ['accounts.balance.load', 'admin.period.write'])],
  locale: 'es',
})

export const period = {
  COD_PERIODO: 10,
  PERIODO: '2026-10',
  ESTADO_ID: 1,
  VENCE_ANALISTA: '2026-11-06T21:00:00Z',
  VENCE_JEFATURA: '2026-11-09T21:00:00Z',
  VENCE_CONTROL: '2026-11-10T21:00:00Z',
  VENCE_CIERRE: '2026-11-12T21:00:00Z',
}
const business = (ID_NEGOCIO: number, NEGOCIO: string, ID_PAIS: number, PAIS: string, items: number, firmas: number, amount: string) => ({
  ID_PAIS,
  PAIS,
  ID_NEGOCIO,
  NEGOCIO,
  items,
  firmas,
  firmasRequeridas: items * 3,
  avance: firmas / (items * 3),
  completado: 0.5,
  aTiempo: (items * 3 - 1) / (items * 3),
  vencidos: 1,
  fueraDePlazo: 1,
  sinExplicar: [{ MONEDA: 'USD', monto: amount }],
  deltaAvance: 1.25,
})

/** 100 analyses of three businesses in two countries; what a test does not say is so. */
export const management = (more: Record<string, unknown> = {}) => ({
  period,
  total: {
    items: 100,
    firmas: 267,
    firmasRequeridas: 300,
    avance: 267 / 300,
    completado: 0.5,
    aTiempo: 297 / 300,
    vencidos: 3,
    fueraDePlazo: 3,
    sinExplicar: [{ MONEDA: 'USD', monto: '300.30' }],
    completitud: { completado: 48, completadoTarde: 2, vencido: 3, pendiente: 47 },
    anterior: { avance: 0.88, aTiempo: 0.98 },
  },
  porNegocio: [
    business(1, 'Bradesco', 1, 'Brasil', 40, 114, '100.10'),
    business(2, 'Itaú', 1, 'Brasil', 50, 135, '200.20'),
    business(3, 'BBM', 2, 'Chile', 10, 18, '0.00'),
  ],
  mayoresDiferencias: [],
  serie: [
    { PERIODO: '2026-09', avance: 0.88, aTiempo: 0.98, completado: 0.9 },
    { PERIODO: '2026-10', avance: 0.89, aTiempo: 0.99, completado: 0.5 },
  ],
  ...more,
})
export const nothing = {
  ...management({ porNegocio: [], serie: [] }),
  total: {
    ...management().total,
    items: 0,
    firmas: 0,
    firmasRequeridas: 0,
    avance: null,
    completado: null,
    aTiempo: null,
    anterior: null,
    sinExplicar: [],
    completitud: { completado: 0, completadoTarde: 0, vencido: 0, pendiente: 0 },
  },
}
export const months = {
  years: [2026],
  months: [
    { year: 2026, month: 9, COD_PERIODO: 9 },
    { year: 2026, month: 10, COD_PERIODO: 10 },
  ],
}
