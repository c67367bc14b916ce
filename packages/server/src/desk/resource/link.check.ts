import { isIP, type LookupFunction } from 'node:net'
import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { ask, lookupOf, within } from '../../platform/webhook/outside.ts'
import { get } from './file.service.ts'

/** Whether an address answers. Anything but "not found", "gone" and a broken server does: a page behind a sign-in is there. */
export type Probe = (address: string) => Promise<boolean>

const TIMEOUT_MS = 8000
const AT_ONCE = 5
const MOST = 500

/** This machine and the cloud's own services: a link must not make the server ask them. Those of the corporation's own network are what links are for. */
const isOwn = within([
  ['127.0.0.0', 8, 'ipv4'],
  ['0.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['::ffff:0:0', 96, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fd00:ec2::', 32, 'ipv6'],
  // Addresses of the fourth version within the sixth: any of these may stand for one of the above.
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2002::', 16, 'ipv6'],
])

/** Only the head is asked for, redirections are not followed, and nothing of the answer is kept. `mayAsk`: whether an address (of a machine) may be asked. */
export const probeOf =
  (mayAsk: (address: string) => boolean): Probe =>
  async (address) => {
    const statusOf = statusWith(lookupOf(mayAsk))
    try {
      const url = new URL(address)
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (url.username || url.password || (isIP(host) && !mayAsk(host))) return false
      const head = await statusOf(url, 'HEAD')
      // Some servers know no HEAD.
      const status = head === 405 || head === 501 ? await statusOf(url, 'GET') : head
      return status < 500 && status !== 404 && status !== 410
    } catch {
      return false
    }
  }

export const probe = probeOf((address) => !isOwn(address))

const statusWith = (lookup: LookupFunction) => async (url: URL, method: 'HEAD' | 'GET') =>
  (await ask(url, { method, lookup, timeoutMs: TIMEOUT_MS })).status

type Link = { id: number; link: string }
const keep = (db: Db, { id, link }: Link, answers: boolean, at: Date) =>
  // A link that was changed meanwhile was not the one that was tried.
  sql`update resource set checked_at = ${at.toISOString()}, failing_since = case when ${answers}::boolean then null else coalesce(failing_since, ${at.toISOString()}) end
    where id = ${id} and external_link = ${link}`.execute(db)

/** @throws 404, 422 for a file */
export async function checkNow(db: Db, caller: Caller, id: number, at: Date, answers: Probe = probe) {
  const { externalLink } = await get(db, caller, id)
  if (externalLink === null) throw Invalid('id', 'resource_not_link')
  await keep(db, { id, link: externalLink }, await answers(externalLink), at)
  return get(db, caller, id)
}

/** Tries the links that were not tried for a week, a few at a time. @returns how many */
export async function checkStale(db: Db, at: Date, answers: Probe = probe): Promise<number> {
  const week = new Date(at.getTime() - 7 * 86_400_000).toISOString()
  const links = await rows(
    db,
    sql<Link>`select id, external_link as link from resource where external_link is not null and removed_at is null
      and (checked_at is null or checked_at <= ${week}) order by checked_at nulls first, id limit ${MOST}`,
  )
  const waiting = [...links]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await keep(db, next, await answers(next.link), at)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return links.length
}
