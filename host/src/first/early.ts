// Before the first paint, and ahead of the application, in a file of its own: the look kept on this device, so that a dark page never flashes
// white; the look at the provider for a session; and a word to the browser of what this page is going to ask for. It runs no area's code and
// decides nothing: what fails here is asked for again where it is needed.
import type { Announced, AreaData } from '@cuadre/shell/area'
import { createIdentity, type IdentityConfig } from '@cuadre/shell/identity'
import type { Early } from './handover.ts'

const kept = (name: string) => {
  try {
    return JSON.parse(localStorage.getItem(`cuadre:${name}`) ?? 'null')
  } catch {
    return null
  }
}

const root = document.documentElement
const look = kept('apariencia') ?? {}
for (const name of ['theme', 'accent', 'level', 'size']) if (look[name]) root.dataset[name] = look[name]
root.classList.toggle('dark', look.theme === 'dark')
if (look.dir) root.dir = look.dir
try {
  if (localStorage.getItem('cuadre:idioma') === 'en') root.lang = 'en'
} catch {}

/** Whoever was signed in here a moment ago; that they still are is for the application to find out. */
const role: number | undefined = kept('sesion')?.value?.me?.SPC_TIPO_USUARIOS?.COD_TIPO_USUARIO
const matches = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`).test(location.pathname)

// What index.ejs shows meanwhile: who comes back from the provider is about to see a page, not the way in.
if (role || /[#&]state=/.test(location.hash)) root.dataset.first = 'frame'
else if (/^\/(sign-in)?$/.test(location.pathname)) root.dataset.first = 'sign-in'
const files: Record<string, string[]> = JSON.parse(document.currentScript?.dataset.files ?? '{}')

const preload = (href: string, more: object = {}) => {
  const as = href.endsWith('.css') ? 'style' : 'script'
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as, href, ...more }))
}

const asked: Early['asked'] = {}
const ask = <T>(url: string): Promise<T> => {
  const answer = fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(5000) }).then((response) => {
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    return response.json()
  })
  asked[url] = answer
  return answer
}

/** The provider is asked in a frame, which needs a page to stand in; and so does what is shown meanwhile. */
const parsed = new Promise<void>((resolve) => {
  if (document.readyState !== 'loading') return resolve()
  document.addEventListener('readystatechange', () => resolve(), { once: true })
})
const showFrame = () => {
  const shown = document.getElementById('first')!
  const areas: AreaData[] = Object.values(kept('areas') ?? {})
  const page = areas.flatMap(({ pages }) => Object.values(pages)).find(({ path }) => matches(path))
  const frame = shown.querySelector<HTMLElement>('.frame')!
  frame.dataset.layout = look.layout ?? 'modern'
  if (page?.full) frame.dataset.rail = 'true'
  shown.querySelector('.title')!.textContent = page?.title[root.lang === 'en' ? 'en' : 'es'] ?? ''
  for (const year of shown.querySelectorAll('.year')) year.textContent = String(new Date().getFullYear())
}
parsed.then(showFrame).catch(() => {})

const identity = Promise.all([ask<IdentityConfig>('/api/auth/config'), parsed]).then(([config]) => {
  const client = createIdentity(config)
  void client.start()
  return client
})

const lookAhead = async () => {
  const answered = ask<{ url: string }[]>('/areas.json')
  const home = location.pathname === '/home' || location.pathname === '/'
  for (const name of [root.lang, ...(role ? ['frame'] : []), ...(role && home ? ['home'] : [])])
    for (const file of files[name] ?? []) preload(file)
  await Promise.all(
    (await answered).map(async ({ url }) => {
      const { pages, widgets = {}, entry, integrity, needs = {} } = await ask<Announced>(`${url}/area.json`)
      if (!role) return
      const open = [
        ...Object.keys(pages).filter((name) => matches(pages[name]!.path)),
        ...Object.keys(widgets).filter((name) => home && widgets[name]!.roles.some((id) => id === role)),
      ]
      if (open.length === 0) return
      for (const need of new Set(['area', root.lang, ...open].flatMap((name) => needs[name] ?? [])))
        if (files[need]) for (const file of files[need]) preload(file)
        else preload(`${url}/${need}`, { crossOrigin: 'anonymous', ...(need === entry && { integrity }) })
    }),
  )
}
lookAhead().catch(() => {})
// What nobody takes fails in silence.
for (const answer of [identity, ...Object.values(asked)]) answer.catch(() => {})
Object.assign(window, { early: { asked, identity } satisfies Early })
