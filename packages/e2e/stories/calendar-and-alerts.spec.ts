import { accessible, arrived, inTheme, looksRight } from '../support/looks.ts'
import { expect, test } from '../support/test.ts'

test('the year of a country: its holidays from a list and a file, its deadlines on the same days, the impact and twelve months before saving', async ({
  as,
}) => {
  const year = new Date().getFullYear() + 1
  const page = await as('sbarrios', '/parametros/calendario')
  await page.getByRole('button', { name: 'Año siguiente' }).click()
  const january = page.getByRole('table', { name: `enero ${year}` })
  await expect(
    january.getByRole('button', { name: new RegExp(`plazo de Analista, noviembre|plazo de Analista, diciembre de ${year - 1}`) }),
  ).toHaveCount(1)
  const place = page.getByRole('region', { name: `Calendario de ${year}` })
  // The analyst's fourth working day of January is the 7th at the latest; with days before it off it comes later.
  const before = await january.getByRole('button', { name: /plazo de Analista/ }).textContent()

  await test.step('lines without a day are named and the others taken; a file that is no calendar is refused', async () => {
    await page.getByText('Importar feriados').click()
    await page.getByRole('textbox', { name: 'O pegue una lista' }).fill(`${year}-01-01 Año Nuevo\nsin día\n${year}-01-04;Feriado bancario`)
    await page.getByRole('button', { name: 'Agregar a los feriados' }).click()
    await expect(page.getByText(/Se leyeron 2 feriados; sin día o sin nombre quedaron las líneas 2\./)).toBeVisible()
    const file = page.locator('input[type=file]')
    await file.setInputFiles({ name: 'roto.ics', mimeType: 'text/calendar', buffer: Buffer.from('BEGIN:VCALENDAR\nNADA') })
    await expect(page.getByText('roto.ics no es un calendario que se pueda leer.')).toBeVisible()
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:1',
      `DTSTART;VALUE=DATE:${year}0105`,
      'SUMMARY:Puente',
      'END:VEVENT',
      'END:VCALENDAR',
    ]
    await file.setInputFiles({ name: 'feriados.ics', mimeType: 'text/calendar', buffer: Buffer.from(lines.join('\r\n')) })
    await expect(page.getByText('Se leyó 1 feriado; revíselo antes de guardar.')).toBeVisible()
    await expect(place.getByRole('button', { name: /: Puente/ })).toHaveAttribute('aria-pressed', 'true')
  })
  await test.step('a day that is clicked asks for its name; without a reason nothing is looked at', async () => {
    await january.getByRole('button', { name: /\b0?6 de enero de/ }).click()
    await expect(page.getByText('Falta 1 nombre de feriado.')).toBeVisible()
    await page.getByRole('textbox', { name: `Nombre del feriado del 06-01-${year}` }).fill('Reyes')
    await expect(page.getByRole('button', { name: 'Ver el impacto' })).toBeDisabled()
    await page.getByRole('textbox', { name: 'Motivo' }).fill('Feriados de ley del año que viene')
    await page.getByRole('button', { name: 'Ver el impacto' }).click()
  })
  const dialog = page.getByRole('dialog', { name: 'Calendario de Brasil' })
  const months = dialog.getByRole('table', { name: 'Próximos doce períodos' })
  await expect(months.getByRole('row')).toHaveCount(13)
  const december = months.getByRole('row', { name: new RegExp(`diciembre de ${year - 1}`) })
  await expect(december.getByRole('deletion').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar y mover los plazos' }).click()
  await expect(page.getByText('Calendario de Brasil guardado')).toBeVisible()
  await expect(january.getByRole('button', { name: /plazo de Analista/ })).not.toHaveText(before!)
  await expect(page.getByRole('table', { name: 'Próximos doce períodos' }).getByRole('row')).toHaveCount(13)
})

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
  const noise = page.getByRole('region', { name: 'Cuántos avisos genera' })
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
  await page.getByRole('button', { name: 'Dejar de silenciarla' }).click()
  await expect(page.getByRole('button', { name: 'Silenciar para mí' })).toBeEnabled()
})

test('a rule that reaches nobody says so before it is saved', async ({ as }) => {
  const page = await as('sbarrios', '/parametros/alertas')
  await page.getByRole('button', { name: /Cierre próximo/ }).click()
  await expect(page.getByRole('region', { name: 'A quién llegaría hoy' })).toContainText('No llega a nadie')
})

test('who is on leave is heard for by a substitute: not oneself, not twice, and only until it is taken back', async ({ as }) => {
  const page = await as('sbarrios', '/parametros/alertas')
  await page.getByRole('button', { name: /Cuentas con saldo y sin analista/ }).click()
  // Until it is open, the people beside it are those of the rule that stood here before.
  await expect(page.getByRole('region', { name: 'Cuentas con saldo y sin analista' })).toBeVisible()
  const preview = page.getByRole('region', { name: 'A quién llegaría hoy' })
  const people = preview.getByRole('listitem')
  const away = (await people.first().locator('.medium').textContent())!
  const drawer = page.getByRole('dialog', { name: 'Ausencias' })
  const choose = async (field: string, name: string) => {
    await drawer.getByRole('combobox', { name: field }).fill(name)
    await page.getByRole('option', { name: new RegExp(name) }).click()
  }
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toLocaleDateString('es-CL', { timeZone: 'America/Sao_Paulo' })
  const add = async (who: string, substitute: string) => {
    await choose('Quién se ausenta', who)
    await choose('Suplente', substitute)
    await drawer.getByRole('textbox', { name: 'Desde' }).fill(day(0))
    await drawer.getByRole('textbox', { name: 'Hasta' }).fill(day(3))
    await drawer.getByRole('button', { name: 'Agregar ausencia' }).click()
  }
  await page.getByRole('button', { name: 'Ausencias' }).click()
  await expect(drawer.getByText('Nadie está ausente')).toBeVisible()
  await add(away, away)
  await expect(drawer.getByText('El suplente debe ser otra persona.').first()).toBeVisible()
  await choose('Suplente', 'Elena Soto Bravo')
  await drawer.getByRole('button', { name: 'Agregar ausencia' }).click()
  await expect(drawer.getByRole('listitem').filter({ hasText: away })).toContainText('avisos a Elena Soto Bravo')
  await expect(drawer.getByRole('combobox', { name: 'Quién se ausenta' })).toHaveValue('')
  await add(away, 'Sonia Barrios')
  await expect(drawer.getByText(`${away} ya está ausente entre esos días.`).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sin guardar' }).click()
  await expect(people.filter({ hasText: 'Elena Soto Bravo' })).toContainText(away)
  await page.getByRole('button', { name: 'Ausencias' }).click()
  await drawer.getByRole('button', { name: 'Eliminar' }).press('Enter')
  await expect(drawer.getByText('Nadie está ausente')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(people.filter({ hasText: 'Elena Soto Bravo' }).filter({ hasText: away })).toHaveCount(0)
})

test('an analysis over the hours of its state is marked where it waits, and found by it', async ({ as }) => {
  const page = await as('bmontoya', '/cuentas/analisis?bandeja=por_preparar&fueraDeTiempo=si')
  await expect(page.getByText('Fuera de tiempo').first()).toBeVisible()
  await expect(page.getByText('Espera de un tercero').first()).toBeVisible()
})

test.describe('every look', () => {
  test.skip(!process.env.EVERY_LOOK, 'in .ci/run')

  for (const [width, height] of [
    [1440, 900],
    [1100, 800],
    [390, 844],
  ] as const)
    test(`at ${width} nothing runs over, in both themes`, async ({ as }) => {
      test.setTimeout(180_000)
      const page = await as('sbarrios')
      await page.setViewportSize({ width, height })
      for (const path of [
        '/parametros/tiempo-en-sesion',
        '/parametros/configuracion-de-roles',
        '/parametros/estados-de-analisis',
        '/parametros/alertas?alerta=2',
        '/parametros/calendario',
        '/parametros/materialidad',
        '/parametros/materialidad?simular=2',
        '/parametros/tipos-de-cambio',
      ]) {
        await page.goto(path)
        await arrived(page)
        await looksRight(page, path, 'es')
        for (const theme of ['light', 'dark'] as const) {
          await inTheme(page, theme)
          await accessible(page, `${path} ${theme}`, { again: theme === 'dark' })
        }
      }
    })
})
