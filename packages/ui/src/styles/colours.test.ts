/** @jest-environment node */
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'

// The way in is drawn by three: the application, the embedded provider and Keycloak's theme, none of which loads the styles of another.
const read = (file: string) => readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8')

/** What each colour of the providers' pages is called in the application. */
const NAMES: Record<string, string> = {
  surface: 'surface',
  hover: 'hover',
  fg: 'fg',
  muted: 'muted',
  line: 'line-2',
  'line-control': 'line-ctl',
  accent: 'accent',
  'accent-hover': 'accent-hover',
  link: 'accent-fg',
  focus: 'focus',
  error: 'rechazado',
}

type Colours = Map<string, string>
const declared = (block: string): Colours =>
  new Map([...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim()]))

/** The application's, as somebody sees them who has chosen no accent: light, and what dark puts in its place. */
function application() {
  const css = read('packages/ui/src/styles/tokens.css').replace(/\/\*[\s\S]*?\*\//g, '')
  const rules = [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({ selector: selector!.trim(), body: body! }))
  const of = (fits: (selector: string) => boolean) =>
    new Map(rules.filter(({ selector }) => fits(selector)).flatMap(({ body }) => [...declared(body)]))
  const light = of((selector) => selector === ':root')
  const dark = new Map([...light, ...of((selector) => selector.includes('.dark)') && !/data-accent="(?!indigo)/.test(selector))])
  const seen = (colours: Colours, name: string): string | undefined => {
    const other = /^var\(--([\w-]+)\)$/.exec(colours.get(name) ?? '')
    return other ? seen(colours, other[1]!) : colours.get(name)
  }
  return (name: string) => ({ light: seen(light, name), dark: seen(dark, name) })
}

/** Theirs: each is said for both at once. */
const provided = (file: string, prefix: string) =>
  new Map(
    [...read(file).matchAll(new RegExp(`--${prefix}([\\w-]+): light-dark\\(([^,]+), ([^)]+)\\)`, 'g'))].map(([, name, light, dark]) => [
      name!,
      { light, dark },
    ]),
  )

test.each([
  ['the embedded provider', 'packages/identity/src/resources/page.css', ''],
  ['Keycloak', 'deploy/keycloak/theme/cuadre/login/resources/css/cuadre.css', 'cuadre-'],
])("%s's pages have the application's colours, light and dark", (_, file, prefix) => {
  const theirs = provided(file, prefix)
  expect([...theirs.keys()].toSorted()).toEqual(Object.keys(NAMES).toSorted())
  const ours = application()
  expect(Object.fromEntries(theirs)).toEqual(Object.fromEntries(Object.entries(NAMES).map(([theirs, name]) => [theirs, ours(name)])))
})
