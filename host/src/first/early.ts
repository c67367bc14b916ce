// Before the first paint, and ahead of the application, in a file of its own: the look kept on this device, so that a dark page never flashes
// white; the look at the provider for a session; and a word to the browser of what this page is going to ask for. It runs no area's code and
// decides nothing: what fails here is asked for again where it is needed.

import type { Begun } from '@cuadre/shell'
import type { AreaData } from '@cuadre/shell/area'
import { createIdentity } from '@cuadre/shell/identity'
import { lookAhead } from './ahead.ts'
import { ask, asked, isAt, isExpected, kept, parsed } from './asking.ts'
import type { Early } from './handover.ts'

const root = document.documentElement
const look = kept('apariencia') ?? {}
for (const name of ['theme', 'accent', 'level', 'size']) if (look[name]) root.dataset[name] = look[name]
root.classList.toggle('dark', look.theme === 'dark')
if (look.dir) root.dir = look.dir
try {
  if (localStorage.getItem('cuadre:idioma') === 'en') root.lang = 'en'
} catch {}

// What index.ejs shows meanwhile.
if (isExpected) root.dataset.first = 'frame'
else if (/^\/(sign-in)?$/.test(location.pathname)) root.dataset.first = 'sign-in'
const showFrame = () => {
  const shown = document.getElementById('first')!
  const areas: AreaData[] = Object.values(kept('areas') ?? {})
  const page = areas.flatMap(({ pages }) => Object.values(pages)).find(({ path }) => isAt(path))
  const frame = shown.querySelector<HTMLElement>('.frame')!
  frame.dataset.layout = look.layout ?? 'modern'
  if (page?.full) frame.dataset.rail = 'true'
  shown.querySelector('.title')!.textContent = page?.title[root.lang === 'en' ? 'en' : 'es'] ?? ''
  for (const year of shown.querySelectorAll('.year')) year.textContent = String(new Date().getFullYear())
}
parsed.then(showFrame).catch(() => {})

// The provider is asked in a frame, which needs a page to stand in.
const identity = Promise.all([ask<Begun['config']>('/api/auth/config'), parsed]).then(([config]) => {
  const client = createIdentity(config)
  void client.start()
  return { config, identity: client }
})

lookAhead().catch(() => {})
// What nobody takes fails in silence.
for (const answer of [identity, ...Object.values(asked)]) answer.catch(() => {})
Object.assign(window, { early: { asked, identity } satisfies Early })
