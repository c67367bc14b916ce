import './support/bidi.ts'
import config from './playwright.config.ts'

const { contextOptions: _, launchOptions: __, ...use } = config.use!
/** Every path in a second engine: the machine's own Firefox, over WebDriver BiDi. FIREFOX_STORIES names other stories. */
export default {
  ...config,
  testMatch: process.env.FIREFOX_STORIES ?? 'every-path.spec.ts',
  workers: 1,
  outputDir: './test-results-firefox',
  use: {
    ...use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr' },
    trace: 'off',
  },
} satisfies typeof config
