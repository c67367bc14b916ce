import type { Page } from '@playwright/test'
import { authenticator, fromBase32 } from './totp.ts'

/** The stories run against the embedded provider, or against the Keycloak at AUTH_URL. Their pages differ; what people do there does not. */
const keycloak = process.env.AUTH_URL

/** Passwords, links and registration are on the provider's own pages, and not on Cuadre's. */
export const ownPages = keycloak !== undefined

/** Where the provider's addresses begin. */
export const realmOf = (appOrigin: string) => `${keycloak ?? appOrigin}/realms/corp`

const pages = keycloak
  ? {
      username: (page: Page) => page.locator('#username'),
      password: (page: Page) => page.locator('#password'),
      submit: (page: Page) => page.locator('#kc-login'),
      refusal: (page: Page) => page.locator('#input-error, .pf-v5-c-alert, .kc-feedback-text').first(),
    }
  : {
      username: (page: Page) => page.getByLabel(/Usuario/),
      password: (page: Page) => page.getByLabel('Contraseña', { exact: true }),
      submit: (page: Page) => page.getByRole('button', { name: 'Iniciar sesión' }),
      refusal: (page: Page) => page.getByRole('alert'),
    }

/** What the provider's page says to who may not come in. */
export const refusalOf = (page: Page) => pages.refusal(page)

/** On the provider's page. */
export async function giveCredentials(page: Page, username: string, password: string) {
  await page.waitForURL(/\/realms\/corp\//)
  await pages.username(page).fill(username)
  await pages.password(page).fill(password)
  await pages.submit(page).click()
}

type Enrolled = ReturnType<typeof authenticator> & { recoveryCodes: string[] }

/** From /2fa, by whoever is signed in and has no second factor yet. */
export async function enrolOn2fa(page: Page): Promise<Enrolled> {
  await page.goto('/2fa')
  if (keycloak) {
    await page.getByRole('button', { name: 'Configurar' }).click()
    const enrolled = await enrolAtKeycloak(page)
    // Its session is still of the first level: the factor is shown once more.
    await giveCode(page, await enrolled.fresh())
    await page.waitForURL('**/home')
    return enrolled
  }
  return enrolHere(page)
}

/** On /2fa of the embedded provider. */
async function enrolHere(page: Page): Promise<Enrolled> {
  await page.getByRole('img', { name: 'Código QR para la aplicación de autenticación' }).waitFor()
  const codes = authenticator(fromBase32((await page.locator('.enrol .code').textContent())!))
  await page.getByLabel('Código', { exact: true }).fill(await codes.fresh())
  await page.getByRole('button', { name: 'Activar' }).click()
  const recoveryCodes = await listed(page, '.recovery li')
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  return { ...codes, recoveryCodes }
}

/** On /2fa, where whoever is inside is led when it becomes a must; goes on to the page that was asked for. */
export const enrolWhenDemanded = (page: Page) => (keycloak ? enrolAtSignIn(page) : enrolHere(page))

/** On the provider's page, where who must have a second factor and has none is led by the sign-in. */
export async function enrolAtSignIn(page: Page): Promise<Enrolled> {
  if (keycloak) {
    await page.getByRole('button', { name: 'Escribir el código' }).click()
    return enrolAtKeycloak(page)
  }
  const codes = authenticator(fromBase32((await page.locator('code.key').textContent())!))
  await page.getByLabel('Código').fill(await codes.fresh())
  await page.getByRole('button', { name: 'Activar' }).click()
  const recoveryCodes = await listed(page, '.codes li')
  await page.getByRole('link', { name: 'Ya los guardé, continuar' }).click()
  return { ...codes, recoveryCodes }
}

async function enrolAtKeycloak(page: Page): Promise<Enrolled> {
  // Keycloak keeps the letters themselves as the key.
  const codes = authenticator(Buffer.from((await page.locator('#totpSecret').getAttribute('value'))!))
  await page.locator('#totp').fill(await codes.fresh())
  await page.locator('#userLabel').fill('teléfono')
  await page.locator('#saveTOTPBtn').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/realms/'))
  return { ...codes, recoveryCodes: [] }
}

/** The recovery codes of somebody who is signed in, where the enrolment has given none. */
export async function recoveryCodesOf(page: Page, { recoveryCodes }: Enrolled): Promise<string[]> {
  if (!keycloak) return recoveryCodes
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Códigos de recuperación nuevos' }).click()
  const codes = await listed(page, '#kc-recovery-codes-list li')
  await page.locator('#kcRecoveryCodesConfirmationCheck').check()
  await page.locator('#saveRecoveryAuthnCodesBtn').click()
  await page.waitForURL('**/profile')
  return codes.map((text) => text.replace(/^\s*\d+[.:]\s*/, '').replace(/[\s-]/g, ''))
}

async function listed(page: Page, selector: string) {
  await page.locator(selector).first().waitFor()
  return (await page.locator(selector).allTextContents()).map((text) => text.trim())
}

const codeField = (page: Page) => (keycloak ? page.locator('#otp') : page.getByLabel('Código', { exact: true }))

/** The password alone opens nothing to whoever has a second factor: the application leads on to it. */
async function toTheCode(page: Page) {
  const show = page.getByRole('button', { name: 'Escribir el código' })
  await show.or(codeField(page)).first().waitFor()
  if (await show.isVisible()) await show.click()
  await codeField(page).waitFor()
}

/** The code of the authenticator, after the password. */
export async function giveCode(page: Page, code: string) {
  await toTheCode(page)
  await codeField(page).fill(code)
  await page.getByRole('button', { name: 'Verificar' }).click()
}

/** One of the recovery codes in place of the code of the authenticator. */
export async function giveRecoveryCode(page: Page, codes: string[]) {
  await toTheCode(page)
  if (!keycloak) {
    await page.getByRole('link', { name: 'Usar un código de recuperación' }).click()
    await page.getByLabel('Código de recuperación').fill(codes[3]!)
    return page.getByRole('button', { name: 'Verificar' }).click()
  }
  await page.locator('#try-another-way').click()
  await page.getByRole('button', { name: /recuperación/i }).click()
  // Keycloak asks for them in order.
  await page.locator('#recoveryCodeInput').fill(codes[0]!)
  await page.locator('#kc-login').click()
}

/** In place of a temporary password, or of one that expired. */
export async function chooseNewPassword(page: Page, password: string) {
  await (keycloak ? page.locator('#password-new') : page.getByRole('textbox', { name: 'Contraseña nueva' })).fill(password)
  await (keycloak ? page.locator('#password-confirm') : page.getByLabel('Repita la contraseña')).fill(password)
  await (keycloak ? page.locator('[type=submit]').first() : page.getByRole('button', { name: 'Guardar contraseña' })).click()
}
