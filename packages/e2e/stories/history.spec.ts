import { expect, test } from '../support/test.ts'

test('while the network is away what was read stays, and what was asked for comes when it is back', async ({ as }) => {
  const page = await as('bmontoya', '/cuentas/historicos')
  const rows = page.getByRole('grid', { name: 'Históricos' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(50)
  const first = await rows.first().textContent()
  await page.context().setOffline(true)
  await expect(page.getByText('Sin conexión')).toBeVisible()
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(rows.first()).toHaveText(first!)
  await page.context().setOffline(false)
  await expect(rows.first()).not.toHaveText(first!)
  await expect(rows).toHaveCount(50)
  await expect(page.getByText('Sin conexión')).toBeHidden()

  await test.step('a server that does not answer is said, and asked again by hand', async () => {
    await page.route('**/api/account-summary/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Resumen de cuentas' }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toBeVisible()
    await page.unrouteAll()
    await alert.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('grid', { name: 'Por período' }).locator('tbody').getByRole('row').first()).toBeVisible()
  })
})
