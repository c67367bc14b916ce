import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { build, root } from './build.ts'
import { HASHED, writeServed } from './compress.ts'

// A folder that a web server offers as one origin:
//   main.1a2b3c4d.js …    hashed files of all kept releases, beside each other, with .br and .gz; an area's entry is one
//   area.json …           a link into .live for each name that stays the same
//   .live                 a link to .releases/<id>: replacing it switches all of those names at once
//   .releases/<id>/       the fixed names of a release, and <id>.json, what is known of it

/** Releases that stay, for pages that are open and for going back. */
const KEPT = 5

type Release = { id: string; site: string; at: string; previous: string | undefined; hashed: string[] }

/** What a site must consist of; nothing is switched to less. */
const needed = (site: string) => (site === 'host' ? ['index.html', 'silent-check-sso.html'] : ['area.json'])
const isServed = (name: string) => !/\.(map|br|gz)$|^\./.test(name)

/** The folder, and the name of the release: the time unless said. */
export type Target = { to: string; id?: string | undefined }
const now = () => new Date().toISOString().replace(/\D/g, '').slice(0, 17)

/** Builds `host` or `remotes/<area>` (or a copy of one, by its path), and only it, and publishes it. @returns the id of the release */
export async function release(source: string, target: Target): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cuadre-release-'))
  try {
    await build(relative(root, source), ['--out', folder])
    if (existsSync(join(source, 'public'))) await cp(join(source, 'public'), folder, { recursive: true })
    return await publish(basename(source), folder, target)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Puts a built site beside its older releases and switches to it. Files that pages may have loaded stay; the switch is one rename.
 * @throws when something is missing, when the folder is another site's, or when the id is taken
 */
export async function publish(site: string, built: string, { to, id = now() }: Target): Promise<string> {
  if (!/^\w[\w.-]*$/.test(id)) throw plain(`«${id}» no sirve como nombre de una publicación.`)
  const names = (await readdir(built)).filter(isServed)
  const missing = needed(site).filter((name) => !names.includes(name))
  if (missing.length) throw plain(`La construcción de ${site} no tiene ${missing.join(', ')}.`)
  if (site !== 'host') await checkEntry(site, built)

  const previous = await live(to)
  if (previous && previous.site !== site) throw plain(`${to} es de ${previous.site}, no de ${site}.`)
  const folder = join(to, '.releases', id)
  if (existsSync(`${folder}.json`)) throw plain(`La publicación ${id} ya existe en ${to}.`)
  await mkdir(folder, { recursive: true })

  const hashed = names.filter((name) => HASHED.test(name))
  for (const name of hashed) await writeServed(join(to, name), await readFile(join(built, name)))
  const fixed = names.filter((name) => !HASHED.test(name))
  for (const name of fixed) {
    await cp(join(built, name), join(folder, name))
    await link(`.live/${name}`, join(to, name))
  }
  const record: Release = { id, site, at: new Date().toISOString(), previous: previous?.id, hashed }
  await writeFile(`${folder}.json`, JSON.stringify(record))
  await link(`.releases/${id}`, join(to, '.live'))
  await prune(to)
  return id
}

/** Switches back to the release that was live before the present one, or to the one named. @returns its id @throws when it is not kept */
export async function rollback(site: string, { to, id }: Target): Promise<string> {
  const present = await live(to)
  if (present?.site !== site) throw plain(`En ${to} no hay una publicación de ${site}.`)
  const wanted = id ?? present.previous
  if (!wanted) throw plain(`${present.id} es la primera publicación de ${site}: no hay a cuál volver.`)
  if (!existsSync(join(to, '.releases', `${wanted}.json`))) throw plain(`La publicación ${wanted} ya no se conserva en ${to}.`)
  await link(`.releases/${wanted}`, join(to, '.live'))
  return wanted
}

/** No browser would run another file than the one that area.json describes. */
async function checkEntry(site: string, built: string) {
  const { entry, integrity } = JSON.parse(await readFile(join(built, 'area.json'), 'utf8'))
  const content = await readFile(join(built, entry)).catch(() => '')
  if (!HASHED.test(entry) || integrity !== `sha384-${createHash('sha384').update(content).digest('base64')}`)
    throw plain(`En la construcción de ${site} falta ${entry}, o no es el que dice area.json.`)
}

async function link(target: string, path: string) {
  await rm(`${path}.draft`, { force: true })
  await symlink(target, `${path}.draft`)
  await rename(`${path}.draft`, path)
}

async function live(to: string): Promise<Release | undefined> {
  if (!existsSync(join(to, '.live'))) return undefined
  return JSON.parse(await readFile(join(to, `${await readlink(join(to, '.live'))}.json`), 'utf8'))
}

/** Forgets what is older than the kept releases, and the files that only those used; never what was live before the newest. */
async function prune(to: string) {
  const folder = join(to, '.releases')
  const records = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const all: Release[] = await Promise.all(records.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
  all.sort((a, b) => b.at.localeCompare(a.at))
  const isKept = (each: Release, i: number) => i < KEPT || each.id === all[0]!.previous
  const inUse = new Set(all.filter(isKept).flatMap(({ hashed }) => hashed))
  for (const { id, hashed } of all.filter((each, i) => !isKept(each, i))) {
    for (const name of hashed.filter((file) => !inUse.has(file)))
      for (const end of ['', '.br', '.gz']) await rm(join(to, name + end), { force: true })
    await rm(join(folder, `${id}.json`))
    await rm(join(folder, id), { recursive: true })
  }
}

const plain = (message: string) => Object.assign(new Error(message), { name: 'Plain' })
