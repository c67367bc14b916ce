import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows } from '../../platform/database/index.ts'
import { COSIF, confirmAs, period, uploadAs } from './balance.testing.ts'

jest.setTimeout(300_000)
const MONTHS = ['200801', '200802', '200803'] as const

/** Reads the file independently of the product's reader: account → balance in cents. */
function byHand(content: Buffer) {
  const balances = new Map<string, bigint>()
  const businesses = new Map<string, string>()
  for (const line of content.toString('latin1').split('\r\n').slice(4)) {
    const [, code = '', name = '', , , account = '', , amount = ''] = line.split(';').map((cell) => cell.trim())
    if (!account) continue
    businesses.set(code, name)
    balances.set(`${code} ${account}`, BigInt(amount.replace(',', '')))
  }
  return { balances, businesses }
}
const cents = (amount: string) => BigInt(amount.replace('.', ''))
const sum = (amounts: Iterable<bigint>) => [...amounts].reduce((total, amount) => total + amount, 0n)

describe.each(COSIF)('the balances of the Banco Central do Brasil of 2008, $what', ({ path }) => {
  let server: TestServer
  let who: Awaited<ReturnType<typeof organisation>>
  const files = MONTHS.map((month) => {
    const content = readFileSync(path(month))
    return { name: `${month}CONGLOMERADOS.CSV`, content, hand: byHand(content) }
  })
  beforeAll(async () => {
    server = await testServer()
    who = await organisation(server)
    // Only the codes tell conglomerates apart here, as in the files.
    await sql`update business set name = 'Por crear ' || id, code = null`.execute(server.db)
  })
  afterAll(() => server?.close())

  const stored = async (periodId: number) =>
    new Map(
      (
        await rows(
          server.db,
          sql<{ key: string; amount: string }>`select b.code || ' ' || c.code as key, s.amount from balance s
            join account c on c.id = s.account_id join business b on b.id = c.business_id where s.period_id = ${periodId}`,
        )
      ).map(({ key, amount }) => [key, cents(amount)]),
    )

  test('load as they are, month after month, with columns and businesses said once', async () => {
    const upload = uploadAs(server, who.control)
    const confirm = confirmAs(server, who.control)
    let before = new Map<string, bigint>()
    for (const [at, { name, content, hand }] of files.entries()) {
      const periodId = await period(server, `2008-0${at + 1}`)
      let { status, body } = await upload({ name, content }, periodId)
      expect(status).toBe(200)
      expect(body).toMatchObject({ ESTADO: 'revision', layout: { kind: 'csv', encoding: 'windows-1252', separator: ';' } })
      if (at === 0) {
        // The conglomerates are unknown, and nothing is created without asking.
        expect(body.preview).toMatchObject({
          filas: hand.balances.size,
          omitidas: 4,
          clases: [{ clase: 'rechazada', cuentas: hand.balances.size }],
        })
        const mapped = await server.call({
          method: 'POST',
          url: `/balances/load/${body.COD_CARGA}/mapping`,
          body: { ...body.mapping, crearNegociosEnPais: 1, grupos: 'cargar' },
          as: who.control,
        })
        ;({ status, body } = mapped)
        expect(status).toBe(200)
      }
      const known = new Set(files.slice(0, at).flatMap((file) => [...file.hand.businesses.keys()]))
      expect(new Set(body.preview.negociosCreados)).toEqual(
        new Set([...hand.businesses].filter(([code]) => !known.has(code)).map(([, business]) => business)),
      )

      const { balances, businesses } = hand
      const of = (key: string) => key.split(' ')[0]!
      const expected = {
        nueva: [...balances.keys()].filter((key) => !before.has(key)),
        cambia: [...balances].filter(([key, amount]) => before.has(key) && before.get(key) !== amount).map(([key]) => key),
        igual: [...balances].filter(([key, amount]) => before.get(key) === amount).map(([key]) => key),
        falta: [...before.keys()].filter((key) => !balances.has(key) && businesses.has(of(key))),
      }
      const told = Object.fromEntries(body.preview.clases.map((each: { clase: string }) => [each.clase, each])) as Record<
        string,
        { cuentas: number; saldoVigente: string; saldoDespues: string }
      >
      const groups = new Set(
        (
          await rows(
            server.db,
            sql<{
              key: string
            }>`select n.code || ' ' || r.code as key from load_row r join load_business n on n.load_id = r.load_id and n.key = r.business_key
              where r.load_id = ${body.COD_CARGA} and r.sum_of is not null`,
          )
        ).map(({ key }) => key),
      )
      for (const [clase, keys] of Object.entries(expected)) {
        expect([clase, told[clase]?.cuentas ?? 0]).toEqual([clase, keys.length])
        if (keys.length === 0) continue
        // What is missing stores nothing this month; no sum counts a group and its parts.
        const leaves = keys.filter((key) => !groups.has(key))
        expect([clase, cents(told[clase]!.saldoDespues)]).toEqual([clase, sum(leaves.map((key) => balances.get(key) ?? 0n))])
        expect([clase, cents(told[clase]!.saldoVigente)]).toEqual([clase, sum(leaves.map((key) => before.get(key) ?? 0n))])
      }
      expect(told.rechazada).toBeUndefined()
      expect(body.preview.completitud).toMatchObject({
        PERIODO_ANTERIOR: at === 0 ? null : `2008-0${at}`,
        cuentas: { faltan: expected.falta.length },
        filas: { archivo: balances.size + 4, aplicadas: balances.size, rechazadas: 0, omitidas: { titulos: 4 } },
      })
      expect(body.preview.completitud.negocios.faltan.length).toBe(
        [...new Set([...before.keys()].map(of))].filter((code) => !businesses.has(code)).length,
      )
      // Not only the same number: the same accounts.
      for (const clase of ['nueva', 'falta'] as const) {
        const listed = await rows(
          server.db,
          sql<{
            key: string
          }>`select coalesce(b.code, n.code) || ' ' || r.code as key from load_row r left join business b on b.id = r.business_id
            left join load_business n on n.load_id = r.load_id and n.key = r.business_key where r.load_id = ${body.COD_CARGA} and r.class = ${clase}`,
        )
        expect(listed.map(({ key }) => key).sort()).toEqual(expected[clase].sort())
      }

      expect((await confirm(body)).body).toMatchObject({ ESTADO: 'confirmada', resultado: { saldos: balances.size } })
      expect(await stored(periodId)).toEqual(balances)
      const balanced = await row(
        server.db,
        sql<{ businesses: number; balanced: number }>`select count(distinct c.business_id)::int as businesses,
          (select count(*)::int from balance a join account x on x.id = a.account_id join account y on y.business_id = x.business_id and y.code = '0099999995'
            join balance l on l.account_id = y.id and l.period_id = a.period_id where x.code = '0039999993' and a.period_id = ${periodId} and a.amount = l.amount) as balanced
          from balance s join account c on c.id = s.account_id where s.period_id = ${periodId}`,
      )
      expect(balanced).toEqual({ businesses: businesses.size, balanced: businesses.size })
      before = balances
    }
    const names = await rows(server.db, sql<{ name: string }>`select name from business where code is not null`)
    expect(names.map(({ name }) => name)).toContain('MÁXIMA')
  })
})
