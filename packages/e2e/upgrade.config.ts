import config from './playwright.config.ts'

/** `npm run upgrade`: this release in the place of the one before. */
export default { ...config, testDir: './upgrade', outputDir: './test-results-upgrade', workers: 1 }
