import { uploadAnalysisFile } from '@cuadre/api/analysis'
import { type Received, UPLOADED } from '@cuadre/api/upload'
import { beforeAll, beforeEach, expect, test } from '@jest/globals'
import { AxiosError, type InternalAxiosRequestConfig } from 'axios'
import { call } from './call.ts'
import { connect, http } from './http.ts'

// jsdom can neither hash nor read files; Node's classes have other types than the browser's.
const { webcrypto } = (await import('node:crypto' as string)) as { webcrypto: Crypto }
const { Buffer } = (await import('node:buffer' as string)) as {
  Buffer: { from: (bytes: ArrayBuffer) => { equals: (other: unknown) => boolean } }
}
Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true })
Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob) {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as ArrayBuffer)
    reader.readAsArrayBuffer(this)
  })
}

const MB = 1024 * 1024
const bytes = Uint8Array.from({ length: 5 * MB }, (_, i) => (i * 31 + (i >> 13)) % 256)
const large = () => new File([bytes], 'saldos.csv', { type: 'text/csv' })

/** Server and network are simulated: `step` decides the outcome of each call by its number. */
type Step = 'cut' | 'lost' | { status: number; data: object } | undefined
let step: (number: number, name: string) => Step
let there: Blob[]
let calls: string[]
let tokens: string[]
let got: number
let forms: FormData[]
const received = () => there.reduce((sum, { size }) => sum + size, 0)
const add = (body: Blob) => {
  there.push(body)
  got += body.size
}
const nowhere = (config: InternalAxiosRequestConfig) => new AxiosError('Network Error', 'ERR_NETWORK', config, {})
http.defaults.adapter = async (config) => {
  const name = `${config.method?.toUpperCase()} ${config.url?.replace(/[0-9a-f]{64}/, '*')}`
  calls.push(name)
  tokens.push(String(config.headers.get('Authorization')))
  const what = step(calls.length, name)
  const answer = (status: number, data: object) => {
    const response = { status, statusText: '', data, headers: {}, config }
    if (status >= 400) throw new AxiosError('failed', undefined, config, {}, response)
    return response
  }
  if (what === 'lost') throw nowhere(config)
  if (what && what !== 'cut') return answer(what.status, what.data)
  if (config.data instanceof FormData) {
    forms.push(config.data)
    return answer(200, {})
  }
  if (config.method !== 'patch') return answer(200, { RECIBIDO: received() } satisfies Received)
  expect(config.headers.get('content-type')).toBe('application/octet-stream')
  if (config.params.desde !== received()) return answer(409, { code: 'upload_elsewhere', message: '', current: { RECIBIDO: received() } })
  if (what === 'cut') {
    add(config.data.slice(0, 1000))
    throw nowhere(config)
  }
  add(config.data)
  return answer(200, { RECIBIDO: received() } satisfies Received)
}

let token = 'first'
beforeAll(() => connect({ token: async () => token, locale: () => 'es', onUnauthorized: () => undefined }))
beforeEach(() => {
  there = []
  calls = []
  tokens = []
  forms = []
  got = 0
  step = () => undefined
})
const values = { VALOR_ANALISIS: '1.00', VARIACION: '0.00' }
const send = (file: Blob, onUpload?: (sent: number, total: number) => void) =>
  call(uploadAnalysisFile, { params: { id: 7 }, body: { ...values, file } }, { onUpload })
const id = async () => {
  const hash = new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes))
  return `${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}-${bytes.length}`
}
const all = async () => Buffer.from(await new Blob(there).arrayBuffer()).equals(bytes)

test('a small file travels in its form', async () => {
  const file = new File(['x'.repeat(MB)], 'extracto.pdf')
  await send(file)
  expect(calls).toEqual(['POST /analysis/file/7'])
  expect(forms[0]!.get('file')).toBe(file)
})

/** A file that says its size without having its bytes. */
const sized = (size: number) => Object.defineProperty(new File(['Conta;Saldo'], 'saldos.csv'), 'size', { value: size })
test.each([
  ['a megabyte', MB, 'POST /analysis/file/7'],
  ['a megabyte and a byte', MB + 1, 'GET /subida/*-1048577'],
  ['50 MB', 50 * MB, 'GET /subida/*-52428800'],
  ['50 MB and a byte, which the server refuses', 50 * MB + 1, 'POST /analysis/file/7'],
])('of %s', async (_, size, first) => {
  step = () => ({ status: 403, data: { code: 'forbidden', message: 'No.' } })
  await expect(send(sized(size))).rejects.toMatchObject({ status: 403 })
  expect(calls).toEqual([first])
})

test('a large file goes ahead in few pieces, and the form brings its id under its name', async () => {
  const told: number[] = []
  await send(large(), (sent, total) => {
    expect([sent, total]).toEqual([received(), bytes.length])
    told.push(sent)
  })
  expect(calls.at(0)).toBe('GET /subida/*-5242880')
  expect(calls.at(-1)).toBe('POST /analysis/file/7')
  expect(calls.length).toBeLessThanOrEqual(5)
  expect(told.at(-1)).toBe(bytes.length)
  expect(await all()).toBe(true)
  const form = forms[0]!
  const file = form.get('file') as File
  expect([file.name, file.type, await file.text()]).toEqual(['saldos.csv', UPLOADED, await id()])
  expect(form.get('VALOR_ANALISIS')).toBe('1.00')
})

test('what the network cut goes on from the byte it had reached, after the session was renewed too', async () => {
  const file = large()
  step = (n) => (n === 2 ? 'cut' : undefined)
  await expect(send(file)).rejects.toMatchObject({ status: 0, code: 'offline' })
  const reached = received()
  expect(reached).toBe(1000)
  step = (n) => (n === 4 ? 'lost' : undefined)
  await expect(send(file)).rejects.toMatchObject({ status: 0 })
  step = () => undefined
  token = 'second'
  const told: number[] = []
  await send(file, (sent) => told.push(sent))
  expect(told[0]).toBe(reached)
  expect(got).toBe(bytes.length)
  expect(await all()).toBe(true)
  expect([tokens[0], tokens.at(-1)]).toEqual(['Bearer first', 'Bearer second'])
})

test('what is there already is not sent: the same file chosen again, or for another call', async () => {
  await send(large())
  calls = []
  await send(large())
  expect(calls).toEqual(['GET /subida/*-5242880', 'POST /analysis/file/7'])
  expect(got).toBe(bytes.length)
})

test('what another page has brought meanwhile is passed over', async () => {
  step = (n, name) => {
    if (n === 2 && name.startsWith('PATCH')) there.push(new Blob([bytes.slice(0, 2 * MB)]))
    return undefined
  }
  await send(large())
  expect(got).toBe(3 * MB)
  expect(await all()).toBe(true)
})

test('a file that the server forgot before the form came is sent again, but not for ever', async () => {
  const gone = { status: 404, data: { code: 'upload_gone', message: 'Ya no está.' } }
  let times = 1
  step = (_, name) => {
    if (!name.startsWith('POST') || times-- <= 0) return undefined
    there = []
    return gone
  }
  await send(large())
  expect(got).toBe(2 * bytes.length)
  expect(forms).toHaveLength(1)
  times = 9
  await expect(send(large())).rejects.toMatchObject({ status: 404, code: 'upload_gone' })
  expect(times).toBe(6)
})

test('a refusal of the call itself is the caller’s', async () => {
  step = (_, name) => (name.startsWith('POST') ? { status: 409, data: { code: 'analysis_moved', message: 'Otra persona.' } } : undefined)
  await expect(send(large())).rejects.toMatchObject({ status: 409, code: 'analysis_moved' })
  expect(calls.filter((name) => name.startsWith('POST'))).toHaveLength(1)
})

test('a piece that the server refuses ends it', async () => {
  step = (_, name) => (name.startsWith('PATCH') ? { status: 422, data: { code: 'file_too_large', message: 'Demasiado.' } } : undefined)
  await expect(send(large())).rejects.toMatchObject({ status: 422, code: 'file_too_large' })
  expect(calls).toHaveLength(2)
})
