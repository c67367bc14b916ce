import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { arrived } from '../support/looks.ts'
import { apiOf, expect, test } from '../support/test.ts'

/** The organisation of Madrid as the city publishes it: a heading parted by commas over cells parted by semicolons. */
const MADRID = readFileSync(new URL('../../server/src/organisation/tree/fixtures/madrid-2015-organica.csv', import.meta.url))
const CSV = (name: string, lines: readonly string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

/** On with the Tab key, as somebody without a mouse does. */
async function tabTo(page: Page, wanted: Locator) {
  const there = () => wanted.evaluate((element) => element === document.activeElement)
  for (let steps = 0; steps < 150 && !(await there()); steps++) await page.keyboard.press('Tab')
  await expect(wanted).toBeFocused()
}

/** The longest time in which the page answered nobody, in milliseconds, from now on. */
async function stillness(page: Page) {
  await page.evaluate(() => {
    const all: number[] = []
    Object.assign(window, { held: all })
    new PerformanceObserver((list) => all.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
  })
  return () => page.evaluate(() => Math.max(0, ...(window as unknown as { held: number[] }).held))
}

test('an organisation as a city publishes it, then one of thousands of rows: looked at, narrowed, imported, and the page never stands still', async ({
  as,
}) => {
  const page = await as('sbarrios', '/departamentos?vista=arbol')
  const panel = page.getByRole('dialog', { name: 'Importar la organización' })
  const make = panel.getByRole('button', { name: /^Importar [\d.]+ filas/ })
  const search = page.getByRole('searchbox', { name: 'Nombre, código o responsable' })
  await test.step('columns without headings are said by the user; businesses and departments follow from the codes', async () => {
    await page.getByRole('button', { name: 'Importar', exact: true }).click()
    await panel.locator('input[type="file"]').setInputFiles({ name: 'clasificacion_organica.csv', mimeType: 'text/csv', buffer: MADRID })
    await expect(panel.getByText('No se reconocen las columnas')).toBeVisible()
    const columns = panel.locator('.import-columns select')
    await columns.nth(0).selectOption({ label: 'Código de negocio' })
    await columns.nth(2).selectOption({ label: 'Código de departamento' })
    await columns.nth(3).selectOption({ label: 'Unidad' })
    await panel.getByRole('combobox', { name: 'País de las filas' }).selectOption({ label: 'Brasil' })
    await expect(panel.getByRole('listitem').filter({ hasText: 'Ayuntamiento de Madrid › Presidencia del Pleno' })).toBeVisible()
    await make.click()
    await expect(page.getByText(/filas importadas/)).toBeVisible()
    await search.fill('presidencia del pleno')
    await expect(page.getByRole('row').filter({ hasText: 'Presidencia del Pleno' }).first()).toContainText('Departamento')
    await search.fill('')
  })
  await test.step('six thousand rows: the refused ones stand first, one is found by its name, the rest is drawn as it is asked for', async () => {
    const rows = Array.from(
      { length: 6000 },
      (_, i) => `Brasil;Sociedad ${i % 20};SOC${i % 20};Gerencia ${i % 12};Centro ${i};${i % 60 === 0 ? 'nadie' : ''}`,
    )
    const held = await stillness(page)
    await page.getByRole('button', { name: 'Importar', exact: true }).click()
    await panel
      .locator('input[type="file"]')
      .setInputFiles(CSV('grande.csv', ['País;Negocio;Código;Subgerencia;Departamento;Jefe', ...rows]))
    await expect(make).toHaveText('Importar 5.900 filas', { timeout: 60_000 })
    const lines = panel.locator('.import-lines > li')
    await expect(lines).toHaveCount(200)
    await expect(lines.first()).toContainText('No hay una persona activa «nadie»')
    await panel.getByRole('button', { name: 'Ver 200 más de 5.800' }).click()
    await expect(lines).toHaveCount(400)
    await panel.getByRole('searchbox', { name: 'Buscar una fila' }).fill('centro 5999')
    await expect(lines).toHaveCount(1)
    await panel.getByRole('searchbox', { name: 'Buscar una fila' }).fill('')
    await panel.getByRole('button', { name: /rechazadas/ }).click()
    await expect(lines).toHaveCount(100)
    const file = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Bajar los 100 errores' }).click()
    expect(
      readFileSync(await (await file).path(), 'utf8')
        .trim()
        .split('\r\n'),
    ).toHaveLength(101)
    await make.click()
    await expect(page.getByText('5.900 filas importadas')).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Abrir todo' }).click()
    await search.fill('centro 5999')
    await expect(page.getByRole('row').filter({ hasText: 'Centro 5999' })).toBeVisible()
    // A frame is a sixtieth of a second; this is a machine that does something else besides.
    expect(await held()).toBeLessThan(1000)
  })
})

test('a heading on its own page: its code is its own, two change it at once, and a circle is refused that the page could not know of', async ({
  as,
}) => {
  const page = await as('sbarrios', '/rubros/crear')
  const main = page.getByRole('main')
  const api = await apiOf(page)
  const above = await api('POST', '/heading', { NOMBRE: 'Ensayos', CODIGO: 'Z9', parentId: null })
  await main.getByRole('textbox', { name: 'Código' }).fill('Z9')
  await main.getByRole('textbox', { name: 'Nombre' }).fill('Ensayo primero')
  await page.getByRole('button', { name: 'Crear rubro' }).click()
  await expect(main.getByText('Ya hay un rubro con ese código.').first()).toBeVisible()
  await main.getByRole('textbox', { name: 'Código' }).fill('Z91')
  await page.getByRole('button', { name: 'Crear rubro' }).click()
  await page.waitForURL(/\/rubros(\?.*)?$/)

  const [made] = (await api('GET', '/heading?search=Z91')).data
  const id = made.COD_RUBRO
  await page.goto(`/rubros/${id}/actualizar`)
  const name = main.getByRole('textbox', { name: 'Nombre' })
  await expect(name).toHaveValue('Ensayo primero')
  await test.step('both versions are there to choose from', async () => {
    await api('PATCH', `/heading/${id}`, { NOMBRE: 'Ensayo de ella', CODIGO: 'Z92' })
    await name.fill('Ensayo mío')
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    await expect(main.getByText('Nombre: Ensayo de ella')).toBeVisible()
    await expect(main.getByRole('textbox', { name: 'Código' })).toHaveValue('Z92')
    await expect(name).toHaveValue('Ensayo mío')
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    await page.waitForURL(/\/rubros(\?.*)?$/)
    await page.goto(`/rubros/${id}/actualizar?ver=cambios`)
    await expect(page.getByRole('row').filter({ hasText: 'Ensayo de ella' }).first()).toContainText('Ensayo mío')
  })
  await test.step('below what somebody else has just put below it: refused, and said how it is now', async () => {
    await page.goto('/rubros?buscar=Ensayo')
    const rows = page.getByRole('grid', { name: 'Rubros' })
    await expect(rows.getByRole('row').filter({ hasText: 'Ensayos' })).toBeVisible()
    await rows.focus()
    await rows.press('Home')
    await rows.press('m')
    const dialog = page.getByRole('dialog', { name: 'Mover Z9 Ensayos' })
    await dialog.getByRole('combobox', { name: 'Dentro de' }).fill('Z92')
    await page.getByRole('option', { name: /Z92/ }).click()
    await api('PATCH', `/heading/${id}`, { parentId: above.COD_RUBRO })
    await dialog.getByRole('button', { name: 'Mover' }).click()
    await expect(
      page
        .getByText('Un rubro no puede quedar dentro de sí mismo')
        .or(page.getByText(/dentro de sí mismo/))
        .first(),
    ).toBeVisible()
    expect((await api('GET', `/heading/${above.COD_RUBRO}`)).parentId).toBeNull()
  })
})

test('a template by keyboard: a field goes to its cell, another account tries it, two versions are compared, and an older one comes back', async ({
  as,
}) => {
  const page = await as('bmontoya', '/plantillas')
  const main = page.getByRole('main')
  const api = await apiOf(page)
  const [like] = (await api('GET', '/template?search=existencias')).data
  const { versiones } = await api('GET', `/template/${like.id}`)
  const download = page.waitForEvent('download')
  await page.goto(`/plantillas?plantilla=${like.id}`)
  await page.getByRole('button', { name: 'Bajar', exact: true }).click()
  const buffer = readFileSync(await (await download).path())
  await page.goto('/plantillas')
  await page.getByRole('button', { name: 'Crear plantilla' }).click()
  const drawer = page.getByRole('dialog', { name: 'Crear plantilla' })
  await drawer.getByRole('textbox', { name: 'Nombre' }).fill('Libro de prueba')
  await test.step('what is no workbook is refused, and the rest stays', async () => {
    await drawer
      .locator('input[type="file"]')
      .setInputFiles({ name: 'libro.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('nada') })
    await drawer.getByRole('button', { name: 'Crear plantilla' }).click()
    await expect(drawer.getByRole('alert').first()).toBeVisible()
    await expect(drawer.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Libro de prueba')
  })
  await drawer
    .locator('input[type="file"]')
    .setInputFiles({ name: versiones[0].archivo.nombre, mimeType: 'application/octet-stream', buffer })
  await drawer.getByRole('button', { name: 'Crear plantilla' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Libro de prueba' })).toBeVisible()

  const cells = page.getByRole('complementary', { name: 'Celdas con nombre' })
  await test.step('the arrows choose the cell, Enter takes it', async () => {
    const field = cells.getByRole('button', { name: /NOMBRE_CUENTA/ })
    await tabTo(page, field)
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('region', { name: /^Hoja Análisis/ })
    await sheet.focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await expect(sheet.locator('[data-at]')).toHaveAttribute('data-cell', 'C5')
    await page.keyboard.press('Enter')
    await expect(field).toContainText('Análisis!C5')
  })
  await test.step('with another account, which a filled book can be taken home of', async () => {
    const account = cells.getByRole('combobox', { name: 'Probar con otra cuenta' })
    await account.fill('1')
    await cells.getByRole('option').nth(2).click()
    const code = (await account.inputValue()).split(' ')[0]!
    await expect(cells.getByRole('heading', { name: /Prueba/ })).toContainText(code)
    await expect(cells.getByText(/Se llenó y se volvió a leer: \d+ valores iguales/)).toBeVisible()
    const book = page.waitForEvent('download')
    await cells.getByRole('button', { name: 'Bajar lleno con esta cuenta' }).click()
    expect((await book).suggestedFilename()).toContain(code)
  })
  const publish = async (version: number) => {
    await page.getByRole('button', { name: `Publicar la versión ${version}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publicar' }).click()
    await expect(page.getByText('Libro de prueba publicada').last()).toBeVisible()
  }
  await test.step('a second version says another thing; the difference is shown, and the first one comes back as a draft', async () => {
    await publish(1)
    await page.getByRole('tab', { name: 'Procedimiento' }).click()
    await main.getByRole('textbox', { name: 'Política' }).fill('Se concilia antes del tercer día hábil.')
    await page.getByRole('button', { name: 'Guardar en el borrador' }).click()
    await expect(page.getByText('Borrador guardado')).toBeVisible()
    await page.getByRole('tab', { name: 'Libro y celdas' }).click()
    await publish(2)
    await page.getByRole('tab', { name: /^Versiones/ }).click()
    await page.getByRole('button', { name: 'Comparar con la 1' }).click()
    const difference = page.getByRole('region', { name: 'De la versión 1 a la 2' })
    await expect(difference.getByRole('row', { name: /Política/ })).toContainText('Se concilia antes del tercer día hábil.')
    await main.getByRole('row').filter({ hasText: 'Retirada' }).getByRole('button', { name: 'Restaurar' }).click()
    await expect(page.getByText('La versión 1 es ahora el borrador')).toBeVisible()
    await expect(page.getByRole('tab', { name: /^Versiones/ })).toContainText('3')
  })
})

test('the parts of a person’s page: what they can and why, their accounts, what they did, their signature, where they are signed in, what changed', async ({
  as,
}) => {
  const page = await as('sbarrios', '/usuarios')
  const main = page.getByRole('main')
  const api = await apiOf(page)
  const analyst = await as('rpena')
  await expect(analyst.getByRole('heading', { level: 1 })).toBeVisible()
  const person = (await api('GET', '/user?search=rpena')).data[0]
  await page.goto(`/usuarios/${person.id}/actualizar`)
  const open = (tab: string) => main.getByRole('link', { name: tab }).click()
  await test.step('what they can, in three outcomes, found by a word', async () => {
    await open('Acceso')
    await expect(main.getByRole('row', { name: /analysis\.item\.submit/ })).toContainText('Puede')
    await expect(main.getByRole('row', { name: /admin\.role\.write/ })).toContainText('No puede')
  })
  await test.step('their accounts lead to the account, and the way to pass them on is there', async () => {
    await open('Cuentas')
    await expect(main.getByRole('table').or(main.getByRole('grid')).getByRole('row').nth(1)).toBeVisible()
    await expect(main.getByRole('link', { name: 'Traspasar sus cuentas' })).toHaveAttribute('href', new RegExp(`origen=${person.id}`))
  })
  await test.step('what they did', async () => {
    await open('Actividad')
    await expect(main.getByText('Envió el análisis').first()).toBeVisible()
  })
  await test.step('a signature that is no image is refused, a real one is shown', async () => {
    await open('Firma')
    const file = main.locator('input[type="file"]')
    await file.setInputFiles({ name: 'firma.png', mimeType: 'image/png', buffer: Buffer.from('esto no es una imagen') })
    await expect(page.getByText('La firma debe ser una imagen PNG o JPEG completa.')).toBeVisible()
    await file.setInputFiles({ name: 'firma.png', mimeType: 'image/png', buffer: DOT })
    await expect(main.getByRole('img', { name: `Firma de ${person.NOMBRE}` })).toBeVisible()
  })
  await test.step('one session is ended; it is out at its next step, and the page says what device it was', async () => {
    await open('Sesiones')
    const line = main
      .getByRole('listitem')
      .filter({ hasText: /Chrome.* en Linux/ })
      .first()
    await expect(line).toContainText(/Desde el \d\d-\d\d-\d{4}/)
    await main.getByRole('button', { name: 'Cerrar todas' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar todas' }).click()
    await expect(main.getByText('No tiene sesiones abiertas')).toBeVisible()
    await analyst.goto('/home')
    await expect(analyst.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
  })
  await test.step('and what was changed of it', async () => {
    await open('Historial')
    await expect(main.getByRole('heading', { level: 1, name: person.NOMBRE })).toBeVisible()
  })
})

test('in English, by keyboard alone: every list opens its record, every form says what is missing, and a session that ends loses nothing', async ({
  as,
}) => {
  test.setTimeout(180_000)
  const page = await as('sbarrios', '/paises')
  const api = await apiOf(page)
  await api('POST', '/me/locale', { locale: 'en' })
  const LISTS = [
    ['/paises', 'Create country'],
    ['/negocios', 'Create business'],
    ['/subgerencias', 'Create deputy manager'],
    ['/departamentos', 'Create department'],
    ['/usuarios', 'Create user'],
    ['/auditores', 'Create auditor'],
  ] as const
  for (const [path, create] of LISTS)
    await test.step(path, async () => {
      await page.goto(path)
      await arrived(page)
      const title = page.getByRole('heading', { level: 1 })
      const list = (await title.textContent())!
      await tabTo(page, page.getByRole('grid').first())
      await page.keyboard.press('Home')
      await page.keyboard.press('Enter')
      await expect(title).not.toHaveText(list)
      await arrived(page)
      await page.goBack()
      await expect(title).toHaveText(list)
      await tabTo(page, page.getByRole('link', { name: create }).first())
      await page.keyboard.press('Enter')
      const first = page.getByRole('main').getByRole('textbox').first()
      await tabTo(page, first)
      await page.keyboard.press('Enter')
      await expect(page.locator('main [aria-invalid="true"]').first()).toBeVisible()
      // Nothing was typed, so nothing is asked.
      await page.goto(path)
    })
  await test.step('/plantillas, /periodos, /roles-permisos', async () => {
    await page.goto('/plantillas')
    await arrived(page)
    await tabTo(page, page.getByRole('grid').first())
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.waitForURL(/plantilla=\d+/)
    await page.goto('/periodos')
    await arrived(page)
    await tabTo(page, page.getByRole('table').getByRole('link').first())
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/periodos\/\d+\//)
    await page.goto('/roles-permisos')
    await arrived(page)
    await tabTo(page, page.getByRole('checkbox').first())
  })
  await test.step('a session that ends in mid-form: after the sign-in the form is as it was typed, and is saved', async () => {
    await page.goto('/subgerencias/crear')
    const name = page.getByRole('textbox', { name: 'Sub-management' })
    await tabTo(page, name)
    await page.keyboard.type('Harbour accounts')
    await page.route('**/api/sub-management', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 401, json: { code: 'unauthorized', message: '' } }) : route.continue(),
    )
    const business = page.getByRole('main').getByRole('combobox', { name: 'Business' })
    await tabTo(page, business)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('main').getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(business).not.toHaveValue('')
    await tabTo(page, page.getByRole('button', { name: 'Create deputy manager' }))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sign-in**')
    await page.unrouteAll()
    await tabTo(page, page.getByRole('button', { name: 'Sign in' }))
    await page.keyboard.press('Enter')
    await expect(name).toHaveValue('Harbour accounts', { timeout: 30_000 })
    await tabTo(page, page.getByRole('button', { name: 'Create deputy manager' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Harbour accounts created')).toBeVisible()
  })
  await api('POST', '/me/locale', { locale: 'es' })
})

/** The smallest image that a browser draws. */
const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
