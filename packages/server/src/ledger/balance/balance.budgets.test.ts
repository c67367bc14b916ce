import { readFileSync } from 'node:fs'
import { SHARED } from '@cuadre/tables/fixtures/shared'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows } from '../../platform/database/index.ts'
import { confirmAs, forget, mapAs, period, uploadAs } from './balance.testing.ts'

jest.setTimeout(300_000)
/** The published budgets of real towns, as they are, from the file to the opened analyses; where they lie beside the repository. */
const budgets = SHARED === null ? describe.skip : describe
const file = (path: string) => ({ name: path.replace(/.*\//, ''), content: readFileSync(`${SHARED}/budget-execution/${path}`) })
const cents = (text: string) => {
  const [whole = '0', fraction = ''] = text.replace(/^-/, '').split('.')
  const found = BigInt(`${whole || '0'}${fraction.padEnd(2, '0')}`)
  return text.startsWith('-') ? -found : found
}

/** A server of one's own, without the balances that a test begins with. */
function ownServer() {
  let server: TestServer
  let who: Awaited<ReturnType<typeof organisation>>
  beforeAll(async () => {
    server = await testServer()
    who = await organisation(server)
    await forget(server)
  })
  afterAll(() => server?.close())
  return () => ({ server, who })
}

/** Code of the business and account → balance in cents. */
const stored = async ({ db }: TestServer, periodId: number) =>
  new Map(
    (
      await rows(
        db,
        sql<{ key: string; amount: string }>`select coalesce(b.code, b.name) || ' ' || c.code as key, s.amount from balance s
          join account c on c.id = s.account_id join business b on b.id = c.business_id where s.period_id = ${periodId}`,
      )
    ).map(({ key, amount }) => [key, cents(amount)]),
  )

budgets('budgets of towns', () => {
  const own = ownServer()
  /** To the analyst and a department of the business; the analyses open with that. */
  const assign = async (periodId: number, business: string) => {
    const { server, who } = own()
    const found = (await row(
      server.db,
      sql<{ id: number; department: number }>`with d as (insert into department (business_id, name, chief_id)
          select id, 'Intervención ' || id, ${who.jefatura.id} from business where coalesce(code, name) = ${business} returning id, business_id)
        select business_id as id, id as department from d`,
    ))!
    const answer = await server.call({
      method: 'POST',
      url: '/account/assign',
      body: {
        filtro: { businessId: found.id, filterByPeriod: periodId },
        ID_ANALISTA: who.analista.id,
        COD_DEPARTAMENTO: found.department,
      },
      as: who.control,
    })
    expect(answer.status).toBe(200)
    return answer.body as { asignadas: number; analisisAbiertos: number }
  }

  test('Madrid 2015: no header, accounts of three columns, businesses that are created', async () => {
    const { server, who } = own()
    const { name, content } = file('madrid-2015/2015-gastos.csv')
    const lines = content
      .toString('latin1')
      .split(/\r?\n/)
      .filter((line) => line !== '')
      .map((line) => line.split(';'))
    const hand = new Map(lines.map((cells) => [`${cells[0]} ${cells[2]}-${cells[4]}-${cells[8]}`, cents(cells[15]!)]))
    expect(hand.size).toBe(6789)
    const periodId = await period(server, '2015-12')
    const { body } = await uploadAs(server, who.control)({ name, content }, periodId)
    expect(body.ESTADO).toBe('columnas')
    const said = { headerRow: 0, columns: { negocioCodigo: 0, negocioNombre: 1, cuenta: 4, nombre: 9, saldo: 15 }, cuentaPartes: [2, 8] }
    const refused = await mapAs(server, who.control)({ ...body, mapping: {} }, { ...said, decimal: '.' })
    // Nothing is created without a word.
    expect(refused.body.preview.clases).toMatchObject([{ clase: 'rechazada', cuentas: 6789 }])
    const mapped = await mapAs(server, who.control)({ ...body, mapping: {} }, { ...said, decimal: '.', crearNegociosEnPais: 1 })
    const { preview } = mapped.body
    expect(preview.negociosCreados).toEqual(expect.arrayContaining(['AYUNTAMIENTO DE MADRID', 'AGENCIA DE ACTIVIDADES']))
    expect([preview.negociosCreados.length, preview.cuentasCreadas, preview.totalDespues]).toEqual([6, 6789, '4677555798.74'])
    expect(preview.completitud.filas).toMatchObject({ archivo: 6789, aplicadas: 6789, rechazadas: 0 })
    const confirmed = await confirmAs(server, who.control)(mapped.body)
    expect(confirmed.body.resultado).toMatchObject({ saldos: 6789, cuentasCreadas: 6789, analisisNuevos: 0 })
    expect(await stored(server, periodId)).toEqual(hand)

    const ofIt = [...hand].filter(([key]) => key.startsWith('509 '))
    // Zeros too: each balance has its analysis.
    expect(await assign(periodId, '509')).toEqual({ asignadas: ofIt.length, analisisAbiertos: ofIt.length })
    expect((await server.call({ url: '/analysis/analista', query: { periodId, limit: 1 }, as: who.analista })).body.total).toBe(48)
  })

  test.each([
    ['torrelodones/2015-gastos.csv', '2015-10', 431, '23530200.00'],
    ['torrelodones/2015-ejecucion_gastos.csv', '2015-11', 408, '20665853.82'],
  ] as const)('%s: a header behind a #, of one business', async (path, name, accounts, total) => {
    const { server, who } = own()
    const given = file(path)
    const hand = new Map(
      given.content
        .toString('utf8')
        .split(/\r?\n/)
        .slice(1)
        .filter((line) => line.startsWith('2015,'))
        .map((line) => {
          // Of texts with a comma, quoted, only what stands before and behind counts.
          const cells = line.replace(/"[^"]*"/g, 'texto').split(',')
          return [`00051028 ${cells[3]}-${cells[4]}`, cents(cells[6]!)] as const
        }),
    )
    expect(hand.size).toBe(accounts)
    const periodId = await period(server, name)
    const { body } = await uploadAs(server, who.control)(given, periodId)
    const mapped = await mapAs(server, who.control)(body, {
      columns: { cuenta: 3, nombre: 5, saldo: 6 },
      cuentaPartes: [4],
      ID_NEGOCIO: 2,
      decimal: '.',
    })
    expect(mapped.body.preview).toMatchObject({ totalDespues: total, completitud: { filas: { aplicadas: accounts, rechazadas: 0 } } })
    const confirmed = await confirmAs(server, who.control)(mapped.body)
    expect(confirmed.body.resultado.saldos).toBe(accounts)
    expect(await stored(server, periodId)).toEqual(hand)
  })
})

budgets('budgets that say one account in several rows', () => {
  const own = ownServer()
  /** Cells of a file by hand: quotes keep commas, and that is all. */
  const cellsOf = (text: string) =>
    text
      .split(/\r?\n/)
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''))
  const PINTO = { columns: { cuenta: 0, nombre: 3, saldo: 7 }, cuentaPartes: [1, 2] }
  const TORRELODONES = { columns: { cuenta: 3, nombre: 5, saldo: 6 }, cuentaPartes: [4] }
  const OAKLAND = { columns: { cuenta: 1, saldo: 5 }, cuentaPartes: [2, 3, 4] }
  test.each([
    ['pinto/2011-gastos.csv', PINTO],
    ['pinto/2012-gastos.csv', PINTO],
    ['pinto/2013-gastos.csv', PINTO],
    ['pinto/2014-gastos.csv', PINTO],
    ['pinto/2015-gastos.csv', PINTO],
    ['pinto/2016-gastos.csv', PINTO],
    ['torrelodones/2011-gastos.csv', TORRELODONES],
    ['torrelodones/2012-gastos.csv', TORRELODONES],
    ['torrelodones/2013-gastos.csv', TORRELODONES],
    ['torrelodones/2014-gastos.csv', TORRELODONES],
    ['torrelodones/2016-gastos.csv', TORRELODONES],
    ['oakland/FY21-22__adopted.csv', OAKLAND],
    ['oakland/FY22-23__adopted.csv', OAKLAND],
  ] as const)(
    '%s: rows of one account are summed when told so, and every balance is the sum of the rows that were taken',
    async (path, said) => {
      const { server, who } = own()
      await forget(server)
      const given = file(path)
      const periodId = await period(server, '2015-12')
      const { body } = await uploadAs(server, who.control)(given, periodId)
      const mapped = await mapAs(server, who.control)(body, { ...said, ID_NEGOCIO: 2, decimal: '.', repetidas: 'sumar' })
      const { cuenta, saldo } = said.columns
      const amounts = Map.groupBy(
        cellsOf(given.content.toString('utf8'))
          .map((cells) => ({
            parts: [cuenta, ...said.cuentaPartes].map((at) => cells[at]?.trim().split(/\s+/).join(' ') ?? ''),
            amount: cells[saldo]?.trim() ?? '',
          }))
          .filter(({ parts }) => !parts.includes('') && /\d/.test(parts.join(''))),
        ({ parts }) => parts.join('-'),
      )
      // One row that cannot be read, or has more than cents, and the account is refused with all its rows: half a sum is none.
      const isWhole = ([, of]: [string, { amount: string }[]]) => of.every(({ amount }) => /^-?\d+(\.\d{1,2})?$/.test(amount))
      const whole = [...amounts].filter(isWhole)
      const hand = new Map(whole.map(([key, of]) => [key, of.reduce((sum, { amount }) => sum + cents(amount), 0n)]))
      const unread = [...amounts].filter((account) => !isWhole(account)).flatMap(([, of]) => of).length
      expect(mapped.body.preview.completitud.filas).toMatchObject({ rechazadas: unread })
      const confirmed = await confirmAs(server, who.control)(mapped.body)
      expect(confirmed.body.resultado).toMatchObject({ saldos: hand.size })
      expect(new Map([...(await stored(server, periodId))].map(([key, amount]) => [key.slice('00051028 '.length), amount]))).toEqual(hand)
    },
  )
})
