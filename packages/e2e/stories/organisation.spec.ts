import { NO_IMAGE, PNG } from '../support/files.ts'
import { accessible, arrived, inTheme, looksRight, PHONE, resize, WIDE } from '../support/looks.ts'
import { apiOf, expect, test } from '../support/test.ts'

test('a business with its image, a department with its head: what somebody else saved meanwhile is taken over, and all of it is kept', async ({
  as,
}) => {
  const page = await as('sbarrios', '/negocios')
  const main = page.getByRole('main')
  const api = await apiOf(page)
  await test.step('what is no image is refused before anything is created', async () => {
    await page.getByRole('link', { name: 'Crear negocio' }).click()
    await main.getByRole('textbox', { name: 'Negocio' }).fill('Banco del Sur')
    await main.getByRole('combobox', { name: 'País' }).selectOption({ label: 'Brasil' })
    const image = main.locator('input[type="file"]')
    await image.setInputFiles(NO_IMAGE)
    await page.getByRole('button', { name: 'Crear negocio' }).click()
    await expect(main.getByText('Error al procesar imagen').first()).toBeVisible()
    await expect(page).toHaveURL(/\/negocios\/crear$/)
    await image.setInputFiles(PNG)
    await page.getByRole('button', { name: 'Crear negocio' }).click()
    await page.waitForURL(/\/negocios(\?.*)?$/)
  })
  await page.goto('/negocios?vista=mosaico&buscar=banco+del+sur')
  const tile = page.getByRole('link', { name: /Banco del Sur/ })
  await expect(tile.locator('img')).toBeVisible()
  await tile.click()

  await test.step('two change it at once: their field comes in, the disputed one is the user’s to choose', async () => {
    const id = Number(/negocios\/(\d+)\//.exec(page.url())![1])
    const name = main.getByRole('textbox', { name: 'Negocio' })
    await expect(name).toHaveValue('Banco del Sur')
    await api('PATCH', `/business/${id}`, { NEGOCIO: 'Banco Austral', CODIGO: 'BA-1' })
    await name.fill('Banco del Sur S.A.')
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    await expect(main.getByText('Otra persona, o usted en otra ventana, guardó cambios mientras usted editaba.')).toBeVisible()
    await expect(main.getByRole('textbox', { name: 'Código' })).toHaveValue('BA-1')
    await expect(main.getByText('Negocio: Banco Austral')).toBeVisible()
    await expect(name).toHaveValue('Banco del Sur S.A.')
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    await page.waitForURL(/\/negocios(\?.*)?$/)
    await page.goto(`/negocios/${id}/actualizar?ver=cambios`)
    await expect(page.getByRole('row').filter({ hasText: 'Banco Austral' }).first()).toContainText('Banco del Sur S.A.')
  })

  await test.step('its calendar is that of its country, and the way to it is there', async () => {
    const { data } = await api('GET', '/business?countryId=1&limit=1')
    const [{ ID_NEGOCIO, ID_PAIS }] = data
    const { HORA_CORTE, FERIADOS } = await api('GET', `/calendar/${ID_PAIS}`)
    const year = new Date().getFullYear()
    const holidays = FERIADOS.filter(({ FECHA }: { FECHA: string }) => FECHA.startsWith(String(year))).length
    await page.goto(`/negocios/${ID_NEGOCIO}/actualizar`)
    await expect(main.getByText(`Se trabaja lunes, martes, miércoles, jueves y viernes, hasta las ${HORA_CORTE}:00`)).toBeVisible()
    await expect(main.getByText(`${holidays} feriados en ${year}.`)).toBeVisible()
    await main.getByRole('link', { name: 'Ver su calendario y sus plazos' }).click()
    await expect(page).toHaveURL(new RegExp(`/parametros/calendario\\?pais=${ID_PAIS}&negocio=${ID_NEGOCIO}`))
  })

  await test.step('a new head is announced before it is saved, and the tree shows it', async () => {
    await page.goto('/departamentos?vista=arbol')
    await page.getByRole('searchbox', { name: 'Nombre, código o responsable' }).fill('tesorería')
    const node = page.getByRole('row').filter({ hasText: 'Tesorería' }).first()
    await expect(node).toContainText('Verónica Lagos Fuentes')
    await node.getByRole('link', { name: 'Tesorería' }).click()
    await main.getByRole('combobox', { name: 'Jefe' }).fill('Marcela')
    await page.getByRole('option', { name: /Marcela Duarte/ }).click()
    await expect(main.getByText('la nueva jefatura verá y decidirá lo que está abierto')).toBeVisible()
    await main.getByRole('switch', { name: 'Activo' }).click()
    await expect(main.getByRole('link', { name: /cuentas? activas?/ })).toBeVisible()
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    // Accounts keep it active; nothing of what was typed is lost.
    await expect(main.getByRole('alert')).toBeVisible()
    await main.getByRole('switch', { name: 'Activo' }).click()
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    await page.waitForURL(/\/departamentos(\?.*)?$/)
  })
})

test('the organisation from a file, in English and by keyboard: looked at first, then exactly that', async ({ as }) => {
  test.skip(!process.env.EVERY_LOOK, 'in .ci/run')
  const page = await as('sbarrios', '/departamentos?vista=arbol')
  const api = await apiOf(page)
  await api('POST', '/me/locale', { locale: 'en' })
  await page.reload()
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Import the organisation' })
  // Columns without headings that are known: the institution, its section, the name.
  const content = '#Institution,Section,Name\n9;;Harbour Authority\n9;01;Docks\n9;02;Pilots\n8;01;Nobody'
  await panel.locator('input[type="file"]').setInputFiles({ name: 'units.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await expect(panel.getByText('The columns are not recognised')).toBeVisible()
  for (const [at, key] of ['Business code', 'Department code', 'Unit'].entries()) {
    await panel.locator('.import-columns select').nth(at).focus()
    await page.keyboard.type(key)
    await page.keyboard.press('Tab')
  }
  await expect(panel.getByText('choose one for the rows that do not say it').first()).toBeVisible()
  await panel.getByRole('combobox', { name: 'Country of rows that name none' }).focus()
  await page.keyboard.type('Brasil')
  await expect(panel.getByText('1 business, 2 departments')).toBeVisible()
  await expect(panel.getByText('row 5: There is no business with the code 8 in the country.')).toBeVisible()
  await panel.getByRole('button', { name: 'Import 3 rows' }).press('Enter')
  await expect(page.getByText('3 rows imported')).toBeVisible()
  await page.getByRole('searchbox', { name: /Name, code/ }).fill('harbour')
  await expect(page.getByRole('row').filter({ hasText: 'Pilots' })).toBeVisible()
  await api('POST', '/me/locale', { locale: 'es' })
})

test('headings are written in the row, moved by keys, taken back, and pasted from a sheet', async ({ as }) => {
  const page = await as('bmontoya', '/rubros')
  const rows = page.getByRole('grid', { name: 'Rubros' })
  await test.step('pasted rows are looked at first; what is wrong is left out, nothing is removed', async () => {
    await page.getByRole('button', { name: 'Importar' }).click()
    const panel = page.getByRole('dialog', { name: 'Importar rubros' })
    await panel
      .getByRole('textbox', { name: /O péguelo de una hoja/ })
      .fill('X1\tCartera de prueba\nX11\tPréstamos\nX12\tAnticipos\nX12\tRepetido')
    await panel.getByRole('button', { name: 'Revisar' }).click()
    await expect(panel.getByText('fila 4: El código está más de una vez en el archivo.')).toBeVisible()
    await panel.getByRole('button', { name: 'Importar 2' }).click()
    await expect(page.getByText('2 rubros importados')).toBeVisible()
  })
  await page.getByRole('searchbox', { name: 'Código o nombre' }).fill('X1')
  await expect(rows.getByRole('row').filter({ hasText: 'Disponible' })).toHaveCount(0)
  await test.step('a name is written in its row', async () => {
    await rows.getByRole('row').filter({ hasText: 'Préstamos' }).getByText('Préstamos').click()
    const name = rows.getByRole('textbox', { name: 'Nombre' })
    await name.fill('Préstamos al personal')
    await name.press('Enter')
    await expect(page.getByText('Préstamos al personal guardado')).toBeVisible()
  })
  await test.step('a key takes it to the top, and back; a place within itself is not offered', async () => {
    await rows.focus()
    await rows.press('End')
    await rows.press('Alt+ArrowLeft')
    await expect(page.getByText('X11 Préstamos al personal está ahora en Primer nivel')).toBeVisible()
    await page.getByRole('button', { name: 'Deshacer' }).last().click()
    await expect(page.getByText('en Primer nivel').last()).toBeHidden({ timeout: 15_000 })
    await rows.focus()
    await rows.press('Home')
    await rows.press('m')
    const dialog = page.getByRole('dialog', { name: /Mover «X1 / })
    await dialog.getByRole('combobox', { name: 'Dentro de' }).fill('X11')
    await expect(dialog.getByRole('option')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })
})

test('a field of a template that has no cell is told; a click on a cell places it, and the draft is published with who gets it', async ({
  as,
}) => {
  const page = await as('bmontoya', '/plantillas')
  await page.getByRole('row').filter({ hasText: 'Conciliación de existencias' }).click()
  const cells = page.getByRole('complementary', { name: 'Celdas con nombre' })
  await cells.getByRole('button', { name: /NOMBRE_CUENTA/ }).click()
  await cells.getByRole('textbox', { name: 'Celda de NOMBRE_CUENTA' }).fill('NO_HAY')
  await cells.getByRole('button', { name: 'Usar' }).click()
  await expect(cells.getByText('NOMBRE_CUENTA: el libro no tiene su celda')).toBeVisible()
  await cells.getByRole('button', { name: /NOMBRE_CUENTA/ }).click()
  await page.locator('td[data-cell="C5"]').click()
  await expect(cells.getByRole('button', { name: /NOMBRE_CUENTA/ })).toContainText('Análisis!C5')
  await page.getByRole('button', { name: 'Publicar la versión 3' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(/recibe/)
  await question.getByRole('button', { name: 'Publicar' }).click()
  await expect(page.getByText('Conciliación de existencias publicada')).toBeVisible()
})

test.describe('every look', () => {
  test.skip(!process.env.EVERY_LOOK, 'in .ci/run')
  const PATHS = [
    '/negocios',
    '/departamentos?vista=arbol',
    '/subgerencias',
    '/rubros',
    '/plantillas',
    '/departamentos/1/actualizar',
    '/rubros?importar=1',
    '/rubros/1/actualizar',
    '/plantillas?plantilla=1',
  ] as const
  test('each screen at three widths, light and dark, in reach of everybody', async ({ as }) => {
    test.setTimeout(120_000)
    const page = await as('sbarrios', '/negocios')
    for (const path of PATHS) {
      await page.goto(path)
      await arrived(page)
      for (const size of [WIDE, { width: 1100, height: 800 }, PHONE]) {
        await resize(page, size)
        await looksRight(page, path, 'es')
      }
      await accessible(page, path)
      await inTheme(page, 'dark')
      await accessible(page, path, { again: true })
      await page.setViewportSize(WIDE)
    }
  })
})
