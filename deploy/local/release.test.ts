import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { root } from './build.ts'
import { get, hasNginx, startNginx } from './nginx.ts'
import { publish, release, rollback } from './release.ts'
import { serveArea } from './static.ts'

let folder: string
let to: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadre-release-test-'))
  to = join(folder, 'origin')
})
afterEach(() => rm(folder, { recursive: true }))

/** A built area, without building it: `n` is in every file. */
async function built(n: number, files: Record<string, string> = {}) {
  const entry = `remoteEntry.0000000${n}.js`
  const integrity = `sha384-${createHash('sha384').update(`${n}`).digest('base64')}`
  const area = { 'area.json': JSON.stringify({ id: 'helpdesk', n, entry, integrity }), [entry]: `${n}` }
  const path = join(folder, `built-${n}`)
  await mkdir(path)
  for (const [name, text] of Object.entries({ ...area, [`page.0000000${n}.js`]: `${n}`, 'same.aaaaaaaa.js': 'same', ...files }))
    await writeFile(join(path, name), text)
  return path
}
const put = async (n: number) => publish('helpdesk', await built(n), { to, id: String(n) })
const released = async () => JSON.parse(await readFile(join(to, 'area.json'), 'utf8')).n
const pages = async () => (await readdir(to)).filter((name) => /^page\.\w+\.js$/.test(name)).map((name) => Number(name[12]))

const servers = {
  'the local server': async () => {
    const app = await serveArea(to, 0, 'http://localhost:4000')
    const { port } = app.server.address() as { port: number }
    return { origin: `http://127.0.0.1:${port}`, stop: () => app.close() }
  },
  ...(hasNginx ? { nginx: () => startNginx('helpdesk', to, { HOST_ORIGIN: 'http://localhost:4000' }) } : {}),
}

test('a release of one area, built alone, shows its new text, keeps the files of open pages, and can be taken back', async () => {
  const before = 'Preguntas frecuentes'
  const after = 'Preguntas y respuestas de la prueba'
  // A copy, because other tests read the area meanwhile.
  const source = join(folder, 'helpdesk')
  await cp(join(root, 'remotes/helpdesk/src'), join(source, 'src'), { recursive: true })
  await cp(join(root, 'remotes/helpdesk/package.json'), join(source, 'package.json'))
  await symlink(join(root, 'remotes/helpdesk/node_modules'), join(source, 'node_modules'))
  const first = await release(source, { to })

  const running = await Promise.all(Object.values(servers).map((start) => start()))
  try {
    for (const { origin } of running) expect(await seen(origin)).toMatchObject({ name: before, text: expect.stringContaining(before) })
    const [open] = await Promise.all(running.map(({ origin }) => seen(origin)))

    for (const file of ['src/locales/es.json', 'src/area.ts']) {
      const text = await readFile(join(source, file), 'utf8')
      expect(text).toContain(before)
      await writeFile(join(source, file), text.replaceAll(before, after))
    }
    const second = await release(source, { to })
    for (const { origin } of running) {
      expect(await seen(origin)).toMatchObject({ name: after, text: expect.stringContaining(after) })
      for (const chunk of open!.chunks) expect((await get(`${origin}/${chunk}`)).status).toBe(200)
    }

    expect(await rollback('helpdesk', { to })).toBe(first)
    for (const { origin } of running) expect(await seen(origin)).toMatchObject({ name: before, text: expect.not.stringContaining(after) })
    expect(await rollback('helpdesk', { to, id: second })).toBe(second)
    for (const { origin } of running) expect(await seen(origin)).toMatchObject({ name: after })
  } finally {
    await Promise.all(running.map(({ stop }) => stop()))
  }
  // Neither source maps nor what only the build is interested in.
  expect((await readdir(to)).filter((name) => /\.map$|stamp|draft/.test(name))).toEqual([])

  /** What a browser gets to see: what the area says of itself, and the chunks of the entry that it names. */
  async function seen(origin: string) {
    const { pages: announced, entry: name } = JSON.parse((await get(`${origin}/area.json`)).text)
    const entry = (await get(`${origin}/${name}`)).text
    // webpack's table of chunks: a number and the hash of its content.
    const chunks = [...new Set([...entry.matchAll(/\b(\d+):"([0-9a-f]{8})"/g)].map(([, id, hash]) => `${id}.${hash}.js`))]
    const answers = await Promise.all(chunks.map((chunk) => get(`${origin}/${chunk}`)))
    const text = answers.filter(({ status }) => status === 200).map((answer) => answer.text)
    return { name: announced.faq.title.es, text: text.join('\n'), chunks: chunks.filter((_, i) => answers[i]!.status === 200) }
  }
})

test('the names that stay switch together, and the files of older releases stay beside the new ones', async () => {
  await put(1)
  await put(2)
  expect(await released()).toBe(2)
  for (const n of [1, 2]) expect(await readFile(join(to, `remoteEntry.0000000${n}.js`), 'utf8')).toBe(`${n}`)
  expect(await pages()).toEqual([1, 2])
})

test('after a release is taken back, the next one goes back to what people had, not to what was wrong', async () => {
  for (const n of [1, 2]) await put(n)
  await rollback('helpdesk', { to })
  await put(3)
  expect(await rollback('helpdesk', { to })).toBe('1')
  expect(await released()).toBe(1)
})

test('five releases are kept, with the files that they use and no others', async () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7]) await put(n)
  expect(await pages()).toEqual([3, 4, 5, 6, 7])
  expect(await readFile(join(to, 'same.aaaaaaaa.js'), 'utf8')).toBe('same')
  await expect(rollback('helpdesk', { to, id: '2' })).rejects.toThrow('ya no se conserva')
  expect(await rollback('helpdesk', { to, id: '3' })).toBe('3')
  // What was live is never forgotten, however old.
  await put(8)
  expect(await pages()).toContain(3)
})

describe('nothing is switched to what cannot be served', () => {
  beforeEach(() => put(1))
  afterEach(async () => expect(await released()).toBe(1))

  test('a build that does not say what it is', async () => {
    const path = await built(2)
    await rm(join(path, 'area.json'))
    await expect(publish('helpdesk', path, { to })).rejects.toThrow('no tiene area.json')
  })
  test('a build without its entry, or with another one', async () => {
    const path = await built(2)
    await writeFile(join(path, 'remoteEntry.00000002.js'), 'other')
    await expect(publish('helpdesk', path, { to })).rejects.toThrow('falta remoteEntry.00000002.js, o no es')
    await rm(join(path, 'remoteEntry.00000002.js'))
    await expect(publish('helpdesk', path, { to })).rejects.toThrow('falta remoteEntry.00000002.js')
  })
  test('another area’s folder', async () => {
    await expect(publish('admin', await built(2), { to })).rejects.toThrow('es de helpdesk, no de admin')
    await expect(rollback('admin', { to })).rejects.toThrow('no hay una publicación de admin')
  })
  test('a name that is taken, or no name', async () => {
    await expect(publish('helpdesk', await built(2), { to, id: '1' })).rejects.toThrow('ya existe')
    await expect(publish('helpdesk', await built(3), { to, id: '../1' })).rejects.toThrow('no sirve como nombre')
  })
  test('the first release has none before it', () => expect(rollback('helpdesk', { to })).rejects.toThrow('es la primera'))
})

describe('deploy/release-area', () => {
  const command = (args: string[], env = {}) =>
    spawnSync(join(root, 'deploy/release-area'), args, { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', ...env }, encoding: 'utf8' })

  test('takes a release back, in a folder named from where the command is given', async () => {
    for (const n of [1, 2]) await put(n)
    const { status, stdout } = command(['helpdesk', '--to', 'origin', '--rollback'])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^helpdesk: de nuevo 1$/m)
    expect(await released()).toBe(1)
  })

  test.each([
    [['tesoreria', '--to', 'x'], 'Uso:'],
    [['helpdesk'], 'Uso:'],
    [['helpdesk', '--to', 'x', '--image', 'y:1'], 'Uso:'],
    [['helpdesk', '--image', 'example.org:5000/helpdesk'], 'Uso:'],
    [['helpdesk', '--to', 'x', '--rolback'], '--rolback'],
    [['helpdesk', '--to', 'nada', '--rollback'], 'no hay una publicación de helpdesk'],
  ])('%j says what is wrong', (args, said) => {
    const { status, stderr } = command(args)
    expect(status).toBe(1)
    expect(stderr).toContain(said)
    expect(stderr).not.toContain('    at ')
  })

  test('an image is built with the releases of the one before it', async () => {
    await mkdir(join(folder, 'bin'))
    await writeFile(join(folder, 'bin/docker'), '#!/bin/sh\necho "$@"\n')
    await chmod(join(folder, 'bin/docker'), 0o755)
    const args = ['helpdesk', '--image', 'example.org:5000/helpdesk:1.5', '--previous', 'example.org:5000/helpdesk:1.4']
    const { status, stdout } = command(args, { PATH: `${join(folder, 'bin')}:${process.env.PATH}` })
    expect(status).toBe(0)
    expect(stdout.trim()).toBe(
      'build --file deploy/Dockerfile.site --tag example.org:5000/helpdesk:1.5 --build-arg SITE=helpdesk --build-arg RELEASE=1.5 --build-arg PREVIOUS=example.org:5000/helpdesk:1.4 .',
    )
  })
})
