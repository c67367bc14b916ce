import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { outsideCalls } from './outside.ts'

const server = createServer((request, answer) => {
  if (request.url === '/away') answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  else answer.end('x'.repeat(100_000))
})
let port: number
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

describe('addresses that people write', () => {
  const { accepts } = outsideCalls()
  test.each([
    ['https://erp.example/avisos', true],
    ['https://8.8.8.8/', true],
    ['http://erp.example/avisos', false],
    ['https://usuario:clave@erp.example/', false],
    ['https://127.0.0.1/', false],
    ['https://2130706433/', false],
    ['https://0x7f.1/', false],
    ['https://10.1.2.3/', false],
    ['https://172.31.0.1/', false],
    ['https://192.168.0.1/', false],
    ['https://169.254.169.254/latest/meta-data', false],
    ['https://100.100.100.200/', false],
    ['https://[::1]/', false],
    ['https://[::ffff:127.0.0.1]/', false],
    ['https://[fd00::1]/', false],
    ['https://[fe80::1]/', false],
    ['https://[64:ff9b::7f00:1]/', false],
    ['https://[64:ff9b:1::7f00:1]/', false],
    ['https://[::7f00:1]/', false],
    ['https://[fec0::1]/', false],
    ['https://[2606:4700:4700::1111]/', true],
  ])('%s: %s', (url, expected) => expect(accepts(url)).toBe(expected))

  test('inside the network are called where a setting names them, also without TLS', () => {
    const opened = outsideCalls(['127.0.0.0/8', '10.5.0.1'])
    expect(['http://127.0.0.1:9/', 'http://10.5.0.1/', 'http://10.5.0.2/', 'http://erp.example/'].map(opened.accepts)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('a call', () => {
  test('does not reach this machine, by number or by name', async () => {
    const { post } = outsideCalls()
    for (const url of [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`, `http://[::1]:${port}/`])
      await expect(post(url, '{}', {})).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' })
  })

  test('reads the beginning of the answer, and follows no other address', async () => {
    const { post } = outsideCalls(['127.0.0.0/8'])
    const long = await post(`http://127.0.0.1:${port}/`, '{}', {})
    expect([long.status, long.text.length]).toEqual([200, 2000])
    expect((await post(`http://127.0.0.1:${port}/away`, '{}', {})).status).toBe(302)
  })

  test('where nobody listens says so', async () => {
    await expect(outsideCalls(['127.0.0.0/8']).post('http://127.0.0.1:1/', '{}', {})).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  /** Who answers over the bare socket, and then what. */
  const withSocket = async (answer: (socket: Socket) => void, seen: (url: string) => Promise<void>) => {
    const open = new Set<Socket>()
    const bad = createSocketServer((socket) => {
      open.add(socket.on('error', () => {}))
      socket.once('data', () => answer(socket))
    })
    await new Promise<void>((resolve) => bad.listen(0, '127.0.0.1', resolve))
    try {
      await seen(`http://127.0.0.1:${(bad.address() as AddressInfo).port}/`)
    } finally {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => bad.close(resolve))
    }
  }
  const { post } = outsideCalls(['127.0.0.0/8'], 300)
  const HALF = 'HTTP/1.1 200 OK\r\ncontent-length: 200\r\n\r\nrecibido'

  test.each<[string, (socket: Socket) => void, object]>([
    [
      'that changes the protocol',
      (socket) => socket.write('HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      { status: 101, text: '' },
    ],
    ['whose answer never ends', (socket) => socket.write(HALF), { status: 200, text: 'recibido' }],
    [
      'whose answer is cut',
      (socket) => {
        socket.write(HALF)
        setTimeout(() => socket.resetAndDestroy(), 50)
      },
      { status: 200, text: 'recibido' },
    ],
  ])('%s ends, with the status that came', (_, answer, expected) =>
    withSocket(answer, async (url) => expect(await post(url, '{}', {})).toEqual(expected)),
  )

  test.each<[string, (socket: Socket) => void, string]>([
    ['never answers', () => {}, 'TIMEOUT'],
    ['only says that it goes on', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 'TIMEOUT'],
    ['closes', (socket) => socket.destroy(), 'ECONNRESET'],
    ['speaks something else', (socket) => socket.end('SSH-2.0-x\r\n'), 'HPE_INVALID_CONSTANT'],
  ])('to one that %s says so', (_, answer, code) =>
    withSocket(answer, async (url) => {
      await expect(post(url, '{}', {})).rejects.toMatchObject({ code })
    }),
  )
})
