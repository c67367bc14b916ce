import type { Locator } from '@playwright/test'
import { expect, test } from '../support/test.ts'

test('an account is created, assigned, handed over after a look at what it does, and given back', async ({ as }) => {
  const page = await as('bmontoya', '/cuentas')
  const main = page.getByRole('main')
  const choose = async (where: Locator, field: string, text: string, option: RegExp) => {
    await where.getByRole('combobox', { name: field }).fill(text)
    await page.getByRole('listbox').getByRole('option', { name: option }).click()
  }
  await test.step('created without an analyst, it waits among those not assigned', async () => {
    await page.getByRole('link', { name: 'Crear cuenta' }).click()
    await choose(main, 'Negocio', 'votor', /Votorantim/i)
    await page.getByRole('textbox', { name: 'Cuenta', exact: true }).fill('9.9.1')
    await page.getByRole('textbox', { name: 'Nombre' }).fill('Fondo fijo de la sucursal')
    await page.getByRole('button', { name: /^Crear cuenta/ }).click()
    await page.waitForURL('**/cuentas?statusId=1')
  })
  const row = page.getByRole('row', { name: /Fondo fijo de la sucursal/ })
  await test.step('assigned from its row', async () => {
    await page.getByRole('searchbox', { name: 'Cuenta o nombre' }).fill('9.9.1')
    await row.getByRole('button', { name: /^Asignar/ }).click()
    const drawer = page.getByRole('dialog')
    await choose(drawer, 'Analista', 'rodrigo', /Rodrigo Peña Villar/)
    await drawer.getByRole('combobox', { name: /^Departamento/ }).selectOption({ label: 'Contabilidad financiera' })
    await drawer.getByRole('button', { name: /^Asignar 1/ }).click()
    await expect(page.getByText('1 cuenta asignada')).toBeVisible()
  })
  await test.step('to somebody else, by its code: shown first, then made', async () => {
    await page.goto('/cuentas/traspaso-masivo')
    await choose(main, 'Entrega las cuentas', 'rodrigo', /Rodrigo Peña Villar/)
    await choose(main, 'Recibe las cuentas', 'ferreyra', /Lucía Ferreyra Sosa/)
    await page.getByRole('button', { name: /^Elegir las cuentas/ }).click()
    await page.getByText('Por código o archivo').click()
    await page.getByRole('textbox', { name: /^Códigos de cuenta/ }).fill('9.9.1')
    await page.getByRole('button', { name: 'Buscar las cuentas' }).click()
    await page.getByRole('button', { name: 'Revisar 1 cuenta' }).click()
    await expect(page.getByText(/^1 cuenta pasa de Rodrigo Peña Villar a Lucía Ferreyra Sosa como analista/)).toBeVisible()
    await page.getByRole('textbox', { name: 'Motivo' }).fill('Vacaciones de Rodrigo')
    await page.getByRole('button', { name: 'Traspasar 1 cuenta' }).click()
    await expect(page.getByText('1 cuenta traspasada a Lucía Ferreyra Sosa.')).toBeVisible()
  })
  await test.step('taken back', async () => {
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await page.getByRole('button', { name: 'Devolver 1 cuenta' }).click()
    await expect(page.getByText('Las cuentas volvieron a Rodrigo Peña Villar.')).toBeVisible()
  })
  await test.step('its history has a line for each of the three changes', async () => {
    await page.goto('/cuentas?buscar=9.9.1')
    await row.getByText('Fondo fijo de la sucursal').click()
    await page.getByRole('link', { name: 'Asignaciones' }).click()
    const changes = page.getByRole('table', { name: 'Asignaciones' }).locator('tbody').getByRole('row')
    await expect(changes).toHaveText([
      /Lucía Ferreyra Sosa.*Rodrigo Peña Villar/,
      /Rodrigo Peña Villar.*Lucía Ferreyra Sosa.*Vacaciones de Rodrigo/,
      /nadie.*Rodrigo Peña Villar/,
    ])
  })
})

test('a chart of accounts is taken over from a file, and a second time there is nothing left to do', async ({ as }) => {
  const page = await as('bmontoya', '/cuentas')
  const chart = '"code","name","name@es"\r\n"995001","Escrow","Depósito en garantía"\r\n"995002","Reserve","Reserva"\r\n"","No code",""\r\n'
  const look = async () => {
    await page.goto('/cuentas/crear')
    await page.getByRole('link', { name: 'Un plan de cuentas' }).click()
    await page.locator('input[type=file]').setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(chart) })
    await expect(page.getByText('Diga de qué negocio son las cuentas.')).toBeVisible()
    await page.getByRole('main').getByRole('combobox', { name: 'Negocio' }).selectOption({ label: 'SAFRA' })
  }
  await look()
  await expect(page.getByRole('table', { name: 'plan.csv' }).getByRole('row', { name: /No code/ })).toContainText('No tiene código.')
  await page.getByRole('button', { name: 'Crear 2 cuentas' }).click()
  await page.waitForURL('**/cuentas?statusId=1')
  await page.getByRole('searchbox', { name: 'Cuenta o nombre' }).fill('995001')
  await expect(page.getByRole('row', { name: /Depósito en garantía/ })).toBeVisible()
  await look()
  await expect(page.getByText('No hay nada que crear')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Crear', exact: true })).toBeDisabled()
})
