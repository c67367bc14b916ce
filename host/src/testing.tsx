import type { Me } from '@cuadre/api/session'
import { type AreaData, createMemoryRouter, defineArea, onSaveDrafts, page, RouterProvider } from '@cuadre/shell'
import { type Answers, enter as enterWith, person as personOf } from '@cuadre/shell/testing'
import { UiProvider } from '@cuadre/ui'
import { afterEach } from '@jest/globals'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createQueryClient } from './cache.ts'
import type { Area } from './federation/areas.ts'

/** A person of a role with every key that the areas' pages ask for; what a test does not say is so. */
export const person = (role: number, more: Partial<Me> = {}) => personOf(role, { permissions: keys, ...more })

const quiet: Record<string, unknown> = {
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

const office = [3, 6] as const
const faq = page('/faq', {
  title: { es: 'Preguntas frecuentes', en: 'Frequently asked questions' },
  icon: 'faq',
  menu: { group: 'helpdesk', order: 50 },
})
const accounts = page('/cuentas', {
  title: { es: 'Cuentas', en: 'Accounts' },
  roles: [2, 3, 6],
  permission: 'accounts.account.read',
  icon: 'accounts',
  menu: { group: 'accounts', order: 20 },
})
const headings = page('/rubros', { title: { es: 'Rubros', en: 'Headings' }, roles: office, planned: true })
/** Two areas as they might announce themselves, within reach: what the host does with them does not depend on which there are. */
export const areas: Area[] = [
  defineArea({
    id: 'una',
    name: { es: 'Una', en: 'One' },
    pages: {
      faq,
      countries: page('/paises', {
        title: { es: 'Países', en: 'Countries' },
        roles: office,
        permission: 'admin.country.read',
        icon: 'countries',
        menu: { group: 'business-administration', order: 10 },
      }),
      headings,
      headingCreate: page('/rubros/crear', {
        title: { es: 'Crear rubro', en: 'Create heading' },
        roles: office,
        parent: headings,
        planned: true,
      }),
    },
  }),
  defineArea({
    id: 'otra',
    name: { es: 'Otra', en: 'Other' },
    pages: {
      accounts,
      accountHistory: page('/cuentas/:accountId/historico', {
        title: { es: 'Histórico de la cuenta', en: 'Account history' },
        roles: office,
        permission: 'accounts.summary.read',
        parent: accounts,
      }),
      review: page('/cuentas/analisis', {
        title: { es: 'Análisis', en: 'Analysis' },
        roles: [2, 3],
        permission: 'analysis.item.read',
        full: true,
        icon: 'analysis',
        menu: { group: 'accounts', order: 10 },
      }),
      historical: page('/cuentas/historicos', {
        title: { es: 'Históricos', en: 'Historical records' },
        roles: [1, 2, 3, 6],
        permission: 'analysis.item.read',
      }),
      charts: page('/estadisticas', {
        title: { es: 'Estadísticas', en: 'Statistics' },
        roles: [2, 3, 6],
        permission: 'statistics.dashboard.read',
        icon: 'charts',
        menu: { label: { es: 'Gráficas', en: 'Graphics' }, group: 'statistics', order: 10 },
      }),
      auditors: page('/auditores', { title: { es: 'Auditores', en: 'Auditors' }, roles: [3, 5, 6], permission: 'admin.auditor.read' }),
      sessionTime: page('/parametros/tiempo-en-sesion', {
        title: { es: 'Tiempo en sesión', en: 'Session time' },
        roles: office,
        permission: 'parameters.config.read',
        icon: 'clock',
        menu: { group: 'parameters', order: 10 },
      }),
    },
    widgets: { own: { roles: [1], order: 10 } },
  }),
].map((data: AreaData) => ({ id: data.id, url: `http://${data.id}`, data }))
const keys = [
  ...new Set(areas.flatMap(({ data }) => Object.values(data!.pages).flatMap(({ permission }) => (permission ? [permission] : [])))),
]
