import { saveDrafts } from '@cuadre/shell'
import { type Asked, AWAY, Refusal, visitsTo } from '@cuadre/shell/testing'
import { hasUnsavedWork } from '@cuadre/ui'
import { expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import AlertsPage from './AlertsPage.tsx'

jest.setTimeout(60_000)
const visit = visitsTo('parameters', { es, en })
const none = { paisId: null, negocioId: null, departamentoId: null }
const alert = (id: number, more: object = {}) => ({
  id,
  tipoId: 8,
  tipo: 'VENCIDO',
  nombre: `Regla ${id}`,
  alcance: { ...none, paisId: 1 },
  condicion: { umbral: null, dias: [], horas: null },
  destinatarios: { responsable: true, superior: false, roles: [], usuarios: [] },
  canales: { app: true, correo: true },
  frecuencia: 'diaria',
  ventana: { desde: '09:00', hasta: '18:00' },
  prioridad: 'M',
  escalarHoras: null,
  mensaje: null,
  activo: true,
  vigenteDesde: null,
  vigenteHasta: null,
  pais: 'Brasil',
  negocio: null,
  departamento: null,
  actualizadoPor: 'Sonia Barrios',
  actualizadoEn: '2026-11-02T12:00:00Z',
  avisos30: 0,
  revision: 1,
  ...more,
})
type Found = ReturnType<typeof alert>
const open = (rules: () => Found[], own: (asked: Asked) => unknown = () => undefined, address = '/parametros/alertas') =>
  visit(AlertsPage, address, ['parameters.alert.read', 'parameters.alert.write'], (asked) => {
    const answer = own(asked)
    if (answer !== undefined) return answer
    if (asked.path === '/alerts') return { data: rules(), total: rules().length, page: 1, limit: 1000 }
    if (asked.path === '/alerts/types')
      return [{ id: 8, codigo: 'VENCIDO', nombre: 'Análisis vencidos', programada: true, prioridad: 'A', usa: ['horas'] }]
    return undefined
  })
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Nombre de la alerta' })
const row = (id: number) =>
  within(screen.getByRole('navigation', { name: 'Alertas' })).getByRole('button', { name: new RegExp(`Regla ${id}`) })

test('another rule is not opened over changes before one has said so', async () => {
  const { user } = await open(() => [alert(1), alert(2)])
  await user.type(await name(), ' nueva')
  await user.click(row(2))
  const asked = await screen.findByRole('alertdialog', { name: '¿Dejar los cambios de esta alerta?' })
  await user.click(within(asked).getByRole('button', { name: 'Cancelar' }))
  expect((await name()).value).toBe('Regla 1 nueva')
  await user.click(row(2))
  await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }))
  await waitFor(async () => expect((await name()).value).toBe('Regla 2'))
})

test('a list that is read anew takes nothing from who is writing, and shows the newer rule to who is not', async () => {
  let rules = [alert(1)]
  const { user, client } = await open(() => rules)
  await name()
  rules = [alert(1, { nombre: 'Como la dejó Beatriz', revision: 2 })]
  await act(() => client.invalidateQueries())
  await waitFor(async () => expect((await name()).value).toBe('Como la dejó Beatriz'))
  await user.type(await name(), '!')
  rules = [alert(1, { nombre: 'Y otra vez', revision: 3 })]
  await act(() => client.invalidateQueries())
  expect((await name()).value).toBe('Como la dejó Beatriz!')
})

test('saved over what somebody else saved only at the second time, once it was said; saved, it is no longer a change', async () => {
  const theirs = alert(1, { nombre: 'De Beatriz', activo: false, revision: 4 })
  const { user, sent } = await open(
    () => [alert(1)],
    ({ method, body }) => {
      if (method !== 'PATCH') return undefined
      return (body as { revision: number }).revision === 1
        ? new Refusal(409, { code: 'alert_moved', message: 'Otra persona la cambió.', current: theirs })
        : alert(1, { nombre: 'Regla 1 mía', activo: false, revision: 5 })
    },
  )
  await user.type(await name(), ' mía')
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Otra persona la cambió.')).toBeTruthy()
  expect((await name()).value).toBe('Regla 1 mía')
  // What only somebody else changed is not undone.
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Pausada' }).checked).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  const save = screen.getByRole('button', { name: 'Guardar' })
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'))
  expect(document.activeElement).toBe(save)
  expect((sent('/alerts/1') as { revision: number; activo: boolean }[]).map(({ revision, activo }) => [revision, activo])).toEqual([
    [1, true],
    [4, false],
  ])
})

test('what was written when the session ended is there again, once, and saved against what it was opened with', async () => {
  const first = await open(() => [alert(1), alert(2)])
  await first.user.type(await name(), ' mía')
  act(() => saveDrafts())
  first.unmount()
  const { user, sent } = await open(() => [alert(1, { nombre: 'De Beatriz', revision: 4 }), alert(2)])
  expect((await name()).value).toBe('Regla 1 mía')
  await waitFor(() => expect(hasUnsavedWork()).toBe(true))
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect((sent('/alerts/1') as { revision: number }[]).map(({ revision }) => revision)).toEqual([1]))
  expect(Object.keys(sessionStorage).filter((key) => key.includes('regla'))).toEqual([])
})

test('a new rule is unsaved work once something was written in it', async () => {
  const { user } = await open(
    () => [],
    () => undefined,
    '/parametros/alertas?tipo=8',
  )
  await name()
  expect(hasUnsavedWork()).toBe(false)
  await user.type(await name(), ' de Safra')
  await waitFor(() => expect(hasUnsavedWork()).toBe(true))
})

test('a rule of the whole corporation is read by control, who is told who changes it', async () => {
  await open(() => [alert(1, { alcance: none, pais: null }), alert(2)])
  const rule = await screen.findByRole('region', { name: 'Regla 1' })
  expect(within(rule).getByRole('heading', { name: 'Regla 1' })).toBeTruthy()
  expect(within(rule).getByText(/la cambia un administrador/)).toBeTruthy()
  expect(within(rule).queryByRole('textbox')).toBeNull()
  expect(within(rule).queryByRole('switch')).toBeNull()
})

test('the log says of each delivery what it was about, leads there, and is searched and saved', async () => {
  const line = (id: number, more: object) => ({
    id,
    fecha: '2026-11-02T12:00:00Z',
    usuario: 'Rodrigo Peña',
    item: `rechazado:${id}`,
    nivel: 0,
    titulo: 'Análisis rechazado: 1.1.7',
    texto: 'Marcela rechazó el análisis de 1.1.7',
    ruta: '/cuentas/analisis?analisis=7',
    negocio: 'VOTORANTIM',
    departamento: 'Tesorería',
    correo: 'enviado',
    app: 'leida',
    ...more,
  })
  const page = await open(
    () => [alert(1)],
    ({ path }) => {
      if (path !== '/alerts/1/log') return undefined
      const data = [
        line(1, {}),
        line(2, { ruta: '/home', titulo: 'Análisis vencidos' }),
        line(3, { titulo: null, texto: null, ruta: null }),
      ]
      return { data, total: 3, page: 1, limit: 50 }
    },
  )
  await page.user.click(await screen.findByRole('button', { name: 'Registro de envíos' }))
  const log = within(await screen.findByRole('dialog', { name: 'Registro de envíos: Regla 1' }))
  const about = await log.findByRole('link', { name: 'Análisis rechazado: 1.1.7' })
  expect(about.getAttribute('href')).toBe('/cuentas/analisis?analisis=7')
  expect(log.queryByRole('link', { name: 'Análisis vencidos' })).toBeNull()
  const rows = log.getAllByRole('row').slice(1)
  expect(rows.map((row) => row.querySelectorAll('td')[2]!.textContent)).toEqual(['Análisis rechazado: 1.1.7', 'Análisis vencidos', '—'])

  expect(rows[0]!.querySelectorAll('td')[3]!.textContent).toBe('VOTORANTIM, Tesorería')

  await page.user.click(log.getByRole('radio', { name: 'Sin leer' }))
  await page.user.type(log.getByRole('searchbox', { name: 'Persona, negocio o departamento' }), 'peña')
  const asked = () => page.asked.filter(({ path }) => path === '/alerts/1/log').at(-1)!.query
  await waitFor(() => expect([asked().get('leida'), asked().get('search')]).toEqual(['false', 'peña']))
  await page.user.click(log.getByRole('button', { name: 'Excel' }))
  await waitFor(() => expect([asked().get('format'), asked().get('leida'), asked().get('search')]).toEqual(['excel', 'false', 'peña']))
})

test('where the server is not reached it is said in words that nothing was saved', async () => {
  const { user } = await open(
    () => [alert(1)],
    ({ method, path }) => {
      if (method !== 'GET' && path !== '/alerts/linea') throw AWAY
      return path === '/alerts/1' ? alert(1) : undefined
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Enviarme una prueba' }))
  expect(await screen.findByText('No se pudo enviar la prueba')).toBeTruthy()
  await user.type(await name(), ' nueva')
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('No se pudo guardar')).toBeTruthy()
})

test('a kind is called by its name, and an amount is read as it is written in the language', async () => {
  const material = {
    id: 14,
    codigo: 'MATERIAL_SIN_EXPLICAR',
    nombre: 'Movimiento material sin explicar',
    programada: true,
    prioridad: 'M',
    usa: ['umbral'],
  }
  const { user, sent } = await open(
    () => [alert(1, { tipoId: 14, tipo: material.codigo, condicion: { umbral: '500.00', dias: [], horas: null } })],
    ({ method, path }) => (path === '/alerts/types' ? [material] : method === 'PATCH' ? alert(1, { revision: 2 }) : undefined),
  )
  const rule = within(await screen.findByRole('region', { name: 'Regla 1' }))
  expect(rule.getByText(material.nombre)).toBeTruthy()
  expect(rule.queryByText(material.codigo)).toBeNull()
  // It is told of a movement, not of an analysis at its time.
  expect(rule.queryByText('Qué pasaría con un análisis')).toBeNull()
  await user.click(rule.getByRole('button', { name: /500,00/ }))
  const amount = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Desde qué monto/ })
  expect(amount.value).toBe('500,00')
  await user.clear(amount)
  await user.type(amount, '1.5x')
  expect(amount.getAttribute('aria-invalid')).toBe('true')
  await user.clear(amount)
  await user.type(amount, '1.000.000,50')
  expect(amount.getAttribute('aria-invalid')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() =>
    expect((sent('/alerts/1') as { condicion: { umbral: string } }[]).map(({ condicion }) => condicion.umbral)).toEqual(['1000000.50']),
  )
})

test('what would happen with an analysis names roles in words, not by their code', async () => {
  const step = { momento: null, clase: 'al_momento', dias: null, nivel: 0 }
  await open(
    () => [alert(1)],
    ({ path }) =>
      path === '/alerts/linea'
        ? { ejemplo: null, pasos: [{ ...step, personas: ['Rodrigo Peña', 'JEFATURA AREA', 'GERENCIA'] }] }
        : undefined,
  )
  expect(await screen.findByText(/Rodrigo Peña, Jefatura de área, Gerencia$/)).toBeTruthy()
})

test('an answer that was lost: a rule that was saved is not said not to be, nor saved again, and one of which nobody knows says so', async () => {
  let rules = [alert(1)]
  const { user, sent } = await open(
    () => rules,
    ({ method, path, body }) => {
      if (method === 'GET' && path === '/alerts/1') return rules[0]
      if (method !== 'PATCH') return undefined
      rules = [alert(1, { nombre: (body as { nombre: string }).nombre, revision: 2, actualizadoPor: 'Ana Benítez' })]
      return AWAY
    },
  )
  await user.type(await name(), ' nueva')
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Alerta Regla 1 nueva guardada')).toBeTruthy()
  expect(screen.queryByText('No se pudo guardar')).toBeNull()
  expect(sent('/alerts/1')).toHaveLength(1)
})

test('a new rule whose answer was lost is found again, and not made twice', async () => {
  let rules: Found[] = []
  let away = false
  const { user, sent } = await open(
    () => rules,
    ({ method, path, body }) => {
      if (away && method === 'GET' && path === '/alerts') return AWAY
      if (method !== 'POST' || path !== '/alerts') return undefined
      if (!away) rules = [alert(7, { nombre: (body as { nombre: string }).nombre, actualizadoPor: 'Ana Benítez' })]
      return AWAY
    },
    '/parametros/alertas?tipo=8',
  )
  await user.type(await name(), ' de Safra')
  away = true
  await user.click(screen.getAllByRole('button', { name: 'Crear alerta' }).at(-1)!)
  expect(await screen.findByText(/^No se sabe si se guardó/)).toBeTruthy()
  away = false
  await user.click(screen.getAllByRole('button', { name: 'Crear alerta' }).at(-1)!)
  expect(await screen.findByText(/^Alerta .* de Safra guardada$/)).toBeTruthy()
  expect(sent('/alerts')).toHaveLength(2)
})
