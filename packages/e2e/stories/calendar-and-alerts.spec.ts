import { expect, test } from '../support/test.ts'

test('deadlines of a business stand in its country’s year; an order that cannot be is refused where it is', async ({ as }) => {
  const page = await as('sbarrios', '/parametros/calendario')
  await page.getByRole('button', { name: 'Plazos propios de un negocio' }).click()
  const drawer = page.getByRole('dialog', { name: /Plazos en días hábiles/ })
  await drawer.getByRole('combobox', { name: 'Negocio' }).selectOption({ label: 'ITAU' })
  const day = (role: string) => drawer.getByRole('textbox', { name: `${role}: día hábil` })
  await day('Analista').fill('7')
  await drawer.getByRole('textbox', { name: 'Motivo' }).fill('Itaú recibe sus extractos más tarde')
  await drawer.getByRole('button', { name: 'Ver el impacto' }).click()
  const question = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Guardar y mover los plazos' }) })
  await expect(
    question
      .getByRole('alert')
      .or(question.getByText(/antes|orden/i))
      .first(),
  ).toBeVisible()
  await question.getByRole('button', { name: 'Volver' }).click()
  for (const [role, of] of [
    ['Jefatura', '8'],
    ['Control', '9'],
    ['Cierre', '10'],
  ] as const)
    await day(role).fill(of)
  await drawer.getByRole('button', { name: 'Ver el impacto' }).click()
  await question.getByRole('button', { name: 'Guardar y mover los plazos' }).click()
  await expect(page.getByText('Plazos guardados')).toBeVisible()
  await expect(page.getByRole('row', { name: /ITAU/ })).toContainText('DH 7')
})

test('an overdue rule knows the hours of a state; what it sent is counted, a mail that failed is found, and it is heard or not by oneself', async ({
  as,
}) => {
  const page = await as('sbarrios', '/parametros/alertas')
  const rule = (name: string) => page.getByRole('button', { name: new RegExp(name) })
  await rule('Vencidos, cada día hábil').click()
  const line = page.getByRole('region', { name: 'Qué pasaría con un análisis' })
  await expect(line).toContainText(/«.+» tiene \d+ horas hábiles, hasta el/)
  await expect(line.getByRole('listitem').filter({ hasText: 'pasaron las horas de su estado' })).toHaveCount(1)
  await expect(line.getByRole('listitem').filter({ hasText: 'primer aviso' })).toHaveCount(1)
  await line.getByRole('button', { name: 'Otro ejemplo' }).click()
  await expect(page.getByRole('region', { name: 'Silencio para mí' }).getByRole('button', { name: 'Silenciar para mí' })).toBeDisabled()

  await rule('Cuentas con saldo y sin analista').click()
  const noise = page.getByRole('region', { name: 'Cuánto ruido hace' })
  await expect(noise).toContainText(/\d+ avisos en 30 días a \d+ personas/)
  await noise.getByRole('link', { name: 'Ver' }).click()
  const log = page.getByRole('dialog', { name: /Registro de envíos/ })
  await expect(log.getByRole('row').filter({ hasText: /fall/i })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Enviarme una prueba' }).click()
  await expect(page.getByText(/^Prueba enviada/)).toBeVisible()
  await page.getByRole('button', { name: 'Silenciar para mí' }).click()
  await page.getByRole('menuitem', { name: 'Una semana' }).click()
  await expect(page.getByText(/Silenciada hasta/)).toBeVisible()
  await page.getByRole('button', { name: 'Volver a oírla' }).click()
  await expect(page.getByRole('button', { name: 'Silenciar para mí' })).toBeEnabled()
})

test('a rule that reaches nobody says so before it is saved', async ({ as }) => {
  const page = await as('sbarrios', '/parametros/alertas')
  await page.getByRole('button', { name: /Cierre próximo/ }).click()
  await expect(page.getByRole('region', { name: 'A quién llegaría hoy' })).toContainText('No llega a nadie')
})
