// `npm test`: everything that must hold, the browser stories included. With TEST_DATABASE_URL the server's tests run once more on that PostgreSQL.
import { buildAll } from './build.ts'
import { findChromium } from './chromium.ts'
import { finish, jest, lint, stories, types } from './steps.ts'

await types()
await lint()
const { TEST_DATABASE_URL } = process.env
delete process.env.TEST_DATABASE_URL
await jest()
if (TEST_DATABASE_URL) {
  process.env.TEST_DATABASE_URL = TEST_DATABASE_URL
  await jest('server tests on PostgreSQL', ['server'])
  delete process.env.TEST_DATABASE_URL
}
await buildAll(console.log)
await stories(await findChromium())
finish()
