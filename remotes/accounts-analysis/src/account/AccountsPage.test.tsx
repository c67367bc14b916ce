import { type Answers, Refusal } from '@cuadre/shell/testing'
import { expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { visit } from '../shared/testing.ts'
import AccountsPage from './AccountsPage.tsx'

const CONTROL = ['accounts.account.read', 'accounts.account.write', 'accounts.balance.load', 'admin.period.read']
const account = (id: number, business: number, statusId: 1 | 2 = 1) => ({
  COD_CUENTA: id,
  CUENTA: `1.1.${id}`,
  NOMBRE: `Caja ${id}`,
  statusId,
  ID_NEGOCIO: business,
  NEGOCIO: business === 1 ? 'Safra' : 'Votorantim',
  ID_PAIS: 1,
  PAIS: 'Brasil',
  COD_DEPARTAMENTO: null,
  DEPARTAMENTO: null,
  COD_RUBRO: null,
  RUBRO: null,
  MONEDA: 'BRL',
  ID_ANALISTA: null,
  ANALISTA: null,
  RIESGO: 'M',
  ACTIVA: true,
  SALDO: '1234.50',
  PERIODO_SALDO: '2026-10',
})
const metadata = {
  total: 5300,
  asignadas: 300,
  noAsignadas: 5000,
  negocios: [
    { id: 1, nombre: 'Safra' },
    { id: 2, nombre: 'Votorantim' },
  ],
  departamentos: [{ id: 20, nombre: 'Tesorería', ID_NEGOCIO: 2, JEFE: 'Marcela Duarte Rocha' }],
  analistas: [{ id: 9, nombre: 'Rodrigo Peña Villar', cuentas: 128 }],
}
const answers =
  (rows: unknown[], total = rows.length, own: Answers = () => undefined): Answers =>
  (asked) => {
    if (asked.path === '/account') return { data: rows, total, page: 1, limit: 100 }
    if (asked.path === '/account/metadata') return metadata
    if (asked.path === '/period') return { data: [], total: 0, page: 1, limit: 999 }
    return own(asked)
  }
const assigned: Answers = ({ path, body }) =>
  path === '/account/assign' ? { asignadas: (body as { esperadas: number }).esperadas, analisisAbiertos: 1 } : undefined

test('begins with assigned accounts in order of their code, a hundred at a time', async () => {
  const { asked } = await visit(AccountsPage, '/cuentas', CONTROL, answers([account(1, 1, 2)]))
  await screen.findByText('Caja 1')
  const { query } = asked.find((one) => one.path === '/account')!
  expect(Object.fromEntries(query)).toEqual({ page: '1', limit: '100', sort: 'CUENTA', statusId: '2' })
  expect(screen.getByRole('link', { name: /Asignadas 300/, current: 'page' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /No asignadas 5.000/ }).getAttribute('href')).toBe('/cuentas?statusId=1')
})

test('a filter of an address that is none does not look as if it narrowed the list', async () => {
  const { asked } = await visit(AccountsPage, '/cuentas?businessId=abc&riesgo=Z', CONTROL, answers([account(1, 1)]))
  await screen.findByText('Caja 1')
  expect([...asked.find(({ path }) => path === '/account')!.query.keys()]).not.toContain('businessId')
  expect(screen.queryByText('abc')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Quitar los filtros' })).toBeNull()
})

test('who may only read sees neither boxes nor actions', async () => {
  await visit(AccountsPage, '/cuentas', ['accounts.account.read'], answers([account(1, 1)]))
  await screen.findByText('Caja 1')
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  expect(screen.queryByRole('button', { name: /Asignar/ })).toBeNull()
})

test('one account is assigned from its row', async () => {
  const { user, sent } = await visit(AccountsPage, '/cuentas?statusId=1', CONTROL, answers([account(7, 2)], 1, assigned))
  await user.click(await screen.findByRole('button', { name: 'Asignar Caja 7' }))
  const drawer = await screen.findByRole('dialog')
  await user.type(within(drawer).getByRole('combobox', { name: 'Analista' }), 'pena{Enter}')
  // The business has one department: it is chosen already, and its chief is said.
  expect(within(drawer).getByText('Jefatura: Marcela Duarte Rocha')).toBeTruthy()
  expect(within(drawer).getByText('Asignar 1 cuenta de Votorantim a Rodrigo Peña Villar.')).toBeTruthy()
  await user.click(within(drawer).getByRole('button', { name: /^Asignar 1/ }))
  expect(await screen.findByText('1 cuenta asignada')).toBeTruthy()
  expect(sent('/account/assign')).toEqual([{ cuentaIds: [7], ID_ANALISTA: 9, COD_DEPARTAMENTO: 20, esperadas: 1 }])
})

test('who takes an account over from somebody is told which it is, of which business and of whom', async () => {
  const row = { ...account(7, 2), ID_ANALISTA: 8, ANALISTA: 'Lucía Ferreyra', statusId: 2 }
  const { user, sent } = await visit(AccountsPage, '/cuentas?statusId=2', CONTROL, answers([row], 1, assigned))
  await user.click(await screen.findByRole('button', { name: 'Reasignar Caja 7' }))
  const drawer = await screen.findByRole('dialog', { name: 'Reasignar Caja 7' })
  expect(within(drawer).getByText(/Votorantim · hoy la prepara Lucía Ferreyra/).textContent).toContain(row.CUENTA)
  await user.type(within(drawer).getByRole('combobox', { name: 'Analista' }), 'pena{Enter}')
  await user.click(within(drawer).getByRole('button', { name: /^Reasignar/ }))
  await waitFor(() => expect(sent('/account/assign')).toHaveLength(1))
})

test('everything that the filters let through is assigned by the filters', async () => {
  const rows = [account(1, 2), account(2, 2)]
  const { user, sent } = await visit(AccountsPage, '/cuentas?statusId=1&businessId=2', CONTROL, answers(rows, 4200, assigned))
  await screen.findByText('Caja 1')
  await user.click(screen.getByRole('checkbox', { name: 'Seleccionar toda la página' }))
  await user.click(screen.getByRole('button', { name: 'Elegir las 4.200 que cumplen los filtros' }))
  await user.click(screen.getByRole('button', { name: 'Asignar 4.200 a…' }))
  const drawer = await screen.findByRole('dialog', { name: 'Asignar 4.200 cuentas' })
  await user.type(within(drawer).getByRole('combobox', { name: 'Analista' }), 'rodrigo{Enter}')
  await user.click(within(drawer).getByRole('button', { name: /^Asignar 4.200/ }))
  await waitFor(() =>
    expect(sent('/account/assign')).toEqual([
      { filtro: { statusId: 1, businessId: 2 }, ID_ANALISTA: 9, COD_DEPARTAMENTO: 20, esperadas: 4200 },
    ]),
  )
})

test('a row that loses its tick ends "all"', async () => {
  const { user } = await visit(AccountsPage, '/cuentas?statusId=1', CONTROL, answers([account(1, 2), account(2, 2)], 4200))
  await screen.findByText('Caja 1')
  await user.click(screen.getByRole('checkbox', { name: 'Seleccionar toda la página' }))
  await user.click(screen.getByRole('button', { name: 'Elegir las 4.200 de la lista' }))
  await user.click(screen.getByRole('checkbox', { name: 'Seleccionar la fila 1.1.1 Votorantim' }))
  expect(await screen.findByRole('button', { name: 'Asignar 1 a…' })).toBeTruthy()
})

test('accounts of several businesses are assigned one business at a time', async () => {
  const { user } = await visit(AccountsPage, '/cuentas?statusId=1', CONTROL, answers([account(1, 1), account(2, 2), account(3, 2)]))
  await screen.findByText('Caja 1')
  await user.click(screen.getByRole('checkbox', { name: 'Seleccionar toda la página' }))
  await user.click(screen.getByRole('button', { name: 'Asignar 3 a…' }))
  const drawer = await screen.findByRole('dialog')
  expect(within(drawer).getByText('Las cuentas elegidas son de varios negocios.')).toBeTruthy()
  await user.click(within(drawer).getByRole('button', { name: 'Asignar 2' }))
  expect(within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'Departamento de Votorantim' })).toBeTruthy()
})

test('a list that moved is said in the drawer, and nothing chosen is lost', async () => {
  const moved: Answers = ({ path }) =>
    path === '/account/assign' ? new Refusal(409, { code: 'moved', message: 'La lista ha cambiado: ahora son 41 cuentas.' }) : undefined
  const { user } = await visit(AccountsPage, '/cuentas?statusId=1', CONTROL, answers([account(7, 2)], 1, moved))
  await user.click(await screen.findByRole('button', { name: 'Asignar Caja 7' }))
  const drawer = await screen.findByRole('dialog')
  await user.type(within(drawer).getByRole('combobox', { name: 'Analista' }), 'rodrigo{Enter}')
  await user.click(within(drawer).getByRole('button', { name: /^Asignar 1/ }))
  expect((await within(drawer).findByRole('alert')).textContent).toBe('La lista ha cambiado: ahora son 41 cuentas.')
  expect(within(drawer).getByRole<HTMLInputElement>('combobox', { name: 'Analista' }).value).toBe('Rodrigo Peña Villar')
})

test('a row opens the history of its account, and its menu the form; the list is remembered', async () => {
  const answered = answers([account(7, 2, 2)])
  const { user } = await visit({ '/cuentas': AccountsPage }, '/cuentas?riesgo=M', [...CONTROL, 'accounts.summary.read'], answered)
  await user.click(await screen.findByText('Caja 7'))
  expect(location.pathname).toBe('/cuentas/7/historico')
  expect(history.state.usr).toEqual({ list: 'riesgo=M' })
})

test('the workbook holds what is filtered, all pages of it', async () => {
  URL.createObjectURL = () => 'blob:cuentas'
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const answered = answers([account(7, 2, 2)], 4200)
  const { user, asked } = await visit(AccountsPage, '/cuentas?conSaldo=true&activa=false&headingId=4&buscar=caja', CONTROL, answered)
  await screen.findByText('Caja 7')
  await user.click(screen.getByRole('button', { name: 'Excel' }))
  await waitFor(() => expect(click).toHaveBeenCalled())
  expect(Object.fromEntries(asked.findLast(({ path }) => path === '/account')!.query)).toEqual({
    format: 'excel',
    sort: 'CUENTA',
    statusId: '2',
    search: 'caja',
    headingId: '4',
    conSaldo: 'true',
    activa: 'false',
  })
  click.mockRestore()
})

test('nothing yet, and a server that does not answer, say what to do', async () => {
  await visit(AccountsPage, '/cuentas', CONTROL, answers([]))
  expect(await screen.findByText('No hay cuentas')).toBeTruthy()
  await visit(AccountsPage, '/cuentas', CONTROL, ({ path }) =>
    path === '/account' ? new Refusal(500, { code: 'x', message: '' }) : undefined,
  )
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy()
})

test('rows that are there stay when they cannot be asked for again', async () => {
  let away = false
  const { client, asked } = await visit(AccountsPage, '/cuentas', CONTROL, (one) =>
    away ? new Refusal(500, { code: 'x', message: '' }) : answers([account(7, 2)])(one),
  )
  const row = await screen.findByRole('row', { name: /Caja 7/ })
  away = true
  await act(() => client.refetchQueries({ queryKey: ['account'] }))
  expect(asked.filter(({ path }) => path === '/account')).toHaveLength(2)
  expect(row.isConnected).toBe(true)
})
