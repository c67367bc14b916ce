import type { PagePath } from '@cuadre/api/pages'
import type { Announced } from '@cuadre/shell/area'
import { filesByName, isAt, isUserExpected, preload, preloadByName, request, role, scriptLoaded } from './preload.ts'

const HOME: PagePath = '/home'

/** Preloads the texts and, if somebody was signed in, the frame and what the areas announce for this page. */
export async function preloadPage() {
  const answered = isUserExpected ? request<{ url: string }[]>('/areas.json') : []
  const { lang } = document.documentElement
  const home = isAt(HOME) || isAt('/')
  preloadByName([lang, ...(role ? ['frame'] : [])])
  await Promise.all(
    (await answered).map(async ({ url }) => {
      const { pages, widgets = {}, entry, integrity, needs = {} } = await request<Announced>(`${url}/area.json`)
      if (!role) return
      await scriptLoaded
      const open = [
        ...Object.keys(pages).filter((name) => isAt(pages[name]!.path)),
        ...Object.keys(widgets).filter((name) => home && !widgets[name]!.below && widgets[name]!.roles.some((id) => id === role)),
      ]
      if (open.length === 0) return
      preload(`${url}/${entry}`, { crossorigin: 'anonymous', integrity })
      const wanted = ['area', lang, ...open].flatMap((name) => needs[name] ?? [])
      for (const need of new Set(wanted.flatMap((name) => (name === 'texts' ? (needs[`${lang} texts`] ?? []) : name))))
        if (filesByName[need]) for (const file of filesByName[need]) preload(file)
        else preload(`${url}/${need}`, { crossorigin: 'anonymous' })
    }),
  )
}
