import { Refusal, visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import PeriodUpdatePage from './PeriodUpdatePage.tsx'

const visit = visitsTo('admin', { es, en })
const at = (day: number) => new Date(2026, 11, day, 18).toISOString()
const period = (more: object = {}) => ({
  COD_PERIODO: 9,
  PERIODO: '2026-11',
  ESTADO: { ID: 1, NOMBRE: 'ABIERTO' },
  VENCE_ANALISTA: at(4),
  VENCE_JEFATURA: at(7),
  VENCE_CONTROL: at(8),
  VENCE_CIERRE: at(10),
  ANALISIS: 5,
  ENVIADOS: 0,
  EN_CONTROL: 0,
  APROBADOS: 0,
  ABIERTO_POR: null,
  ABIERTO_EN: at(1),
  CERRADO_POR: null,
  CERRADO_EN: null,
  MOTIVO_CIERRE: null,
  NEGOCIOS_REABIERTOS: 0,
  CIERRE_PEDIDO: false,
  ...more,
})
const impact = { cambian: 2, personas: 1, negocios: [], prorrogasDespues: 3, huella: 'x' }

test('what somebody else has changed meanwhile is not undone by whoever changes something else', async () => {
  let now = period()
  const { user, sent } = await visit(
    { '/periodos/:periodId/actualizar': PeriodUpdatePage },
    '/periodos/9/actualizar',
    [],
    ({ path, method }) => {
      if (path === '/period/9/simulate') return impact
      if (path !== '/period/9') return undefined
      if (method === 'GET') return now
      // Somebody was first: the close is later, and the period is closing.
      now = period({ VENCE_CIERRE: at(15), ESTADO: { ID: 2, NOMBRE: 'EN CIERRE' } })
      return new Refusal(409, { code: 'impact_moved', message: 'Cambió' })
    },
  )
  const field = async (label: RegExp) => within(await screen.findByRole('group', { name: label })).getByLabelText<HTMLInputElement>(label)
  const analyst = await field(/analista/i)
  await user.clear(analyst)
  await user.type(analyst, '05-12-2026')
  const save = async () => {
    await user.click(screen.getByRole('button', { name: es.period.review }))
    expect((await screen.findByRole('alertdialog')).textContent).toContain('La prórroga de 3 análisis pasa del nuevo cierre.')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: es.actions.save }))
  }
  await save()
  const close = await field(/cierre/i)
  await waitFor(() => expect(close.value).toBe('15-12-2026'))
  expect((await field(/analista/i)).value).toBe('05-12-2026')
  await save()
  await waitFor(() => expect(sent('/period/9')).toHaveLength(2))
  expect(sent('/period/9')[1]).toEqual({ VENCE_ANALISTA: at(5), notificar: true, huella: 'x' })
})
