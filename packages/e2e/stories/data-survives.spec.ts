import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Product, runProduct } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/** From the start of the process to the sentence that says where it is. */
const START_MS = 10_000
const AREAS = 5

test('what was acknowledged is there after the process is killed, and the start is quick', async ({ as, product }) => {
  const page = await as('bmontoya', '/paises/crear')
  await page.getByRole('textbox', { name: 'País' }).fill('Uruguay')
  await page.getByRole('textbox', { name: 'Código ISO' }).fill('uy')
  await page.getByRole('textbox', { name: 'Moneda' }).fill('uyu')
  await page.getByRole('button', { name: 'Crear país' }).click()
  await expect(page.getByText('Uruguay creado')).toBeVisible()
  await product.kill()
  await expect(fetch(product.origin)).rejects.toThrow()
  expect(existsSync(join(product.dataDir, 'cuadre.lock')), 'nobody could take the lock away').toBe(true)

  await startAgain(product)
  // The person is still signed in: keys and sessions are data too.
  await page.goto('/paises')
  await expect(page.getByRole('row', { name: /Uruguay/ })).toContainText('UYU')
  await expect(page.getByRole('row', { name: /Brasil/ })).toBeVisible()
})

test('killed while it writes, it has every row it said it had', async ({ as, product }) => {
  const page = await as('bmontoya', '/faq')
  const authorization = await tokenOf(page)
  const write = async (n: number) => {
    const pregunta = `¿Sobrevive la pregunta ${n}?`
    const body = {
      categoria: 'otros',
      preguntaEs: pregunta,
      preguntaEn: pregunta,
      respuestaEs: 'Sí, siempre.',
      respuestaEn: 'Yes, always.',
    }
    const answer = await fetch(`${product.origin}/api/faq`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status, 'written').toBe(200)
    return pregunta
  }
  const acknowledged: string[] = []
  const writing = (async () => {
    for (let n = 1; ; n++) acknowledged.push(await write(n))
  })()
  const broken = expect(writing, 'cut off in the middle').rejects.toThrow('fetch failed')
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
  await product.kill()
  await broken

  await startAgain(product)
  const answer = await fetch(`${product.origin}/api/faq?limit=999&search=Sobrevive`, { headers: { authorization } })
  expect(answer.status).toBe(200)
  const { data } = (await answer.json()) as { data: { preguntaEs: string }[] }
  const kept = new Set(data.map(({ preguntaEs }) => preguntaEs))
  expect(acknowledged.filter((pregunta) => !kept.has(pregunta))).toEqual([])
  // At most the one on its way was written without being told.
  expect(kept.size - acknowledged.length).toBeLessThanOrEqual(1)
})

test('a port in use is said in one sentence', async ({ product }) => {
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-e2e-'))
  try {
    // The same port, and one whose areas would need it.
    for (const port of [product.port, product.port - 3]) {
      const { code, output } = await runProduct({ PORT: String(port), DATA_DIR: folder }).ended
      expect(output.trim()).toBe(`El puerto ${product.port} está en uso. Cierre el programa que lo tiene o elija otro: PORT=5000 npm start`)
      expect(code).toBe(1)
    }
    expect(existsSync(join(folder, 'postgres')), 'nothing was begun').toBe(false)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a data folder in use is said in one sentence, and whoever holds it goes on', async ({ as, product }) => {
  const page = await as('bmontoya', '/paises')
  const { code, output } = await runProduct({ PORT: String(product.port + 100), DATA_DIR: product.dataDir }).ended
  const [last, ...before] = output.trim().split('\n').reverse()
  expect(last).toBe(
    `La carpeta de datos ${product.dataDir} está en uso por el proceso ${product.pid()}. Deténgalo o indique otra con DATA_DIR.`,
  )
  expect(before).toEqual(['Abriendo la base de datos…'])
  expect(code).toBe(1)
  expect(await takenPorts(product.port + 100), 'ports of the one that gave up').toEqual([])
  await page.reload()
  await expect(page.getByRole('row', { name: /Brasil/ })).toBeVisible()
})

test('Ctrl-C ends it cleanly, with its ports and its folder free', async ({ product }) => {
  expect(await takenPorts(product.port), 'the host and its areas').toHaveLength(1 + AREAS)
  const { code, signal, output } = await product.interrupt()
  expect({ code, signal }).toEqual({ code: 0, signal: null })
  expect(output.trim().split('\n').at(-1)).toBe('Deteniendo…')
  expect(await takenPorts(product.port)).toEqual([])
  expect(existsSync(join(product.dataDir, 'cuadre.lock'))).toBe(false)
  await startAgain(product)
})

async function startAgain(product: Product) {
  const began = Date.now()
  await product.start()
  const took = Date.now() - began
  // Where other programs want more than the machine has, only a share of the time was the product's.
  const crowd = Math.max(1, loadavg()[0]! / availableParallelism())
  console.log(`    started again in ${took} ms, load ${crowd.toFixed(1)} of the machine`)
  expect(took / crowd, 'ms to start again').toBeLessThanOrEqual(START_MS)
}

/** The token with which the page asks. */
async function tokenOf(page: Page) {
  const asked = page.waitForRequest((request) => /\/api\/faq/.test(request.url()))
  await page.reload()
  return (await (await asked).headerValue('authorization'))!
}

async function takenPorts(first: number) {
  const ports = Array.from({ length: 1 + AREAS }, (_, i) => first + i)
  const free = await Promise.all(
    ports.map(
      (port) =>
        new Promise<boolean>((resolve) => {
          const probe = createServer().once('error', () => resolve(false))
          probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
        }),
    ),
  )
  return ports.filter((_, i) => !free[i])
}
