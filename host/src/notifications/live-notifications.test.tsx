import { type IdentityClient, startSession } from '@cuadre/shell'
import { AWAY } from '@cuadre/shell/testing'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act, fireEvent, screen } from '@testing-library/react'
import { NewRelease } from '../layout/NewRelease.tsx'
import { at, enter, person, show } from '../testing.tsx'
import Notes from './Notes.tsx'
import { type Note, useLiveNotifications, useNotifications } from './useNotifications.ts'

/** The host that runs here; the server may have been started with another. */
const RUNNING = '11111111'
let offered: string
/** What the server has of mine. */
let notes: Partial<Note>[]
/** Whether it takes that they were read. */
let reached: boolean
/** One for each time the line was opened: what the server writes to it, and how it ends. */
let lines: { write: (text: string) => void; end: () => void }[]
let visible: DocumentVisibilityState

beforeEach(async () => {
  offered = RUNNING
  lines = []
  notes = []
  reached = true
  visible = 'visible'
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible)
  const script = Object.assign(document.createElement('script'), { type: 'text/plain' })
  script.setAttribute('src', `/main.${RUNNING}.js`)
  document.head.append(script)
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    if (url === '/') return new Response(`<!doctype html><script defer src="/main.${offered}.js"></script>`)
    const encoder = new TextEncoder()
    return new Response(
      new ReadableStream<Uint8Array>({
        start: (control) => {
          lines.push({ write: (text) => control.enqueue(encoder.encode(text)), end: () => control.close() })
        },
      }),
    )
  })
  // One of Node would keep the process.
  globalThis.BroadcastChannel = class {
    onmessage = null
    postMessage() {}
  } as unknown as typeof BroadcastChannel
  const me = person(3)
  await enter(me, ({ method, path }) => {
    if (path === '/auth/login') return { user: me, '2FAEnabled': false, qrCodeUrl: null, firstLogin: false }
    if (path !== '/notifications') return undefined
    if (method === 'PATCH') return reached ? { sinLeer: 0 } : AWAY
    return { data: notes, total: notes.length, page: 1, limit: 20, sinLeer: notes.length }
  })
  // The line is opened with the token of a session.
  await startSession(Promise.resolve(signedIn))
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
  document.head.querySelector('script')?.remove()
})

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

const Window = () => {
  useLiveNotifications()
  const { data } = useNotifications()
  return (
    <>
      <NewRelease />
      {data && <Notes notes={data.data} />}
    </>
  )
}
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
/** The window opens its line four seconds after it has come. */
const open = async () => {
  show(at(<Window />), '/')
  await pass(4000)
  expect(lines).toHaveLength(1)
}
/** The first message of a line, which says how many are unread. */
const answer = async (line: number) => {
  lines[line]!.write('data: {"tipo":"sin_leer","sinLeer":0}\n\n')
  await pass(10)
}
const askedForRelease = () => jest.mocked(fetch).mock.calls.filter(([url]) => url === '/').length
const told = () => screen.queryByText(/^Hay una versión nueva de Cuadre/)

test('a server that answers the first connection at once is the one that the window came from', async () => {
  await open()
  offered = '22222222'
  await pass(2900)
  await answer(0)
  expect([askedForRelease(), told()]).toEqual([0, null])
})

test('a server that answers the first connection late may be another release: it is asked, and the window says so', async () => {
  await open()
  offered = '22222222'
  await pass(3100)
  await answer(0)
  expect(askedForRelease()).toBe(1)
  expect(told()).not.toBeNull()
})

test('a late server of the same release is nothing to tell', async () => {
  await open()
  await pass(3100)
  await answer(0)
  expect([askedForRelease(), told()]).toEqual([1, null])
})

test('a line that had to be opened again, and a window that was hidden for a while, ask as well', async () => {
  await open()
  await answer(0)
  lines[0]!.end()
  await pass(1000)
  expect(lines).toHaveLength(2)
  await answer(1)
  expect(askedForRelease()).toBe(1)
  for (const state of ['hidden', 'visible'] as const) {
    visible = state
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(4000)
  }
  expect(lines).toHaveLength(3)
  await answer(2)
  expect(askedForRelease()).toBe(2)
})

const note = { id: 1, tipo: 'asignacion', titulo: 'Cuentas asignadas', texto: '3', ruta: null, fecha: '2026-09-01T10:00:00Z', leida: false }
const one = { ...note, sobre: null, tipoId: null, cuantas: 1, nombres: [] }
const unread = () => screen.queryByRole('button', { name: 'Marcar como leída' })

test('what was read in another window, or came while there was no line, is in the list too', async () => {
  await open()
  await answer(0)
  expect(unread()).toBeNull()
  notes = [one]
  lines[0]!.end()
  await pass(1000)
  await answer(1)
  expect(unread()).not.toBeNull()
  notes = [{ ...one, leida: true }]
  await answer(1)
  expect(unread()).toBeNull()
})

test('that a notice could not be marked as read is said', async () => {
  notes = [one]
  await open()
  reached = false
  fireEvent.click(unread()!)
  await pass(10)
  expect(screen.queryAllByText('No se pudo llegar al servidor. Vuelva a intentarlo.').length).toBeGreaterThan(0)
})
