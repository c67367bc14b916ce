import { lookup } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Calls to addresses that people have written: they must not make this server reach its own network (SSRF). */

/** Networks of machines, of sites and of the cloud's own services; nothing public is in them. */
const PRIVATE: [string, number, 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  // The address of this machine, and those of the fourth version as they were once written in the sixth.
  ['::', 96, 'ipv6'],
  // Addresses of the fourth version in the sixth are not written by hand for anything good.
  ['::ffff:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]
type Networks = readonly (readonly [string, number, 'ipv4' | 'ipv6'])[]
/** A list for each version: in one list those of the sixth would be compared with addresses of the fourth too. */
export function within(networks: Networks) {
  const [four, six] = [new BlockList(), new BlockList()]
  for (const [net, bits, family] of networks) (family === 'ipv6' ? six : four).addSubnet(net, bits, family)
  return (address: string) => (isIP(address) === 6 ? six.check(address, 'ipv6') : four.check(address, 'ipv4'))
}
const isPrivate = within(PRIVATE)

/** Finds the addresses of a name that may be reached. The one that was looked at is the one that is connected to: a name cannot answer something else the second time. */
export const lookupOf =
  (mayReach: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const reachable = addresses.filter(({ address }) => mayReach(address))
      const [first] = reachable
      if (!first) return callback(refused(), [])
      if (options.all) return callback(null, reachable)
      callback(null, first.address, first.family)
    })

export type Outside = {
  /** Whether an address written by a person may be called at all: https, or http inside the networks that are allowed. */
  accepts: (url: string) => boolean
  post: (url: string, body: string, headers: Record<string, string>) => Promise<{ status: number; text: string }>
}

const TIMEOUT_MS = 10_000
const MAX_ANSWER = 2000

/** @param allowed networks (CIDR) that may be called although they are private, also without TLS */
export function outsideCalls(allowed: readonly string[] = []): Outside {
  const isOpened = within(
    allowed.map((network) => {
      const [net = '', bits] = network.split('/')
      const family = isIP(net) === 6 ? ('ipv6' as const) : ('ipv4' as const)
      return [net, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family] as const
    }),
  )
  const mayReach = (address: string) => isOpened(address) || !isPrivate(address)
  const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

  const checked = lookupOf(mayReach)

  return {
    accepts(text) {
      const url = new URL(text)
      const host = hostOf(url)
      if (url.username || url.password) return false
      if (isIP(host) && !mayReach(host)) return false
      return url.protocol === 'https:' || (isIP(host) !== 0 && isOpened(host))
    },
    post: (text, body, headers) =>
      new Promise((resolve, reject) => {
        const url = new URL(text)
        const host = hostOf(url)
        if (isIP(host) && !mayReach(host)) return reject(refused())
        const send = url.protocol === 'https:' ? overHttps : overHttp
        // A connection of its own each time; what answers with another address is not followed.
        const request = send(
          url,
          { method: 'POST', agent: false, lookup: checked, headers, signal: AbortSignal.timeout(TIMEOUT_MS) },
          (answer) => {
            let said = ''
            answer.setEncoding('utf8')
            answer.on('data', (part: string) => {
              said += part
              if (said.length >= MAX_ANSWER) answer.destroy()
            })
            answer.on('error', () => {})
            answer.on('close', () => resolve({ status: answer.statusCode ?? 0, text: said.slice(0, MAX_ANSWER) }))
          },
        )
        request.on('error', reject)
        request.end(body)
      }),
  }
}
const refused = () => Object.assign(new Error('private address'), { code: 'PRIVATE_ADDRESS' })
