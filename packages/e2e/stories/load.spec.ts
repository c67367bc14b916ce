import { readFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import XLSX from 'xlsx'
import { expect, test } from '../support/test.ts'

const wide = [
  'Balance por empresa;;;;',
  '#Cuenta;Sub;Descripción;ITAU;VOTORANTIM',
  '9901;01;Caja de prueba;1.000,00;(7,50)',
  '9901;02;Bancos de prueba;;2.345,67',
  'TOTAL;;;1.000,00;2.338,17',
].join('\r\n')
/** Blank lines weigh too: a file that takes three seconds to leave. */
const heavy = Buffer.from(`${wide}\r\n${`${' '.repeat(998)}\r\n`.repeat(3000)}`)
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })

test('the first rows show at once; what the network cut goes on by itself; businesses beside each other load each with its own', async ({
  as,
}) => {
  const page = await as('bmontoya', '/cuentas/carga-balance')
  await page.getByText('Arrastre el balance o elíjalo').waitFor()
  const network = await networkOf(page)
  const asked: Request[] = []
  page.on('request', (request) => request.url().includes('/api/subida/') && asked.push(request))
  await network(false)
  const since = Date.now()
  await choose(page, 'por-empresa.csv', heavy)
  const sample = page.getByRole('region', { name: 'Primeras filas del archivo' }).getByRole('table')
  await expect(sample.getByRole('row', { name: /9901.*Caja de prueba/ })).toBeVisible()
  // 400 ms on a machine of its own; here others build and test beside it.
  expect(Date.now() - since).toBeLessThan(4000)
  const lost = page.getByRole('alert')
  await expect(lost).toHaveText('Se perdió la conexión. El envío se reanuda solo cuando vuelva.')
  const some = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
  const form = page.waitForRequest('**/api/balances/upload')
  await network(true)
  await some
  // In the middle, when some of it is there.
  await page.waitForTimeout(300)
  await network(false)
  await expect(lost).toBeVisible()
  await network(true)

  await expect(page.getByRole('heading', { level: 1, name: 'Indique qué es cada columna' })).toBeVisible()
  // Each piece begins where the server says it is, so that no byte goes twice; the form has only what the file is called there.
  let there = 0
  let cut = 0
  for (const request of asked) {
    if (request.method() === 'PATCH') expect(Number(new URL(request.url()).searchParams.get('desde'))).toBe(there)
    const answer = await request.response()
    if (answer) there = (await answer.json()).RECIBIDO
    else if (request.method() === 'PATCH') cut++
  }
  expect([there, cut]).toEqual([heavy.length, 1])
  expect((await (await form).sizes()).requestBodySize).toBeLessThan(2000)
  await expect(page.getByRole('combobox', { name: 'Columna D ITAU', exact: true })).toHaveValue('saldoDe')
  await page.getByRole('combobox', { name: 'Columna B Sub', exact: true }).selectOption({ label: 'Otra parte de la cuenta' })
  await page.getByRole('button', { name: 'Continuar a la revisión' }).click()
  await expect(
    page
      .getByRole('row', { name: /Nuevas/ })
      .getByRole('cell')
      .nth(1),
  ).toHaveText('3')
  await expect(page.getByRole('row', { name: /Total que indica el archivo \(fila 5\)/ })).toContainText('Cuadra')
  for (const [account, business, amount] of [
    ['9901-01', 'ITAU', '1.000,00'],
    ['9901-01', 'VOTORANTIM', '−7,50'],
    ['9901-02', 'VOTORANTIM', '2.345,67'],
  ] as const)
    await expect(page.getByRole('row').filter({ hasText: account }).filter({ hasText: business })).toContainText(amount)
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('button', { name: 'Descartar la carga' }).click()
  await expect(page.getByText('Carga descartada')).toBeVisible()
})

test('a workbook as Excel kept it until 2003 shows its first rows while it cannot leave', async ({ as }) => {
  const page = await as('bmontoya', '/cuentas/carga-balance')
  await page.getByText('Arrastre el balance o elíjalo').waitFor()
  // A small file travels in its form; here it never arrives.
  await page.route('**/api/balances/upload', () => {})
  const rows = [['Balance de enero'], ['Código de cuenta', 'Descripción', 'Saldo'], ['0010', 'Caja', 1234.5], ['0011', 'Bancos', -7]]
  for (const bookType of ['biff8', 'biff5'] as const) {
    const book = { SheetNames: ['Enero'], Sheets: { Enero: XLSX.utils.aoa_to_sheet(rows) } }
    await choose(page, `${bookType}.xls`, XLSX.write(book, { type: 'buffer', bookType }))
    const sample = page.getByRole('region', { name: 'Primeras filas del archivo' })
    await expect(sample.getByText('3 de 3 columnas reconocidas')).toBeVisible()
    await expect(sample.getByRole('row', { name: '3 0010 Caja 1234.5' })).toBeVisible()
  }
})

const levels = ['Saldo;Cuenta;Nombre;Negocio', '30,00;99;GRUPO;ITAU', '10,00;9901;CAJA;ITAU', '20,00;9902;BANCOS;ITAU'].join('\r\n')

test('a row that is the sum of others is left out, and taken in and out at a press; no total counts it', async ({ as }) => {
  const page = await as('bmontoya', '/cuentas/carga-balance')
  await choose(page, 'con-grupos.csv', Buffer.from(levels))
  const fresh = page.getByRole('row', { name: /Nuevas/ })
  const accounts = fresh.getByRole('cell').nth(1)
  await expect(page.getByText('1 grupo queda fuera de la carga.')).toBeVisible()
  await expect(accounts).toHaveText('2')
  await expect(fresh).toContainText('+30,00')
  // Whether all is there is said first: this file has one business of those that were loaded last month.
  await expect(page.getByRole('region', { name: '¿Está todo?' })).toContainText(
    /4 filas = 2 que se aplican \+ 1 que suma otras y 1 de título/,
  )
  await page.getByRole('button', { name: 'Grupos fuera' }).click()
  await expect(page.getByRole('region', { name: 'Grupos que quedan fuera' })).toContainText('Suma de 2 filas')
  await page.getByRole('button', { name: 'Cargarlo como cuenta' }).click()
  await expect(accounts).toHaveText('3')
  // No total counts the group and its parts.
  await expect(fresh).toContainText('+30,00')
  await page.getByRole('button', { name: 'Dejarla fuera' }).click()
  await expect(accounts).toHaveText('2')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('button', { name: 'Descartar la carga' }).click()
  await expect(page.getByText('Carga descartada')).toBeVisible()
})

test('a balance that was on its way when the session ended goes on after the sign-in, by itself', async ({ as }) => {
  const page = await as('bmontoya', '/cuentas/carga-balance')
  await page.getByText('Arrastre el balance o elíjalo').waitFor()
  let pieces = 0
  await page.route('**/api/subida/*?*', (route) =>
    pieces++ === 0 ? route.continue() : route.fulfill({ status: 401, json: { code: 'unauthorized', message: '' } }),
  )
  const asked: number[] = []
  await choose(page, 'en-camino.csv', Buffer.concat([heavy, Buffer.from(' \r\n')]))
  await page.waitForURL('**/sign-in**')
  await page.unrouteAll()
  page.on('request', (request) => {
    if (request.method() === 'PATCH') asked.push(Number(new URL(request.url()).searchParams.get('desde')))
  })
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  // Where its layout is known already, nobody is asked about its columns.
  await expect(page.getByRole('heading', { level: 1, name: /^(Indique qué es cada columna|Revise la carga)/ })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByRole('main').getByText('en-camino.csv')).toBeVisible()
  expect(asked[0], 'from the byte it had reached').toBeGreaterThan(0)
})

test('a wrong file is refused in one sentence and leaves nothing in the list', async ({ as }) => {
  const page = await as('bmontoya', '/cuentas/carga-balance')
  await choose(page, 'exportado.xls', Buffer.from('<html><table><tr><td>cuenta</td></tr></table></html>'))
  await expect(page.getByRole('alert')).toHaveText(/^El archivo es una página web o XML con otro nombre/)
  await choose(page, 'presentacion.csv', readFileSync(new URL(import.meta.url)).fill(0))
  await expect(page.getByRole('alert')).toHaveText('El archivo no es un libro (XLSX, XLS, XLSB, ODS), un texto CSV ni un ZIP de ellos.')
  await expect(page.getByText('exportado.xls')).toHaveCount(0)
})

/** A megabyte a second, or nothing. */
async function networkOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  const conditions = { latency: 0, downloadThroughput: -1, uploadThroughput: 1_000_000 }
  return (there: boolean) => session.send('Network.emulateNetworkConditions', { offline: !there, ...conditions })
}

test('a file that counts in thousands loads in units, once its unit is confirmed where the file says it', async ({ as }) => {
  const page = await as('bmontoya', '/cuentas/carga-balance')
  await page.getByText('Arrastre el balance o elíjalo').waitFor()
  const lines = [
    'Estado financiero;;',
    'Cifras en miles de reales;;',
    'Empresa;Cuenta;Saldo',
    'VOTORANTIM;77001;1.204,55',
    'VOTORANTIM;77002;-0,5',
  ]
  await choose(page, 'en-miles.csv', Buffer.from(lines.join('\r\n')))
  await expect(page.getByText(/La fila 2 dice «Cifras en miles de reales»: se propone Miles/)).toBeVisible()
  const unit = page.getByRole('combobox', { name: 'Unidad de las cifras' })
  await expect(unit).toHaveValue('1000')
  await page.getByRole('button', { name: 'Continuar a la revisión' }).click()
  await expect(page.getByText('cifras en miles, llevadas a unidades')).toBeVisible()
  await expect(page.getByRole('row', { name: /77001.*1\.204\.550,00/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /77002.*500,00/ })).toBeVisible()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('button', { name: 'Descartar la carga' }).click()
  await expect(page.getByText('Arrastre el balance o elíjalo')).toBeVisible()
})
