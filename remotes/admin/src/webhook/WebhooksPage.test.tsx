import { AWAY, person, visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import ServicesPage from '../service/ServicesPage.tsx'
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

const own = () => ({ CREADO_POR: person(6).NOMBRE, CREADO_EN: new Date().toISOString() })

test('one whose answer was lost is not made twice: its secret, which nobody heard, is made anew and shown', async () => {
  let made = false
  const { user, asked } = await visit(WebhooksPage, '/avisos-a-sistemas', ['admin.webhook.write'], ({ path, method }) => {
    const found = { ...hook(3, 'ERP'), URL: 'https://erp.example/avisos', ...own() }
    if (path === '/webhooks/3/secret') return { ...found, SECRETO: 'whsec_nuevo' }
    if (path !== '/webhooks') return undefined
    if (method === 'POST') {
      made = true
      return AWAY
    }
    return { data: made ? [hook(1, 'Tesorería'), found] : [hook(1, 'Tesorería')], total: 1 }
  })
  await user.click(await screen.findByRole('button', { name: 'Crear aviso' }))
  const drawer = within(await screen.findByRole('dialog'))
  await user.type(drawer.getByLabelText(/^Nombre/), 'ERP')
  await user.type(drawer.getByLabelText(/^Dirección/), 'https://erp.example/avisos')
  await user.click(drawer.getByRole('checkbox', { name: 'Período abierto' }))
  await user.click(drawer.getByRole('button', { name: /Crear aviso/ }))
  expect(await screen.findByText('whsec_nuevo')).toBeTruthy()
  expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/webhooks', '/webhooks/3/secret'])
})

test('a renewed secret whose answer was lost is told as unknown, not as not renewed', async () => {
  const { user } = await visit(WebhooksPage, '/avisos-a-sistemas', ['admin.webhook.write'], ({ path }) =>
    path === '/webhooks' ? { data: [hook(1, 'Tesorería')], total: 1 } : AWAY,
  )
  const menu = await screen.findByRole('button', { name: /^Acciones .*Tesorería/ })
  menu.focus()
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('menuitem', { name: 'Renovar el secreto' })
  const highlighted = () => document.querySelector('[role="menuitem"][data-highlighted]')?.textContent
  await waitFor(() => expect(highlighted()).toBeTruthy())
  for (let left = 6; left > 0 && highlighted() !== 'Renovar el secreto'; left--) await user.keyboard('{ArrowDown}')
  await user.keyboard('{Enter}')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Renovar el secreto' }))
  expect(await screen.findByText(/vea si quedó hecho antes de repetirlo/)).toBeTruthy()
  expect(screen.queryByText('No se pudo hacer.')).toBeNull()
})

test('a program whose answer was lost is found, and has a secret that somebody knows', async () => {
  let made = false
  const { user, asked } = await visit(
    ServicesPage,
    '/programas',
    ['admin.service.read', 'admin.service.write', 'accounts.delivery.send'],
    (call) => {
      const found = {
        ...{ id: 8, NOMBRE: 'ERP', CLIENTE: 'servicio-erp', status: 'activo', llaves: ['accounts.delivery.send'], alcance: [] },
        ...{ SECRETO_EN: null, ULTIMO_USO: null, REVISION: 1, ...own() },
      }
      if (call.path === '/services/8/secret') return { ...found, SECRETO: 'nuevo', TOKEN_URL: 'https://id.example/token' }
      if (call.path === '/me/countries') return [{ ID_PAIS: 1, PAIS: 'Brasil' }]
      if (call.path === '/country-manager') return { data: [{ ID_PAIS: 1, PAIS: 'Brasil' }], total: 1 }
      if (call.path === '/me/business') return []
      if (call.path !== '/services') return undefined
      if (call.method === 'POST') {
        made = true
        return AWAY
      }
      return { data: made ? [found] : [], total: 1 }
    },
  )
  await user.click((await screen.findAllByRole('button', { name: 'Registrar programa' }))[0]!)
  const drawer = within(await screen.findByRole('dialog'))
  await user.type(await drawer.findByLabelText(/^Nombre/), 'ERP')
  await user.type(drawer.getByLabelText(/^Identificador/), 'erp')
  await user.click(drawer.getByRole('checkbox', { name: /Brasil/ }))
  await user.click(drawer.getByRole('button', { name: /Registrar programa/ }))
  expect(await screen.findByText('nuevo')).toBeTruthy()
  expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/services', '/services/8/secret'])
})
