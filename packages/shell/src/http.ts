import { createClient } from '@cuadre/api/client'
import type { ApiError } from '@cuadre/api/shapes'
import axios, { AxiosError, type AxiosResponse } from 'axios'

/** The one axios instance. Time-out as the specification has it (§9). */
export const http = axios.create({ baseURL: '/api', timeout: 60_000, paramsSerializer: { indexes: null } })
/** The client without resumable uploads: every file travels in its form. */
export const baseClient = createClient(http)
export const { download, query } = baseClient

/** How far the server's clock is ahead of this machine's, in milliseconds, as its last answer says. */
let ahead = 0
/** A moment of the server's, by the clock of this machine; both in milliseconds since 1970. */
export const byThisClock = (moment: number) => moment - ahead

type Connection = {
  token: () => Promise<string | undefined>
  locale: () => string
  onUnauthorized: () => void
  /** The person lacks a key that they seemed to have: what is known of them is no longer so. */
  onForbidden?: () => void
  /** The person must show a second factor from now on: until then every call is refused. */
  onSecondFactor?: () => void
  /** Bytes of a file are on their way, to the server or from it; as often as there is progress. */
  onTransfer?: () => void
}

const isFile = (data: unknown) => data instanceof FormData || data instanceof Blob
/**
 * The session tells the instance how to sign a request, and hears of a 401, of a missing key, of a second factor that has become a must, and of
 * files on their way.
 */
export function connect({ token, locale, onUnauthorized, onForbidden, onSecondFactor, onTransfer }: Connection) {
  http.interceptors.request.use(async (config) => {
    const bearer = await token()
    if (bearer) config.headers.set('Authorization', `Bearer ${bearer}`)
    config.headers.set('Accept-Language', locale())
    if (isFile(config.data) || config.responseType !== 'json') {
      // It may take longer than a minute to travel.
      config.timeout = 0
      const { onUploadProgress, onDownloadProgress } = config
      config.onUploadProgress = (event) => {
        onTransfer?.()
        onUploadProgress?.(event)
      }
      config.onDownloadProgress = (event) => {
        onTransfer?.()
        onDownloadProgress?.(event)
      }
    }
    return config
  })
  const answered = (response: AxiosResponse) => {
    const date = Date.parse(String(response.headers.date))
    if (!Number.isNaN(date)) ahead = date - Date.now()
    return response
  }
  http.interceptors.response.use(answered, async (error: unknown) => {
    if (error instanceof AxiosError && error.response?.status === 401) onUnauthorized()
    const failure = await toFailure(error)
    if (failure instanceof Failure && failure.code === '2fa_required') onSecondFactor?.()
    if (failure instanceof Failure && failure.code === 'forbidden') onForbidden?.()
    throw failure
  })
}

/** What went wrong, in one shape: status 0 means the server was not reached. */
export class Failure extends Error {
  status: number
  code: string
  issues: { path: string; message: string }[]
  current: unknown
  constructor(status: number, { code, message, issues = [], current }: ApiError) {
    super(message)
    this.status = status
    this.code = code
    this.issues = issues
    this.current = current
  }
}

async function toFailure(error: unknown): Promise<unknown> {
  if (axios.isCancel(error) || !(error instanceof AxiosError)) return error
  const { response } = error
  if (!response) return new Failure(0, { code: 'offline', message: '' })
  const body = await bodyOf(response.data)
  return new Failure(response.status, body ?? { code: 'unexpected', message: response.statusText || error.message })
}

/** A call that answers bytes gets its error as bytes too. */
async function bodyOf(data: unknown): Promise<ApiError | undefined> {
  try {
    const isStream = typeof data === 'object' && data !== null && 'getReader' in data
    const bytes = isStream ? new Response(data as ReadableStream) : data
    const body = isStream || data instanceof Blob ? JSON.parse(await (bytes as Blob | Response).text()) : data
    return typeof body?.code === 'string' ? body : undefined
  } catch {
    return undefined
  }
}

/** Saves an answer of bytes under a name. */
export function saveAs(bytes: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
