import type { PagePath } from '@cuadre/api/pages'
import type { Announced } from '@cuadre/shell/area'
import { applicationLoaded, filesByName, isAt, isUserExpected, preload, preloadByName, request, responses, role } from './preload.ts'

const HOME: PagePath = '/home'

/** As /areas.json names them: the page does so too, like its policy, so that nothing has to be asked before. */
const areasOfPage = () =>
  (document.querySelector<HTMLMetaElement>('meta[name=areas]')?.content ?? '').split(' ').flatMap((area) => {
    const [id, url] = area.split('=')
    return id && url ? [{ id, url }] : []
  })

/** Preloads the texts and, if somebody was signed in, the frame and what the areas announce for this page. */
export async function preloadPage() {
  const areas = isUserExpected ? areasOfPage() : []
  if (areas.length > 0) responses['/areas.json'] = Promise.resolve(areas)
  // A page that was not filled in, by a server of another release.
  else if (isUserExpected) void request('/areas.json')
  const { lang } = document.documentElement
  const home = isAt(HOME) || isAt('/')
  preloadByName([lang])
  const frame = role ? applicationLoaded.then(() => preloadByName(['frame'])) : undefined
  await Promise.all(
    areas.map(async ({ url }) => {
      const { pages, widgets = {}, entry, integrity, needs = {} } = await request<Announced>(`${url}/area.json`)
      if (!role) return
      await applicationLoaded
      const open = [
        ...Object.keys(pages).filter((name) => isAt(pages[name]!.path)),
        ...Object.keys(widgets).filter((name) => home && !widgets[name]!.below && widgets[name]!.roles.some((id) => id === role)),
      ]
      if (open.length === 0) return
      preload(`${url}/${entry}`, { crossorigin: 'anonymous', integrity })
      const wanted = ['area', lang, ...open].flatMap((name) => needs[name] ?? [])
      // What the page is drawn with comes after the frame, and after what the area asks first.
      for (const need of new Set(wanted.flatMap((name) => (name === 'texts' ? (needs[`${lang} texts`] ?? []) : name))))
        if (filesByName[need]) void frame?.then(() => preloadByName([need]))
        else preload(`${url}/${need}`, { crossorigin: 'anonymous' })
    }),
  )
}
