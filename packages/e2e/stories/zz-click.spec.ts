import { writeFileSync } from 'node:fs'
import { test } from '../support/test.ts'

test('click', async ({ as }) => {
  test.setTimeout(200_000)
  const page = await as('bmontoya', '/home')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.locator('main h1').first().waitFor()
  const cdp = await page.context().newCDPSession(page)
  await page.waitForTimeout(2500)
  const click = () =>
    page.evaluate(
      ([from, to]) =>
        new Promise<number>((resolve) => {
          const since = performance.now()
          new MutationObserver((_, observer) => {
            if (!document.querySelector(to!)) return
            observer.disconnect()
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - since)))
          }).observe(document, { childList: true, subtree: true })
          document.querySelector<HTMLElement>(from!)!.click()
        }),
      ['a[href="/cuentas"]', 'tbody tr td .code'],
    )
  const back = async () => {
    await page.evaluate(() => history.back())
    await page.locator('tbody tr td .code').first().waitFor({ state: 'detached' })
    await page.waitForTimeout(2000)
  }
  console.log('cold', await click())
  for (let i = 0; i < 5; i++) {
    await back()
    console.log('warm', await click())
  }
  await back()
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.RATE ?? 1) })
  await page.waitForTimeout(500)
  for (let i = 0; i < 3; i++) {
  await cdp.send('Profiler.enable')
  await cdp.send('Profiler.setSamplingInterval', { interval: 200 })
  await cdp.send('Profiler.start')
  console.log('profiled', await click())
  const { profile } = await cdp.send('Profiler.stop')
  writeFileSync('/tmp/click.cpuprofile', JSON.stringify(profile))
    await back()
  }
  await page.context().browser()!.startTracing(page, { path: '/tmp/click.trace.json', screenshots: false, categories: ['devtools.timeline', 'blink.user_timing', 'v8.execute', 'disabled-by-default-devtools.timeline'] })
  console.log('traced', await click())
  await page.context().browser()!.stopTracing()
})
