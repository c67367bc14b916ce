import { apiOf, expect, test } from '../support/test.ts'

test('a country is created, found, and changed', async ({ as }) => {
  const page = await as('bmontoya', '/paises')
  await page.getByRole('link', { name: 'Crear país' }).click()
  await page.waitForURL('**/paises/crear')
  const [name, iso, currency] = ['País', 'Código ISO', 'Moneda'].map((label) => page.getByRole('textbox', { name: label, exact: true }))
  await name!.fill('Paraguay')
  await iso!.fill('p1')
  await currency!.fill('pyg')
  await page.getByRole('button', { name: 'Crear país' }).click()
  await test.step('the wrong field is said and has the focus; the rest stays as typed', async () => {
    await expect(page.getByText('Escriba las dos letras del código.')).toBeVisible()
    await expect(iso!).toBeFocused()
    await expect(name!).toHaveValue('Paraguay')
  })
  await test.step('a code that is taken is refused by the server, at its field', async () => {
    await iso!.fill('br')
    await page.getByRole('button', { name: 'Crear país' }).click()
    await expect(name!).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('Ya hay un país con ese nombre o código.')).toBeVisible()
    await expect(page).toHaveURL(/\/paises\/crear$/)
  })
  await iso!.fill('py')
  await page.getByRole('button', { name: 'Crear país' }).click()
  await page.waitForURL('**/paises')
  await expect(page.getByText('Paraguay creado')).toBeVisible()

  const search = page.getByRole('searchbox', { name: 'País o código' })
  await search.fill('para')
  const row = page.getByRole('row', { name: /Paraguay/ })
  await expect(row.getByRole('gridcell')).toHaveText(['Paraguay', 'PY', 'PYG', '—', '0', 'Activo', 'Actualizar'])
  await expect(page.getByRole('row', { name: /Brasil/ })).toHaveCount(0)
  await row.getByRole('link', { name: 'Actualizar' }).click()
  await expect(page.getByRole('heading', { name: 'Paraguay', level: 1 })).toBeVisible()
  await name!.fill('República del Paraguay')
  await page.getByRole('combobox', { name: 'Encargado' }).fill('Verónica')
  await page.getByRole('option', { name: /Verónica Lagos/ }).click()
  await page.getByRole('switch', { name: 'Activo' }).click()
  await page.getByRole('button', { name: 'Guardar los cambios' }).click()
  await page.waitForURL(/\/paises(\?.*)?$/)
  await expect(page.getByText('República del Paraguay guardado')).toBeVisible()
  await page.goto('/paises')
  await expect(page.getByRole('row', { name: /República del Paraguay/ }).getByRole('gridcell')).toHaveText([
    'República del Paraguay',
    'PY',
    'PYG',
    'Verónica Lagos Fuentes',
    '0',
    'Inactivo',
    'Actualizar',
  ])
})

test('unsaved work is not lost by a slip', async ({ as }) => {
  const page = await as('bmontoya')
  await page.getByRole('link', { name: 'Países' }).click()
  await page.getByRole('link', { name: 'Crear país' }).click()
  await page.getByRole('textbox', { name: 'País', exact: true }).fill('Bolivia')
  await expect(page.getByText('Cambios sin guardar')).toBeVisible()
  await page.getByRole('link', { name: 'Usuarios' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Salir sin guardar?' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL(/\/paises\/crear$/)
  await expect(page.getByRole('textbox', { name: 'País', exact: true })).toHaveValue('Bolivia')
  await page.goBack()
  await question.getByRole('button', { name: 'Salir sin guardar' }).click()
  await page.waitForURL('**/paises')
})

test('the session time is changed with a reason, and refused out of its range', async ({ as }) => {
  const page = await as('bmontoya', '/parametros/tiempo-en-sesion')
  // Another story may have given a role a time of its own.
  const row = page.getByRole('grid', { name: 'Tiempo en sesión' }).getByRole('row', { name: /Todos los roles/ })
  await row.getByRole('link', { name: 'Actualizar' }).click()
  const minutes = page.getByRole('textbox', { name: 'Tiempo en sesión' })
  const reason = page.getByRole('textbox', { name: 'Motivo' })
  const save = page.getByRole('button', { name: 'Guardar los cambios' })
  await expect(minutes).toHaveValue('480')
  await minutes.fill('1441')
  await reason.fill('Jornada de cierre')
  await save.click()
  await expect(minutes).toHaveAttribute('aria-invalid', 'true')
  await expect(minutes).toBeFocused()
  await expect(page).toHaveURL(/\/actualizar$/)
  await minutes.fill('600')
  await reason.fill('Corto')
  await save.click()
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await reason.fill('Jornada de cierre de fin de año')
  await save.click()
  await page.waitForURL('**/parametros/tiempo-en-sesion')
  await expect(page.getByText('El tiempo en sesión es ahora de 600 minutos')).toBeVisible()
  await expect(row.getByRole('gridcell').nth(1)).toHaveText('600')
  await expect(row).toContainText('Beatriz Montoya Ríos')
  await expect(row).toContainText('Jornada de cierre de fin de año')
})

test('a threshold is confirmed as its impact was seen: another one saved meanwhile refuses it, then one analysis more is critical', async ({
  as,
}) => {
  const page = await as('bmontoya', '/parametros/materialidad')
  const api = await apiOf(page)
  const unsent = (of: string) => api('GET', `/analysis/control?bandeja=sin_enviar&limit=2&materialidad=${of}`)
  const { total: critical } = await unsent('critica')
  const [chosen, other] = (await unsent('menor')).data as { COD_CUENTA: number; CUENTA: string; NOMBRE_CUENTA: string; NEGOCIO: string }[]

  await page.getByRole('link', { name: 'Crear umbral' }).click()
  const main = page.getByRole('main')
  await main.getByRole('combobox', { name: 'Alcance' }).selectOption({ label: 'Cuenta' })
  await main.getByRole('combobox', { name: 'Cuenta', exact: true }).fill(chosen!.CUENTA)
  await page.getByRole('option').filter({ hasText: chosen!.CUENTA }).filter({ hasText: chosen!.NEGOCIO }).click()
  await main.getByRole('combobox', { name: 'Rige desde' }).selectOption({ index: 1 })
  await main.getByRole('combobox', { name: 'Mide por' }).selectOption({ label: 'Solo monto' })
  await main.getByRole('textbox', { name: 'Monto' }).fill('0,01')
  await main.getByRole('textbox', { name: 'Motivo' }).fill('Cuenta en revisión especial')
  await page.getByRole('button', { name: 'Ver el impacto' }).click()
  await expect(page.getByRole('heading', { name: 'Revise el impacto del umbral' })).toBeFocused()
  const row = page.getByRole('table', { name: 'Pasan a ser materiales' }).getByRole('row', { name: chosen!.CUENTA })
  await expect(row).toContainText('Menor → Crítica')
  await expect(row).toContainText('Exige comentario · Se aprueba uno a uno')
  await expect(page.getByText('De haber regido siempre')).toBeVisible()

  await test.step('somebody else saves another threshold: nothing is kept, and it is said whose', async () => {
    const body = {
      ALCANCE: 'CUENTA',
      ALCANCE_ID: other!.COD_CUENTA,
      BASE: 'MONTO',
      MONTO: '500.00',
      VIGENTE_DESDE: '2099-01',
      motivo: 'Otra cuenta, más adelante',
    }
    const { impacto } = await api('POST', '/threshold', { ...body, simular: true })
    await api('POST', '/threshold', { ...body, huella: impacto.huella })
    await page.getByRole('button', { name: 'Confirmar el cambio' }).click()
    await expect(page.getByRole('alert')).toContainText(
      `No se guardó nada. Beatriz Montoya Ríos guardó desde la revisión el umbral de ${other!.CUENTA}`,
    )
    expect((await unsent('critica')).total).toBe(critical)
  })
  await page.getByRole('button', { name: 'Confirmar el cambio' }).click()
  await expect(page.getByText('Umbral guardado: 1 análisis cambió de clase')).toBeVisible()
  expect((await unsent('critica')).total).toBe(critical + 1)
  await page
    .getByRole('row', { name: new RegExp(chosen!.CUENTA) })
    .getByText('Solo monto')
    .click()
  await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Cuenta en revisión especial' })).toContainText(
    '1 análisis reclasificado',
  )
})

test('a question is written, found by a word of its answer, read by others in their language, and removed', async ({ as }) => {
  const page = await as('bmontoya', '/faq')
  await page.getByRole('button', { name: 'Escribir pregunta' }).click()
  const form = page.getByRole('region', { name: 'Escribir pregunta' })
  await form.getByRole('combobox', { name: 'Categoría' }).selectOption({ label: 'Períodos y cierre' })
  const spanish = form.getByRole('region', { name: 'Español' })
  const english = form.getByRole('region', { name: 'English' })
  await spanish.getByRole('textbox', { name: 'Pregunta' }).fill('¿Qué hago con un asiento tardío?')
  await spanish.getByRole('textbox', { name: 'Respuesta' }).fill('Regístrelo como murciélago contable del mes siguiente.')
  await english.getByRole('textbox', { name: 'Pregunta' }).fill('What do I do with a late entry?')
  await form.getByRole('button', { name: 'Guardar los cambios' }).click()
  await test.step('a language left out is asked for', async () => {
    await expect(english.getByRole('textbox', { name: 'Respuesta' })).toBeFocused()
  })
  await english.getByRole('textbox', { name: 'Respuesta' }).fill('Book it in the month that follows.')
  await form.getByRole('button', { name: 'Guardar los cambios' }).click()
  await expect(page.getByText('Pregunta publicada')).toBeVisible()
  await expect(form).toHaveCount(0)

  await test.step('an analyst finds it by a word of the answer, accents left out, and cannot change it', async () => {
    const reader = await as('rpena', '/faq')
    await reader.getByRole('searchbox').fill('murcielago')
    await expect(reader.getByText('¿Qué hago con un asiento tardío?')).toBeVisible()
    await expect(reader.getByText('Regístrelo como murciélago contable')).toBeVisible()
    await expect(reader.locator('details')).toHaveCount(1)
    await expect(reader.getByRole('button', { name: 'Actualizar' })).toHaveCount(0)
    await expect(reader.getByRole('button', { name: 'Escribir pregunta' })).toHaveCount(0)
  })
  const list = page.getByRole('navigation', { name: 'Preguntas frecuentes' })
  await page.getByRole('searchbox').fill('asiento tardío')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('button', { name: /asiento tardío/ }).click()
  await page.getByRole('button', { name: 'Más de esta pregunta' }).click()
  await page.getByRole('menuitem', { name: 'Eliminar la pregunta' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar la pregunta' }).click()
  await expect(page.getByText('Pregunta eliminada')).toBeVisible()
  await expect(page.getByText('Ninguna pregunta contiene esas palabras')).toBeVisible()
})
