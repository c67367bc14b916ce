import { saveDrafts } from '@cuadre/shell'
import { type Answers, AWAY, Refusal } from '@cuadre/shell/testing'
import { beforeEach, expect, test } from '@jest/globals'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { visit } from '../shared/testing.ts'
import { readHead } from './head/readHead.ts'
import LoadPage from './LoadPage.tsx'
import LoadPeriod from './LoadPeriod.tsx'
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
  DESHECHO_POR: null,
  DESHECHO_EN: null,
  TOTAL_CONTROL: null,
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
  sumaDe: null,
  columna: 'Saldo',
  valor: '1.204.55,10',
  motivo: 'El número no es válido.',
}
const listed = (data: unknown[]) => ({ data, total: data.length, page: 1, limit: 100, totales: [] })

/** jsdom has no workers and does not slice files; what runs in a worker is the same. */
globalThis.Worker = class {
  onmessage?: (event: { data: unknown }) => void
  postMessage({ of, file }: { of: number; file: Blob }) {
    const reader = new FileReader()
    reader.onload = async () => {
      const bytes = new TextEncoder().encode(String(reader.result))
      const slice = (from: number, to: number) => ({ arrayBuffer: async () => bytes.slice(from, to).buffer })
      this.onmessage?.({ data: { of, head: await readHead({ size: bytes.length, slice } as never) } })
    }
    reader.readAsText(file)
  }
  terminate() {}
} as never
URL.createObjectURL ??= () => 'blob:'
URL.revokeObjectURL ??= () => {}

let load: Load
beforeEach(() => {
  load = base
  sessionStorage.clear()
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

test.each([
  [3, ['octubre de 2026']],
  [6, ['octubre de 2026', 'septiembre de 2026 · en cierre']],
] as const)('role %i loads into %p', async (role, months) => {
  const [closing, closed] = [2, 3].map((ID) => ({ COD_PERIODO: 20 + ID, PERIODO: `2026-0${11 - ID}`, ESTADO: { ID, NOMBRE: '' } }))
  const { asked } = await visit(
    LoadPage,
    '/cuentas/carga-balance',
    role,
    answers(({ path }) => (path === '/period' ? listed([period, closing, closed]) : undefined)),
  )
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(months)
  expect((screen.getByRole('combobox') as HTMLSelectElement).value).toBe('10')
  expect(asked.filter(({ path }) => path === '/period')).toHaveLength(1)
})

test('a file is of the newest open month that has begun, unless another is chosen', async () => {
  const ahead = [
    { ...period, COD_PERIODO: 91, PERIODO: '2999-12' },
    { ...period, COD_PERIODO: 90, PERIODO: '2020-02' },
    { ...period, COD_PERIODO: 89, PERIODO: '2020-01' },
  ]
  const own: Answers = ({ path }) => (path === '/period' ? listed(ahead) : undefined)
  await open('', own)
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Período' })).value).toBe('90')
})

test.each([
  ['of 50 MB', 50 * 1024 * 1024, true],
  ['of 50 MB and a byte', 50 * 1024 * 1024 + 1, false],
])('a file %s', async (_, size, taken) => {
  const { user, asked } = await open('', ({ path }) => (path === '/balances/upload' ? load : undefined))
  await screen.findByText('Arrastre el balance o elíjalo')
  await user.upload(choose(), Object.defineProperty(file(), 'size', { value: size }))
  if (taken) await waitFor(() => expect(asked.some(({ path }) => /^\/(balances\/upload|subida)/.test(path))).toBe(true))
  else {
    expect(await screen.findByText(/El archivo debe pesar 50\sMB o menos/)).toBeTruthy()
    expect(asked.some(({ method }) => method !== 'GET')).toBe(false)
  }
})

test('a file that is read goes on to its review, at an address of its own', async () => {
  const { user } = await open('', ({ path }) => (path === '/balances/upload' ? load : undefined))
  await screen.findByText('Arrastre el balance o elíjalo')
  await user.upload(choose(), file())
  await heading(/Revise la carga/)
  expect(location.search).toBe('?carga=7')
})

test('the first rows and what was recognised in them are seen before the server has the file', async () => {
  const { user } = await open('', ({ path }) => {
    if (path === '/balances/upload') return AWAY
    return undefined
  })
  await screen.findByText('Arrastre el balance o elíjalo')
  const content = 'Balance de enero;;\nCódigo de cuenta;Nombre;Saldo\n1101;Caja;1.234,50\n1102;Bancos;-7,00\n'
  await user.upload(choose(), new File([content], 'saldos.csv'))
  expect(await screen.findByText('3 de 3 columnas reconocidas')).toBeTruthy()
  expect(screen.getAllByRole('columnheader', { name: /^[ABC] / }).map((cell) => cell.textContent)).toEqual([
    'A Cuenta',
    'B Nombre',
    'C Saldo',
  ])
  expect(screen.getByRole('row', { name: /1101/ }).textContent).toBe('31101Caja1.234,50')
})

test('what the network cut goes on when it is back, with the file that was chosen', async () => {
  let tries = 0
  const { user } = await open('', ({ path }) => {
    if (path !== '/balances/upload') return undefined
    if (tries++ === 0) return AWAY
    return load
  })
  await screen.findByText('Arrastre el balance o elíjalo')
  await user.upload(choose(), file())
  expect((await screen.findByRole('alert')).textContent).toBe('Se perdió la conexión. El envío se reanuda solo cuando vuelva.')
  expect(screen.getByRole('button', { name: 'Reanudar ahora' })).toBeTruthy()
  act(() => void dispatchEvent(new Event('online')))
  await heading(/Revise la carga/)
  expect(tries).toBe(2)
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
    '44 saldos se aplican tal como se ven; 1 fila rechazada queda fuera y 4 cuentas con saldo anterior no vienen en el archivo',
  )
  expect(await screen.findByText('El número no es válido.')).toBeTruthy()
})

test('the review names inactive accounts that come with a balance', async () => {
  const inactivas = { cuentas: 5, ejemplos: ['1.1', '1.2', '1.3', '1.4'] }
  await open('?carga=7', ({ path }) => (path === '/balances/load/7' ? { ...base, preview: { ...preview('a', 0), inactivas } } : undefined))
  expect(
    await screen.findByText(
      '5 cuentas inactivas traen saldo: se guarda, pero su análisis no se abre hasta que se activen (1.1, 1.2, 1.3, 1.4 y 1 más).',
    ),
  ).toBeTruthy()
})

test('what would be reopened moves in each currency by itself', async () => {
  const of = preview('a', 14)
  const cambios = [
    { MONEDA: 'PYG', monto: '1250.00' },
    { MONEDA: 'USD', monto: '-0.05' },
  ]
  await open('?carga=7', ({ path }) =>
    path === '/balances/load/7'
      ? { ...base, preview: { ...of, monedas: ['PYG', 'USD'], reabre: { ...of.reabre, cambio: '1249.95', cambios } } }
      : undefined,
  )
  expect(
    await screen.findByRole('checkbox', {
      name: 'Entiendo que se reabren 14 análisis, con 1.250,00 PYG y −0,05 USD de cambio',
    }),
  ).toBeTruthy()
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
  expect(sent('/balances/load/7/confirm')).toEqual([{ token: 'a', CREA: { negocios: 0, cuentas: 3 } }])
  expect(screen.getByRole('link', { name: 'Asignar cuentas' }).getAttribute('href')).toBe('/cuentas?statusId=1&filterByPeriod=10')
})

test('a confirmation whose answer was lost is asked for, and nobody is told that nothing has changed', async () => {
  load = { ...base, preview: preview('a', 0) }
  const { user, sent } = await open('?carga=7', ({ path }) => (path.endsWith('/confirm') ? AWAY : undefined))
  await user.click(await screen.findByRole('button', { name: 'Confirmar la carga' }))
  expect(await screen.findByText('No se sabe si la carga se confirmó')).toBeTruthy()
  expect(screen.getByText(/Compruebe si el cambio quedó hecho/)).toBeTruthy()
  load = { ...load, ESTADO: 'confirmada', resultado: { saldos: 44, cuentasCreadas: 3, analisisNuevos: 1, reabiertos: 0 } }
  await user.click(screen.getByRole('button', { name: 'Confirmar la carga' }))
  await heading(/La carga está aplicada/)
  expect(sent('/balances/load/7/confirm')).toHaveLength(2)
})

test('figures that moved take the place of the old ones, their rows too, and want a new tick', async () => {
  let asked = 0
  const { user, sent } = await open('?carga=7', ({ path }) => {
    if (path.endsWith('/rows')) asked++
    if (!path.endsWith('/confirm')) return undefined
    load = { ...base, preview: preview('b', 15) }
    return new Refusal(409, { code: 'load_moved', message: 'Los saldos han cambiado.', current: load })
  })
  await user.click(await screen.findByRole('checkbox', { name: /14 análisis/ }))
  await waitFor(() => expect(asked).toBe(1))
  await user.click(screen.getByRole('button', { name: 'Confirmar la carga' }))
  await waitFor(() => expect(asked).toBe(2))
  expect(await screen.findByText(/Las cifras cambiaron mientras usted revisaba/)).toBeTruthy()
  // Not the button, so that a second press of it does not confirm what nobody has read.
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/Las cifras cambiaron/))
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

test('what it reopens in the month after alone is said, and not that it reopens nothing', async () => {
  const made = preview('a', 5)
  load = { ...base, preview: { ...made, reabre: { ...made.reabre, total: 0, despues: 2 } } }
  await open('?carga=7')
  expect(
    await screen.findByText('Se reabren 2 análisis del mes siguiente, que una regla certificó por no haberse movido la cuenta.'),
  ).toBeTruthy()
  expect(screen.queryByText('Ningún análisis enviado cambia de saldo: no se reabre ninguno.')).toBeNull()
})

const puc: NonNullable<NonNullable<Load['preview']>['grupos']> = {
  filas: 62,
  fuera: 0,
  saldo: '1234567.89',
  conSaldo: 3,
  ejemplos: [
    { CUENTA: '1', NOMBRE: 'ACTIVO' },
    { CUENTA: '11', NOMBRE: 'DISPONIBLE' },
    { CUENTA: '1105', NOMBRE: null },
  ],
}
const sum = {
  ...refused,
  fila: 2,
  clase: 'nueva',
  CUENTA: '11',
  NOMBRE: 'DISPONIBLE',
  saldoDespues: '10.00',
  sumaDe: 2,
  columna: null,
  valor: null,
  motivo: null,
}

test('rows that are the sum of others are said, left out at one press and taken back at another', async () => {
  load = { ...base, preview: { ...preview('a', 14), grupos: puc } }
  const { user, sent } = await open('?carga=7', ({ path, body, query }) => {
    if (path === '/balances/load/7/rows' && query.get('clase') === 'grupo')
      return listed([{ ...sum, clase: 'grupo', saldoDespues: '12.00' }])
    if (path === '/balances/load/7/rows' && query.get('grupo')) return listed([sum])
    if (!path.endsWith('/mapping')) return undefined
    const { grupos } = body as { grupos: 'cargar' | 'omitir' }
    const left = { clase: 'grupo' as const, cuentas: 62, sinAsignar: 0, saldoVigente: '0.00', saldoDespues: '0.00' }
    const { clases } = preview('b', 14)
    load = {
      ...base,
      mapping: { ...base.mapping!, grupos },
      preview: {
        ...preview(grupos === 'omitir' ? 'b' : 'a', 14),
        clases: grupos === 'omitir' ? [...clases, left] : clases,
        grupos: { ...puc, fuera: grupos === 'omitir' ? 62 : 0 },
      },
    }
    return load
  })
  const said = await screen.findByText('62 filas son la suma de otras del mismo archivo.')
  expect(said.parentElement!.textContent).toBe(
    '62 filas son la suma de otras del mismo archivo. Son grupos: 1 ACTIVO, 11 DISPONIBLE, 1105 y 59 más. Ningún total cuenta su saldo (1.234.567,89) otra vez; como cuentas, habría que analizar lo que solo es una suma. 3 ya tienen saldo de antes, y por eso se cargan: si quedan fuera, figurarán entre las que faltan.',
  )
  expect(screen.queryByRole('button', { name: 'Grupos fuera' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Ver las 62' }))
  expect((await screen.findByRole('row', { name: /DISPONIBLE/ })).textContent).toContain('Suma de 2 filas')

  await user.click(screen.getByRole('button', { name: 'Dejarlas fuera' }))
  expect(await screen.findByText('62 grupos quedan fuera de la carga.')).toBeTruthy()
  expect(sent('/balances/load/7/mapping')).toEqual([{ ...base.mapping, grupos: 'omitir' }])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cargarlos como cuentas' }))
  expect(screen.getByText(/se aplican tal como se ven/).textContent).toContain('62 grupos quedan fuera')
  expect(within(screen.getByRole('table', { name: 'Qué cambia' })).getByRole('row', { name: /^Total/ }).textContent).toMatch(/^Total492/)
  // The list that was on the screen goes with it.
  const list = await screen.findByRole('region', { name: 'Grupos que quedan fuera' })
  expect(await within(list).findByRole('columnheader', { name: /Saldo en el archivo/ })).toBeTruthy()
  expect(within(list).getByRole('row', { name: /DISPONIBLE/ }).textContent).toContain('12,00')
  await user.click(screen.getByRole('button', { name: 'Grupos fuera' }))
  expect(location.search).toBe('?carga=7&clase=grupo')

  await user.click(screen.getByRole('button', { name: 'Cargarlos como cuentas' }))
  expect(await screen.findByRole('button', { name: 'Dejarlas fuera' })).toBeTruthy()
  expect(sent('/balances/load/7/mapping').at(-1)).toEqual({ ...base.mapping, grupos: 'cargar' })
})

test('what was left out can be looked at after the load', async () => {
  const left = { clase: 'grupo' as const, cuentas: 1, sinAsignar: 0, saldoVigente: '0.00', saldoDespues: '0.00' }
  load = {
    ...base,
    ESTADO: 'confirmada',
    CONFIRMADO_EN: base.CARGADO_EN,
    preview: { ...preview('b', 14), clases: [left] },
    resultado: { saldos: 44, cuentasCreadas: 3, analisisNuevos: 1, reabiertos: 0 },
  }
  const rows: Answers = ({ path, query }) =>
    path.endsWith('/rows') && query.get('clase') === 'grupo' ? listed([{ ...sum, clase: 'grupo' }]) : undefined
  await open('?carga=7', rows)
  const said = await screen.findByText(/1 fila que solo suma otras/)
  const there = within(said).getByRole('link', { name: 'Verla' }).getAttribute('href')!
  await open(there.slice(there.indexOf('?')), rows)
  const list = await screen.findByRole('region', { name: 'Grupos que quedan fuera' })
  expect((await within(list).findByRole('row', { name: /DISPONIBLE/ })).textContent).toContain('10,00')
})

test('groups that cannot be left out now stay as they were, and it is said', async () => {
  load = { ...base, preview: { ...preview('a', 14), grupos: puc } }
  const { user } = await open('?carga=7', ({ path }) => (path.endsWith('/mapping') ? AWAY : undefined))
  await user.click(await screen.findByRole('button', { name: 'Dejarlas fuera' }))
  expect(await screen.findByText('La carga no cambió')).toBeTruthy()
  expect(screen.getByText('62 filas son la suma de otras del mismo archivo.')).toBeTruthy()
})

test('changing columns keeps what was said of groups', async () => {
  load = { ...base, mapping: { ...base.mapping!, grupos: 'omitir' } }
  const { user, sent } = await open('?carga=7&paso=columnas', mapped)
  await user.click(await screen.findByRole('button', { name: /Continuar a la revisión/ }))
  await heading(/Revise la carga/)
  expect(sent('/balances/load/7/mapping')).toEqual([{ ...base.mapping, grupos: 'omitir', unidad: 1 }])
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
  expect(sent('/balances/load/7/mapping')).toEqual([{ headerRow: 1, columns: { cuenta: 0, saldo: 2 }, unidad: 1, ID_NEGOCIO: 3 }])
})

/** After saying the columns the load is the one under review. */
const mapped: Answers = ({ path }) => {
  if (!path.endsWith('/mapping')) return undefined
  load = base
  return load
}
const wide: Load = {
  ...base,
  ESTADO: 'columnas',
  necesita: ['saldo', 'negocio'],
  preview: null,
  mapping: { headerRow: 1, columns: { cuenta: 0 } },
  layout: {
    ...base.layout!,
    sample: [
      { number: 1, cells: ['Cuenta', 'Sub', 'Votorantim', 'Otra'] },
      { number: 2, cells: ['1101', '01', '1,00', '2,00'] },
    ],
  },
}

test('businesses beside each other and an account of two columns are said over the columns', async () => {
  load = wide
  const { user, sent } = await open('?carga=7', mapped)
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Columna B Sub' }), 'cuentaParte')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Columna C Votorantim' }), 'saldoDe')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Columna D Otra' }), 'saldoDe')
  const owner = screen.getByRole('combobox', { name: 'Negocio de la columna D Otra' })
  await user.selectOptions(owner, await within(owner).findByRole('option', { name: 'Votorantim' }))
  await user.click(screen.getByRole('button', { name: /Continuar a la revisión/ }))
  await heading(/Revise la carga/)
  expect(sent('/balances/load/7/mapping')).toEqual([
    { headerRow: 1, columns: { cuenta: 0 }, cuentaPartes: [1], unidad: 1, negocios: [{ columna: 2 }, { columna: 3, ID_NEGOCIO: 3 }] },
  ])
})

test('a file that counts in thousands says where it says so, and goes on in the unit that is confirmed', async () => {
  load = {
    ...base,
    ESTADO: 'columnas',
    necesita: ['unidad'],
    preview: null,
    mapping: { ...base.mapping!, unidad: 1000 },
    layout: { ...base.layout!, unidad: { unidad: 1000, fila: 2, texto: 'Cifras en miles de pesos' } },
  }
  const { user, sent } = await open('?carga=7', mapped)
  expect(await screen.findByText(/La fila 2 dice «Cifras en miles de pesos»: se propone Miles/)).toBeTruthy()
  const unit = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Unidad de las cifras' })
  expect(unit.selectedOptions[0]?.textContent).toBe('Miles (× 1.000)')
  await user.selectOptions(unit, 'Millones (× 1.000.000)')
  await user.click(screen.getByRole('button', { name: /Continuar a la revisión/ }))
  await heading(/Revise la carga/)
  expect(sent('/balances/load/7/mapping')).toEqual([{ ...base.mapping, unidad: 1_000_000 }])
})

test('of two documents one is chosen before it goes on', async () => {
  load = {
    ...base,
    ESTADO: 'columnas',
    necesita: ['documento'],
    preview: null,
    mapping: { headerRow: 1, columns: { cuenta: 0, documento: 1, saldo: 2 }, ID_NEGOCIO: 3 },
    layout: {
      ...base.layout!,
      documentos: [
        { documento: '4010', filas: 2, negocios: 1 },
        { documento: '4016', filas: 1, negocios: 1 },
      ],
    },
  }
  const { user, sent } = await open('?carga=7', mapped)
  expect(await screen.findByText(/nunca se suman/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Continuar a la revisión/ }))
  expect(sent('/balances/load/7/mapping')).toEqual([])
  await user.selectOptions(screen.getByRole('combobox', { name: /Documento que se carga/ }), '4016 (1 fila, 1 negocio)')
  await user.click(screen.getByRole('button', { name: /Continuar a la revisión/ }))
  await heading(/Revise la carga/)
  expect(sent('/balances/load/7/mapping')[0]).toMatchObject({ documento: '4016' })
})

test('another sheet shows its own rows, with the columns that are recognised there', async () => {
  const sheets = [
    { name: 'Portada', visible: true },
    { name: 'Saldos', visible: false },
  ]
  load = { ...wide, necesita: ['hoja'], mapping: { ...wide.mapping!, sheet: 'Portada' }, layout: { ...wide.layout!, kind: 'xlsx', sheets } }
  const { user } = await open('?carga=7', ({ path, query }) =>
    path === '/balances/load/7/sheet'
      ? {
          mapping: { sheet: query.get('sheet'), headerRow: 3, columns: { cuenta: 0, saldo: 1 } },
          layout: {
            ...base.layout,
            kind: 'xlsx',
            sheets,
            sample: [
              { number: 3, cells: ['Código', 'Importe'] },
              { number: 4, cells: ['77', '5,00'] },
            ],
          },
        }
      : undefined,
  )
  expect(await screen.findByText('Varias hojas tienen un balance. Elija la que va a cargar.')).toBeTruthy()
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Hoja' }), 'Saldos (oculta)')
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Columna B Importe' })).value).toBe('saldo')
  expect(screen.queryByText('Votorantim')).toBeNull()
})

test('a session that ends in mid-form gives back what was chosen for this load, and nothing of another', async () => {
  load = { ...base, ESTADO: 'columnas', necesita: ['cuenta'], mapping: { headerRow: 1, columns: {} }, preview: null }
  const { user } = await open('?carga=7')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Columna A Conta' }), 'cuenta')
  act(() => void saveDrafts())
  const other = { ...load, COD_CARGA: 8 }
  const kept = Object.entries({ ...sessionStorage })
  expect(kept.length).toBeGreaterThan(0)
  const use = async () => (await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Columna A Conta' })).value
  await open('?carga=7')
  await waitFor(async () => expect(await use()).toBe('cuenta'))
  for (const [key, value] of kept) sessionStorage.setItem(key, value)
  await open('?carga=8', ({ path }) => (path === '/balances/load/8' ? other : undefined))
  expect(await use()).toBe('')
})

test('a file that was on its way when the session ended and is not kept any more is named, to be chosen again', async () => {
  const { user } = await open('', ({ path }) => (path === '/balances/upload' ? new Promise(() => undefined) : undefined))
  await screen.findByText('Arrastre el balance o elíjalo')
  await user.upload(choose(), file())
  act(() => void saveDrafts())
  const { sent } = await open('')
  expect(await screen.findByText(/Elija otra vez «balancete.csv»/)).toBeTruthy()
  expect(sent('/balances/upload')).toEqual([])
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
  expect(await screen.findByText('Esta carga está fuera de su alcance')).toBeTruthy()
})

test('at every step it is in view which month the load is of, and whether that still takes it', async () => {
  const due = { VENCE_ANALISTA: '2026-11-05T21:00:00.000Z' }
  const closing = { ...period, ...due, COD_PERIODO: 9, PERIODO: '2026-09', ESTADO: { ID: 2, NOMBRE: 'EN CIERRE' } }
  const strip = (address: string) =>
    visit(
      LoadPeriod,
      `/cuentas/carga-balance${address}`,
      CONTROL,
      answers(({ path }) => (path === '/period' ? listed([closing, { ...period, ...due }]) : undefined)),
    )
  await strip('')
  const line = (await screen.findByText('octubre de 2026')).closest('p')!
  expect(line.textContent).toContain('Admite cargas')
  expect(line.textContent).toContain('Los analistas tienen hasta')
  load = { ...base, COD_PERIODO: 9, PERIODO: '2026-09' }
  await strip('?carga=7&paso=columnas')
  const other = (await screen.findByText('septiembre de 2026')).closest('p')!
  expect(other.textContent).toContain('Ya no admite cargas')
  expect(other.textContent).toContain('balancete.csv')
})

const all: NonNullable<NonNullable<Load['preview']>['completitud']> = {
  PERIODO_ANTERIOR: '2026-09',
  negocios: {
    esperados: 3,
    enArchivo: 1,
    yaCargados: 1,
    deUno: false,
    faltan: [{ ID_NEGOCIO: 2, NEGOCIO: 'Safra', cuentas: 68, saldos: [{ MONEDA: 'BRL', saldo: '12345.60' }] }],
  },
  cuentas: { esperadas: 50, faltan: 4, conservan: 1, rechazadas: 1 },
  filas: { archivo: 155, aplicadas: 150, rechazadas: 1, grupos: 0, ceros: 0, omitidas: { titulos: 3, totales: 1 } },
  decidir: { ceros: 7, repetidas: 0, cerosDelante: 0 },
  sumadas: { saldos: 0, filas: 0 },
  otrosPeriodos: [],
  control: { archivo: { valor: '100.00', fila: 155 }, leido: '98.00', rechazado: '0.00', ilegibles: 1 },
  guardado: [{ MONEDA: 'BRL', aplicado: '98.00', conserva: '2.00', guardado: '100.00' }],
}

test('what is missing is said first, with the total of the file beside the one that is stored; zeros go at one press', async () => {
  load = { ...base, preview: { ...preview('a', 14), completitud: all } }
  const { user, sent } = await open('?carga=7', ({ path, body }) => {
    if (path.endsWith('/control-total')) {
      load = { ...load, TOTAL_CONTROL: (body as { TOTAL_CONTROL: string }).TOTAL_CONTROL }
      return load
    }
    if (!path.endsWith('/mapping')) return undefined
    load = { ...load, mapping: { ...load.mapping!, ceros: 'omitir' } }
    return load
  })
  const said = await screen.findByRole('region', { name: '¿Está todo?' })
  expect(said.textContent).toContain(
    '1 negocio con saldo en septiembre de 2026 no está en el archivo ni se ha cargado:Safra: 68 cuentas, 12.345,60 BRL',
  )
  expect(said.textContent).toContain('155 filas = 150 que se aplican + 1 rechazada, 3 de título y 1 de total.')
  const totals = within(said).getByRole('table', { name: 'Totales de control' })
  expect(within(totals).getByRole('row', { name: /Total que indica el archivo \(fila 155\)/ }).textContent).toContain('−2,00')
  expect(within(totals).getByRole('row', { name: /Leído en el archivo/ }).textContent).toContain(
    'sin contar 1 fila cuyo importe no se pudo leer',
  )
  expect(within(totals).getByRole('row', { name: /Quedará guardado/ }).textContent).toContain(
    '98,00 de este archivo y 2,00 de una carga anterior',
  )
  await user.type(within(said).getByRole('textbox'), '98.00')
  await user.click(within(said).getByRole('button', { name: 'Comparar' }))
  expect((await within(said).findByRole('row', { name: /Total que usted indicó/ })).textContent).toContain('Cuadra')
  expect(sent('/balances/load/7/control-total')).toEqual([{ TOTAL_CONTROL: '98.00' }])
  await user.click(screen.getByRole('button', { name: 'Dejarlas fuera' }))
  expect(await screen.findByText(/7 filas en cero que no cambian nada quedan fuera/)).toBeTruthy()
})

test('rows below a business that is named once are taken as its own at one press, and given back at another', async () => {
  const decided = (sinNegocio: number) => ({
    ...preview('a', 14),
    completitud: { ...all, decidir: { ...all.decidir, ceros: 0, sinNegocio } },
  })
  load = { ...base, preview: decided(98) }
  const { user, sent } = await open('?carga=7', ({ path, body }) => {
    if (!path.endsWith('/mapping')) return undefined
    const mapping = body as NonNullable<Load['mapping']>
    load = { ...load, mapping, preview: decided(mapping.negocioVacio === 'anterior' ? 0 : 98) }
    return load
  })
  expect(await screen.findByText(/^98 filas no dicen su negocio y se rechazan/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Tomar el de arriba' }))
  expect(await screen.findByText('Las filas que no dicen su negocio son del que se nombró más arriba.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Rechazarlas' }))
  await screen.findByRole('button', { name: 'Tomar el de arriba' })
  expect(sent('/balances/load/7/mapping')).toMatchObject([{ negocioVacio: 'anterior' }, { negocioVacio: 'rechazar' }])
})

test('much that is created is ticked with its numbers', async () => {
  const many = { ...preview('a', 5), cuentasCreadas: 412, negociosCreados: ['A', 'B'] }
  load = { ...base, preview: { ...many, reabre: { ...many.reabre, total: 0 } } }
  const { user, sent } = await open('?carga=7')
  await user.click(await screen.findByRole('button', { name: 'Confirmar la carga' }))
  const tick = screen.getByRole('checkbox', { name: 'Entiendo que la carga crea 2 negocios y 412 cuentas' })
  expect([document.activeElement, sent('/balances/load/7/confirm')]).toEqual([tick, []])
  await user.click(tick)
  await user.click(screen.getByRole('button', { name: 'Confirmar la carga' }))
  expect(sent('/balances/load/7/confirm')).toEqual([{ token: 'a', CREA: { negocios: 2, cuentas: 412 } }])
})

test('a confirmed load is taken back with a reason', async () => {
  load = {
    ...base,
    ESTADO: 'confirmada',
    CONFIRMADO_EN: base.CARGADO_EN,
    resultado: { saldos: 44, cuentasCreadas: 3, analisisNuevos: 1, reabiertos: 0 },
  }
  const { user, sent } = await open('?carga=7', ({ path }) => {
    if (!path.endsWith('/undo')) return undefined
    load = { ...load, ESTADO: 'deshecha', DESHECHO_POR: 'Beatriz Montoya Ríos', DESHECHO_EN: base.CARGADO_EN }
    return load
  })
  await user.click(await screen.findByRole('button', { name: 'Deshacer la carga' }))
  await user.type(await screen.findByLabelText(/Motivo/), 'Era de otro mes')
  await user.click(screen.getAllByRole('button', { name: 'Deshacer la carga' }).at(-1)!)
  expect(await screen.findByText(/Beatriz Montoya Ríos deshizo esta carga/)).toBeTruthy()
  expect(sent('/balances/load/7/undo')).toEqual([{ MOTIVO: 'Era de otro mes' }])
  expect(screen.queryByRole('button', { name: 'Deshacer la carga' })).toBeNull()
  // It no longer is what the heading said; whoever hears the page is there.
  const heading = screen.getByRole('heading', { level: 1, name: 'La carga está deshecha' })
  expect(document.title).toBe('La carga está deshecha · Cuadre')
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test.each([
  ['deshecha', 'Carga deshecha'],
  ['confirmada', 'La carga no se deshizo'],
] as const)('a load that was to be taken back and whose answer was lost is asked for: %s', async (state, says) => {
  load = {
    ...base,
    ESTADO: 'confirmada',
    CONFIRMADO_EN: base.CARGADO_EN,
    resultado: { saldos: 44, cuentasCreadas: 3, analisisNuevos: 1, reabiertos: 0 },
  }
  const { user } = await open('?carga=7', ({ path }) => {
    if (!path.endsWith('/undo')) return undefined
    load = { ...load, ESTADO: state }
    return AWAY
  })
  await user.click(await screen.findByRole('button', { name: 'Deshacer la carga' }))
  await user.type(await screen.findByLabelText(/Motivo/), 'Era de otro mes')
  await user.click(screen.getAllByRole('button', { name: 'Deshacer la carga' }).at(-1)!)
  await screen.findByText(says)
})

test('which document counts is asked with its selector, kept over a change of columns, and the load can be left', async () => {
  const layout = {
    ...base.layout!,
    sample: [
      { number: 1, cells: ['Conta', 'Doc', 'Saldo'] },
      { number: 2, cells: ['1.1', '4040', '1.234,50'] },
    ],
    documentos: [
      { documento: '4040', filas: 3, negocios: 1 },
      { documento: '4060', filas: 3, negocios: 1 },
    ],
  }
  const mapping = { headerRow: 1, columns: { cuenta: 0, documento: 1, saldo: 2 }, ID_NEGOCIO: 3 }
  load = { ...base, ESTADO: 'columnas', preview: null, necesita: ['documento'], layout, mapping }
  const own: Answers = ({ path, body }) => {
    if (!path.endsWith('/mapping')) return undefined
    load = { ...load, ESTADO: 'revision', necesita: [], mapping: body as never, preview: preview('a', 5) }
    return load
  }
  const { user } = await open('?carga=7', own)
  expect(await screen.findByText(/Elija cuál se carga/)).toBeTruthy()
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Documento que se carga' })
  expect(choice.value).toBe('')
  await user.selectOptions(choice, '4060')
  expect(screen.queryByText(/Elija cuál se carga/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continuar a la revisión' }))
  await heading(/Revise la carga/)
  cleanup()
  const again = await open('?carga=7&paso=columnas', own)
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Documento que se carga' })).value).toBe('4060')
  expect(screen.getByRole('button', { name: 'Descartar' })).toBeTruthy()
  await again.user.click(screen.getByRole('button', { name: 'Continuar a la revisión' }))
  await heading(/Revise la carga/)
  expect(again.sent('/balances/load/7/mapping')).toEqual([expect.objectContaining({ documento: '4060' })])
})
