import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTable } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type Story, story } from './analysis.fixture.ts'

let s: Story
beforeAll(async () => {
  s = await story([
    { code: '1101', name: 'Caja', balance: '100.00', previous: '100.00' },
    { code: '1102', name: 'Bancos nación', balance: '5000.00', previous: '4000.00' },
    { code: '1103', name: 'Inversiones', balance: '-90000.00', previous: '1000.00' },
    { code: '1104', name: 'Anticipos', balance: '250.00', previous: '250.00' },
    { code: '2101', name: 'Proveedores', balance: '700.00', previous: '690.00', safra: true },
  ])
  await sql`update period set status_id = 3 where id = 1`.execute(s.db)
  // 1101 waits for jefatura, 1102 for control, 1103 was rejected, 1104 was not sent and is late.
  for (const code of ['1101', '1102', '1103']) await s.submit(code)
  await s.decide('jefatura aprueba', '1102', s.who.jefatura)
  await s.decide('jefatura rechaza', '1103', s.who.jefatura)
  await s.late('1104', 'due_analyst')
})
afterAll(() => s.close())

const october = { periodId: 2 }

describe('lists of analyses', () => {
  test('an analyst sees what is assigned to them, first what came back, then what is late', async () => {
    expect(await s.codes('/analysis/analista', s.who.analista, october)).toEqual(['1103', '1104', '1102', '1101'])
    expect(await s.codes('/analysis/analista', s.who.otherAnalista, october)).toEqual(['2101'])
  })

  test('a head sees their departments, critical first; control and management their countries; an auditor what is approved', async () => {
    expect(await s.codes('/analysis/jefatura', s.who.jefatura, october)).toEqual(['1103', '1102', '1104', '1101'])
    expect(await s.codes('/analysis/jefatura', s.who.otherJefatura, october)).toEqual(['2101'])
    expect((await s.list('/analysis/control', s.who.control, october)).total).toBe(5)
    expect((await s.list('/analysis', s.who.gerencia, october)).total).toBe(5)
    expect((await s.list('/analysis', s.who.auditor)).total).toBe(0)
    expect((await s.list('/analysis', s.who.administrador)).total).toBe(10)
  })

  test('nobody opens the list of a level that is not theirs', async () => {
    for (const [url, as] of [
      ['/analysis/control', s.who.jefatura],
      ['/analysis/jefatura', s.who.gerencia],
      ['/analysis/analista', s.who.control],
    ] as const)
      expect((await s.call({ url, as })).status).toBe(403)
  })

  test.each([
    ['/analysis/analista', 'analista', 'por_preparar', ['1103', '1104']],
    ['/analysis/analista', 'analista', 'sin_enviar', ['1104']],
    ['/analysis/jefatura', 'jefatura', 'por_decidir', ['1101']],
    ['/analysis/jefatura', 'jefatura', 'decididos', ['1102', '1103']],
    ['/analysis/control', 'control', 'por_decidir', ['1102']],
    ['/analysis/control', 'control', 'decididos', []],
    ['/analysis', 'gerencia', 'por_decidir', ['1101', '1102']],
    ['/analysis', 'jefatura', 'por_decidir', ['1101']],
    ['/analysis/jefatura', 'jefatura', 'rechazados', ['1103']],
    ['/analysis/jefatura', 'jefatura', 'aprobados', []],
    ['/analysis/jefatura', 'jefatura', 'atrasados', ['1104']],
  ] as const)('%s of %s: the tray %s', async (url, role, bandeja, expected) => {
    expect(await s.codes(url, s.who[role], { ...october, bandeja, orderBy: 'cuenta' })).toEqual(expected)
  })

  test('each filter narrows, and they narrow together', async () => {
    const found = (query: object) => s.codes('/analysis', s.who.control, { ...october, orderBy: 'cuenta', ...query })
    expect(await found({ search: 'NACION' })).toEqual(['1102'])
    expect(await found({ search: '110' })).toEqual(['1101', '1102', '1103', '1104'])
    expect(await found({ search: '%' })).toEqual([])
    expect(await found({ businessId: 2 })).toEqual(['2101'])
    expect(await found({ departmentId: s.who.contabilidad, estadoPrincipalId: '2,3' })).toEqual(['1102', '1103'])
    expect(await found({ departamentName: 'tesor' })).toEqual(['2101'])
    expect(await found({ analystId: s.who.otherAnalista.id })).toEqual(['2101'])
    expect(await found({ estadoJefaturaId: 4 })).toEqual(['1102'])
    expect(await found({ estadoControlId: 1 })).toEqual(['1102'])
    expect(await found({ materialidad: ['material', 'critica'] })).toEqual(['1102', '1103'])
    expect(await found({ completitud: 'vencido' })).toEqual(['1104'])
    expect(await found({ completitud: 'vencido,pendiente' })).toHaveLength(5)
    expect(await found({ type: 'individual' })).toHaveLength(5)
    expect(await found({ type: 'agrupado' })).toEqual([])
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format()
    expect(await found({ dateStart: today, dateEnd: today })).toEqual(['1101', '1102', '1103'])
    expect(await found({ dateEnd: '2020-01-01' })).toEqual([])
    for (const completitud of ['nunca', '', ','])
      expect((await s.call({ url: '/analysis', query: { completitud }, as: s.who.control })).status).toBe(422)
  })

  test('days of submission are those of the zone in which their reader is shown moments', async () => {
    const found = (query: object, as = s.who.control) => s.codes('/analysis', as, { ...october, orderBy: 'cuenta', ...query })
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format()
    // At any hour it is another day in one of them.
    const zone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((other) => dayIn(other) !== dayIn('America/Sao_Paulo'))!
    await sql`insert into calendar (country_id, zone, saved_by) select id, ${zone}, ${s.who.control.id} from country`.execute(s.db)
    expect((await s.call({ url: '/me', as: s.who.control })).body.ZONA).toBe(zone)
    const there = { dateStart: dayIn(zone), dateEnd: dayIn(zone) }
    const here = { dateStart: dayIn('America/Sao_Paulo'), dateEnd: dayIn('America/Sao_Paulo') }
    expect([await found(there), await found(here)]).toEqual([['1101', '1102', '1103'], []])
    const activity = async (query: object) =>
      (await s.call({ url: `/user/${s.who.analista.id}/activity`, query: { ...query }, as: s.who.administrador })).body.total
    expect(await activity(there)).toBeGreaterThan(0)
    expect(await activity(here)).toBe(0)
    await sql`delete from calendar`.execute(s.db)
  })

  test('sorts by a column of the answer, by a wish, and pages', async () => {
    const sorted = (query: object) => s.codes('/analysis', s.who.control, { ...october, ...query })
    expect(await sorted({ sort: 'VALOR_BALANCE' })).toEqual(['1103', '1101', '1104', '2101', '1102'])
    expect(await sorted({ sort: '-CUENTA', limit: 2 })).toEqual(['2101', '1104'])
    expect(await sorted({ orderBy: 'cuenta', page: 2, limit: 2 })).toEqual(['1103', '1104'])
    expect(await sorted({ orderBy: 'saldo' })).toEqual(['1103', '1102', '2101', '1104', '1101'])
    expect((await sorted({ orderBy: 'vence' }))[0]).toBe('1104')
  })

  test('a row has the balance, the movement and, before it is sent, the whole balance as its difference', async () => {
    const [row] = (await s.list('/analysis', s.who.control, { ...october, search: '2101' })).data
    expect(row).toMatchObject({
      PERIODO: '2026-10',
      CUENTA: '2101',
      NOMBRE_CUENTA: 'Proveedores',
      RUBRO: 'Disponible',
      NEGOCIO: 'SAFRA',
      DEPARTAMENTO: 'Tesorería',
      ANALISTA: 'Lucía Ferreyra',
      JEFE: 'Óscar Cáceres',
      VALOR_BALANCE: '700.00',
      VALOR_ANALISIS: '0',
      VARIACION: '700.00',
      SALDO_ANTERIOR: '690.00',
      VARIACION_PERIODO: '10.00',
      VARIACION_PERIODO_PCT: '1.45',
      MATERIALIDAD: 'menor',
      ATRASADO: false,
      ARCHIVO: null,
    })
  })

  test('counts of the trays are the totals of the lists that they open', async () => {
    for (const [level, as] of [
      ['analista', s.who.analista],
      ['jefatura', s.who.jefatura],
      ['control', s.who.control],
    ] as const) {
      const counts = (await s.call({ url: `/analysis-metadata/${level}`, query: october, as })).body
      const total = async (query: object) => (await s.list(`/analysis/${level}`, as, { ...october, ...query, limit: 1 })).total
      expect(counts).toMatchObject({
        total: await total({}),
        porPreparar: await total({ bandeja: 'por_preparar' }),
        sinEnviar: await total({ bandeja: 'sin_enviar' }),
        porDecidir: await total({ bandeja: 'por_decidir' }),
        decididos: await total({ bandeja: 'decididos' }),
        rechazados: await total({ bandeja: 'rechazados' }),
        aprobados: await total({ bandeja: 'aprobados' }),
        atrasados: await total({ bandeja: 'atrasados' }),
        revision: await total({ estadoPrincipalId: 2 }),
        agrupados: await total({ type: 'agrupado' }),
      })
      expect(counts.periodos.map(({ nombre }: { nombre: string }) => nombre)).toEqual(['2026-10', '2026-09'])
      const { data } = await s.list(`/analysis/${level}`, as, { ...october, limit: 100 })
      const offered = (list: { id: number }[]) => new Set(list.map(({ id }) => id))
      expect(data.length).toBe(counts.total)
      expect(offered(counts.negocios)).toEqual(new Set(data.map((a: { ID_NEGOCIO: number }) => a.ID_NEGOCIO)))
      expect(offered(counts.departamentos)).toEqual(new Set(data.map((a: { COD_DEPARTAMENTO: number }) => a.COD_DEPARTAMENTO)))
    }
    const { negocios, departamentos } = (await s.call({ url: '/analysis-metadata/control', as: s.who.control })).body
    expect([negocios, departamentos]).toEqual([
      [
        { id: 2, nombre: 'SAFRA' },
        { id: 1, nombre: 'VOTORANTIM' },
      ],
      [
        { id: 1, nombre: 'Contabilidad financiera' },
        { id: 2, nombre: 'Tesorería' },
      ],
    ])
  })

  test('the workbook of a list has its rows, all of them and in its order, and never a formula from a text', async () => {
    await sql`update account set name = '=1+1' where code = '1104'`.execute(s.db)
    const answer = await s.call({
      url: '/analysis/jefatura',
      query: { ...october, format: 'excel', bandeja: 'decididos', orderBy: 'cuenta' },
      as: s.who.jefatura,
    })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toContain('analisis.xlsx')
    const rows = async (query: object) => {
      const path = join(s.folder, 'lista.xlsx')
      writeFileSync(
        path,
        (await s.call({ url: '/analysis/jefatura', query: { ...october, format: 'excel', ...query }, as: s.who.jefatura })).body,
      )
      return (await (await openTable(path, 'lista.xlsx')).head(50)).map(({ cells }) => cells)
    }
    const [header, ...decided] = await rows({ bandeja: 'decididos', orderBy: 'cuenta' })
    expect(header!.slice(0, 5)).toEqual(['Período', 'Negocio', 'Departamento', 'Cuenta', 'Nombre'])
    expect(decided.map((cells) => [cells[3], cells[10], cells[19]])).toEqual([
      ['1102', { n: '5000' }, 'En control'],
      ['1103', { n: '-90000' }, 'Rechazado'],
    ])
    // In the words of the pages.
    const turns = (await rows({ orderBy: 'cuenta' })).slice(1).map((cells) => [cells[3], cells[19]])
    expect(turns).toEqual(
      expect.arrayContaining([
        ['1101', 'En jefatura'],
        ['1104', 'Por preparar'],
      ]),
    )
    expect((await rows({})).slice(1).map((cells) => cells[3])).toEqual(await s.codes('/analysis', s.who.jefatura, october))
    expect((await rows({ search: '1104' }))[1]![4]).toBe('=1+1')
    // In the words of the screens (decisions §13).
    const stands = async (search: string) => (await rows({ search }))[1]![19]
    expect([await stands('1104'), await stands('1101')]).toEqual(['Por preparar', 'En jefatura'])
  })

  test('the workbook of a list tells moments in the zone of the businesses, as its page does', async () => {
    await sql`insert into calendar (country_id, zone) values (1, 'Asia/Tokyo')`.execute(s.db)
    const path = join(s.folder, 'zona.xlsx')
    const query = { ...october, format: 'excel', search: '1101' }
    writeFileSync(path, (await s.call({ url: '/analysis/jefatura', query, as: s.who.jefatura })).body)
    const [header, cells] = (await (await openTable(path, 'zona.xlsx')).head(5)).map((row) => row.cells)
    const sent = (await s.list('/analysis/jefatura', s.who.jefatura, { ...october, search: '1101' })).data[0].FECHA_ENVIO
    const there = new Date(Date.parse(sent) + 9 * 3_600_000).toISOString()
    expect(cells![header!.indexOf('Enviado (hora estándar de Japón)')]).toBe(there.slice(0, 19))
    await sql`delete from calendar`.execute(s.db)
  })

  test('the workbook of the historical records has what was sent, filtered, each with its last step', async () => {
    const path = join(s.folder, 'historicos.xlsx')
    const read = async (query: object, language = 'es') => {
      const { body, status } = await s.call({
        url: '/analysis/history',
        query: { ...october, format: 'excel', ...query },
        as: s.who.jefatura,
        language,
      })
      expect(status).toBe(200)
      writeFileSync(path, body)
      const [header, ...found] = (await (await openTable(path, 'historicos.xlsx')).head(50)).map(({ cells }) => cells)
      return found.map((cells) => Object.fromEntries(header!.map((name, i) => [name as string, cells[i]])))
    }
    const all = await read({})
    expect(all.map(({ Cuenta, 'Último paso': step, Eventos }) => [Cuenta, step, Eventos])).toEqual([
      ['1101', 'Envió el análisis', { n: '1' }],
      ['1102', 'Aprobó (jefatura)', { n: '2' }],
      ['1103', 'Rechazó (jefatura)', { n: '2' }],
    ])
    expect(all[2]).toMatchObject({ Saldo: { n: '-90000' }, Estado: 'Rechazado', 'Motivo del rechazo': 'Falta el extracto bancario.' })
    expect((await read({ estadoPrincipalId: 2 }, 'en')).map(({ Account, 'Last step': step }) => [Account, step])).toEqual([
      ['1102', 'Approved (department head)'],
    ])
  })
})
