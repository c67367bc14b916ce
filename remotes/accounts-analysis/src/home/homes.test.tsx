import { AWAY } from '@cuadre/shell/testing'
import { afterEach, describe, expect, test } from '@jest/globals'
import { cleanup, screen, within } from '@testing-library/react'
import { analysis, counts, visit } from '../shared/testing.ts'
import ControlHome from './ControlHome.tsx'
import JefaturaHome from './JefaturaHome.tsx'

afterEach(cleanup)
/** A wide window: every column is there. */
globalThis.matchMedia ??= () => ({ matches: true, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
const period = {
  COD_PERIODO: 10,
  PERIODO: '2026-10',
  ESTADO_ID: 1,
  VENCE_ANALISTA: '2026-11-06T21:00:00Z',
  VENCE_JEFATURA: '2026-11-09T21:00:00Z',
  VENCE_CONTROL: '2026-11-10T21:00:00Z',
  VENCE_CIERRE: '2026-11-12T21:00:00Z',
}
/** Total, por preparar, rechazados, en jefatura, en control, aprobados, vencidos. */
const turns = (...[total, sinEnviar, rechazados, enJefatura, enControl, aprobados, vencidos]: number[]) => ({
  total,
  sinEnviar,
  rechazados,
  enJefatura,
  enControl,
  aprobados,
  vencidos,
})
const forecast = (rol: string, abiertos: number, more: object = {}) => ({
  rol,
  abiertos,
  ritmo: 4.5,
  ritmoMes: 6,
  fecha: '2026-11-11',
  desde: '2026-11-10',
  hasta: '2026-11-13',
  vence: '2026-11-10T21:00:00Z',
  semaforo: 'ambar',
  ...more,
})
const queue = {
  period,
  ...turns(60, 10, 3, 20, 15, 12, 2),
  primeros: [analysis(7), { ...analysis(8), AGRUPADO_ID: 30, GRUPO: 'Disponibilidades', PESO: 3 }],
  pronostico: [
    forecast('analista', 13),
    forecast('jefatura', 33),
    forecast('control', 48, { fecha: null, desde: null, hasta: null, ritmo: null, ritmoMes: null, semaforo: null }),
  ],
}
const over = (answer: object) => (asked: { path: string }) => (asked.path.startsWith('/analysis-metadata') ? counts() : answer)
const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))
const cells = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent?.replaceAll('\u00a0', ' ')),
    )
    .filter((row) => row.length > 0)
/** From what is written: the five turns of a row against its total. */
const addsUp = (row: (string | undefined)[]) =>
  expect(row.slice(1, 6).reduce((sum, text) => sum + Number.parseInt(text!, 10), 0)).toBe(Number.parseInt(row[6]!, 10))

describe('homes of those who decide', () => {
  const porDepartamento = [
    {
      COD_DEPARTAMENTO: 4,
      DEPARTAMENTO: 'Tesorería',
      NEGOCIO: 'Safra',
      ...turns(40, 6, 2, 14, 10, 8, 2),
      porAprobar: 14,
      diasJefatura: 1.25,
      rechazo: 0.0625,
    },
    {
      COD_DEPARTAMENTO: 5,
      DEPARTAMENTO: 'Cartera',
      NEGOCIO: 'Itaú',
      ...turns(20, 4, 1, 6, 5, 4, 0),
      porAprobar: 6,
      diasJefatura: null,
      rechazo: null,
    },
  ]
  const porAnalista = [{ ID_ANALISTA: 7, ANALISTA: 'Rodrigo Peña', ...turns(60, 10, 3, 20, 15, 12, 2), porPreparar: 13, porAprobar: 20 }]

  test('jefatura: every row adds up to its total and every figure leads to the list that it counts', async () => {
    await visit(JefaturaHome, '/home', 2, over({ ...queue, porAprobar: 20, porDepartamento, porAnalista }))
    await screen.findByText('Rodrigo Peña')
    const departments = cells('Por departamento')
    expect(departments).toEqual([
      ['Tesorería Safra', '6', '2', '14 por aprobar', '10', '8', '40 total', '2 vencidos', '1,3', '6,3'],
      ['Cartera Itaú', '4', '1', '6 por aprobar', '5', '4', '20 total', '0 vencidos', '—', '—'],
      ['Total', '10', '3', '20 por aprobar', '15', '12', '60 total', '2 vencidos', '', ''],
    ])
    for (const row of departments) addsUp(row)
    // Of one analyst the total would say the same again.
    expect(cells('Por analista')).toEqual([['Rodrigo Peña', '10', '3', '20 por aprobar', '15', '12', '60 total', '2 vencidos', '20 %']])
    const list = '/estadisticas/analisis?periodId=10'
    expect(hrefs()).toEqual(
      expect.arrayContaining([
        `${list}&etapa=en_jefatura`,
        `${list}&completitud=vencido`,
        `${list}&departamentoId=4&etapa=rechazado`,
        `${list}&departamentoId=4&conRechazos=true`,
        `${list}&analistaId=7`,
        `${list}&analistaId=7&etapa=en_control`,
        `${list}&etapa=sin_enviar%2Crechazado%2Cen_jefatura`,
        '/cuentas/analisis?periodo=10&analisis=7',
        '/cuentas/analisis?periodo=10&grupo=30',
        '/cuentas/analisis?periodo=10&analista=7',
      ]),
    )
    // A group by its own name, not by that of its first account, whose balance is another.
    const group = screen.getAllByRole('link').find((link) => link.getAttribute('href')?.endsWith('grupo=30'))
    expect(group?.textContent).toMatch(/^Disponibilidades.*3 cuentas/)
    expect(group?.textContent).not.toContain(analysis(8).NOMBRE_CUENTA)
  })
  test('when each is done is said with a word, and where there is no past, that', async () => {
    await visit(JefaturaHome, '/home', 2, over({ ...queue, porAprobar: 20, porDepartamento, porAnalista }))
    await screen.findByText('Rodrigo Peña')
    const rows = cells('Pronóstico del cierre').map((row) => [row[0], row[1], row[3], row[5]])
    expect(rows).toEqual([
      ['Analista', '13 abiertos', '11-11-2026entre 10-11 y 13-11', 'Un día hábil tarde'],
      ['Jefatura', '33 abiertos', '11-11-2026entre 10-11 y 13-11', 'Un día hábil tarde'],
      ['Control', '48 abiertos', '—', 'Sin historial'],
    ])
    cleanup()
    const closed = { ...period, ESTADO_ID: 3 }
    await visit(JefaturaHome, '/home', 2, over({ ...queue, period: closed, porAprobar: 20, porDepartamento, porAnalista }))
    await screen.findByText('Rodrigo Peña')
    // What a closed month left open is not waited for.
    expect(screen.queryByRole('table', { name: 'Pronóstico del cierre' })).toBeNull()
  })
  test('control: a business opens into its sub-managements; amounts of two currencies stand apart; coverage leads to the accounts', async () => {
    const of = (figures: object, more: object = {}) => ({
      ...figures,
      porAprobar: 0,
      diasControl: 2,
      reaperturas: 1,
      reapertura: 0.1,
      sinExplicar: [{ MONEDA: 'BRL', monto: '10.10' }],
      sinSustentar: [{ MONEDA: 'BRL', monto: '700.00' }],
      ...more,
    })
    const porNegocio = [
      { ID_NEGOCIO: 1, NEGOCIO: 'Itaú', ...of(turns(40, 6, 2, 14, 10, 8, 2)) },
      {
        ID_NEGOCIO: 2,
        NEGOCIO: 'Pine',
        ...of(turns(20, 4, 1, 6, 5, 4, 0), {
          reaperturas: 0,
          sinExplicar: [
            { MONEDA: 'BRL', monto: '0.20' },
            { MONEDA: 'USD', monto: '5.00' },
          ],
        }),
      },
    ]
    const porSubgerencia = [
      { ID_NEGOCIO: 1, COD_SUB_GERENCIA: 3, SUB_GERENCIA: 'Finanzas', ...of(turns(30, 4, 2, 10, 8, 6, 2)) },
      { ID_NEGOCIO: 1, COD_SUB_GERENCIA: null, SUB_GERENCIA: null, ...of(turns(10, 2, 0, 4, 2, 2, 0), { reaperturas: 0 }) },
      { ID_NEGOCIO: 2, COD_SUB_GERENCIA: 4, SUB_GERENCIA: 'Única', ...of(turns(20, 4, 1, 6, 5, 4, 0)) },
    ]
    const cobertura = [
      { ID_JEFE: 9, JEFE: 'Marcela Duarte', cuentas: 50, asignadas: 48, parte: 0.96 },
      { ID_JEFE: null, JEFE: null, cuentas: 3, asignadas: 2, parte: 0.667 },
    ]
    const { user } = await visit(
      ControlHome,
      '/home',
      3,
      over({ ...queue, porAprobar: 15, sinAsignar: 3, porNegocio, porSubgerencia, cobertura }),
    )
    await user.click(await screen.findByRole('button', { name: 'Desplegar' }))
    const places = cells('Por negocio y subgerencia')
    expect(places.map(([name]) => name)).toEqual(['Itaú', 'Finanzas', 'Sin subgerencia', 'Pine', 'Total'])
    for (const row of places) addsUp(row)
    expect(places.map((row) => row.slice(8))).toEqual([
      ['2,0', '1', '700,00 BRL', '10,10 BRL'],
      ['2,0', '1', '700,00 BRL', '10,10 BRL'],
      ['2,0', '0', '700,00 BRL', '10,10 BRL'],
      ['2,0', '0', '700,00 BRL', '0,20 BRL5,00 USD'],
      ['', '1', '1.400,00 BRL', '10,30 BRL5,00 USD'],
    ])
    expect(cells('Cobertura')).toEqual([
      ['Marcela Duarte', '50', '48', '2 sin analista', '96,0 %'],
      ['Sin jefatura', '3', '2', '1 sin analista', '66,7 %'],
      ['Total', '53', '50', '3 sin analista', '94,3 %'],
    ])
    const list = '/estadisticas/analisis?periodId=10'
    expect(hrefs()).toEqual(
      expect.arrayContaining([
        `${list}&negocioId=1&subgerenciaId=3&etapa=en_control`,
        `${list}&negocioId=1&reabiertos=true`,
        `${list}&negocioId=2&sinExplicar=true`,
        `${list}&negocioId=2&etapa=sin_enviar`,
        '/cuentas?statusId=1&filterByPeriod=10&conSaldo=true&activa=true&chiefId=9',
      ]),
    )
  })
  test('a reminder says who would get what before it goes out; what was reminded lately is told', async () => {
    const preview = {
      destinatarios: [
        {
          ID_USUARIO: 7,
          NOMBRE: 'Rodrigo Peña',
          analisis: 11,
          MENSAJE: { titulo: 'Recordatorio: 11 análisis', texto: 'Marcela le recuerda que 11 análisis…' },
        },
      ],
      sinAviso: [{ codigo: 'mail_recent', motivo: 'Ya se recordó hace menos de cuatro horas.', n: 2, ultimo: '2026-11-06T13:00:00Z' }],
      enviado: false,
    }
    const { user, sent } = await visit(JefaturaHome, '/home', ['analysis.item.remind'], (asked) =>
      asked.path === '/analysis/reminders'
        ? { ...preview, enviado: !(asked.body as { simular: boolean }).simular }
        : over({ ...queue, porAprobar: 20, porDepartamento, porAnalista })(asked),
    )
    await user.click(await screen.findByRole('button', { name: 'Recordar a Rodrigo Peña' }))
    const dialog = await screen.findByRole('dialog', { name: 'Recordar a Rodrigo Peña' })
    await within(dialog).findByText('Marcela le recuerda que 11 análisis…')
    expect(within(dialog).getByText(/2 análisis sin aviso: Ya se recordó hace menos de cuatro horas/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Avisar a 1 persona' }))
    await screen.findByText('Avisado: Rodrigo Peña')
    const todos = { periodId: 10, rol: 'analista', analystId: 7 }
    expect(sent('/analysis/reminders')).toEqual([
      { todos, simular: true },
      { todos, simular: false },
    ])
  })
  test.each([
    [13, 'Avisado: Rodrigo Peña'],
    [2, 'No se envió el recordatorio'],
  ])('jefatura: a reminder whose answer was lost is asked for; of %i they were reminded lately', async (n, says) => {
    const person = {
      ID_USUARIO: 7,
      NOMBRE: 'Rodrigo Peña',
      analisis: 11,
      MENSAJE: { titulo: 'Recordatorio', texto: 'Marcela le recuerda…' },
    }
    let lost = false
    const { user } = await visit(JefaturaHome, '/home', ['analysis.item.remind'], (asked) => {
      if (asked.path !== '/analysis/reminders') return over({ ...queue, porAprobar: 20, porDepartamento, porAnalista })(asked)
      if (!(asked.body as { simular: boolean }).simular) {
        lost = true
        throw AWAY
      }
      const sinAviso = [{ codigo: 'mail_recent', motivo: 'Ya se recordó.', n: lost ? n : 2, ultimo: null }]
      return { destinatarios: [person], sinAviso, enviado: false }
    })
    await user.click(await screen.findByRole('button', { name: 'Recordar a Rodrigo Peña' }))
    await user.click(await screen.findByRole('button', { name: 'Avisar a 1 persona' }))
    await screen.findByText(says)
  })
  test('jefatura: a month without analyses says so, and shows no figures', async () => {
    await visit(JefaturaHome, '/home', 2, over({ ...queue, total: 0, porAprobar: 0, primeros: [], porDepartamento: [], porAnalista: [] }))
    await screen.findByText('Sus departamentos aún no tienen análisis este mes')
    expect(screen.queryByText('Hecha')).toBeNull()
  })
  test('control: accounts without an analyst are told, and lead to where they are assigned', async () => {
    await visit(
      ControlHome,
      '/home',
      3,
      over({ ...queue, porAprobar: 15, sinAsignar: 3, porNegocio: [], porSubgerencia: [], cobertura: [] }),
    )
    await screen.findByText(/3 cuentas del mes no tienen analista/)
    expect(hrefs()).toContain('/cuentas?statusId=1&filterByPeriod=10&conSaldo=true&activa=true')
  })
  test('control: whoever may decide nothing is not led to the review, which would not open', async () => {
    await visit(
      ControlHome,
      '/home',
      ['analysis.item.read', 'statistics.dashboard.read'],
      over({ ...queue, porAprobar: 15, sinAsignar: 3, porNegocio: [], porSubgerencia: [], cobertura: [] }),
    )
    await screen.findByText(/3 cuentas del mes no tienen analista/)
    expect(hrefs().filter((href) => href?.startsWith('/cuentas/analisis'))).toEqual([])
  })
  test('control: without an open period the next steps are offered', async () => {
    await visit(
      ControlHome,
      '/home',
      3,
      over({ ...queue, period: null, porAprobar: 0, sinAsignar: 0, porNegocio: [], porSubgerencia: [], cobertura: [] }),
    )
    await screen.findByText('No hay un período abierto')
    expect(hrefs()).toEqual(expect.arrayContaining(['/periodos', '/cuentas/carga-balance']))
  })
})
