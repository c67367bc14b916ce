import { afterEach, describe, expect, test } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { analysis, counts, visit } from '../shared/testing.ts'
import ControlHome from './ControlHome.tsx'
import JefaturaHome from './JefaturaHome.tsx'

afterEach(cleanup)
const period = {
  COD_PERIODO: 10,
  PERIODO: '2026-10',
  ESTADO_ID: 1,
  VENCE_ANALISTA: '2026-11-06T21:00:00Z',
  VENCE_JEFATURA: '2026-11-09T21:00:00Z',
  VENCE_CONTROL: '2026-11-10T21:00:00Z',
  VENCE_CIERRE: '2026-11-12T21:00:00Z',
}
const queue = { period, porAprobar: 37, vencidos: 2, aprobados: 5, rechazados: 1, total: 60, primeros: [analysis(7)] }
const over = (answer: object) => (asked: { path: string }) => (asked.path.startsWith('/analysis-metadata') ? counts() : answer)
const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

describe('homes of those who decide', () => {
  test('jefatura: every figure leads to the list that it counts, an item into the review at itself', async () => {
    const porAnalista = [{ ID_ANALISTA: 7, ANALISTA: 'Rodrigo Peña', total: 20, porPreparar: 4, porAprobar: 9, aprobados: 5, vencidos: 2 }]
    await visit(JefaturaHome, '/home', 2, over({ ...queue, porAnalista }))
    await screen.findByText('Rodrigo Peña')
    expect(hrefs()).toEqual(
      expect.arrayContaining([
        '/cuentas/analisis?periodo=10&bandeja=por_decidir',
        '/cuentas/analisis?periodo=10&bandeja=atrasados',
        '/cuentas/analisis?periodo=10&analisis=7',
        '/cuentas/analisis?periodo=10&bandeja=por_decidir&analista=7',
        '/cuentas/analisis?periodo=10&bandeja=atrasados&analista=7',
      ]),
    )
  })
  test('jefatura: a month without analyses says so, and shows no figures', async () => {
    await visit(JefaturaHome, '/home', 2, over({ ...queue, total: 0, porAprobar: 0, primeros: [], porAnalista: [] }))
    await screen.findByText('Sus departamentos aún no tienen análisis este mes')
    expect(screen.queryByText('Hecha')).toBeNull()
  })
  test('control: accounts without an analyst are told, and lead to where they are assigned', async () => {
    await visit(ControlHome, '/home', 3, over({ ...queue, sinAsignar: 3, porNegocio: [] }))
    await screen.findByText(/3 cuentas del mes no tienen analista/)
    expect(hrefs()).toContain('/cuentas?statusId=1&filterByPeriod=10&activa=true')
  })
  test('control: without an open period the next steps are offered', async () => {
    await visit(ControlHome, '/home', 3, over({ ...queue, period: null, sinAsignar: 0, porNegocio: [] }))
    await screen.findByText('No hay un período abierto')
    expect(hrefs()).toEqual(expect.arrayContaining(['/periodos', '/cuentas/carga-balance']))
  })
})
