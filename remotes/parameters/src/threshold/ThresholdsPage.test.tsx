import { type Asked, Refusal, visitsTo } from '@cuadre/shell/testing'
import { expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import ThresholdCreatePage from './ThresholdCreatePage.tsx'
import ThresholdsPage from './ThresholdsPage.tsx'
import ThresholdUpdatePage from './ThresholdUpdatePage.tsx'

jest.setTimeout(60_000)
const visit = visitsTo('parameters', { es, en })
const PATH = '/parametros/materialidad'
const PAGES = {
  [PATH]: ThresholdsPage,
  [`${PATH}/crear`]: ThresholdCreatePage,
  [`${PATH}/:thresholdId/actualizar`]: ThresholdUpdatePage,
}
const CONTROL = [
  'parameters.threshold.read',
  'parameters.threshold.write',
  'accounts.account.read',
  'admin.heading.read',
  'admin.period.read',
]
const list = (data: unknown[]) => ({ data, total: data.length, page: 1, limit: 100 })
const none = { no_material: 0, menor: 0, material: 0, critica: 0 }

const threshold = (more: object = {}) => ({
  ID: 4,
  ALCANCE: 'NEGOCIO',
  ALCANCE_ID: 2,
  ALCANCE_NOMBRE: 'Votorantim',
  BASE: 'AMBOS_Y',
  MONTO: '1000.00',
  PORCENTAJE: '10.00',
  COMPARAR: 'MES_ANTERIOR',
  PISO_TRIVIAL: '5.00',
  FACTOR_A: '0.50',
  FACTOR_M: '1.00',
  FACTOR_B: '2.00',
  VIGENTE_DESDE: '2026-10',
  VIGENCIA: 'VIGENTE',
  MOTIVO: 'Política de 2026',
  POR: 'Beatriz Montoya Ríos',
  FECHA: '2026-11-08T12:00:00Z',
  MODIFICABLE: true,
  ...more,
})
const everybody = threshold({ ID: 1, ALCANCE: 'GLOBAL', ALCANCE_ID: null, ALCANCE_NOMBRE: null, VIGENTE_DESDE: null, MODIFICABLE: false })
const crossing = (COD_ANALISIS: number, more: object = {}) => ({
  COD_ANALISIS,
  CUENTA: `1.1.${COD_ANALISIS}`,
  NOMBRE_CUENTA: `Caja ${COD_ANALISIS}`,
  NEGOCIO: 'Votorantim',
  PERIODO: '2026-10',
  MONEDA: 'BRL',
  MOVIMIENTO: '900.00',
  DE: 'menor',
  A: 'material',
  ESTADO: 'por_enviar',
  SIN_COMENTARIO: false,
  ...more,
})
const impact = (more: object = {}) => ({
  cambian: 3,
  antes: { no_material: 5, menor: 4, material: 1, critica: 0 },
  despues: { no_material: 5, menor: 1, material: 3, critica: 1 },
  periodos: [{ PERIODO: '2026-10', cambian: 3 }],
  cambios: [
    { ID_NEGOCIO: 2, NEGOCIO: 'Votorantim', DE: 'menor', A: 'material', cambian: 2, enviados: 1, sinComentario: 1, quedan: 1 },
    { ID_NEGOCIO: 3, NEGOCIO: 'Safra', DE: 'material', A: 'critica', cambian: 1, enviados: 0, sinComentario: 0, quedan: 0 },
  ],
  cruzan: {
    total: 4,
    data: [
      crossing(9, { NEGOCIO: 'Safra', DE: 'material', A: 'critica' }),
      crossing(1),
      crossing(2, { ESTADO: 'enviado', SIN_COMENTARIO: true }),
      crossing(3, { ESTADO: 'aprobado' }),
    ],
  },
  huella: 'h1',
  ...more,
})
const found = {
  COD_ANALISIS: 41,
  CUENTA: '1.9.9',
  NOMBRE_CUENTA: 'Gastos anticipados',
  NEGOCIO: 'Votorantim',
  PERIODO: '2026-07',
  MONEDA: 'BRL',
  MOVIMIENTO: '-38204118.40',
  DE: 'material',
  A: 'menor',
  RECHAZOS: 1,
  REAPERTURAS: 0,
}
const errores = {
  periodos: 11,
  perdidos: { total: 1, ya: 0, monto: [{ MONEDA: 'BRL', monto: '38204118.40' }], data: [found] },
  captados: {
    total: 2,
    ya: 1,
    monto: [{ MONEDA: 'BRL', monto: '900.00' }],
    data: [{ ...found, COD_ANALISIS: 42, CUENTA: '2.1', A: 'critica' }],
  },
}
const simulated = {
  errores,
  total: { antes: { ...none, menor: 50 }, despues: { ...none, menor: 20, material: 30 }, cambian: 30 },
  meses: [{ PERIODO: '2026-10', antes: { ...none, menor: 50 }, despues: { ...none, menor: 20, material: 30 }, cambian: 30, errores: 1 }],
  cambios: [{ ID_NEGOCIO: 2, NEGOCIO: 'Votorantim', DE: 'menor', A: 'material', cambian: 30 }],
}
type Body = { simular?: boolean; huella?: string; [field: string]: unknown }
const open = (
  address: string,
  save: (body: Body) => unknown = ({ simular }) => ({ umbral: simular ? null : threshold(), impacto: impact() }),
  permissions = CONTROL,
  own: (asked: Asked) => unknown = () => undefined,
) =>
  visit(PAGES, address, permissions, (asked) => {
    const { path, method, body, query } = asked
    const answer = own(asked)
    if (answer !== undefined) return answer
    if (path === '/threshold') return method === 'GET' ? list([everybody, threshold()]) : save(body as Body)
    if (path === '/threshold/4' || path === '/threshold/1')
      return method === 'GET' ? (path.endsWith('4') ? threshold() : everybody) : save(body as Body)
    if (path === '/threshold/simulate') return simulated
    if (path === '/threshold/proposal')
      return { propuestas: [{ sobre: 'activos', porcentaje: '1.00', planificacion: '10000.00', ejecucion: '7500.00', trivial: '500.00' }] }
    if (path === '/threshold/4/changes')
      return list([
        {
          ID: 2,
          FECHA: '2026-11-08T12:00:00Z',
          POR: 'Beatriz Montoya Ríos',
          MOTIVO: 'Política de 2026',
          RECLASIFICADOS: 12,
          ANTES: { ...threshold(), MONTO: '2000.00', COMPARAR: 'TRIMESTRE' },
          DESPUES: threshold(),
        },
      ])
    if (path === '/period')
      return list([
        { COD_PERIODO: 12, PERIODO: '2026-10', ESTADO: { ID: 1, NOMBRE: 'ABIERTO' } },
        { COD_PERIODO: 11, PERIODO: '2026-09', ESTADO: { ID: 3, NOMBRE: 'CERRADO' } },
      ])
    if (path === '/me/countries') return [{ ID_PAIS: 1, PAIS: 'Brasil', RUTA_IMAGEN: null, MONEDA: 'BRL' }]
    if (path === '/me/business') return [{ ID_NEGOCIO: 2, NEGOCIO: 'Votorantim', ID_PAIS: 1 }]
    if (path === '/account')
      return list(
        [{ COD_CUENTA: 7, CUENTA: '1.1.7', NOMBRE: 'Caja central', NEGOCIO: 'Votorantim' }].filter(({ NOMBRE }) =>
          NOMBRE.toLowerCase().includes((query.get('search') ?? '').toLowerCase()),
        ),
      )
    return undefined
  })
type Visit = Awaited<ReturnType<typeof open>>
const look = async ({ user }: Visit, amount = '500', reason = 'Revisión anual') => {
  const field = await screen.findByRole('textbox', { name: 'Monto' })
  await user.clear(field)
  await user.type(field, amount)
  await user.type(screen.getByRole('textbox', { name: 'Motivo' }), reason)
  await user.click(screen.getByRole('button', { name: /^Ver el impacto/ }))
}
const cells = (name: string | RegExp) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.replaceAll('\u00a0', ' ').trim()))

test('the list says of each what it asks for, whether it is in force, and where it can be changed', async () => {
  await open(PATH)
  const row = (await screen.findByText('Votorantim')).closest('tr')!
  expect([...row.querySelectorAll('td')].map((cell) => cell.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Votorantim',
    'Negocio',
    'octubre de 2026',
    'Vigente',
    'Monto y porcentaje',
    '1.000,00',
    '10,00 %',
    'El mes anterior',
    '0,50 / 1,00 / 2,00',
    'SimularActualizar',
  ])
  expect(screen.getByText('Todos los negocios').closest('tr')!.textContent).toContain('Desde siempre')
})

test('who may only read finds neither a button nor a link to change', async () => {
  await open(PATH, undefined, ['parameters.threshold.read'])
  await screen.findByText('Votorantim')
  expect(screen.queryByRole('link', { name: 'Crear umbral' })).toBeNull()
  expect(screen.queryByRole('link', { name: /^Actualizar/ })).toBeNull()
})

test('a row opens with what it means by risk and everything that it said before', async () => {
  const { user } = await open(PATH)
  await user.click(await screen.findByText('Votorantim'))
  const drawer = await screen.findByRole('dialog', { name: 'Votorantim' })
  expect((await within(drawer).findByText('Política de 2026')).closest('li')!.textContent).toContain('12 análisis reclasificados')
  expect(within(drawer).getByText('2.000,00 →').parentElement!.textContent).toBe('2.000,00 → 1.000,00')
  expect(within(drawer).getByText('El trimestre anterior →')).toBeTruthy()
  expect(cells('Qué significa, por riesgo')[1]).toEqual(['Alto', '25,00 y 0,50 %', '500,00 y 10,00 %', '1.500,00 y 30,00 %'])
  expect(location.search).toBe('?umbral=4')
})

test('what it does is shown by class, by business and by name, and exactly that is confirmed', async () => {
  const visited = await open(`${PATH}/4/actualizar`)
  await look(visited)
  expect(await screen.findByRole('heading', { name: 'Revise el impacto del umbral' })).toBeTruthy()
  expect(screen.getByText('Votorantim, desde octubre de 2026. Vea lo que haría antes de confirmarlo.')).toBeTruthy()
  const kpi = (name: string) => screen.getByRole('region', { name }).textContent
  expect(kpi('Cambian de clase')).toBe('Cambian de clase3de 10 sin firmar que juzga')
  expect(kpi('Exigirán comentario')).toBe('Exigirán comentario20 dejan de exigirlo')
  expect(kpi('Pasan a críticos')).toBe('Pasan a críticos10 dejan de serlo')
  expect(kpi('Ya enviados')).toBe('Ya enviados11 sin comentario')
  expect(kpi('Ya firmados')).toBe('Ya firmados1quedan con su clase')
  expect(cells('En los períodos abiertos, por negocio')).toEqual([
    ['Negocio', 'Cambian', 'Suben a material o crítica', 'Bajan de crítica o material', 'Firmados'],
    ['Votorantim', '2', '2', '—', '1'],
    ['Safra', '1', '1', '—', '—'],
    ['Todos los negocios', '3', '3', '0', '1'],
  ])
  const matrix = () => cells(/^De una clase a otra/)
  const [open24] = screen.getAllByRole('table', { name: 'De una clase a otra, Todos los negocios' })
  expect(within(open24!).getAllByRole('row')[2]!.textContent).toBe('Menor—·2—')
  await visited.user.click(
    within(screen.getByRole('table', { name: 'En los períodos abiertos, por negocio' })).getByRole('button', { name: 'Safra' }),
  )
  expect(within(screen.getByRole('table', { name: 'De una clase a otra, Safra' })).getAllByRole('row')[3]!.textContent).toBe('Material——·1')
  expect(matrix).toThrow()

  expect(await screen.findByText(/la clase habría sido otra en 30 de 50 análisis, en 1 período\./)).toBeTruthy()
  const names = () =>
    cells('Pasan a ser materiales o críticos, o dejan de serlo')
      .slice(1)
      .map((row) => [row[0], row.at(-1)])
  expect(names()).toEqual([
    ['1.1.9 Caja 9', 'Se aprueba uno a uno'],
    ['1.1.1 Caja 1', 'Exige comentario'],
    ['1.1.2 Caja 2', 'Enviado sin el comentario que exige'],
    ['1.1.3 Caja 3', 'Firmado: queda como está'],
  ])
  await visited.user.click(screen.getByRole('radio', { name: 'Firmados 1' }))
  expect(names()).toEqual([['1.1.3 Caja 3', 'Firmado: queda como está']])

  await visited.user.click(screen.getByRole('button', { name: 'Confirmar el cambio' }))
  expect(await screen.findByText('Umbral guardado: 3 análisis cambiaron de clase')).toBeTruthy()
  await waitFor(() => expect(location.pathname).toBe(PATH))
  const [looked, made] = visited.sent('/threshold/4') as [Body, Body]
  const rule = {
    BASE: 'AMBOS_Y',
    MONTO: '500',
    PORCENTAJE: 10,
    COMPARAR: 'MES_ANTERIOR',
    PISO_TRIVIAL: 5,
    FACTOR_A: 0.5,
    FACTOR_M: 1,
    FACTOR_B: 2,
    motivo: 'Revisión anual',
  }
  expect([looked, made]).toEqual([
    { ...rule, simular: true },
    { ...rule, huella: 'h1' },
  ])
})

test('of many the first are named, and more when asked for', async () => {
  const data = Array.from({ length: 30 }, (_, n) => crossing(n + 1))
  const visited = await open(`${PATH}/4/actualizar`, () => ({ umbral: null, impacto: impact({ cruzan: { total: 700, data } }) }))
  await look(visited)
  const rows = () =>
    within(screen.getByRole('table', { name: 'Pasan a ser materiales o críticos, o dejan de serlo' })).getAllByRole('row').length - 1
  await screen.findByText('Se muestran los 30 de mayor gravedad de 700.')
  // The first are there at once, the others a moment later.
  await waitFor(() => expect(rows()).toBe(25))
  await visited.user.click(screen.getByRole('button', { name: 'Mostrar 5 más' }))
  await waitFor(() => expect(rows()).toBe(30))
})

test('what moved since is said with the accounts, shown anew, and confirmed as it is now', async () => {
  const now = impact({
    cambian: 4,
    cruzan: { total: 4, data: [crossing(9, { NEGOCIO: 'Safra', DE: 'material', A: 'critica' }), crossing(1), crossing(2), crossing(5)] },
    huella: 'h2',
  })
  const message = 'El impacto cambió desde la revisión. Revíselo de nuevo.'
  const visited = await open(`${PATH}/4/actualizar`, ({ simular, huella }) =>
    simular
      ? { umbral: null, impacto: impact() }
      : huella === 'h1'
        ? new Refusal(409, { code: 'impact_moved', message, current: now })
        : { umbral: threshold(), impacto: now },
  )
  await look(visited)
  await visited.user.click(await screen.findByRole('button', { name: 'Confirmar el cambio' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    `No se guardó nada. ${message} Análisis que cambian: antes 3, ahora 4. Nuevos o distintos: 1.1.2 y 1.1.5. Ya no están: 1.1.3.`,
  )
  expect(screen.getByRole('region', { name: 'Cambian de clase' }).textContent).toContain('4')
  await visited.user.click(screen.getByRole('button', { name: 'Confirmar el cambio' }))
  expect(await screen.findByText('Umbral guardado: 4 análisis cambiaron de clase')).toBeTruthy()
  expect((visited.sent('/threshold/4') as Body[]).map(({ huella }) => huella)).toEqual([undefined, 'h1', 'h2'])
})

test('back to the form everything is as it was typed; a server that does not answer loses nothing', async () => {
  const visited = await open(`${PATH}/4/actualizar`, ({ simular }) =>
    simular ? { umbral: null, impacto: impact() } : new Refusal(500, { code: 'unexpected', message: 'Algo falló.' }),
  )
  await look(visited)
  await visited.user.click(await screen.findByRole('button', { name: 'Confirmar el cambio' }))
  expect(await screen.findByText('Algo falló.')).toBeTruthy()
  await visited.user.click(screen.getByRole('button', { name: 'Volver' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Monto' })).value).toBe('500,00')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Motivo' }).value).toBe('Revisión anual')
  expect(screen.getByText('Cambios sin guardar')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('one that judged a closed period stays: the change is another one from an open month on', async () => {
  const visited = await open(`${PATH}/1/actualizar`)
  expect(await screen.findByText(/rige en un período cerrado y allí no cambia/)).toBeTruthy()
  const since = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Rige desde' })
  await waitFor(() => expect(since.options.length).toBe(14))
  expect([...since.options].slice(0, 3).map(({ text }) => text)).toEqual(['Elija una opción', 'octubre de 2026', 'noviembre de 2026'])
  await visited.user.selectOptions(since, 'noviembre de 2026')
  await look(visited)
  await screen.findByRole('button', { name: 'Confirmar el cambio' })
  expect(visited.sent('/threshold')[0]).toMatchObject({ ALCANCE: 'GLOBAL', ALCANCE_ID: null, VIGENTE_DESDE: '2026-11', simular: true })
})

test('a new one: its account is searched, wrong numbers are said at their field, and the assistant only proposes', async () => {
  const visited = await open(`${PATH}/crear`)
  const { user } = visited
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Alcance' }), 'Cuenta')
  await user.type(screen.getByRole('combobox', { name: 'Cuenta' }), 'caja')
  await user.click(await screen.findByRole('option', { name: /1\.1\.7 Caja central/ }))
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Rige desde' }),
    await screen.findByRole('option', { name: 'octubre de 2026' }),
  )
  await look(visited, '0', 'corto')
  expect(await screen.findByText('Escriba un monto mayor que cero.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Monto' }))
  expect(visited.sent('/threshold')).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Proponer según la NIA 320' }))
  const assistant = await screen.findByRole('dialog', { name: 'Materialidad según la NIA 320' })
  await user.type(within(assistant).getByRole('textbox', { name: /^Total de activos/ }), '1000000')
  await user.click(within(assistant).getByRole('button', { name: /^Proponer/ }))
  await user.click(await within(assistant).findByRole('button', { name: 'Usar la ejecución: 1 % del total de activos' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Monto' }).value).toBe('7.500,00')
  expect(visited.sent('/threshold')).toEqual([])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Mide por' }), 'Solo porcentaje')
  expect(screen.getByText('Sobre el saldo de comparación. Si este es cero, cualquier movimiento cuenta como 100 %.')).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Mide por' }), 'Solo monto')
  expect(screen.queryByRole('textbox', { name: 'Porcentaje' })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Motivo' }), ' pero suficiente')
  await user.click(screen.getByRole('button', { name: /^Ver el impacto/ }))
  expect(await screen.findByText('1.1.7 Caja central, desde octubre de 2026. Vea lo que haría antes de confirmarlo.')).toBeTruthy()
  expect(visited.sent('/threshold')).toEqual([
    expect.objectContaining({ ALCANCE: 'CUENTA', ALCANCE_ID: 7, VIGENTE_DESDE: '2026-10', BASE: 'MONTO', MONTO: '7500.00', simular: true }),
  ])
})

test('what the server refuses stands at its field', async () => {
  const message = 'Alcanza a negocios que no son suyos.'
  const visited = await open(
    `${PATH}/4/actualizar`,
    () => new Refusal(422, { code: 'threshold_scope_beyond', message, issues: [{ path: 'MONTO', message }] }),
  )
  await look(visited)
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Monto' }).getAttribute('aria-invalid')).toBe('true')
})

test('the simulator tells the errors of closed periods that would have passed, with their amounts, and the list behind each figure', async () => {
  const page = await open(`${PATH}/4/actualizar`)
  await look(page)
  const figure = async (name: string) => (await screen.findByRole('region', { name })).textContent?.replaceAll('\u00a0', ' ')
  expect(await figure('Habrían pasado')).toBe('Habrían pasado138.204.118,40 BRL')
  expect(await figure('Los habría captado')).toBe('Los habría captado2900,00 BRL')
  // One that was caught now was not caught then.
  expect(await figure('Pasaron entonces')).toContain('Pasaron entonces1')
  expect(cells('Habrían pasado')[1]!.join(' ')).toContain('1.9.9 Gastos anticipados Votorantim jul 26 −38.204.118,40 BRL')
  await page.user.click(screen.getByRole('radio', { name: /Los habría captado/ }))
  expect(cells('Los habría captado')[1]!.join(' ')).toContain('2.1 Gastos anticipados')
})

test('the simulator stands under the list: other figures are tried without keeping them, and go along to the change', async () => {
  const page = await open(PATH)
  const row = (await screen.findByText('Votorantim')).closest('tr')!
  await page.user.click(within(row).getByRole('link', { name: /^Simular Votorantim, / }))
  expect(await screen.findByRole('heading', { name: 'Simulador: Votorantim' })).toBeTruthy()
  const amount = screen.getByRole<HTMLInputElement>('textbox', { name: 'Monto' })
  await waitFor(() => expect(document.activeElement).toBe(amount))
  await waitFor(() => expect(page.sent('/threshold/simulate')).toMatchObject([{ MONTO: '1000.00', ALCANCE: 'NEGOCIO', ALCANCE_ID: 2 }]))

  await page.user.clear(amount)
  await page.user.type(amount, '0{Enter}')
  expect(await screen.findByText('Escriba un monto mayor que cero.')).toBeTruthy()
  expect(page.sent('/threshold/simulate').length).toBe(1)
  await page.user.clear(amount)
  await page.user.type(amount, '40000000{Enter}')
  await waitFor(() => expect(page.sent('/threshold/simulate')[1]).toMatchObject({ MONTO: '40000000', BASE: 'AMBOS_Y', meses: 24 }))
  expect((await screen.findByRole('region', { name: 'Habrían pasado' })).textContent).toContain('BRL')

  await page.user.click(screen.getByRole('link', { name: 'Actualizar con estas cifras' }))
  await waitFor(() => expect(location.pathname).toBe(`${PATH}/4/actualizar`))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Monto' }).value).toBe('40.000.000,00'))
  expect(screen.getByText('Cambios sin guardar')).toBeTruthy()
})

test('who may only read may simulate, and not change', async () => {
  await open(`${PATH}?simular=4`, undefined, ['parameters.threshold.read'])
  expect(await screen.findByRole('region', { name: 'Habrían pasado' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Actualizar con estas cifras' })).toBeNull()
})
