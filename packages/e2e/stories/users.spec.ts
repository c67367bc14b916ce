import { NO_IMAGE, PNG } from '../support/files.ts'
import { pick, tabTo } from '../support/keyboard.ts'
import { accessible, arrived, HALF, inTheme, looksRight, PHONE, resize, WIDE } from '../support/looks.ts'
import { mailTo } from '../support/mail.ts'
import { apiOf, expect, test } from '../support/test.ts'

const CODE = Date.now().toString(36).slice(-5)

test('a person is created, changed, given an exception and deactivated; a role shows who gains before it is saved', async ({ as }) => {
  const page = await as('sbarrios', '/usuarios')
  const main = page.getByRole('main')
  const api = await apiOf(page)
  const username = `nvidal${CODE}`

  await test.step('create: what is wrong is named, and what was typed stays', async () => {
    await main.getByRole('link', { name: 'Crear usuario' }).first().click()
    await main.getByRole('textbox', { name: 'Nombre completo' }).fill('Nora Vidal Ponce')
    await main.getByRole('textbox', { name: 'Usuario' }).fill('rpena')
    await main.getByRole('textbox', { name: 'Correo' }).fill(`${username}@corporacion.example`)
    await main.getByRole('checkbox', { name: /^Gerencia/ }).check()
    await expect(main.getByText('Sin alcance no ve nada')).toBeVisible()
    await main
      .getByRole('checkbox', { name: /Todo Brasil|Brasil/ })
      .first()
      .check()
    // Nobody is invited while the signature is none.
    await main.locator('input[type="file"]').setInputFiles(NO_IMAGE)
    await main.getByRole('button', { name: 'Crear usuario' }).click()
    await expect(main.getByText('La firma debe ser una imagen PNG o JPEG completa.')).toBeVisible()
    await main.locator('input[type="file"]').setInputFiles(PNG)
    await main.getByRole('button', { name: 'Crear usuario' }).click()
    await expect(main.getByText('Ya hay una persona con ese usuario. Pruebe «rpena2».').first()).toBeVisible()
    await main.getByRole('textbox', { name: 'Usuario' }).fill(username)
    await main.getByRole('button', { name: 'Crear usuario' }).click()
    await page.waitForURL(/usuarios\/\d+\/actualizar/)
    await expect(main.getByRole('heading', { level: 1, name: 'Nora Vidal Ponce' })).toBeVisible()
  })
  const id = Number(/usuarios\/(\d+)/.exec(page.url())![1])

  await test.step('two at once: the other field is taken over, the same field is asked about', async () => {
    const name = main.getByRole('textbox', { name: 'Nombre completo' })
    await name.fill('Nora Vidal Mía')
    const { REVISION } = await api('GET', `/user/${id}`)
    await api('PATCH', `/user/${id}`, { NOMBRE: 'Nora Vidal Suya', locale: 'en', REVISION })
    await main.getByRole('button', { name: 'Guardar los cambios' }).click()
    await expect(main.getByText('Nombre completo: Nora Vidal Suya')).toBeVisible()
    await main.getByRole('button', { name: 'Guardar los cambios' }).click()
    await expect(main.getByRole('heading', { level: 1, name: 'Nora Vidal Mía' })).toBeVisible()
  })

  await test.step('an exception has a reason, and comes first in what the person can', async () => {
    await main.getByRole('link', { name: 'Acceso' }).click()
    const row = main.getByRole('row', { name: /accounts\.balance\.load/ })
    await expect(row).toContainText('No puede')
    await row.getByRole('button', { name: 'Excepción' }).click()
    const drawer = page.getByRole('dialog', { name: 'Excepción de Nora Vidal Mía' })
    await drawer.getByRole('textbox', { name: 'Motivo' }).fill('Carga del mes por vacaciones')
    await drawer.getByRole('button', { name: 'Guardar la excepción' }).click()
    await expect(row).toContainText('Puede')
    await expect(row).toContainText('Carga del mes por vacaciones')
  })

  await test.step('deactivating says what is left behind, and is in the history', async () => {
    await main.getByRole('link', { name: 'Datos' }).click()
    await main.getByRole('switch', { name: 'Activo' }).uncheck()
    await main.getByRole('button', { name: 'Guardar los cambios' }).click()
    const asked = page.getByRole('alertdialog', { name: '¿Desactivar a Nora Vidal Mía?' })
    await expect(asked).toContainText('No deja nada pendiente')
    await asked.getByRole('button', { name: 'Desactivar' }).click()
    await expect(main.getByText('Inactivo').first()).toBeVisible()
    await main.getByRole('link', { name: 'Historial' }).click()
    await expect(main.getByText('Cambió una excepción')).toBeVisible()
  })

  await test.step('the last administrators cannot be lost: nobody deactivates themselves, in bulk too', async () => {
    await page.goto('/usuarios?buscar=sbarrios')
    await main.getByRole('grid', { name: 'Usuarios' }).locator('tbody').getByRole('checkbox').check()
    await main.getByRole('button', { name: 'Desactivar 1' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar 1' }).click()
    await expect(page.getByRole('dialog', { name: '1 persona quedó como estaba' })).toContainText('Nadie se desactiva a sí mismo.')
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()
  })

  await test.step('a role: the difference in people before it is saved, and who can', async () => {
    await page.goto('/roles-permisos?rol=4')
    const tick = main.getByRole('checkbox', { name: 'Ver usuarios' })
    // Pressed as long as a person does: the panel beside must not open before and move the tick from under the pointer.
    await tick.click({ delay: 300 })
    await expect(tick).toBeChecked()
    const difference = main.getByText('Diferencia antes de guardar')
    await expect(difference).toBeVisible()
    await expect(main.getByText(/lo ganan \d+: .*Villalobos/)).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Ver usuarios' })).toContainText('Beatriz Montoya Ríos')
    await main.getByRole('button', { name: 'Guardar 1 cambio' }).click()
    await expect(difference).toBeHidden()
    await tick.uncheck()
    await main.getByRole('button', { name: 'Guardar 1 cambio' }).click()
    await expect(difference).toBeHidden()
  })
})

test('what a person sees is looked at without being them; the next one of the list is a step away', async ({ as }) => {
  const page = await as('sbarrios', '/usuarios?roleId=1&orden=-NOMBRE')
  const main = page.getByRole('main')
  const title = main.getByRole('heading', { level: 1 })
  const names = main.getByRole('grid', { name: 'Usuarios' }).locator('tbody tr td:nth-child(2)')
  await expect(names.locator('.strong').nth(1)).toBeVisible()
  const [first, second] = await names.locator('.strong').allTextContents()
  await main.getByText(first!).click()
  await expect(title).toHaveText(first!)

  await test.step('from the first of the list there is no one before; the tab stays from person to person', async () => {
    await expect(main.getByRole('button', { name: 'Anterior' })).toBeDisabled()
    await main.getByRole('link', { name: 'Acceso' }).click()
    await main.getByRole('link', { name: 'Siguiente' }).click()
    await expect(title).toHaveText(second!)
    await expect(main.getByRole('link', { name: 'Acceso' })).toHaveAttribute('aria-current', /./)
    await main.getByRole('link', { name: 'Anterior' }).click()
    await expect(title).toHaveText(first!)
    await page.keyboard.press('j')
    await expect(title).toHaveText(second!)
    await page.keyboard.press('k')
    await expect(title).toHaveText(first!)
    await main.getByRole('link', { name: 'Usuarios' }).click()
    await expect(names.nth(0)).toContainText(first!)
  })

  await test.step('menu, rows and keys of Lucía Ferreyra are those that she has, and Escape leaves', async () => {
    const api = await apiOf(page)
    const { id } = (await api('GET', '/user?search=lferreyra')).data[0]
    await page.goto(`/usuarios/${id}/actualizar`)
    await main.getByRole('button', { name: 'Lo que ve' }).click()
    const drawer = page.getByRole('dialog', { name: /^Lo que ve Lucía Ferreyra/ })
    await expect(drawer.getByRole('table', { name: 'Filas de cada negocio' })).toBeVisible()
    await expect(drawer.getByText('Usuarios', { exact: true })).toHaveCount(0)
    const she = await as('lferreyra')
    const own = await apiOf(she)
    const me = await own('GET', '/me')
    const seen = await api('GET', `/permissions/user/${id}/view?rolId=${me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO}`)
    expect(seen.keys.toSorted()).toEqual(me.permissions.toSorted())
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(page).not.toHaveURL(/ver=1/)
  })
})

test('the last administrator cannot be lost: not by the other one, nor in bulk, nor by taking the keys from the role', async ({ as }) => {
  test.skip(!process.env.EVERY_LOOK, 'in .ci/run')
  const sonia = await as('sbarrios', '/usuarios')
  const api = await apiOf(sonia)
  const idOf = async (name: string) => (await api('GET', `/user?search=${name}`)).data[0].id as number
  const [soniaId, elenaId] = [await idOf('sbarrios'), await idOf('esoto')]
  const revision = async () => (await api('GET', `/permissions/user/${elenaId}`)).revision
  const deny = async (enabled: false | null) =>
    api('PATCH', '/permissions', {
      userId: elenaId,
      key: 'admin.role.write',
      enabled,
      motivo: 'Solo personas, mientras dura la auditoría',
      revision: await revision(),
    })
  const refusal = 'Debe quedar al menos un administrador activo con permiso sobre usuarios y roles.'
  // From now on only one of the two has the keys of administration.
  await deny(false)

  const page = await as('esoto', `/usuarios/${soniaId}/actualizar`)
  const main = page.getByRole('main')
  await test.step('on the person’s page', async () => {
    await main.getByRole('switch', { name: 'Activo' }).uncheck()
    await main.getByRole('button', { name: 'Guardar los cambios' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click()
    await expect(page.getByText(refusal).first()).toBeVisible()
    await page.reload()
    await expect(main.getByRole('switch', { name: 'Activo' })).toBeChecked()
  })
  await test.step('in bulk', async () => {
    await page.goto('/usuarios?buscar=sbarrios')
    await main.getByRole('grid', { name: 'Usuarios' }).locator('tbody').getByRole('checkbox').check()
    await main.getByRole('button', { name: 'Desactivar 1' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar 1' }).click()
    await expect(page.getByRole('dialog', { name: '1 persona quedó como estaba' })).toContainText(refusal)
  })
  await test.step('by the role', async () => {
    await sonia.goto('/roles-permisos?rol=6')
    await sonia.getByRole('checkbox', { name: 'Modificar usuarios' }).uncheck()
    await expect(sonia.getByText('Nadie se quita a sí mismo el rol o los permisos de administración.')).toBeVisible()
    await expect(sonia.getByRole('button', { name: 'Guardar 1 cambio' })).toBeDisabled()
    await sonia.getByRole('button', { name: 'Descartar' }).click()
  })
  await deny(null)
})

test('roles and permissions by keyboard alone: a key is given and taken, its people are seen, a person is asked about and excepted', async ({
  as,
}) => {
  test.skip(!process.env.EVERY_LOOK, 'in .ci/run')
  test.setTimeout(180_000)
  const page = await as('sbarrios', '/roles-permisos?rol=1')
  const main = page.getByRole('main')
  const box = (name: string) => main.getByRole('checkbox', { name })
  const keys = page.keyboard
  const unsaved = main.getByText('1 cambio sin guardar')
  await expect(box('Ver países')).toBeVisible()

  await test.step('another role is chosen, and what is looked for is found', async () => {
    await tabTo(page, main.getByRole('button', { name: /^Gerencia/ }))
    await keys.press('Enter')
    await expect(main.getByRole('heading', { name: 'Gerencia' })).toBeVisible()
    await tabTo(page, main.getByRole('searchbox', { name: 'Permiso o clave' }))
    await keys.type('usuarios')
    await expect(box('Ver países')).toHaveCount(0)
    await tabTo(page, box('Ver usuarios'))
  })
  const people = page.getByRole('complementary', { name: 'Ver usuarios' })
  await test.step('the space bar ticks; the panel says who can; Escape closes it and stays at the key', async () => {
    await keys.press('Space')
    await expect(unsaved).toBeVisible()
    await expect(people).toContainText('Beatriz Montoya Ríos')
    await keys.press('Escape')
    await expect(people).toBeHidden()
    await expect(box('Ver usuarios')).toBeFocused()
    await keys.press('Control+z')
    await expect(unsaved).toBeHidden()
  })
  await test.step('/ goes to the search; G to the next group; arrows to the next key', async () => {
    await keys.press('/')
    await expect(main.getByRole('searchbox', { name: 'Permiso o clave' })).toBeFocused()
    await keys.press('Control+a')
    await keys.press('Delete')
    await tabTo(page, box('Ver países'))
    await keys.press('ArrowRight')
    await expect(box('Modificar países')).toBeFocused()
    await keys.press('g')
    await expect(box('Modificar países')).not.toBeFocused()
    await expect(main.locator('tr.group').nth(1).locator('+ tr input').first()).toBeFocused()
    await keys.press('Escape')
    await expect(page.getByRole('complementary', { name: /^(Ver|Modificar) / })).toBeHidden()
  })
  await test.step('compared with another role, a whole row is ticked from its heading, and saved with Ctrl Enter; and taken back', async () => {
    await tabTo(page, main.getByRole('button', { name: 'Comparar con…' }))
    await keys.press('Enter')
    await pick(page, /^Control$/, 'Control')
    await expect(main.getByRole('button', { name: 'Comparado con Control', exact: true })).toBeVisible()
    const row = main.getByRole('rowheader', { name: 'Subgerencias y departamentos' }).getByRole('button')
    for (const on of [true, false]) {
      await tabTo(page, row)
      await keys.press('Enter')
      await expect(main.getByText(/sin guardar/)).toBeVisible()
      await keys.press('Control+Enter')
      await expect(page.getByText(/Gerencia: \d+ cambios? guardados?/).last()).toBeVisible()
      await expect(main.getByText(/sin guardar/)).toBeHidden()
      await expect(box('Modificar subgerencias y departamentos')).toBeChecked({ checked: on })
    }
  })
  await test.step('a person, and a key: the sentence, then an exception with its reason', async () => {
    await tabTo(page, main.getByRole('radio', { name: 'Por rol' }))
    await keys.press('ArrowRight')
    const person = main.getByRole('combobox', { name: 'Persona' })
    await tabTo(page, person)
    await keys.type('oscar')
    await expect(main.getByRole('option', { name: /Óscar/ })).toBeVisible()
    await keys.press('ArrowDown')
    await keys.press('Enter')
    await tabTo(page, main.getByRole('combobox', { name: 'Qué quiere comprobar' }))
    await keys.type('ver usuarios')
    await expect(main.getByRole('option').first()).toContainText('Ver usuarios')
    await keys.press('ArrowDown')
    await keys.press('Enter')
    await expect(main.getByText(/Óscar .* no puede ver usuarios/)).toBeVisible()
    const row = main.getByRole('row', { name: /admin\.user\.read/ })
    await tabTo(page, row.getByRole('button', { name: 'Excepción' }))
    await keys.press('Enter')
    const drawer = page.getByRole('dialog', { name: /^Excepción de Óscar/ })
    await tabTo(page, drawer.getByRole('textbox', { name: 'Motivo' }))
    await keys.type('Reemplaza a control en diciembre')
    await tabTo(page, drawer.getByRole('button', { name: 'Guardar la excepción' }))
    await keys.press('Enter')
    await expect(drawer).toBeHidden()
    await expect(row).toContainText('Reemplaza a control en diciembre')
    await tabTo(page, row.getByRole('button', { name: 'Quitar' }))
    await keys.press('Enter')
    await expect(row).not.toContainText('Reemplaza a control en diciembre')
  })
  await test.step('and the history', async () => {
    await tabTo(page, main.getByRole('radio', { name: 'Por usuario' }))
    await keys.press('ArrowRight')
    await expect(main.getByText('Cambió una excepción').first()).toBeVisible()
  })
})

test('an address counts once its owner confirms it; who does not recognise it stops the account; two decide about a second factor', async ({
  as,
  visitor,
  product,
}) => {
  const page = await as('sbarrios', '/usuarios')
  const main = page.getByRole('main')
  const api = await apiOf(page)
  const [old, fresh] = [`ovega${CODE}@corporacion.example`, `ovega.nuevo${CODE}@corporacion.example`]
  const { id } = await api('POST', '/user', { NOMBRE: 'Olga Vega Prado', USUARIO: `ovega${CODE}`, email: old, roles: [1] })
  const mailLink = async (address: string, subject: string) =>
    /http:\S+#token=[\w-]+/.exec(await mailTo(product.dataDir, address, subject))![0]
  const reader = await (await visitor()).newPage()

  await test.step('the new address waits; its link confirms it, once', async () => {
    await api('PATCH', `/user/${id}`, { email: fresh })
    await page.goto(`/usuarios/${id}/actualizar`)
    await expect(main.getByText(`${fresh} vale cuando su dueño lo confirme; hasta entonces sigue ${old}.`)).toBeVisible()
    const link = await mailLink(fresh, 'Confirme su correo')
    await reader.goto(link)
    await reader.getByRole('button', { name: 'Confirmar mi correo' }).click()
    await expect(reader.getByText('Correo confirmado.')).toBeVisible()
    // Another load, not only another hash.
    await reader.goto('/support')
    await reader.goto(link)
    await reader.getByRole('button', { name: 'Confirmar mi correo' }).click()
    await expect(reader.getByRole('alert')).toContainText(/enlace/)
  })

  await test.step('the former address stops the account, which the list and the page say', async () => {
    await reader.goto('/confirmar-correo')
    await expect(reader.getByText('Falta el enlace del correo, o ya se usó.')).toBeVisible()
    await reader.goto(await mailLink(old, 'El correo de su cuenta cambió'))
    await reader.getByRole('button', { name: 'Detener mi cuenta' }).click()
    await expect(reader.getByText('Su cuenta está detenida durante 72 horas.')).toBeVisible()
    await page.goto('/usuarios?aviso=detenida')
    await expect(main.getByRole('row').filter({ hasText: 'Olga Vega Prado' })).toContainText('Detenida')
    await page.goto(`/usuarios/${id}/actualizar`)
    await expect(main.getByText('Cuenta detenida por su dueño.')).toBeVisible()
  })

  await test.step('what another administrator asked for is refused by the second one, by keyboard', async () => {
    await page.goto('/usuarios?aviso=segundo_factor')
    const people = main.getByRole('grid', { name: 'Usuarios' })
    await expect(people).toContainText('Jorge Cárdenas Mejía')
    await people.focus()
    await people.press('Home')
    await people.press('Enter')
    await expect(main.getByText(/Lo pidió Elena Soto Bravo el/)).toBeVisible()
    await expect(main.getByRole('button', { name: 'De acuerdo, quitarlo' })).toBeVisible()
    await main.getByRole('button', { name: 'Rechazar' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Dejar el segundo factor' }).press('Enter')
    await expect(main.getByText('Piden quitar su segundo factor.')).toBeHidden()
  })
})

test.describe('further looks', () => {
  test.skip(!process.env.EVERY_LOOK, 'in .ci/run')

  test('each screen at each width, light and dark, in both languages', async ({ as }) => {
    test.setTimeout(240_000)
    const page = await as('sbarrios')
    const api = await apiOf(page)
    const { id } = (await api('GET', '/user?search=lferreyra')).data[0]
    const person = `/usuarios/${id}/actualizar`
    const stopped = (await api('GET', '/user?search=icortes')).data[0].id
    const screens = [
      '/usuarios',
      '/usuarios?importar=1',
      '/usuarios?aviso=detenida',
      `/usuarios/${stopped}/actualizar`,
      '/usuarios/crear',
      person,
      ...['acceso', 'cuentas', 'actividad', 'firma', 'sesiones', 'historial'].map((tab) => `${person}?pestana=${tab}`),
      '/roles-permisos?clave=analysis.item.reopen',
      '/roles-permisos?vista=usuario',
      '/roles-permisos?vista=historial',
      '/auditores/observaciones',
      '/auditores/observaciones?vista=muestras',
    ]
    for (const locale of ['es', 'en'] as const) {
      await api('POST', '/me/locale', { locale })
      for (const path of screens) {
        await page.goto(path)
        await arrived(page)
        for (const size of [WIDE, HALF, PHONE]) {
          await resize(page, size)
          await looksRight(page, path, locale)
        }
        await page.setViewportSize(WIDE)
        if (locale === 'en') continue
        await accessible(page, path)
        await inTheme(page, 'dark')
        await accessible(page, path, { again: true })
      }
    }
    await api('POST', '/me/locale', { locale: 'es' })
  })
})
