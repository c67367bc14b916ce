import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type CompiledQuery, sql } from 'kysely'
import type { Person } from '../../lab/testing/server.ts'
import { type Story, story } from '../../workflow/analysis/analysis.fixture.ts'

let s: Story
beforeAll(async () => {
  s = await story([
    { code: '1101', balance: '100.00', previous: '100.00' },
    { code: '1102', balance: '5000.00', previous: '4000.00' },
    { code: '1103', balance: '-90000.00', previous: '1000.00', currency: 'USD' },
    { code: '1104', balance: '250.00', previous: '250.00' },
    { code: '1105', balance: '60.00', previous: '60.00' },
    { code: '1106', balance: '61.00', previous: '61.00' },
    { code: '1107', balance: '0.00', previous: '1.00' },
    { code: '2101', balance: '700.00', previous: '690.00', safra: true },
    { code: '2102', balance: '800.00', safra: true },
  ])
  // 1101 waits for jefatura, 1102 for control, 1103 was rejected, 1104 was not sent and is late, 1105 is approved, 1106 approved late, 1107 open.
  for (const code of ['1101', '1102', '1103', '1105', '1106']) await s.submit(code)
  await s.late('1106', 'due_control')
  for (const code of ['1102', '1105', '1106']) await s.decide('jefatura aprueba', code, s.who.jefatura)
  await s.decide('jefatura rechaza', '1103', s.who.jefatura)
  for (const code of ['1105', '1106']) await s.decide('control aprueba', code, s.who.control)
  await s.late('1104', 'due_analyst')
  await s.submit('2101', { VALOR_ANALISIS: '650', VARIACION: '50' }, { as: s.who.otherAnalista })
  await s.late('2101', 'due_jefatura')
  await sql`insert into account (business_id, code, name, department_id, currency) values (1, '9001', 'Sin analista', 1, 'BRL')`.execute(
    s.db,
  )
  await sql`insert into balance (period_id, account_id, amount, load_id) select 2, id, 5, 2 from account where code = '9001'`.execute(s.db)
})
afterAll(() => s.close())

const october = { periodId: 2 }
const dashboard = async (name: string, as: Person, query: object = {}) =>
  (await s.call({ url: `/dashboard/${name}`, query: { ...query }, as })).body
/** The total of the list that a figure opens. */
const total = async (as: Person, query: object, list = '/analysis') => (await s.list(list, as, { ...october, limit: 1, ...query })).total

describe('the dashboard of management', () => {
  test('without a wish shows the newest open period; month and year are truncated', async () => {
    expect((await dashboard('analysis-gerencia', s.who.gerencia)).period).toMatchObject({ COD_PERIODO: 2, PERIODO: '2026-10' })
    expect((await dashboard('analysis-gerencia', s.who.gerencia, { mes: '9.7', anio: '2026.2' })).period.PERIODO).toBe('2026-09')
    expect((await dashboard('analysis-gerencia', s.who.gerencia, { mes: 1, anio: 2020 })).period).toBeNull()
    expect((await s.call({ url: '/dashboard/analysis-gerencia', query: { mes: 13 }, as: s.who.gerencia })).status).toBe(422)
  })

  test('every count is the total of its list', async () => {
    for (const as of [s.who.gerencia, s.who.jefatura]) {
      const { total: all } = await dashboard('analysis-gerencia', as, october)
      expect(all.items).toBe(await total(as, {}))
      expect(all.completitud).toEqual({
        completado: await total(as, { completitud: 'completado' }),
        completadoTarde: await total(as, { completitud: 'completado_tarde' }),
        vencido: await total(as, { completitud: 'vencido' }),
        pendiente: await total(as, { completitud: 'pendiente' }),
      })
      expect(all.vencidos).toBe(await total(as, { bandeja: 'atrasados' }))
      expect(all.fueraDePlazo).toBe(await total(as, { completitud: 'vencido,completado_tarde' }))
      expect(all.completado).toBeCloseTo((await total(as, { bandeja: 'aprobados' })) / all.items, 10)
    }
    expect((await dashboard('analysis-gerencia', s.who.gerencia, october)).total.completitud).toEqual({
      completado: 1,
      completadoTarde: 1,
      vencido: 2,
      pendiente: 5,
    })
  })

  test('sign-offs, on time and what is unexplained can be counted by hand', async () => {
    const { total: all } = await dashboard('analysis-gerencia', s.who.gerencia, october)
    // 1101: 1, 1102: 2, 1105 and 1106: 3 each, 2101: 1.
    expect(all).toMatchObject({ items: 9, firmas: 10, firmasRequeridas: 27 })
    expect(all.avance).toBeCloseTo(10 / 27, 10)
    // Late: the analyst of 1104, the head of 2101, control of 1106.
    expect(all.aTiempo).toBeCloseTo(24 / 27, 10)
    const open = (await s.list('/analysis', s.who.gerencia, { ...october, estadoPrincipalId: '1,2,3', limit: 100 })).data
    type Row = { MONEDA: string; FECHA_ENVIO: string | null; VARIACION: string; VALOR_BALANCE: string }
    const sum = (sent: boolean, column: 'VARIACION' | 'VALOR_BALANCE') =>
      ['BRL', 'USD'].map((MONEDA) => ({
        MONEDA,
        monto: open
          .filter((row: Row) => row.MONEDA === MONEDA && (row.FECHA_ENVIO !== null) === sent)
          .reduce((total: number, row: Row) => total + Math.abs(Number(row[column])), 0)
          .toFixed(2),
      }))
    // A balance that nobody has supported yet is no difference.
    expect(all.sinExplicar).toEqual(sum(true, 'VARIACION'))
    expect(all.sinSustentar).toEqual(sum(false, 'VALOR_BALANCE'))
    expect([all.sinExplicar[0].monto, all.sinSustentar[0].monto]).toEqual(['50.00', '1050.00'])
  })

  test('by business with the points gained against the period before, and the businesses add up', async () => {
    await sql`update analysis set state_main = 2, state_jefatura = 4, state_control = 1, submitted_at = now(), jefatura_at = now() where period_id = 1 and account_id = 1`.execute(
      s.db,
    )
    const { porNegocio, total: all, serie } = await dashboard('analysis-gerencia', s.who.gerencia, october)
    expect(porNegocio.map(({ NEGOCIO, items }: { NEGOCIO: string; items: number }) => [NEGOCIO, items])).toEqual([
      ['SAFRA', 2],
      ['VOTORANTIM', 7],
    ])
    for (const field of ['items', 'firmas', 'firmasRequeridas', 'vencidos', 'fueraDePlazo'] as const)
      expect(porNegocio.reduce((sum: number, each: Record<string, number>) => sum + each[field]!, 0)).toBe(all[field])
    for (const { ID_NEGOCIO, items } of porNegocio) expect(items).toBe(await total(s.who.gerencia, { businessId: ID_NEGOCIO }))
    // 9 of 21 sign-offs now, 2 of 21 before.
    expect(porNegocio[1].deltaAvance).toBe(33.3333)
    expect(serie.map(({ PERIODO }: { PERIODO: string }) => PERIODO)).toEqual(['2026-09', '2026-10'])
    expect(all.anterior.avance).toBeCloseTo(2 / 24, 10)
    expect(serie[1]).toMatchObject({ avance: all.avance, aTiempo: all.aTiempo, completado: all.completado })
  })

  test('the largest differences are the head of the list by difference', async () => {
    const { mayoresDiferencias } = await dashboard('analysis-gerencia', s.who.gerencia, october)
    const { data } = await s.list('/analysis', s.who.gerencia, { ...october, orderBy: 'diferencia', limit: 10 })
    const differing = data.filter(
      (row: { VARIACION: string; FECHA_ENVIO: string | null }) => row.FECHA_ENVIO && Number(row.VARIACION) !== 0,
    )
    expect(mayoresDiferencias).toEqual(differing.map((row: object) => ({ ...row, GRUPO: null, PESO: 1, ANTIGUEDAD: expect.any(Number) })))
    expect(differing).toHaveLength(1)
  })

  test('filters narrow it; outside one’s scope there is nothing, and a ratio of nothing is empty', async () => {
    expect((await dashboard('analysis-gerencia', s.who.gerencia, { ...october, negocioId: 2 })).total.items).toBe(2)
    expect((await dashboard('analysis-gerencia', s.who.gerencia, { ...october, departamentoId: 1 })).total.items).toBe(7)
    expect((await dashboard('analysis-gerencia', s.who.gerencia, { ...october, paisId: 77 })).total).toMatchObject({
      items: 0,
      avance: null,
      aTiempo: null,
      completado: null,
      anterior: null,
    })
    expect((await dashboard('analysis-gerencia', s.who.otherJefatura, october)).total.items).toBe(2)
    for (const as of [s.who.analista, s.who.auditor]) expect((await s.call({ url: '/dashboard/analysis-gerencia', as })).status).toBe(403)
  })
})

test('states by department are the totals of their lists', async () => {
  const { data } = await dashboard('analysis-jefatura-by-department', s.who.control, october)
  expect(data.map(({ DEPARTAMENTO, JEFE }: { DEPARTAMENTO: string; JEFE: string }) => [DEPARTAMENTO, JEFE])).toEqual([
    ['Tesorería', 'Óscar Cáceres'],
    ['Contabilidad financiera', 'Marcela Duarte'],
  ])
  for (const row of data) {
    const of = (query: object) => total(s.who.control, { departmentId: row.COD_DEPARTAMENTO, ...query })
    expect(row).toMatchObject({
      total: await of({}),
      porPreparar: await of({ bandeja: 'por_preparar' }),
      pendiente: await of({ estadoPrincipalId: 1 }),
      revision: await of({ estadoPrincipalId: 2 }),
      rechazado: await of({ estadoPrincipalId: 3 }),
      aprobado: await of({ estadoPrincipalId: 4 }),
      vencidos: await of({ bandeja: 'atrasados' }),
    })
    expect(row.pendiente + row.revision + row.rechazado + row.aprobado).toBe(row.total)
  }
})

test('the analyst’s home counts their lists and shows what to do first', async () => {
  const as = s.who.analista
  const home = await dashboard('analista', as, october)
  const of = (query: object) => total(as, query, '/analysis/analista')
  expect(home.contadores).toMatchObject({
    total: await of({}),
    porPreparar: await of({ bandeja: 'por_preparar' }),
    enJefatura: await of({ bandeja: 'por_decidir', estadoPrincipalId: 1 }),
    enControl: await of({ estadoPrincipalId: 2 }),
    rechazados: await of({ bandeja: 'rechazados' }),
    aprobados: await of({ bandeja: 'aprobados' }),
  })
  expect(home.atrasados.total).toBe(await of({ bandeja: 'por_preparar', completitud: 'vencido' }))
  expect(home.proximos.total).toBe(await of({ bandeja: 'por_preparar', completitud: 'pendiente' }))
  const codes = (rows: { CUENTA: string }[]) => rows.map(({ CUENTA }) => CUENTA)
  expect([codes(home.rechazados), codes(home.atrasados.data), codes(home.proximos.data)]).toEqual([['1103'], ['1104'], ['1103', '1107']])
  expect(home.rechazados[0].MOTIVO_RECHAZO).toBe('Falta el extracto bancario.')
  expect((await dashboard('analista', s.who.otherAnalista, october)).contadores).toMatchObject({ total: 2, enJefatura: 1 })
})

test('jefatura’s home counts its lists, by analyst too', async () => {
  const as = s.who.jefatura
  const home = await dashboard('jefatura-area', as, october)
  const of = (query: object) => total(as, query, '/analysis/jefatura')
  const queue = async (query: object) => ({
    total: await of(query),
    porAprobar: await of({ ...query, bandeja: 'por_decidir' }),
    aprobados: await of({ ...query, bandeja: 'aprobados' }),
    vencidos: await of({ ...query, bandeja: 'atrasados' }),
  })
  expect(home).toMatchObject({ ...(await queue({})), rechazados: await of({ bandeja: 'rechazados' }) })
  for (const row of home.porAnalista)
    expect(row).toMatchObject({
      ...(await queue({ analystId: row.ID_ANALISTA })),
      porPreparar: await of({ analystId: row.ID_ANALISTA, bandeja: 'por_preparar' }),
    })
  const waiting = await s.list('/analysis/jefatura', as, { ...october, bandeja: 'por_decidir', limit: 10 })
  expect(home.primeros).toEqual(waiting.data.map((row: object) => ({ ...row, GRUPO: null, PESO: 1 })))
  expect(home.primeros).toHaveLength(1)
})

test('control’s home counts its lists, by business too, and the accounts that nobody analyses', async () => {
  const as = s.who.control
  const home = await dashboard('control', as, october)
  const of = (query: object) => total(as, query, '/analysis/control')
  const queue = async (query: object) => ({
    total: await of(query),
    porAprobar: await of({ ...query, bandeja: 'por_decidir' }),
    aprobados: await of({ ...query, bandeja: 'aprobados' }),
    rechazados: await of({ ...query, bandeja: 'rechazados' }),
    vencidos: await of({ ...query, bandeja: 'atrasados' }),
  })
  expect(home).toMatchObject({ ...(await queue({})), sinAsignar: 1 })
  expect(home.porNegocio).toHaveLength(2)
  for (const row of home.porNegocio) expect(row).toMatchObject(await queue({ businessId: row.ID_NEGOCIO }))
  const waiting = await s.list('/analysis/control', as, { ...october, bandeja: 'por_decidir', limit: 10 })
  expect(home.primeros).toEqual(waiting.data.map((row: object) => ({ ...row, GRUPO: null, PESO: 1 })))
})

describe('the rows of the homes', () => {
  const STAGE = {
    sinEnviar: 'sin_enviar',
    rechazados: 'rechazado',
    enJefatura: 'en_jefatura',
    enControl: 'en_control',
    aprobados: 'aprobado',
  }
  type Row = Record<string, number>
  const items = (as: Person, query: object) => total(as, query, '/dashboard/items')
  /** Each figure of the row against the list that it opens, and their sum against the row's total. */
  const addsUp = async (as: Person, row: Row, where: object) => {
    let sum = 0
    for (const [name, etapa] of Object.entries(STAGE)) {
      expect([name, row[name]]).toEqual([name, await items(as, { ...where, etapa })])
      sum += row[name]!
    }
    expect(row.total).toBe(sum)
    expect(row.vencidos).toBe(await items(as, { ...where, completitud: 'vencido' }))
  }
  const NAMES = [...Object.keys(STAGE), 'total', 'vencidos', 'porAprobar']
  const sumOf = (rows: Row[]) => Object.fromEntries(NAMES.map((name) => [name, rows.reduce((sum, row) => sum + row[name]!, 0)]))

  test('of jefatura add up, by analyst and by department', async () => {
    const as = s.who.jefatura
    const home = await dashboard('jefatura-area', as, october)
    await addsUp(as, home, {})
    for (const row of home.porAnalista) await addsUp(as, row, { analistaId: row.ID_ANALISTA })
    for (const row of home.porDepartamento) await addsUp(as, row, { departamentoId: row.COD_DEPARTAMENTO })
    expect(sumOf(home.porAnalista)).toEqual(sumOf([home]))
    expect(sumOf(home.porDepartamento)).toEqual(sumOf([home]))
    // One rejection among the decisions on 1102, 1103, 1105 and 1106, and two more of control.
    expect(home.porDepartamento[0]).toMatchObject({ NEGOCIO: 'VOTORANTIM', rechazo: 1 / 6 })
  })

  test('of control add up, by business and below, with what is unexplained in each', async () => {
    const as = s.who.control
    const home = await dashboard('control', as, october)
    await addsUp(as, home, {})
    for (const row of home.porNegocio) {
      const inside = home.porSubgerencia.filter(({ ID_NEGOCIO }: Row) => ID_NEGOCIO === row.ID_NEGOCIO)
      expect(inside.length).toBeGreaterThan(0)
      await addsUp(as, row, { negocioId: row.ID_NEGOCIO })
      expect(sumOf(inside)).toEqual(sumOf([row]))
      const { data } = await s.list('/dashboard/items', as, { ...october, negocioId: row.ID_NEGOCIO, sinExplicar: 'true', limit: 100 })
      const cents = (of: { MONEDA: string; SIN_EXPLICAR: string }[], currency: string) =>
        of.filter(({ MONEDA }) => MONEDA === currency).reduce((sum, { SIN_EXPLICAR }) => sum + BigInt(SIN_EXPLICAR.replace('.', '')), 0n)
      for (const { MONEDA, monto } of row.sinExplicar) expect(BigInt(monto.replace('.', ''))).toBe(cents(data, MONEDA))
    }
    expect(sumOf(home.porNegocio)).toEqual(sumOf([home]))
  })

  test('coverage by head is that of the lists of accounts, and what has no analyst is its sum', async () => {
    const as = s.who.control
    const home = await dashboard('control', as, october)
    for (const { ID_JEFE, cuentas, asignadas } of home.cobertura) {
      const of = async (more: object) =>
        (await s.list('/account', as, { filterByPeriod: 2, conSaldo: true, activa: true, chiefId: ID_JEFE, limit: 1, ...more })).total
      expect([cuentas, cuentas - asignadas]).toEqual([await of({}), await of({ statusId: 1 })])
    }
    expect(home.sinAsignar).toBe(home.cobertura.reduce((sum: number, row: Row) => sum + row.cuentas! - row.asignadas!, 0))
    expect(home.sinAsignar).toBe(1)
  })

  test('the forecast counts what is open for each role', async () => {
    for (const [name, as] of [
      ['jefatura-area', s.who.jefatura],
      ['control', s.who.control],
    ] as const) {
      const { pronostico } = await dashboard(name, as, october)
      expect(pronostico.map(({ rol, abiertos }: { rol: string; abiertos: number }) => [rol, abiertos])).toEqual([
        ['analista', await items(as, { etapa: 'sin_enviar,rechazado' })],
        ['jefatura', await items(as, { etapa: 'sin_enviar,rechazado,en_jefatura' })],
        ['control', await items(as, { etapa: 'sin_enviar,rechazado,en_jefatura,en_control' })],
      ])
    }
  })
})

test('what is due today is due on the day of its country', async () => {
  const due = (at: ReturnType<typeof sql>) =>
    sql`update analysis set due_analyst = ${at} where period_id = 2 and account_id = (select id from account where code = '1107')`.execute(
      s.db,
    )
  /** In which it is this hour now. */
  const zoneAt = (hour: number) => {
    const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12
    return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
  }
  await due(sql`now() + interval '2 hours'`)
  for (const [hour, n] of [
    [1, 1],
    [22, 0],
  ] as const) {
    await sql`insert into calendar (country_id, zone) values (1, ${zoneAt(hour)}) on conflict (country_id) do update set zone = excluded.zone`.execute(
      s.db,
    )
    const { contadores } = await dashboard('analista', s.who.analista, october)
    const list = await s.list('/dashboard/items', s.who.analista, { ...october, etapa: 'sin_enviar,rechazado', vence: 'hoy' })
    expect([hour, contadores.venceHoy, list.total]).toEqual([hour, n, n])
  }
  await sql`delete from calendar`.execute(s.db)
  await due(sql`now() + interval '1 day'`)
})

test('no home is a matter of many statements', async () => {
  const executor = s.db.getExecutor()
  const original = executor.executeQuery
  const counted: Record<string, number> = {}
  let current = ''
  executor.executeQuery = function (this: typeof executor, query: CompiledQuery, ...rest: unknown[]) {
    counted[current] = (counted[current] ?? 0) + 1
    return (original as (...all: unknown[]) => unknown).call(this, query, ...rest)
  } as typeof original
  for (const [url, as] of [
    ['/dashboard/analysis-gerencia', s.who.gerencia],
    ['/dashboard/analysis-jefatura-by-department', s.who.gerencia],
    ['/dashboard/analista', s.who.analista],
    ['/dashboard/jefatura-area', s.who.jefatura],
    ['/dashboard/control', s.who.control],
    ['/analysis', s.who.control],
    ['/analysis-metadata/control', s.who.control],
  ] as const) {
    current = url
    await s.call({ url, as })
  }
  executor.executeQuery = original
  // A list's are its periods, its counts, its ids, and its rows, whose statement stays prepared.
  // Management's also reads the bounds of its lights.
  const most = (url: string) =>
    url === '/dashboard/analysis-gerencia' ? 7 : url.startsWith('/dashboard') ? 6 : url === '/analysis' ? 4 : 3
  // One of each is the caller.
  for (const [url, n] of Object.entries(counted)) expect([url, n - 1 <= most(url)]).toEqual([url, true])
  expect(Object.keys(counted)).toHaveLength(7)
})
