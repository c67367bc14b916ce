import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Location } from './place.ts'

/**
 * Counts the processor time, in milliseconds, that the connections to a database on this machine use from now on, also of those that are closed meanwhile;
 * null where that cannot be read. The embedded one is in the server.
 */
export function databaseMeter({ url }: Location): { read: () => number | null; stop: () => void } {
  if (!url) return { read: () => null, stop: () => {} }
  const name = new URL(url).pathname.slice(1)
  const seen = new Map<string, { first: number; last: number }>()
  const look = (known: boolean) => {
    for (const { pid, ms } of connections(name)) seen.set(pid, { first: seen.get(pid)?.first ?? (known ? ms : 0), last: ms })
  }
  look(true)
  // Where the bench fails meanwhile, it does not keep the process alive.
  const timer = setInterval(look, 1000, false).unref()
  return {
    read() {
      look(false)
      return seen.size > 0 ? [...seen.values()].reduce((sum, { first, last }) => sum + last - first, 0) : null
    },
    stop: () => clearInterval(timer),
  }
}
/** Of Linux: 100 ticks a second. */
const connections = (database: string) =>
  (existsSync('/proc') ? readdirSync('/proc') : [])
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        if (!title.startsWith('postgres:') || !title.includes(` ${database} `)) return []
        const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
        return [{ pid, ms: (Number(user) + Number(system)) * 10 }]
      } catch {
        // It has ended.
        return []
      }
    })
