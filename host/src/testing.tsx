import type { Me } from '@cuadre/api/session'
import { type AreaData, createMemoryRouter, onSaveDrafts, RouterProvider } from '@cuadre/shell'
import { type Answers, enter as enterWith, person as personOf } from '@cuadre/shell/testing'
import { UiProvider } from '@cuadre/ui'
import { afterEach } from '@jest/globals'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { area as accountsAnalysis } from '../../remotes/accounts-analysis/src/area.ts'
import { area as admin } from '../../remotes/admin/src/area.ts'
import { area as helpdesk } from '../../remotes/helpdesk/src/area.ts'
import { area as parameters } from '../../remotes/parameters/src/area.ts'
import { area as statistics } from '../../remotes/statistics/src/area.ts'
import { createQueryClient } from './cache.ts'
import type { Area } from './federation/areas.ts'

/** A person of a role with every key that the areas' pages ask for; what a test does not say is so. */
export const person = (role: number, more: Partial<Me> = {}) => personOf(role, { permissions: keys, ...more })

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

/** Signs a person in over answers; gives back what is asked. */
export const enter = (me: Me, answers: Answers = () => undefined) =>
  enterWith(
    me,
    (one) => answers(one) ?? (one.path === '/user/set-rol-activo' ? me : quiet[`${one.method} ${one.path}`]),
    (locale) =>
      locale === 'en' ? import('./locales/en.json', { with: { type: 'json' } }) : import('./locales/es.json', { with: { type: 'json' } }),
  )

/** Something of the host at a path, with its cache and the kit. */
export function show(routes: Parameters<typeof createMemoryRouter>[0], path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const client = createQueryClient()
  clients.push(client)
  const view = render(
    <QueryClientProvider client={client}>
      <UiProvider locale="es" onSaveDrafts={onSaveDrafts}>
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
