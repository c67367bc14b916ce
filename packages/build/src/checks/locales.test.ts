import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'

const root = new URL('../../../../', import.meta.url).pathname
const places = ['host', ...(JSON.parse(readFileSync(join(root, 'deploy/areas.json'), 'utf8')) as string[]).map((area) => `remotes/${area}`)]

type Texts = { [key: string]: string | Texts }
const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  )
/** A module and all of the same folder tree that it imports. */
function reached(from: string, seen = new Set<string>()): Set<string> {
  if (seen.has(from) || !existsSync(from)) return seen
  seen.add(from)
  for (const [, path] of readFileSync(from, 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+\.tsx?)'/g))
    reached(join(dirname(from), path!), seen)
  return seen
}
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*([\w.]+)/g)].map(([, name]) => name).sort()

describe.each(places)('texts of %s', (place) => {
  const read = (locale: string) => new Map(flat(JSON.parse(readFileSync(join(root, place, `src/locales/${locale}.json`), 'utf8'))))
  const es = read('es')
  const en = read('en')
  const code = readdirSync(join(root, place, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => readFileSync(join(root, place, 'src', file), 'utf8'))
    .join('\n')

  test('are the same keys in Spanish and English', () => {
    expect([...en.keys()].sort()).toEqual([...es.keys()].sort())
  })
  test('fill the same places', () => {
    expect(
      [...es].filter(([key, text]) => placeholders(text).join() !== placeholders(en.get(key) ?? '').join()).map(([key]) => key),
    ).toEqual([])
  })
  test('are never empty', () => {
    expect([...es, ...en].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([])
  })
  test('say status in English for the state of a thing', () => {
    const said = (text: string) => text.replaceAll(/\{\{[^}]*\}\}/g, '')
    expect([...en].filter(([, text]) => /\bstates?\b/i.test(said(text))).map(([key]) => key)).toEqual([])
  })
  test('exist wherever the code asks for one', () => {
    const asked = [...code.matchAll(/\bt\(\s*'([\w.-]+)'/g)].map(([, key]) => key!)
    const known = (key: string) => es.has(key) || es.has(`${key}_one`) || es.has(`${key}_other`)
    expect([...new Set(asked)].filter((key) => !known(key))).toEqual([])
  })
  test('are here with the page or widget that asks for them', () => {
    const index = join(root, place, 'src/index.ts')
    const entry = existsSync(index) ? readFileSync(index, 'utf8') : ''
    const named = (kind: string) =>
      [...entry.matchAll(new RegExp(`es\\.json\\?${kind}=([\\w,]+)`, 'g'))].flatMap(([, names]) => names!.split(','))
    const sections = Object.keys(JSON.parse(readFileSync(join(root, place, 'src/locales/es.json'), 'utf8')))
    const always = named('only')
    // An area, or the host, that has all its texts in one file.
    if (always.length === 0) return
    const [apart, some] = [named('but'), named('also')]
    expect(apart.sort()).toEqual([...always, ...some].sort())
    const here: Record<string, string[]> = {
      none: always,
      withTexts: sections.filter((section) => !some.includes(section)),
      withLoadTexts: sections,
    }
    const parts = [...entry.matchAll(/(\w+): (?:(with\w*)\()?\(\) => import\('(\.\/.+?\.tsx)'\)/g)]
    expect(parts.length).toBeGreaterThan(10)
    const missing = parts.flatMap(([, name, kind = 'none', path]) =>
      [...reached(join(root, place, 'src', path!))].flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/['"`](\w+)\.[\w$]/g)]
          .map(([, section]) => section!)
          .filter((section) => sections.includes(section) && !here[kind]!.includes(section))
          .map((section) => `${name}: ${section}, in ${file.slice(file.indexOf('/src/'))}`),
      ),
    )
    expect(missing).toEqual([])
  })
  test('are all in use', () => {
    // A key is asked for by its name, or by the part before a value, t(`state.${name}`), or after one: t(`${noun}.title`).
    const used = [...code.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)].map(([, key]) => key!)
    const starts = [...code.matchAll(/`((?:[\w-]+\.)+)\$\{/g)].map(([, start]) => start!)
    const ends = [...code.matchAll(/\bt\(`\$\{[\w.]+\}((?:\.[\w-]+)+)`/g)].map(([, end]) => end!)
    const short = [...code.matchAll(/\bt\(\s*'([\w-]+)'/g)].map(([, key]) => key!)
    const names = new Set([...used, ...short])
    expect(
      [...es.keys()]
        .map((key) => key.replace(/_(one|many|other|zero)$/, ''))
        .filter((key) => !names.has(key) && !starts.some((start) => key.startsWith(start)) && !ends.some((end) => key.endsWith(end))),
    ).toEqual([])
  })
})
