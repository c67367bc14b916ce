// `deploy/release-area`: one area, or the host, released alone: into a folder of a web server, or as an image.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { areas, root } from './build.ts'
import { release, rollback } from './release.ts'

const usage = `Uso:
  deploy/release-area <área> --to <carpeta> [--release <nombre>]
  deploy/release-area <área> --to <carpeta> --rollback [--release <nombre>]
  deploy/release-area <área> --image <imagen:etiqueta> [--previous <imagen:etiqueta>]
Áreas: ${areas.join(', ')}; host es el marco.`

// Whatever the shell is used for otherwise.
process.env.NODE_ENV = 'production'

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      release: { type: 'string' },
      rollback: { type: 'boolean' },
      image: { type: 'string' },
      previous: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  const [site = ''] = values.help ? [] : positionals
  if (positionals.length !== 1 || ![...areas, 'host'].includes(site) || Boolean(values.to) === Boolean(values.image)) throw usage
  if (values.image) image(site, values.image, values.previous)
  else if (values.to) {
    const target = { to: resolve(process.env.INIT_CWD ?? '.', values.to), id: values.release }
    if (values.rollback) console.log(`${site}: de nuevo ${await rollback(site, target)}`)
    else console.log(`${site}: publicada ${await release(join(root, site === 'host' ? 'host' : `remotes/${site}`), target)}`)
  }
} catch (error) {
  const isPlain = error instanceof Error && (error.name === 'Plain' || 'code' in error)
  console.error(isPlain ? error.message : error)
  process.exit(1)
}

/** The image holds the releases of the one before it, so that open pages find their files and any of them can be served. */
function image(site: string, name: string, previous: string | undefined) {
  const [, tag] = /:(\w[\w.-]*)$/.exec(name) ?? []
  if (!tag) throw usage
  const args = {
    SITE: site,
    RELEASE: tag,
    ...(previous ? { PREVIOUS: previous } : {}),
  }
  const { status } = spawnSync(
    'docker',
    [
      'build',
      '--file',
      'deploy/Dockerfile.site',
      '--tag',
      name,
      ...Object.entries(args).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]),
      '.',
    ],
    { cwd: root, stdio: 'inherit' },
  )
  if (status !== 0) throw Object.assign(new Error(`No se pudo construir ${name}.`), { name: 'Plain' })
}
