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

type Question = {
  method: 'POST' | 'HEAD' | 'GET'
  lookup: LookupFunction
  timeoutMs: number
  headers?: Record<string, string>
  body?: string
  /** Characters of the answer that are read. */
  most?: number
}

/**
 * Asks over a connection of its own; what answers with another address is not followed. It ends in any case, also where the other side changes the
 * protocol or never ends its answer: a status that has come is the answer, however the rest of it goes. @throws an error with a `code`
 */
export const ask = (url: URL, { method, lookup, timeoutMs, headers = {}, body, most = 0 }: Question) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    let status: number | undefined
    let text = ''
    const request = (url.protocol === 'https:' ? overHttps : overHttp)(url, { method, agent: false, lookup, headers })
    const end = (error: Error) => {
      clearTimeout(timer)
      if (status === undefined) reject(error)
      else resolve({ status, text: text.slice(0, most) })
      request.destroy()
    }
    const timer = setTimeout(() => end(failed('no answer in time', 'TIMEOUT')), timeoutMs)
    const close = () => end(failed('connection closed', 'ECONNRESET'))
    request.on('error', end)
    request.on('close', close)
    // Nobody asked for one; without a listener neither an error nor an end would be told.
    request.on('upgrade', (answer, socket) => {
      status = answer.statusCode
      socket.destroy()
      close()
    })
    request.on('response', (answer) => {
      status = answer.statusCode
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
        if (text.length >= most) close()
      })
      answer.on('error', close)
      answer.on('close', close)
      if (most === 0) close()
    })
    request.end(body)
  })

/** @param allowed networks (CIDR) that may be called although they are private, also without TLS */
export function outsideCalls(allowed: readonly string[] = [], timeoutMs = TIMEOUT_MS): Outside {
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
    post(text, body, headers) {
      const url = new URL(text)
      const host = hostOf(url)
      if (isIP(host) && !mayReach(host)) return Promise.reject(refused())
      return ask(url, { method: 'POST', lookup: checked, timeoutMs, headers, body, most: MAX_ANSWER })
    },
  }
}
const failed = (message: string, code: string) => Object.assign(new Error(message), { code })
const refused = () => failed('private address', 'PRIVATE_ADDRESS')
