// `npm run cluster`: a PostgreSQL primary with a synchronous streaming replica, PgBouncer in transaction mode, three server processes behind nginx;
// with TEST_S3_URL the files are in a bucket there, else in a folder that all share.
// A month's work by API goes through it: undisturbed, while a process is killed, while the primary is killed and the replica promoted, and while
// each process is replaced. Ends with 1 if one of its sentences does not hold.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@cuadre/server'
import { buildWorld, type Call, month, s3Url, startServer, storageOf, testBucket, violations } from '@cuadre/server/cluster'
import { balancer, service } from './cluster.service.ts'
import { freePort } from './free-port.ts'
import { hasNginx } from './nginx.ts'
import { hasPgBouncer, startPrimary } from './postgres.ts'

const PATHS = ['/period', '/analysis/history?page=1&limit=20', '/statistics/filters', '/dashboard/items?page=1&limit=20']
/** What is to be stopped, in the order in which it was started. */
const closing: (() => unknown)[] = []

export const whatTheClusterNeeds =
  hasPgBouncer && hasNginx ? undefined : 'PostgreSQL, PgBouncer o nginx (Debian: postgresql, pgbouncer, nginx)'
if (import.meta.main) {
  if (whatTheClusterNeeds) {
    console.error(`Falta ${whatTheClusterNeeds}.`)
    process.exit(1)
  }
  // What waits for something that never comes ends the run, too.
  setTimeout(async () => {
    console.error('BROKEN: not done in 8 minutes')
    await closeAll()
    process.exit(1)
  }, 480_000).unref()
  process.exit((await run()) ? 0 : 1)
}

async function closeAll() {
  // One that does not end is not waited for.
  for (const each of closing.splice(0).reverse())
    await Promise.race([Promise.resolve(each()).catch(() => {}), new Promise((resolve) => setTimeout(resolve, 5000))])
}

async function run() {
  let whole = true
  const sentence = (holds: boolean, text: string) => {
    whole &&= holds
    console.log(`${holds ? 'ok' : 'BROKEN'}: ${text}`)
  }
  try {
    const primary = await startPrimary()
    closing.push(() => primary.close())
    const replica = await primary.replica('replica')
    // What is acknowledged is on both.
    primary.sql(`alter system set synchronous_standby_names = '*'`)
    primary.sql('select pg_reload_conf()')
    const writable = await service(primary.port)
    closing.push(() => writable.close())
    const folder = mkdtempSync(join(tmpdir(), 'cuadre-files-'))
    closing.push(() => rmSync(folder, { recursive: true, force: true }))
    const bucket = s3Url ? (await testBucket()).settings : undefined
    console.log(bucket ? 'files in a bucket' : 'files in a folder')
    const location = {
      url: await primary.pooler(writable.port),
      sessionUrl: primary.urlAt(writable.port),
      readUrl: replica.url,
      folder,
      bucket,
    }
    await buildWorld(location)
    const servers = await Promise.all(Array.from({ length: 3 }, async () => startServer(location, await freePort())))
    closing.push(() => Promise.all(servers.map((server) => server.stop('SIGKILL'))))
    const front = await balancer(servers.map(({ port }) => port))
    closing.push(() => front.close())
    const { db, close } = await openDatabase({ url: location.sessionUrl })
    closing.push(close)
    const call = caller(front.url)
    const soon = () => Date.now() + 60_000

    const calm = await month(db, call, 1, 0)
    sentence(calm.lost.length === 0, `a month through the cluster: ${calm.acknowledged} steps acknowledged, ${calm.lost.length} lost`)

    // A process is killed in the middle of what it does, and stays away until the month is over.
    const killed = await readers(call, () =>
      month(db, call, 2, soon(), (work, n) => {
        if (work === 'submit' && n === 10) void servers[0]!.stop('SIGKILL')
      }),
    )
    sentence(
      killed.done.lost.length === 0 && killed.failed.length <= 4 && killed.done.failed.length <= 2,
      `one process killed: ${killed.done.acknowledged} steps acknowledged, ${killed.done.lost.length} lost, ${killed.done.failed.length} repeated; ${killed.failed.length} of ${killed.count} reads to be repeated`,
    )
    servers[0] = await startServer(location, servers[0]!.port)

    const failover = await readers(call, () =>
      month(db, call, 3, soon(), (work, n) => {
        if (work !== 'submit' || n !== 10) return
        primary.stop('immediate')
        replica.promote()
        writable.leadTo(replica.port)
      }),
    )
    sentence(
      failover.done.lost.length === 0,
      `the primary killed, the replica promoted: ${failover.done.acknowledged} steps acknowledged, ${failover.done.lost.length} lost`,
    )
    sentence(failover.longestMs < 30_000, `back after ${(failover.longestMs / 1000).toFixed(1)} s without a restart of the servers`)

    const answered = { replica: 0, primary: 0 }
    const rolling = await readers(call, async () => {
      const work = month(db, call, 4, 0)
      // Its failure is told when it is waited for.
      work.catch(() => {})
      for (const [at, old] of servers.entries()) {
        await front.without(old.port)
        const reads = await old.stop('SIGTERM')
        for (const server of ['replica', 'primary'] as const) answered[server] += reads?.[server] ?? 0
        servers[at] = await startServer(location, old.port)
        await front.without()
      }
      return work
    })
    sentence(
      rolling.failed.length === 0 && rolling.done.lost.length === 0,
      `each process replaced: ${rolling.failed.length} of ${rolling.count} reads failed, ${rolling.done.acknowledged} steps acknowledged, none repeated`,
    )
    sentence(
      answered.replica > 0,
      `the replica answered ${answered.replica} statements of the processes that were replaced, the primary ${answered.primary} that it might have`,
    )
    const broken = await violations(db, await storageOf(location))
    sentence(broken.length === 0, `nothing is half done${broken.length ? `: ${broken.join('; ')}` : ''}`)
  } catch (error) {
    sentence(false, error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    await closeAll()
  }
  return whole
}

function caller(url: string): Call {
  return async (as, method, path, body) => {
    const json = body && !(body instanceof FormData)
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${as}`, ...(json ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: json ? JSON.stringify(body) : (body as FormData) } : {}),
      signal: AbortSignal.timeout(20_000),
    })
    const said = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${said.slice(0, 300)}`)
    return JSON.parse(said)
  }
}

/** Two people who read all the time while `work` goes on. @returns what failed, and the longest time without an answer */
async function readers<T>(call: Call, work: () => Promise<T>) {
  let going = true
  let count = 0
  const failed: string[] = []
  let last = performance.now()
  let longestMs = 0
  const reader = async () => {
    for (let n = 0; going; n++) {
      await call('control', 'GET', PATHS[n % PATHS.length]!).then(
        () => {
          longestMs = Math.max(longestMs, performance.now() - last)
          last = performance.now()
        },
        (error) => failed.push(String(error)),
      )
      count++
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const both = [reader(), reader()]
  const done = await work().finally(() => {
    going = false
  })
  await Promise.all(both)
  return { done, failed, count, longestMs }
}
