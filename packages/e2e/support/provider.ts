import type { Page } from '@playwright/test'

/** The stories run against the embedded provider, or against the Keycloak at AUTH_URL. Their pages differ; what people do there does not. */
const keycloak = process.env.AUTH_URL

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

/** As a browser that keeps cookies from frames of others: the frame in which the provider looks for its own says so. */
export const blockThirdPartyCookies = (page: Page) =>
  page.route('**/3p-cookies/step1.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script>parent.postMessage("unsupported", "*")</script>' }),
  )
