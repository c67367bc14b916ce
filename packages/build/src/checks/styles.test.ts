import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const root = new URL('../../../../', import.meta.url).pathname
const areas: string[] = JSON.parse(readFileSync(join(root, 'deploy/areas.json'), 'utf8'))
const sheets = (folder: string, but = /^$/) =>
  globSync(`${folder}/**/*.css`, { cwd: root })
    .filter((file) => !but.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))

/** The selectors of a sheet, with those that are nested (`all`) or those that stand in no other: what is nested holds only inside of them. */
function selectorsOf(sheet: string, all = false): string[] {
  const found: string[] = []
  const open: string[] = []
  let text = ''
  for (const letter of sheet.replace(/\/\*.*?\*\//gs, '')) {
    if (letter === '{') {
      const head = text.trim()
      if (!head.startsWith('@') && (all || open.every((each) => each.startsWith('@')))) found.push(...head.split(/,(?![^(]*\))/))
      open.push(head)
    } else if (letter === '}') open.pop()
    text = '{};'.includes(letter) ? '' : text + letter
  }
  return found.map((each) => each.trim())
}
const classesOf = (selectors: string[]) =>
  new Set(selectors.flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!)))

/** What the kit and the host give looks to; their sheets for paper and fingers name pages of areas too. */
const shared = classesOf(
  ['packages/ui/src', 'host/src'].flatMap((folder) => sheets(folder, /(print|touch)\.css$/)).flatMap((sheet) => selectorsOf(sheet)),
)
const own = areas.map((area) => {
  const all = sheets(`remotes/${area}/src`)
  return {
    area,
    everywhere: all.flatMap((sheet) => selectorsOf(sheet)),
    names: classesOf(all.flatMap((sheet) => selectorsOf(sheet, true))),
  }
})

// What an area has loaded stays when another is opened: a sheet that means more than its own pages changes theirs.
test('no area gives looks to a class of another area', () => {
  const meant = own.flatMap(({ area, everywhere }) =>
    [...classesOf(everywhere)]
      .filter((name) => !shared.has(name))
      .flatMap((name) =>
        own.filter((other) => other.area !== area && other.names.has(name)).map((other) => `.${name} of ${area}: ${other.area}`),
      ),
  )
  expect(meant).toEqual([])
})

test('no area changes the looks of a shared part everywhere', () => {
  const everywhere = own.flatMap(({ area, everywhere }) =>
    everywhere
      .filter((selector) => {
        const classes = classesOf([selector])
        return classes.size > 0 && [...classes].every((name) => shared.has(name))
      })
      .map((selector) => `${area}: ${selector}`),
  )
  expect(everywhere).toEqual([])
})
