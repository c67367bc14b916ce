// `npm run generate`: writes what follows from which areas there are (deploy/areas.json) and which pages they and the host have.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { areas, root } from './build.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
/** Between two comments of a file that is otherwise written by hand. */
const between = (file: string, lines: string) => {
  const text = read(file)
  const parts = /^( *# Areas, written by `npm run generate`\n)[\s\S]*?^( *# End of areas\n)/m
  if (!parts.test(text)) throw new Error(`${file} has no place for the areas`)
  return text.replace(parts, (_, begin: string, end: string) => begin + lines + end)
}

type Page = { path: string }
/** Every path of a page, of the host and of all areas. @throws when two pages stand at one address */
async function pagePaths(): Promise<string[]> {
  const { hostPages, publicPaths, secondFactorPath } = await import(join(root, 'host/src/pages/pages.ts'))
  const announced = await Promise.all(
    areas.map(async (id) => (await import(join(root, `remotes/${id}/src/area.ts`))).area.pages as Record<string, Page>),
  )
  const paths = [
    secondFactorPath,
    ...Object.values<string>(publicPaths),
    ...[hostPages as Record<string, Page>, ...announced].flatMap((pages) => Object.values(pages).map(({ path }) => path)),
  ]
  const shapes = paths.map((path) => path.replace(/:\w+/g, ':'))
  const twice = paths.filter((_, i) => shapes.indexOf(shapes[i]!) !== i)
  if (twice.length > 0) throw new Error(`Two pages stand at ${twice.join(', ')}`)
  return paths.sort()
}

/** By file what it must say. */
export async function generated(): Promise<Record<string, string>> {
  const paths = await pagePaths()
  const place = (id: string, i: number) => `  { "id": "${id}", "url": "http://${id}.cuadre.localhost:${8081 + i}" }`
  const service = (id: string, i: number) => `  ${id}:
    <<: *area
    build: { context: ., dockerfile: deploy/Dockerfile.site, args: { SITE: ${id} } }
    image: cuadre/${id}
    ports: ["127.0.0.1:${8081 + i}:8080"]

`
  return {
    'packages/api/src/pagePaths.ts': `// Written by \`npm run generate\` from the areas' area.ts and the host's pages.ts.\nexport type PagePath =\n${paths.map((path) => `  | '${path}'\n`).join('')}`,
    'deploy/areas.compose.json': `[\n${areas.map(place).join(',\n')}\n]\n`,
    'docker-compose.yml': between('docker-compose.yml', areas.map(service).join('')),
    'deploy/helm/values/host.yaml': between(
      'deploy/helm/values/host.yaml',
      areas.map((id) => `  - { id: ${id}, url: "https://${id}.{{ .Values.domain }}" }\n`).join(''),
    ),
  }
}

if (import.meta.main) for (const [file, text] of Object.entries(await generated())) writeFileSync(join(root, file), text)
