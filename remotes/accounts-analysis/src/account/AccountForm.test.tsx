import { type Answers, Refusal } from '@cuadre/shell/testing'
import { expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { visit } from '../shared/testing.ts'
import AccountCreatePage from './AccountCreatePage.tsx'
import AccountUpdatePage from './AccountUpdatePage.tsx'

jest.setTimeout(60_000)
const CONTROL = ['accounts.account.read', 'accounts.account.write', 'accounts.summary.read', 'admin.heading.read', 'admin.template.read']
const caja = {
  COD_CUENTA: 7,
  CUENTA: '1.1.7',
  NOMBRE: 'Caja',
  statusId: 2,
  ID_NEGOCIO: 2,
  NEGOCIO: 'Votorantim',
  ID_PAIS: 1,
  PAIS: 'Brasil',
  COD_DEPARTAMENTO: 20,
  DEPARTAMENTO: 'Tesorería',
  COD_RUBRO: 3,
  RUBRO: 'Disponible',
  MONEDA: 'BRL',
  ID_ANALISTA: 9,
  ANALISTA: 'Rodrigo Peña Villar',
  ID_RESPALDO: null,
  RESPALDO: null,
  RIESGO: 'M',
  MOTIVO_RIESGO: null,
  RIESGO_EN: null,
  RIESGO_POR_REVISAR: false,
  COD_PLANTILLA: null,
  PLANTILLA: null,
  FRECUENCIA: 'MENSUAL',
  METODO_AUTO: null,
  RESULTADO_AUTO: 'PREPARAR',
  ACTIVA: true,
  SALDO: '10.00',
  PERIODO_SALDO: '2026-10',
  REVISION: 100,
}
const list = (...data: unknown[]) => ({ data, total: data.length, page: 1, limit: 999 })
const base =
  (own: Answers): Answers =>
  (asked) => {
    const answer = own(asked)
    if (answer !== undefined) return answer
    if (asked.path === '/account/metadata')
      return {
        total: 1,
        asignadas: 1,
        noAsignadas: 0,
        negocios: [
          { id: 1, nombre: 'Safra' },
          { id: 2, nombre: 'Votorantim' },
        ],
        departamentos: [
          { id: 10, nombre: 'Contabilidad', ID_NEGOCIO: 1, JEFE: null, JEFE_ACTIVO: null },
          { id: 20, nombre: 'Tesorería', ID_NEGOCIO: 2, JEFE: 'Marcela Duarte Rocha', JEFE_ACTIVO: true },
          { id: 21, nombre: 'Fiscal', ID_NEGOCIO: 2, JEFE: 'Patricio Salazar', JEFE_ACTIVO: false },
        ],
        analistas: [
          { id: 9, nombre: 'Rodrigo Peña Villar', cuentas: 128 },
          { id: 8, nombre: 'Lucía Ferreyra', cuentas: 0 },
        ],
      }
    if (asked.path === '/heading')
      return list({ COD_RUBRO: 3, NOMBRE: 'Disponible', CODIGO: '1.1', parentId: 1, RUTA: 'Activo › Disponible' })
    if (asked.path === '/template') return list({ id: 5, nombre: 'Conciliación bancaria' })
    return undefined
  }
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const combo = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name: new RegExp(`^${name}`) })

test('an account is created with everything it needs, and the list shows where it is', async () => {
  const { user, sent } = await visit(
    { '/cuentas/crear': AccountCreatePage },
    '/cuentas/crear',
    CONTROL,
    base(({ path, method }) => (method === 'POST' && path === '/account' ? { ...caja, statusId: 2 } : undefined)),
  )
  await user.type(combo('Negocio'), 'voto{Enter}')
  await user.type(field('Cuenta'), '1.1.7')
  await user.type(field('Nombre'), 'Caja')
  await user.type(combo('Rubro'), 'dispo{Enter}')
  await user.type(combo('Departamento'), 'fisc{Enter}')
  expect(screen.getByText('Su jefatura, Patricio Salazar, ya no puede decidir: nadie podrá aprobar sus análisis.')).toBeTruthy()
  await user.clear(combo('Departamento'))
  await user.type(combo('Departamento'), 'teso{Enter}')
  expect(screen.getByText('Jefatura: Marcela Duarte Rocha')).toBeTruthy()
  await user.type(combo('Analista'), 'pena{Enter}')
  expect(screen.getByText('Hoy tiene 128 cuentas a su cargo.')).toBeTruthy()
  await user.type(combo('Respaldo'), 'lucia{Enter}')
  await user.type(combo('Plantilla'), 'conci{Enter}')
  await user.selectOptions(combo('Frecuencia'), 'Trimestral')
  const neverByFrequency = 'Con esta frecuencia la cuenta solo se analiza en cierres de trimestre, y en ellos la regla no certifica nunca.'
  expect(screen.queryByText(neverByFrequency)).toBeNull()
  await user.selectOptions(combo('Regla'), 'Sin movimiento')
  expect(screen.getByText(neverByFrequency)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Crear cuenta/ }))
  await waitFor(() => expect(location.pathname).toBe('/cuentas'))
  expect(sent('/account')).toEqual([
    {
      CUENTA: '1.1.7',
      NOMBRE: 'Caja',
      ID_NEGOCIO: 2,
      COD_DEPARTAMENTO: 20,
      COD_RUBRO: 3,
      ID_ANALISTA: 9,
      ID_RESPALDO: 8,
      RIESGO: 'M',
      MOTIVO_RIESGO: null,
      COD_PLANTILLA: 5,
      FRECUENCIA: 'TRIMESTRAL',
      METODO_AUTO: 'SIN_MOV',
      RESULTADO_AUTO: 'PREPARAR',
      ACTIVA: true,
    },
  ])
})

test('a code that the business has already is said at the code, and nothing typed is lost', async () => {
  const message = 'El negocio ya tiene la cuenta 1.1.7.'
  const { user } = await visit(
    { '/cuentas/crear': AccountCreatePage },
    '/cuentas/crear',
    CONTROL,
    base(({ method }) =>
      method === 'POST' ? new Refusal(409, { code: 'account_exists', message, issues: [{ path: 'CUENTA', message }] }) : undefined,
    ),
  )
  await user.type(combo('Negocio'), 'voto{Enter}')
  await user.type(field('Cuenta'), '1.1.7')
  await user.type(field('Nombre'), 'Caja')
  await user.click(screen.getByRole('button', { name: /^Crear cuenta/ }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(field('Cuenta'))
  expect([field('Nombre').value, combo('Negocio').value]).toEqual(['Caja', 'Votorantim'])
})

test('another one of the same business and people follows without typing them again', async () => {
  const { user, sent } = await visit(
    { '/cuentas/crear': AccountCreatePage },
    '/cuentas/crear',
    CONTROL,
    base(({ method }) => (method === 'POST' ? caja : undefined)),
  )
  await user.type(combo('Negocio'), 'voto{Enter}')
  await user.type(combo('Analista'), 'pena{Enter}')
  await user.type(field('Cuenta'), '1.1.7')
  await user.type(field('Nombre'), 'Caja')
  await user.click(screen.getByRole('button', { name: 'Crear y seguir con otra' }))
  expect(await screen.findByText('1.1.7 Caja creada')).toBeTruthy()
  await waitFor(() => expect(field('Cuenta').value).toBe(''))
  expect([combo('Negocio').value, combo('Analista').value]).toEqual(['Votorantim', 'Rodrigo Peña Villar'])
  expect(sent('/account')).toHaveLength(1)
})

const update = (answer: (body: Record<string, unknown>) => unknown, account: object = caja) => {
  let saves = 0
  return visit(
    { '/cuentas/:accountId/actualizar': AccountUpdatePage },
    '/cuentas/7/actualizar',
    CONTROL,
    base(({ path, method, body }) => {
      if (path === '/account/7' && method === 'GET') return account
      if (path === '/account/7') return answer({ ...(body as object), saves: saves++ })
      if (path === '/account-summary/account/7') return { riesgoSugerido: { RIESGO: 'A', puntaje: 72 } }
      return undefined
    }),
  )
}

test('only what was changed is sent, with what was read; business and code are fixed, and the risk is suggested', async () => {
  const { user, sent } = await update(() => caja)
  await waitFor(() => expect(field('Nombre').value).toBe('Caja'))
  expect([field('Cuenta').readOnly, combo('Negocio').disabled]).toEqual([true, true])
  expect(await screen.findByText('Sugerido: alto (72 de 100 puntos)')).toBeTruthy()
  await user.clear(field('Nombre'))
  await user.type(field('Nombre'), 'Caja chica')
  await user.click(screen.getByRole('button', { name: /^Guardar los cambios/ }))
  await waitFor(() => expect(location.pathname).toBe('/cuentas'))
  expect(sent('/account/7')).toEqual([{ NOMBRE: 'Caja chica', REVISION: 100 }])
})

test.each([
  ['is fixed once there are balances', caja, true, 'No cambia: la cuenta ya tiene saldos.'],
  ['can change until there are', { ...caja, SALDO: null, PERIODO_SALDO: null }, false, 'Puede cambiar mientras la cuenta no tenga saldos.'],
])('the currency %s, and says so', async (_, account, fixed, says) => {
  await update(() => account, account)
  await waitFor(() => expect(field('Moneda').value).toBe('BRL'))
  expect(field('Moneda').readOnly).toBe(fixed)
  expect(screen.getByText(says)).toBeTruthy()
})

test('another department or heading says what becomes of the analyses that are open', async () => {
  const { user } = await update(() => caja)
  await waitFor(() => expect(combo('Departamento').value).toBe('Tesorería'))
  const told = () => [
    screen.queryByText('Lo que está por preparar pasa con la cuenta; lo ya enviado lo decide la jefatura del departamento de antes.') !==
      null,
    screen.queryByText('Los análisis ya abiertos conservan el rubro con que se abrieron.') !== null,
  ]
  expect(told()).toEqual([false, false])
  await user.clear(combo('Departamento'))
  await user.type(combo('Departamento'), 'fisc{Enter}')
  expect(told()).toEqual([true, false])
  await user.clear(combo('Rubro'))
  await user.tab()
  expect(told()).toEqual([true, true])
})

test('another risk needs its reason', async () => {
  const { user, sent } = await update(() => caja)
  await waitFor(() => expect(field('Nombre').value).toBe('Caja'))
  await user.selectOptions(combo('Riesgo'), 'Alto')
  await user.click(screen.getByRole('button', { name: /^Guardar los cambios/ }))
  await waitFor(() => expect(document.activeElement).toBe(field('Motivo del riesgo')))
  await user.type(field('Motivo del riesgo'), 'Partidas antiguas sin conciliar')
  await user.click(screen.getByRole('button', { name: /^Guardar los cambios/ }))
  await waitFor(() =>
    expect(sent('/account/7')).toEqual([{ RIESGO: 'A', MOTIVO_RIESGO: 'Partidas antiguas sin conciliar', REVISION: 100 }]),
  )
})

test('a risk rated by hand says since when, and after a year that it is to be rated again', async () => {
  const rated = { ...caja, RIESGO_EN: '2025-03-04T15:00:00Z', MOTIVO_RIESGO: 'Partidas antiguas' }
  const first = await update(() => rated, rated)
  await screen.findByText('Se calificó a mano el 04-03-2025.')
  first.unmount()
  const late = { ...rated, RIESGO_POR_REVISAR: true }
  await update(() => late, late)
  await screen.findByText(/^Se calificó a mano el 04-03-2025, hace más de un año: cambie el riesgo, o escriba/)
})

test('when somebody saved first: theirs comes in, mine stays, what both changed is asked, and the next save says what it saw', async () => {
  const now = { ...caja, NOMBRE: 'Caja mayor', ID_ANALISTA: 8, ANALISTA: 'Lucía Ferreyra', REVISION: 200 }
  const message = 'Otra persona lo cambió mientras usted lo editaba.'
  const { user, sent } = await update(({ saves }) =>
    saves === 0 ? new Refusal(409, { code: 'row_moved', message, current: now }) : { ...now, NOMBRE: 'Caja chica' },
  )
  await waitFor(() => expect(field('Nombre').value).toBe('Caja'))
  await user.clear(field('Nombre'))
  await user.type(field('Nombre'), 'Caja chica')
  await user.selectOptions(combo('Frecuencia'), 'Anual')
  await user.click(screen.getByRole('button', { name: /^Guardar los cambios/ }))
  expect(await screen.findByText('Otra persona, o usted en otra ventana, cambió esta cuenta mientras usted la editaba.')).toBeTruthy()
  expect(screen.getByText(/Analista: Lucía Ferreyra/)).toBeTruthy()
  expect(screen.getByText(/Nombre: ahora dice «Caja mayor»/)).toBeTruthy()
  expect([field('Nombre').value, combo('Frecuencia').value, combo('Analista').value]).toEqual(['Caja chica', 'ANUAL', 'Lucía Ferreyra'])
  await user.click(screen.getByRole('button', { name: /^Guardar los cambios/ }))
  await waitFor(() => expect(sent('/account/7')[1]).toEqual({ NOMBRE: 'Caja chica', FRECUENCIA: 'ANUAL', REVISION: 200 }))
})

test('theirs can be taken in its place', async () => {
  const now = { ...caja, NOMBRE: 'Caja mayor', REVISION: 200 }
  const { user } = await update(() => new Refusal(409, { code: 'row_moved', message: 'Otra persona lo cambió.', current: now }))
  await waitFor(() => expect(field('Nombre').value).toBe('Caja'))
  await user.type(field('Nombre'), ' chica')
  await user.click(screen.getByRole('button', { name: /^Guardar los cambios/ }))
  await user.click(await screen.findByRole('button', { name: 'Usar «Caja mayor»' }))
  expect(field('Nombre').value).toBe('Caja mayor')
})

test('an account out of reach says so, with a way to try again', async () => {
  await visit(
    { '/cuentas/:accountId/actualizar': AccountUpdatePage },
    '/cuentas/7/actualizar',
    CONTROL,
    base(() => undefined),
  )
  expect(within(await screen.findByRole('alert')).getByRole('button', { name: 'Reintentar' })).toBeTruthy()
})
