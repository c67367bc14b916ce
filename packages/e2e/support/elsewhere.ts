import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext } from '@playwright/test'
import { realmOf } from './provider.ts'

/**
 * The provider once more, on a site of its own: 127.0.0.1 is another than localhost, and nothing of one site is sent from a frame in another, as in
 * private windows. Stands in front of the real one; a page of `context`, whose policies must be off, is told of it where it asks for the
 * provider. `probes`: what came along when a frame looked whether cookies arrive.
 */
export async function providerElsewhere(context: BrowserContext, appOrigin: string) {
  const real = new URL(realmOf(appOrigin))
  const probes: string[] = []
  let own = ''
  const here = (text: string) => text.replaceAll(`${real.origin}/realms/`, `${own}/realms/`)
  const there = (text: string | undefined) => text?.replaceAll(own, real.origin)
  // Not every browser of the stories blocks cookies of others by itself: these go along from their own site alone.
  const forItsSiteOnly = (text: string) => text.replaceAll('SameSite=None', 'SameSite=Lax')
  const server = createServer((asked, answer) => {
    const { cookie = '', origin, referer } = asked.headers
    if (asked.url!.includes('/3p-cookies/')) probes.push(cookie)
    const headers = { ...asked.headers, host: real.host, 'accept-encoding': 'identity', ...(origin && { origin: there(origin) }) }
    if (referer) headers.referer = there(referer)
    const sent = request(`${real.origin}${asked.url}`, { method: asked.method!, headers }, async (got) => {
      const parts: Buffer[] = []
      for await (const part of got) parts.push(part)
      const { 'content-length': _, 'transfer-encoding': __, location, ...rest } = got.headers
      const marked = [...(rest['set-cookie'] ?? []), 'ELSEWHERE=1; Path=/; SameSite=None; Secure'].map(forItsSiteOnly)
      answer.writeHead(got.statusCode!, { ...rest, 'set-cookie': marked, ...(location && { location: here(location) }) })
      const body = Buffer.concat(parts)
      answer.end(/html/.test(got.headers['content-type'] ?? '') ? forItsSiteOnly(here(body.toString())) : body)
    })
    asked.pipe(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await context.route('**/api/auth/config', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), url: own } })
  })
  return {
    probes,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
