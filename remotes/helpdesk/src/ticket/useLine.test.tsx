import { type IdentityClient, startSession } from '@cuadre/shell'
import { enter, person, visitsTo } from '@cuadre/shell/testing'
import { afterEach, expect, jest, test } from '@jest/globals'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import { ticketQuery } from './queries.ts'
import { useTicketLine } from './useLine.ts'

const visit = visitsTo('helpdesk', { es, en })
afterEach(() => void jest.restoreAllMocks())

const token = `e30.${btoa(JSON.stringify({ sub: 'ana' }))}.c2ln`
/** The provider, which is outside. */
const signedIn: IdentityClient = {
  config: { url: 'http://localhost', realm: 'corp', clientId: 'cuadre-web', signUp: false },
  identity: {
    start: async () => true,
    signIn: async () => undefined,
    signOut: async () => undefined,
    token: async () => token,
    idToken: () => token,
    clear: () => undefined,
    onSignedOut: () => undefined,
    onError: () => undefined,
  },
}

const Subject = () => {
  useTicketLine()
  return <p>{useQuery(ticketQuery(7)).data?.asunto}</p>
}

test('what changed in a ticket while the line was down is read once it is there again', async () => {
  // One of Node would keep the process.
  globalThis.BroadcastChannel = class {
    onmessage = null
    postMessage() {}
  } as unknown as typeof BroadcastChannel
  const lines: ReadableStreamDefaultController<Uint8Array>[] = []
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    return new Response(
      new ReadableStream<Uint8Array>({
        start: (control) => {
          lines.push(control)
          control.enqueue(new TextEncoder().encode('data: {"tipo":"sin_leer","sinLeer":0}\n\n'))
        },
      }),
    )
  })
  const me = person(3)
  await enter(me, () => ({ user: me, '2FAEnabled': false, qrCodeUrl: null, firstLogin: false }))
  await startSession(Promise.resolve(signedIn))
  let asunto = 'No abre'
  await visit(Subject, '/', 3, ({ path }) => (path === '/tickets-suport/7' ? { id: 7, asunto } : undefined))
  expect(await screen.findByText('No abre')).toBeTruthy()
  await waitFor(() => expect(lines).toHaveLength(1))
  asunto = 'Ya abre'
  lines[0]!.close()
  expect(await screen.findByText('Ya abre', undefined, { timeout: 5000 })).toBeTruthy()
})
