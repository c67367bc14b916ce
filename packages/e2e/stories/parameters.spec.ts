import { hands } from '../support/keyboard.ts'
import { expect, test } from '../support/test.ts'

test('a shorter session of one role says whom it hits, contradicts nothing, and stands in the history', async ({ as }) => {
  const page = await as('sbarrios', '/parametros/tiempo-en-sesion')
  await page
    .getByRole('row', { name: /Gerencia/ })
    .getByRole('link', { name: 'Dar valor propio' })
    .click()
  const minutes = page.getByRole('textbox', { name: 'Tiempo en sesión' })
  await minutes.fill('30')
  await expect(page.getByText('El tiempo de sesión no puede ser menor que la inactividad (60 min).')).toBeVisible()
  await minutes.fill('120')
  await expect(page.getByText(/Cambia para \d+ persona/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Acuerdo de seguridad de noviembre')
  await page.getByRole('button', { name: 'Guardar los cambios' }).click()
  await expect(page.getByText('Valor de Gerencia: 120 minutos')).toBeVisible()
  const row = page.getByRole('table', { name: 'Historial' }).getByRole('row', { name: /Gerencia/ })
  await expect(row).toContainText('Acuerdo de seguridad de noviembre')
})

test('a sub-state has a colour that reads in light and dark; an alert that reaches nobody is not saved', async ({ as }) => {
  const page = await as('sbarrios', '/parametros/estados-de-analisis/crear?categoria=RECHAZADO')
  await page.getByRole('textbox', { name: 'Nombre en español' }).fill('Falta el anexo')
  await page.getByRole('textbox', { name: 'Nombre en inglés' }).fill('Annex missing')
  await page.getByRole('textbox', { name: 'Código' }).fill('FALTA_ANEXO')
  const color = page.getByRole('textbox', { name: 'Color', exact: true })
  await color.fill('#ffcc00')
  await page.getByRole('button', { name: 'Crear subestado' }).click()
  await expect(page.getByText('No se lee sobre blanco: el contraste debe ser 4,5 o más.')).toBeVisible()
  await color.fill('#9a4a00')
  await page.getByRole('button', { name: 'Crear subestado' }).click()
  const rejected = page.getByRole('region', { name: 'Rechazado' })
  await expect(rejected.getByText('Falta el anexo')).toBeVisible()
  await test.step('it changes places with the one before, by keyboard, and stays', async () => {
    const order = () => rejected.getByRole('article').getByRole('link').allTextContents()
    const [system, first, second] = await order()
    expect([first, second]).toContain('Falta el anexo')
    const { press, pick } = hands(page)
    await press(page.getByRole('button', { name: `Más acciones de ${second}` }))
    await pick('Subir')
    await expect.poll(order).toEqual([system, second, first])
    await page.reload()
    await expect.poll(order).toEqual([system, second, first])
  })

  await page.goto('/parametros/alertas')
  await page.getByRole('button', { name: /^A quién:/ }).click()
  await page.getByRole('checkbox', { name: 'quien tiene que actuar' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Elija al menos un destinatario.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Descartar' }).click()
})

test('a missing exchange rate is named and added in its place, a file is looked at first, and statistics convert on request', async ({
  as,
}) => {
  const manager = await as('hvillalobos', '/home?convertido=grupo')
  await expect(manager.getByRole('heading', { name: /^Mayores diferencias, convertidas a USD/ })).toBeVisible()
  await expect(manager.getByText(/1 BRL = 0,1861 USD/)).toBeVisible()
  // Nothing that differs is in pesos of Colombia, so nothing is left out; their rate is not there all the same.
  await expect(manager.getByText(/1 COP = /)).toHaveCount(0)
  const administrator = await as('sbarrios', '/estadisticas?convertido=grupo')
  await expect(administrator.getByRole('heading', { name: 'Diferencias por rubro, convertidas a USD' })).toBeVisible()

  const page = await as('bmontoya', '/parametros/tipos-de-cambio')
  await expect(page.getByText(/^Falta 1 tipo de cambio de una moneda en uso: COP en /)).toBeVisible()
  const cell = page.getByRole('button', { name: /^COP en .*: Falta$/ })
  const [month] = (await cell.getAttribute('data-cell'))!.split(' ')
  await page.getByRole('button', { name: 'Importar' }).click()
  const drawer = page.getByRole('dialog', { name: 'Importar tipos de cambio' })
  await drawer.locator('input[type=file]').setInputFiles({
    name: 'tipos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Período;Moneda;Tipo de cambio;Fecha', `${month};COP;cero;hoy`, `${month};ZZZ;0,5;hoy`].join('\r\n')),
  })
  await expect(drawer.getByRole('row', { name: /COP.*«cero» no es un tipo de cambio/ })).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Importar', exact: true })).toBeDisabled()
  await drawer.getByRole('button', { name: 'Cancelar' }).click()

  await cell.press('Enter')
  const rate = page.getByRole('textbox', { name: '1 COP equivale a' })
  await expect(rate).toBeFocused()
  await rate.fill('1.234')
  await rate.press('Enter')
  await expect(page.getByText('Escriba un número mayor que cero, sin separador de miles.').first()).toBeVisible()
  await rate.fill('0,0002448')
  await rate.press('Enter')
  await expect(page.getByText('Todas las monedas en uso tienen su tipo de cambio.')).toBeVisible()

  await manager.goto('/home?convertido=grupo')
  await expect(manager.getByText(/1 COP = 0,0002448 USD/)).toBeVisible()
  await expect(manager.getByText(/Fuera de lo convertido/)).toHaveCount(0)
})

test('the simulator of materiality tells the errors of closed periods that a higher threshold would have let pass', async ({ as }) => {
  const page = await as('sbarrios', '/parametros/materialidad')
  await page
    .getByRole('row', { name: /Brasil/ })
    .first()
    .getByRole('link', { name: 'Actualizar' })
    .click()
  await page.getByRole('combobox', { name: 'Rige desde' }).selectOption({ index: 1 })
  await page.getByRole('textbox', { name: 'Monto' }).fill('9000000000')
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Acuerdo del comité de noviembre')
  await page.getByRole('button', { name: /^Ver el impacto/ }).click()
  const missed = page.getByRole('region', { name: 'Habrían pasado' })
  await expect(missed).toContainText(/BRL/)
  await expect(page.getByRole('table', { name: 'Habrían pasado' }).getByRole('row').nth(1)).toContainText(/→/)
})

test('on the list a threshold is simulated with other figures, which go along to the change; by keyboard', async ({ as }) => {
  const page = await as('sbarrios', '/parametros/materialidad')
  await page
    .getByRole('row', { name: /Brasil/ })
    .first()
    .getByRole('link', { name: 'Simular' })
    .press('Enter')
  const amount = page.getByRole('textbox', { name: 'Monto' })
  await expect(amount).toBeFocused()
  await expect(page.getByRole('region', { name: 'Los habría captado' })).toBeVisible()
  await amount.fill('0')
  await amount.press('Enter')
  await expect(page.getByText('Escriba un monto mayor que cero.')).toBeVisible()
  await amount.fill('9000000000')
  await amount.press('Enter')
  await expect(page.getByRole('table', { name: 'Habrían pasado' }).getByRole('row').nth(1)).toContainText(/→/)
  await page.getByRole('link', { name: 'Actualizar con estas cifras' }).press('Enter')
  await expect(page).toHaveURL(/materialidad\/\d+\/actualizar/)
  await expect(amount).toHaveValue('9.000.000.000,00')
})
