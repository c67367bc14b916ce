import type { Asked } from '@cuadre/shell/testing'
import { formatDateTime } from '@cuadre/ui'
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { management, months, nothing, period, visit } from '../testing.ts'
import ManagementHome from './ManagementHome.tsx'

jest.setTimeout(20_000)
// A chart without anything to draw with says so.
beforeAll(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(cleanup)

const home = (answer: (asked: Asked) => unknown = () => management(), path = '/home', role = 4) =>
  visit(ManagementHome, path, role, (asked) => {
    if (asked.path === '/period/unique-months-years') return months
    if (asked.path === '/exchange-rate/group-currency')
      return { MONEDA: 'USD', TASAS: 1, MOTIVO: null, POR: null, FECHA: null, REVISION: 1 }
    if (asked.path === '/dashboard/analysis-gerencia') return answer(asked)
  })
/** Shown in the zone of whoever looks. */
const due = formatDateTime('2026-11-10T21:00:00Z', 'es')
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent?.replaceAll('\u00a0', ' '))
const table = () => screen.findByRole('table', { name: 'Por país y negocio' })
const rowOf = (name: string) =>
  waitFor(async () => {
    const found = within(await table())
      .getAllByRole('row')
      .find((row) => within(row).queryAllByRole('cell')[0]?.textContent === name)
    if (!found) throw new Error(`No row: ${name}`)
    return found
  })

describe('the home of management', () => {
  test('says how the month stands, each ratio with its word', async () => {
    await home()
    expect(await screen.findByRole('heading', { level: 1, name: 'Cierre de octubre de 2026' })).toBeTruthy()
    const figure = (name: string) => screen.getByRole('region', { name }).textContent?.replaceAll('\u00a0', ' ')
    expect(figure('Avance por firmas')).toBe('Avance por firmas89,0 %267 de 300 firmasAtención')
    expect(figure('A tiempo')).toBe('A tiempo99,0 %+1,0 puntos frente a septiembreEn meta')
    expect(figure('Completado')).toBe('Completado50,0 %50 de 100 análisis, 3 vencidosCrítico')
    expect(figure('Sin sustentar')).toBe('Sin sustentar15.000,00 USDsaldos aún sin enviar')
    expect(figure('Diferencia sin explicar')).toBe(
      'Diferencia sin explicar300,30 USDen 2 de 3 negocios; 0,50 % del saldo; −200,10 frente a septiembre',
    )
  })

  test('lights and their key stand by the targets that an administrator has set', async () => {
    const umbrales = {
      avance: { verde: 80, ambar: 70.5 },
      completado: { verde: 50, ambar: 40 },
      cumplimiento: { verde: 99.9, ambar: 99.5 },
    }
    await home(() => management({ umbrales }))
    expect(await screen.findByText('80 % o más')).toBeTruthy()
    const figure = (name: string) => screen.getByRole('region', { name }).textContent
    expect(figure('A tiempo')).toMatch(/Crítico$/)
    expect(figure('Completado')).toMatch(/En meta$/)
    const key = screen.getByText('Semáforo por avance:').parentElement!.textContent!.replaceAll('\u00a0', ' ')
    expect(key).toBe('Semáforo por avance:80 % o másdesde 70,5 %menos de 70,5 %')
  })

  test('its countries and its total are made of the rows, and the total is that of the figures above', async () => {
    await home()
    expect(cells(await rowOf('Bradesco'))).toEqual([
      'Bradesco',
      '40',
      '95,0 %',
      '+1,3',
      '99,2 %',
      '1 vencido',
      '5.000,00',
      '100,10',
      'En meta',
    ])
    await waitFor(async () =>
      expect(cells(await rowOf('Brasil'))).toEqual([
        'Brasil',
        '90',
        '92,2 %',
        '+2,2',
        '99,3 %',
        '2 vencidos',
        '10.000,00',
        '300,30',
        'Atención',
      ]),
    )
    // Chile had no month before: nothing to compare with is not 0.
    await waitFor(async () => expect(cells(await rowOf('Chile'))[3]).toBe('—'))
    expect(cells(await rowOf('Total'))).toEqual([
      'Total',
      '100',
      '89,0 %',
      '+1,0',
      '99,0 %',
      '3 vencidos',
      '15.000,00',
      '300,30',
      'Atención',
    ])
  })

  test('several currencies are shown one under the other, never added', async () => {
    const [first, ...others] = management().porNegocio
    const sinExplicar = [
      { MONEDA: 'BRL', monto: '5.00' },
      { MONEDA: 'USD', monto: '100.10' },
    ]
    await home(() =>
      management({
        porNegocio: [{ ...first, sinExplicar }, ...others],
        total: { ...management().total, sinExplicar: [sinExplicar[0], { MONEDA: 'USD', monto: '300.30' }] },
      }),
    )
    expect(cells(await rowOf('Total'))[7]).toBe('5,00 BRL300,30 USD')
    expect(screen.getByRole('region', { name: 'Diferencia sin explicar' }).textContent?.replaceAll('\u00a0', ' ')).toContain(
      '5,00 BRL +5,00300,30 USD −200,10',
    )
  })

  test("the group's currency is shown beside each amount where the address asks for it, with its rates and what has none", async () => {
    const [first, second, third] = management().porNegocio
    const real = { MONEDA: 'BRL', monto: '1000.00' }
    const peso = { MONEDA: 'COP', monto: '9000.00' }
    const grupo = {
      MONEDA: 'USD',
      tasas: [{ MONEDA: 'BRL', TASA: '0.1837', FECHA_TASA: '2026-10-30' }],
      sinTasa: [{ MONEDA: 'COP', n: 2, monto: '7500.00' }],
      sinExplicarSinTasa: [{ MONEDA: 'COP', n: 1, monto: '9000.00' }],
      sinExplicar: [
        { ID_NEGOCIO: first!.ID_NEGOCIO, monto: '183.70' },
        { ID_NEGOCIO: second!.ID_NEGOCIO, monto: '0.01' },
      ],
      diferencias: [],
    }
    const { asked } = await home(
      () =>
        management({
          porNegocio: [
            { ...first, sinExplicar: [real, peso] },
            { ...second, sinExplicar: [real] },
            { ...third, sinExplicar: [] },
          ],
          grupo,
        }),
      '/home?convertido=grupo',
    )
    expect((await rowOf('Bradesco')).textContent?.replaceAll('\u00a0', ' ')).toContain('Convertido: 183,70 USD · sin COP')
    // 183.70 and 0.01, as they are shown, not the sum converted again.
    expect((await table()).textContent?.replaceAll('\u00a0', ' ')).toContain('Convertido: 183,71 USD · sin COP')
    expect(screen.getByText('Convertido a USD al tipo de cierre del mes: 1 BRL = 0,1837 USD (30-10-2026).')).toBeTruthy()
    expect(screen.getByText(/Fuera de lo convertido.*1 análisis en COP por 9.000,00/)).toBeTruthy()
    expect(screen.getByText(/Fuera de lo convertido.*2 análisis en COP por 7.500,00/)).toBeTruthy()
    expect(screen.getByRole('heading', { name: /Mayores diferencias, convertidas a USD/ })).toBeTruthy()
    expect(asked.map(({ path, query }) => `${path}?${query}`)).toContain('/dashboard/analysis-gerencia?enGrupo=true')
  })

  test('the forecast, what is past due and what stands behind the figures are drawn, each count with its list', async () => {
    const level = (rol: string, abiertos: number) => ({
      rol,
      abiertos,
      ritmo: 20,
      ritmoMes: null,
      fecha: abiertos > 0 ? '2026-11-11' : null,
      desde: abiertos > 0 ? '2026-11-10' : null,
      hasta: abiertos > 0 ? '2026-11-13' : null,
      vence: '2026-11-10T21:00:00Z',
      semaforo: abiertos > 0 ? 'ambar' : 'verde',
    })
    await home(() => management({ pronostico: [level('analista', 0), level('jefatura', 7), level('control', 30)] }))
    const forecast = await screen.findByRole('table', { name: 'Pronóstico del cierre' })
    expect(cells(within(forecast).getByRole('row', { name: /^Control/ }))).toEqual([
      'Control',
      '30 abiertos',
      '20,0',
      '—',
      '11-11-2026entre 10-11 y 13-11',
      '10-11-2026',
      'Un día hábil tarde',
    ])
    expect(decodeURIComponent(within(forecast).getByRole('link', { name: '7' }).getAttribute('href')!)).toContain(
      'periodId=10&etapa=sin_enviar%2Crechazado%2Cen_jefatura',
    )
    const figure = (name: string) => screen.getByRole('region', { name }).textContent?.replaceAll('\u00a0', ' ')
    expect(figure('Pronóstico de fin')).toBe(`Pronóstico de fin11-11-2026control vence el ${due}Un día hábil tarde`)
    expect(figure('Fuera de plazo')).toBe('Fuera de plazo3vencidos, o aprobados tarde')
    expect(figure('Saldo sustentado')).toBe('Saldo sustentado75,0 %aprobado por control')
    expect(figure('Saldos cargados')).toBe('Saldos cargados96,2 %faltan 4 de 104; 1 negocio sin cargarEn meta')
    expect(figure('Último cierre')).toBe('Último cierre8 días hábilestras el fin de septiembre de 2026')
    expect(screen.getByText('Nada vencido')).toBeTruthy()
  })

  test('a close without a pace has no date, one that is done says so, and a closed month forecasts nothing', async () => {
    const control = {
      rol: 'control',
      abiertos: 30,
      ritmo: null,
      ritmoMes: null,
      fecha: null,
      desde: null,
      hasta: null,
      vence: '2026-11-10T21:00:00Z',
      semaforo: null,
    }
    const figure = () => screen.getByRole('region', { name: 'Pronóstico de fin' }).textContent?.replaceAll('\u00a0', ' ')
    for (const [more, shown] of [
      [{ pronostico: [control] }, `Pronóstico de fin—sin ritmo con que estimar; control vence el ${due}`],
      [{ pronostico: [{ ...control, abiertos: 0, semaforo: 'verde' }] }, `Pronóstico de finTerminadocontrol vence el ${due}`],
      [{ pronostico: [control], period: { ...period, ESTADO_ID: 3 } }, 'Pronóstico de finCerrado'],
    ] as const) {
      await home(() => management(more))
      await waitFor(() => expect(figure()).toBe(shown))
      // What a closed month left open is not waited for.
      expect(screen.queryAllByRole('table', { name: 'Pronóstico del cierre' })).toHaveLength(shown.includes('sin ritmo') ? 1 : 0)
      cleanup()
    }
  })

  test('the workbook holds the analyses that the page counts, of now as of a moment', async () => {
    const saved = async (path: string) => {
      const { asked, user } = await home(undefined, path)
      await user.click(await screen.findByRole('button', { name: 'Excel' }))
      const ofFile = () => asked.find(({ query }) => query.get('format') === 'excel')
      await waitFor(() => expect(ofFile()).toBeDefined())
      cleanup()
      return [ofFile()!.path, ofFile()!.query.get('periodId'), ofFile()!.query.get('asOf')]
    }
    expect(await saved('/home')).toEqual(['/dashboard/items', '10', null])
    const moment = '2026-11-05T18:00:00.000Z'
    expect(await saved(`/home?asOf=${moment}`)).toEqual(['/dashboard/items', '10', moment])
  })

  test('the largest differences say how old they are while unexplained, what their analyst says of them, and how material they are', async () => {
    const difference = (COD_ANALISIS: number, MATERIALIDAD: string, COMENTARIO_VARIACION: string | null, ANTIGUEDAD: number | null) => ({
      ANTIGUEDAD,
      COD_ANALISIS,
      COD_CUENTA: COD_ANALISIS,
      CUENTA: `1.8.${COD_ANALISIS}`,
      NOMBRE_CUENTA: 'Deudores diversos',
      NEGOCIO: 'Bradesco',
      ANALISTA: 'Rodrigo Peña',
      MONEDA: 'USD',
      VALOR_BALANCE: '2000.00',
      VARIACION: '100.10',
      ESTADO_PRINCIPAL_ID: 1,
      FECHA_ENVIO: '2026-11-05T12:00:00Z',
      MATERIALIDAD,
      COMENTARIO_VARIACION,
    })
    const group = { ...difference(3, 'menor', null, null), AGRUPADO_ID: 5, GRUPO: 'Disponibilidades', PESO: 3 }
    const rows = [difference(1, 'critica', 'Anticipo sin factura', 94), difference(2, 'menor', null, null), group]
    await home(() => management({ mayoresDiferencias: rows }))
    const found = await screen.findByRole('table', { name: 'Mayores diferencias' })
    await waitFor(() =>
      expect(within(found).getAllByRole('row').slice(1).map(cells)).toEqual([
        [
          '1.8.1 Deudores diversos Crítica',
          'Bradesco · 94 días',
          'Rodrigo Peña',
          '2.000,00',
          '100,10 USD',
          '94',
          'En jefatura',
          'Anticipo sin factura',
        ],
        ['1.8.2 Deudores diversos ', 'Bradesco', 'Rodrigo Peña', '2.000,00', '100,10 USD', '—', 'En jefatura', 'Sin comentario'],
        // A group is not called by the first of its accounts.
        ['Disponibilidades · 3 cuentas ', 'Bradesco', 'Rodrigo Peña', '2.000,00', '100,10 USD', '—', 'En jefatura', 'Sin comentario'],
      ]),
    )
    // What is cut is the name alone.
    expect(within(found).getByText('Crítica').closest('a')).toBeNull()
  })

  test('another month is chosen in the address', async () => {
    // Without analyses: there is nothing here that a chart could be drawn again with.
    const { asked, user } = await home(() => nothing)
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Elija un período' }), 'septiembre de 2026')
    await waitFor(() => expect(location.search).toBe('?periodo=9'))
    await waitFor(() => expect(asked.map(({ path, query }) => `${path}?${query}`)).toContain('/dashboard/analysis-gerencia?periodId=9'))
  })

  test('the drawn months stand in a table too', async () => {
    const { user } = await home()
    await user.click((await screen.findAllByRole('button', { name: 'Ver como tabla' }))[0]!)
    const twin = screen.getByRole('table', { name: 'Avance y puntualidad' })
    expect(within(twin).getAllByRole('row').slice(1).map(cells)).toEqual([
      ['sep 26', '88,0 %', '98,0 %'],
      ['oct 26', '89,0 %', '99,0 %'],
    ])
  })

  test('a month without analyses says why, and offers the next step to whoever may take it', async () => {
    await home(() => nothing)
    expect(await screen.findByText('Aún no hay análisis en octubre de 2026')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Cargar balance' })).toBeNull()
    cleanup()
    await home(() => nothing, '/home', 6)
    expect((await screen.findByRole('link', { name: 'Cargar balance' })).getAttribute('href')).toBe('/cuentas/carga-balance')
  })

  test('a month that does not exist leads back to the current one', async () => {
    const { user } = await home(({ query }) => (query.has('periodId') ? { ...nothing, period: null } : management()), '/home?periodo=77')
    await user.click(await screen.findByRole('button', { name: 'Ver el período en curso' }))
    expect(await screen.findByRole('heading', { name: 'Cierre de octubre de 2026' })).toBeTruthy()
    expect(period.COD_PERIODO).toBe(10)
  })
})
