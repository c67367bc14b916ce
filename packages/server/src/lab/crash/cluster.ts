import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Db } from '../../platform/database/index.ts'
import type { Reads } from '../../platform/database/replica.ts'
import type { Location } from '../bench/place.ts'
import { type Acknowledged, type Call, readFacts, WORKS } from './works.ts'

export { storageOf } from '../bench/place.ts'
export { s3Url, testBucket } from '../testing/bucket.ts'
export { violations } from './whole.ts'
export { buildWorld } from './world.ts'
export type { Call }

/** A server process of the crash rounds at `port`. */
export async function startServer(location: Location, port: number) {
  const argument = JSON.stringify({ ...location, port })
  const child = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), [argument], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  let reads: Reads | undefined
  child.on('message', (said: { reads?: Reads }) => {
    reads = said.reads ?? reads
  })
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('a server ended while it started')
    }),
  ])
  return {
    port,
    async stop(signal: 'SIGTERM' | 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return reads
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
      return reads
    },
  }
}

/**
 * A month's work by API from the load to the closing, each step again after an error until `until`; what was acknowledged is looked for after each.
 * @returns how many answers were acknowledged, how many tries failed and what was acknowledged and is not there
 */
export async function month(db: Db, call: Call, round: number, until: number, told: (work: string, count: number) => void = () => {}) {
  const outcome = { acknowledged: 0, failed: [] as string[], lost: [] as string[] }
  for (const work of WORKS) {
    for (let attempt = 0, done = false; !done; attempt++) {
      const acknowledged: Acknowledged[] = []
      const attempted = async () => {
        const facts = await readFacts(db)
        await work.run(call, round * 10 + attempt, (answer) => told(work.name, acknowledged.push(answer)), facts)
      }
      await attempted().then(
        () => {
          done = true
        },
        (error) => {
          if (Date.now() > until) throw error
          outcome.failed.push(`${work.name}: ${error instanceof Error ? error.message : error}`)
        },
      )
      for (const { said, holds } of acknowledged) if (!(await again(() => holds(db), until))) outcome.lost.push(said)
      outcome.acknowledged += acknowledged.length
      if (!done) await new Promise((resolve) => setTimeout(resolve, 300))
    }
  }
  return outcome
}

async function again<T>(ask: () => Promise<T>, until: number): Promise<T> {
  for (;;)
    try {
      return await ask()
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
}
