import axios from 'axios'
import { createClient } from './client.ts'
import type { ApiError } from './shapes.ts'

type Options = {
  /** Of the application, without /api. */
  url: string
  /** As shown with the secret. */
  tokenUrl: string
  clientId: string
  secret: string
}

/** Why a call did not succeed, in words. It carries nothing of what was sent, which holds the secret and the token: it may be logged. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  /** Null where there was no answer. */
  status: number | null
  code: string | undefined
  issues: { path: string; message: string }[]
  constructor(message: string, { status = null, code, issues = [] }: Partial<Pick<CallFailed, 'status' | 'code' | 'issues'>> = {}) {
    super([message, ...issues.map((issue) => `${issue.path}: ${issue.message}`)].join(' '))
    this.status = status
    this.code = code
    this.issues = issues
  }
}

function fail(error: unknown): never {
  if (!axios.isAxiosError(error)) throw error
  const { response, code, message } = error
  const said = response?.data as Partial<ApiError> & { error?: string; error_description?: string }
  if (!response) throw new CallFailed(message, { code })
  throw new CallFailed(said?.message ?? said?.error_description ?? message, {
    ...said,
    code: said?.code ?? said?.error,
    status: response.status,
  })
}

/** The contract's way to the server for a program: it signs in by itself, and again half a minute before its token ends. @throws CallFailed */
export function createProgram({ url, tokenUrl, clientId, secret }: Options) {
  const http = axios.create({ baseURL: `${url.replace(/\/$/, '')}/api` })
  let held: Promise<{ token: string; until: number }> | undefined
  const signIn = async () => {
    const { data } = await axios
      .post<{ access_token: string; expires_in: number }>(tokenUrl, new URLSearchParams({ grant_type: 'client_credentials' }), {
        auth: { username: clientId, password: secret },
      })
      .catch(fail)
    return { token: data.access_token, until: Date.now() + (data.expires_in - 30) * 1000 }
  }
  http.interceptors.request.use(async (config) => {
    if (!held || (await held.catch(() => ({ until: 0 }))).until <= Date.now()) held = signIn()
    config.headers.set('authorization', `Bearer ${(await held).token}`)
    return config
  })
  http.interceptors.response.use(undefined, fail)
  return createClient(http)
}
