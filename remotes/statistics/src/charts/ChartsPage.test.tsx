import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { management, months, nothing, period, visit } from '../testing.ts'
import ChartsPage from './ChartsPage.tsx'

jest.setTimeout(20_000)
// A chart without anything to draw with says so.
beforeAll(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(cleanup)

const departments = [
  // 10 never sent, 5 at jefatura, 7 at control, 2 rejected, 30 approved.
  { COD_DEPARTAMENTO: 4, DEPARTAMENTO: 'Tesorería', ID_NEGOCIO: 1, NEGOCIO: 'Bradesco', JEFE: null, vencidos: 1 },
  { COD_DEPARTAMENTO: 5, DEPARTAMENTO: 'Impuestos', ID_NEGOCIO: 2, NEGOCIO: 'Itaú', JEFE: null, vencidos: 2 },
].map((one) => ({ ...one, total: 54, porPreparar: 12, pendiente: 15, revision: 7, rechazado: 2, aprobado: 30 }))

const charts = (role: number, path = '/estadisticas', answer: unknown = management()) =>
  visit(ChartsPage, path, role, ({ path }) => {
    if (path === '/period/unique-months-years') return months
    if (path === '/dashboard/analysis-gerencia') return answer
    if (path === '/dashboard/analysis-jefatura-by-department') return { period, data: departments }
    if (path === '/me/countries')
      return [
        { ID_PAIS: 1, PAIS: 'Brasil', RUTA_IMAGEN: null },
        { ID_PAIS: 2, PAIS: 'Chile', RUTA_IMAGEN: null },
      ]
    if (path === '/me/business')
      return [
        { ID_NEGOCIO: 1, NEGOCIO: 'Bradesco', ID_PAIS: 1 },
        { ID_NEGOCIO: 2, NEGOCIO: 'Itaú', ID_PAIS: 1 },
        { ID_NEGOCIO: 3, NEGOCIO: 'BBM', ID_PAIS: 2 },
      ]
    if (path === '/me/departaments')
      return [
        { COD_DEPARTAMENTO: 4, DEPARTAMENTO: 'Tesorería', ID_NEGOCIO: 1 },
        { COD_DEPARTAMENTO: 5, DEPARTAMENTO: 'Impuestos', ID_NEGOCIO: 2 },
      ]
  })
const twin = async (name: string, at: number) => {
  await userEvent.setup().click((await screen.findAllByRole('button', { name: 'Ver como tabla' }))[at]!)
  return screen.getByRole('table', { name })
}
const texts = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent?.replaceAll('\u00a0', ' ')),
    )
const links = (table: HTMLElement) =>
  within(table)
    .queryAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`)

describe('the charts', () => {
  test('the four ways of completion add up', async () => {
    await charts(6)
    expect(texts(await twin('Completitud', 0))).toEqual([
      ['Completado', '48', '48,0 %'],
      ['Completado tarde', '2', '2,0 %'],
      ['Vencido', '3', '3,0 %'],
      ['Pendiente', '47', '47,0 %'],
      ['Total', '100', '100,0 %'],
    ])
  })

  test('the states of a department add up, and so do the departments', async () => {
    await charts(6)
    expect(texts(await twin('Estados por departamento', 1))).toEqual([
      ['Tesorería · Bradesco', '10', '5', '7', '2', '30', '54'],
      ['Impuestos · Itaú', '10', '5', '7', '2', '30', '54'],
      ['Total', '20', '10', '14', '4', '60', '108'],
    ])
  })

  test('figures lead to the tab that holds exactly them, by role; an administrator cannot open it', async () => {
    await charts(3)
    const first = links(await twin('Estados por departamento', 1)).slice(0, 4)
    const at = (tab: string) => `/cuentas/analisis?periodo=10&bandeja=${tab}&negocio=1&departamento=4`
    expect(first).toEqual([`10 ${at('sin_enviar')}`, `7 ${at('por_decidir')}`, `2 ${at('rechazados')}`, `30 ${at('aprobados')}`])
    expect(screen.getByRole('link', { name: /Vencido/ }).getAttribute('href')).toBe('/cuentas/analisis?periodo=10&bandeja=atrasados')
    cleanup()
    await charts(2)
    expect(links(await twin('Estados por departamento', 1))[1]).toBe(`5 ${at('por_decidir')}`)
    cleanup()
    await charts(6)
    expect(links(await twin('Estados por departamento', 1))).toEqual([])
  })

  test('a country alone is no filter of the review: nothing leads to a longer list than was counted', async () => {
    await charts(3, '/estadisticas?pais=1')
    expect(await screen.findByText('Vencido')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /Vencido/ })).toBeNull()
  })

  test('filters live in the address; a business of another country goes with its country', async () => {
    const { asked, user } = await charts(6, '/estadisticas?negocio=1&departamento=4')
    await waitFor(() =>
      expect(asked.map(({ path, query }) => `${path}?${query}`)).toContain('/dashboard/analysis-gerencia?negocioId=1&departamentoId=4'),
    )
    await user.click(await screen.findByRole('button', { name: 'Filtrar por País' }))
    await user.click(await screen.findByRole('radio', { name: 'Chile' }))
    await waitFor(() => expect(location.search).toBe('?pais=2'))
  })

  test('nothing for the filters is said as such, and they can be taken away', async () => {
    const { user } = await charts(6, '/estadisticas?negocio=3', nothing)
    expect(await screen.findByText('Ningún análisis de octubre de 2026 cumple los filtros')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Quitar todos' }))
    expect(await screen.findByText('Aún no hay análisis en octubre de 2026')).toBeTruthy()
  })
})
