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

budgets('budgets of towns', () => {
  let server: TestServer
  let who: Awaited<ReturnType<typeof organisation>>
  beforeAll(async () => {
    server = await testServer()
    who = await organisation(server)
    await forget(server)
  })
  afterAll(() => server?.close())

  /** Code of the business and account → balance in cents. */
  const stored = async (periodId: number) =>
    new Map(
      (
        await rows(
          server.db,
          sql<{ key: string; amount: string }>`select coalesce(b.code, b.name) || ' ' || c.code as key, s.amount from balance s
            join account c on c.id = s.account_id join business b on b.id = c.business_id where s.period_id = ${periodId}`,
        )
      ).map(({ key, amount }) => [key, cents(amount)]),
    )
  /** To the analyst and a department of the business; the analyses open with that. */
  const assign = async (periodId: number, business: string) => {
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
    expect(await stored(periodId)).toEqual(hand)

    const own = [...hand].filter(([key]) => key.startsWith('509 '))
    // Zeros too: each balance has its analysis.
    expect(await assign(periodId, '509')).toEqual({ asignadas: own.length, analisisAbiertos: own.length })
    expect((await server.call({ url: '/analysis/analista', query: { periodId, limit: 1 }, as: who.analista })).body.total).toBe(48)
  })

  test.each([
    ['torrelodones/2015-gastos.csv', '2015-10', 431, '23530200.00'],
    ['torrelodones/2015-ejecucion_gastos.csv', '2015-11', 408, '20665853.82'],
  ] as const)('%s: a header behind a #, of one business', async (path, name, accounts, total) => {
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
    expect(await stored(periodId)).toEqual(hand)
  })
})
