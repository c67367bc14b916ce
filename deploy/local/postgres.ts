import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

const versions = '/usr/lib/postgresql'
const bin = existsSync(versions) ? join(versions, readdirSync(versions).sort().at(-1)!, 'bin') : undefined
const installed = (program: string) => spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${program}`]).status === 0
export const hasPostgres = bin !== undefined
export const hasPgBouncer = hasPostgres && installed('pgbouncer')

const PASSWORD = 'cuadre'

/** A PostgreSQL primary of its own with an ordinary user, and what stands beside it: streaming replicas and a pooler. */
export async function startPrimary() {
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-cluster-'))
  // PostgreSQL and PgBouncer refuse to run as root.
  const asPostgres = process.getuid?.() === 0
  if (asPostgres) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
    chownSync(folder, uid!, gid!)
  }
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}:/usr/sbin`, PGPASSWORD: PASSWORD }
  const run = (command: string, ...args: string[]) =>
    spawnSync(...((asPostgres ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args]) as [string, string[]]), {
      encoding: 'utf8',
      env,
      // A daemon that keeps the output open would keep this call waiting.
      stdio: ['ignore', ['pg_ctl', 'pgbouncer'].includes(command) ? 'ignore' : 'pipe', 'pipe'],
    })
  const must = (command: string, ...args: string[]) => {
    const { status, stderr } = run(command, ...args)
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  }
  const at = (name: string) => join(folder, name)
  const url = (port: number) => `postgres://cuadre:${PASSWORD}@127.0.0.1:${port}/cuadre`
  const start = (name: string, port: number) => {
    must('pg_ctl', '-D', at(name), '-w', '-t', '120', '-l', at(`${name}.log`), '-o', `-p ${port} -k ${folder}`, 'start')
    return server(name, port)
  }
  const server = (name: string, port: number) => ({
    port,
    url: url(port),
    /** As the superuser. */
    sql: (statement: string) => must('psql', '-h', folder, '-p', String(port), '-U', 'postgres', '-d', 'cuadre', '-c', statement),
    stop: (mode = 'fast') => void run('pg_ctl', '-D', at(name), '-w', '-m', mode, 'stop'),
    start: () => void start(name, port),
    promote: () => must('pg_ctl', '-D', at(name), '-w', 'promote'),
  })

  const port = await freePort()
  must('initdb', '-D', at('primary'), '-U', 'postgres', '--auth=trust', '-E', 'UTF8')
  appendFileSync(at('primary/postgresql.conf'), 'wal_level = replica\nmax_wal_senders = 4\nfsync = off\n')
  const primary = start('primary', port)
  for (const statement of [`create role cuadre login password '${PASSWORD}'`, 'create database cuadre owner cuadre'])
    must('psql', '-h', folder, '-p', String(port), '-U', 'postgres', '-d', 'postgres', '-c', statement)
  const running = [primary]

  return {
    ...primary,
    /** The address of the database at another port, such as a service's. */
    urlAt: url,
    /** A streaming replica, asynchronous. */
    async replica(name: string) {
      const own = await freePort()
      must('pg_basebackup', '-h', folder, '-p', String(port), '-U', 'postgres', '-D', at(name), '-R', '-X', 'stream', '-c', 'fast')
      const replica = start(name, own)
      running.push(replica)
      return replica
    },
    /** PgBouncer in transaction mode in front of the primary, or of what stands at a port. @returns its address */
    async pooler(to = port) {
      const own = await freePort()
      // Read by another user than this one; the mode of a new file would be cut by this process's umask.
      const write = (name: string, text: string) => {
        writeFileSync(at(name), text)
        chmodSync(at(name), 0o644)
      }
      write('users.txt', `"cuadre" "${PASSWORD}"\n`)
      write(
        'pgbouncer.ini',
        `[databases]\ncuadre = host=127.0.0.1 port=${to}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${own}\nunix_socket_dir = ${folder}
auth_type = plain\nauth_file = ${at('users.txt')}\npool_mode = transaction\ndefault_pool_size = 4\nserver_login_retry = 1\nlogfile = ${at('pgbouncer.log')}\npidfile = ${at('pgbouncer.pid')}\n`,
      )
      must('pgbouncer', '-d', at('pgbouncer.ini'))
      // It goes into the background before it listens.
      const giveUp = Date.now() + 30_000
      while (run('pg_isready', '-h', '127.0.0.1', '-p', String(own)).status !== 0) {
        if (Date.now() > giveUp) throw new Error(`pgbouncer does not listen: ${readFileSync(at('pgbouncer.log'), 'utf8').slice(-500)}`)
      }
      return url(own)
    },
    close() {
      if (existsSync(at('pgbouncer.pid'))) run('sh', '-c', `kill $(cat ${at('pgbouncer.pid')})`)
      for (const each of running.reverse()) each.stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Primary = Awaited<ReturnType<typeof startPrimary>>
