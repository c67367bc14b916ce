import { createHash, randomBytes } from 'node:crypto'

/** The Keycloak started by `npm run keycloak -- test`, and the origin of the application that its realm knows. */
export const place = {
  url: process.env.AUTH_URL!,
  secret: process.env.AUTH_ADMIN_SECRET!,
  adminPassword: process.env.KEYCLOAK_ADMIN_PASSWORD!,
  origin: process.env.KEYCLOAK_ORIGIN!,
}
export const issuer = `${place.url}/realms/corp`
export const oidc = `${issuer}/protocol/openid-connect`

export type Tokens = { access_token: string; refresh_token: string; id_token: string }
type Page = { url: string; html: string }

/** What a browser with keycloak-js does, by hand: cookies, forms, redirects, and exchanging the code for tokens. */
export function createBrowser() {
  const jar = new Map<string, string>()
  let verifier = ''

  /** Follows redirects to a page, or to the address of the application. */
  async function open(address: string, form?: Record<string, string>): Promise<Page> {
    let url = address
    let body: URLSearchParams | undefined = form && new URLSearchParams(form)
    for (let hop = 0; hop < 12; hop++) {
      if (url.startsWith(`${place.origin}/`)) return { url, html: '' }
      const answer = await fetch(url, {
        method: body ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; '), accept: 'text/html', 'accept-language': 'es' },
        ...(body && { body }),
      })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value && !/max-age=0/i.test(line)) jar.set(name, value)
        else jar.delete(name)
      }
      const html = await answer.text()
      const location = answer.headers.get('location')
      if (!location) return { url, html }
      url = new URL(location, url).href
      body = undefined
    }
    throw new Error(`redirected in circles: ${url}`)
  }

  return {
    open,
    /** Starts a sign-in; `more` replaces parameters, and undefined omits one. */
    authorize(more: Record<string, string | undefined> = {}) {
      verifier = randomBytes(48).toString('base64url')
      const params = {
        client_id: 'cuadre-web',
        redirect_uri: `${place.origin}/`,
        state: 's1',
        nonce: 'n1',
        response_mode: 'fragment',
        response_type: 'code',
        scope: 'openid',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...more,
      }
      const given = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined)
      return open(`${oidc}/auth?${new URLSearchParams(given)}`)
    },
    /** Submits the form of a page: its hidden fields, and those given. */
    send: (page: Page, fields: Record<string, string>) => {
      const action = /<form[^>]*action="([^"]+)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&')
      if (!action) throw new Error(`no form: ${page.url}\n${page.html}`)
      const hidden = [...page.html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
        attribute(tag, 'name'),
        attribute(tag, 'value'),
      ])
      return open(action, { ...Object.fromEntries(hidden.filter(([name]) => name)), ...fields })
    },
    exchange: (page: Page) => {
      const code = new URLSearchParams(page.url.split('#')[1]).get('code')
      if (!code) throw new Error(`no code: ${page.url}\n${page.html}`)
      return token({ grant_type: 'authorization_code', code, redirect_uri: `${place.origin}/`, code_verifier: verifier })
    },
    async signIn(username: string, password: string, more: Record<string, string | undefined> = {}): Promise<Tokens> {
      const end = await this.send(await this.authorize(more), { username, password })
      return (await this.exchange(end)).body
    },
  }
}

export async function token(form: Record<string, string>) {
  const answer = await fetch(`${oidc}/token`, { method: 'POST', body: new URLSearchParams({ client_id: 'cuadre-web', ...form }) })
  return { status: answer.status, body: (await answer.json()) as Tokens & { error?: string } }
}
export const refresh = ({ refresh_token }: Tokens) => token({ grant_type: 'refresh_token', refresh_token })

export const configureRealm = (change: object) => administer('PUT', '', change)
export const realm = async () =>
  (await administer('GET', '')).json() as Promise<{ ssoSessionMaxLifespan: number; ssoSessionIdleTimeout: number; passwordPolicy: string }>

/** How many wrong passwords in a row Keycloak has counted, which it does a moment after it has refused them, and whether they lock the account. */
export const wrongPasswords = async (sub: string) =>
  (await administer('GET', `/attack-detection/brute-force/users/${sub}`)).json() as Promise<{ numFailures: number; disabled: boolean }>

/** Administers the realm as Keycloak's own administrator; the path begins with a slash. */
async function administer(method: string, path: string, change?: object) {
  const signedIn = await fetch(`${place.url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', username: 'admin', password: place.adminPassword }),
  })
  const { access_token } = (await signedIn.json()) as Tokens
  const answer = await fetch(`${place.url}/admin/realms/corp${path}`, {
    method,
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    ...(change && { body: JSON.stringify(change) }),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? ''
