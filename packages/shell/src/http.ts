import { createClient } from '@cuadre/api/client'
import type { ApiError } from '@cuadre/api/shapes'
import axios, { AxiosError, type AxiosResponse } from 'axios'

/** The one axios instance. Time-out as the specification has it (§9). */
export const http = axios.create({ baseURL: '/api', timeout: 60_000, paramsSerializer: { indexes: null } })
/** Every file travels in its form. */
export const plain = createClient(http)
export const { download, query } = plain

/**
 * Saves an answer of bytes that may be larger than the memory. It is written as it comes, where the browser lets one choose a file or keeps a
 * part of the disk for this page, and `onWritten` tells how many bytes are there; elsewhere the browser holds it until all of it is there. @returns whether it was saved: nobody has to choose a file
 * @throws what the call throws
 */
export const saveLarge: typeof import('./large.ts').saveLarge = async (...order) => (await import('./large.ts')).saveLarge(...order)

const LARGE = 1024 * 1024
/** What is larger is refused, whichever way it comes. */
const TOO_LARGE = 50 * LARGE
// A page that is not secure cannot sum a file up.
const goesAhead = (value: unknown) =>
  value instanceof Blob && value.size > LARGE && value.size <= TOO_LARGE && globalThis.crypto?.subtle !== undefined

/** Calls the server. A file of more than a megabyte goes ahead of its form, on from where it was when the network was cut. */
export const call: typeof plain.call = async (endpoint, input, options = {}) => {
  const { body } = (input ?? {}) as { body?: Record<string, unknown> }
  const [name, file] = (endpoint.multipart && Object.entries(body ?? {}).find(([, value]) => goesAhead(value))) || []
  // Without the code for it, which comes over the same network, the file travels as small ones do.
  const way = name && (await import('./ahead.ts').catch(() => undefined))
  if (!way) return plain.call(endpoint, input, options)
  for (let tries = 1; ; tries++) {
    const sent = { ...input, body: { ...body, [name]: await way.sendAhead(file as Blob, options) } }
    try {
      // The same but for the file, for which a contract's types take any.
      return await plain.call(endpoint, sent as never, { signal: options.signal })
    } catch (error) {
      // Forgotten between two tries, or damaged on the way.
      if (tries === 3 || !(error instanceof Failure && error.code.startsWith('upload_'))) throw error
    }
  }
}

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
