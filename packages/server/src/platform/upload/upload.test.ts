import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { UPLOADED } from '@cuadre/api/upload'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { type World, world } from '../../lab/testing/world.ts'
import { folderStorage } from '../storage/index.ts'

let s: TestServer
let w: World
let me: Person
let somebody: Person
let port: number
beforeAll(async () => {
  s = await testServer()
  w = await world(s)
  me = w.here[3]
  somebody = w.here[6]
  port = Number(new URL(await s.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => s.close())

const sumOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const idOf = (content: Buffer) => `${sumOf(content)}-${content.length}`
const bytes = (size: number) => randomBytes(size)

async function append(id: string, desde: number, payload: Buffer, { token }: Person = me) {
  const answer = await s.app.inject({
    method: 'PATCH',
    url: `/api/subida/${id}?desde=${desde}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream', 'accept-language': 'es' },
    payload,
  })
  return [answer.statusCode, answer.json()]
}
const received = async (id: string, as = me) => (await s.call({ url: `/subida/${id}`, as })).body.RECIBIDO
/** A request that has begun and whose bytes are sent later. */
function begin(id: string, desde: number, length: number) {
  const call = request({
    port,
    method: 'PATCH',
    path: `/api/subida/${id}?desde=${desde}`,
    headers: { authorization: `Bearer ${me.token}`, 'content-type': 'application/octet-stream', 'content-length': length },
  })
  const status = new Promise<number>((resolve) => {
    call.on('response', (answer) => resolve(answer.resume().statusCode!))
    call.on('error', () => resolve(0))
  })
  return { call, status }
}
const until = async (holds: () => Promise<boolean>) => {
  for (let tries = 0; !(await holds()); tries++) {
    if (tries === 100) throw new Error('never')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const placeOf = (id: string, owner = me) => join(s.folder, 'uploads', String(owner.id), id)

describe('bytes', () => {
  test('are counted from the first on, in as many pieces as come', async () => {
    const content = bytes(1000)
    const id = idOf(content)
    expect(await received(id)).toBe(0)
    expect(await append(id, 0, content.subarray(0, 400))).toEqual([200, { RECIBIDO: 400 }])
    expect(await append(id, 400, content.subarray(400, 500))).toEqual([200, { RECIBIDO: 500 }])
    expect(await received(id)).toBe(500)
    expect(await append(id, 500, content.subarray(500))).toEqual([200, { RECIBIDO: 1000 }])
  })

  test('from another byte on are refused with the byte to go on from', async () => {
    const content = bytes(1000)
    const id = idOf(content)
    await append(id, 0, content.subarray(0, 400))
    for (const desde of [0, 399, 401])
      expect(await append(id, desde, content.subarray(desde))).toMatchObject([
        409,
        { code: 'upload_elsewhere', current: { RECIBIDO: 400 } },
      ])
    expect(await received(id)).toBe(400)
  })

  test('beyond the size, or of a file over 50 MB, are refused, and none of them stays', async () => {
    const content = bytes(1000)
    const id = idOf(content)
    await append(id, 0, content.subarray(0, 400))
    expect(await append(id, 400, bytes(601))).toMatchObject([422, { code: 'upload_too_long' }])
    expect(await received(id)).toBe(400)
    const said = (size: number) => `${sumOf(content)}-${size}`
    expect(await append(said(50 * 1024 * 1024), 0, content)).toEqual([200, { RECIBIDO: 1000 }])
    expect(await append(said(50 * 1024 * 1024 + 1), 0, content)).toMatchObject([422, { code: 'file_too_large' }])
  })

  test('come as bytes, of a file with a name that can be one', async () => {
    const { url, ...json } = { method: 'PATCH', url: `/subida/${idOf(bytes(9))}?desde=0`, body: { x: 1 }, as: me } as const
    expect((await s.call({ ...json, url })).status).toBe(422)
    for (const id of ['1', `${'0'.repeat(64)}-0`, `..%2f${'0'.repeat(64)}-1`]) expect((await append(id, 0, bytes(1)))[0]).toBe(422)
    expect(await append(idOf(bytes(9)), 0, Buffer.alloc(0))).toEqual([200, { RECIBIDO: 0 }])
  })

  test('that came before the network was cut in the middle of a piece stay', async () => {
    const content = bytes(3_000_000)
    const id = idOf(content)
    await append(id, 0, content.subarray(0, 500_000))
    const { call } = begin(id, 500_000, 2_500_000)
    call.write(content.subarray(500_000, 1_500_000))
    // Some bytes are stored, then the connection breaks.
    await until(async () => readdirSync(placeOf(id)).length > 1)
    call.destroy()
    await until(async () => (await received(id)) > 500_000)
    const there = await received(id)
    expect(there).toBeLessThanOrEqual(1_500_000)
    expect(await append(id, there, content.subarray(there))).toEqual([200, { RECIBIDO: 3_000_000 }])
  })

  test('of two calls at once count once', async () => {
    const content = bytes(1000)
    const id = idOf(content)
    const slow = begin(id, 0, 1000)
    slow.call.write(content.subarray(0, 10))
    await until(async () => existsSync(placeOf(id)))
    expect(await append(id, 0, content.subarray(0, 600))).toEqual([200, { RECIBIDO: 600 }])
    slow.call.end(content.subarray(10))
    expect(await slow.status).toBe(409)
    expect(await received(id)).toBe(600)
    const both = await Promise.all([append(id, 600, content.subarray(600)), append(id, 600, content.subarray(600, 800))])
    expect(both.map(([status]) => status).sort()).toEqual([200, 409])
    const there = await received(id)
    if (there < 1000) await append(id, there, content.subarray(there))
    const { uploads, drop } = folderStorage(s.folder)
    const taken = await uploads.take(me.id, id, 'x')
    expect(taken.sha256).toBe(sumOf(content))
    await drop(taken)
  })

  test('of one person are not there for another', async () => {
    const content = bytes(1000)
    const id = idOf(content)
    await append(id, 0, content)
    expect(await received(id, somebody)).toBe(0)
    expect(await append(id, 0, content.subarray(0, 10), somebody)).toEqual([200, { RECIBIDO: 10 }])
    expect(await received(id)).toBe(1000)
  })

  test('that were acknowledged outlive a process that is killed', async () => {
    const content = bytes(800_000)
    const id = idOf(content)
    const storage = JSON.stringify(new URL('../storage/index.ts', import.meta.url).href)
    const program = `
      const { folderStorage } = await import(${storage})
      const { uploads } = folderStorage(process.argv[1])
      const [owner, id] = [Number(process.argv[2]), process.argv[3]]
      let n = 0
      async function* some() { for await (const chunk of process.stdin) { yield chunk; n += chunk.length; if (n === 300000) return } }
      process.stdout.write(String(await uploads.append(owner, id, 0, some())) + '\\n')
      async function* endless() { for (;;) { yield Buffer.alloc(1000); process.stdout.write('.'); await new Promise((r) => setTimeout(r, 5)) } }
      await uploads.append(owner, id, await uploads.received(owner, id), endless())`
    const child = spawn(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '-e',
      program,
      s.folder,
      String(me.id),
      id,
    ])
    child.stdin.write(content.subarray(0, 300_000))
    let said = ''
    for await (const text of child.stdout) {
      said += text
      if (said.endsWith('...')) break
    }
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    expect(Number.parseInt(said, 10)).toBe(300_000)
    expect(await received(id)).toBe(300_000)
    expect(await append(id, 300_000, content.subarray(300_000))).toEqual([200, { RECIBIDO: 800_000 }])
  })
})

describe('a form', () => {
  const csv = (n: number) => Buffer.from(`negocio;cuenta;nombre;saldo\r\n00051626;1101;Caja general;${n},00\r\n`)
  const load = async (id: string, as = me, language = 'es') => {
    const form = new FormData()
    form.append('COD_PERIODO', String(w.ids.period))
    form.append('SIMULAR', 'true')
    form.append('file', new File([id], 'saldos de marzo.csv', { type: UPLOADED }))
    const body = new Response(form)
    const answer = await s.app.inject({
      method: 'POST',
      url: '/api/balances/upload',
      headers: {
        authorization: `Bearer ${as.token}`,
        'content-type': body.headers.get('content-type')!,
        'accept-language': language,
      },
      payload: Buffer.from(await body.arrayBuffer()),
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  test('brings a file that went ahead as if it had it in it, as often as it is sent', async () => {
    const content = csv(41)
    const id = idOf(content)
    await append(id, 0, content)
    const first = await load(id)
    expect(first).toMatchObject({
      status: 200,
      body: { ARCHIVO: 'saldos de marzo.csv', TAMANO: content.length, SHA256: sumOf(content), ESTADO: 'revision' },
    })
    const second = await load(id)
    expect(second).toMatchObject({ status: 200, body: { SHA256: sumOf(content) } })
    const kept = await s.call({ url: `/balances/file/${first.body.COD_CARGA}`, as: me })
    expect(kept.body).toEqual(content)
    expect(readdirSync(join(s.folder, 'incoming'))).toEqual([])
  })

  test('is refused with what is there while the file is not all there', async () => {
    const content = csv(42)
    const id = idOf(content)
    await append(id, 0, content.subarray(0, 20))
    expect(await load(id)).toMatchObject({ status: 409, body: { code: 'upload_incomplete', current: { RECIBIDO: 20 } } })
  })

  test('finds neither somebody else’s file, nor one that never came, nor what is no name', async () => {
    const content = csv(43)
    await append(idOf(content), 0, content, somebody)
    for (const id of [idOf(content), idOf(bytes(5)), '../../files/x', 'x'.repeat(300), ''])
      expect(await load(id)).toMatchObject({ status: 404, body: { code: 'upload_gone' } })
    expect((await load(idOf(content), me, 'en')).body.message).toMatch(/no longer on the server/)
  })

  test('refuses a file that is not what it was said to be, which has to come again', async () => {
    const id = idOf(csv(44))
    await append(id, 0, csv(45))
    expect(await load(id)).toMatchObject({ status: 404, body: { code: 'upload_gone' } })
    expect(await received(id)).toBe(0)
    await append(id, 0, csv(44))
    expect(await load(id)).toMatchObject({ status: 200 })
    expect(readdirSync(join(s.folder, 'incoming'))).toEqual([])
  })
})

describe('what is kept', () => {
  test('of one person is the last twenty', async () => {
    const person = await s.person('muchos', [1])
    const ids = Array.from({ length: 21 }, () => idOf(bytes(100)))
    for (const [i, id] of ids.entries()) {
      await append(id, 0, bytes(10), person)
      // As if they had been uploaded a second apart.
      if (i < 20) utimesSync(placeOf(id, person), new Date(), new Date(Date.now() - (20 - i) * 1000))
    }
    expect(await Promise.all(ids.map((id) => received(id, person)))).toEqual([0, ...Array(20).fill(10)])
  })

  test('is four files of the largest size at most, by what each says it will be', async () => {
    const person = await s.person('grandes', [1])
    const ids = Array.from({ length: 5 }, () => `${idOf(bytes(100)).split('-')[0]}-${50 * 1024 * 1024}`)
    for (const [i, id] of ids.entries()) {
      await append(id, 0, bytes(10), person)
      if (i < 4) utimesSync(placeOf(id, person), new Date(), new Date(Date.now() - (4 - i) * 1000))
    }
    expect(await Promise.all(ids.map((id) => received(id, person)))).toEqual([0, ...Array(4).fill(10)])
  })

  test('goes a day after its last byte, and so does what a killed process left', async () => {
    const { uploads, receive } = folderStorage(s.folder)
    const [old, young] = [idOf(bytes(100)), idOf(bytes(100))]
    await append(old, 0, bytes(10))
    await append(young, 0, bytes(10))
    const { path } = await receive('x', Readable.from([bytes(3)]))
    const ago = new Date(Date.now() - 90_000_000)
    utimesSync(placeOf(old), ago, ago)
    utimesSync(path, ago, ago)
    await uploads.forget(new Date(Date.now() - 86_400_000))
    expect([await received(old), await received(young), existsSync(path)]).toEqual([0, 10, false])
  })
})
