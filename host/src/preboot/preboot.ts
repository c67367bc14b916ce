// A small script of its own that runs before the first paint and before the application, at the beginning of the body, where iframes may be. It
// applies the appearance stored on this device, so that a dark page does not flash white, starts the silent sign-in, and preloads what the page
// will need. It runs no code of areas; whatever fails here is requested again where it is needed.

import type { IdentityClient } from '@cuadre/shell'
import type { AreaData } from '@cuadre/shell/area'
import { createIdentity } from '@cuadre/shell/identity'
import type { Preboot } from './handover.ts'
import { isAt, isUserExpected, parsed, readStored, request, responses } from './preload.ts'
import { preloadPage } from './preloadPage.ts'

const root = document.documentElement
const appearance = readStored('apariencia') ?? {}
for (const name of ['theme', 'accent', 'level', 'size']) if (appearance[name]) root.dataset[name] = appearance[name]
root.classList.toggle('dark', appearance.theme === 'dark')
if (appearance.dir) root.dir = appearance.dir
try {
  if ((new URLSearchParams(location.search).get('idioma') ?? localStorage.getItem('cuadre:idioma')) === 'en') root.lang = 'en'
} catch {}

// The placeholder that index.ejs shows.
if (!isUserExpected && /^\/(sign-in)?$/.test(location.pathname)) root.dataset.preboot = 'sign-in'
const showFrame = () => {
  // Not before the layout is known: a frame that changes its shape would move what is in it.
  if (isUserExpected) root.dataset.preboot = 'frame'
  const shown = document.getElementById('preboot')!
  const areas: AreaData[] = Object.values(readStored('areas') ?? {})
  const page = areas.flatMap(({ pages }) => Object.values(pages)).find(({ path }) => isAt(path))
  const frame = shown.querySelector<HTMLElement>('.frame')!
  frame.dataset.layout = appearance.layout ?? 'modern'
  if (page?.full) frame.dataset.rail = 'true'
  shown.querySelector('.title')!.textContent = page?.title[root.lang === 'en' ? 'en' : 'es'] ?? ''
  for (const year of shown.querySelectorAll('.year')) year.textContent = String(new Date().getFullYear())
}
parsed.then(showFrame).catch(() => {})

const identity = startIdentity()

preloadPage().catch(() => {})
// Nobody may take an answer: its failure must not be reported as unhandled.
for (const answer of [identity, ...Object.values(responses)]) answer.catch(() => {})

/**
 * The silent sign-in. Whoever is expected does not wait for the server to say where the provider is: it is asked for where it was last time, and once
 * more if it has moved.
 */
async function startIdentity(): Promise<IdentityClient> {
  const asked = request<IdentityClient['config']>('/api/auth/config')
  const stored: IdentityClient['config'] | null = isUserExpected ? readStored('proveedor') : null
  const begin = (config: IdentityClient['config']) => {
    const identity = createIdentity(config, { isSessionExpected: isUserExpected })
    void identity.start()
    return { config, identity }
  }
  let begun: IdentityClient | undefined
  try {
    // What is stored may make no sense.
    if (stored) begun = begin(stored)
  } catch {}
  const config = await asked
  if (begun && JSON.stringify(config) === JSON.stringify(stored)) return begun
  try {
    localStorage.setItem('cuadre:proveedor', JSON.stringify(config))
  } catch {}
  return begin(config)
}

Object.assign(window, { preboot: { responses, identity } satisfies Preboot })
