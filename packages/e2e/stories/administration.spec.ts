import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { csv, NO_IMAGE, PNG } from '../support/files.ts'
import { apiOf, expect, test } from '../support/test.ts'

/** The organisation of Madrid as the city publishes it: a heading parted by commas over cells parted by semicolons. */
const MADRID = readFileSync(new URL('../../server/src/organisation/tree/fixtures/madrid-2015-organica.csv', import.meta.url))

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
  await test.step('entities without a heading begin with the first line; the same name under another code is refused', async () => {
    await page.getByRole('button', { name: 'Importar', exact: true }).click()
    // The whole of `entidades.csv`, as the city publishes it.
    await panel.locator('input[type="file"]').setInputFiles(csv('entidades.csv', ['1,municipio,Madrid,es', '2,municipio,Madrid,en']))
    const columns = panel.locator('.import-columns select')
    await expect(panel.getByRole('spinbutton', { name: 'Primera fila de datos' })).toHaveValue('1')
    await columns.nth(0).selectOption({ label: 'Código de negocio' })
    await columns.nth(2).selectOption({ label: 'Negocio' })
    await panel.getByRole('combobox', { name: 'País de las filas' }).selectOption({ label: 'Chile' })
    await expect(panel.getByText('fila 2: Ya hay un negocio con ese nombre o código en el país.')).toBeVisible()
    await panel.getByRole('button', { name: 'Importar 1 fila' }).click()
    await expect(page.getByText('1 fila importada')).toBeVisible()
  })
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
      .setInputFiles(csv('grande.csv', ['País;Negocio;Código;Subgerencia;Departamento;Jefe', ...rows]))
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
    await panel.getByRole('button', { name: 'Descargar los 100 errores' }).click()
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
    const dialog = page.getByRole('dialog', { name: 'Mover «Z9 Ensayos»' })
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
    await file.setInputFiles(NO_IMAGE)
    await expect(page.getByText('La firma debe ser una imagen PNG o JPEG completa.')).toBeVisible()
    await file.setInputFiles(PNG)
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
