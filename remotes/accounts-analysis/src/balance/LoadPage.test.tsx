import { beforeEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { type Answers, Refusal, visit } from '../account/testing.tsx'
import LoadPage from './LoadPage.tsx'
import type { Load } from './loads.ts'

const CONTROL = ['accounts.balance.load', 'accounts.balance.read', 'accounts.account.write', 'admin.period.write', 'admin.business.write']
const period = { COD_PERIODO: 10, PERIODO: '2026-10', ESTADO: { ID: 1, NOMBRE: 'ABIERTO' } }

const preview = (token: string, reopened: number): NonNullable<Load['preview']> => ({
  token,
  filas: 151,
  omitidas: 4,
  clases: [
    { clase: 'nueva', cuentas: 3, sinAsignar: 2, saldoVigente: '0.00', saldoDespues: '239411882.70' },
    { clase: 'cambia', cuentas: 41, sinAsignar: 0, saldoVigente: '158904771203.18', saldoDespues: '146261662249.17' },
    { clase: 'falta', cuentas: 4, sinAsignar: 0, saldoVigente: '10.00', saldoDespues: '10.00' },
    { clase: 'rechazada', cuentas: 1, sinAsignar: 0, saldoVigente: '0', saldoDespues: '0' },
  ],
  totalVigente: '158904771213.18',
  totalDespues: '146501074141.87',
  cuentasCreadas: 3,
  negociosCreados: [],
  reabre: { total: reopened, enviados: 0, revision: 5, aprobados: reopened - 5, rechazados: 0, cambio: '12204118330.25' },
  analisisNuevos: 1,
  monedas: ['BRL'],
})
const base: Load = {
  COD_CARGA: 7,
  COD_PERIODO: 10,
  PERIODO: '2026-10',
  ARCHIVO: 'balancete.csv',
  TAMANO: 2048,
  SHA256: `7be2${'0'.repeat(56)}40d9`,
  ESTADO: 'revision',
  CARGADO_POR: 'Beatriz Montoya Ríos',
  CARGADO_EN: '2026-11-05T19:20:00.000Z',
  CONFIRMADO_EN: null,
  REPETIDA_DE: null,
  PERFIL: null,
  mapping: { headerRow: 1, columns: { cuenta: 0, saldo: 2 }, ID_NEGOCIO: 3 },
  layout: {
    kind: 'csv',
    encoding: 'utf-8',
    separator: ';',
    sheets: [{ name: '', visible: true }],
    sample: [
      { number: 1, cells: ['Conta', 'Nome', 'Saldo'] },
      { number: 2, cells: ['1.1', 'Caixa', '1.234,50'] },
    ],
  },
  necesita: [],
  preview: preview('a', 14),
  resultado: null,
}
const refused = {
  fila: 118,
  clase: 'rechazada',
  sinAsignar: false,
  NEGOCIO: 'Votorantim',
  CUENTA: '1.8.8',
  NOMBRE: null,
  saldoVigente: null,
  saldoDespues: null,
  reabre: false,
  columna: 'Saldo',
  valor: '1.204.55,10',
  motivo: 'El número no es válido.',
}
const listed = (data: unknown[]) => ({ data, total: data.length, page: 1, limit: 100 })

let load: Load
beforeEach(() => {
  load = base
})
const answers =
  (own: Answers = () => undefined): Answers =>
  (asked) => {
    const found = own(asked)
    if (found !== undefined) return found
    if (asked.path === '/period') return listed([period])
    if (asked.path === '/me/business') return [{ ID_NEGOCIO: 3, NEGOCIO: 'Votorantim', ID_PAIS: 1 }]
    if (asked.path === '/country') return listed([{ ID_PAIS: 1, PAIS: 'Brasil', RUTA_IMAGEN: null, MONEDA: 'BRL' }])
    if (asked.path === '/balances/load') return listed([])
    if (asked.path === '/balances/load/7') return load
    if (asked.path === '/balances/load/7/rows') return listed(asked.query.get('clase') === 'rechazada' ? [refused] : [])
    return undefined
  }
const open = (address: string, own?: Answers, permissions = CONTROL) =>
  visit(LoadPage, `/cuentas/carga-balance${address}`, permissions, answers(own))
const heading = (name: RegExp) => screen.findByRole('heading', { level: 1, name })
const file = () => new File(['Conta;Saldo'], 'balancete.csv', { type: 'text/csv' })
const choose = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement

test('without an open period it says so and leads to opening one', async () => {
  await open('', ({ path }) => (path === '/period' ? listed([]) : undefined))
  expect(await screen.findByText('No hay ningún período abierto')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Abrir un período' }).getAttribute('href')).toBe('/periodos/crear')
})

test('a file that is read goes on to its review, at an address of its own', async () => {
  const { user } = await open('', ({ path }) => (path === '/balances/upload' ? load : undefined))
  await screen.findByText('Arrastre el balance o elíjalo')
  await user.upload(choose(), file())
  await heading(/Revise la carga/)
  expect(location.search).toBe('?carga=7')
})

test('why a file is refused is said at the file', async () => {
  const message = 'El archivo está protegido con contraseña.'
  const { user } = await open('', ({ path }) =>
    path === '/balances/upload' ? new Refusal(422, { code: 'invalid', message: 'x', issues: [{ path: 'file', message }] }) : undefined,
  )
  await screen.findByText('Arrastre el balance o elíjalo')
  await user.upload(choose(), file())
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

test('the review says what is applied, what stays out and what changes, to the cent', async () => {
  await open('?carga=7')
  await heading(/Revise la carga/)
  const row = screen.getByRole('row', { name: /Cambian/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Cambian', '41', '—', '158.904.771.203,18', '146.261.662.249,17', '−12.643.108.954,01'])
  expect(screen.getByText(/se aplican tal como se ven/).textContent).toBe(
    '44 saldos se aplican tal como se ven; 1 fila rechazada queda fuera y 4 cuentas que faltan conservan su saldo',
  )
  expect(await screen.findByText('El número no es válido.')).toBeTruthy()
})

test('what would be reopened has to be ticked before anything is sent', async () => {
  const { user, sent } = await open('?carga=7', ({ path }) => {
    if (!path.endsWith('/confirm')) return undefined
    load = { ...base, ESTADO: 'confirmada', resultado: { saldos: 44, cuentasCreadas: 3, analisisNuevos: 1, reabiertos: 14 } }
    return load
  })
  await user.click(await screen.findByRole('button', { name: 'Confirmar la carga' }))
  expect(sent('/balances/load/7/confirm')).toEqual([])
  const tick = screen.getByRole('checkbox', { name: /Entiendo que se reabren 14 análisis/ })
  expect(document.activeElement).toBe(tick)
  expect(screen.getByText('Marque la casilla para confirmar la carga.')).toBeTruthy()
  await user.click(tick)
  await user.click(screen.getByRole('button', { name: 'Confirmar la carga' }))
  await heading(/La carga está aplicada/)
  expect(sent('/balances/load/7/confirm')).toEqual([{ token: 'a' }])
  expect(screen.getByRole('link', { name: 'Asignar cuentas' }).getAttribute('href')).toBe('/cuentas?statusId=1&filterByPeriod=10')
})

test('figures that moved take the place of the old ones and want a new tick', async () => {
  const { user, sent } = await open('?carga=7', ({ path }) => {
    if (!path.endsWith('/confirm')) return undefined
    load = { ...base, preview: preview('b', 15) }
    return new Refusal(409, { code: 'load_moved', message: 'Los saldos han cambiado.', current: load })
  })
  await user.click(await screen.findByRole('checkbox', { name: /14 análisis/ }))
  await user.click(screen.getByRole('button', { name: 'Confirmar la carga' }))
  expect(await screen.findByText(/Las cifras cambiaron mientras usted revisaba/)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /15 análisis/ }).checked).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Confirmar la carga' }))
  expect(sent('/balances/load/7/confirm')).toHaveLength(1)
})

test('where every row is refused there is nothing to confirm', async () => {
  const none = {
    ...preview('a', 5),
    clases: [{ clase: 'rechazada' as const, cuentas: 9, sinAsignar: 0, saldoVigente: '0', saldoDespues: '0' }],
  }
  load = { ...base, preview: { ...none, reabre: { ...none.reabre, total: 0 } } }
  await open('?carga=7')
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Confirmar la carga' })).disabled).toBe(true)
  expect(screen.getAllByText('No hay ningún saldo que aplicar.').length).toBeGreaterThan(0)
})

test('the columns that are missing are named, and chosen over the sample', async () => {
  load = {
    ...base,
    ESTADO: 'columnas',
    necesita: ['cuenta'],
    mapping: { headerRow: 1, columns: { saldo: 2 }, ID_NEGOCIO: 3 },
    preview: null,
  }
  const { user, sent } = await open('?carga=7', ({ path }) => {
    if (!path.endsWith('/mapping')) return undefined
    load = base
    return load
  })
  await heading(/Indique qué es cada columna/)
  const go = screen.getByRole('button', { name: /Continuar a la revisión/ })
  await user.click(go)
  expect(screen.getAllByText('Falta indicar la cuenta.').length).toBe(2)
  expect(sent('/balances/load/7/mapping')).toEqual([])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Columna A Conta' }), 'cuenta')
  await user.click(go)
  await heading(/Revise la carga/)
  expect(sent('/balances/load/7/mapping')).toEqual([{ headerRow: 1, columns: { cuenta: 0, saldo: 2 }, ID_NEGOCIO: 3 }])
})

test('what the server finds wrong with a column is said over that column', async () => {
  const { user } = await open('?carga=7&paso=columnas', ({ path }) =>
    path.endsWith('/mapping')
      ? new Refusal(422, {
          code: 'invalid',
          message: 'x',
          issues: [{ path: 'columns.saldo', message: 'La columna elegida no está en el archivo.' }],
        })
      : undefined,
  )
  await user.click(await screen.findByRole('button', { name: /Continuar a la revisión/ }))
  const column = screen.getByRole('combobox', { name: 'Columna C Saldo' })
  await waitFor(() => expect(column.getAttribute('aria-invalid')).toBe('true'))
  expect(column.closest('th')?.textContent).toContain('La columna elegida no está en el archivo.')
})

test('a load out of reach says so', async () => {
  await open('?carga=99')
  expect(await screen.findByText('Esta carga no está a su alcance')).toBeTruthy()
})
