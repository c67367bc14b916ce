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

test('a role of the corporation’s own is made, renamed and removed; one that people have is not; a second factor names who has none', async ({
  as,
}) => {
  const page = await as('sbarrios', '/parametros/configuracion-de-roles')
  await test.step('before a second factor is compulsory those without one are named', async () => {
    await page
      .getByRole('row', { name: /^Gerencia · del sistema/ })
      .getByRole('link')
      .first()
      .click()
    await page.getByRole('switch', { name: 'Segundo factor propio' }).click({ force: true })
    await page.getByRole('combobox', { name: 'Segundo factor' }).selectOption({ label: 'Obligatorio' })
    await expect(page.getByText(/personas? no tienen? segundo factor: se les? pedirá al entrar/)).toBeVisible()
    await expect(page.getByText('Héctor Villalobos Paz')).toBeVisible()
  })
  await page.goto('/parametros/configuracion-de-roles/crear')
  await page.getByRole('textbox', { name: 'Rol' }).fill('gerencia')
  await page.getByRole('combobox', { name: 'Trabaja como' }).selectOption({ label: 'Gerencia' })
  await page.getByRole('button', { name: 'Crear rol' }).click()
  await expect(page.getByRole('textbox', { name: 'Rol' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'Rol' }).fill('Gerencia regional')
  await page.getByRole('button', { name: 'Crear rol' }).click()
  await expect(page.getByText('Rol Gerencia regional creado')).toBeVisible()
  // Made, it opens with what is set for it; the list knows it.
  await page.locator('main').getByRole('link', { name: 'Configuración de roles' }).click()
  const own = page.getByRole('row', { name: /Gerencia regional/ })
  await own.getByRole('button', { name: 'Más acciones de Gerencia regional' }).click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await page.getByRole('button', { name: 'Eliminar Gerencia regional' }).click()
  await expect(page.getByText('Rol Gerencia regional eliminado')).toBeVisible()
  await expect(own).toHaveCount(0)
})
