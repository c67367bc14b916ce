import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, sql } from '@cuadre/server'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { root } from './build.ts'
import { freePort } from './free-port.ts'

// deploy/backup on a PostgreSQL of its own: a month is changed by mistake, and the database goes back to the moment before.
const versions = '/usr/lib/postgresql'
const bin = existsSync(versions) ? join(versions, readdirSync(versions).sort().at(-1)!, 'bin') : undefined
if (!bin) console.warn('PostgreSQL no está instalado: la copia de seguridad hasta un momento no se prueba (Debian: postgresql).')
const onPostgres = bin ? describe : describe.skip

/** PostgreSQL refuses to run as root. */
const asPostgres = process.getuid?.() === 0
const run = (command: string, ...args: string[]) =>
  asPostgres
    ? spawnSync('runuser', ['-u', 'postgres', '--', command, ...args], { encoding: 'utf8', env: { ...process.env, PATH: path } })
    : spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, PATH: path } })
const path = `${bin}:${process.env.PATH}`
function must(command: string, ...args: string[]) {
  const { status, stdout, stderr } = run(command, ...args)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout.trim()
}

onPostgres('a backup up to the last minute', () => {
  let folder: string
  let port: number
  const at = (...parts: string[]) => join(folder, ...parts)
  const start = (data: string) =>
    must('pg_ctl', '-D', data, '-w', '-t', '120', '-l', at(`${data.split('/').at(-1)}.log`), '-o', `-p ${port} -k ${folder}`, 'start')
  const stop = (data: string) => run('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop')

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cuadre-pitr-'))
    if (asPostgres) {
      const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
      chownSync(folder, uid!, gid!)
    }
    // The checkout may be where another user may not look, and what is written for its owner alone.
    for (const name of ['keep-wal', 'take', 'restore']) {
      writeFileSync(at(name), readFileSync(join(root, 'deploy/backup', name)))
      chmodSync(at(name), 0o755)
    }
    port = await freePort()
    must('mkdir', '-p', at('backup/wal'), at('files/aa'))
    must('initdb', '-D', at('first'), '-U', 'cuadre', '--auth=trust', '-E', 'UTF8')
    const settings = `archive_mode = on\narchive_command = '${at('keep-wal')} %p ${at('backup/wal')}/%f'\nwal_level = replica\n`
    writeFileSync(at('first/postgresql.conf'), `${readFileSync(at('first/postgresql.conf'), 'utf8')}\n${settings}`)
    start(at('first'))
  }, 120_000)
  afterAll(() => {
    for (const name of ['first', 'second', 'third', 'fourth']) if (existsSync(at(name))) stop(at(name))
    rmSync(folder, { recursive: true, force: true })
  })

  test('goes back to the moment before a mistake, with the files of then', async () => {
    const url = `postgres://cuadre@127.0.0.1:${port}`
    const open = () => openDatabase({ url: `${url}/postgres` })
    const names = async ({ db }: Awaited<ReturnType<typeof open>>) =>
      (await sql<{ name: string }>`select name from country order by name`.execute(db)).rows.map(({ name }) => name)
    const first = await open()
    const add = (name: string, iso: string) =>
      sql`insert into country (name, iso, currency) values (${name}, ${iso}, 'BRL')`.execute(first.db)
    const write = async (name: string, iso: string) => {
      const { db, close } = await open()
      await sql`insert into country (name, iso, currency) values (${name}, ${iso}, 'USD')`.execute(db)
      await close()
    }
    /** What there is after everything that was kept was played, and the server goes on running. */
    const restored = async (name: string) => {
      must(at('restore'), '--from', at('backup'), '--database', at(name), '--files', at(`${name}-files`))
      start(at(name))
      while (must('psql', `${url}/postgres`, '-tAc', 'select pg_is_in_recovery()') === 't') await tick()
      const database = await open()
      return names(database).finally(() => database.close())
    }
    const file = (name: string) => must('sh', '-c', `echo ${name} > ${at('files/aa', name)}`)
    await add('Brasil', 'BR')
    file('before')
    expect(must(at('take'), '--database', `${url}/postgres`, '--files', at('files'), '--to', at('backup'))).toContain(at('backup/base'))

    await add('Chile', 'CL')
    file('between')
    must(at('take'), '--files', at('files'), '--to', at('backup'))
    await tick()
    const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(first.db)
    await tick()
    await sql`delete from country`.execute(first.db)
    await sql`select pg_switch_wal()`.execute(first.db)
    await first.close()
    stop(at('first'))

    expect(run(at('restore'), '--from', at('backup'), '--database', at('first'), '--files', at('files'))).toMatchObject({
      status: 1,
      stderr: `${at('first')} is not empty.\n`,
    })
    must(at('restore'), '--from', at('backup'), '--at', rows[0]!.now, '--database', at('second'), '--files', at('restored'))
    start(at('second'))
    // It answers to readers while it still plays what was kept.
    while (must('psql', `${url}/postgres`, '-tAc', 'select pg_is_in_recovery()') === 't') await tick()
    const second = await open()
    expect(await names(second)).toEqual(['Brasil', 'Chile'])
    expect(readdirSync(at('restored/aa')).sort()).toEqual(['before', 'between'])

    // What was restored keeps nothing in the backup: neither a base nor what is written leads astray what the database that goes on has kept.
    await sql`insert into country (name, iso, currency) values ('Peru', 'PE', 'PEN')`.execute(second.db)
    await sql`select pg_switch_wal()`.execute(second.db)
    await second.close()
    const take = ['--database', `${url}/postgres`, '--files', at('files'), '--to']
    expect(run('timeout', '5', at('take'), ...take, at('backup')).status).toBe(124)
    expect(run(at('take'), ...take, at('elsewhere'))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${at('elsewhere')}/wal is no folder`),
    })
    stop(at('second'))
    start(at('first'))
    await write('Colombia', 'CO')
    stop(at('first'))
    expect(await restored('third')).toEqual(['Colombia'])

    // Once somebody goes on with it, what was restored is backed up as the first was, and comes back too.
    must('psql', `${url}/postgres`, '-c', 'alter system reset archive_mode')
    stop(at('third'))
    start(at('third'))
    must(at('take'), ...take, at('backup'))
    await write('Uruguay', 'UY')
    stop(at('third'))
    expect(await restored('fourth')).toEqual(['Colombia', 'Uruguay'])

    const old = run(at('restore'), '--from', at('backup'), '--at', '2001-01-01 00:00:00+00', '--database', at('x'), '--files', at('y'))
    expect(old).toMatchObject({ status: 1, stderr: expect.stringMatching(/^No base in .* is as old as 2001-01-01.* The oldest: 20/) })
  }, 240_000)

  test('keeps a WAL file whole, once, and never another in its place', () => {
    const [from, to] = [at('one'), at('backup/wal/000000010000000000000099')]
    must('sh', '-c', `echo one > ${from}`)
    must(at('keep-wal'), from, to)
    must(at('keep-wal'), from, to)
    must('sh', '-c', `echo two > ${from}`)
    expect(run(at('keep-wal'), from, to).status).not.toBe(0)
    expect(readFileSync(to, 'utf8')).toBe('one\n')
  })

  test('files that come between two bases take no base away, and a number that is none takes nothing', () => {
    const to = at('nightly')
    for (const day of ['20261101T030000Z', '20261102T030000Z', '20261103T030000Z']) must('mkdir', '-p', join(to, 'base', day))
    expect(run(at('take'), '--files', at('files'), '--to', to, '--keep', '1').status).toBe(0)
    expect(readdirSync(join(to, 'base'))).toHaveLength(3)
    for (const keep of ['0', 'abc', '-1'])
      expect(run(at('take'), '--files', at('files'), '--to', to, '--keep', keep)).toMatchObject({
        status: 2,
        stderr: '--keep is a number from 1 on.\n',
      })
    expect(run(at('take'), '--database', '', '--files', at('files'), '--to', to)).toMatchObject({
      status: 2,
      stderr: '--database is empty.\n',
    })
    expect(run(at('take'), '--files', at('nowhere'), '--to', to)).toMatchObject({ status: 1, stderr: `${at('nowhere')} is no folder.\n` })
  })

  test('a file of the backup is whole, also where a run was ended in the middle of it; what is on its way is left', () => {
    must('sh', '-c', `mkdir -p ${at('some/bb')}; head -c 3000000 /dev/zero > ${at('some/bb/large')}; echo x > ${at('some/bb/large.draft')}`)
    // A limit of the size of files ends it as a full disk does.
    const cut = run('sh', '-c', `ulimit -f 1000; ${at('take')} --files ${at('some')} --to ${at('cut')}`)
    expect(cut.status).not.toBe(0)
    expect(readdirSync(at('cut/files'))).toEqual([])
    must(at('take'), '--files', at('some'), '--to', at('cut'))
    expect(readdirSync(at('cut/files/bb'))).toEqual(['large'])
    expect(must('cmp', at('some/bb/large'), at('cut/files/bb/large'))).toBe('')
  })

  test('says how it is used', () => {
    for (const name of ['take', 'restore']) {
      const { status, stderr } = run(at(name), '--nothing', 'x')
      expect([status, stderr]).toEqual([2, expect.stringContaining(`deploy/backup/${name}`)])
    }
  })
})

const tick = () => new Promise((resolve) => setTimeout(resolve, 50))
