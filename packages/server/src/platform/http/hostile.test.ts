import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type TestServer, testServer } from '../../lab/testing/server.ts'
import { type World, world } from '../../lab/testing/world.ts'
import { row, rows } from '../database/index.ts'

let s: TestServer
let w: World
beforeAll(async () => {
  s = await testServer()
  w = await world(s)
})
afterAll(() => s.close())

/** The body reveals nothing internal: no stack, no SQL, no path. */
const isOurs = (body: unknown) => {
  expect(Object.keys(body as object).filter((key) => !['code', 'message', 'issues', 'current'].includes(key))).toEqual([])
  expect(JSON.stringify(body)).not.toMatch(/at \w+ \(|node_modules|\.ts:\d|select |syntax error|SQLSTATE/i)
}
const raw = (options: { method?: 'GET' | 'POST' | 'PATCH'; url: string; headers?: Record<string, string>; payload?: string | Buffer }) =>
  s.app.inject({
    method: 'GET',
    ...options,
    url: `/api${options.url}`,
    headers: { authorization: `Bearer ${w.here[6].token}`, ...options.headers },
  })

test('a parameter that a call does not have is refused by its name: a misspelt filter would answer every row', async () => {
  for (const [url, name] of [
    ['/account', 'negocioId'],
    ['/account', 'BusinessId'],
    ['/analysis/jefatura', 'filterByPeriod'],
    ['/me', 'rolId'],
    ['/account', '__proto__'],
  ] as const) {
    const { status, body } = await s.call({ url, query: { [name]: '7' }, as: w.here[2] })
    expect([url, status, body.issues]).toEqual([url, 422, [{ path: name, message: `Esta llamada no tiene un parámetro «${name}».` }]])
    isOurs(body)
  }
  // Sent to every list, they narrow nothing where one is not paged.
  expect((await s.call({ url: '/period/status', query: { page: '1', limit: '3' }, as: w.here[2] })).status).toBe(200)
})

test('a bookmark that asks for what does not exist is told so, not to check fields that are not there', async () => {
  const { status, body } = await s.call({ url: '/user', query: { sort: 'nada' }, as: w.here[6] })
  expect([status, body.code, body.message]).toEqual([
    422,
    'wrong_fields',
    'La dirección pide algo que no existe: quite los filtros o entre desde el menú.',
  ])
})

describe('SQL in what is asked', () => {
  const texts = [
    "'; drop table account; --",
    "' or '1'='1",
    "\\'; select pg_sleep(10); --",
    '%_%',
    '$1',
    "x') union select 1 --",
    '\\',
    '{{7*7}}',
  ]
  test.each(texts)('search %j is text, and finds nothing', async (search) => {
    for (const url of ['/account', '/analysis', '/user', '/business', '/faq', '/tickets-suport', '/template', '/balances']) {
      const { status, body } = await s.call({ url, query: { search }, as: w.here[6] })
      expect([url, status, body.total]).toEqual([url, 200, 0])
    }
  })
  test.each(['CUENTA;drop table account', 'CUENTA desc', '(select 1)', 'id--', "'"])('sort %j is refused', async (sort) => {
    const { status, body } = await s.call({ url: '/account', query: { sort }, as: w.here[6] })
    expect([status, body.issues[0].path]).toEqual([422, 'sort'])
    isOurs(body)
  })
  test('a column that is none of the list is refused by its name, not looked up', async () => {
    const { status, body } = await s.call({ url: '/account', query: { sort: '-PASSWORD_HASH' }, as: w.here[6] })
    expect([status, body.issues]).toEqual([422, [{ path: 'sort', message: 'Esta lista no se ordena por «PASSWORD_HASH».' }]])
    // Nor is a workbook begun.
    for (const url of ['/account', '/analysis', '/analysis/group/control', '/user', '/dashboard/items', '/analysis/history'])
      expect([url, (await s.call({ url, query: { sort: 'PASSWORD_HASH', format: 'excel' }, as: w.here[3] })).status]).toEqual([url, 422])
  })
  test('the table that was to be dropped is there', async () => {
    expect((await row(s.db, sql<{ n: number }>`select count(*)::int as n from account`))!.n).toBeGreaterThan(0)
  })
})

test('an address that is longer than the server reads is refused in the same shape as everything else', async () => {
  const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`${address}/api/account?search=${'x'.repeat(20_000)}`)
  expect([answer.status, await answer.json()]).toEqual([
    431,
    { code: 'head_too_large', message: 'La dirección o sus filtros son demasiado largos.' },
  ])
})

describe('paths', () => {
  test.each([
    '/template/file/..%2f..%2f..%2fetc%2fpasswd',
    '/template/file/%2e%2e%2fpackage.json',
    '/template/file/%00',
    '/balances/file/1%00',
    '/analysis/file/1;/etc/passwd',
    '/business/image/-1',
    '/business/image/99999999999999999999',
    '/analysis/%ff',
    '/user/1%20or%201=1',
    `/user/${'9'.repeat(5000)}`,
  ])('%.60s leads nowhere', async (url) => {
    const answer = await raw({ url })
    expect([400, 404, 414, 422]).toContain(answer.statusCode)
    expect(answer.headers['content-type']).toMatch(/json/)
    isOurs(answer.json())
  })
})

describe('headers', () => {
  test('a file’s name cannot add a header to its download', async () => {
    const name = 'saldos\r\nset-cookie: a=b\r\n"; filename="x.exe.csv'
    const answer = await s.call({
      method: 'POST',
      url: '/balances/upload',
      as: w.here[3],
      body: { COD_PERIODO: w.ids.period, SIMULAR: true },
      file: { name, content: 'negocio;cuenta;nombre;saldo\r\n00051626;1101;Caja general;5,00' },
    })
    expect(answer.status).toBe(200)
    const { headers, status } = await s.call({ url: `/balances/file/${answer.body.COD_CARGA}`, as: w.here[3] })
    expect(status).toBe(200)
    expect(headers['set-cookie']).toBeUndefined()
    expect(String(headers['content-disposition'])).toMatch(/^attachment; filename\*=UTF-8''[\w.%~!'()*-]+$/)
  })
  test.each([
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${'x'.repeat(20_000)}` },
    { authorization: 'Basic YTpi' },
    { authorization: 'Bearer a.b.c' },
  ])('authorization %j is no session', async (headers) => {
    const answer = await raw({ url: '/me', headers })
    expect([401, 431]).toContain(answer.statusCode)
    if (answer.statusCode === 401) isOurs(answer.json())
  })
  test('a language that is none is Spanish', async () => {
    const answer = await raw({ url: '/account/2147483647', headers: { 'accept-language': '<script>;q=9, \u00f1' } })
    expect(answer.json()).toMatchObject({ code: 'not_found', message: expect.stringContaining('No existe') })
  })
})

describe('bodies', () => {
  const post = (payload: string | Buffer, type = 'application/json') =>
    raw({ method: 'POST', url: '/country-manager', headers: { 'content-type': type }, payload })

  test('over what the call takes, in bytes: 64 kB unless it says more', async () => {
    const answer = await post(JSON.stringify({ PAIS: 'x'.repeat(64 * 1024) }))
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'body_too_large'])
    expect((await post(JSON.stringify({ PAIS: 'x'.repeat(63 * 1024) }))).statusCode).toBe(422)
    const many = (kilobytes: number) =>
      raw({
        method: 'POST',
        url: '/account/assign',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ a: 'x'.repeat(kilobytes * 1024) }),
      })
    expect([(await many(500)).statusCode, (await many(1024)).statusCode]).toEqual([422, 413])
  })
  test('are refused in a moment, however many parts they have', async () => {
    const began = performance.now()
    expect((await post(`[${'[],'.repeat(20_000)}[]]`)).statusCode).toBe(422)
    expect(performance.now() - began).toBeLessThan(400)
  })
  test.each([
    ['thirty thousand levels', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['half of it', '{"PAIS": "Ch'],
    ['a prototype', '{"__proto__": {"admin": true}, "PAIS": 1}'],
    ['a constructor', '{"constructor": {"prototype": {"admin": true}}}'],
    ['a list', '[]'],
    ['a number', '7'],
    ['null', 'null'],
    ['nothing', ''],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ])('%s', async (_, payload) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(422)
    isOurs(answer.json())
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense'])('of type %s', async (type) => {
    const answer = await post('PAIS=Chile', type)
    expect([415, 422]).toContain(answer.statusCode)
    isOurs(answer.json())
  })
  test('in the letters of an older system are refused, not kept damaged', async () => {
    const latin = await post(Buffer.from('{"PAIS": "Perú"}', 'latin1'))
    expect([latin.statusCode, latin.json().code]).toEqual([422, 'body_utf8'])
    const marked = await post(Buffer.from('\ufeff{"PAIS": 7}'))
    expect(marked.json().issues[0].path).toBe('PAIS')
    expect((await post('{"PAIS": "Perú"}', 'text/plain')).json().code).toBe('media_type')
  })
  test('that are cut off, or of another type, are refused by what is wrong', async () => {
    const [cut, csv] = [await post('{"PAIS": "Ch'), await post('cuenta;saldo', 'text/csv')]
    expect([cut.json().code, cut.json().issues[0].path]).toEqual(['body_json', 'body'])
    expect([csv.json().code, csv.json().issues[0].path]).toEqual(['media_type', 'Content-Type'])
  })
})

test('of thousands of wrong fields the first two hundred are named', async () => {
  const body = { ids: Array.from({ length: 500 }, () => 'x'), level: 'control', action: 'aprobar' }
  const answer = await s.call({ method: 'POST', url: '/analysis/decide-bulk', body, as: w.here[3] })
  expect([answer.status, answer.body.issues.length, answer.body.issues[0].path]).toEqual([422, 200, 'ids.0'])
})

describe('forms', () => {
  const upload = (payload: string, type: string) =>
    raw({ method: 'POST', url: '/balances/upload', headers: { 'content-type': type }, payload })
  const part = (name: string, content: string, file = '') =>
    `--X\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`
  test.each([
    ['without a boundary', 'x', 'multipart/form-data'],
    ['that is JSON', '{}', 'application/json'],
    ['that ends in the middle', part('file', 'a;b', '; filename="a.csv"').slice(0, -4), 'multipart/form-data; boundary=X'],
    ['without its file', `${part('COD_PERIODO', '1')}--X--\r\n`, 'multipart/form-data; boundary=X'],
    ['with a text for a file', `${part('COD_PERIODO', '1')}${part('file', 'hola')}--X--\r\n`, 'multipart/form-data; boundary=X'],
    [
      'with two files',
      `${part('file', 'a', '; filename="a.csv"')}${part('file', 'b', '; filename="b.csv"')}--X--\r\n`,
      'multipart/form-data; boundary=X',
    ],
    ['of forty fields', `${Array.from({ length: 40 }, (_, i) => part(`f${i}`, 'x')).join('')}--X--\r\n`, 'multipart/form-data; boundary=X'],
    ['with a field of a megabyte', `${part('MAPEO', 'x'.repeat(1024 * 1024))}--X--\r\n`, 'multipart/form-data; boundary=X'],
  ])('%s are refused', async (_, payload, type) => {
    const before = await row(s.db, sql<{ n: number }>`select count(*)::int as n from balance_load`)
    const answer = await upload(payload, type)
    expect([413, 415, 422]).toContain(answer.statusCode)
    isOurs(answer.json())
    expect(await row(s.db, sql`select count(*)::int as n from balance_load`)).toEqual(before)
  })
})

test('a form of two files says so, and not that it is large', async () => {
  const part = (name: string) => `--X\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\na\r\n`
  const payload = `${part('a.csv')}${part('b.csv')}--X--\r\n`
  const answer = await raw({
    method: 'POST',
    url: '/balances/upload',
    headers: { 'content-type': 'multipart/form-data; boundary=X' },
    payload,
  })
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'one_file'])
})

test('a file’s name loses what cannot be seen: ends of line, and marks that turn its letters round', async () => {
  const answer = await s.call({
    method: 'POST',
    url: '/balances/upload',
    as: w.here[3],
    body: { COD_PERIODO: w.ids.period, SIMULAR: true },
    file: { name: 'saldos\u202evsc.\u200bexe\u0007.csv', content: 'negocio;cuenta;nombre;saldo\r\n00051626;1101;Caja general;5,00' },
  })
  const names = await rows(s.db, sql<{ file_name: string }>`select file_name from balance_load where id = ${answer.body.COD_CARGA}`)
  expect(names).toEqual([{ file_name: 'saldosvsc.exe.csv' }])
})

test('methods and addresses that are none of the contract answer as errors do', async () => {
  for (const url of ['/', '/nada', '/account/1/2/3', '/.env']) {
    const answer = await raw({ url })
    expect([url, answer.statusCode]).toEqual([url, 404])
    isOurs(answer.json())
  }
})
