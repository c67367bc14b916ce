import type { Page } from '@playwright/test'

/**
 * What a page asks for from now on, its frames included, with bytes as they travelled: compressed, and with their headers. A redirect is a
 * request of its own, a stream counts when it is asked for. Nothing comes from a cache.
 */
export async function traffic(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const requests = new Map<string, { url: string; type: string; bytes: number; head: number }[]>()
  const onTheirWay = new Set<string>()
  let last = Date.now()
  session.on('Network.requestWillBeSent', ({ requestId, request, redirectResponse, type = '' }) => {
    if (/^(data|blob):/.test(request.url)) return
    const hops = requests.get(requestId) ?? []
    const before = hops.at(-1)
    if (before && redirectResponse) before.bytes = redirectResponse.encodedDataLength
    requests.set(requestId, [...hops, { url: request.url, type, bytes: 0, head: 0 }])
    onTheirWay.add(requestId)
  })
  const arrived = (requestId: string, bytes = 0) => {
    if (!onTheirWay.delete(requestId)) return
    last = Date.now()
    requests.get(requestId)!.at(-1)!.bytes = bytes
  }
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const hop = requests.get(requestId)?.at(-1)
    if (hop) hop.head = response.encodedDataLength
    if (response.mimeType === 'text/event-stream') arrived(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => arrived(requestId, encodedDataLength))
  session.on('Network.loadingFailed', ({ requestId }) => arrived(requestId))
  return {
    /** All since the last look, once nothing has been on its way for a second; of some of them only, where `which` says so. */
    async take(name: string, which = (_url: URL) => true) {
      while (onTheirWay.size > 0 || Date.now() - last < 1000) await page.waitForTimeout(100)
      const all = [...requests.values()].flat().filter(({ url }) => which(new URL(url)))
      requests.clear()
      const bytesOf = (some: typeof all) => some.reduce((sum, one) => sum + one.bytes, 0)
      const code = bytesOf(
        all.filter(({ type }) => /^(Script|Stylesheet|Document)$/.test(type)).map((one) => ({ ...one, bytes: one.bytes - one.head })),
      )
      console.log(`    ${name}: ${bytesOf(all)} bytes in ${all.length} requests; scripts, styles and documents without headers: ${code}`)
      return { urls: all.map(({ url }) => url), bytes: bytesOf(all), code }
    },
  }
}
