import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

const sharedInside = classesOf(
  ['packages/ui/src', 'host/src'].flatMap((folder) => sheets(folder)).flatMap((sheet) => selectorsOf(sheet, true)),
)
/** The names in the class attributes of a file, of words and of templates. */
const drawn = (code: string) =>
  [...code.matchAll(/className=(?:"([^"]+)"|\{`([^`]+)`\}|\{[^}]*?'([^']+)')/g)].flatMap(([, ...texts]) =>
    texts.flatMap((text) => text?.match(/[a-z][\w-]*/gi) ?? []),
  )

// An area loads a page's code and sheets when the page is opened: a class of a sheet that another page loads has its looks by chance.
test.each(areas)('what a page of %s draws has its sheet, whichever page is opened first', (area) => {
  const folder = join(root, 'remotes', area, 'src')
  const files = globSync('**/*.{ts,tsx,css}', { cwd: folder }).filter((file) => !/\.test\.|\.d\.ts$/.test(file))
  const text = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
  const uses = new Map(
    files.map((file) => [
      file,
      [...text.get(file)!.matchAll(/(?:from|import) '(\.[^']+)'/g)].map(([, path]) => join(dirname(file), path!)),
    ]),
  )
  const below = (file: string, found = new Set<string>()) => {
    for (const next of uses.get(file) ?? []) if (!found.has(next)) below(next, found.add(next))
    return found
  }
  const sheetsWith = Map.groupBy(
    files
      .filter((file) => file.endsWith('.css'))
      .flatMap((file) => [...classesOf(selectorsOf(text.get(file)!, true))].map((name) => ({ name, file }))),
    ({ name }) => name,
  )
  /** The file itself brings the sheet, or everybody who uses the file does. */
  const has = (file: string, sheets: readonly string[], from: readonly string[] = []): boolean => {
    if (sheets.some((sheet) => below(file).has(sheet))) return true
    const users = files.filter((other) => !from.includes(other) && uses.get(other)!.includes(file))
    return users.length > 0 && users.every((user) => has(user, sheets, [...from, file]))
  }
  const missing = files
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      [...new Set(drawn(text.get(file)!))]
        .filter((name) => !sharedInside.has(name) && sheetsWith.has(name))
        .filter(
          (name) =>
            !has(
              file,
              sheetsWith.get(name)!.map((sheet) => sheet.file),
            ),
        )
        .map((name) => `${file} draws .${name}`),
    )
  expect(missing).toEqual([])
})
