import type { Me } from '@cuadre/api/session'
import { UiProvider } from '@cuadre/ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AxiosError } from 'axios'
import type { ComponentType } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { connect, http } from './http.ts'
import { addMessages, type Locale, startLanguage } from './i18n/i18n.ts'
import { onSaveDrafts } from './session/drafts.ts'
import { setSession } from './session/store.ts'

// A busy machine may need more than the default second to render.
configure({ asyncUtilTimeout: 5000 })

/** A request. `body`: parsed JSON, or the form. */
export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
}
/** The server's answer: data, a Refusal, or undefined for 404. */
export type Answers = (asked: Asked) => unknown

type Texts = Parameters<typeof startLanguage>[0]

/** An error response; may be returned or thrown. */
export class Refusal extends Error {
  status: number
  body: object
  constructor(status: number, body: object) {
    super(`${status} ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }
}
/** No response: the network is down. */
export const AWAY = new Refusal(0, {})

/** Tests only: a user with a role and defaults for the rest. */
export const person = (role: number, more: Partial<Me> = {}): Me => ({
  id: 1,
  NOMBRE: 'Ana Benítez',
  USUARIO: 'abenitez',
  email: 'ana@corp.example',
  avatar: null,
  FIRMA: false,
  SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: role, TIPO_USUARIO: '' },
  roles: [{ COD_TIPO_USUARIO: role, TIPO_USUARIO: '' }],
  permissions: [],
  source: 'role',
  ID_PAIS: null,
  PAIS: null,
  ID_NEGOCIO: null,
  NEGOCIO: null,
  locale: 'es',
  appearance: null,
  inactivityMinutes: 60,
  ZONA: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...more,
})

/**
 * Tests only: signs a user in and answers requests with `answers`; nothing but the network is replaced. `texts`: the host's, for tests
 * that check them. @returns the requests from then on
 */
export async function enter(me: Me, answers: Answers, texts: Texts = none): Promise<Asked[]> {
  const asked: Asked[] = []
  http.defaults.adapter = async (config) => {
    const { pathname, searchParams: query } = new URL(http.getUri(config), 'http://cuadre.test')
    const { method = 'get', data: sent } = config
    const body = typeof sent === 'string' ? JSON.parse(sent) : sent
    const one = { method: method.toUpperCase(), path: pathname.replace('/api', ''), query, body }
    asked.push(one)
    const answer = (await said(answers, one)) ?? new Refusal(404, { code: 'not_found', message: one.path })
    const rest = { statusText: '', headers: {}, config }
    if (answer === AWAY) throw new AxiosError('Network Error', AxiosError.ERR_NETWORK, config, null)
    if (answer instanceof Refusal) throw new AxiosError('', '', config, null, { ...rest, status: answer.status, data: answer.body })
    // A copy, because a response never shares objects with the test.
    return { ...rest, status: 200, data: answer instanceof Blob ? answer : JSON.parse(JSON.stringify(answer)) }
  }
  started ??= start(texts)
  await started
  setSession({ status: 'signed-in', me })
  return asked
}
const said = async (answers: Answers, asked: Asked) => {
  try {
    return await answers(asked)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
// Once for all tests, as in the product: starting again would forget the loaded texts.
let started: Promise<void> | undefined
function start(texts: Texts) {
  connect({ token: async () => undefined, locale: () => 'es', onUnauthorized: () => undefined })
  return startLanguage(texts)
}
const none: Texts = async () => ({ default: {} })

type Page = ComponentType
/** A role id, or the permissions of a user with role control. */
type Who = number | readonly string[]

/** Tests only: opens pages of an area, with its texts, as a user whose permissions follow from `permissionsOf`. */
export const visitsTo =
  (area: string, texts: Record<Locale, Record<string, unknown>>, permissionsOf: (role: number) => readonly string[] = () => []) =>
  /** Renders pages by path, or one page for any path, at an address. `sent`: the bodies sent to a path, in order. */
  async (pages: Page | Record<string, Page>, address: string, who: Who, answers: Answers) => {
    cleanup()
    const me = typeof who === 'number' ? person(who, { permissions: [...permissionsOf(who)] }) : person(3, { permissions: [...who] })
    const asked = await enter(me, (one) => answers(one) ?? (one.path === '/me' ? me : undefined))
    await addMessages(area, async (locale) => ({ default: texts[locale] }))
    history.replaceState(null, '', address)
    const routes = Object.entries(typeof pages === 'function' ? { '*': pages } : { ...pages, '*': Elsewhere })
    const router = createBrowserRouter(routes.map(([path, Page]) => ({ path, element: <Page /> })))
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const view = render(
      <QueryClientProvider client={client}>
        <UiProvider locale="es" onSaveDrafts={onSaveDrafts}>
          <RouterProvider router={router} />
        </UiProvider>
      </QueryClientProvider>,
    )
    const sent = (path: string) => asked.filter((one) => one.method !== 'GET' && one.path === path).map((one) => one.body)
    return { ...view, user: userEvent.setup(), client, asked, sent }
  }
const Elsewhere = () => null
