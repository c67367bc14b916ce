import config from './playwright.config.ts'

/** `npm run pictures`: the README's pictures, from the demo. */
export default { ...config, testDir: './pictures', workers: 1, retries: 0 }
