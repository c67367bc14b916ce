import type { Asked } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import Frame from '../layout/Frame.tsx'
import { areas, enter, person, show } from '../testing.tsx'

const frame = () =>
  show([{ element: <Frame areas={areas} AreaView={() => null} />, children: [{ path: '*', element: <h1>Página</h1> }] }], '/faq')
const palette = async () => {
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
  return screen.findByRole('combobox', { name: 'Buscar o ir a una página' })
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const listed = () =>
  within(screen.getByRole('listbox'))
    .queryAllByRole('option')
    .map(({ textContent }) => textContent)

test('Ctrl-K goes to any page of the menu by a few letters, accents or not', async () => {
  await enter(person(3))
  const { router } = frame()
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
  const field = await screen.findByRole('combobox', { name: 'Buscar o ir a una página' })
  const listed = () =>
    within(screen.getByRole('listbox'))
      .queryAllByRole('option')
      .map(({ textContent }) => textContent)
  fireEvent.change(field, { target: { value: 'paises' } })
  expect(listed()).toEqual(['PaísesAdministración de negocios'])
  fireEvent.change(field, { target: { value: 'cuentas' } })
  // What begins with it comes first, and the arrows go round.
  expect(listed()[0]).toBe('CuentasAdministración de cuentas')
  fireEvent.keyDown(field, { key: 'ArrowUp' })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/cuentas'))
  expect(screen.queryByRole('combobox', { name: 'Buscar o ir a una página' })).toBeNull()
})

const account = { COD_CUENTA: 8, CUENTA: '1102', NOMBRE: 'Banco Nación', NEGOCIO: 'SAFRA' }
const analysis = { COD_ANALISIS: 40, COD_PERIODO: 10, CUENTA: '1102', NOMBRE_CUENTA: 'Banco Nación', PERIODO: '2026-10' }
const answers = ({ path, query }: Asked) => {
  const of = (row: object) => ({ data: query.get('search') === 'naci' ? [row] : [], total: 1, page: 1, limit: 5 })
  if (path === '/account') return of(account)
  if (path.startsWith('/faq')) return { data: [], total: 0, page: 1, limit: 5 }
  return path === '/analysis' ? of(analysis) : undefined
}

test('the palette offers no page that the role may not open', async () => {
  await enter(person(1, { permissions: ['analysis.item.read'] }), answers)
  frame()
  fireEvent.keyDown(window, { key: 'k', metaKey: true })
  const field = await screen.findByRole('combobox', { name: 'Buscar o ir a una página' })
  fireEvent.change(field, { target: { value: 'paises' } })
  expect(screen.getByText('Buscando…')).toBeTruthy()
  expect(await screen.findByText('Nada coincide con «paises»')).toBeTruthy()
})

test.each([
  ['control', 3, ['/cuentas/8/historico', '/cuentas/analisis?periodo=10&analisis=40']],
  ['a head of area', 2, ['/cuentas?buscar=1102', '/cuentas/analisis?periodo=10&analisis=40']],
  ['administration', 6, ['/cuentas/8/historico', '/cuentas/historicos?periodo=10&analisis=40']],
  ['an analyst', 1, ['/home?periodo=10&analisis=40']],
])('finds accounts and analyses for %s, and opens each where that role does', async (_who, role, paths) => {
  const permissions = person(3).permissions.filter((key) => role !== 1 || !key.startsWith('accounts.account'))
  const calls = await enter(person(role, { permissions }), answers)
  const { router } = frame()
  for (const path of paths) {
    const field = await palette()
    type(field, 'n')
    type(field, 'naci')
    fireEvent.click(await screen.findByText(path.includes('analisis=') ? 'Análisis · octubre de 2026' : 'Cuenta · SAFRA'))
    await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(path))
  }
  // Asked once the typing rests, never for one letter, and never where the role has no key.
  const asked = calls.filter(({ path }) => path === '/account' || path === '/analysis')
  expect(new Set(asked.map(({ query }) => query.get('search')))).toEqual(new Set(['naci']))
  expect(asked.some(({ path }) => path === '/account')).toBe(role !== 1)
})

test('a search that fails says so, and the pages stay', async () => {
  await enter(person(3), ({ path }) => {
    if (path === '/account' || path === '/analysis') throw new Error('broken')
  })
  frame()
  type(await palette(), 'paises')
  expect(await screen.findByText(/No se pudieron buscar cuentas/, {}, { timeout: 8000 })).toBeTruthy()
  expect(listed()).toEqual(['PaísesAdministración de negocios'])
}, 15_000)
