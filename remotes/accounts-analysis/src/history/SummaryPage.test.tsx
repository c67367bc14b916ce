import { type Answers, Refusal } from '@cuadre/shell/testing'
import { beforeAll, expect, jest, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { list, visit } from '../shared/testing.ts'
import SummaryPage from './SummaryPage.tsx'
import { month, summary } from './testing.ts'

jest.setTimeout(60_000)
// A chart without anything to draw with says so.
beforeAll(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined))

const october = {
  COD_PERIODO: 10,
  PERIODO: '2026-10',
  ESTADO: { ID: 1, NOMBRE: 'ABIERTO' },
  CUENTAS: 1300,
  ANALISIS: 1200,
  POR_PREPARAR: 400,
  ENVIADOS: 300,
  EN_REVISION: 200,
  RECHAZADOS: 0,
  APROBADOS: 300,
  CON_DIFERENCIA: 40,
  MATERIALES: 12,
  MONEDAS: [
    { MONEDA: 'BRL', SALDO: '1000.00', SIN_SUSTENTAR: '400.00', DIFERENCIA: '10.00' },
    { MONEDA: 'USD', SALDO: '7.00', SIN_SUSTENTAR: '0.00', DIFERENCIA: '0.00' },
  ],
}
const caja = {
  ...month(10, '2026-10'),
  COD_CUENTA: 7,
  CUENTA: '1.1.7',
  NOMBRE: 'Caja',
  NEGOCIO: 'Votorantim',
  DEPARTAMENTO: 'Tesorería',
  RUBRO: null,
  MONEDA: 'BRL',
}
const open = (address: string, own: Answers = () => undefined) =>
  visit(SummaryPage, address, ['accounts.summary.read', 'admin.period.read'], (asked) => {
    const answer = own(asked)
    if (answer !== undefined) return answer
    if (asked.path === '/account-summary/periods') return list([october])
    if (asked.path === '/account-summary/accounts') return { ...list([caja]), limit: 100 }
    if (asked.path === '/account-summary/account/7') return summary(month(10, '2026-10'), month(9, '2026-09'))
    if (asked.path === '/period') return list([october])
    return asked.path.startsWith('/me/') ? [] : undefined
  })

test('each period with its figures; every figure leads to the accounts it counts, in the same business', async () => {
  await open('/cuentas/resumen?businessId=2')
  const row = (await screen.findByText('octubre de 2026')).closest('tr')!
  const to = (name: string) => within(row).getByRole('link', { name }).getAttribute('href')
  expect(to('1.300')).toBe('/cuentas/resumen?ver=cuentas&periodId=10&businessId=2')
  expect(to('400')).toBe('/cuentas/resumen?ver=cuentas&periodId=10&businessId=2&estado=por-preparar')
  expect(to('40')).toBe('/cuentas/resumen?ver=cuentas&periodId=10&businessId=2&conDiferencia=true')
  // Nothing leads to an empty list, and currencies are never added.
  expect(within(row).queryByRole('link', { name: '0' })).toBeNull()
  expect(row.textContent).toContain('1.000,00 BRL7,00 USD')
})

test('what is still to prepare and what is sent are told apart, though both are pending', async () => {
  const { asked } = await open('/cuentas/resumen?ver=cuentas&periodId=10&estado=por-preparar')
  await screen.findByText('Caja')
  const { query } = asked.find(({ path }) => path === '/account-summary/accounts')!
  expect(Object.fromEntries(query)).toEqual({
    page: '1',
    limit: '100',
    sort: 'CUENTA',
    periodId: '10',
    estadoPrincipalId: '1',
    enviado: 'false',
  })
})

test('without a period the newest is shown, and said; a row opens the account', async () => {
  const { user } = await open('/cuentas/resumen?ver=cuentas')
  expect(await screen.findByText('octubre de 2026, el último período.')).toBeTruthy()
  await user.click(screen.getByText('Caja'))
  const drawer = await screen.findByRole('dialog', { name: 'Caja' })
  expect(location.search).toBe('?ver=cuentas&cuenta=7')
  expect(await within(drawer).findByText('septiembre de 2026')).toBeTruthy()
})

test('no period, no balance, and a server that fails each say so', async () => {
  await open('/cuentas/resumen', ({ path }) => (path === '/account-summary/periods' ? list([]) : undefined))
  expect(await screen.findByText('Aún no hay períodos')).toBeTruthy()
  await open('/cuentas/resumen?ver=cuentas', ({ path }) => (path === '/account-summary/accounts' ? list([]) : undefined))
  expect(await screen.findByText('El período no tiene saldos a su alcance')).toBeTruthy()
  await open('/cuentas/resumen', ({ path }) =>
    path === '/account-summary/periods' ? new Refusal(500, { code: 'internal', message: '' }) : undefined,
  )
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy()
})
