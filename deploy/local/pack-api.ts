// `npm run pack-api [folder]`: packages/api as a package that programs elsewhere install: compiled calls with their types, openapi.json, README, example.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './build.ts'

const source = join(root, 'packages/api')
const dist = (path: string) => ({
  types: path.replace(/^\.\/src\/(.*)\.ts$/, './dist/$1.d.ts'),
  default: path.replace(/^\.\/src\/(.*)\.ts$/, './dist/$1.js'),
})

/** @returns the path of the package */
export function packApi(folder: string): string {
  const work = mkdtempSync(join(tmpdir(), 'cuadre-api-'))
  try {
    const { name, exports } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
      name: string
      exports: Record<string, string>
    }
    run(join(root, 'node_modules/.bin/tsc'), [
      ...[
        '--outDir',
        join(work, 'dist'),
        '--rootDir',
        join(source, 'src'),
        '--declaration',
        '--rewriteRelativeImportExtensions',
        '--skipLibCheck',
        '--strict',
      ],
      ...['--target', 'es2023', '--module', 'nodenext', '--lib', 'es2024,esnext,dom,dom.iterable', '--types', 'node'],
      ...Object.values(exports).map((path) => join(source, path)),
    ])
    for (const name of ['README.md', 'example.ts', 'openapi.json']) cpSync(join(source, name), join(work, name))
    const installed = (dependency: string) =>
      `^${(JSON.parse(readFileSync(join(source, 'node_modules', dependency, 'package.json'), 'utf8')) as { version: string }).version}`
    // Of the release whose calls they are.
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    const manifest = {
      name,
      version,
      type: 'module',
      sideEffects: false,
      engines: { node: '>=22' },
      exports: {
        ...Object.fromEntries(Object.entries(exports).map(([path, file]) => [path, dist(file)])),
        './openapi.json': './openapi.json',
      },
      dependencies: { axios: installed('axios'), zod: installed('zod') },
    }
    writeFileSync(join(work, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    mkdirSync(folder, { recursive: true })
    const packed = run('npm', ['pack', '--json', '--pack-destination', folder], work)
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
    return join(folder, filename)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function run(command: string, args: string[], cwd = root): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args[0]}: ${stdout}${stderr}`)
  return stdout
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(packApi(resolve(process.argv[2] ?? '.')))
