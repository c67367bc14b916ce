import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './build.ts'

/**
 * A Chromium for the stories: CHROME_PATH, the system's, Playwright's own; else one is fetched
 * (Playwright's download; as root, one of Debian's packages). Says plainly when none can be had, and ends.
 */
export async function findChromium(): Promise<string> {
  const found = candidates().find((path) => path && existsSync(path))
  if (found) return found
  const cli = join(root, 'packages/e2e/node_modules/.bin/playwright')
  console.log('No hay Chromium en esta máquina; se intenta obtener uno…')
  spawnSync(cli, ['install', 'chromium'], { stdio: 'inherit' })
  const own = playwrightsOwn()
  if (own && existsSync(own)) return own
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'inherit' })
      if (existsSync(`/usr/bin/${name}`)) return `/usr/bin/${name}`
    }
  }
  console.error(
    'No se encontró Chromium y no se pudo obtener: instálelo e indique su ruta con CHROME_PATH. Las historias de navegador no se ejecutaron.',
  )
  console.log('\n0 passed, 1 failed')
  process.exit(1)
}

const candidates = () => [
  process.env.CHROME_PATH,
  // Without the windows around a page, which cost a tenth of what the stories take.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  playwrightsOwn(),
]

function playwrightsOwn(): string | undefined {
  try {
    const require = createRequire(join(root, 'packages/e2e/package.json'))
    return (require('playwright') as { chromium: { executablePath: () => string } }).chromium.executablePath()
  } catch {
    return undefined
  }
}

/** The machine's own, which speaks WebDriver BiDi; Playwright's build is not needed. */
export const findFirefox = () =>
  [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => path && existsSync(path))
