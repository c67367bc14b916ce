import { deflateRawSync, deflateSync } from 'node:zlib'
import { allEndpoints } from '@cuadre/api/openapi'
import type { z } from 'zod'
import { imageOf } from '../../platform/document/image.fixture.ts'
import type { Client, SignedIn } from './client.ts'
import type { Report } from './report.ts'

const form = (name: string, content: Uint8Array | string, fields: Record<string, string> = {}) => {
  const data = new FormData()
  for (const [key, value] of Object.entries(fields)) data.append(key, value)
  data.append('file', new File([content as string], name))
  return data
}
/** A zip of one entry, stored as it says it is. */
function zip(name: string, content: Buffer, saidSize = content.length) {
  const body = deflateRawSync(content)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(body.length, 18)
  local.writeUInt32LE(saidSize, 22)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(20, 6)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(body.length, 20)
  central.writeUInt32LE(saidSize, 24)
  central.writeUInt16LE(name.length, 28)
  const at = 30 + name.length + body.length
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([local, Buffer.from(name), body, central, Buffer.from(name), end])
}

/** Files that are not what they say, or more than that. */
export async function attackFiles(client: Client, report: Report, control: SignedIn, analyst: SignedIn) {
  const { call } = client
  const { data } = (await call(control, 'GET', '/period?statusId=1')).json() as { data: { COD_PERIODO: number }[] }
  const COD_PERIODO = String(data[0]?.COD_PERIODO ?? 1)
  const bomb = zip('xl/worksheets/sheet1.xml', Buffer.alloc(60 * 1024 * 1024, ' '))
  const entity =
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]><x>&b;&c;</x>'
  const bad: [string, Uint8Array | string][] = [
    ['bomba.xlsx', bomb],
    ['miente.xlsx', zip('xl/workbook.xml', Buffer.from('<x/>'), 0x7fffffff)],
    ['sube.xlsx', zip('../../../etc/cron.d/x', Buffer.from('* * * * * root true'))],
    ['macros.xlsm', zip('xl/vbaProject.bin', Buffer.from('x'))],
    ['entidades.xml', entity],
    ['entidades.xlsx', zip('xl/workbook.xml', Buffer.from(entity))],
    ['pagina.xls', '<html><script>alert(1)</script></html>'],
    ['programa.csv', Buffer.from('MZ\x90\x00\x03\x00\x00\x00')],
    ['vacio.xlsx', ''],
    ['nulos.csv', Buffer.alloc(4096)],
    ['hondo.json', '['.repeat(50_000)],
  ]
  for (const [name, content] of bad) {
    const began = performance.now()
    const { status, text } = await call(control, 'POST', '/balances/upload', form(name, content, { COD_PERIODO }))
    report.check([413, 422].includes(status), `${name} is taken as balances: ${status} ${text.slice(0, 120)}`)
    report.check(performance.now() - began < 15_000, `${name} takes ${Math.round(performance.now() - began)} ms`)
    const alive = await call(control, 'GET', '/me')
    report.check(alive.status === 200, `after ${name} the server does not answer`)
  }
  // Pictures: others are refused, and of a right one only the picture is kept.
  const png = imageOf('png', 40, 40)
  const polyglot = Buffer.concat([png, zip('x', Buffer.from('<script>'))])
  const huge = imageOf('png', 9000, 9000)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  for (const [name, content] of [
    ['a.svg', svg],
    ['a.png', svg],
    ['a.png', polyglot],
    ['a.png', huge],
    ['a.png', Buffer.concat([png.subarray(0, 33), deflateSync(Buffer.alloc(10))])],
    ['a.html.png', '<html>'],
  ] as const) {
    const { status } = await call(analyst, 'POST', '/me/avatar', form(name, content))
    report.check([413, 422].includes(status), `${name} of ${content.length} bytes is taken as a picture: ${status}`)
  }
  const text = (word: string) => {
    const body = Buffer.concat([Buffer.from('tEXtComment\0'), Buffer.from(word)])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length - 4)
    return Buffer.concat([length, body, Buffer.alloc(4)])
  }
  const hidden = Buffer.concat([png.subarray(0, 33), text('secreto-escondido'), png.subarray(33)])
  const taken = await call(analyst, 'POST', '/me/avatar', form('yo.png', hidden))
  const me = (await call(analyst, 'GET', '/me')).json() as { avatar: string | null }
  const kept = Buffer.from(me.avatar?.split(',')[1] ?? '', 'base64').toString('latin1')
  report.check([200, 422].includes(taken.status) && !kept.includes('secreto-escondido'), 'what is hidden in a picture is kept')
  report.check(taken.status !== 200 || kept.length > 0, 'a right picture is not kept')
  await call(analyst, 'DELETE', '/me/avatar')
  // Forms that are none.
  for (const [type, body] of [
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=X', '--X\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx'],
    ['multipart/form-data; boundary=X', `--X\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--X--\r\n`],
    ['text/plain', 'x'],
  ] as const) {
    const { status } = await call(control, 'POST', '/balances/upload', body, { 'content-type': type })
    report.check([413, 415, 422].includes(status), `a form of ${type} is taken: ${status}`)
  }
}

/** Names and words that are something else to a database, a page, a sheet or a shell. */
const WORDS = [
  "' or 1=1 --",
  '"; drop table app_user; --',
  '%',
  '_',
  '\\',
  '$1',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://evil.example")',
  '../../etc/passwd',
  '\u202eoproc',
  '\ud800',
  '{{7*7}}',
  `${'a'.repeat(200)}`,
]

export async function attackNames(client: Client, report: Report, administrator: SignedIn) {
  const lists = allEndpoints().filter(
    ({ endpoint: { method, query, path, stream } }) => method === 'GET' && query && !path.includes(':') && !stream,
  )
  for (const { endpoint } of lists) {
    const fields = Object.keys((endpoint.query as z.ZodObject).shape ?? {})
    const words = WORDS.map((word) => encodeURIComponent(word.isWellFormed() ? word : '\ufffd'))
    // Every field, with words that are none of its values; and every word where words are looked for.
    const queries = [
      ...(fields.includes('search') ? words.map((word) => `search=${word}`) : []),
      ...fields.filter((field) => field !== 'search').map((field, i) => `${field}=${words[i % words.length]}`),
      ...['search=%00', 'page=-1', 'page=1e99', 'limit=999999999', '__proto__[x]=1', 'sort=constructor'],
    ]
    for (const query of queries) {
      const { status, text } = await client.call(administrator, 'GET', `${endpoint.path}?${query}`)
      report.check(status < 500, `${endpoint.path}?${query}: ${status} ${text.slice(0, 120)}`)
    }
  }
  for (const path of [
    '/account/1%00',
    '/account/-1',
    '/account/1e9',
    '/account/99999999999999999999',
    '/account/%2e%2e%2fuser',
    '/template/file/..%2f..%2fetc%2fpasswd',
    '/user/firmas/x',
  ])
    report.check([404, 422].includes((await client.call(administrator, 'GET', path)).status), `${path} answers`)
}
