import { addMessages, createBrowserRouter, RouterProvider, startLanguage, switchRole } from '@cuadre/shell'
import { UiProvider } from '@cuadre/ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
// Only the network is replaced: the shell's own instance answers from here.
import { connect, http } from '../../../packages/shell/src/http.ts'

export type Asked = { method: string; path: string; query: URLSearchParams; body: unknown }
/** An answer that is an error: 409 with what it carries. */
export class Refusal {
  status: number
  body: object
  constructor(status: number, body: object) {
    this.status = status
    this.body = body
  }
}

/* jsdom measures nothing. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Tests only: pages by their path, as the host shows them to somebody of control with these permissions, over answers by path. */
export async function visit(
  pages: Record<string, ComponentType>,
  address: string,
  permissions: readonly string[],
  answers: (asked: Asked) => unknown,
) {
  cleanup()
  const asked: Asked[] = []
  const answer = async (input: Request | string | URL, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const text = await request.text()
    const one = {
      method: request.method,
      path: pathname.replace('/api', ''),
      query: searchParams,
      body: text.startsWith('{') ? JSON.parse(text) : text,
    }
    asked.push(one)
    const found = one.path === '/user/set-rol-activo' ? { ...ME, permissions } : answers(one)
    const [status, body] =
      found instanceof Refusal
        ? [found.status, found.body]
        : found === undefined
          ? [404, { code: 'not_found', message: one.path }]
          : [200, found]
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  }
  Object.assign(http.defaults, { adapter: 'fetch', baseURL: 'http://cuadre.test/api', env: { fetch: answer, Request, Response } })
  if (!connected) {
    connect({ token: async () => undefined, locale: () => 'es', onUnauthorized: () => undefined })
    // The language starts once, as in the product: another start forgets the texts that are here.
    await startLanguage(async () => ({ default: {} }))
    await addMessages('parameters', () => import('./locales/es.json', { with: { type: 'json' } }))
    connected = true
  }
  // Whoever takes a role is signed in with it.
  await switchRole(3)
  asked.length = 0
  history.replaceState(null, '', address)
  const user = userEvent.setup()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <UiProvider locale="es">
        <RouterProvider router={createBrowserRouter(Object.entries(pages).map(([path, Page]) => ({ path, element: <Page /> })))} />
      </UiProvider>
    </QueryClientProvider>,
  )
  return { user, asked, sent: (path: string) => asked.filter((one) => one.method !== 'GET' && one.path === path).map((one) => one.body) }
}
let connected = false

const ME = {
  id: 1,
  NOMBRE: 'Beatriz Montoya Ríos',
  SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: 3, TIPO_USUARIO: 'CONTROL' },
  roles: [],
  locale: 'es',
}
