import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { months, period, visit } from '../testing.ts'
import ChartsPage from './ChartsPage.tsx'

jest.setTimeout(20_000)
// A chart without anything to draw with says so.
beforeAll(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(cleanup)

const completion = { period, total: 100, completitud: { completado: 48, completadoTarde: 2, vencido: 3, pendiente: 47 } }
const departments = [
  { COD_DEPARTAMENTO: 4, DEPARTAMENTO: 'Tesorería', ID_NEGOCIO: 1, NEGOCIO: 'Bradesco' },
  { COD_DEPARTAMENTO: 5, DEPARTAMENTO: 'Impuestos', ID_NEGOCIO: 2, NEGOCIO: 'Itaú' },
].map((one) => ({ ...one, total: 54, sinEnviar: 10, rechazados: 2, enJefatura: 5, enControl: 7, aprobados: 30 }))
const offered = {
  subgerencias: [
    { COD_SUB_GERENCIA: 7, SUB_GERENCIA: 'Contable', ID_NEGOCIO: 1 },
    { COD_SUB_GERENCIA: 8, SUB_GERENCIA: 'Riesgos', ID_NEGOCIO: 3 },
  ],
  rubros: [
    { COD_RUBRO: 1, RUBRO: '1 Activo', nivel: 1 },
    { COD_RUBRO: 2, RUBRO: '2 Pasivo', nivel: 1 },
  ],
  monedas: ['BRL', 'CLP'],
  zona: 'America/Sao_Paulo',
  zonas: [
    { ID_PAIS: 1, ZONA: 'America/Sao_Paulo' },
    { ID_PAIS: 2, ZONA: 'America/Santiago' },
  ],
}
const NONE = { period, data: [], items: 0, total: 0, marcados: 0, serie: [], pronostico: [], porMotivo: [] }

const charts = (path = '/estadisticas', answers: Record<string, unknown> = {}) =>
  visit(ChartsPage, path, 6, ({ path }) => {
    if (path in answers) return answers[path]
    if (path === '/period/unique-months-years') return months
    if (path === '/statistics/completion') return completion
    if (path === '/statistics/filters') return offered
    if (path === '/statistics/as-of') return { asOf: '2026-10-05T17:30:00Z', desde: '2026-10-01T10:00:00Z', exacto: true }
    if (path === '/statistics/departments') return { period, data: departments }
    if (path.startsWith('/statistics/')) return NONE
    if (path === '/me/countries')
      return [
        { ID_PAIS: 1, PAIS: 'Brasil', RUTA_IMAGEN: null },
        { ID_PAIS: 2, PAIS: 'Chile', RUTA_IMAGEN: null },
      ]
    if (path === '/me/business')
      return [
        { ID_NEGOCIO: 1, NEGOCIO: 'Bradesco', ID_PAIS: 1 },
        { ID_NEGOCIO: 3, NEGOCIO: 'BBM', ID_PAIS: 2 },
      ]
    if (path === '/me/departaments') return [{ COD_DEPARTAMENTO: 4, DEPARTAMENTO: 'Tesorería', ID_NEGOCIO: 1 }]
  })
const twin = async (name: string) => {
  const figure = (await screen.findByText(name)).closest('figure')!
  await userEvent.setup().click(within(figure).getByRole('button', { name: 'Ver como tabla' }))
  return within(figure).getByRole('table')
}

describe('the charts', () => {
  test('the printed page says which months, filters and moment it is of', async () => {
    await charts('/estadisticas?pais=1&riesgo=A&asOf=2026-10-05T14:30:00-03:00')
    await waitFor(() =>
      expect(document.querySelector('.printed-of')!.textContent).toMatch(
        /de 2026 · País: Brasil · Riesgo: Alto · Así estaba el 05-10-2026 14:30/,
      ),
    )
  })

  test('the title is the finding, the four ways have their figures, and each figure opens its list', async () => {
    await charts()
    const table = await twin('El 50,0 % está aprobado y 3 análisis están vencidos')
    const heads = within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent)
    expect(heads).toEqual(['Situación', 'Completado', 'Completado tarde', 'Vencido', 'Pendiente', 'Total'])
    const lists = within(table)
      .getAllByRole('link')
      .map((link) => new URLSearchParams(new URLSearchParams(link.getAttribute('href')!.slice(1)).get('lista')!))
    expect(lists.map((list) => `${list.get('periodId')} ${list.get('completitud')}`)).toEqual([
      '10 completado',
      '10 completado_tarde',
      '10 vencido',
      '10 pendiente',
      // Their total: every analysis of the month.
      '10 null',
    ])
  })

  test('the states of a department add up, and so do the departments', async () => {
    await charts()
    const table = await twin('Tesorería concentra los rechazados')
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      )
    expect(rows).toEqual([
      ['Tesorería · Bradesco', '30', '7', '5', '2', '10', '54'],
      ['Impuestos · Itaú', '30', '7', '5', '2', '10', '54'],
      ['Total', '60', '14', '10', '4', '20', '108'],
    ])
  })

  test('the days of the cycle are means: the total of a month is its own, and months are not added', async () => {
    const month = (COD_PERIODO: number, PERIODO: string, days: (number | null)[], enCurso = false) => {
      const [preparacion, jefatura, control, total] = days
      return { COD_PERIODO, PERIODO, enCurso, preparacion, jefatura, control, total, n: {} }
    }
    const serie = [month(9, '2026-09', [2, 1.3, 1.2, 4.3]), month(10, '2026-10', [3, null, null, null], true)]
    const total = { tramo: 'total', n: 9, media: 4.3, p50: 4, p90: 5, maximo: 5 }
    await charts('/estadisticas', { '/statistics/cycle': { period, data: [total], serie } })
    const table = await twin('El ciclo sigue en 4,3 días')
    const rows = within(table).getAllByRole('row')
    expect(
      rows.slice(1).map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['sep 26', '2,0', '1,3', '1,2', '4,3'],
      ['oct 26', '3,0', '—', '—', '—'],
    ])
    const links = within(rows[1]!).getAllByRole('link')
    expect(
      links.map((link) => new URLSearchParams(new URL(link.getAttribute('href')!, location.href).searchParams.get('lista')!).get('tramo')),
    ).toEqual(['preparacion', 'jefatura', 'control', 'total'])
  })

  test('a chart that fails says so by itself; the others stand', async () => {
    await charts('/estadisticas', { '/statistics/departments': Promise.reject(new Error('no')) })
    expect(await screen.findByText('El 50,0 % está aprobado y 3 análisis están vencidos')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy()
  })

  test('filters live in the address; a business of another country goes with its country', async () => {
    const { asked, user } = await charts('/estadisticas?negocio=1&departamento=4&riesgo=A', {
      '/statistics/completion': { ...completion, total: 0 },
    })
    await waitFor(() =>
      expect(asked.map(({ path, query }) => `${path}?${query}`)).toContain('/statistics/completion?negocioId=1&departamentoId=4&riesgo=A'),
    )
    await user.click(await screen.findByRole('button', { name: 'Filtrar por País' }))
    await user.click(await screen.findByRole('radio', { name: 'Chile' }))
    await waitFor(() => expect(location.search).toBe('?pais=2&riesgo=A'))
  })

  test('nothing for the filters is said as such, and they can be taken away', async () => {
    const { user } = await charts('/estadisticas?negocio=3', { '/statistics/completion': { ...completion, total: 0 } })
    expect(await screen.findByText('Ningún análisis de octubre de 2026 cumple los filtros')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Quitar los filtros' }))
    expect(await screen.findByText('Aún no hay análisis en octubre de 2026')).toBeTruthy()
  })
})

describe('the age of the differences', () => {
  const AGES = ['0-30', '31-60', '61-90', '91-180', '180+']
  const aging = {
    period,
    total: 9,
    data: AGES.map((rango, at) => ({
      rango,
      n: at,
      monto: at === 0 ? [] : [{ MONEDA: 'BRL', monto: `${at}000.50` }, ...(at === 4 ? [{ MONEDA: 'USD', monto: '7.10' }] : [])],
    })),
    grupo: null,
  }
  const cells = (table: HTMLElement) =>
    within(table)
      .getAllByRole('row')
      .map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent))
  const listOf = (link: HTMLElement) => new URLSearchParams(new URLSearchParams(link.getAttribute('href')!.slice(1)).get('lista')!)

  test('its table has the count and the amount of each currency, each with its list', async () => {
    await charts('/estadisticas', { '/statistics/aging': aging })
    const table = await twin('9 diferencias pasan de 60 días')
    expect(cells(table)).toEqual([
      ['Antigüedad', 'Diferencias', 'Monto BRL', 'Monto USD'],
      ['0 a 30 días', '0', '0,00', '0,00'],
      ['31 a 60 días', '1', '1.000,50', '0,00'],
      ['61 a 90 días', '2', '2.000,50', '0,00'],
      ['91 a 180 días', '3', '3.000,50', '0,00'],
      ['más de 180 días', '4', '4.000,50', '7,10'],
    ])
    const list = listOf(within(table).getByRole('link', { name: '7,10' }))
    expect([list.get('antiguedad'), list.get('moneda')]).toEqual(['180+', 'USD'])
  })

  test('its amounts are drawn where the address asks for them: of each currency by itself', async () => {
    await charts('/estadisticas?antiguedad=monto', { '/statistics/aging': aging })
    expect(((await screen.findByRole('radio', { name: 'Monto' })) as HTMLInputElement).checked).toBe(true)
    expect(cells(await twin('Antigüedad de las diferencias, en BRL')).at(-1)).toEqual(['más de 180 días', '4.000,50'])
    expect(cells(await twin('Antigüedad de las diferencias, en USD')).at(-1)).toEqual(['más de 180 días', '7,10'])
  })

  test('in the group’s currency there is one, named as converted, that opens no list', async () => {
    const grupo = {
      MONEDA: 'EUR',
      tasas: [{ MONEDA: 'BRL', TASA: '0.1691', FECHA_TASA: '2026-10-30' }],
      sinTasa: [{ MONEDA: 'USD', n: 1, monto: '7.10' }],
      data: AGES.map((rango, at) => ({ rango, monto: `${at}00.10` })),
    }
    await charts('/estadisticas?antiguedad=monto&convertido=grupo', {
      '/exchange-rate/group-currency': { MONEDA: 'EUR', TASAS: 1, MOTIVO: null, POR: null, FECHA: null, REVISION: 1 },
      '/statistics/aging': { ...aging, grupo },
    })
    const table = await twin('Antigüedad de las diferencias, convertidas a EUR')
    expect(cells(table).at(-1)).toEqual(['más de 180 días', '400,10'])
    expect(within(table).queryByRole('link')).toBeNull()
    expect(screen.getByText(/Fuera de lo convertido.*1 análisis en USD por 7,10/)).toBeTruthy()
  })
})

describe('the filters and the moment', () => {
  test('every filter of the address is asked of every chart, and of the list behind a figure', async () => {
    const asked: URLSearchParams[] = []
    await visit(
      ChartsPage,
      '/estadisticas?negocio=1&subgerencia=7&departamento=4&rubro=2&riesgo=A&riesgo=M&tipo=individual&moneda=BRL&periodo=10&desde=9&asOf=2026-10-05T14:30:00-03:00',
      6,
      ({ path, query }) => {
        if (path === '/statistics/completion') asked.push(query)
        if (path === '/period/unique-months-years') return months
        if (path === '/statistics/completion') return completion
        if (path === '/statistics/filters') return offered
        if (path === '/statistics/as-of') return { asOf: '2026-10-05T17:30:00Z', desde: '2026-10-01T10:00:00Z', exacto: true }
        if (path.startsWith('/statistics/')) return NONE
        if (path === '/me/business') return [{ ID_NEGOCIO: 1, NEGOCIO: 'Bradesco', ID_PAIS: 1 }]
        return []
      },
    )
    expect(await screen.findByText(/^Así estaba el 05-10-2026 14:30/)).toBeTruthy()
    expect(Object.fromEntries(asked[0]!)).toMatchObject({
      negocioId: '1',
      subgerenciaId: '7',
      departamentoId: '4',
      rubroId: '2',
      riesgo: 'A,M',
      tipo: 'individual',
      moneda: 'BRL',
      periodId: '10',
      desdePeriodId: '9',
      asOf: '2026-10-05T14:30:00-03:00',
    })
    const table = await twin('El 50,0 % está aprobado y 3 análisis están vencidos')
    const list = within(table).getAllByRole('link')[0]!.getAttribute('href')!
    expect(new URLSearchParams(new URLSearchParams(list.slice(1)).get('lista')!).get('asOf')).toBe('2026-10-05T14:30:00-03:00')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Volver a ahora' }))
    await waitFor(() => expect(screen.queryByText(/^Así estaba/)).toBeNull())
    expect(asked.at(-1)!.has('asOf')).toBe(false)
  })
})
