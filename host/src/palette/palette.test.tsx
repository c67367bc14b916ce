import type { Found } from '@cuadre/api/search'
import { defineArea, page } from '@cuadre/shell/area'
import type { Asked } from '@cuadre/shell/testing'
import { beforeEach, expect, test } from '@jest/globals'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import Frame from '../layout/Frame.tsx'
import { areas, enter, person, show } from '../testing.tsx'
import { highlighted } from './entries.ts'

beforeEach(() => localStorage.clear())

const frame = (offered = areas) =>
  show([{ element: <Frame areas={offered} AreaView={() => null} />, children: [{ path: '*', element: <h1>Página</h1> }] }], '/faq')
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

const analysis = {
  COD_ANALISIS: 40,
  COD_PERIODO: 10,
  CUENTA: '1102',
  NOMBRE_CUENTA: 'Banco Nación',
  NEGOCIO: 'SAFRA',
  ANALISTA: 'Rodrigo Peña',
  MONEDA: 'BRL',
  VALOR_BALANCE: '1234.50',
  MATERIALIDAD: 'critica',
  ESTADO_PRINCIPAL_ID: 2,
  FECHA_ENVIO: '2026-11-03T12:00:00.000Z',
}
/** Nobody has submitted it: it does not wait for a head of area. */
const unsubmitted = { ...analysis, COD_ANALISIS: 41, CUENTA: '1103', MATERIALIDAD: 'menor', ESTADO_PRINCIPAL_ID: 1, FECHA_ENVIO: null }
const everything: Found = {
  cuentas: [
    { COD_CUENTA: 8, CUENTA: '1102', NOMBRE: 'Banco Nación', NEGOCIO: 'SAFRA', MONEDA: 'BRL', SALDO: '1234.50', ANALISTA: 'Rodrigo Peña' },
  ],
  PERIODO: '2026-10',
  analisis: [analysis, unsubmitted] as Found['analisis'],
  grupos: [{ ...analysis, AGRUPADO_ID: 30, NOMBRE: 'Bancos nacionales', CUENTAS: 3, VALOR_BALANCE: '99.00' }] as unknown as Found['grupos'],
  personas: [
    { id: 5, NOMBRE: 'Nacira Díaz', USUARIO: 'ndiaz', rol: 'JEFATURA AREA', DEPARTAMENTO: 'Tesorería', status: 'activo' },
    { id: 6, NOMBRE: 'Nacianceno Ruiz', USUARIO: 'nruiz', rol: 'CONTROL REGIONAL', DEPARTAMENTO: null, status: 'activo' },
  ],
  tickets: [
    { id: 71, asunto: 'Nacionalidad', estadoId: 2, estado: 'EN PROCESO', negocio: 'SAFRA', autor: { id: 5, nombre: 'Nacira Díaz' } },
  ],
  preguntas: [{ id: 3, categoria: 'otros', preguntaEs: '¿Qué es nacional?', preguntaEn: 'What is national?' }],
}
const nothing: Found = { cuentas: [], PERIODO: null, analisis: [], grupos: [], personas: [], tickets: [], preguntas: [] }
const answers = ({ path, query }: Asked) => {
  if (path === '/search') return query.get('texto') === 'naci' ? everything : nothing
}
const group = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

test('the palette offers no page that the role may not open', async () => {
  await enter(person(1, { permissions: ['analysis.item.read'] }), answers)
  frame()
  fireEvent.keyDown(window, { key: 'k', metaKey: true })
  const field = await screen.findByRole('combobox', { name: 'Buscar o ir a una página' })
  fireEvent.change(field, { target: { value: 'paises' } })
  expect(screen.getByText('Buscando…')).toBeTruthy()
  expect(await screen.findByText('Nada coincide con «paises»')).toBeTruthy()
})

test('what is found stands in groups, with what tells it apart, and what was typed is marked', async () => {
  await enter(person(3), answers)
  const update = page('/usuarios/:userId/actualizar', { title: { es: 'Actualizar usuario', en: 'Update user' } })
  frame([...areas, { id: 'tres', url: 'http://tres', data: defineArea({ id: 'tres', name: update.title, pages: { update } }) }])
  type(await palette(), 'naci')
  expect(await screen.findByRole('group', { name: 'Cuentas' })).toBeTruthy()
  expect(group('Cuentas')).toEqual(['1102Banco NaciónSAFRA1.234,50 BRL'])
  expect(group('Análisis de octubre de 2026')).toEqual([
    '1102Banco NaciónSAFRACríticaEn control1.234,50 BRL',
    '1103Banco NaciónSAFRAPor preparar1.234,50 BRL',
    'Bancos nacionales3 cuentas · SAFRACríticaEn control99,00 BRL',
  ])
  expect(group('Personas')).toEqual(['Nacira Díazndiaz · TesoreríaJefatura de área', 'Nacianceno RuiznruizControl regional'])
  const marked = within(screen.getByRole('group', { name: 'Cuentas' })).getByText('Naci', { selector: 'mark' })
  expect(marked.parentElement?.textContent).toBe('Banco Nación')
})

test.each([
  ['control', 3, ['/cuentas/8/historico', '/cuentas/analisis?periodo=10&analisis=40']],
  ['a head of area', 2, ['/cuentas?buscar=1102', '/cuentas/analisis?periodo=10&analisis=40']],
  ['administration', 6, ['/cuentas/8/historico', '/cuentas/historicos?periodo=10&analisis=40']],
  ['an analyst', 1, ['/home?periodo=10&analisis=40']],
])('opens accounts and analyses where %s does', async (_who, role, paths) => {
  const permissions = person(3).permissions.filter((key) => role !== 1 || !key.startsWith('accounts.account'))
  const calls = await enter(person(role, { permissions }), answers)
  const { router } = frame()
  for (const path of paths) {
    const field = await palette()
    type(field, 'n')
    type(field, 'naci')
    const name = path.includes('analisis=') ? 'Análisis de octubre de 2026' : 'Cuentas'
    // The second time it is among those opened last.
    fireEvent.click(within(await screen.findByRole('group', { name })).getByRole('option', { name: /^1102/ }))
    await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(path))
  }
  // A group where it is decided or prepared.
  const again = await palette()
  type(again, 'n')
  type(again, 'naci')
  const named = { name: /3 cuentas · SAFRA/ }
  if (role === 6) {
    await screen.findByRole('option', { name: /^1103/ })
    expect(screen.queryByRole('option', named)).toBeNull()
  } else {
    fireEvent.click(await screen.findByRole('option', named))
    await waitFor(() => expect(router.state.location.search).toBe('?periodo=10&grupo=30'))
  }
  // Asked once the typing rests, never for one letter.
  const asked = calls.filter(({ path }) => path === '/search')
  expect(new Set(asked.map(({ query }) => query.get('texto')))).toEqual(new Set(['naci']))
})

test('what was opened last comes first, for that person in that role', async () => {
  await enter(person(3), answers)
  const { router } = frame()
  type(await palette(), 'naci')
  fireEvent.click(within(await screen.findByRole('group', { name: 'Cuentas' })).getByRole('option'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/cuentas/8/historico'))
  type(await palette(), 'paises')
  fireEvent.click(screen.getByRole('option', { name: /Países/ }))
  await palette()
  // A name, and nothing that may be another by then.
  expect(group('Recientes')).toEqual(['PaísesAdministración de negocios', '1102Banco NaciónSAFRA'])
  expect(within(screen.getByRole('listbox')).getAllByText('Países')).toHaveLength(1)
  cleanup()
  await enter(person(6), answers)
  frame()
  await palette()
  expect(screen.queryByRole('group', { name: 'Recientes' })).toBeNull()
})

test('what may be created is an action', async () => {
  const create = page('/cuentas/crear', { title: { es: 'Crear cuenta', en: 'Create account' }, permission: 'accounts.account.write' })
  const more = [...areas, { id: 'tres', url: 'http://tres', data: defineArea({ id: 'tres', name: create.title, pages: { create } }) }]
  for (const permissions of [['accounts.account.write'], []]) {
    await enter(person(3, { permissions }), answers)
    frame(more)
    type(await palette(), 'crear')
    if (permissions.length > 0) expect(group('Acciones')).toEqual(['Crear cuenta'])
    else expect(screen.queryByText('Crear cuenta')).toBeNull()
    cleanup()
  }
})

test.each([
  ['Cartera de câmbio', 'cambio car', ['', 'Car', 'tera de ', 'câmbio', '']],
  ['1.8.2.00', '8.2', ['1.', '8.2', '.00']],
  ['Caja', '', ['Caja']],
  ['Caja', 'x', ['Caja']],
])('in «%s» «%s» is marked', (text, typed, parts) => {
  expect(highlighted(text, typed).filter((part, i) => part || i === 0)).toEqual(parts.filter((part, i) => part || i === 0))
})

test('a search that fails says so, and the pages stay', async () => {
  await enter(person(3), ({ path }) => {
    if (path === '/search') throw new Error('broken')
  })
  frame()
  type(await palette(), 'paises')
  expect(await screen.findByText(/No se pudo buscar más allá/, {}, { timeout: 8000 })).toBeTruthy()
  expect(listed()).toEqual(['PaísesAdministración de negocios'])
}, 15_000)
