import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const wide = [
  'Balance por empresa;;;;',
  '#Cuenta;Sub;Descripción;ITAU;VOTORANTIM',
  '9901;01;Caja de prueba;1.000,00;(7,50)',
  '9901;02;Bancos de prueba;;2.345,67',
  'TOTAL;;;1.000,00;2.338,17',
].join('\r\n')
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })

test('the first rows show at once; what the network cut goes on by itself; businesses beside each other load each with its own', async ({
  as,
}) => {
  const page = await as('bmontoya', '/cuentas/carga-balance')
  await page.getByText('Arrastre el balance o elíjalo').waitFor()
  await page.context().setOffline(true)
  const since = Date.now()
  await choose(page, 'por-empresa.csv', Buffer.from(wide))
  const sample = page.getByRole('region', { name: 'Primeras filas del archivo' }).getByRole('table')
  await expect(sample.getByRole('row', { name: /9901.*Caja de prueba/ })).toBeVisible()
  // 400 ms on a machine of its own; here others build and test beside it.
  expect(Date.now() - since).toBeLessThan(4000)
  await expect(page.getByRole('alert')).toHaveText('Se perdió la conexión. El envío se reanuda solo cuando vuelva.')
  await page.context().setOffline(false)

  await expect(page.getByRole('heading', { level: 1, name: 'Indique qué es cada columna' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Columna D ITAU', exact: true })).toHaveValue('saldoDe')
  await page.getByRole('combobox', { name: 'Columna B Sub', exact: true }).selectOption({ label: 'Otra parte de la cuenta' })
  await page.getByRole('button', { name: 'Continuar a la revisión' }).click()
  await expect(
    page
      .getByRole('row', { name: /Nuevas/ })
      .getByRole('cell')
      .nth(1),
  ).toHaveText('3')
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

test('a wrong file is refused in one sentence and leaves nothing in the list', async ({ as }) => {
  const page = await as('bmontoya', '/cuentas/carga-balance')
  await choose(page, 'exportado.xls', Buffer.from('<html><table><tr><td>cuenta</td></tr></table></html>'))
  await expect(page.getByRole('alert')).toHaveText(/^El archivo es una página web o XML con otro nombre/)
  await choose(page, 'presentacion.csv', readFileSync(new URL(import.meta.url)).fill(0))
  await expect(page.getByRole('alert')).toHaveText('El archivo no es un libro de Excel (XLSX, XLS) ni un texto CSV.')
  await expect(page.getByText('exportado.xls')).toHaveCount(0)
})
