import { createClient } from '@cuadre/api/client'
import { CONTEXT_HEADER } from '@cuadre/api/session'
import type { ApiError } from '@cuadre/api/shapes'
import axios, { AxiosError, type AxiosRequestConfig, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'

const TIMEOUT_MS = 60_000

/**
 * The shared axios instance, with the time-out of the specification (§9). Calls are authorized by a token, no cookie: without `withXSRFToken` the
 * library would wait for the browser's cookies before each call.
 */
export const http = axios.create({ baseURL: '/api', timeout: TIMEOUT_MS, paramsSerializer: { indexes: null }, withXSRFToken: false })
/** The client without resumable uploads: files are sent in their form. */
export const baseClient = createClient(http)
export const { download, query } = baseClient

/** Milliseconds that the server's clock is ahead of this machine's, from the last response. */
let clockOffset = 0
/** Converts a server time to this machine's clock; both in milliseconds since 1970. */
export const toLocalTime = (moment: number) => moment - clockOffset

type Connection = {
  token: () => Promise<string | undefined>
  locale: () => string
  onUnauthorized: () => void
  /** The user lacks a permission that they seemed to have, so it may have been revoked. */
  onForbidden?: () => void
  /** The user has to pass a second factor before any other call. */
  onSecondFactor?: () => void
  /** No call is answered any more: the account was stopped, or an auditor's dates are over. The sentence says why. */
  onShutOut?: (message: string) => void
  /** On every progress event of an upload or download. */
  onTransfer?: () => void
  /** Role, country and business that the pages show. */
  context?: () => string | undefined
  /** An answer was made for others than the pages show, which were the same when it was asked for. */
  onOtherContext?: () => void
}

declare module 'axios' {
  interface InternalAxiosRequestConfig {
    /** What the pages showed when it was asked for. */
    context?: string | undefined
  }
}

type Transfer = { moved: () => void; stop: () => void; stalled: boolean }
/** Files on their way, by the signal of their request: the library copies the configuration, but not that. */
const transfers = new WeakMap<object, Transfer>()

/** Aborts the request once its file has not moved for as long as the time-out (decisions §13). */
function watchTransfer(config: InternalAxiosRequestConfig): Transfer {
  const ending = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const transfer: Transfer = {
    stalled: false,
    moved() {
      clearTimeout(timer)
      timer = setTimeout(() => {
        transfer.stalled = true
        ending.abort()
      }, TIMEOUT_MS)
    },
    stop: () => clearTimeout(timer),
  }
  transfer.moved()
  const { signal } = config
  config.signal = signal ? AbortSignal.any([signal as AbortSignal, ending.signal]) : ending.signal
  transfers.set(config.signal, transfer)
  return transfer
}
const transferOf = (config: AxiosRequestConfig | undefined) => (config?.signal ? transfers.get(config.signal) : undefined)

/** Refusals of a person, whatever is called. */
const SHUT_OUT = ['account_stopped', 'auditor_without_access', 'auditor_not_yet', 'auditor_expired']

const isFile = (data: unknown) => data instanceof FormData || data instanceof Blob
/**
 * Connects the instance to the session, which provides tokens and handles 401, revoked permissions, a required second factor, another role or
 * business than the pages show, and file transfers, which count as activity.
 */
export function connect(connection: Connection) {
  const { token, locale, onUnauthorized, onForbidden, onSecondFactor, onShutOut, onTransfer, context, onOtherContext } = connection
  http.interceptors.request.use(async (config) => {
    const bearer = await token()
    if (bearer) config.headers.set('Authorization', `Bearer ${bearer}`)
    config.headers.set('Accept-Language', locale())
    config.context = context?.()
    if (isFile(config.data) || config.responseType !== 'json') {
      // A file may take longer than the time-out, but not stand still for as long.
      config.timeout = 0
      const { onUploadProgress, onDownloadProgress } = config
      const watched = watchTransfer(config)
      config.onUploadProgress = (event) => {
        // How long the server reads what has arrived is not the network's.
        if (event.loaded === event.total) watched.stop()
        else watched.moved()
        onTransfer?.()
        onUploadProgress?.(event)
      }
      config.onDownloadProgress = (event) => {
        watched.moved()
        onTransfer?.()
        onDownloadProgress?.(event)
      }
    }
    return config
  })
  const readServerClock = (response: AxiosResponse) => {
    const date = Date.parse(String(response.headers.date))
    if (!Number.isNaN(date)) clockOffset = date - Date.now()
    return response
  }
  const compareContext = ({ headers, config }: AxiosResponse) => {
    const made: unknown = headers[CONTEXT_HEADER]
    // One that was on its way when the person switched here is of before.
    if (typeof made === 'string' && config.context !== undefined && config.context === context?.() && made !== config.context)
      onOtherContext?.()
  }
  const settle = (response: AxiosResponse) => {
    // Of a stream the bytes are still to come.
    if (response.config.responseType !== 'stream') transferOf(response.config)?.stop()
    compareContext(response)
    return readServerClock(response)
  }
  http.interceptors.response.use(settle, async (error: unknown) => {
    if (error instanceof AxiosError) transferOf(error.config)?.stop()
    if (error instanceof AxiosError && error.response?.status === 401) onUnauthorized()
    const failure = await toFailure(error)
    if (failure instanceof Failure && failure.code === '2fa_required') onSecondFactor?.()
    if (failure instanceof Failure && failure.code === 'forbidden') onForbidden?.()
    if (failure instanceof Failure && failure.status === 403 && SHUT_OUT.includes(failure.code)) onShutOut?.(failure.message)
    throw failure
  })
}

/** Any failed call; status 0 means that the server was not reached. */
export class Failure extends Error {
  status: number
  code: string
  issues: { path: string; message: string }[]
  current: unknown
  /** What support finds it by in the server's records: the beginning of the request's id, or else the status. Nobody finds a call that arrived nowhere. */
  reference: string | undefined
  constructor(status: number, { code, message, issues = [], current }: ApiError, requestId?: string) {
    super(message)
    this.status = status
    this.code = code
    this.issues = issues
    this.current = current
    this.reference = requestId?.slice(0, 8) ?? (status > 0 ? `E${status}` : undefined)
  }
}

/** What the server says of a failure; `otherwise` where it says nothing, or was not reached. */
export const sentenceOf = (error: unknown, otherwise: string) => (error instanceof Failure && error.message ? error.message : otherwise)

async function toFailure(error: unknown): Promise<unknown> {
  if (!(error instanceof AxiosError)) return error
  const { response, config } = error
  if (axios.isCancel(error) && !transferOf(config)?.stalled) return error
  if (!response) return new Failure(0, { code: 'offline', message: '' })
  const body = await bodyOf(response.data)
  // A status in English is no sentence for anybody: whoever shows it has one of their own.
  const requestId: unknown = response.headers['x-request-id']
  return new Failure(response.status, body ?? { code: 'unexpected', message: '' }, typeof requestId === 'string' ? requestId : undefined)
}

/** A call that expects bytes gets its error as bytes too. */
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

/** Offers bytes as a download. */
export function saveAs(bytes: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
