import { evidenceBinder } from '@cuadre/api/binder'
import { listCountryManagers } from '@cuadre/api/country'
import { appendUpload } from '@cuadre/api/upload'
import { beforeAll, expect, jest, test } from '@jest/globals'
import { AxiosError, type AxiosProgressEvent, CanceledError, type InternalAxiosRequestConfig } from 'axios'
import { call } from './call.ts'
import { connect, Failure, http, query } from './http.ts'
import { failureOf, listInput } from './list.ts'

const signedOut = jest.fn()
const moved = jest.fn()
let asked: InternalAxiosRequestConfig | undefined
/** Only the network is simulated. */
const answer = (status: number, data: unknown) => {
  http.defaults.adapter = async (config) => {
    asked = config
    const response = { status, statusText: '', data, headers: {}, config }
    if (status >= 400) throw new AxiosError('failed', undefined, config, {}, response)
    return response
  }
}
beforeAll(() => connect({ token: async () => 'access', locale: () => 'en', onUnauthorized: signedOut, onTransfer: moved }))

test('a call carries token and language, and only the parameters that say something', async () => {
  answer(200, { data: [], total: 0, page: 1, limit: 100 })
  await call(listCountryManagers, {
    query: listInput(listCountryManagers, { page: 2, limit: 100, search: '  ', filters: { activo: ['true'] } }),
  })
  expect(asked?.headers.get('Authorization')).toBe('Bearer access')
  expect(asked?.headers.get('Accept-Language')).toBe('en')
  expect(asked).toMatchObject({ url: '/country-manager', timeout: 60_000, params: { page: 2, limit: 100, activo: 'true' } })
  expect(asked?.params).not.toHaveProperty('search')
})

test('an error of the server comes with its code, sentence and fields', async () => {
  answer(422, { code: 'country_exists', message: 'Ya hay un país con ese nombre.', issues: [{ path: 'PAIS', message: 'Ya existe.' }] })
  await expect(call(listCountryManagers)).rejects.toMatchObject({
    status: 422,
    code: 'country_exists',
    issues: [{ path: 'PAIS', message: 'Ya existe.' }],
  })
  expect(signedOut).not.toHaveBeenCalled()
})

test('an error of a call that answers bytes is read from them', async () => {
  answer(404, new Blob([JSON.stringify({ code: 'not_found', message: 'No existe.' })]))
  await expect(call(listCountryManagers)).rejects.toMatchObject({ status: 404, message: 'No existe.' })
})

test('what brings a file, either way, may take longer than a minute, and tells that it moves', async () => {
  answer(200, new Blob(['zip']))
  await call(evidenceBinder, { query: { periodId: 1 } })
  expect(asked).toMatchObject({ responseType: 'blob', timeout: 0 })
  const before = moved.mock.calls.length
  asked?.onDownloadProgress?.({ loaded: 1 } as AxiosProgressEvent)
  expect(moved).toHaveBeenCalledTimes(before + 1)
  await call(appendUpload, { params: { id: 'x' }, query: { desde: 0 }, body: new Blob(['x']) })
  expect(asked?.timeout).toBe(0)
})

test('a file that has not moved for a minute counts as not reached; while it moves, and while the server reads what has arrived, it is waited for', async () => {
  jest.useFakeTimers()
  try {
    http.defaults.adapter = (config) => {
      asked = config
      return new Promise((_, reject) =>
        config.signal?.addEventListener?.('abort', () => reject(new CanceledError(undefined, { ...config }))),
      )
    }
    const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1000)
    let outcome: unknown
    const send = async (sent: Promise<unknown>) => {
      outcome = undefined
      sent.catch((error) => {
        outcome = error
      })
      await pass(0)
    }
    await send(call(evidenceBinder, { query: { periodId: 1 } }))
    await pass(59)
    asked?.onDownloadProgress?.({ loaded: 1 } as AxiosProgressEvent)
    await pass(59)
    expect(outcome).toBeUndefined()
    await pass(2)
    expect(outcome).toMatchObject({ status: 0, code: 'offline' })

    const large = { params: { id: 'x' }, query: { desde: 0 }, body: new Blob(['xy']) }
    await send(call(appendUpload, large))
    asked?.onUploadProgress?.({ loaded: 1, total: 2 } as AxiosProgressEvent)
    await pass(61)
    expect(outcome).toMatchObject({ status: 0, code: 'offline' })

    const stop = new AbortController()
    await send(call(appendUpload, large, { signal: stop.signal }))
    asked?.onUploadProgress?.({ loaded: 2, total: 2 } as AxiosProgressEvent)
    await pass(200)
    expect(outcome).toBeUndefined()
    // Whoever stops it themselves is told nothing of the network.
    stop.abort()
    await pass(0)
    expect(outcome).toBeInstanceOf(CanceledError)
  } finally {
    jest.useRealTimers()
  }
})

test('a 401 signs out', async () => {
  answer(401, { code: 'unauthorized', message: 'Su sesión no es válida.' })
  await expect(call(listCountryManagers)).rejects.toMatchObject({ status: 401 })
  expect(signedOut).toHaveBeenCalledTimes(1)
})

test('keys start with the noun, so that a whole noun can be refreshed', () => {
  expect(query(listCountryManagers, { query: { page: 3 } }).queryKey).toEqual(['country-manager', { query: { page: 3 } }])
})

test('a failed list shows the server’s sentence only where there is nothing older to show', () => {
  const refetch = () => undefined
  const said = { code: 'unexpected', message: 'Algo falló.' }
  const error = new Failure(500, said, '1f0c2a9e-77aa-4f0e-8d5b-000000000000')
  expect(failureOf({ error, refetch, data: undefined })).toMatchObject({ children: 'Algo falló.', reference: '1f0c2a9e' })
  // A server in between gives no id; what was never reached has no reference.
  expect(failureOf({ error: new Failure(502, said), refetch, data: undefined })).toMatchObject({ reference: 'E502' })
  expect(failureOf({ error: new Failure(0, said), refetch, data: undefined })).toMatchObject({ reference: undefined })
  expect(failureOf({ error, refetch, data: [] })).toBeNull()
})
