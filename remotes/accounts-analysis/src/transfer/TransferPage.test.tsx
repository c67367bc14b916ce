import { saveDrafts } from '@cuadre/shell'
import { type Answers, AWAY, Refusal } from '@cuadre/shell/testing'
import { hasUnsavedWork } from '@cuadre/ui'
import { expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { visit } from '../shared/testing.ts'
import TransferPage from './TransferPage.tsx'

jest.setTimeout(60_000)
const CONTROL = [
  'accounts.account.read',
  'accounts.account.write',
  'accounts.account.transfer',
  'admin.period.read',
  'admin.user.read',
  'admin.organisation.read',
]
const list = (data: unknown[], total = data.length) => ({ data, total, page: 1, limit: 100 })
const person = (id: number, NOMBRE: string, CUENTAS: number) => ({ id, NOMBRE, CUENTAS, status: 'activo' })
const [rodrigo, lucia, ines] = [person(7, 'Rodrigo Peña Villar', 128), person(9, 'Lucía Ferreyra', 3), person(10, 'Inés Robledo', 1)]
const account = (id: number) => ({
  COD_CUENTA: id,
  CUENTA: `1.1.${id}`,
  NOMBRE: `Caja ${id}`,
  statusId: 2,
  ID_NEGOCIO: 2,
  NEGOCIO: 'Votorantim',
  DEPARTAMENTO: 'Tesorería',
  MONEDA: 'BRL',
  ID_ANALISTA: 7,
  ANALISTA: rodrigo.NOMBRE,
  RIESGO: 'M',
  ACTIVA: true,
  SALDO: '10.00',
})
const left = (id: number, motivo: string, texto: string) => ({
  COD_CUENTA: id,
  CUENTA: `1.1.${id}`,
  NEGOCIO: 'Votorantim',
  NOMBRE: `Caja ${id}`,
  motivo,
  texto,
})
const result = (more: object = {}) => ({
  simulado: true,
  lote: null,
  huella: 'h1',
  seleccionadas: 2,
  movidas: 2,
  omitidas: [],
  conflictos: [],
  enCurso: { porPreparar: 5, firmados: 3, quedan: 1 },
  periodos: [{ PERIODO: '2026-10', porPreparar: 5, firmados: 3 }],
  enRiesgo: {
    total: 1,
    data: [{ COD_ANALISIS: 4, CUENTA: '1.1.1', NEGOCIO: 'Votorantim', PERIODO: '2026-10', VENCE: '2026-11-09T21:00:00Z' }],
  },
  carga: [
    { ID_USUARIO: 7, NOMBRE: rodrigo.NOMBRE, cuentasAntes: 128, cuentasDespues: 126, pendientesAntes: 40, pendientesDespues: 35 },
    { ID_USUARIO: 9, NOMBRE: lucia.NOMBRE, cuentasAntes: 3, cuentasDespues: 5, pendientesAntes: 0, pendientesDespues: 5 },
  ],
  ...more,
})
type Order = { simular?: boolean; omitir: number[]; omitirErrores: boolean; huella?: string; idempotencia?: string; motivo?: string }
const made = {
  LOTE: 4,
  ROL: 'ANALISTA',
  ID_ORIGEN: 7,
  ORIGEN: rodrigo.NOMBRE,
  ID_DESTINO: 9,
  DESTINO: lucia.NOMBRE,
  DESDE: '2026-10',
  HASTA: null,
  CUENTAS: 2,
  MOTIVO: 'Vacaciones de Rodrigo',
  POR: 'Beatriz Montoya Ríos',
  FECHA: '2026-11-08T12:00:00Z',
  DESHECHO_POR: null,
  DESHECHO_EN: null,
  DEVUELTO_EN: null,
  PUEDE_DESHACER: true,
}
const open = (address: string, transfer: (order: Order) => unknown = () => result(), own: Answers = () => undefined) =>
  visit(TransferPage, address, CONTROL, (asked) => {
    const answer = own(asked)
    if (answer !== undefined) return answer
    const { path, method, query, body } = asked
    if (path === '/account/transfer') return method === 'POST' ? transfer(body as Order) : list([made])
    if (path === '/account') return list([account(1), account(2)], 4200)
    if (path === '/account/metadata') return { total: 2, asignadas: 2, noAsignadas: 0, negocios: [], departamentos: [], analistas: [] }
    if (path === '/period')
      return list([
        { COD_PERIODO: 12, PERIODO: '2026-10', ESTADO: { ID: 1, NOMBRE: 'ABIERTO' } },
        { COD_PERIODO: 11, PERIODO: '2026-09', ESTADO: { ID: 3, NOMBRE: 'CERRADO' } },
      ])
    if (path === '/user')
      return list([rodrigo, lucia, ines].filter(({ NOMBRE }) => NOMBRE.toLowerCase().includes(query.get('search') ?? '')))
    if (path === '/user/7') return rodrigo
    if (path === '/user/9') return lucia
    if (path === '/user/10') return ines
    return undefined
  })
const AT_ACCOUNTS = '/cuentas/traspaso-masivo?paso=cuentas&rol=ANALISTA&origen=7&destino=9&desde=12'
type Visit = Awaited<ReturnType<typeof open>>
const reviewTwo = async ({ user }: Visit) => {
  await screen.findByText('Caja 1')
  await user.click(screen.getByRole('checkbox', { name: 'Seleccionar toda la página' }))
  await user.click(screen.getByRole('button', { name: 'Revisar 2 cuentas' }))
  await screen.findByRole('heading', { name: 'Revise el traspaso antes de hacerlo' })
}
const orders = ({ sent }: Visit) => sent('/account/transfer') as Order[]

test('another responsibility is of other people: nobody who is not shown is handed on', async () => {
  const { user } = await open('/cuentas/traspaso-masivo?rol=ANALISTA&origen=7&destino=9&desde=12')
  await screen.findByDisplayValue('Rodrigo Peña Villar')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Responsabilidad que se traspasa' }), 'JEFE')
  await user.click(screen.getByRole('button', { name: /^Elegir las cuentas/ }))
  await screen.findByRole('alert', { name: /Revise 2 campos/ })
  expect(location.search).not.toContain('paso=cuentas')
})

test('accounts chosen of one person are not handed on among those of another', async () => {
  const visited = await open(AT_ACCOUNTS)
  const { user } = visited
  await reviewTwo(visited)
  await user.click(screen.getByRole('button', { name: 'Volver' }))
  expect(await screen.findByRole('button', { name: 'Revisar 2 cuentas' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Volver' }))
  const origin = await screen.findByDisplayValue('Rodrigo Peña Villar')
  await user.clear(origin)
  await user.type(origin, 'inés')
  await user.click(await screen.findByRole('option', { name: /Inés Robledo/ }))
  await user.click(screen.getByRole('button', { name: /^Elegir las cuentas/ }))
  await screen.findByText('Caja 1')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Revisar el traspaso' }).disabled).toBe(true)
})

test('from the people to the accounts, kept in the address; closed periods are not offered', async () => {
  const { user, asked } = await open('/cuentas/traspaso-masivo')
  const period = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Desde el período' })
  expect([...period.options].map(({ text }) => text)).toEqual(['Elija una opción', 'octubre de 2026'])
  await user.type(screen.getByRole('combobox', { name: 'Entrega las cuentas' }), 'rodrigo')
  await user.click(await screen.findByRole('option', { name: /Rodrigo Peña Villar.*128 cuentas/ }))
  await user.type(screen.getByRole('combobox', { name: 'Recibe las cuentas' }), 'lucía')
  await user.click(await screen.findByRole('option', { name: /Lucía Ferreyra/ }))
  await user.click(screen.getByRole('button', { name: /^Elegir las cuentas/ }))
  expect(await screen.findByText('Caja 1')).toBeTruthy()
  expect(location.search).toBe('?paso=cuentas&rol=ANALISTA&origen=7&destino=9&desde=12')
  expect(Object.fromEntries(asked.find(({ path }) => path === '/account')!.query)).toMatchObject({ analystId: '7' })
  // Whoever takes over must be active; whoever leaves need not.
  expect(asked.filter(({ path }) => path === '/user').map(({ query }) => query.get('activo'))).toEqual(
    expect.arrayContaining([null, 'true']),
  )
})

test('the same person on both sides is refused at once', async () => {
  const { user } = await open('/cuentas/traspaso-masivo?origen=7&destino=7')
  await user.click(await screen.findByRole('button', { name: /^Elegir las cuentas/ }))
  expect(await screen.findByText('Elija a dos personas distintas.')).toBeTruthy()
})

test('what it does is shown, needs a reason, and exactly that is made', async () => {
  const visited = await open(AT_ACCOUNTS, ({ simular }) => (simular ? result() : result({ simulado: false, lote: 4 })))
  const { user } = visited
  await reviewTwo(visited)
  expect(
    await screen.findByText('2 cuentas pasan de Rodrigo Peña Villar a Lucía Ferreyra como analista, desde octubre de 2026.'),
  ).toBeTruthy()
  const loads = screen.getByRole('table', { name: 'Carga de trabajo de cada uno' })
  expect(within(loads).getAllByRole('row')[2]!.textContent).toBe('Lucía Ferreyra3 → 50 → 5')
  expect(screen.getByText('1 análisis en curso se queda con quien entrega.')).toBeTruthy()
  const risky = within(screen.getByRole('table', { name: 'Vencidos o por vencer' })).getAllByRole('row')
  expect(risky.map(({ textContent }) => textContent)).toEqual([
    expect.anything(),
    expect.stringMatching(/^1\.1\.1 · Votorantimoctubre de 2026/),
  ])
  await user.click(screen.getByRole('button', { name: 'Traspasar 2 cuentas' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Motivo' }))
  await user.type(screen.getByRole('textbox', { name: 'Motivo' }), 'Vacaciones de Rodrigo')
  await user.click(screen.getByRole('button', { name: 'Traspasar 2 cuentas' }))
  expect(await screen.findByText('2 cuentas traspasadas a Lucía Ferreyra.')).toBeTruthy()
  const [looked, done] = orders(visited)
  expect(looked).toEqual({
    rol: 'ANALISTA',
    origenUsuarioId: 7,
    destinoUsuarioId: 9,
    desdePeriodoId: 12,
    incluirEnCurso: true,
    notificar: true,
    cuentaIds: [1, 2],
    omitir: [],
    omitirErrores: false,
    simular: true,
  })
  const { simular, ...order } = looked!
  expect(done).toEqual({ ...order, motivo: 'Vacaciones de Rodrigo', huella: 'h1', idempotencia: expect.stringMatching(/^[0-9a-f]{32}$/) })
})

test('accounts and reason are there again after a session that ended at the review', async () => {
  const visited = await open(AT_ACCOUNTS)
  await reviewTwo(visited)
  await visited.user.type(await screen.findByRole('textbox', { name: 'Motivo' }), 'Vacaciones de Rodrigo')
  act(() => void saveDrafts())
  const again = await open(`${location.pathname}${location.search}`)
  expect(await screen.findByRole('heading', { name: 'Revise el traspaso antes de hacerlo' })).toBeTruthy()
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Motivo' })).value).toBe('Vacaciones de Rodrigo')
  expect(orders(again)[0]).toMatchObject({ cuentaIds: [1, 2], simular: true })
})

test('everything that the filters let through goes by the filter, not by thousands of names', async () => {
  const visited = await open(`${AT_ACCOUNTS}&riesgo=A`)
  const { user } = visited
  await screen.findByText('Caja 1')
  await user.click(screen.getByRole('button', { name: 'Elegir las 4.200 que cumplen los filtros' }))
  await user.click(await screen.findByRole('button', { name: 'Revisar 4.200 cuentas' }))
  await waitFor(() => expect(orders(visited)).toHaveLength(1))
  expect(orders(visited)[0]).toMatchObject({ filtro: { analystId: 7, riesgo: ['A'] } })
  expect(orders(visited)[0]).not.toHaveProperty('cuentaIds')
})

test('conflicts keep it from being made until they are left out, one or all', async () => {
  const conflict = left(2, 'destino_aprueba', '1.1.2: el destino aprueba sus análisis.')
  const visited = await open(AT_ACCOUNTS, ({ omitirErrores, omitir }) =>
    omitirErrores || omitir.includes(2)
      ? result({ movidas: 1, omitidas: [conflict], huella: 'h2' })
      : result({ movidas: 1, conflictos: [conflict] }),
  )
  const { user } = visited
  await reviewTwo(visited)
  expect(await screen.findByText('El destino aprueba sus análisis.')).toBeTruthy()
  expect(
    within(screen.getByRole('table', { name: 'No se pueden traspasar' })).getByRole('row', { name: /^1\.1\.2 · Votorantim Caja 2/ }),
  ).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Traspasar 1 cuenta' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Dejarla fuera' }))
  expect(await screen.findByRole('table', { name: 'Quedan fuera' })).toBeTruthy()
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Traspasar 1 cuenta' }).disabled).toBe(false))
  expect(orders(visited)[1]).toMatchObject({ omitirErrores: true })
})

test('a transfer whose answer was lost is not told as not made, and asking again does not make it twice', async () => {
  let answers = 0
  const visited = await open(AT_ACCOUNTS, ({ simular }) =>
    simular ? result() : answers++ === 0 ? AWAY : result({ simulado: false, lote: 4 }),
  )
  const { user } = visited
  await reviewTwo(visited)
  expect(hasUnsavedWork()).toBe(false)
  await user.type(await screen.findByRole('textbox', { name: 'Motivo' }), 'Vacaciones de Rodrigo')
  expect(hasUnsavedWork()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Traspasar 2 cuentas' }))
  expect(await screen.findByText('No se sabe si el traspaso se hizo')).toBeTruthy()
  expect(screen.queryByText('No se hizo el traspaso')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Traspasar 2 cuentas' }))
  expect(await screen.findByText('2 cuentas traspasadas a Lucía Ferreyra.')).toBeTruthy()
  expect(hasUnsavedWork()).toBe(false)
  const [, first, second] = orders(visited)
  expect(second!.idempotencia).toBe(first!.idempotencia)
})

test('what moved since is shown anew, nothing is made, and the reason stays', async () => {
  const now = result({ movidas: 1, huella: 'h2' })
  const message = 'Las cuentas o sus análisis cambiaron desde la revisión.'
  const visited = await open(AT_ACCOUNTS, ({ simular, huella }) =>
    simular
      ? result()
      : huella === 'h1'
        ? new Refusal(409, { code: 'transfer_moved', message, current: now })
        : { ...now, simulado: false, lote: 5 },
  )
  const { user } = visited
  await reviewTwo(visited)
  await user.type(await screen.findByRole('textbox', { name: 'Motivo' }), 'Vacaciones de Rodrigo')
  await user.click(screen.getByRole('button', { name: 'Traspasar 2 cuentas' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  await user.click(await screen.findByRole('button', { name: 'Traspasar 1 cuenta' }))
  expect(await screen.findByText('1 cuenta traspasada a Lucía Ferreyra.')).toBeTruthy()
  const [, first, second] = orders(visited)
  expect([first!.huella, second!.huella, second!.motivo]).toEqual(['h1', 'h2', 'Vacaciones de Rodrigo'])
  expect(second!.idempotencia).not.toBe(first!.idempotencia)
})

test('a destination that cannot take over is said, with the way back', async () => {
  const message = 'El destino no está activo o no es analista.'
  const visited = await open(AT_ACCOUNTS, () => new Refusal(422, { code: 'transfer_destination_ANALISTA', message, issues: [] }))
  await reviewTwo(visited)
  expect(await screen.findByText(message)).toBeTruthy()
  await visited.user.click(screen.getByRole('button', { name: 'Volver' }))
  expect(await screen.findByRole('heading', { name: 'Elija las cuentas' })).toBeTruthy()
})

test('pasted codes are found first: unknown, repeated and those of several businesses are said', async () => {
  const found = (id: number, CUENTA: string, ID_NEGOCIO: number) => ({
    COD_CUENTA: id,
    CUENTA,
    NOMBRE: `Caja ${id}`,
    ID_NEGOCIO,
    NEGOCIO: ID_NEGOCIO === 1 ? 'Safra' : 'Votorantim',
    ANALISTA: null,
  })
  const visited = await open(AT_ACCOUNTS, undefined, ({ path }) =>
    path === '/account/transfer/resolve'
      ? {
          encontradas: [found(1, '11', 1), found(2, '11', 2), found(3, '0012', 2)],
          noEncontradas: ['99'],
          ambiguas: ['11'],
          parecidas: [{ DICHO: '12', CUENTA: '0012' }],
          repetidas: 1,
        }
      : undefined,
  )
  const { user } = visited
  await user.click(await screen.findByRole('radio', { name: 'Por código o archivo' }))
  await user.type(screen.getByRole('textbox', { name: /^Códigos de cuenta/ }), '11 12 12 99')
  await user.click(screen.getByRole('button', { name: 'Buscar las cuentas' }))
  expect(await screen.findByText('3 cuentas encontradas.')).toBeTruthy()
  expect(screen.getByText(/^1 cuenta se encontró con otros ceros/).parentElement!.textContent).toContain('12 → 0012')
  expect(screen.getByText('1 código no existe a su alcance:').parentElement!.textContent).toContain('99')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Los repetidos entre negocios son de' }), 'Votorantim')
  await user.click(screen.getByRole('button', { name: 'Revisar 2 cuentas' }))
  await waitFor(() => expect(orders(visited)[0]).toMatchObject({ cuentaIds: [2, 3] }))
  // Who comes back from the review finds what was pasted, and what it was.
  await user.click(await screen.findByRole('button', { name: 'Volver' }))
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Códigos de cuenta/ })).value).toBe('11 12 12 99')
  expect(screen.getByRole('button', { name: 'Revisar 2 cuentas' })).toBeTruthy()
})

test('a transfer is taken back from the list, after asking; where somebody has acted it says on what', async () => {
  let tries = 0
  const message = 'Ya se actuó sobre lo traspasado: 1.1.1.'
  const { user, sent } = await open('/cuentas/traspaso-masivo', undefined, ({ path }) => {
    if (path !== '/account/transfer/4/undo') return undefined
    return tries++ === 0 ? new Refusal(409, { code: 'transfer_acted', message }) : { ...made, PUEDE_DESHACER: false }
  })
  await user.click(await screen.findByRole('button', { name: 'Deshacer el lote 4' }))
  const question = await screen.findByRole('alertdialog', { name: '¿Deshacer el lote 4?' })
  await user.click(within(question).getByRole('button', { name: 'Devolver 2 cuentas' }))
  expect(await screen.findByText(message)).toBeTruthy()
  await user.click(within(question).getByRole('button', { name: 'Devolver 2 cuentas' }))
  expect(await screen.findByText('Se deshizo el lote 4')).toBeTruthy()
  expect(sent('/account/transfer/4/undo')).toHaveLength(2)
})

test('a transfer that was taken back is no longer said to be made, and the way on leads to who has the accounts', async () => {
  const visited = await open(
    AT_ACCOUNTS,
    ({ simular }) => (simular ? result() : result({ simulado: false, lote: 4 })),
    ({ path }) => (path === '/account/transfer/4/undo' ? { ...made, PUEDE_DESHACER: false } : undefined),
  )
  const { user } = visited
  await reviewTwo(visited)
  await user.type(await screen.findByRole('textbox', { name: 'Motivo' }), 'Vacaciones de Rodrigo')
  await user.click(screen.getByRole('button', { name: 'Traspasar 2 cuentas' }))
  await screen.findByRole('heading', { name: 'Traspaso hecho' })
  await user.click(screen.getByRole('button', { name: 'Deshacer' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Devolver 2 cuentas' }))
  expect(await screen.findByRole('heading', { name: 'Traspaso deshecho' })).toBeTruthy()
  expect(screen.getByRole('link', { name: `Ver las cuentas de ${rodrigo.NOMBRE}` })).toBeTruthy()
})

test('who comes to the review without having chosen chooses first; who holds nothing is told', async () => {
  await open(AT_ACCOUNTS.replace('paso=cuentas', 'paso=revision'), undefined, ({ path }) => (path === '/account' ? list([]) : undefined))
  expect(await screen.findByText('No tiene cuentas con esa responsabilidad')).toBeTruthy()
})

test('a link that brings people and accounts begins where the transfer is looked at', async () => {
  const visited = await open('/cuentas/traspaso-masivo?paso=revision&rol=ANALISTA&origen=7&destino=9&desde=12&cuentas=4,x,4,6')
  await screen.findByRole('heading', { name: 'Revise el traspaso antes de hacerlo' })
  await waitFor(() => expect(orders(visited)).toHaveLength(1))
  expect(orders(visited)[0]).toMatchObject({ origenUsuarioId: 7, destinoUsuarioId: 9, cuentaIds: [4, 6], simular: true })
})
