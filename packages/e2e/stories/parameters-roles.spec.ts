import { expect, test } from '../support/test.ts'

test('passwords and inactivity: who is hit is named, limits that contradict each other are refused in one sentence', async ({ as }) => {
  const page = await as('sbarrios', '/parametros/cierre-de-sesion-por-inactividad')
  await page
    .getByRole('row', { name: /Jefatura/ })
    .getByRole('link', { name: 'Dar valor propio' })
    .click()
  const minutes = page.getByRole('textbox', { name: 'Minutos sin actividad' })
  await minutes.fill('0')
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Acuerdo de seguridad de noviembre')
  await page.getByRole('button', { name: 'Guardar los cambios' }).click()
  await expect(minutes).toHaveAttribute('aria-invalid', 'true')
  await minutes.fill('45')
  await expect(page.getByText(/Cambia para \d+ personas/)).toBeVisible()
  await page.getByRole('button', { name: 'Guardar los cambios' }).click()
  await expect(page.getByText('Valor de Jefatura de área: 45 minutos')).toBeVisible()
  await page.goto('/parametros/expiracion-de-contraseñas')
  await page
    .getByRole('row', { name: /Analista/ })
    .getByRole('link', { name: 'Dar valor propio' })
    .click()
  await page.getByRole('textbox', { name: 'Días hasta que vence' }).fill('90')
  await expect(page.getByText(/Cambia para \d+ personas/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Días hasta que vence' }).fill('366')
  await expect(page.getByText(/365/).first()).toBeVisible()
})
