import { execFile } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '../support/test.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('an area whose server stops leaves the rest alone, says so, and comes back', async ({ as, product }) => {
  const page = await as('bmontoya', '/paises')
  await expect(page.getByRole('heading', { name: 'Países' })).toBeVisible()
  await product.area('stop', 'parameters')
  try {
    // It was never loaded in this page: opening it fails with a message, in place.
    await page.getByRole('link', { name: 'Tiempo en sesión' }).click()
    await expect(page.getByRole('alert')).toContainText('Parámetros no está disponible en este momento')
    // The other areas go on.
    await page.getByRole('link', { name: 'Usuarios' }).click()
    await expect(page.getByRole('heading', { name: 'Usuarios' })).toBeVisible()
    await page.getByRole('link', { name: 'Preguntas frecuentes' }).click()
    await expect(page.getByRole('heading', { name: 'Preguntas frecuentes' })).toBeVisible()
    // A fresh start of the page without the area: its entries stay, marked.
    await page.reload()
    await expect(page.getByRole('link', { name: /Tiempo en sesión/ })).toContainText('no disponible')
    await page.getByRole('link', { name: /Tiempo en sesión/ }).click()
    await expect(page.getByRole('alert')).toContainText('Parámetros no está disponible en este momento')
  } finally {
    await product.area('start', 'parameters')
  }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { name: 'Tiempo en sesión' })).toBeVisible()
})

test('an area released alone shows its new text on the next load, host untouched; a page with old chunks goes on', async ({
  as,
  product,
}) => {
  // An area is built here: that takes a busy machine a minute.
  test.setTimeout(240_000)
  const texts = join(root, 'remotes/helpdesk/src/locales/es.json')
  const before = readFileSync(texts, 'utf8')
  const host = readFileSync(join(root, 'host/dist/index.html'), 'utf8')
  const page = await as('rpena', '/faq')
  await expect(page.getByRole('heading', { name: 'Preguntas frecuentes', level: 1 })).toBeVisible()
  try {
    writeFileSync(texts, before.replace('"title": "Preguntas frecuentes"', '"title": "Preguntas y respuestas"'))
    await build('helpdesk', join(product.areasDir, 'helpdesk'))
    // Whoever has the old page open is not disturbed.
    await page.getByRole('link', { name: 'Inicio' }).click()
    // A home without work names the questions too, once it is there.
    await page.getByRole('link', { name: 'Preguntas frecuentes', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Preguntas y respuestas', level: 1 })).toBeVisible()
    expect(readFileSync(join(root, 'host/dist/index.html'), 'utf8')).toBe(host)
  } finally {
    writeFileSync(texts, before)
    // The stories after this one find what they know.
    cpSync(join(root, 'remotes/helpdesk/dist'), join(product.areasDir, 'helpdesk'), { recursive: true })
  }
})

test('a chunk that is gone after a release never leaves a dead page', async ({ as }) => {
  const page = await as('bmontoya', '/paises')
  await expect(page.getByRole('heading', { name: 'Países' })).toBeVisible()
  // The chunk of the next page of this area no longer exists where this open page looks for it.
  let gone: string | undefined
  let stillGone = true
  await page.route(/localhost:\d+\/\d+\.[0-9a-f]{8}\.js$/, (route) => {
    const url = route.request().url()
    if (new URL(page.url()).origin === new URL(url).origin) return route.continue()
    gone ??= url
    return gone === url && stillGone ? route.fulfill({ status: 404, body: '' }) : route.continue()
  })
  await page.getByRole('link', { name: 'Usuarios' }).click()
  await expect(page.getByRole('alert')).toContainText('no está disponible')
  expect(gone).toBeDefined()
  stillGone = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { name: 'Usuarios' })).toBeVisible()
})

/** Without holding up this process: while it stands still, the page and the clock of the story go on without being heard. */
const build = (area: string, folder: string) =>
  promisify(execFile)(process.execPath, [join(root, 'packages/build/src/build.mjs'), '--out', folder], {
    cwd: join(root, 'remotes', area),
    env: { ...process.env, NODE_ENV: 'production' },
  })
