// `npm test`: everything that must hold, the browser stories included. With TEST_DATABASE_URL the server's tests run once more on that PostgreSQL.
// `npm test -- --all`, as CI does: also the crash rounds, every call with generated input, the attack, every screen in each pair of language, theme and width, every page that goes
// wrong, every path in Firefox where it is, identity on a real Keycloak where Java and Maven are, and this release in the place of the one before.
import { buildAll } from './build.ts'
import { findChromium, findFirefox } from './chromium.ts'
import { whatTheClusterNeeds } from './cluster.ts'
import { whatIsMissing } from './keycloak.ts'
import { demoImage, finish, jest, jestOnPostgres, staticChecks, stories, task } from './steps.ts'
import { NO_HISTORY, releaseBefore } from './upgrade.ts'

/** Away from the stories that run beside it. */
const FIREFOX_PORT = 4400

// The demo keeps one core busy, and waits for nothing.
const [demo] = await Promise.all([demoImage(), buildAll(console.log), staticChecks()])
const { TEST_DATABASE_URL } = process.env
delete process.env.TEST_DATABASE_URL
await jest()
if (TEST_DATABASE_URL) {
  process.env.TEST_DATABASE_URL = TEST_DATABASE_URL
  await jestOnPostgres()
}
if (process.argv.includes('--all')) {
  // Each keeps about one core busy.
  await Promise.all([task('crash rounds', 'crash.ts', ['--rounds', '24']), task('every call with generated input', 'fuzz.ts')])
}
delete process.env.TEST_DATABASE_URL
if (process.argv.includes('--all')) {
  if (whatTheClusterNeeds) console.log(`El clúster no se prueba: falta ${whatTheClusterNeeds}.`)
  await Promise.all([
    task('attack', 'attack.ts', ['--demo', demo]),
    whatTheClusterNeeds ? undefined : task('a cluster that loses a process and its primary', 'cluster.ts'),
  ])
  process.env.EVERY_LOOK = '1'
}
await stories(await findChromium(), { demo })
if (process.argv.includes('--all')) {
  delete process.env.EVERY_LOOK
  const missing = whatIsMissing()
  if (missing) console.log(`\nLa identidad no se prueba sobre Keycloak. ${missing}`)
  await Promise.all([missing ? undefined : task('identity on Keycloak', 'keycloak.ts', ['test']), upgradeAndFirefox(demo)])
}
finish()

/** Beside the identity tests, which take as long as both. */
async function upgradeAndFirefox(demo: string) {
  if (releaseBefore()) await task('this release in the place of the one before', 'upgrade.ts')
  else console.log(`\n${NO_HISTORY}`)
  const firefox = findFirefox()
  if (!firefox) return console.log('\nNo hay Firefox en esta máquina: las rutas se recorren solo en Chromium.')
  process.env.FIREFOX_PATH = firefox
  await stories('', { demo, name: 'browser stories in Firefox', args: ['--config', 'firefox.config.ts'], port: FIREFOX_PORT })
}
