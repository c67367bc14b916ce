import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { clientsInMemory, program } from '../../lab/testing/services.ts'
import { row } from '../../platform/database/index.ts'
import { folderStorage } from '../../platform/storage/index.ts'
import { csv, forget, period } from '../balance/balance.testing.ts'
import { type Inbox, startInbox, sweepInbox } from './inbox.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let inbox: Inbox
let mine: string
let client: string
beforeAll(async () => {
  server = await testServer({ services: clientsInMemory().services })
  who = await organisation(server)
  const erp = await program(server, who.administrador, {
    NOMBRE: 'ERP central',
    CLIENTE: 'erp-central',
    llaves: ['accounts.delivery.send'],
    alcance: [{ ID_PAIS: 1 }],
  })
  client = erp.client
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`delete from delivery`.execute(server.db)
  await sql`delete from delivery_rule`.execute(server.db)
  await forget(server)
  await period(server, '2026-05')
  const folder = join(server.folder, 'inbox')
  rmSync(folder, { recursive: true, force: true })
  mine = join(folder, client)
  mkdirSync(mine, { recursive: true })
  const errors: unknown[] = []
  inbox = {
    db: server.db,
    storage: folderStorage(server.folder),
    zone: 'America/Sao_Paulo',
    live: server.live,
    folder,
    log: (error) => errors.push(error),
  }
})

/** As many passes as it takes to see that nothing grows. */
async function passes(n = 2, seen = new Map()) {
  let moved = 0
  for (let pass = 0; pass < n; pass++) moved += await sweepInbox(inbox, seen)
  return moved
}
const leave = (name: string, content: string) => writeFileSync(join(mine, name), content)
const found = (folder: 'hechas' | 'rechazadas') => (existsSync(join(mine, folder)) ? readdirSync(join(mine, folder)).sort() : [])
const resultOf = (folder: 'hechas' | 'rechazadas') =>
  readFileSync(join(mine, folder, found(folder).find((name) => name.endsWith('.txt'))!), 'utf8')
const waiting = () =>
  readdirSync(mine, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
const loads = async () => (await row(server.db, sql<{ n: number }>`select count(*)::int as n from balance_load`))!.n

const OF_ONE = ['cuenta;nombre;saldo', '1101;Caja general;1000,00', '1102;Bancos;250,50', ';TOTAL;1250,50'].join('\r\n')

describe('a file in the folder of a program', () => {
  test('is taken once it no longer grows, and moved with what came of it', async () => {
    const seen = new Map()
    leave('VOTORANTIM_2026-05.csv', OF_ONE)
    expect(await passes(1, seen)).toBe(0)
    appendFileSync(join(mine, 'VOTORANTIM_2026-05.csv'), '\r\n')
    expect(await passes(1, seen)).toBe(0)
    expect(await passes(1, seen)).toBe(1)
    expect(waiting()).toEqual([])
    expect(found('hechas')).toEqual([expect.stringMatching(/^entrega-\d+-VOTORANTIM_2026-05.csv$/), expect.stringMatching(/csv.txt$/)])
    expect(resultOf('hechas')).toContain('Estado: Espera a control')
    expect(resultOf('hechas')).toContain('La regla de sus negocios no deja que se confirme sola.')
    const { body } = await server.call({ url: '/deliveries', as: who.control })
    expect(body.data).toMatchObject([{ ORIGEN: 'carpeta', REMITENTE: { NOMBRE: 'ERP central' }, PERIODO: '2026-05', ESTADO: 'espera' }])
    const told = await row(
      server.db,
      sql<{ route: string }>`select route from notification where user_id = ${who.control.id} and template = 'entrega_espera'`,
    )
    expect(told!.route).toBe(`/cuentas/carga-balance?carga=${body.data[0].COD_CARGA}`)
  })

  test('confirms itself where the rule of its business lets it', async () => {
    await server.call({
      method: 'PATCH',
      url: `/delivery-rules/${who.safra}`,
      as: who.control,
      body: { ACTIVA: true, MOTIVO: 'El ERP entrega completo' },
    })
    leave('00051028_2026-05.csv', OF_ONE)
    await passes()
    expect(resultOf('hechas')).toMatch(/Estado: Confirmada[\s\S]*Saldos cargados: 2/)
    expect(
      await row(
        server.db,
        sql`select distinct b.name from balance s join account a on a.id = s.account_id join business b on b.id = a.business_id`,
      ),
    ).toEqual({ name: 'SAFRA' })
  })

  test('that cannot be read, or is of a month that is closed, goes to the refused ones with the reason', async () => {
    await period(server, '2026-04', 3)
    leave('foto.pdf', '%PDF-1.4 nada')
    leave('SAFRA_2026-04.csv', OF_ONE)
    expect(await passes()).toBe(2)
    expect(found('rechazadas')).toHaveLength(4)
    const texts = found('rechazadas')
      .filter((name) => name.endsWith('.txt'))
      .map((name) => readFileSync(join(mine, 'rechazadas', name), 'utf8'))
    expect(texts.every((text) => /Estado: Rechazada\r\n[\s\S]*- .{10,}/.test(text))).toBe(true)
  })

  test('with refused rows says which and why', async () => {
    leave('saldos.csv', csv('00051626;1101;Caja;1,00', '00051626;1102;Bancos;nada'))
    await passes()
    expect(resultOf('hechas')).toMatch(/- Fila 3 1102 nada: .{10,}/)
  })

  test('of several processes is one delivery', async () => {
    leave('VOTORANTIM.csv', OF_ONE)
    const seen = [new Map(), new Map(), new Map()]
    for (const each of seen) await sweepInbox(inbox, each)
    const moved = await Promise.all(seen.map((each) => sweepInbox(inbox, each)))
    await passes(2)
    expect(moved.reduce((sum, n) => sum + n, 0)).toBe(1)
    expect([waiting(), await loads(), (await server.call({ url: '/deliveries', as: who.control })).body.total]).toEqual([[], 1, 1])
  })

  test('that was read before its process was lost is moved, and not read again', async () => {
    leave('VOTORANTIM.csv', OF_ONE)
    await passes()
    leave('VOTORANTIM.csv', OF_ONE)
    expect([await passes(), await loads()]).toEqual([1, 1])
    expect(found('hechas').filter((name) => !name.endsWith('.txt'))).toHaveLength(2)
  })
})

describe('what could go wrong in silence', () => {
  const deliveries = async () => (await server.call({ url: '/deliveries', query: { sort: 'RECIBIDA_EN' }, as: who.control })).body.data

  test('a file of another business, or whose name has its month in another form, is not of the newest month and the one business', async () => {
    const one = await program(server, who.administrador, {
      NOMBRE: 'ERP de Safra',
      CLIENTE: 'erp-safra',
      llaves: ['accounts.delivery.send'],
      alcance: [{ ID_PAIS: 1, ID_NEGOCIO: who.safra }],
    })
    const folder = join(inbox.folder, one.client!)
    mkdirSync(folder)
    await period(server, '2026-04', 3)
    await period(server, '2026-03', 3)
    const names = [
      'saldos_VOTORANTIM_2026-05.csv',
      '00051626.csv',
      'SAFRA_202604.csv',
      'SAFRA 04-2026.csv',
      'SAFRA_20260331_235959.csv',
      'SAFRA_2026_05.csv',
    ]
    names.forEach((name, i) => {
      writeFileSync(join(folder, name), `${OF_ONE}\r\n110${i};Otra;1,00`)
    })
    expect(await passes()).toBe(6)
    const found = (await deliveries()).map((d: { ARCHIVO: string; ERROR: { code: string } | null; PERIODO: string }) => [
      d.ARCHIVO,
      d.ERROR?.code ?? d.PERIODO,
    ])
    expect(Object.fromEntries(found)).toEqual({
      [names[0]!]: 'delivery_business',
      [names[1]!]: 'delivery_business',
      [names[2]!]: 'period_closed',
      [names[3]!]: 'period_closed',
      [names[4]!]: 'period_closed',
      [names[5]!]: '2026-05',
    })
  })

  test('a file whose month cannot be told from its name is not of the newest: it is refused, and says why', async () => {
    const unread = ['agosto', 'saldos_oct-2026', '2026-5', '5-2026', 'saldos 26ene', 'sept26']
    for (const [i, name] of unread.entries()) leave(`VOTORANTIM ${name}.csv`, `${OF_ONE}\r\n120${i};Otra;1,00`)
    const read = ['saldos', 'marcas', 'v2', 'lote 1712345678', 'decimos']
    for (const [i, name] of read.entries()) leave(`VOTORANTIM ${name}.csv`, `${OF_ONE}\r\n130${i};Otra;1,00`)
    expect(await passes()).toBe(11)
    const found = (await deliveries()).map((d: { ERROR: { code: string } | null; PERIODO: string }) => d.ERROR?.code ?? d.PERIODO)
    expect(found.sort()).toEqual([...Array(5).fill('2026-05'), ...Array(6).fill('delivery_month')])
    expect(await loads()).toBe(5)
    expect(resultOf('rechazadas')).toContain('escríbalo como 2026-05')
  })

  test('the same content under another name says of which file it tells', async () => {
    leave('uno.csv', OF_ONE)
    leave('una copia.csv', OF_ONE)
    leave('z 2026-05.csv', OF_ONE)
    expect(await passes()).toBe(3)
    const texts = found('hechas')
      .filter((name) => name.endsWith('.txt'))
      .map((name) =>
        readFileSync(join(mine, 'hechas', name), 'utf8')
          .split('\r\n')
          .slice(0, 2),
      )
    expect(texts.sort()).toEqual([
      ['Archivo: una copia.csv', expect.stringMatching('Estado')],
      ['Archivo: uno.csv', 'Mismo contenido que: una copia.csv'],
      ['Archivo: z 2026-05.csv', 'Mismo contenido que: una copia.csv'],
    ])
  })

  test('what is put in the place of a file while it is read is taken in its turn', async () => {
    const seen = new Map()
    leave('VOTORANTIM.csv', OF_ONE)
    await passes(1, seen)
    const { storage } = inbox
    const keep = async (upload: Parameters<typeof storage.keep>[0]) => {
      await storage.keep(upload)
      leave('VOTORANTIM.csv', `${OF_ONE}\r\n1103;Nueva;5,00`)
    }
    inbox = { ...inbox, storage: { ...storage, keep } }
    expect(await passes(1, seen)).toBe(0)
    inbox = { ...inbox, storage }
    expect([await passes(2, seen), await loads(), waiting()]).toEqual([1, 2, []])
    expect(found('hechas').filter((name) => name.endsWith('.txt'))).toHaveLength(2)
  })

  test('a file whose place is not to be had is not read, and one that is not moved not again', async () => {
    const seen = new Map()
    writeFileSync(join(mine, 'rechazadas'), '')
    leave('mal.csv', 'nada')
    await passes(3, seen)
    expect(await deliveries()).toEqual([])
    rmSync(join(mine, 'rechazadas'))
    // Between the reading and the move its place is taken.
    const { log } = inbox
    const errors: unknown[] = []
    const { storage } = inbox
    const receive = async (...given: Parameters<typeof storage.receive>) => {
      rmSync(join(mine, 'rechazadas'), { recursive: true })
      writeFileSync(join(mine, 'rechazadas'), '')
      return storage.receive(...given)
    }
    inbox = { ...inbox, storage: { ...storage, receive }, log: (error) => errors.push(error) }
    await passes(4, seen)
    expect([(await deliveries()).length, errors.length > 1]).toEqual([1, true])
    rmSync(join(mine, 'rechazadas'))
    inbox = { ...inbox, storage, ...(log && { log }) }
    expect([await passes(1, seen), (await deliveries()).length]).toEqual([1, 1])
  })

  test('names that are long, of an older system or of several lines are taken', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${mine}/SAFRA_A`), Buffer.from([0xd1]), Buffer.from('O_2026-05.csv')]), OF_ONE)
    leave(`VOTORANTIM ${'x'.repeat(240)}.csv`, `${OF_ONE}\r\n1103;Nueva;5,00`)
    leave('SAFRA\nEstado: Confirmada.csv', `${OF_ONE}\r\n1104;Nueva;5,00`)
    expect([await passes(), waiting()]).toEqual([3, []])
    expect(found('hechas').join()).toContain('SAFRA_AÑO_2026-05.csv')
    expect((await deliveries()).map(({ ARCHIVO }: { ARCHIVO: string }) => ARCHIVO)).toContain('SAFRAEstado: Confirmada.csv')
  })

  test('a file that is too large is refused, kept in the list and told to control', async () => {
    leave('enorme.csv', '')
    truncateSync(join(mine, 'enorme.csv'), 51 * 1024 * 1024)
    expect(await passes()).toBe(1)
    expect(await deliveries()).toMatchObject([{ ARCHIVO: 'enorme.csv', ESTADO: 'rechazada', ERROR: { code: 'file_too_large' } }])
    expect(resultOf('rechazadas')).toMatch(/enorme.csv\r\nEstado: Rechazada/)
    expect(
      await row(
        server.db,
        sql`select count(*)::int as n from notification where template = 'entrega_rechazada' and user_id = ${who.control.id}`,
      ),
    ).toEqual({ n: 1 })
  })
})

describe('what is not taken', () => {
  test('are links, unfinished and hidden files, and folders of nobody', async () => {
    writeFileSync(join(server.folder, 'ajeno.csv'), OF_ONE)
    symlinkSync(join(server.folder, 'ajeno.csv'), join(mine, 'enlace.csv'))
    symlinkSync(server.folder, join(inbox.folder, 'servicio-enlace'))
    leave('.oculto.csv', OF_ONE)
    leave('a-medias.csv.part', OF_ONE)
    mkdirSync(join(inbox.folder, 'servicio-nadie'))
    writeFileSync(join(inbox.folder, 'servicio-nadie', 'a.csv'), OF_ONE)
    writeFileSync(join(inbox.folder, 'suelto.csv'), OF_ONE)
    expect([await passes(3), await loads()]).toEqual([0, 0])
  })

  test('are files whose results would go where a link leads', async () => {
    const outside = join(server.folder, 'fuera')
    mkdirSync(outside)
    symlinkSync(outside, join(mine, 'hechas'))
    leave('VOTORANTIM.csv', OF_ONE)
    expect(await passes(3)).toBe(0)
    expect([waiting(), readdirSync(outside)]).toEqual([['VOTORANTIM.csv', 'hechas'], []])
  })

  test('are files of a program that is stopped, until it is let in again', async () => {
    const { body } = await server.call({ url: '/services', as: who.administrador })
    const status = (status: string) =>
      server.call({ method: 'PATCH', url: `/services/${body.data[0].id}`, as: who.administrador, body: { status } })
    await status('inactivo')
    leave('VOTORANTIM.csv', OF_ONE)
    expect(await passes(3)).toBe(0)
    await status('activo')
    expect(await passes()).toBe(1)
  })
})

test('the folder is watched until it is stopped', async () => {
  const stop = startInbox({ ...inbox, everyMs: 50 })
  leave('VOTORANTIM.csv', OF_ONE)
  for (let wait = 0; wait < 100 && waiting().length > 0; wait++) await new Promise((resolve) => setTimeout(resolve, 100))
  await stop()
  expect([waiting(), await loads()]).toEqual([[], 1])
  leave('SAFRA.csv', OF_ONE)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(waiting()).toEqual(['SAFRA.csv'])
})
