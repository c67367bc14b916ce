import { type Answers, Refusal } from '@cuadre/shell/testing'
import { expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { analysis, detail, list, visit } from '../shared/testing.ts'
import HistoricalPage from './HistoricalPage.tsx'

jest.setTimeout(60_000)
const ANALYST = ['analysis.item.read', 'analysis.item.submit', 'accounts.summary.read', 'admin.period.read']
const event = (ID: number, TIPO: string, more: object = {}) => ({
  ID,
  TIPO,
  FECHA: `2026-11-0${ID}T12:00:00Z`,
  PERSONA: 'Rodrigo Peña Villar',
  ROL: 'ANALISTA',
  COMENTARIO: null,
  DETALLE: null,
  HASH: `${ID}`.repeat(64),
  ...more,
})
const steps = [event(1, 'generado'), event(2, 'enviado', { DETALLE: { version: 1 } }), event(3, 'aprobado_jefatura'), event(4, 'visto')]
const show = (own: Answers, address = '/cuentas/historicos', permissions = ANALYST) =>
  visit(HistoricalPage, address, permissions, (asked) => {
    const answer = own(asked)
    if (answer !== undefined) return answer
    if (asked.path === '/analysis/history') return list([{ ...analysis(40, { ESTADO_PRINCIPAL_ID: 2 }), EVENTOS: steps }], 12)
    if (asked.path === '/analysis/40') return detail(40, { EVENTOS: steps })
    if (asked.path === '/period') return list([{ COD_PERIODO: 10, PERIODO: '2026-10', ESTADO: { ID: 1, NOMBRE: 'ABIERTO' } }])
    if (asked.path === '/me/business') return [{ ID_NEGOCIO: 1, NEGOCIO: 'Votorantim' }]
    if (asked.path === '/me/departaments') return [{ COD_DEPARTAMENTO: 1, DEPARTAMENTO: 'Contabilidad', ID_NEGOCIO: 1 }]
    return undefined
  })

test('five at a time, each with its last step; looking at a file is none', async () => {
  const { asked } = await show(() => undefined)
  const row = (await screen.findByText('Cuenta 40')).closest('tr')!
  expect(row.textContent).toContain('Aprobó (jefatura), 03-11-2026')
  expect(Object.fromEntries(asked.find(({ path }) => path === '/analysis/history')!.query)).toEqual({ page: '1', limit: '5' })
  expect(screen.getByText('1 a 5 de 12')).toBeTruthy()
})

test('filters stand in the address, and nonsense there asks for nothing', async () => {
  const { asked } = await show(
    () => undefined,
    '/cuentas/historicos?periodId=10&businessId=x&estadoPrincipalId=4&estadoPrincipalId=9&materialidad=critica&type=agrupado&buscar=caja&pagina=2',
  )
  await screen.findByText('Cuenta 40')
  const { query } = asked.find(({ path }) => path === '/analysis/history')!
  expect([...query].sort().join('&')).toBe('estadoPrincipalId,4&limit,5&materialidad,critica&page,2&periodId,10&search,caja&type,agrupado')
})

test('a row opens its chain, newest first, in the address; the proof of the month is asked for', async () => {
  const { user } = await show(({ path }) =>
    path === '/analysis/verify/10' ? { integra: true, eventos: 1234, primerError: null } : undefined,
  )
  await user.click(await screen.findByText('Cuenta 40'))
  const drawer = await screen.findByRole('dialog', { name: 'Cuenta 40, octubre de 2026' })
  expect(location.search).toBe('?analisis=40')
  expect(
    within(drawer)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('.medium')!.textContent),
  ).toEqual(['Abrió el archivo', 'Aprobó (jefatura)', 'Envió la versión 1', 'Generó el análisis'])
  expect(within(drawer).getByText('3333333333333333').getAttribute('title')).toBe('3'.repeat(64))
  await user.click(within(drawer).getByRole('button', { name: 'Verificar la cadena de octubre de 2026' }))
  expect(await within(drawer).findByText('La cadena de octubre de 2026 está íntegra.')).toBeTruthy()
  expect(within(drawer).getByText(/Se comprobaron 1\.234 eventos/)).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(location.search).toBe(''))
})

test('a chain that does not hold is said with its first wrong event', async () => {
  const { user } = await show(
    ({ path }) => (path === '/analysis/verify/10' ? { integra: false, eventos: 12, primerError: 7 } : undefined),
    '/cuentas/historicos?analisis=40',
  )
  await user.click(await screen.findByRole('button', { name: 'Verificar la cadena de octubre de 2026' }))
  expect((await screen.findByRole('alert')).textContent).toContain('se rompe en el evento 7')
})

test('nothing sent yet, and a server that fails, say what to do', async () => {
  await show(({ path }) => (path === '/analysis/history' ? list([]) : undefined))
  expect(await screen.findByText('Aún no se ha enviado ningún análisis')).toBeTruthy()
  await show(({ path }) => (path === '/analysis/history' ? new Refusal(500, { code: 'internal', message: 'Algo falló.' }) : undefined))
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy()
})
