import axios from 'axios'
import { createClient } from './client.ts'

type Options = {
  /** Of the application, without /api. */
  url: string
  /** As shown with the secret. */
  tokenUrl: string
  clientId: string
  secret: string
}

/** The contract's way to the server for a program: it signs in by itself, and again half a minute before its token ends. */
export function createProgram({ url, tokenUrl, clientId, secret }: Options) {
  const http = axios.create({ baseURL: `${url.replace(/\/$/, '')}/api` })
  let held: Promise<{ token: string; until: number }> | undefined
  const signIn = async () => {
    const { data } = await axios.post<{ access_token: string; expires_in: number }>(
      tokenUrl,
      new URLSearchParams({ grant_type: 'client_credentials' }),
      { auth: { username: clientId, password: secret } },
    )
    return { token: data.access_token, until: Date.now() + (data.expires_in - 30) * 1000 }
  }
  http.interceptors.request.use(async (config) => {
    if (!held || (await held.catch(() => ({ until: 0 }))).until <= Date.now()) held = signIn()
    config.headers.set('authorization', `Bearer ${(await held).token}`)
    return config
  })
  return createClient(http)
}
