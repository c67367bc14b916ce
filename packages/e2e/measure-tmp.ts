import { chromium, type Page } from '@playwright/test'

const origin = process.argv[2]!
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] })
const user = process.argv[3] ?? 'bmontoya'
async function watch(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const all = new Map<string, { url: string; type: string; bytes: number; at: number; end: number; enc: string; from: string }>()
  let t0 = 0
  cdp.on('Network.requestWillBeSent', (e) => {
    t0 ||= e.timestamp
    all.set(e.requestId + (all.has(e.requestId) ? '/' + all.size : ''), {
      url: e.request.url,
      type: e.type ?? '',
      bytes: 0,
      at: e.timestamp - t0,
      end: 0,
      enc: '',
      from: e.initiator.type,
    })
  })
  cdp.on('Network.responseReceived', (e) => {
    const r = all.get(e.requestId)
    if (r) {
      r.enc = e.response.headers['content-encoding'] ?? e.response.headers['Content-Encoding'] ?? (e.response.fromDiskCache ? 'disk' : '')
    }
  })
  cdp.on('Network.loadingFinished', (e) => {
    const r = all.get(e.requestId)
    if (r) {
      r.bytes = e.encodedDataLength
      r.end = e.timestamp - t0
    }
  })
  return all
}
const show = (name: string, all: Awaited<ReturnType<typeof watch>>) => {
  const list = [...all.values()]
  console.log(
    `\n${name}: ${list.filter((r) => !r.url.startsWith('data:') && !r.url.startsWith('blob:')).length} requests, ${list.reduce((s, r) => s + r.bytes, 0)} bytes`,
  )
  for (const r of list)
    console.log(
      `${String(Math.round(r.at * 1000)).padStart(6)} ${String(Math.round(r.end * 1000)).padStart(6)} ${String(r.bytes).padStart(8)} ${r.type.padEnd(12)} ${r.enc.padEnd(5)} ${r.from.padEnd(8)} ${r.url.slice(0, 150)}`,
    )
}
const context = await browser.newContext({ locale: 'es-CL', baseURL: origin, viewport: { width: 1440, height: 900 } })
const page = await context.newPage()
const first = await watch(page)
await page.goto('/sign-in')
await page.getByRole('button', { name: 'Iniciar sesión' }).waitFor()
await page.waitForTimeout(4000)
await page.waitForTimeout(1500)
show('/sign-in', first)
await page.getByRole('button', { name: 'Iniciar sesión' }).click()
await page.getByLabel(/Usuario/).fill(user)
await page.getByLabel('Contraseña', { exact: true }).fill('Demo-Cuadre-2026')
await page.getByRole('button', { name: 'Iniciar sesión' }).click()
await page.getByRole('navigation', { name: 'Principal' }).waitFor()
await page.waitForTimeout(4000)
const cookies = await context.cookies()
for (const known of [false, true]) {
  const other = await browser.newContext({
    locale: 'es-CL',
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    ...(known ? { storageState: await context.storageState() } : {}),
  })
  if (!known) await other.addCookies(cookies)
  const p = await other.newPage()
  const home = await watch(p)
  await p.goto('/home')
  await p.getByRole('navigation', { name: 'Principal' }).waitFor()
  await p.waitForTimeout(3000)
  await p.waitForTimeout(1500)
  show(`/home ${known ? 'known here before' : 'first visit'}`, home)
  if (process.argv[4] && !known) {
    const w = await watch(p)
    await p.waitForTimeout(6000)
    show('after 6 s more', w)
  }
}
await browser.close()
