import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from '@jest/globals'

const root = new URL('../../../../', import.meta.url).pathname
const areas: string[] = JSON.parse(readFileSync(join(root, 'deploy/areas.json'), 'utf8'))

/** Who may import whom (architecture): a package not named here may import nothing of ours. */
const may: Record<string, string[]> = {
  host: ['shell', 'ui', 'api', 'tables'],
  ...Object.fromEntries(areas.map((area) => [`remotes/${area}`, ['shell', 'ui', 'api', 'tables']])),
  'packages/shell': ['api'],
  'packages/server': ['api', 'tables'],
  'deploy/local': ['server', 'identity'],
}
const packages = [
  'host',
  'deploy/local',
  ...areas.map((area) => `remotes/${area}`),
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`),
]

test.each(packages)('%s depends only on the layers below it', (folder) => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  const ours = Object.keys(dependencies).flatMap((name) => (name.startsWith('@cuadre/') ? [name.slice('@cuadre/'.length)] : []))
  expect(ours.filter((name) => !(may[folder] ?? []).includes(name))).toEqual([])
})

const browser = ['host', 'packages/ui', ...areas.map((area) => `remotes/${area}`)]
test.each(browser)('%s makes no call outside the contract and takes the router from the shell', (folder) => {
  const wrong = sources(folder).filter(({ text }) =>
    /\bfrom 'axios'|\bfetch\(|new XMLHttpRequest|from 'react-router|from 'keycloak-js'/.test(text),
  )
  expect(wrong.map(({ file }) => file)).toEqual([])
})

test.each(areas)('%s uses Chakra only through the kit', (area) => {
  expect(
    sources(`remotes/${area}`)
      .filter(({ text }) => /from '@chakra-ui|from '@emotion/.test(text))
      .map(({ file }) => file),
  ).toEqual([])
})

test.each(areas)('%s: its business folders meet only in its shared/', (area) => {
  const across = sources(`remotes/${area}`).flatMap(({ file, text }) => {
    const [own] = file.split('/')
    return [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)]
      .map(([, to]) => join(dirname(file), to!))
      .filter((to) => own !== file && !to.startsWith(`${own}/`) && /^(?!shared\/|locales\/).+\//.test(to))
      .map((to) => `${file} takes ${to}`)
  })
  expect(across).toEqual([])
})

test.each([...browser, 'packages/shell'])('%s ships nothing of its tests', (folder) => {
  expect(
    sources(folder)
      .filter(({ text }) => /from '[^']+\/testing(\.tsx?)?'/.test(text))
      .map(({ file }) => file),
  ).toEqual([])
})

function sources(folder: string) {
  const src = join(root, folder, 'src')
  if (!existsSync(src)) return []
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(\.test|\btesting)\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }))
}
