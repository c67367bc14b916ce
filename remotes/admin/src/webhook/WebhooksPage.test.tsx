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
