import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapping } from 'node:module'
import { join } from 'node:path'
import { buildAll, root } from './build.ts'

type Loaded = { stage: string; folder: string; files: string[] }

/** `npm run bench -- --only bytes`: what the scripts consist of that load before the first row, by package, from the maps of the build. */
export async function benchBytes({ say }: { say: (text: string) => void }): Promise<void> {
  await buildAll(say)
  const stages = firstLoads()
  const parts = new Map<string, Map<string, number>>()
  for (const { stage, folder, files } of stages)
    for (const [part, bytes] of files.flatMap((file) => partsOf(folder, file))) {
      const of = parts.get(part) ?? new Map<string, number>()
      parts.set(part, of.set(stage, (of.get(stage) ?? 0) + bytes))
    }
  const sum = (of: Map<string, number>) => [...of.values()].reduce((all, bytes) => all + bytes, 0)
  const names = stages.map(({ stage }) => stage)
  const row = (name: string, values: (number | undefined)[]) =>
    name.padEnd(42) + values.map((bytes) => (bytes ? (bytes / 1000).toFixed(1) : '').padStart(12)).join('')
  say(`\nkB of minified script, by what it comes from and when it loads first (sources under 1 kB are summed up).`)
  say(''.padEnd(42) + [...names, 'all'].map((name) => name.padStart(12)).join(''))
  const small = new Map<string, number>()
  for (const [part, of] of [...parts].sort((a, b) => sum(b[1]) - sum(a[1]))) {
    if (sum(of) >= 1000) say(row(part, [...names.map((name) => of.get(name)), sum(of)]))
    else for (const [stage, bytes] of of) small.set(stage, (small.get(stage) ?? 0) + bytes)
  }
  say(row('others', [...names.map((name) => small.get(name)), sum(small)]))
  const total = (ending: string) =>
    stages.map(({ folder, files }) => files.reduce((all, file) => all + sizeOf(join(folder, file + ending)), 0))
  for (const [name, ending] of [
    ['all, as it is', ''],
    ['all, as it travels (brotli)', '.br'],
  ] as const)
    say(row(name, [...total(ending), total(ending).reduce((all, bytes) => all + bytes, 0)]))
}

const sizeOf = (path: string) => readFileSync(path).length

/** The scripts of /sign-in, of the frame of a signed-in page, and of /cuentas, each without those before it: from what index.html and area.json name. */
function firstLoads(): Loaded[] {
  const host = join(root, 'host/dist')
  const html = readFileSync(join(host, 'index.html'), 'utf8')
  const named: Record<string, string[]> = JSON.parse(html.match(/data-files="(.*?)"/)![1]!.replaceAll('&quot;', '"'))
  const own = (paths: readonly string[]) => paths.filter((path) => path.endsWith('.js')).map((path) => path.slice(1))
  const signIn = [...new Set([...html.matchAll(/(?:src|href)="(\/[\w.-]+\.js)"/g)].map(([, path]) => path!)), ...named.es!]
  const area = join(root, 'remotes/accounts-analysis/dist')
  const { entry, needs } = JSON.parse(readFileSync(join(area, 'area.json'), 'utf8')) as { entry: string; needs: Record<string, string[]> }
  const wanted = ['area', 'es', 'accounts']
    .flatMap((name) => needs[name] ?? [])
    .flatMap((one) => (one === 'texts' ? needs['es texts']! : one))
  const kits = wanted.flatMap((name) => named[name] ?? [])
  const frame = named.frame!
  const unique = (files: string[], before: string[] = []) => [...new Set(files)].filter((file) => !before.includes(file))
  return [
    { stage: 'sign-in', folder: host, files: own(unique(signIn)) },
    { stage: 'frame', folder: host, files: own(unique(frame, signIn)) },
    { stage: 'list: kits', folder: host, files: own(unique(kits, [...signIn, ...frame])) },
    { stage: 'list: area', folder: area, files: unique([entry, ...wanted.filter((name) => name.endsWith('.js'))]) },
  ]
}

/** Every character of a file counts for the source that its map names. */
function partsOf(folder: string, file: string): [string, number][] {
  const text = readFileSync(join(folder, file), 'utf8')
  let map: SourceMap
  try {
    map = new SourceMap(JSON.parse(readFileSync(join(folder, `${file}.map`), 'utf8')))
  } catch {
    // Texts have no map: they are data.
    return [['texts and data', text.length]]
  }
  const found = new Map<string, number>()
  for (const [at, line] of text.split('\n').entries()) {
    let from = 0
    let part = 'webpack'
    for (let column = 0; column <= line.length; column++) {
      // Where the map says nothing the entry is empty.
      const entry: Partial<SourceMapping> = column < line.length ? map.findEntry(at, column) : {}
      const next = entry.originalSource !== undefined ? partOf(entry.originalSource) : 'webpack'
      if (next === part && column < line.length) continue
      found.set(part, (found.get(part) ?? 0) + column - from)
      ;[from, part] = [column, next]
    }
  }
  return [...found]
}

/** The package of a source, or the folder of ours. */
function partOf(source: string): string {
  const installed = source.split('node_modules/').at(-1)!
  if (installed !== source)
    return installed
      .split('/')
      .slice(0, installed.startsWith('@') ? 2 : 1)
      .join('/')
  if (/locales/.test(source)) return 'texts and data'
  const [, ours] = source.match(/((?:packages|remotes)\/[\w-]+\/src\/[\w-]+|host\/src)/) ?? []
  return ours ?? (/\.\/src\//.test(source) ? `src of ${source.split('/')[2] ?? ''}` : 'webpack')
}
