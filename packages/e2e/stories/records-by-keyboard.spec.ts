import { readFileSync } from 'node:fs'
import { hands, tabTo } from '../support/keyboard.ts'
import { apiOf, expect, test } from '../support/test.ts'

/** Headings, templates and what is decided about periods, without a mouse. */
test.skip(!process.env.EVERY_LOOK, 'CI walks every path by keyboard alone')

test('headings by keyboard alone: made on their page, written in the row, moved, taken back, merged, removed and pasted', async ({
  as,
}) => {
  test.setTimeout(240_000)
  const page = await as('sbarrios', '/rubros')
  const main = page.getByRole('main')
  const api = await apiOf(page)
  const { press, write, choose, pick, toRow } = hands(page)
  const keys = page.keyboard
  const field = (name: string) => main.getByRole('textbox', { name: new RegExp(`^${name}( opcional)?$`) })
  const rows = main.getByRole('grid', { name: 'Rubros' })
  const said = (text: string | RegExp) => expect(page.getByText(text).last()).toBeVisible()
  const find = (text: string) => write(main.getByRole('searchbox', { name: 'Código o nombre' }), text)
  const at = (text: string) => toRow(rows, text)
  await test.step('/rubros/crear: a code that is taken is refused; two are made', async () => {
    await press(main.getByRole('link', { name: /^Crear rubro/ }).first())
    await write(field('Código'), '1')
    await write(field('Nombre'), 'Ensayo de teclado')
    await press(main.getByRole('button', { name: 'Crear rubro' }))
    await expect(main.getByText('Ya hay un rubro con ese código.').first()).toBeVisible()
    await write(field('Código'), 'K1')
    await press(main.getByRole('button', { name: 'Crear rubro' }))
    await said('Ensayo de teclado creado')
    await tabTo(page, rows)
    await keys.press('n')
    await write(field('Código'), 'K11')
    await write(field('Nombre'), 'Teclas negras')
    await choose(main.getByRole('combobox', { name: 'Dentro de' }), 'K1 ')
    await press(main.getByRole('button', { name: 'Crear rubro' }))
    await said('Teclas negras creado')
  })
  await test.step('F2 writes in the row; Alt and an arrow move it, Ctrl Z brings it back', async () => {
    await find('K1')
    await at('Teclas negras')
    await keys.press('F2')
    await write(rows.getByRole('textbox', { name: 'Nombre' }), 'Teclas blancas')
    await keys.press('Enter')
    await said('Teclas blancas guardado')
    await at('Teclas blancas')
    await keys.press('Alt+ArrowLeft')
    await said('K11 Teclas blancas está ahora en Primer nivel')
    await keys.press('Control+z')
    const parent = async () => (await api('GET', '/heading?search=K11')).data[0].parentId
    const [above] = (await api('GET', '/heading?search=Ensayo de teclado')).data
    await expect.poll(parent).toBe(above.COD_RUBRO)
  })
  await test.step('"Mover a…" asks where; its own page is opened from the menu and saved', async () => {
    await at('Teclas blancas')
    await keys.press('m')
    const dialog = page.getByRole('dialog', { name: 'Mover «K11 Teclas blancas»' })
    await choose(dialog.getByRole('combobox', { name: 'Dentro de' }), 'Primer nivel')
    await press(dialog.getByRole('button', { name: 'Mover' }))
    await said('K11 Teclas blancas está ahora en Primer nivel')
    await press(main.getByRole('button', { name: 'Acciones de K11 Teclas blancas' }))
    await pick('Abrir')
    await write(field('Nombre'), 'Teclas grises')
    await press(main.getByRole('button', { name: 'Guardar los cambios' }))
    await said('Teclas grises guardado')
  })
  await test.step('merged with another one, which is removed then; rows pasted from a sheet are looked at first', async () => {
    await find('K1')
    await at('Teclas grises')
    await press(main.getByRole('button', { name: 'Acciones de K11 Teclas grises' }))
    await pick('Fusionar con…')
    const dialog = page.getByRole('dialog', { name: 'Fusionar «K11 Teclas grises»' })
    await choose(dialog.getByRole('combobox', { name: 'Con' }), 'K1 ')
    await press(dialog.getByRole('button', { name: 'Fusionar' }))
    await said(/K11 Teclas grises se fusionó con/)
    await at('Ensayo de teclado')
    await keys.press('Delete')
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }))
    await said('K1 Ensayo de teclado eliminado')
    await press(main.getByRole('button', { name: 'Importar' }))
    const panel = page.getByRole('dialog', { name: 'Importar rubros' })
    await tabTo(page, panel.getByRole('textbox', { name: /O péguelo de una hoja/ }))
    await keys.insertText('K3\tPedales\nK2\tUna vez\nK2\tOtra vez')
    await press(panel.getByRole('button', { name: 'Revisar' }))
    await expect(panel.getByText('fila 3: El código está más de una vez en el archivo.')).toBeVisible()
    await press(panel.getByRole('button', { name: 'Importar 1' }))
    await said('1 rubro importado')
  })
})

test('periods by keyboard alone: deadlines are looked at before they move, requests for more time are decided, policy and rules refuse what is wrong', async ({
  as,
}) => {
  test.setTimeout(240_000)
  const page = await as('sbarrios', '/periodos')
  const main = page.getByRole('main')
  const { press, write, take } = hands(page)
  await test.step('/periodos/{periodId}/actualizar: a day before the others is refused, another one says whose deadlines move', async () => {
    await press(
      main
        .getByRole('table')
        .getByRole('link', { name: /^\p{L}+ de \d{4}$/u })
        .first(),
    )
    await page.waitForURL('**/actualizar')
    const last = main.getByRole('group', { name: 'Cierre' }).getByRole('textbox').first()
    const was = await last.inputValue()
    await write(last, '01-01-2001')
    await press(main.getByRole('button', { name: /^Revisar y guardar/ }))
    await expect(last).toHaveAttribute('aria-invalid', 'true')
    await write(last, was)
    await write(main.getByRole('group', { name: 'Cierre' }).getByRole('textbox', { name: 'Hora' }), '18:30')
    await write(main.getByRole('textbox', { name: /^Motivo/ }), 'Acta 9 del comité')
    await press(main.getByRole('button', { name: /^Revisar y guardar/ }))
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('No se mueve el plazo de ningún análisis abierto')
    await press(question.getByRole('button', { name: 'Guardar los cambios' }))
    await expect(page.getByText(/ de \d{4} guardado$/)).toBeVisible()
  })
  await test.step('requests: what is typed stays where the network is lost; one that is chosen is granted', async () => {
    const control = await as('bmontoya', '/periodos?vista=prorrogas&porDecidir=true')
    const hers = hands(control)
    const list = control.getByRole('main').locator('table[aria-label="Prórrogas"]')
    await hers.press(list.getByRole('button', { name: 'Denegar' }).first())
    const dialog = control.getByRole('dialog')
    const comment = dialog.getByRole('textbox', { name: /^Comentario/ })
    await hers.write(comment, 'El banco ya mandó el extracto')
    await control.context().setOffline(true)
    await hers.press(dialog.getByRole('button', { name: 'Denegar 1' }))
    await expect(control.getByText('No llegó la respuesta del servidor: vea si quedó hecho antes de repetirlo.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Denegar 1' })).toBeEnabled()
    await expect(comment).toHaveValue('El banco ya mandó el extracto')
    await control.context().setOffline(false)
    // What was typed is not lost by a key here either.
    await control.keyboard.press('Escape')
    await hers.press(control.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sin guardar' }))
    await expect(dialog).toBeHidden()
    await tabTo(control, list)
    await control.keyboard.press('Home')
    await control.keyboard.press('Space')
    await hers.press(control.getByRole('button', { name: 'Conceder 1' }))
    await hers.press(control.getByRole('dialog').getByRole('button', { name: 'Conceder 1' }))
    await expect(control.getByText('1 prórroga concedida')).toBeVisible()
  })
  await test.step('a rule of the tie-out and the policy say what is missing', async () => {
    await press(main.getByRole('link', { name: 'Reglas de cuadre' }))
    await press(main.getByRole('button', { name: 'Crear regla' }).first())
    const drawer = page.getByRole('dialog')
    await write(drawer.getByRole('textbox', { name: /^Regla/ }), 'Caja por teclado')
    await write(drawer.getByRole('textbox', { name: /^Cuentas de un lado/ }), '1.1*')
    await press(drawer.getByRole('button', { name: /^Guardar/ }))
    await expect(drawer.getByRole('textbox', { name: /^Cuentas del otro lado/ })).toHaveAttribute('aria-invalid', 'true')
    // What was typed is not lost by a key.
    await page.keyboard.press('Escape')
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sin guardar' }))
    await expect(drawer).toBeHidden()
    await page.goto('/periodos?vista=politica')
    await take(main.getByRole('combobox', { name: 'Cuentas críticas sin aprobar', exact: true }), 'Avis')
    await press(main.getByRole('button', { name: /^Guardar/ }))
    await expect(main.getByRole('textbox', { name: /^Motivo/ })).toHaveAttribute('aria-invalid', 'true')
  })
})

test('a template by keyboard alone: a field goes to its cell, another account tries it, two versions are compared, and an older one comes back', async ({
  as,
}) => {
  const page = await as('bmontoya', '/plantillas')
  const main = page.getByRole('main')
  const api = await apiOf(page)
  const { press, write, choose, put } = hands(page)
  const [like] = (await api('GET', '/template?search=existencias')).data
  const { versiones } = await api('GET', `/template/${like.id}`)
  const download = page.waitForEvent('download')
  await page.goto(`/plantillas?plantilla=${like.id}`)
  await press(page.getByRole('button', { name: 'Descargar', exact: true }))
  const buffer = readFileSync(await (await download).path())
  await page.goto('/plantillas')
  await press(page.getByRole('button', { name: 'Crear plantilla' }))
  const drawer = page.getByRole('dialog', { name: 'Crear plantilla' })
  await write(drawer.getByRole('textbox', { name: 'Nombre' }), 'Libro de prueba')
  await test.step('what is no workbook is refused, and the rest stays', async () => {
    await put(drawer.locator('input[type="file"]'), {
      name: 'libro.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('nada'),
    })
    await press(drawer.getByRole('button', { name: 'Crear plantilla' }))
    await expect(drawer.getByRole('alert').first()).toBeVisible()
    await expect(drawer.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Libro de prueba')
  })
  await put(drawer.locator('input[type="file"]'), { name: versiones[0].archivo.nombre, mimeType: 'application/octet-stream', buffer })
  await press(drawer.getByRole('button', { name: 'Crear plantilla' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Libro de prueba' })).toBeVisible()

  const openTab = async (name: string) => {
    const on = page.getByRole('tab', { selected: true })
    await tabTo(page, on)
    for (let steps = 0; steps < 6 && !(await on.textContent())!.startsWith(name); steps++) {
      const before = (await on.textContent())!
      await page.keyboard.press('ArrowRight')
      await expect(on).not.toHaveText(before)
      await expect(on).toBeFocused()
    }
  }
  const cells = page.getByRole('complementary', { name: 'Celdas con nombre' })
  await test.step('the arrows choose the cell, Enter takes it', async () => {
    const field = cells.getByRole('button', { name: /NOMBRE_CUENTA/ })
    await press(field)
    const sheet = page.getByRole('region', { name: /^Hoja Análisis/ })
    await tabTo(page, sheet)
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await expect(sheet.locator('[data-at]')).toHaveAttribute('data-cell', 'C5')
    await page.keyboard.press('Enter')
    await expect(field).toContainText('Análisis!C5')
  })
  await test.step('with another account, which a filled book can be taken home of', async () => {
    const account = cells.getByRole('combobox', { name: 'Probar con otra cuenta' })
    await choose(account, '1')
    const code = (await account.inputValue()).split(' ')[0]!
    await expect(cells.getByRole('heading', { name: /Prueba/ })).toContainText(code)
    await expect(cells.getByText(/Se llenó y se volvió a leer: \d+ valores iguales/)).toBeVisible()
    const book = page.waitForEvent('download')
    await press(cells.getByRole('button', { name: 'Descargar lleno con esta cuenta' }))
    expect((await book).suggestedFilename()).toContain(code)
  })
  const publish = async (version: number) => {
    await press(page.getByRole('button', { name: `Publicar la versión ${version}` }))
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Publicar' }))
    await expect(page.getByText('Libro de prueba publicada').last()).toBeVisible()
  }
  await test.step('a second version says another thing; the difference is shown, and the first one comes back as a draft', async () => {
    await publish(1)
    await openTab('Procedimiento')
    await write(main.getByRole('textbox', { name: 'Política' }), 'Se concilia antes del tercer día hábil.')
    await press(page.getByRole('button', { name: 'Guardar en el borrador' }))
    await expect(page.getByText('Borrador guardado')).toBeVisible()
    await openTab('Libro y celdas')
    await publish(2)
    await openTab('Versiones')
    await press(page.getByRole('button', { name: 'Comparar con la 1' }))
    const difference = page.getByRole('region', { name: 'De la versión 1 a la 2' })
    await expect(difference.getByRole('row', { name: /Política/ })).toContainText('Se concilia antes del tercer día hábil.')
    await press(main.getByRole('row').filter({ hasText: 'Retirada' }).getByRole('button', { name: 'Restaurar' }))
    await expect(page.getByText('La versión 1 es ahora el borrador')).toBeVisible()
    await expect(page.getByRole('tab', { name: /^Versiones/ })).toContainText('3')
  })
  // It would be the book of every account without one of its own, for whatever runs after this.
  const [made] = (await api('GET', '/template?search=Libro de prueba')).data
  const { REVISION } = await api('GET', `/template/${made.id}`)
  await api('PATCH', `/template/${made.id}`, { estado: 'RETIRADA', REVISION })
})
