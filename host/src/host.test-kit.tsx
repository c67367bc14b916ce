import type { Me } from '@cuadre/api/session'
import { type AreaData, createMemoryRouter, RouterProvider, startLanguage, switchRole } from '@cuadre/shell'
import { UiProvider } from '@cuadre/ui'
import { afterEach } from '@jest/globals'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
// Only the network is replaced: the shell's own instance gets an adapter.
import { connect, http } from '../../packages/shell/src/http.ts'
import { area as accountsAnalysis } from '../../remotes/accounts-analysis/src/area.ts'
import { area as admin } from '../../remotes/admin/src/area.ts'
import { area as helpdesk } from '../../remotes/helpdesk/src/area.ts'
import { area as parameters } from '../../remotes/parameters/src/area.ts'
import { area as statistics } from '../../remotes/statistics/src/area.ts'
import { createQueryClient } from './cache.ts'
import type { Area } from './federation/areas.ts'

// A busy machine takes longer than a second to show what was asked for.
configure({ asyncUtilTimeout: 5000 })

/* jsdom measures nothing, and has neither dialogs nor scrolling. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
URL.createObjectURL ??= () => 'blob:x'
URL.revokeObjectURL ??= () => undefined
Element.prototype.scrollTo ??= () => undefined
Element.prototype.scrollIntoView ??= () => undefined
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close() {
  this.open = false
}

/** A person of a role with every key that the areas' pages ask for; what a test does not say is so. */
export const person = (role: number, more: Partial<Me> = {}): Me => ({
  id: 1,
  NOMBRE: 'Ana Benítez',
  USUARIO: 'abenitez',
  email: 'ana@corp.example',
  avatar: null,
  SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: role, TIPO_USUARIO: '' },
  roles: [{ COD_TIPO_USUARIO: role, TIPO_USUARIO: '' }],
  permissions: keys,
  source: 'role',
  ID_PAIS: null,
  PAIS: null,
  ID_NEGOCIO: null,
  NEGOCIO: null,
  locale: 'es',
  appearance: null,
  inactivityMinutes: 60,
  ...more,
})

export type Asked = { method: string; url: string; query: Record<string, unknown>; body: unknown }
type Answers = (asked: Asked) => unknown
const quiet: Record<string, unknown> = {
  'GET /me/countries': [],
  'GET /me/business': [],
  'GET /me/sessions': [],
  'GET /auth/2fa': {
    enabled: true,
    required: false,
    verified: true,
    recoveryCodesLeft: 8,
    qrCodeUrl: null,
    key: null,
    action: null,
    recoveryAction: null,
  },
  'GET /notifications/preferences': [],
  'GET /user/firmas/1': new Blob([]),
  'GET /notifications': { data: [], total: 0, page: 1, limit: 20, sinLeer: 0 },
}

/** Signs a person in over answers by "GET /path"; answers what was asked. */
export async function enter(me: Me, answers: Answers = () => undefined) {
  const calls: Asked[] = []
  http.defaults.adapter = async (config) => {
    const { method = 'get', url = '', params = {}, data: body } = config
    const asked = { method: method.toUpperCase(), url, query: params, body: typeof body === 'string' ? JSON.parse(body) : body }
    calls.push(asked)
    const name = `${asked.method} ${url}`
    const data = await (answers(asked) ?? (url === '/user/set-rol-activo' ? me : quiet[name]))
    return { data, status: 200, statusText: '', headers: {}, config }
  }
  if (!connected) {
    connect({ token: async () => undefined, locale: () => 'es', onUnauthorized: () => {} })
    await startLanguage((locale) =>
      locale === 'en' ? import('./locales/en.json', { with: { type: 'json' } }) : import('./locales/es.json', { with: { type: 'json' } }),
    )
    connected = true
  }
  await switchRole(me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO)
  return calls
}
let connected = false

/** Something of the host at a path, with its cache and the kit. */
export function show(routes: Parameters<typeof createMemoryRouter>[0], path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const client = createQueryClient()
  clients.push(client)
  const view = render(
    <QueryClientProvider client={client}>
      <UiProvider locale="es">
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>,
  )
  return { router, client, ...view }
}
const clients: ReturnType<typeof createQueryClient>[] = []
afterEach(() => {
  cleanup()
  for (const client of clients.splice(0)) client.clear()
})
export const at = (page: ReactNode) => [{ path: '*', element: page }]

/** The areas as they announce themselves in this release, all within reach. */
export const areas: Area[] = [accountsAnalysis, admin, helpdesk, parameters, statistics].map((data: AreaData) => ({
  id: data.id,
  url: `http://${data.id}`,
  data,
}))
const keys = [
  ...new Set(areas.flatMap(({ data }) => Object.values(data!.pages).flatMap(({ permission }) => (permission ? [permission] : [])))),
]
