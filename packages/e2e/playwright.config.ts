import { defineConfig } from '@playwright/test'

/** A file of stories shares a product with its database, as people do; each worker has a product. A story waits for half of its time: two cores have work for four. */
export default defineConfig({
  testDir: './stories',
  workers: 4,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // A busy machine may be slow; what fails three times, by hand twice, has failed, and what passed at a later try is told as flaky.
  retries: process.env.CI ? 2 : 1,
  // What is wrong for all of them, as a provider that lets nobody in, is not waited for story by story.
  ...(process.env.CI && { maxFailures: 8 }),
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json']],
  outputDir: './test-results',
  use: {
    actionTimeout: 20_000,
    locale: 'es-CL',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    // Nothing moves for its own sake: painting without a graphics card is most of what the stories cost.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    // To follow every step costs much: what fails is followed at its second try.
    // Without snapshots, for which pages would be made to fetch their own pictures: their content security policy refuses that.
    trace: { mode: 'on-first-retry', snapshots: false, screenshots: true },
    screenshot: 'only-on-failure',
  },
})
