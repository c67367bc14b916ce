import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { root } from './build.ts'
import { reset } from './reset.ts'
import { readKey } from './stack.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuadre start ñ-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('--reset', () => {
  const given = () => ({ dataDir: join(folder, 'data'), keyFile: join(folder, 'data.llave') })
  beforeEach(() => {
    for (const name of ['postgres', 'files', 'mail']) mkdirSync(join(folder, 'data', name), { recursive: true })
    writeFileSync(join(folder, 'data', 'apuntes.txt'), '')
    writeFileSync(join(folder, 'data.llave'), '')
  })

  test('deletes what is ours and leaves what somebody else has put there', () => {
    reset(given())
    expect(readdirSync(join(folder, 'data'))).toEqual(['apuntes.txt'])
    expect(existsSync(given().keyFile)).toBe(false)
  })

  test('takes nothing from under a process that is running', () => {
    writeFileSync(join(folder, 'data', 'cuadre.lock'), String(process.ppid))
    expect(() => reset(given())).toThrow(`está en uso por el proceso ${process.ppid}`)
    expect(readdirSync(folder).concat(readdirSync(join(folder, 'data')))).toEqual(
      expect.arrayContaining(['data.llave', 'postgres', 'files']),
    )
  })

  test('leaves the files to which a PostgreSQL refers', () => {
    expect(() => reset({ ...given(), databaseUrl: 'postgres://db/cuadre' })).toThrow('DATABASE_URL')
    expect(existsSync(join(folder, 'data', 'files'))).toBe(true)
  })
})

test('a key is made once and kept; an empty file is no key', () => {
  const file = join(folder, 'data.llave')
  const key = readKey(file)
  expect([key.length, readKey(file)]).toEqual([64, key])
  writeFileSync(file, '\n')
  expect(() => readKey(file)).toThrow(`KEY_FILE: en ${file} no hay una llave entera`)
})

test.each([
  [{ CUADRE_ZONE: 'Marte/Olimpo' }, '- CUADRE_ZONE: valor no válido'],
  [{ DATABASE_URL: 'hola' }, '- DATABASE_URL: valor no válido'],
  [{ PORT: 'cuatro' }, 'PORT debe ser un número'],
])('`npm start` with %j says so before it makes anything', (wrong, said) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'deploy/local/start.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', DATA_DIR: join(folder, 'data'), PORT: '1', ...wrong },
  })
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(said)])
  expect(readdirSync(folder)).toEqual([])
})

test('a build ends with whoever started it, so that the next one has its folder to itself', async () => {
  const own = `import('./deploy/local/build.ts').then(({ build }) => build('remotes/helpdesk', ['--out', ${JSON.stringify(join(folder, 'out'))}]))`
  const starter = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--eval', own], { cwd: root })
  const builder = await untilFound(() => childOf(starter.pid!))
  starter.kill('SIGKILL')
  await once(starter, 'exit')
  await untilFound(() => !isRunning(builder))
  expect(existsSync(join(folder, 'out', 'area.json'))).toBe(false)
}, 60_000)

const childOf = (pid: number) => Number(spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout.trim())
const isRunning = (pid: number) =>
  spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
    .stdout.trim()
    .match(/^[^Z]/) !== null
async function untilFound<T>(look: () => T): Promise<T> {
  for (;;) {
    const found = look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
