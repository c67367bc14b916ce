import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

/** What somebody sees of an area that is not as it should be: a sentence, a way to try again, and everything else as ever. */
const sentence = {
  unreachable: 'Mesa de ayuda no está disponible en este momento',
  older: 'Mesa de ayuda se está actualizando',
  newer: 'Mesa de ayuda tiene una versión nueva',
  broken: 'Mesa de ayuda tuvo un problema y no se puede mostrar',
}
type Said = { contract: number; entry: string; integrity: string }
const digest = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`

/** An area as its server has it: files that a story may change, and has back. */
function served(folder: string) {
  const [areaJson, whole] = [join(folder, 'area.json'), readFileSync(join(folder, 'area.json'), 'utf8')]
  const said = JSON.parse(whole) as Said
  const entry = readFileSync(join(folder, said.entry), 'utf8')
  const added: string[] = []
  return {
    said,
    say: (more: Partial<Said>) => writeFileSync(areaJson, JSON.stringify({ ...said, ...more })),
    text: (text: string) => writeFileSync(areaJson, text),
    /** A release whose entry is this, and is said to be that. */
    release(text: string, saidToBe = text) {
      const name = `remoteEntry.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`
      writeFileSync(join(folder, name), text)
      added.push(name)
      this.say({ entry: name, integrity: digest(saidToBe) })
    },
    entry,
    restore() {
      writeFileSync(areaJson, whole)
      for (const name of added.splice(0)) rmSync(join(folder, name))
    },
  }
}
type Served = ReturnType<typeof served>

const cases: [string, keyof typeof sentence, (area: Served) => void][] = [
  ['that does not say what it is', 'unreachable', (area) => area.text('<!doctype html><title>502</title>')],
  ['of an older contract', 'older', ({ say, said }) => say({ contract: said.contract - 1 })],
  ['of a newer contract', 'newer', ({ say, said }) => say({ contract: said.contract + 1 })],
  ['with a syntax error', 'broken', (area) => area.release('const = broken in a story')],
  ['that throws at import', 'broken', (area) => area.release("throw new Error('broken in a story')")],
  ['half deployed: said, and not there', 'unreachable', (area) => area.say({ entry: 'remoteEntry.00000000.js' })],
  [
    'half deployed: its entry without its chunks',
    'unreachable',
    (area) => area.release(area.entry.replace(/\b(\d+):"[0-9a-f]{8}"/g, '$1:"00000000"')),
  ],
  ['with an entry that is not what it says', 'unreachable', (area) => area.release(`${area.entry};`, area.entry)],
  [
    'built with other shared packages than the host',
    'broken',
    (area) => area.release(area.entry.replace(/(requiredVersion:")1\.0\.\d+/g, '$11.0.1')),
  ],
  ['that names code elsewhere', 'unreachable', (area) => area.say({ entry: 'https://evil.example/entry.js' })],
]

test('an area that is not as it should be says so in one sentence, comes back, and leaves the rest alone', async ({
  as,
  product,
  problems,
}) => {
  const page = await as('bmontoya', '/home')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).hostname))
  const area = served(join(product.areasDir, 'helpdesk'))
  for (const [name, fault, change] of cases)
    await test.step(name, async () => {
      change(area)
      try {
        await page.goto('/faq')
        await expect(page.getByRole('alert')).toContainText(sentence[fault])
        await expect(page.getByRole('alert')).toHaveCount(1)
        await expect(page.getByRole('link', { name: 'Países' })).toBeVisible()
        await expect(page.getByRole('link', { name: 'Países' })).not.toContainText('no disponible')
      } finally {
        area.restore()
      }
      await page.getByRole('button', { name: 'Reintentar' }).click()
      await expect(page.getByRole('heading', { name: 'Preguntas frecuentes', level: 1 })).toBeVisible()
    })
  expect([...new Set(asked)]).toEqual(['localhost'])
  // What those areas threw is theirs; nothing of ours has failed, and no policy was broken.
  expect(problems.splice(0).filter((said) => !/broken in a story|Unexpected token|does not satisfy the requirement/.test(said))).toEqual([])
})

test('a page that fails while it is drawn, and one that is slow, are no matter to what is around them', async ({ as }) => {
  const page = await as('bmontoya', '/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route('**/api/faq*', (route) => route.fulfill({ json: { data: 7 } }))
  await open(page, 'Preguntas frecuentes')
  await expect(page.getByRole('alert')).toContainText(sentence.broken)
  await page.unroute('**/api/faq*')

  // The bank's line is slow; whoever does not wait goes on elsewhere.
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const { origin } = new URL(page.url())
  await page.route(
    (url) => url.origin !== origin && url.pathname.endsWith('.js'),
    async (route) => {
      await arrived
      await route.continue()
    },
  )
  await open(page, 'Tiempo en sesión')
  await expect(page.locator('[aria-busy="true"]')).toBeVisible()
  await page.getByRole('link', { name: 'Inicio' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open(page, 'Tiempo en sesión')
  arrive()
  await expect(page.getByRole('heading', { name: 'Tiempo en sesión', level: 1 })).toBeVisible()
})

test('what is being typed in one area stays while another one fails', async ({ as, product, problems }) => {
  const page = await as('bmontoya', '/paises/crear')
  const name = page.getByRole('textbox', { name: 'País' })
  await name.fill('Paraguay')
  const area = served(join(product.areasDir, 'helpdesk'))
  area.release("throw new Error('broken in a story')")
  try {
    const other = await page.context().newPage()
    await other.goto('/faq')
    await expect(other.getByRole('alert')).toContainText(sentence.broken)
    await other.close()
  } finally {
    area.restore()
  }
  await product.area('stop', 'parameters')
  try {
    // The pointer asks for the area's code ahead of the click.
    await page.getByRole('link', { name: 'Tiempo en sesión' }).hover()
    await page.getByRole('link', { name: 'Tiempo en sesión' }).click()
    await expect(page.getByRole('button', { name: 'Salir sin guardar' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(name).toHaveValue('Paraguay')
    expect([...new Set(problems.splice(0))]).toEqual(['broken in a story'])
  } finally {
    await product.area('start', 'parameters')
  }
})

test('an area that has moved is found by the next page, and by an open one that tries again', async ({ as, product }) => {
  const page = await as('bmontoya', '/home')
  await product.area('move', 'parameters')
  await open(page, 'Tiempo en sesión')
  await expect(page.getByRole('alert')).toContainText('Parámetros no está disponible en este momento')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { name: 'Tiempo en sesión', level: 1 })).toBeVisible()
})

test('a window that was open while a new release was published says so, and reloads with what was typed', async ({ as, product }) => {
  // The page hears of the server over its line, which opens a few seconds after it.
  const page = await as('bmontoya', '/home')
  const line = page.waitForResponse((answer) => answer.url().includes('/api/notifications/stream'), { timeout: 60_000 })
  await page.goto('/paises/crear')
  const name = page.getByRole('textbox', { name: 'País' })
  await name.fill('Paraguay')
  await line
  const told = page.getByText('Hay una versión nueva de Cuadre.')
  await expect(told).toBeHidden()

  await product.interrupt()
  publishHost(product.hostDir)
  await product.start()
  await expect(told).toBeVisible({ timeout: 90_000 })
  await expect(name).toHaveValue('Paraguay')
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expect(page.locator('script[src*="/main.00000000.js"]')).toBeAttached()
  await expect(name).toHaveValue('Paraguay')
  await expect(told).toBeHidden()
})

/** A release of the host that differs in the name of its main script alone. */
function publishHost(folder: string) {
  const page = join(folder, 'index.html')
  const text = readFileSync(page, 'utf8')
  const main = /main\.[0-9a-f]{8}\.js/.exec(text)![0]
  for (const compressed of ['', '.br', '.gz']) cpSync(join(folder, main + compressed), join(folder, `main.00000000.js${compressed}`))
  writeFileSync(page, text.replaceAll(main, 'main.00000000.js'))
}

test('no script runs that comes from elsewhere than areas.json says', async ({ as, product, problems }) => {
  const page = await as('bmontoya', '/home')
  const elsewhere = product.origin.replace('localhost', '127.0.0.1')
  const ran = await page.evaluate(
    (origin) =>
      Promise.all([
        new Promise((resolve) => {
          const { pathname } = new URL(document.querySelector<HTMLScriptElement>('script[src*=main]')!.src)
          const script = Object.assign(document.createElement('script'), { src: origin + pathname, onload: () => resolve(true) })
          script.onerror = () => resolve(false)
          document.head.append(script)
        }),
        new Promise((resolve) => {
          document.head.append(Object.assign(document.createElement('script'), { text: 'window.ran = true' }))
          resolve('ran' in window)
        }),
        new Promise((resolve) => {
          setTimeout('window.evaluated = true')
          setTimeout(() => resolve('evaluated' in window), 100)
        }),
      ]),
    elsewhere,
  )
  expect(ran).toEqual([false, false, false])
  const refused = problems.splice(0)
  for (const where of [elsewhere, 'inline', 'eval']) expect(refused.join('\n')).toContain(where)
})

const open = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
