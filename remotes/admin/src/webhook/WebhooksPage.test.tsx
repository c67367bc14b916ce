import { visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import WebhooksPage from './WebhooksPage.tsx'

const visit = visitsTo('admin', { es, en })
const hook = (id: number, NOMBRE: string) => ({
  id,
  NOMBRE,
  URL: `https://${id}.example/cuadre`,
  EVENTOS: ['periodo.abierto'],
  ACTIVO: true,
  FALLA_DESDE: null,
  ULTIMA_ENTREGA: null,
  PENDIENTES: 0,
  CREADO_POR: 'Sonia Barrios Acuña',
  CREADO_EN: '2026-10-01T12:00:00.000Z',
  REVISION: 1,
})

test('the notice of what did not arrive leads to the log of its system, which leaves the address when it is closed', async () => {
  const { user } = await visit(WebhooksPage, '/avisos-a-sistemas?aviso=2', ['admin.webhook.write'], ({ path }) => {
    if (path === '/webhooks') return { data: [hook(1, 'Tesorería'), hook(2, 'Contabilidad')], total: 2 }
    if (path === '/webhooks/2/deliveries') return { data: [], total: 0 }
    return undefined
  })
  expect(await screen.findByRole('dialog', { name: /Contabilidad/ })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.search).toBe('')
})

test('the log says of each notice which account, file or month it was about', async () => {
  const sent = (id: number, EVENTO: string, DATOS: object) => ({
    id,
    EVENTO,
    DATOS,
    FECHA: '2026-10-01T12:00:00.000Z',
    ESTADO: 'entregada',
    INTENTOS: 1,
    ULTIMO_INTENTO: '2026-10-01T12:00:00.000Z',
    PROXIMO_INTENTO: null,
    RESPUESTA: 200,
    TEXTO: '',
    ERROR: null,
  })
  const periodo = { COD_PERIODO: 10, PERIODO: '2026-09' }
  const data = [
    sent(3, 'aprobado_control', { periodo, analisis: { COD_ANALISIS: 4, CUENTA: '110201', NEGOCIO: 'ITAU' } }),
    sent(2, 'carga_confirmada', { periodo, carga: { COD_CARGA: 5, ARCHIVO: 'saldos.csv', SHA256: 'x' } }),
    sent(1, 'prueba', { mensaje: 'Prueba de Cuadre' }),
  ]
  await visit(WebhooksPage, '/avisos-a-sistemas?aviso=2', ['admin.webhook.write'], ({ path }) => {
    if (path === '/webhooks') return { data: [hook(2, 'Contabilidad')], total: 1 }
    if (path === '/webhooks/2/deliveries') return { data, total: 3 }
    return undefined
  })
  expect(await screen.findByText('110201 ITAU · septiembre de 2026')).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: 'De qué' })).toBeTruthy()
  expect(screen.getByText('saldos.csv · septiembre de 2026')).toBeTruthy()
})
