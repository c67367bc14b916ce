import { type Answers, Refusal } from '@cuadre/shell/testing'
import { beforeAll, describe, expect, jest, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { analysis, list, visit } from '../shared/testing.ts'
import AccountHistoryPage from './AccountHistoryPage.tsx'
import { cuenta, month, summary } from './testing.ts'

jest.setTimeout(60_000)
// A chart without anything to draw with says so.
beforeAll(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined))

const open = (answer: unknown, address = '/cuentas/7/historico', own: Answers = () => undefined) =>
  visit(
    { '/cuentas/:accountId/historico': AccountHistoryPage },
    address,
    ['accounts.account.read', 'accounts.account.write', 'accounts.summary.read'],
    (asked) => (asked.path === '/account-summary/account/7' ? answer : own(asked)),
  )
const waiting = {
  FECHA_ENVIO: null,
  ESTADO_PRINCIPAL_ID: 1,
  VALOR_ANALISIS: '0',
  VARIACION: '1000.00',
  MATERIALIDAD: 'no_material',
  ARCHIVOS: [],
  ANEXOS: [],
}
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('shows what the periods add up to, their chart and a row for each', async () => {
  await open(
    summary(
      month(12, '2026-12', waiting),
      month(11, '2026-11'),
      month(10, '2026-10', {
        COD_ANALISIS: null,
        ESTADO_PRINCIPAL_ID: null,
        FECHA_ENVIO: null,
        ANALISTA: null,
        MATERIALIDAD: null,
        COMENTARIO_VARIACION: null,
        ARCHIVOS: [],
        ANEXOS: [],
      }),
    ),
  )
  expect(await screen.findByRole('heading', { name: 'Caja', level: 1 })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Períodos aprobados' }).textContent).toContain('1 de 2')
  expect(screen.getByRole('region', { name: 'Riesgo' }).textContent).toContain('Sugerido: alto (72 de 100 puntos)')
  expect(screen.getByRole('heading', { name: 'Saldo y sustento' })).toBeTruthy()
  const [, first, second, third] = screen.getAllByRole('row')
  // Nothing is supported before something is sent, and nothing differs.
  expect(cells(first!).slice(0, 7)).toEqual(['diciembre de 2026', '1.000,00', '—', '—', '+100,00', '+11,1\u00a0%', 'Por preparar'])
  expect(cells(second!).slice(0, 7)).toEqual([
    'noviembre de 2026',
    '1.000,00',
    '990,00',
    '10,00',
    '+100,00',
    '+11,1\u00a0%',
    'AprobadoMaterial',
  ])
  expect(cells(third!)[6]).toBe('sin análisis')
})

test('of an account that is not analysed every month it is told in which months it is', async () => {
  await open({ ...summary(month(11, '2026-11')), cuenta: { ...cuenta, FRECUENCIA: 'TRIMESTRAL' } })
  expect(await screen.findByText(/· Se analiza en marzo, junio, septiembre y diciembre\.$/)).toBeTruthy()
})

test('a period opens with its comment, its signatures, its files and the way to its chain', async () => {
  const { user } = await open(summary(month(11, '2026-11'), month(10, '2026-10')))
  await user.click(await screen.findByText('noviembre de 2026'))
  const drawer = await screen.findByRole('dialog', { name: 'Caja, noviembre de 2026' })
  expect(within(drawer).getByText('Partidas en tránsito')).toBeTruthy()
  expect(within(drawer).getByText(/Marcela Duarte Rocha,/)).toBeTruthy()
  expect(within(drawer).getByRole('button', { name: 'Descargar caja.xlsx' })).toBeTruthy()
  expect(within(drawer).getByRole('link', { name: 'Ver el registro de eventos' }).getAttribute('href')).toBe(
    '/cuentas/historicos?analisis=11',
  )
})

const kept = (id: number, PERIODO: string, more: object = {}) => ({
  COD_BALANCE: id,
  COD_CUENTA: 7,
  CUENTA: '1.1.7',
  NOMBRE: 'Caja',
  ID_NEGOCIO: 1,
  NEGOCIO: 'Votorantim',
  COD_PERIODO: id,
  PERIODO,
  MONEDA: 'BRL',
  SALDO: '900.00',
  COD_CARGA: 4,
  ARCHIVO: 'octubre.xlsx',
  CARGADO_POR: 'Beatriz Montoya Ríos',
  CARGADO_EN: '2026-11-02T15:00:00Z',
  ...more,
})
test('each balance says which file brought it, and opens what the period held before', async () => {
  const may = ['accounts.account.read', 'accounts.summary.read', 'accounts.balance.read', 'accounts.balance.load']
  const { asked, user } = await visit(
    { '/cuentas/:accountId/historico': AccountHistoryPage },
    '/cuentas/7/historico?ver=saldos',
    may,
    ({ path }) => {
      if (path === '/account-summary/account/7') return summary(month(11, '2026-11'))
      if (path === '/balances/current/7') return kept(12, '2026-12', { SALDO: '950.00' })
      if (path === '/balances') return list([kept(12, '2026-12', { SALDO: '950.00' }), kept(11, '2026-11')])
      return path === '/balances/11'
        ? kept(11, '2026-11', {
            ANTES: [{ SALDO: '1000.00', COD_CARGA: 3, ARCHIVO: 'octubre-1.xlsx', CARGADO_POR: 'Otra', HASTA: '2026-11-02T15:00:00Z' }],
          })
        : undefined
    },
  )
  const table = await screen.findByRole('grid', { name: 'Saldos' })
  const row = (await within(table).findByText('noviembre de 2026')).closest('tr')!
  expect([...row.cells].map(({ textContent }) => textContent).slice(0, 4)).toEqual([
    'noviembre de 2026',
    '900,00',
    'octubre.xlsx',
    'Beatriz Montoya Ríos',
  ])
  expect(screen.getByRole('region', { name: 'Saldo vigente' }).textContent).toContain('950,00')
  expect(Object.fromEntries(asked.find(({ path }) => path === '/balances')!.query)).toEqual({
    accountId: '7',
    page: '1',
    limit: '24',
    sort: '-PERIODO',
  })
  await user.click(row)
  const drawer = await screen.findByRole('dialog', { name: 'Caja, noviembre de 2026' })
  const before = await within(drawer).findByRole('table', { name: 'Antes de esa carga' })
  expect(within(before).getByText('1.000,00')).toBeTruthy()
  expect(within(before).getByRole('link', { name: 'octubre-1.xlsx' }).getAttribute('href')).toBe('/cuentas/carga-balance?carga=3')
})

test('whoever may not read balances has no list of them', async () => {
  const { asked } = await open(summary(month(11, '2026-11')), '/cuentas/7/historico?ver=saldos')
  await screen.findByText('noviembre de 2026')
  expect(screen.queryByRole('tab', { name: 'Saldos' })).toBeNull()
  expect(asked.some(({ path }) => path.startsWith('/balances'))).toBe(false)
})

describe('an analysis that no load opened', () => {
  const without = { COD_ANALISIS: null, ESTADO_PRINCIPAL_ID: null, FECHA_ENVIO: null, MATERIALIDAD: null, ARCHIVOS: [], ANEXOS: [] }
  const may = ['accounts.account.read', 'accounts.summary.read', 'analysis.item.create']
  const period = async (more: object, account: object, own: Answers = () => undefined) => {
    const of = summary(month(11, '2026-11', { ...without, ...more }))
    const view = await visit({ '/cuentas/:accountId/historico': AccountHistoryPage }, '/cuentas/7/historico', may, (asked) =>
      asked.path === '/account-summary/account/7'
        ? { ...of, cuenta: { ...of.cuenta, ID_ANALISTA: 7, ACTIVA: true, ...account } }
        : own(asked),
    )
    await view.user.click(await screen.findByText('noviembre de 2026'))
    return { ...view, drawer: await screen.findByRole('dialog', { name: 'Caja, noviembre de 2026' }) }
  }
  test('is opened by hand, for the analyst of the account', async () => {
    const { drawer, user, sent } = await period({}, {}, ({ path, method }) =>
      path === '/analysis' && method === 'POST' ? analysis(50, { ANALISTA: 'Rodrigo Peña Villar' }) : undefined,
    )
    await user.click(within(drawer).getByRole('button', { name: 'Abrir el análisis' }))
    await screen.findByText('Análisis abierto: lo prepara Rodrigo Peña Villar')
    expect(sent('/analysis')).toEqual([{ COD_PERIODO: 11, COD_CUENTA: 7 }])
  })
  test('is refused with the reason of the server', async () => {
    const { drawer, user } = await period({}, {}, ({ path }) =>
      path === '/analysis' ? new Refusal(409, { code: 'analysis_period_closing', message: 'El período está en cierre.' }) : undefined,
    )
    await user.click(within(drawer).getByRole('button', { name: 'Abrir el análisis' }))
    await screen.findByText('El período está en cierre.')
  })
  test('needs somebody who makes it, and a period that is not closed', async () => {
    const { drawer } = await period({}, { ID_ANALISTA: null })
    expect(within(drawer).getByText(/debe estar activa y tener analista/)).toBeTruthy()
    const closed = await period({ CERRADO: true }, {})
    expect(within(closed.drawer).queryByRole('button', { name: 'Abrir el análisis' })).toBeNull()
    expect(within(closed.drawer).queryByText(/debe estar activa/)).toBeNull()
  })
})

test('who was responsible, a line per change', async () => {
  const change = {
    ID: 1,
    FECHA: '2026-11-01T12:00:00Z',
    ROL: 'ANALISTA',
    ANTES: null,
    DESPUES: 'Rodrigo Peña Villar',
    DEPARTAMENTO_ANTES: null,
    DEPARTAMENTO_DESPUES: 'Tesorería',
    DESDE: '2026-10',
    MOTIVO: 'Vacaciones',
    LOTE: 4,
    POR: 'Beatriz Montoya Ríos',
  }
  await open(summary(month(11, '2026-11')), '/cuentas/7/historico?ver=asignaciones', ({ path }) =>
    path === '/account/7/assignments' ? list([change]) : undefined,
  )
  const table = await screen.findByRole('table', { name: 'Asignaciones' })
  const row = (await within(table).findByText('Rodrigo Peña Villar')).closest('tr')!
  expect([...row.cells].slice(1).map((cell) => cell.textContent)).toEqual([
    'Analista',
    'nadieRodrigo Peña Villar',
    '— → Tesorería',
    'octubre de 2026',
    'Vacaciones',
    '4',
    'Beatriz Montoya Ríos',
  ])
  expect(within(row).getByRole('link', { name: '4' }).getAttribute('href')).toBe('/cuentas/traspaso-masivo?lote=4')
})

test('where nobody was followed by anybody, it says who is responsible now', async () => {
  const now = summary(month(11, '2026-11'))
  const analyst = now.cuenta.ANALISTA
  expect(analyst).toBeTruthy()
  await open(now, '/cuentas/7/historico?ver=asignaciones', ({ path }) => (path === '/account/7/assignments' ? list([]) : undefined))
  expect(await screen.findByText('Sin cambios de responsable')).toBeTruthy()
  expect(screen.getByText(new RegExp(`^La prepara ${analyst}`))).toBeTruthy()
  expect(screen.queryByText('Nadie ha sido responsable todavía')).toBeNull()
})

test('an account without balances, one out of reach, and a server that fails each say so', async () => {
  await open(summary())
  expect(await screen.findByText('La cuenta aún no tiene saldos')).toBeTruthy()
  await open(new Refusal(404, { code: 'not_found', message: 'No existe.' }))
  expect(await screen.findByText('La cuenta está fuera de su alcance')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver las cuentas' })).toBeTruthy()
  await open(new Refusal(500, { code: 'internal', message: 'Algo falló.' }))
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy()
})

test('the name of the account stands beside its code', async () => {
  await open(summary(month(11, '2026-11')))
  expect((await screen.findByText(cuenta.CUENTA)).closest('.page-title')).toBeTruthy()
})
