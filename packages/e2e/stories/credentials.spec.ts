import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { mailTo } from '../support/mail.ts'
import {
  chooseNewPassword,
  enrolAtSignIn,
  enrolOn2fa,
  enrolWhenDemanded,
  giveCode,
  giveCredentials,
  giveRecoveryCode,
  ownPages,
  recoveryCodesOf,
  refusalOf,
} from '../support/provider.ts'
import { apiOf, expect, PASSWORD, test } from '../support/test.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Principal' })
/** To the provider's page, from the way in. */
async function arrive(page: Page) {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
}
async function idOf(api: Awaited<ReturnType<typeof apiOf>>, path: string): Promise<number> {
  return (await api('GET', path)).data[0].id
}

test('a second factor: enrolled on /2fa, asked for from then on; lost, administration takes it away; compulsory, the sign-in enrols it', async ({
  as,
  browser,
  product,
}) => {
  const page = await as('payala')
  const api = await apiOf(await as('sbarrios'))
  const id = await idOf(api, '/user/auditores?search=payala')
  const reset = async () => {
    await api('POST', `/user/${id}/reset-2fa`, {})
    // A token tells its time in seconds: one of the same second would count as from before.
    await setTimeout(1000)
  }
  const compulsory = (valor: number | null) =>
    api('PATCH', '/config-enviroment', { tipoId: 4, rolId: 5, valor, motivo: 'Lo pide la historia del segundo factor' })
  /** In a browser of their own, as far as the password. */
  const enter = async (then: (page: Page) => Promise<unknown>) => {
    const context = await browser.newContext({ baseURL: product.origin })
    const elsewhere = await context.newPage()
    await arrive(elsewhere)
    await giveCredentials(elsewhere, 'payala', PASSWORD)
    await then(elsewhere)
    await expect(menu(elsewhere)).toBeVisible()
    await context.close()
  }
  const enrolled = await enrolOn2fa(page)
  const recoveryCodes = await recoveryCodesOf(page, enrolled)
  // What the session could do before it can still do.
  await page.goto('/profile')
  await expect(page.getByText('Activado.')).toBeVisible()
  await expect(page.getByText('Esta sesión')).toBeVisible()

  await enter(async (second) => {
    // A code that was given is used up.
    await giveCode(second, enrolled.used())
    await expect(refusalOf(second)).toBeVisible()
    await giveCode(second, await enrolled.fresh())
  })
  await enter((third) => giveRecoveryCode(third, recoveryCodes))
  await reset()
  await enter(async () => {})
  try {
    await compulsory(1)
    await enter(enrolAtSignIn)
  } finally {
    await compulsory(null)
    await reset()
  }
})

test('a second factor that becomes a must for a role: who is inside opens nothing but /2fa, and goes on from there to the page asked for', async ({
  as,
}) => {
  const page = await as('hvillalobos', '/profile')
  const api = await apiOf(await as('sbarrios'))
  const compulsory = (valor: number | null) =>
    api('PATCH', '/config-enviroment', { tipoId: 4, rolId: 4, valor, motivo: 'Lo pide la historia del segundo factor' })
  const asked = page.waitForRequest((request) => request.url().includes('/api/') && 'authorization' in request.headers())
  await page.reload()
  const { authorization } = (await asked).headers()
  await expect(page.getByText('Esta sesión')).toBeVisible()
  const refused = page.waitForResponse((response) => response.status() === 403)
  await compulsory(1)
  try {
    await test.step('the next call of the page is refused, and leads there', async () => {
      // Where the page has called by itself already, there is no menu left.
      const click = menu(page)
        .getByRole('link', { name: 'Preguntas frecuentes' })
        .click()
        .catch(() => {})
      expect((await (await refused).json()).code).toBe('2fa_required')
      await page.waitForURL('**/2fa')
      await click
      await expect(page.getByText(ownPages ? 'Escribir el código' : 'Escanea el QR en pantalla').first()).toBeVisible()
    })
    await test.step('no call but its own is answered', async () => {
      for (const path of ['/me', '/notifications', '/faq', '/dashboard/analysis-gerencia', '/user/roles-disponibles', '/me/sessions']) {
        const answer = await page.request.get(`/api${path}`, { headers: { authorization: authorization! } })
        expect([path, answer.status(), (await answer.json()).code]).toEqual([path, 403, '2fa_required'])
      }
      expect((await page.request.get('/api/auth/2fa', { headers: { authorization: authorization! } })).status()).toBe(200)
    })
    await expect(menu(page)).toBeHidden()
    await enrolWhenDemanded(page)
    await page.waitForURL(/\/(faq|profile)$/)
    await expect(menu(page)).toBeVisible()
  } finally {
    await compulsory(null)
    await api('POST', `/user/${await idOf(api, '/user?search=hvillalobos')}/reset-2fa`, {})
  }
})

test('a password that is too old is changed at the sign-in, not for one that was used before', async ({ as, page }) => {
  const api = await apiOf(await as('sbarrios'))
  const days = (valor: number | null) =>
    api('PATCH', '/config-enviroment', { tipoId: 2, rolId: 1, valor, motivo: 'Lo pide la historia de la contraseña' })
  await days(90)
  try {
    await arrive(page)
    await giveCredentials(page, 'igaleano', PASSWORD)
    await chooseNewPassword(page, PASSWORD)
    await expect(refusalOf(page)).toBeVisible()
    expect(page.url()).toContain('/realms/corp/')
    await chooseNewPassword(page, 'nueve palabras sin sentido')
    await expect(menu(page)).toBeVisible()
  } finally {
    await days(null)
  }
})

test('a new person comes with the temporary password of the invitation, and goes on with one of their own', async ({
  as,
  page,
  product,
}) => {
  const api = await apiOf(await as('sbarrios'))
  const email = 'nvidal@corporacion.example'
  await api('POST', '/user', { NOMBRE: 'Nora Vidal Soto', USUARIO: 'nvidal', email, roles: [1], COD_DEPARTAMENTO: 1 })
  const [, temporary] = /contraseña temporal (\S+)/.exec(await mailTo(product.dataDir, email, 'Su acceso a Cuadre'))!
  await arrive(page)
  await giveCredentials(page, 'nvidal', temporary!)
  await chooseNewPassword(page, 'cuatro palabras al azar')
  await expect(menu(page)).toBeVisible()
})

test.describe('on the pages of Cuadre', () => {
  test.skip(ownPages, 'Keycloak does this on its own pages and with its own mail (identity.keycloak.ts)')

  test('a forgotten password: the link of the mail serves once, and the new password opens', async ({ page, product }) => {
    const email = 'jbenitez@corporacion.example'
    await page.goto('/sign-in')
    await page.getByRole('link', { name: /Olvid/ }).click()
    await page.getByLabel('Correo').fill(email)
    await page.getByRole('button', { name: 'Enviar enlace' }).click()
    await expect(page.getByText('Si hay una cuenta con ese correo, el enlace ya está en camino.')).toBeVisible()
    const [link] = /http:\S+\/recovery-password#token=[\w-]+/.exec(await mailTo(product.dataDir, email, 'Nueva contraseña de Cuadre'))!
    const change = async (password: string) => {
      await page.goto('/sign-in')
      await page.goto(link)
      await page.getByRole('textbox', { name: 'Contraseña nueva' }).fill(password)
      await page.getByLabel('Repita la contraseña').fill(password)
      await page.getByRole('button', { name: 'Guardar contraseña' }).click()
    }
    await change('tres tristes tigres')
    await expect(page.getByText('Contraseña guardada. Ya puede iniciar sesión.')).toBeVisible()
    // Nothing of the link is left in the address.
    expect(new URL(page.url()).hash).toBe('')
    await change('otras tres palabras')
    await expect(page.getByRole('alert').first()).toBeVisible()
    await arrive(page)
    await giveCredentials(page, 'jbenitez', PASSWORD)
    await expect(refusalOf(page)).toBeVisible()
    await giveCredentials(page, 'jbenitez', 'tres tristes tigres')
    await expect(menu(page)).toBeVisible()
  })

  test('an account is asked for, its e-mail proved with a code, and it opens nothing until administration adds the person', async ({
    page,
    product,
  }) => {
    const email = 'lsosa@corporacion.example'
    await page.goto('/sign-up')
    await page.getByLabel('Nombre').fill('Laura Sosa')
    await page.getByLabel('Correo').fill(email)
    await page.getByLabel('Contraseña', { exact: true }).fill('cinco palabras sin orden')
    await page.getByLabel('Repita la contraseña').fill('cinco palabras sin orden')
    await page.getByRole('button', { name: 'Pedir cuenta' }).click()
    const [, code] = /su correo es (\d{6})/.exec(await mailTo(product.dataDir, email, 'Su código de Cuadre'))!
    await page.getByRole('textbox', { name: 'Código del correo' }).fill(code === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Confirmar correo' }).click()
    await expect(page.getByRole('textbox', { name: 'Código del correo' })).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('textbox', { name: 'Código del correo' }).fill(code!)
    await page.getByRole('button', { name: 'Confirmar correo' }).click()
    await expect(page.getByText('Correo confirmado. Administración le avisará cuando tenga acceso.')).toBeVisible()
    await arrive(page)
    await giveCredentials(page, email, 'cinco palabras sin orden')
    await expect(page.getByRole('heading', { name: 'Su cuenta no tiene acceso a Cuadre' })).toBeVisible()
  })
})
