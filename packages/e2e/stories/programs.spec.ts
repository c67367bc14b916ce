import { accessible, arrived, inTheme, looksRight, PHONE, WIDE } from '../support/looks.ts'
import { realmOf } from '../support/provider.ts'
import { apiOf, expect, test } from '../support/test.ts'

const CODE = Date.now().toString(36).slice(-5)
const CLIENT = `servicio-erp-${CODE}`

test('a program is registered, delivers with its secret, and its delivery waits for control or confirms itself', async ({
  as,
  product,
  request,
}) => {
  const page = await as('sbarrios', '/programas')
  const main = page.getByRole('main')
  let secret = ''

  await test.step('registering: what is wrong is named; the secret is shown once', async () => {
    await main.getByRole('button', { name: 'Registrar programa' }).click()
    const drawer = page.getByRole('dialog', { name: 'Registrar programa' })
    await drawer.getByRole('textbox', { name: 'Nombre' }).fill('ERP de Safra')
    await drawer.getByRole('textbox', { name: 'Identificador' }).fill('ERP Ñ')
    await drawer.getByRole('checkbox', { name: 'SAFRA', exact: true }).check()
    await drawer.getByRole('checkbox', { name: 'Ver períodos' }).check()
    await drawer.getByRole('button', { name: 'Registrar programa' }).click()
    await expect(drawer.getByText('De 3 a 30 minúsculas, cifras y guiones.').first()).toBeVisible()
    await drawer.getByRole('textbox', { name: 'Identificador' }).fill(`erp-${CODE}`)
    await drawer.getByRole('button', { name: 'Registrar programa' }).click()
    const once = page.getByRole('dialog', { name: 'Secreto de ERP de Safra' })
    await expect(once.getByText(CLIENT, { exact: true })).toBeVisible()
    await accessible(page, 'secret')
    secret = (await once.locator('code').nth(1).textContent())!
    await page.keyboard.press('Escape')
    await once.getByRole('button', { name: 'Ya lo guardé' }).click()
    await expect(main.getByRole('row', { name: /ERP de Safra/ })).toContainText(CLIENT)
    await expect(page.getByText(secret)).toHaveCount(0)
  })

  await test.step('the screen reads in both themes, on a phone too', async () => {
    await arrived(page)
    await looksRight(page, 'programs', 'es')
    await accessible(page, 'programs')
    await inTheme(page, 'dark')
    await accessible(page, 'programs, dark', { again: true })
    await inTheme(page, 'light')
    await page.setViewportSize(PHONE)
    await looksRight(page, 'programs', 'es')
    await page.setViewportSize(WIDE)
  })

  const tokenFor = async (shown: string) => {
    const answer = await request.post(`${realmOf(product.origin)}/protocol/openid-connect/token`, {
      headers: { authorization: `Basic ${btoa(`${CLIENT}:${shown}`)}` },
      form: { grant_type: 'client_credentials' },
    })
    return answer.ok() ? ((await answer.json()).access_token as string) : undefined
  }
  const token = (await tokenFor(secret))!
  const deliver = (filas: object[], TOTAL_CONTROL: string, PERIODO?: string) =>
    request.post('/api/deliveries/rows', { headers: { authorization: `Bearer ${token}` }, data: { filas, TOTAL_CONTROL, PERIODO } })
  let month: string | undefined
  const file = `entrega-${CODE}`

  await test.step('its delivery is read; nothing is confirmed', async () => {
    const answer = await deliver([{ CUENTA: `9${CODE}1`, NOMBRE: file, SALDO: '100.00' }], '100.00')
    const { ESTADO, PERIODO } = await answer.json()
    expect([answer.status(), ESTADO]).toEqual([200, 'espera'])
    month = PERIODO
    expect((await request.get('/api/user', { headers: { authorization: `Bearer ${token}` } })).status()).toBe(403)
  })

  const control = await as('bmontoya', '/cuentas/entregas')
  const work = control.getByRole('main')
  await test.step('control sees why it waits, and goes on to the dry run', async () => {
    await arrived(control)
    await looksRight(control, 'deliveries', 'es')
    await accessible(control, 'deliveries')
    await work
      .getByRole('row', { name: /ERP de Safra/ })
      .getByText('saldos.csv')
      .click()
    const drawer = control.getByRole('dialog', { name: 'saldos.csv' })
    await expect(drawer).toContainText('La regla de sus negocios no deja que se confirme sola.')
    await drawer.getByRole('link', { name: 'Revisar la simulación' }).click()
    await control.waitForURL(/carga-balance\?carga=\d+/)
    await expect(work.getByText('saldos.csv').first()).toBeVisible()
  })

  await test.step('the rule of a business is turned on with a reason', async () => {
    await control.goto('/cuentas/entregas?ver=reglas')
    await work.getByText('SAFRA', { exact: true }).click()
    const dialog = control.getByRole('dialog', { name: 'Confirmación automática de SAFRA' })
    await dialog.getByRole('switch', { name: 'Se confirma sola' }).check()
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('El ERP entrega completo desde enero')
    await dialog.getByRole('button', { name: 'Guardar la regla' }).click()
    await expect(work.getByRole('row', { name: /SAFRA/ })).toContainText('Sí')
    await looksRight(control, 'rules', 'es')
    await accessible(control, 'rules')
    await control.setViewportSize(PHONE)
    await looksRight(control, 'rules', 'es')
    await control.setViewportSize(WIDE)
  })

  await test.step('what lacks accounts and does not tie out still waits, and says so', async () => {
    const { ESTADO, MOTIVOS } = await (await deliver([{ CUENTA: `9${CODE}2`, NOMBRE: file, SALDO: '7.00' }], '7.00', month)).json()
    expect([ESTADO, MOTIVOS.map(({ motivo }: { motivo: string }) => motivo)]).toEqual(['espera', ['cuentas_faltan', 'no_cuadra']])
  })

  await test.step('a new secret ends the one before; stopping ends its tokens', async () => {
    const row = main.getByRole('row', { name: /ERP de Safra/ })
    await row.getByRole('button', { name: 'Acciones sobre ERP de Safra' }).click()
    await page.getByRole('menuitem', { name: 'Renovar el secreto' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Renovar el secreto' }).click()
    await page.getByRole('dialog', { name: 'Secreto de ERP de Safra' }).getByRole('button', { name: 'Ya lo guardé' }).click()
    expect(await tokenFor(secret)).toBeUndefined()
    expect((await request.get('/api/period', { headers: { authorization: `Bearer ${token}` } })).status()).toBe(401)
    const api = await apiOf(page)
    const { data } = await api('GET', '/services?search=Safra')
    await api('PATCH', `/services/${data[0].id}`, { status: 'inactivo' })
    await page.reload()
    await expect(main.getByRole('row', { name: /ERP de Safra/ })).toContainText('Inactivo')
  })
})
