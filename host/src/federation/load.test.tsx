import type { AreaCode, AreaData } from '@cuadre/shell'
import { CONTRACT, onSaveDrafts } from '@cuadre/shell'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { enter, person, show } from '../testing.tsx'
import type { Area } from './areas.ts'

/* Only the network is played here: what the federation's runtime fetches, and what the areas answer. */
let load: (id: string) => Promise<{ default: AreaCode }>
const registered: string[] = []
type Plugin = { name: string; createScript?: (args: { url: string }) => HTMLScriptElement }
let plugins: Plugin[] = []
jest.unstable_mockModule('@module-federation/enhanced/runtime', () => ({
  createInstance: (options: { plugins: Plugin[] }) => {
    plugins = options.plugins
    return {
      loadRemote: (id: string) => load(id),
      registerRemotes: ([{ entry }]: [{ entry: string }]) => registered.push(entry),
    }
  },
}))
const { AreaView } = await import('./AreaView.tsx')

const digest = `sha384-${'A'.repeat(64)}`
const said = (id: string, more: object = {}) => ({
  contract: CONTRACT,
  id,
  name: { es: 'Mesa de ayuda', en: 'Help desk' },
  pages: { faq: { path: '/faq', title: { es: 'Preguntas', en: 'Questions' } } },
  entry: 'remoteEntry.00000001.js',
  integrity: digest,
  ...more,
})
const code = (page: () => React.ReactNode): { default: AreaCode } => ({
  default: { pages: { faq: async () => ({ default: page }) }, widgets: {}, messages: async () => ({ default: {} }) },
})
const works = () => <h1>Preguntas frecuentes</h1>
const network = Object.assign(new Error('ScriptNetworkError: Failed to load script'), { name: 'ScriptNetworkError' })

let area: Area
let files: Record<string, unknown>
let count = 0
/** jsdom cannot load a page, and says so. */
const complaints = jest.spyOn(console, 'error')
const reloads = () => complaints.mock.calls.filter(([said]) => /navigation/.test(String(said))).length
beforeEach(async () => {
  await enter(person(3))
  // Code is kept by area for as long as the window lives.
  const id = `ayuda-${++count}`
  const url = 'http://b'
  area = {
    id,
    url,
    data: said(id) as unknown as AreaData,
    entry: { address: `${url}/remoteEntry.00000001.js`, integrity: digest },
  }
  files = { '/areas.json': [{ id, url }], 'http://b/area.json': said(id) }
  globalThis.fetch = jest.fn(async (asked) =>
    String(asked) in files ? Response.json(files[String(asked)]) : new Response('', { status: 503 }),
  ) as typeof fetch
  registered.length = 0
  sessionStorage.clear()
  complaints.mockReset().mockImplementation(() => undefined)
})
afterEach(() => {
  jest.useRealTimers()
})

const open = () => show([{ path: '*', element: <AreaView area={area} part="pages" name="faq" /> }], '/faq')
const says = async () => (await screen.findByRole('alert')).querySelector('.strong')?.textContent
const retry = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Reintentar' })))
const shown = () => screen.findByRole('heading', { name: 'Preguntas frecuentes' })

test('an area’s page is shown, from an entry that the browser holds to its digest', async () => {
  load = async () => code(works)
  open()
  expect(await shown()).toBeTruthy()
  expect(registered).toEqual(['http://b/remoteEntry.00000001.js'])
  expect(plugins.find(({ name }) => name === 'integrity')!.createScript!({ url: registered[0]! })).toMatchObject({
    integrity: digest,
    crossOrigin: 'anonymous',
  })
})

test('an extra header comes from its area; where it fails nothing stands there, for the page says it', async () => {
  const strip = (name: string) => show([{ path: '*', element: <AreaView area={area} part="extraHeaders" name={name} /> }], '/faq')
  load = async () => ({
    default: { ...code(works).default, extraHeaders: { deadline: async () => ({ default: () => <p>Quedan 2 días</p> }) } },
  })
  strip('deadline')
  expect(await screen.findByText('Quedan 2 días')).toBeTruthy()
  const { container } = strip('other')
  await waitFor(() => expect(container.querySelector('.skeleton')).toBeNull())
  expect(container.textContent).toBe('')
})

test('an area that does not arrive is said to be away, and is shown when it does', async () => {
  load = () => Promise.reject(network)
  open()
  expect(await says()).toBe('Mesa de ayuda no está disponible en este momento')
  // What arrived damaged is not taken from the browser's cache again.
  expect(globalThis.fetch).toHaveBeenCalledWith('http://b/remoteEntry.00000001.js', { cache: 'reload' })
  load = async () => code(works)
  await retry()
  expect(await shown()).toBeTruthy()
  expect(reloads()).toBe(0)
})

test('an area that takes more than ten seconds is said to be away', async () => {
  jest.useFakeTimers()
  load = () => new Promise(() => {})
  open()
  await act(() => jest.advanceTimersByTimeAsync(9_999))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.querySelector('[aria-busy="true"]')).not.toBeNull()
  await act(() => jest.advanceTimersByTimeAsync(1))
  expect(await says()).toBe('Mesa de ayuda no está disponible en este momento')
})

test('an area whose code fails is said to have a problem; the third try is made in a fresh window', async () => {
  load = () => Promise.reject(new Error('ScriptExecutionError: broken'))
  open()
  expect(await says()).toBe('Mesa de ayuda tuvo un problema y no se puede mostrar')
  await retry()
  expect(await says()).toBe('Mesa de ayuda tuvo un problema y no se puede mostrar')
  expect(reloads()).toBe(0)
  await retry()
  expect(reloads()).toBe(1)
})

test.each([
  ['older', CONTRACT - 1, 'Mesa de ayuda se está actualizando', 0],
  ['newer', CONTRACT + 1, 'Mesa de ayuda tiene una versión nueva', 1],
])('an area %s than this host is not run, and says so', async (fault, contract, words, fresh) => {
  area = { ...area, entry: undefined!, fault: fault as 'older' }
  files['http://b/area.json'] = said(area.id, { contract })
  load = async () => code(works)
  open()
  expect(await says()).toBe(words)
  expect(registered).toEqual([])
  await retry()
  // What a newer area needs is the host that came with it.
  expect(reloads()).toBe(fresh)
})

test('an area that failed and has moved is looked for at its new address, in a fresh window', async () => {
  load = () => Promise.reject(network)
  open()
  await says()
  files['/areas.json'] = [{ id: area.id, url: 'http://c' }]
  await retry()
  expect(reloads()).toBe(1)
})

test('an area that failed after it had begun, and has a new release, is not mixed with it', async () => {
  load = async () => ({ default: { ...code(works).default, pages: { faq: () => Promise.reject(chunk) } } })
  const chunk = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' })
  open()
  expect(await says()).toBe('Mesa de ayuda no está disponible en este momento')
  files['http://b/area.json'] = said(area.id, { entry: 'remoteEntry.00000002.js' })
  await retry()
  expect(reloads()).toBe(1)
  expect(registered).toEqual(['http://b/remoteEntry.00000001.js'])
})

test('an area that had not begun is tried with the release that is there now', async () => {
  load = () => Promise.reject(network)
  open()
  await says()
  files['http://b/area.json'] = said(area.id, { entry: 'remoteEntry.00000002.js' })
  load = async () => code(works)
  await retry()
  expect(await shown()).toBeTruthy()
  expect(registered).toEqual(['http://b/remoteEntry.00000001.js', 'http://b/remoteEntry.00000002.js'])
})

test('what was typed in a page that fails is kept, and comes back with it', async () => {
  let broken = false
  const typed = () => {
    const [text, setText] = useState(() => sessionStorage.getItem('cuadre:borrador:x') ?? '')
    useEffect(() => {
      const keep = () => sessionStorage.setItem('cuadre:borrador:x', text)
      return onSaveDrafts(keep)
    }, [text])
    if (broken) throw new Error('broken')
    return <input aria-label="Pregunta" value={text} onChange={(event) => setText(event.target.value)} />
  }
  load = async () => code(typed)
  open()
  fireEvent.change(await screen.findByLabelText('Pregunta'), { target: { value: '¿Cuándo cierra el mes?' } })
  broken = true
  fireEvent.change(screen.getByLabelText('Pregunta'), { target: { value: '¿Cuándo cierra el mes? Sí' } })
  expect(await says()).toBe('Mesa de ayuda tuvo un problema y no se puede mostrar')
  broken = false
  await retry()
  expect((await screen.findByLabelText<HTMLInputElement>('Pregunta')).value).toBe('¿Cuándo cierra el mes?')
})
