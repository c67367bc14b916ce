import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTable } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { type Story, story } from '../../workflow/analysis/analysis.fixture.ts'

jest.setTimeout(240_000)
let server: Story
beforeAll(async () => {
  server = await story([
    { code: '1', balance: '1500.00', previous: '1000.00' },
    { code: '2', balance: '40.00', previous: '40.00' },
    { code: '3', balance: '10.00', currency: 'USD' },
    { code: '9', balance: '70.00', previous: '80.00', safra: true },
  ])
  await server.submit('1', { VALOR_ANALISIS: '1490.00', VARIACION: '10.00', COMENTARIO_VARIACION: 'Partidas en tránsito' })
  await sql`insert into account (business_id, code, name, currency) values (1, '5', 'Sin nadie', 'BRL')`.execute(server.db)
  await sql`insert into balance (period_id, account_id, amount, load_id) select 2, id, 7, 2 from account where code = '5'`.execute(
    server.db,
  )
})
afterAll(() => server?.close())
const get = (url: string, query: object = {}, as = server.who.control) => server.call({ url, query: { ...query }, as })
const codes = async (query: object, as = server.who.control) =>
  (await get('/account-summary/accounts', query, as)).body.data.map((a: { CUENTA: string }) => a.CUENTA)

/** Of a list of one page. */
const length = async (query: object, as: (typeof server.who)['control']) => {
  const { data, total } = (await get('/account-summary/accounts', query, as)).body
  expect(total).toBe(data.length)
  return total
}

describe('the summary', () => {
  test('of periods counts the accounts in scope by state, and adds up each currency', async () => {
    const { body } = await get('/account-summary/periods')
    expect(body).toMatchObject({ total: 2, limit: 5 })
    expect(body.data[0]).toMatchObject({
      PERIODO: '2026-10',
      CUENTAS: 5,
      ANALISIS: 4,
      POR_PREPARAR: 3,
      ENVIADOS: 1,
      EN_REVISION: 0,
      RECHAZADOS: 0,
      APROBADOS: 0,
      CON_DIFERENCIA: 1,
      MONEDAS: [
        { MONEDA: 'BRL', SALDO: '1617.00', SIN_SUSTENTAR: '110.00', DIFERENCIA: '10.00' },
        { MONEDA: 'USD', SALDO: '10.00', SIN_SUSTENTAR: '10.00', DIFERENCIA: '0.00' },
      ],
    })
    // Every figure is the length of its list, whoever asks: kept of whole businesses, looked up of some accounts.
    for (const as of [server.who.control, server.who.jefatura, server.who.analista]) {
      const [period] = (await get('/account-summary/periods', {}, as)).body.data
      for (const [figure, query] of [
        ['CUENTAS', {}],
        ['RECHAZADOS', { estadoPrincipalId: 3 }],
        ['CON_DIFERENCIA', { conDiferencia: true }],
        ['POR_PREPARAR', { estadoPrincipalId: 1, enviado: false }],
        ['ENVIADOS', { estadoPrincipalId: 1, enviado: true }],
        ['MATERIALES', { materialidad: ['material', 'critica'] }],
      ] as const)
        expect([figure, await length(query, as)]).toEqual([figure, period[figure]])
    }
    expect((await get('/account-summary/periods', {}, server.who.jefatura)).body.data[0]).toMatchObject({
      CUENTAS: 3,
      ANALISIS: 3,
      MONEDAS: [
        { MONEDA: 'BRL', SALDO: '1540.00', SIN_SUSTENTAR: '40.00', DIFERENCIA: '10.00' },
        { MONEDA: 'USD', SALDO: '10.00', SIN_SUSTENTAR: '10.00', DIFERENCIA: '0.00' },
      ],
    })
    expect((await get('/account-summary/periods', {}, server.who.otherAnalista)).body.data[0]).toMatchObject({ CUENTAS: 1, ANALISIS: 1 })
    expect((await get('/account-summary/periods', { departmentId: server.who.tesoreria })).body.data[0].CUENTAS).toBe(1)
  })

  test('of accounts shows the newest period or the one asked for, in scope, sorted and found', async () => {
    expect(await codes({})).toEqual(['1', '2', '3', '5', '9'])
    expect(await codes({ periodId: 1 })).toEqual(['1', '2', '9'])
    expect(await codes({ sort: '-VALOR_BALANCE', limit: 2 })).toEqual(['1', '9'])
    // Only the first was sent: the others have no difference, though their balances are larger than it.
    for (const sort of ['-VARIACION', 'VARIACION']) expect((await codes({ sort }))[0]).toBe('1')
    expect(await codes({ search: 'nadie' })).toEqual(['5'])
    expect(await codes({}, server.who.analista)).toEqual(['1', '2', '3'])
    expect(await codes({}, server.who.jefatura)).toEqual(['1', '2', '3'])
    expect((await get('/account-summary/accounts', { search: 'Cuenta 1' })).body.data[0]).toMatchObject({
      VALOR_ANALISIS: '1490.00',
      VARIACION: '10.00',
      VARIACION_PERIODO: '500.00',
      VARIACION_PERIODO_PCT: '50.00',
      MATERIALIDAD: 'critica',
      ANALISTA: 'Rodrigo Peña',
    })
    for (const as of [server.who.gerencia, server.who.auditor]) expect((await get('/account-summary/accounts', {}, as)).status).toBe(403)
    const file = await get('/account-summary/accounts', { format: 'excel', limit: 1 })
    expect(file.headers['content-type']).toContain('spreadsheetml')
    const path = join(server.folder, 'resumen.xlsx')
    writeFileSync(path, file.body)
    const [header, first] = (await (await openTable(path, 'resumen.xlsx')).head(2)).map(({ cells }) => cells)
    const of = (name: string) => first![header!.indexOf(name)]
    expect([of('Cuenta'), of('Estado'), of('Materialidad')]).toEqual(['1', 'En jefatura', 'Crítica'])
  })

  test('of an account gives its periods, what they add up to, and a suggested risk', async () => {
    const { body } = await get('/account-summary/account/1')
    expect(body.data.map((p: { PERIODO: string }) => p.PERIODO)).toEqual(['2026-10', '2026-09'])
    expect(body.data[0]).toMatchObject({
      COMENTARIO_VARIACION: 'Partidas en tránsito',
      UMBRAL: { monto: '1000.00', porcentaje: '10.00', base: 'AMBOS_O' },
      ARCHIVOS: [{ NOMBRE: 'extracto.pdf', VERSION: 1, CARGADO_POR: 'Rodrigo Peña' }],
    })
    expect(body.totales).toMatchObject({ periodos: 2, analisis: 2, aprobados: 0, materiales: 2 })
    // 1,500 of a threshold of 1,000, moved by 500 of 1,250 on average; a difference open for one month: what was not sent in the one before is none.
    expect(body.data.map((p: { FECHA_ENVIO: string | null }) => p.FECHA_ENVIO !== null)).toEqual([true, false])
    expect(body.riesgoSugerido).toMatchObject({ partes: { saldo: 5, rechazos: 0, reaperturas: 0, antiguedad: 2 } })
    expect((await get('/account-summary/account/4', {}, server.who.analista)).status).toBe(404)
    const history = await get('/account/1/history', { limit: 1 })
    expect(history.body).toMatchObject({ cuenta: { CUENTA: '1' }, data: [{ PERIODO: '2026-10' }] })
    const file = await get('/account/1/history', { format: 'excel' })
    expect(file.headers['content-disposition']).toContain('xlsx')
    const path = join(server.folder, 'historial.xlsx')
    writeFileSync(path, file.body)
    const [header, newest] = (await (await openTable(path, 'historial.xlsx')).head(2)).map(({ cells }) => cells)
    expect(newest![header!.indexOf('Materialidad')]).toBe('Crítica')
    // Amounts without their currency would be read in that of the reader.
    expect([newest![header!.indexOf('Moneda')], newest![header!.indexOf('Negocio')]]).toEqual(['BRL', history.body.cuenta.NEGOCIO])
    expect((await get('/account/4/history', {}, server.who.analista)).status).toBe(404)
  })

  test('of an account keeps the threshold of the country in which each month was analysed, wherever its business is now', async () => {
    await sql`insert into threshold (country_id, amount, percent) select country_id, 700, 10 from business where id = 1`.execute(server.db)
    await sql`with other as (insert into country (name, iso, currency) values ('Perú', 'PE', 'PEN') returning id)
      update business set country_id = other.id from other where business.id = 1`.execute(server.db)
    const as = server.who.administrador
    const [newest] = (await get('/account/1/history', {}, as)).body.data
    const later = (await get('/dashboard/account-history/1/1', {}, as)).body.data.at(-1)
    await sql`update business set country_id = (select country_id from analysis where business_id = 1 limit 1) where id = 1`.execute(
      server.db,
    )
    await sql`delete from threshold where amount = 700`.execute(server.db)
    expect([newest.UMBRAL.monto, later.UMBRAL_MONTO]).toEqual(['700.00', '700.00'])
  })
})

test('sums of single accounts in a closed month are kept: for those accounts, and until it is closed anew', async () => {
  const { db } = server
  const sums = async () => {
    const { body } = await get('/account-summary/periods', {}, server.who.jefatura)
    const { MONEDAS } = body.data.find(({ PERIODO }: { PERIODO: string }) => PERIODO === '2026-09')
    return MONEDAS.map(({ SALDO }: { SALDO: string }) => SALDO)
  }
  // As nobody can: past the triggers, which refuse it.
  const change = async (by: number) => {
    await sql`alter table balance disable trigger balance_closed_change`.execute(db)
    await sql`update balance set amount = amount + ${by} where period_id = 1`.execute(db)
    await sql`alter table balance enable trigger balance_closed_change`.execute(db)
  }
  const department = (await sql<{ id: number }>`select department_id as id from account where code = '1' and business_id = 1`.execute(db))
    .rows[0]!.id
  const move = (to: number | null) => sql`update account set department_id = ${to} where code = '1' and business_id = 1`.execute(db)

  expect(await sums()).toEqual(['1040.00'])
  await change(1)
  // Open, it is read each time.
  expect(await sums()).toEqual(['1042.00'])
  await change(-1)
  await sql`update period set status_id = 3, closed_at = now() where id = 1`.execute(db)
  await sql`insert into period_rolled (period_id, closed_at) select id, closed_at from period where id = 1`.execute(db)
  expect(await sums()).toEqual(['1040.00'])
  await change(1)
  expect(await sums()).toEqual(['1040.00'])
  await move(null)
  expect(await sums()).toEqual(['41.00'])
  await move(department)
  expect(await sums()).toEqual(['1040.00'])
  await sql`update period_rolled set rolled_at = rolled_at + interval '1 second' where period_id = 1`.execute(db)
  expect(await sums()).toEqual(['1042.00'])
  await change(-1)
  await sql`delete from period_rolled where period_id = 1`.execute(db)
  await sql`update period set status_id = 1, closed_at = null where id = 1`.execute(db)
  expect(await sums()).toEqual(['1040.00'])
})

describe('the list of accounts', () => {
  const list = async (query: object) => (await get('/account', query)).body.data.map((a: { CUENTA: string }) => a.CUENTA)
  test('is filtered by country, heading, activity and balance, and exported as it is shown', async () => {
    await sql`update account set active = false where code = '3'`.execute(server.db)
    await sql`update balance set amount = 0 where account_id = (select id from account where code = '2') and period_id = 2`.execute(
      server.db,
    )
    expect(await list({ countryId: 1 })).toHaveLength(5)
    expect(await list({ countryId: 2 })).toEqual([])
    expect(await list({ headingId: 1, activa: true })).toEqual(['1', '2', '9'])
    expect(await list({ activa: false })).toEqual(['3'])
    expect(await list({ conSaldo: true })).toEqual(['1', '3', '5', '9'])
    expect(await list({ conSaldo: false })).toEqual(['2'])
    expect(await list({ filterByPeriod: 1, conSaldo: true })).toEqual(['1', '2', '9'])
    const file = await get('/account', { format: 'excel', search: 'Cuenta', sort: '-SALDO' })
    expect(file).toMatchObject({ status: 200 })
    expect(file.headers['content-disposition']).toContain('cuentas.xlsx')
  })

  test('an account keeps its frequency, its method and its backup, who is somebody else', async () => {
    const change = (body: object) => server.call({ method: 'PATCH', url: '/account/1', body, as: server.who.control })
    expect(
      (
        await change({
          FRECUENCIA: 'TRIMESTRAL',
          METODO_AUTO: 'SALDO_CERO',
          RESULTADO_AUTO: 'APROBAR',
          ID_RESPALDO: server.who.otherAnalista.id,
        })
      ).body,
    ).toMatchObject({
      FRECUENCIA: 'TRIMESTRAL',
      METODO_AUTO: 'SALDO_CERO',
      RESULTADO_AUTO: 'APROBAR',
      RESPALDO: 'Lucía Ferreyra',
    })
    const path = join(server.folder, 'cuentas.xlsx')
    writeFileSync(path, (await get('/account', { format: 'excel' })).body)
    const lines = (await (await openTable(path, 'cuentas.xlsx')).head(50)).map(({ cells }) => [cells[10], cells[11]])
    expect(lines).toContainEqual(['Trimestral', 'Saldo cero'])
    expect(await change({ ID_RESPALDO: server.who.analista.id })).toMatchObject({ status: 422, body: { code: 'backup_same' } })
    const { db } = server
    await sql`insert into template (name, type, created_by) values ('Bancos', 'ANALISIS', ${server.who.control.id})`.execute(db)
    expect(await change({ COD_PLANTILLA: 1 })).toMatchObject({ status: 422, body: { issues: [{ path: 'COD_PLANTILLA' }] } })
    await sql`insert into template_version (template_id, number, state, format, file_name, sha256, size, written_by) values (1, 1, 'PUBLICADA', 'xlsx', 'b', 'x', 1, ${server.who.control.id})`.execute(
      db,
    )
    expect((await change({ COD_PLANTILLA: 1 })).body).toMatchObject({ COD_PLANTILLA: 1, PLANTILLA: 'Bancos' })
    expect((await change({ COD_PLANTILLA: null })).body.PLANTILLA).toBeNull()
    expect(await change({ METODO_AUTO: 'SUBLEDGER_IGUAL' })).toMatchObject({ status: 422, body: { issues: [{ path: 'METODO_AUTO' }] } })
    expect((await change({ METODO_AUTO: null })).body.METODO_AUTO).toBeNull()
    const { data } = (await get('/account/1/assignments')).body
    expect(data[0]).toMatchObject({ ROL: 'RESPALDO', ANTES: null, DESPUES: 'Lucía Ferreyra' })
  })
})
