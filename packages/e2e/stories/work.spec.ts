import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { cellValue, namedCell, parts, withCells } from '../support/xlsx.ts'

// A month end on the demo's October: an analyst with many accounts, a head with many analyses.
test.describe.configure({ mode: 'serial' })
test.setTimeout(240_000)

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const table = (page: Page) => page.getByRole('grid', { name: 'Todas' })
/** Accounts that nobody has prepared: their rows, the least material last. */
const openRows = (page: Page) => table(page).getByRole('row').filter({ hasText: 'Por preparar' }).filter({ hasNotText: 'Crítica' })
const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const cents = (amount: string) => BigInt(amount.replace('.', ''))

/** Supported in full by two items, with an explanation. */
function filled(template: Buffer) {
  const balance = cents(cellValue(template, namedCell(template, 'VALOR_BALANCE'))!)
  const at = (name: string) => namedCell(template, name)
  return withCells(template, {
    D19: balance - 12_345n,
    D20: 12_345n,
    [at('TOTAL')]: balance,
    [at('VALOR_ANALISIS')]: balance,
    [at('VARIACION')]: 0n,
    [at('COMENTARIO')]: 'Pago de la factura 4471 por 123,45.',
  })
}

test('many workbooks at once: one ZIP out, each back to its account, over a network that goes away', async ({ as }) => {
  const page = await as('rpena')
  for (const n of [0, 1, 2]) await openRows(page).nth(n).getByRole('checkbox').check()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Plantillas (3)' }).click()
  const books = [...parts(readFileSync(await (await download).path()))]
  expect(books).toHaveLength(3)
  await page.getByRole('button', { name: 'Cargar libros' }).click()
  const drawer = page.getByRole('dialog', { name: 'Cargar libros' })
  const files = books.map(([name, template], n) => {
    const book = filled(template)
    // The last one's difference does not follow from its figures.
    return { name, mimeType: XLSX, buffer: n === 2 ? withCells(book, { [namedCell(book, 'VARIACION')]: 100n }) : book }
  })
  await drawer.locator('input[type=file]').setInputFiles(files)
  await expect(drawer.getByText('2 por enviar · 0 enviados · 3 en total')).toBeVisible()
  await expect(drawer.getByText(/La celda Análisis!B13 dice 1,00, y el saldo menos lo sustentado es 0,00\./)).toBeVisible()

  await page.context().setOffline(true)
  await drawer.getByRole('button', { name: 'Enviar 2' }).click()
  await expect(drawer.getByText('sin conexión: se enviará al volver')).toBeVisible()
  await page.context().setOffline(false)
  await expect(drawer.getByText('0 por enviar · 2 enviados · 3 en total')).toBeVisible({ timeout: 30_000 })
})

test('a session that ends while a file is on its way: what was typed and the file are there afterwards, and it goes on from where it was', async ({
  as,
}) => {
  const page = await as('rpena')
  await openRows(page).first().getByRole('button', { name: 'Cargar libro' }).click()
  const drawer = page.getByRole('dialog')
  const comment = page.getByRole('textbox', { name: 'Comentario de la variación' })
  const buffer = Buffer.from(`Concepto;Importe\r\n${'Pago de la factura 4471;1\r\n'.repeat(50_000)}`)
  await drawer.getByLabel('Libro de sustento').setInputFiles({ name: 'auxiliar.csv', mimeType: 'text/csv', buffer })
  await drawer.getByRole('textbox', { name: 'Sustentado' }).fill('1,00')
  await comment.fill('Reclasificación de 1.500,00 desde la cuenta de tránsito.')
  let pieces = 0
  await page.route('**/api/subida/*?*', (route) =>
    pieces++ === 0 ? route.continue() : route.fulfill({ status: 401, json: { code: 'unauthorized', message: '' } }),
  )
  await drawer.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.waitForURL('**/sign-in**')
  await page.unrouteAll()
  // What is kept of it cannot be read without this tab.
  const kept = () =>
    page.evaluate(async () => {
      const request = indexedDB.open('cuadre:archivos')
      const db = await new Promise<IDBDatabase>((resolve) => request.addEventListener('success', () => resolve(request.result)))
      if (!db.objectStoreNames.contains('archivos')) return []
      const all = db.transaction('archivos').objectStore('archivos').getAll()
      const files = await new Promise<{ sealed: ArrayBuffer }[]>((resolve) => all.addEventListener('success', () => resolve(all.result)))
      db.close()
      return files.map(({ sealed }) => new TextDecoder().decode(sealed).includes('factura'))
    })
  await expect.poll(kept).toEqual([false])

  // The provider still knows who it is: the way back needs no password.
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(comment).toHaveValue('Reclasificación de 1.500,00 desde la cuenta de tránsito.', { timeout: 30_000 })
  await expect(drawer.getByText('auxiliar.csv')).toBeVisible()
  expect(await kept()).toEqual([])
  const there = page.waitForResponse((response) => response.request().method() === 'GET' && response.url().includes('/api/subida/'))
  await drawer.getByRole('button', { name: 'Enviar', exact: true }).click()
  expect((await (await there).json()).RECIBIDO).toBeGreaterThan(0)
  await expect(page.getByText(/^Envió «/)).toBeVisible()
})

test('several accounts as one: grouped, sent with one file and two annexes, taken back, sent again, opened and approved as one', async ({
  as,
}) => {
  const page = await as('rpena')
  // One head decides on all of a group: of one business.
  await page.getByRole('button', { name: 'Filtrar por Negocio' }).click()
  await page.getByRole('radio', { name: 'ITAU' }).click()
  await page.keyboard.press('Escape')
  for (const n of [0, 1]) await openRows(page).nth(n).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Agrupar 2' }).click()
  const naming = page.getByRole('dialog', { name: 'Agrupar 2 cuentas' })
  await naming.getByRole('textbox', { name: 'Nombre del grupo' }).fill('Cuentas del cierre')
  await naming.getByRole('button', { name: 'Agrupar' }).click()
  const drawer = page.getByRole('dialog', { name: 'Cuentas del cierre' })
  await test.step('one more comes in, and goes out again', async () => {
    await drawer.getByRole('button', { name: 'Agregar cuentas' }).click()
    const more = page.getByRole('dialog', { name: 'Agregar a «Cuentas del cierre»' })
    await more.getByRole('checkbox').first().check()
    await more.getByRole('button', { name: 'Agregar 1 cuenta' }).click()
    await expect(drawer.getByRole('button', { name: 'Enviar 3' })).toBeVisible()
    await drawer
      .getByRole('button', { name: /^Sacar/ })
      .last()
      .click()
    await expect(drawer.getByRole('button', { name: 'Enviar 2' })).toBeVisible()
  })
  await drawer
    .getByLabel('Libro de sustento')
    .setInputFiles({ name: 'soporte.csv', mimeType: 'text/csv', buffer: Buffer.from('Concepto;Importe\r\nA;1\r\n') })
  await drawer.getByLabel(/^Agregar anexos/).setInputFiles([
    { name: 'partidas.csv', mimeType: 'text/csv', buffer: Buffer.from('Partida;Importe\r\nComisión del banco;1\r\n') },
    { name: 'foto.png', mimeType: 'image/png', buffer: DOT },
  ])
  await expect(drawer.getByRole('button', { name: /^Quitar (partidas|foto)/ })).toHaveCount(2)
  for (const field of await drawer.getByRole('textbox', { name: /^Sustentado de/ }).all()) await field.fill('1,00')
  await drawer.getByRole('textbox', { name: 'Comentario común' }).fill('Pago de la factura 4471.')
  await drawer.getByRole('button', { name: 'Enviar 2' }).click()
  await expect(page.getByText('Envió «Cuentas del cierre»')).toBeVisible()
  const row = page.getByRole('grid', { name: 'Grupos' }).getByRole('row', { name: /Cuentas del cierre/ })
  await row.getByRole('button', { name: 'Ver' }).click()
  await drawer.getByRole('button', { name: 'Retirar el envío' }).click()
  // Taken back, its annexes are still there.
  await expect(drawer.getByRole('button', { name: /^Quitar (partidas|foto)/ })).toHaveCount(2)
  await drawer
    .getByLabel('Libro de sustento')
    .setInputFiles({ name: 'soporte.csv', mimeType: 'text/csv', buffer: Buffer.from('Concepto;Importe\r\nA;2\r\n') })
  await drawer.getByRole('button', { name: 'Enviar 2' }).click()
  await expect(drawer).toBeHidden()

  const head = await as('mduarte', '/cuentas/analisis?tipo=agrupado')
  await expect(head.getByRole('heading', { name: 'Cuentas del cierre' })).toBeVisible()
  await expect(head.getByRole('table', { name: 'Cuentas del grupo' }).getByRole('row')).toHaveCount(3)
  await test.step('what the second version says differently is marked and named', async () => {
    await head.getByRole('button', { name: 'Comparar con la versión 1' }).click()
    await expect(head.getByText('Cambió 1 celda')).toBeVisible()
    await head.getByRole('button', { name: /^B2 1 → 2/ }).click()
    for (const version of ['versión 1', 'versión 2'])
      await expect(head.getByRole('region', { name: version, exact: true }).locator('[data-changed]')).toHaveCount(1)
    await head.getByRole('button', { name: 'Dejar de comparar' }).click()
  })
  await test.step('the head sees whom a reminder would tell, and what it would say', async () => {
    await head.getByRole('button', { name: 'Recordar a quien debe actuar' }).click()
    const reminder = head.getByRole('dialog', { name: 'Recordar «Cuentas del cierre»' })
    // It waits for the head: nobody else is told.
    await expect(reminder.getByRole('button', { name: 'Nadie a quien avisar' })).toBeDisabled()
    await reminder.getByRole('button', { name: 'Cancelar' }).click()
  })
  const late = await head.context().newPage()
  await late.goto('/cuentas/analisis?tipo=agrupado')
  for (const on of [head, late]) await expect(on.getByRole('button', { name: /^Aprobar/ })).not.toHaveAttribute('aria-disabled')
  await head.bringToFront()
  await head.getByRole('tab', { name: 'partidas.csv' }).click()
  await expect(head.getByText('Comisión del banco')).toBeVisible()
  await head.keyboard.press('a')
  await expect(head.getByText('Nada por decidir')).toBeVisible()
  await late.bringToFront()
  await late.keyboard.press('a')
  await expect(late.getByRole('region', { name: 'Avisos' }).getByText('No se aprobó «Cuentas del cierre»')).toBeVisible()
})

/** Of what stands in a bar: inside it, and nothing over anything else. */
const overlaps = (page: Page) =>
  page.locator('.review-bulk').evaluate((bar) => {
    const frame = bar.getBoundingClientRect()
    const boxes = [...bar.querySelectorAll('p, button')].map((each) => each.getBoundingClientRect())
    const out = boxes.filter(({ left, right }) => left < frame.left - 1 || right > frame.right + 1).length
    const over = boxes.filter((one, at) =>
      boxes
        .slice(at + 1)
        .some((two) => one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 1 && two.top < one.bottom - 1),
    ).length
    return { out, over }
  })

test('evidence opens where the balance is made up, which is sorted and enlarged, and counts as opened once it was looked at', async ({
  as,
}) => {
  const page = await as('mduarte', '/cuentas/analisis')
  const sheet = page.getByRole('region', { name: 'Libro' })
  const composition = sheet.getByRole('cell', { name: 'Composición del saldo' })
  await expect(composition).toBeInViewport()
  await expect(sheet.getByRole('cell', { name: 'Análisis de saldo' })).not.toBeInViewport()
  const amounts = async () => {
    const rows = await sheet
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent!.trim())))
    const header = rows.findIndex((cells) => cells.includes('Importe'))
    const at = rows[header]!.indexOf('Importe')
    const body = rows.slice(header + 1)
    return body
      .slice(
        0,
        body.findIndex((cells) => !cells[at]),
      )
      .map((cells) => [Number(cells[0]), Number(cells[at]!.replaceAll('.', '').replace('−', '-').replace(',', '.'))] as const)
  }
  const before = await amounts()
  expect(before.length).toBeGreaterThan(1)
  await sheet.getByRole('button', { name: 'Ordenar por Importe' }).click()
  // A row keeps its number wherever it stands.
  expect(await amounts()).toEqual(before.toSorted((a, b) => a[1] - b[1]))
  await sheet.getByRole('button', { name: 'Ordenar por Importe' }).click()
  expect(await amounts()).toEqual(before.toSorted((a, b) => b[1] - a[1]))
  const height = () => composition.evaluate((cell) => cell.getBoundingClientRect().height)
  const small = await height()
  await sheet.getByRole('button', { name: 'Acercar' }).click()
  expect((await height()) / small).toBeCloseTo(1.25, 1)

  await test.step('looked at for two seconds, it was opened; skimmed past, not', async () => {
    const seen: string[] = []
    page.on('request', (request) => /\/file\/\d+\/seen$/.test(request.url()) && seen.push(request.url()))
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const file = page.waitForRequest(/\/file\/\d+\/seen$/)
    await file
    expect(seen).toHaveLength(1)
  })
})

test('a decision on many leaves out the critical ones, and says so before anybody asks', async ({ as }) => {
  const page = await as('mduarte', '/cuentas/analisis')
  await page.getByText(/^Marcar los \d+$/).click()
  const bar = page.getByRole('group', { name: /marcados$/ })
  const [, marked, critical] = /^(\d+) marcados; (\d+) críticos se deciden uno por uno/.exec((await bar.textContent())!)!.map(Number)
  for (const what of ['Aprobar', 'Rechazar'])
    await expect(bar.getByRole('button', { name: `${what} ${marked! - critical!}`, exact: true })).toBeEnabled()
  for (const width of [1440, 1100, 390]) {
    await page.setViewportSize({ width, height: 844 })
    if (width === 390) await page.getByRole('button', { name: 'Lista', exact: true }).click()
    await expect(bar).toBeVisible()
    expect([width, await overlaps(page)]).toEqual([width, { out: 0, over: 0 }])
  }
})

test('a head decides sixty a minute by keyboard, and is told what somebody else decided first', async ({ as }) => {
  const DECISIONS = 20
  const page = await as('mduarte', '/cuentas/analisis')
  const late = await page.context().newPage()
  await late.goto('/cuentas/analisis')
  const approve = (on: Page) => on.getByRole('button', { name: /^Aprobar/ })
  const title = (on: Page) => on.locator('.review-item h2.h1')
  for (const on of [page, late]) await expect(approve(on)).not.toHaveAttribute('aria-disabled')
  const first = (await title(late).textContent())!
  const before = Number(/\d+/.exec((await page.getByRole('tab', { name: /Por decidir/ }).textContent()) ?? '')![0])
  expect(before).toBeGreaterThan(DECISIONS)

  // From the key to the next item on the screen, in the page's own time.
  await page.evaluate(() => {
    const shown = () => document.querySelector('.review-item')?.getAttribute('aria-labelledby')
    const waits: number[] = []
    Object.assign(window, { waits })
    addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        const was = shown()
        if (key === 'a')
          requestAnimationFrame(function look() {
            shown() === was ? requestAnimationFrame(look) : waits.push(performance.now() - timeStamp)
          })
      },
      true,
    )
  })
  let answered = 0
  page.on('response', (response) => {
    if (response.url().includes('/department/aprobar-analisis-jefatura/')) answered++
  })
  await page.bringToFront()
  const began = Date.now()
  for (let n = 0; n < DECISIONS; n++) {
    await expect(approve(page)).not.toHaveAttribute('aria-disabled')
    await page.keyboard.press('a')
    await expect.poll(() => page.evaluate(() => (window as unknown as { waits: number[] }).waits.length), { intervals: [20] }).toBe(n + 1)
  }
  const seconds = (Date.now() - began) / 1000
  const waits = (await page.evaluate(() => (window as unknown as { waits: number[] }).waits)).toSorted((a, b) => a - b)
  const median = waits[DECISIONS / 2]!
  console.log(
    `    ${DECISIONS} decisions in ${seconds.toFixed(1)} s; to the next item ${median.toFixed(0)} ms, at most ${waits.at(-1)!.toFixed(0)} ms`,
  )
  expect(seconds).toBeLessThanOrEqual(DECISIONS)
  expect(median).toBeLessThanOrEqual(100)
  await expect(page.getByRole('tab', { name: /Por decidir/ })).toHaveText(`Por decidir${before - DECISIONS}`)
  // Whoever leaves while some are on their way is warned; here they arrive first.
  await expect.poll(() => answered).toBe(DECISIONS)
  await page.reload()
  await expect(page.getByRole('tab', { name: /Por decidir/ }), 'the server has them all').toHaveText(`Por decidir${before - DECISIONS}`)

  await test.step('the other window still shows what was decided here', async () => {
    await late.bringToFront()
    await late.keyboard.press('a')
    const told = late.getByRole('region', { name: 'Avisos' })
    await expect(told.getByText(`No se aprobó «${first}»`)).toBeVisible()
    await expect(told.getByText(/Ya no espera su decisión/)).toBeVisible()
  })
})
