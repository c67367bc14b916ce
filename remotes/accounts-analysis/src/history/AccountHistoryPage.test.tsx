import { type Answers, Refusal } from '@cuadre/shell/testing'
import { beforeAll, expect, jest, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { list, visit } from '../shared/testing.ts'
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
  // Nothing is supported before something is sent: the whole balance is the difference, as the server adds it up.
  expect(cells(first!).slice(0, 7)).toEqual(['diciembre de 2026', '1.000,00', '—', '1.000,00', '+100,00', '+11,1\u00a0%', 'Por preparar'])
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

test('a period opens with its comment, its signatures, its files and the way to its chain', async () => {
  const { user } = await open(summary(month(11, '2026-11'), month(10, '2026-10')))
  await user.click(await screen.findByText('noviembre de 2026'))
  const drawer = await screen.findByRole('dialog', { name: 'Caja, noviembre de 2026' })
  expect(within(drawer).getByText('Partidas en tránsito')).toBeTruthy()
  expect(within(drawer).getByText(/Marcela Duarte Rocha,/)).toBeTruthy()
  expect(within(drawer).getByRole('button', { name: 'Descargar caja.xlsx' })).toBeTruthy()
  expect(within(drawer).getByRole('link', { name: 'Ver la cadena de eventos' }).getAttribute('href')).toBe(
    '/cuentas/historicos?analisis=11',
  )
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

test('an account without balances, one out of reach, and a server that fails each say so', async () => {
  await open(summary())
  expect(await screen.findByText('La cuenta aún no tiene saldos')).toBeTruthy()
  await open(new Refusal(404, { code: 'not_found', message: 'No existe.' }))
  expect(await screen.findByText('La cuenta no está a su alcance')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver las cuentas' })).toBeTruthy()
  await open(new Refusal(500, { code: 'internal', message: 'Algo falló.' }))
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy()
})

test('the name of the account stands beside its code', async () => {
  await open(summary(month(11, '2026-11')))
  expect((await screen.findByText(cuenta.CUENTA)).closest('.page-title')).toBeTruthy()
})
