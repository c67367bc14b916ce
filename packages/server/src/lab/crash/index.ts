import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { BucketSettings } from '../../platform/storage/s3.client.ts'
import { createLocation, type Location, open, storageOf } from '../bench/place.ts'
import { otherSystem } from './other.ts'
import { violations } from './whole.ts'
import { type Acknowledged, type Call, readFacts, WORKS } from './works.ts'
import { buildWorld } from './world.ts'

type Rounds = {
  rounds: number
  base?: string | undefined
  bucket?: BucketSettings | undefined
  /** How long each kind of work takes undisturbed, where rounds elsewhere have shown it. */
  usual?: Map<string, number>
  say: (text: string) => void
}
export type Outcome = { rounds: number; killedInside: number; acknowledged: number; broken: string[] }

const SOURCES = ['load', 'submit']

/**
 * Kills the server with SIGKILL during every kind of work, `rounds` times on one database, and checks after each:
 * everything acknowledged is there, nothing is half-done, all hash chains verify, and the server starts again.
 * @param base the URL of a PostgreSQL; the embedded database by default
 * @param bucket for the files; a folder by default
 */
export async function crashRounds({ rounds, base, bucket, usual = new Map(), say }: Rounds) {
  const location = { ...(await createLocation(base)), bucket }
  const outcome: Outcome = { rounds: 0, killedInside: 0, acknowledged: 0, broken: [] }
  /** No server outlives a round that throws. */
  let onFailure: (() => Promise<void>) | undefined
  const other = await otherSystem()
  try {
    await buildWorld(location, other.url)
    for (let round = 1; round <= rounds; round++) {
      const work = WORKS[(round - 1) % WORKS.length]!
      const facts = await inside(location, async (db) => {
        // Rounds follow each other more quickly than the limits of a minute are meant for.
        await sql`delete from rate_limit`.execute(db)
        return readFacts(db)
      })
      const server = await start(location)
      onFailure = server.kill
      const acknowledged: Acknowledged[] = []
      const began = performance.now()
      const running = work
        .run(server.call, round, (answer) => acknowledged.push(answer), facts)
        .then(
          () => true,
          (error) => {
            if (!server.killed()) throw error
            return false
          },
        )
      // A kind of which the time is not known runs to its end, to measure it: the kill falls somewhere within. So do every tenth, and the first of those
      // that the others have their work from.
      const whole = !usual.has(work.name) || round % 10 === 0 || (round <= WORKS.length && SOURCES.includes(work.name))
      if (!whole) await Promise.race([running, sleep(Math.random() * usual.get(work.name)!)])
      else await running
      const ms = performance.now() - began
      await server.kill()
      onFailure = undefined
      if (await running) usual.set(work.name, ms)
      else outcome.killedInside++

      const broken = await inside(location, async (db) => {
        const found = await violations(db, await storageOf(location), other.arrived)
        for (const { said, holds } of acknowledged) if (!(await holds(db))) found.push(`acknowledged and not there: ${said}`)
        return found
      })
      outcome.rounds++
      outcome.acknowledged += acknowledged.length
      outcome.broken.push(...broken.map((what) => `round ${round}, ${work.name}: ${what}`))
      say(
        `  ${round}/${rounds} ${work.name}: ${whole ? 'ran through' : `killed after ${Math.round(ms)} ms`}, ${acknowledged.length} acknowledged${broken.length ? `, BROKEN: ${broken.join('; ')}` : ''}`,
      )
    }
    return outcome
  } finally {
    await onFailure?.()
    other.close()
    await location.remove()
  }
}

async function inside<T>(location: Location, act: (db: Parameters<typeof readFacts>[0]) => Promise<T>): Promise<T> {
  const { db, close } = await open(location)
  try {
    return await act(db)
  } finally {
    await close()
  }
}

async function start(location: Location) {
  const child = fork(
    fileURLToPath(new URL('./server.ts', import.meta.url)),
    [JSON.stringify({ url: location.url, folder: location.folder, bucket: location.bucket })],
    {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    },
  )
  let dead = false
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const call: Call = async (as, method, path, body) => {
    const json = body && !(body instanceof FormData)
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${as}`, ...(json ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: json ? JSON.stringify(body) : (body as FormData) } : {}),
    })
    const said = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(said)}`)
    return said
  }
  return {
    call,
    killed: () => dead,
    async kill() {
      dead = true
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

export { s3Url, testBucket } from '../testing/bucket.ts'
export { faultRounds } from './faults.ts'
