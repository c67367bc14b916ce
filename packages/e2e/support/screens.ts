import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Person } from './test.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const areas: string[] = JSON.parse(readFileSync(join(root, 'deploy/areas.json'), 'utf8'))

type Texts = { es: string; en: string }
export type Screen = { path: string; title: Texts; roles: readonly number[] }

/** Who looks at the screens: one person of each role. */
export const people: Record<number, Person> = {
  1: 'rpena',
  2: 'mduarte',
  3: 'bmontoya',
  4: 'hvillalobos',
  5: 'payala',
  6: 'sbarrios',
}
const everybody = Object.keys(people).map(Number)

const CONTROL = 3
/** Who looks at a screen in every way: the role that sees most of it; the others see that it holds for them too. */
export const lookerOf = ({ roles }: Pick<Screen, 'roles'>) => (roles.includes(CONTROL) ? CONTROL : roles[0]!)

/** What stands in a path for the one row that the demo is sure to have: Brasil, its first account, its last month, everybody's session time and threshold. */
const examples: Record<string, string> = {
  countryManagerId: '1',
  accountId: '1',
  periodId: '12',
  expireTokenId: '1',
  userAuditorId: '5',
  thresholdId: '1',
  businessId: '1',
  deputyManagerId: '1',
  departmentId: '1',
  headingId: '1',
  folderId: '1',
  userId: '2',
  timePasswordId: '2',
  expireLogoutId: '3',
  analysisStatusId: '1',
  roleId: '1',
}

/** Every page that the areas have, so that a new one is looked at without being listed here. */
export const screens: Screen[] = (
  await Promise.all(areas.map(async (id) => (await import(join(root, 'remotes', id, 'src/area.ts'))).area as AreaData))
).flatMap(({ pages }) =>
  Object.values(pages)
    .filter(({ planned }) => !planned)
    .map(({ path, title, roles = everybody }) => ({
      path: path.replace(
        /:(\w+)/g,
        (_, name: string) => examples[name] ?? fail(`${path}: give an example of ${name} in ${import.meta.url}`),
      ),
      title,
      roles,
    })),
)
type AreaData = { pages: Record<string, { path: string; title: Texts; roles?: readonly number[]; planned?: true }> }

function fail(message: string): never {
  throw new Error(message)
}

type Tree = { [key: string]: string | Tree }
const flat = (tree: Tree, before = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[before + key, value] as [string, string]] : flat(value, `${before}${key}.`),
  )
const texts = ['host', ...areas.map((id) => `remotes/${id}`)].map((place) => {
  const read = (locale: string) => new Map(flat(JSON.parse(readFileSync(join(root, place, `src/locales/${locale}.json`), 'utf8'))))
  return { es: read('es'), en: read('en') }
})

/** How a key looks that no text was found for: `country.title`. */
const key = new RegExp(
  `^(${[...new Set(texts.flatMap(({ es }) => [...es.keys()].map((each) => each.split('.')[0]!)))].join('|')})(\\.\\w+)+$`,
)
/** Sentences of one language that the other one says differently; what holds a value is left out, and a letter alone, which is a key as well. */
const foreign = (locale: 'es' | 'en') => {
  const other = locale === 'es' ? 'en' : 'es'
  const own = new Set(texts.flatMap((each) => [...each[locale].values()]))
  return new Set(
    texts.flatMap((each) => [...each[other].values()]).filter((text) => text.length > 1 && !text.includes('{{') && !own.has(text)),
  )
}
const strange = { es: foreign('es'), en: foreign('en') }

/** Words on a screen that nobody wrote for people: keys, holes, or the other language. */
export const misplaced = (words: readonly string[], locale: 'es' | 'en') =>
  words.filter(
    (word) => key.test(word) || strange[locale].has(word) || /\{\{|\}\}|\bundefined\b|\bNaN\b|\[object |Invalid Date|\bnull\b/.test(word),
  )
