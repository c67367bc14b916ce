import { type Answers, AWAY, Refusal } from '@cuadre/shell/testing'
import { expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { Observations } from '../shared/observation/Observations.tsx'
import { analysis, counts, detail, list, visit } from '../shared/testing.ts'
import AuditorHome from './AuditorHome.tsx'

jest.setTimeout(60_000)
const AUDITOR = ['admin.auditor.read', 'analysis.item.read', 'analysis.observation.raise', 'analysis.sample.draw']
const ALL = { documentos: true, fechasFirma: true, comentariosInternos: true, exportar: true, soloAprobados: true }
const access = (permisos: object = {}) => ({
  id: 1,
  NOMBRE: 'Pilar Ayala',
  USUARIO: 'payala',
  email: 'p@a.example',
  status: 'activo',
  locale: 'es',
  FIRMA_AUDITORA: 'Auditores Asociados',
  TIPO: 'externo',
  VIGENCIA_DESDE: '2026-10-01',
  VIGENCIA_HASTA: '2026-12-31',
  ACCESO: 'vigente',
  alcance: [{ ID_PAIS: 1, PAIS: 'Brasil', ID_NEGOCIO: null, NEGOCIO: null }],
  periodos: [],
  permisos: { ...ALL, ...permisos },
  ULTIMO_ACCESO: null,
  REVISION: 1,
})
const observation = (more: object = {}) => ({
  ID: 4,
  COD_ANALISIS: 40,
  PERIODO: '2026-10',
  NEGOCIO: 'Votorantim',
  CUENTA: '1.9.9.00.00-40',
  NOMBRE_CUENTA: 'Cuenta 40',
  ANALISTA: 'Rodrigo Peña',
  ASUNTO: 'Falta el extracto',
  ESTADO: 'respondida',
  AUDITOR: 'Pilar Ayala',
  FIRMA_AUDITORA: 'Auditores Asociados',
  PREGUNTA: '¿Dónde está el extracto del banco?',
  RESPUESTA: 'Está en la segunda hoja.',
  CREADA_EN: '2026-11-10T12:00:00Z',
  ACTUALIZADA_EN: '2026-11-11T12:00:00Z',
  VENCE: '2026-11-17',
  VENCIDA: false,
  RESPONDIDA_EN: '2026-11-11T12:00:00Z',
  RESPONDIDA_POR: 'Rodrigo Peña',
  CERRADA_EN: null,
  CERRADA_POR: null,
  REVISION: 2,
  PUEDE: { responder: false, preguntar: true, cerrar: true },
  HISTORIA: [
    {
      ID: 1,
      TIPO: 'pregunta',
      TEXTO: '¿Dónde está el extracto del banco?',
      PERSONA: 'Pilar Ayala',
      ROL: 'AUDITOR',
      EN: '2026-11-10T12:00:00Z',
    },
    { ID: 2, TIPO: 'respuesta', TEXTO: 'Está en la segunda hoja.', PERSONA: 'Rodrigo Peña', ROL: 'ANALISTA', EN: '2026-11-11T12:00:00Z' },
  ],
  ...more,
})
const file = { ID: 9, NOMBRE: 'caja.xlsx', TAMANO: 900, VERSION: 1, SHA256: 'a'.repeat(64), CARGADO_POR: 'Rodrigo Peña', CARGADO_EN: null }
const approved = { ESTADO_PRINCIPAL_ID: 4, FECHA_ENVIO: null, ARCHIVOS: [file] }
const evidence = {
  ID: 9,
  NOMBRE: 'caja.xlsx',
  tipo: 'libro',
  hojas: [{ nombre: 'Hoja1', filas: [[{ texto: 'Saldo según banco' }]], recortada: false }],
  celda: null,
}
const show = (address: string, permisos: object = {}, own: Answers = () => undefined) =>
  visit(AuditorHome, address, AUDITOR, (asked) => {
    const answer = own(asked)
    if (answer !== undefined) return answer
    if (asked.path.startsWith('/user/auditores/')) return access(permisos)
    if (asked.path === '/analysis-metadata/auditor') return counts({ total: 61, negocios: [{ id: 1, nombre: 'Votorantim' }] })
    if (asked.path === '/analysis') return list([analysis(40, approved), analysis(41, approved)], 61)
    if (asked.path === '/analysis/40') return detail(40, approved)
    if (asked.path === '/analysis/41') return detail(41, approved)
    if (asked.path === '/analysis/file/9/evidence') return evidence
    if (asked.path === '/observation') return list([])
    if (asked.path === '/audit-sample') return list([])
    return undefined
  })

test('says what one may see and until when, that all is recorded, and lists it by pages of the server', async () => {
  const { asked } = await show('/home?materialidad=critica&periodId=10&estadoPrincipalId=1', { documentos: false, exportar: false })
  await screen.findByText('Cuenta 40')
  expect(screen.getByText('31-12-2026')).toBeTruthy()
  expect(screen.getByText(/Cada consulta y cada descarga quedan registradas/)).toBeTruthy()
  expect(screen.getByText(/Sin documentos y descargas en Excel\./)).toBeTruthy()
  // Who sees what is approved alone does not ask for another state.
  expect(Object.fromEntries(asked.find(({ path }) => path === '/analysis')!.query)).toEqual({
    page: '1',
    limit: '50',
    periodId: '10',
    materialidad: 'critica',
  })
  expect(screen.queryByRole('button', { name: /Excel/ })).toBeNull()
})

test('a record shows figures though the date is withheld, its evidence in the page, and leads to the next', async () => {
  const { user } = await show('/home?analisis=40', { fechasFirma: false })
  expect(await screen.findByText('Saldo según banco')).toBeTruthy()
  expect(document.querySelector('.review-figures')!.textContent).toContain('416.147.985,65')
  expect(screen.getByText('Su acceso no incluye las fechas de firma.')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Siguiente' }))
  expect(await screen.findByRole('heading', { name: 'Cuenta 41' })).toBe(document.activeElement)
  await user.click(screen.getByRole('button', { name: 'Volver a la lista' }))
  expect(await screen.findByText('Cuenta 40')).toBeTruthy()
})

test('the record of an account of a group names the group, whose file it shows', async () => {
  const step = (ID: number, id: number, nombre: string) => ({
    ID,
    TIPO: 'agrupado',
    FECHA: null,
    PERSONA: 'Rodrigo Peña',
    ROL: 'ANALISTA',
    COMENTARIO: null,
    DETALLE: { grupo: { id, nombre, revision: 2 }, cuentas: ['1101', '1102'] },
    HASH: 'a'.repeat(64),
  })
  const EVENTOS = [step(1, 4, 'Uno de antes'), step(2, 5, 'Caja y bancos')]
  await show('/home?analisis=40', {}, ({ path }) =>
    path === '/analysis/40' ? detail(40, { ...approved, AGRUPADO_ID: 5, EVENTOS }) : undefined,
  )
  expect(await screen.findByText('grupo «Caja y bancos»')).toBeTruthy()
})

test('without documents no file is asked for, and that is said', async () => {
  const { asked } = await show('/home?analisis=40', { documentos: false })
  await screen.findByText('Su acceso no incluye documentos')
  expect(asked.map(({ path }) => path)).not.toContain('/analysis/file/9/evidence')
})

test('an observation is raised from the record', async () => {
  const { asked, user } = await show('/home?analisis=40', {}, ({ method }) => (method === 'POST' ? observation() : undefined))
  await user.click(await screen.findByRole('button', { name: 'Observar' }))
  const drawer = within(await screen.findByRole('dialog'))
  await user.type(drawer.getByLabelText('Asunto'), 'Falta el extracto')
  await user.type(drawer.getByLabelText('Pregunta'), 'corta')
  await user.click(drawer.getByRole('button', { name: /Enviar/ }))
  expect(drawer.getByLabelText('Pregunta').getAttribute('aria-invalid')).toBe('true')
  await user.type(drawer.getByLabelText('Pregunta'), ', pero ya no')
  await user.click(drawer.getByRole('button', { name: /Enviar/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.find(({ method, path }) => method === 'POST' && path === '/observation')).toMatchObject({
    path: '/observation',
    body: { COD_ANALISIS: 40, ASUNTO: 'Falta el extracto', PREGUNTA: 'corta, pero ya no' },
  })
})

test('an observation whose answer was lost is looked for: made, it is told as such; an older one in the same words is not it', async () => {
  const words = { ASUNTO: 'Falta el extracto', PREGUNTA: '¿Dónde está el extracto del banco?' }
  let raised: string | undefined
  const { asked, user } = await show('/home?analisis=40', {}, ({ method, path }) => {
    if (method === 'POST') return AWAY
    return path === '/observation' ? list([observation({ ...words, ...(raised && { CREADA_EN: raised }) })]) : undefined
  })
  await user.click(await screen.findByRole('button', { name: 'Observar' }))
  const drawer = within(await screen.findByRole('dialog'))
  await user.type(drawer.getByLabelText('Asunto'), words.ASUNTO)
  await user.type(drawer.getByLabelText('Pregunta'), words.PREGUNTA)
  await user.click(drawer.getByRole('button', { name: /Enviar/ }))
  expect((await drawer.findByRole('alert')).textContent).toMatch(/no se sabe si se guardó/)
  raised = new Date().toISOString()
  await user.click(drawer.getByRole('button', { name: /Enviar/ }))
  expect(await screen.findByText('La observación se envió a los responsables')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.filter(({ method, path }) => method === 'POST' && path === '/observation')).toHaveLength(2)
})

test('of two who step at once the second sees how it is now, and keeps what they wrote', async () => {
  const closed = observation({ ESTADO: 'cerrada', REVISION: 3, PUEDE: { responder: false, preguntar: false, cerrar: false } })
  let moved = false
  const { asked, user } = await show('/home?observacion=4', {}, ({ path, method }) => {
    if (method === 'POST') {
      moved = true
      return new Refusal(409, { code: 'observation_moved', message: 'La observación está cerrada.', current: closed })
    }
    return path === '/observation/4' ? (moved ? closed : observation()) : undefined
  })
  const drawer = within(await screen.findByRole('dialog'))
  await user.type(await drawer.findByRole('textbox'), 'corta')
  await user.click(drawer.getByRole('button', { name: /Preguntar de nuevo/ }))
  expect(await drawer.findByText('Escriba 10 caracteres o más.')).toBeTruthy()
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
  await user.type(drawer.getByRole('textbox'), ' y algo más')
  await user.click(drawer.getByRole('button', { name: /Preguntar de nuevo/ }))
  expect(await drawer.findByText(/La observación está cerrada\./)).toBeTruthy()
  expect(drawer.getByText(/corta y algo más/)).toBeTruthy()
  expect(asked.find(({ method }) => method === 'POST')!.body).toEqual({ PREGUNTA: 'corta y algo más', REVISION: 2 })
})

const sample = {
  ID: 3,
  NOMBRE: 'Octubre',
  AUDITOR: 'Pilar Ayala',
  EXTRAIDA_EN: '2026-11-20T12:00:00Z',
  N: 2,
  SEMILLA: 'oct1',
  COD_PERIODO: 10,
  PERIODO: '2026-10',
  PAIS: 'Brasil',
  ID_NEGOCIO: null,
  NEGOCIO: null,
  COD_DEPARTAMENTO: null,
  DEPARTAMENTO: null,
  POBLACION: 61,
  SELECCIONADOS: 2,
  VISTOS: 1,
  ESTADO: 'en_revision',
  OBSERVACIONES: 0,
  OBSERVACIONES_ABIERTAS: 0,
  ESTRATOS: [{ materialidad: 'material', poblacion: 61, n: 2 }],
}
const row = (LUGAR: number, COD_ANALISIS: number, more: object = {}) => ({
  LUGAR,
  COD_ANALISIS,
  PERIODO: '2026-10',
  NEGOCIO: 'Votorantim',
  CUENTA: `1.9-${COD_ANALISIS}`,
  NOMBRE_CUENTA: `Cuenta ${COD_ANALISIS}`,
  MATERIALIDAD: 'material',
  MONEDA: 'BRL',
  VALOR_BALANCE: '10.00',
  VALOR_ANALISIS: '10.00',
  VARIACION: '0.00',
  VISIBLE: true,
  VISTO_EN: null,
  OBSERVACIONES: 0,
  ...more,
})

test('a sample is drawn with its seed, opened, and worked through among the rows that are still in scope', async () => {
  const { asked, user } = await show('/home?vista=muestras', {}, ({ path, method }) => {
    if (path === '/audit-sample' && method === 'POST') return sample
    if (path === '/audit-sample/3') return sample
    if (path === '/audit-sample/3/analysis') return list([row(1, 40), row(2, 99, { VISIBLE: false }), row(3, 41)])
    return undefined
  })
  await user.click(await screen.findByRole('button', { name: 'Extraer una muestra' }))
  const drawer = within(await screen.findByRole('dialog'))
  await user.type(drawer.getByLabelText('Nombre de la muestra'), 'Octubre')
  const size = drawer.getByLabelText('Tamaño')
  await user.clear(size)
  await user.type(size, '2')
  await user.type(drawer.getByLabelText(/^Semilla/), 'oct1')
  await user.click(drawer.getByRole('button', { name: /Extraer una muestra/ }))
  await screen.findByText('Cuenta 41')
  expect(asked.find(({ method }) => method === 'POST')!.body).toEqual({ nombre: 'Octubre', n: 2, semilla: 'oct1', periodId: 10 })
  expect(screen.getByText('oct1')).toBeTruthy()
  await user.click(screen.getByText('Cuenta 40'))
  await user.click(await screen.findByRole('button', { name: 'Siguiente' }))
  expect(await screen.findByRole('heading', { name: 'Cuenta 41' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Volver a Octubre' }))
  expect(await screen.findByText('oct1')).toBeTruthy()
})

const sampled =
  (...rows: unknown[]): Answers =>
  ({ path }) =>
    path === '/audit-sample/3' ? sample : path === '/audit-sample/3/analysis' ? list(rows) : undefined

test('the header of a sample tells the one currency of its amounts', async () => {
  const hidden = row(3, 42, { MONEDA: null, VALOR_BALANCE: null, VARIACION: null, VISIBLE: false })
  await show('/home?vista=muestras&muestra=3', {}, sampled(row(1, 40), row(2, 41), hidden))
  expect((await screen.findByRole('columnheader', { name: /^Saldo/ })).textContent).toContain('BRL')
  expect(screen.queryByText('10,00 BRL')).toBeNull()
  expect(screen.getByText('Brasil')).toBeTruthy()
})

test('of several currencies each balance of a sample tells its own', async () => {
  await show('/home?vista=muestras&muestra=3', {}, sampled(row(1, 40), row(2, 41, { MONEDA: 'CLP' })))
  expect((await screen.findByText('Cuenta 41')).closest('tr')!.textContent).toContain('10,00 CLP')
})

test('a sample whose answer was lost is looked for and opened, and not drawn twice', async () => {
  const { asked, user } = await show('/home?vista=muestras', {}, ({ path, method }) => {
    if (path === '/audit-sample' && method === 'POST') return AWAY
    const isDrawn = asked?.some(({ method }) => method === 'POST')
    if (path === '/audit-sample' && isDrawn) return list([{ ...sample, NOMBRE: 'Octubre', N: 25, EXTRAIDA_EN: new Date().toISOString() }])
    if (path === '/audit-sample/3') return sample
    return path === '/audit-sample/3/analysis' ? list([row(1, 40)]) : undefined
  })
  await user.click(await screen.findByRole('button', { name: 'Extraer una muestra' }))
  const drawer = within(await screen.findByRole('dialog'))
  await user.type(drawer.getByLabelText('Nombre de la muestra'), 'Octubre')
  await user.click(drawer.getByRole('button', { name: /Extraer una muestra/ }))
  expect(await screen.findByText('Cuenta 40')).toBeTruthy()
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a sample is of the newest month also where somebody asks for it before the months are known', async () => {
  const { promise: known, resolve } = Promise.withResolvers<unknown>()
  const { asked, user } = await show('/home?vista=muestras', {}, ({ path, method }) => {
    if (path === '/analysis-metadata/auditor') return known
    return path === '/audit-sample' && method === 'POST' ? sample : undefined
  })
  await user.click(await screen.findByRole('button', { name: 'Extraer una muestra' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  resolve(counts({ total: 61 }))
  const drawer = within(await screen.findByRole('dialog'))
  await user.type(drawer.getByLabelText('Nombre de la muestra'), 'Octubre')
  await user.click(drawer.getByRole('button', { name: /Extraer una muestra/ }))
  await waitFor(() => expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ periodId: 10 }))
})

const Beside = () => <Observations analysisId={40} />
test('who prepares an analysis reads what was asked and answers it; where nothing was asked nothing is drawn', async () => {
  const open = observation({ ESTADO: 'abierta', RESPUESTA: null, REVISION: 1, PUEDE: { responder: true, preguntar: false, cerrar: false } })
  const { asked, user } = await visit(Beside, '/home', ['analysis.item.read', 'analysis.observation.answer'], ({ path, method }) =>
    method === 'POST' ? observation() : path === '/observation' ? list([open]) : path === '/observation/4' ? open : undefined,
  )
  await user.click(await screen.findByRole('button', { name: 'Falta el extracto' }))
  const drawer = within(await screen.findByRole('dialog'))
  await user.type(await drawer.findByLabelText(/Su respuesta/), 'Está en la segunda hoja.')
  await user.click(drawer.getByRole('button', { name: /^Responder/ }))
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/observation/4/answer',
      body: { RESPUESTA: 'Está en la segunda hoja.', REVISION: 1 },
    }),
  )
  const { asked: none } = await visit(Beside, '/home', ['analysis.item.read'], () => list([]))
  await waitFor(() => expect(none).toHaveLength(1))
  expect(screen.queryByText('Observaciones')).toBeNull()
})

const BesideGroup = () => <Observations groupId={5} />
test('what was asked about an account of a group stands beside the group, with its account and the last day to answer', async () => {
  const late = observation({
    ESTADO: 'abierta',
    VENCIDA: true,
    RESPUESTA: null,
    PUEDE: { responder: true, preguntar: false, cerrar: false },
  })
  const { asked, user } = await visit(BesideGroup, '/home', ['analysis.item.read', 'analysis.observation.raise'], ({ path }) =>
    path === '/observation' ? list([late]) : path === '/observation/4' ? late : undefined,
  )
  expect(await screen.findByText('Cuenta 40')).toBeTruthy()
  expect(asked[0]?.query.get('groupId')).toBe('5')
  expect(screen.getByText('Vencida')).toBeTruthy()
  expect(document.body.textContent).toContain('Responder hasta 17-11-2026')
  // A group is asked about by one of its accounts.
  expect(screen.queryByRole('button', { name: 'Observar' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Falta el extracto' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('Responder hasta 17-11-2026')
})
