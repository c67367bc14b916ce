import { addMessages, createBrowserRouter, RouterProvider, startLanguage } from '@cuadre/shell'
import { UiProvider } from '@cuadre/ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { connect, http } from '../../../../packages/shell/src/http.ts'
import { switchRole } from '../../../../packages/shell/src/session/person.ts'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }

// A busy machine takes longer than a second to show what was asked for.
configure({ asyncUtilTimeout: 5000 })

/* jsdom measures nothing. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

export type Asked = { method: string; path: string; query: URLSearchParams; body: unknown }
/** What the server answers: data, or a status with the body of an error. */
export type Answers = (asked: Asked) => unknown
export class Refusal {
  status: number
  body: object
  constructor(status: number, body: object) {
    this.status = status
    this.body = body
  }
}

/**
 * Tests only: a page as the host shows it, to a person with these permissions, at an address (of a route whose `path` has parameters).
 * Nothing of ours is replaced; only the network is, and `asked` holds what went over it.
 */
export async function visit(Page: ComponentType, address: string, permissions: readonly string[], answers: Answers, path = '*') {
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
    const found = ['/me', '/user/set-rol-activo'].includes(one.path) ? { ...ME, permissions } : answers(one)
    const [status, body] =
      found instanceof Refusal
        ? [found.status, found.body]
        : found === undefined
          ? [404, { code: 'not_found', message: one.path }]
          : [200, found]
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  }
  Object.assign(http.defaults, { adapter: 'fetch', baseURL: 'http://cuadre.test/api', env: { fetch: answer, Request, Response } })
  await startOnce()
  await addMessages('accounts-analysis', (locale) => Promise.resolve({ default: locale === 'en' ? en : es }))
  // Whoever takes a role is signed in with it.
  await switchRole(3)
  asked.length = 0
  history.replaceState(null, '', address)
  const router = createBrowserRouter([
    { path, element: <Page /> },
    { path: '*', element: null },
  ])
  const user = userEvent.setup()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <UiProvider locale="es">
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>,
  )
  return { user, asked, sent: (path: string) => asked.filter((one) => one.method !== 'GET' && one.path === path).map((one) => one.body) }
}

let connected = false
async function startOnce() {
  if (connected) return
  connect({ token: async () => undefined, locale: () => 'es', onUnauthorized: () => undefined })
  // The language starts once, as in the product: another start forgets the texts that are here.
  await startLanguage(async () => ({ default: {} }))
  connected = true
}

const ME = {
  id: 1,
  NOMBRE: 'Beatriz Montoya Ríos',
  SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: 3, TIPO_USUARIO: 'CONTROL' },
  locale: 'es',
}
