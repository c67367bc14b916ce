import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from '@jest/globals'

const root = new URL('../../../../', import.meta.url).pathname

/** The zones of the server, each using only those after it. What stands beside the folders (app.ts, main.ts, …) is above them, and `lab` above all. */
const ZONES = ['lab', 'start', 'reporting', 'desk', 'ledger', 'workflow', 'organisation', 'platform']
/** `options.ts` names only types of the platform, so that no noun needs app.ts. */
const zoneOf = (file: string) => {
  const [first] = file.split('/')
  return file === 'options.ts' ? 'platform' : ZONES.includes(first!) ? first! : 'start'
}

test('inside the server imports only go down', () => {
  const { files, importsOf } = graph('packages/server/src')
  const level = (file: string) => ZONES.indexOf(zoneOf(file))
  const upwards = files
    .filter((file) => !isTest(file))
    .flatMap((file) => importsOf(file).map((to) => ({ file, to })))
    .filter(({ file, to }) => level(to) < level(file))
  expect(upwards.map(({ file, to }) => `${file} takes ${to}`)).toEqual([])
})

test('every folder of the server is a zone', () => {
  const folders = readdirSync(join(root, 'packages/server/src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).filter((name) => name !== 'seed' && !ZONES.includes(name))).toEqual([])
})

const packages = ['host', 'deploy/local', ...inside('packages'), ...inside('remotes')]
test.each(packages)('%s has no files that import each other in a circle', (folder) => {
  const { files, importsOf } = graph(folder)
  expect(circles(files, importsOf)).toEqual([])
})

function inside(group: string) {
  return readdirSync(join(root, group)).map((name) => `${group}/${name}`)
}

/** Tests may use everything above them. */
function isTest(file: string) {
  return /\.(test|testing|fixture|keycloak)\.tsx?$|\.process\.ts$|(^|\/)(fixtures|testing)(\/|\.)/.test(file)
}

function graph(folder: string) {
  const base = join(root, folder)
  const files = readdirSync(base, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(tsx?|mjs)$/.test(file) && !file.includes('node_modules') && !file.endsWith('.d.ts'),
  )
  const known = new Set(files)
  const importsOf = (file: string) => {
    const text = readFileSync(join(base, file), 'utf8')
    return [...text.matchAll(/(?:\bfrom|\bimport\(|^import) ?'(\.[^']+)'/gm)]
      .map(([, to]) => normalize(join(dirname(file), to!)))
      .filter((to) => known.has(to))
  }
  return { files, importsOf }
}

/** Groups of files that reach each other (Tarjan's strongly connected components), types included. */
function circles(files: string[], importsOf: (file: string) => string[]) {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (file: string) => {
    index.set(file, index.size)
    low.set(file, index.get(file)!)
    stack.push(file)
    for (const to of importsOf(file)) {
      if (!index.has(to)) visit(to)
      if (stack.includes(to)) low.set(file, Math.min(low.get(file)!, low.get(to)!))
    }
    if (low.get(file) !== index.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) found.push(group.sort())
  }
  for (const file of files) if (!index.has(file)) visit(file)
  return found
}
