import { accessible, arrived, inTheme, looksRight, PHONE, WIDE } from '../support/looks.ts'
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
    await main.getByRole('button', { name: 'Crear usuario' }).click()
    await expect(main.getByText('Ya hay una persona con ese usuario.').first()).toBeVisible()
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
    await main.getByRole('checkbox', { name: 'Ver usuarios' }).check()
    const difference = main.getByText('Diferencia antes de guardar')
    await expect(difference).toBeVisible()
    await expect(main.getByText(/lo ganan \d+: .*Villalobos/)).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Ver usuarios' })).toContainText('Beatriz Montoya Ríos')
    await main.getByRole('button', { name: 'Guardar 1 cambio' }).click()
    await expect(difference).toBeHidden()
    await main.getByRole('checkbox', { name: 'Ver usuarios' }).uncheck()
    await main.getByRole('button', { name: 'Guardar 1 cambio' }).click()
    await expect(difference).toBeHidden()
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
        for (const size of [WIDE, PHONE]) {
          await page.setViewportSize(size)
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

  test('the matrix by keyboard alone: arrows move, the space bar ticks', async ({ as }) => {
    const page = await as('sbarrios', '/roles-permisos?rol=1')
    const box = (name: string) => page.getByRole('checkbox', { name })
    await box('Ver países').focus()
    await page.keyboard.press('ArrowRight')
    await expect(box('Modificar países')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(page.getByText('1 cambio sin guardar')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(page.getByText('1 cambio sin guardar')).toBeHidden()
  })
})
