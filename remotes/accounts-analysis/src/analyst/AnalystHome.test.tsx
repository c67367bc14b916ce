import { type Asked, AWAY, Refusal } from '@cuadre/shell/testing'
import { hasUnsavedWork, notify } from '@cuadre/ui'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { analysis, annex, checked, counts, detail, NOT_OURS, visit } from '../shared/testing.ts'
import AnalystHome from './AnalystHome.tsx'

jest.setTimeout(20_000)
beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const period = {
  COD_PERIODO: 10,
  PERIODO: '2026-10',
  ESTADO_ID: 1,
  VENCE_ANALISTA: '2026-11-06T21:00:00Z',
  VENCE_JEFATURA: '2026-11-09T21:00:00Z',
  VENCE_CONTROL: '2026-11-10T21:00:00Z',
  VENCE_CIERRE: '2026-11-12T21:00:00Z',
}
const unsent = { FECHA_ENVIO: null, VERSION: 0, COMENTARIO_VARIACION: null, VALOR_ANALISIS: '0', VARIACION: '416332431.03' }
const may = { enviar: true, decidirJefatura: false, decidirControl: false, recuperar: false, reabrir: false, motivo: null }
const contadores = { total: 3, porPreparar: 2, enJefatura: 1, enControl: 0, rechazados: 1, aprobados: 0 }

type Answers = {
  /** Of the workbook with this name. */
  check?: (name: string) => unknown
  marks?: unknown[]
  /** What may be sent or taken back. */
  can?: Record<string, unknown>
  others?: (asked: Asked) => unknown
}
const home = (submit: (asked: Asked) => unknown = () => analysis(1), path = '/home', { check, marks = [], can, others }: Answers = {}) =>
  visit(AnalystHome, path, 1, (asked) => {
    const { path, method, body } = asked
    const other = others?.(asked)
    if (other) return other
    if (path === '/analysis/workbook/check') return check?.(((body as FormData).get('file') as File).name) ?? NOT_OURS
    if (path.endsWith('/marks')) return { MARCAS: marks }
    if (method === 'PATCH') return analysis(1, { ...unsent, ...(body as object) })
    if (path === '/dashboard/analista')
      return { period, contadores, rechazados: [], atrasados: { total: 0, data: [] }, proximos: { total: 0, data: [] } }
    if (path.startsWith('/analysis-metadata')) return counts()
    if (path === '/analysis/analista') {
      const data = [
        analysis(3, { ESTADO_PRINCIPAL_ID: 3, MOTIVO_RECHAZO: 'Falta el auxiliar de contratos.' }),
        analysis(1, unsent),
        analysis(2),
      ]
      return { data, total: 3, page: 1, limit: 999_999 }
    }
    if (method === 'POST') return submit(asked)
    return detail(1, {
      ...unsent,
      PUEDE: { enviar: true, decidirJefatura: false, decidirControl: false, recuperar: false, reabrir: false, motivo: null, ...can },
    })
  })
const file = () => new File(['x'], 'libro.xlsx', { type: 'application/octet-stream' })
const named = (name: string) => new File([name], name, { type: 'application/octet-stream' })
const open = async (submit?: (asked: Asked) => unknown, answers?: Answers) => {
  const view = await home(submit, '/home?analisis=1', answers)
  const drawer = await screen.findByRole('dialog')
  await within(drawer).findByLabelText('Libro de sustento')
  return { ...view, drawer }
}

describe('the home of an analyst', () => {
  test('counts what was sent, and shows what came back with its reason', async () => {
    await home()
    expect(await screen.findByText('1 de 3')).toBeTruthy()
    expect(await screen.findByText('Falta el auxiliar de contratos.')).toBeTruthy()
    const table = await screen.findByRole('grid', { name: 'Todas' })
    expect(within(table).getByText('Corregir')).toBeTruthy()
    expect(within(table).getByText('Cargar libro')).toBeTruthy()
  })
  test('a month in which they have nothing yet is named where another one is chosen', async () => {
    const months = [
      { id: 9, nombre: '2026-09' },
      { id: 8, nombre: '2026-08' },
    ]
    await home(undefined, '/home', {
      others: ({ path }) =>
        path === '/dashboard/analista'
          ? {
              period,
              contadores: { ...contadores, total: 0 },
              rechazados: [],
              atrasados: { total: 0, data: [] },
              proximos: { total: 0, data: [] },
            }
          : path.startsWith('/analysis-metadata') && { ...counts(), periodos: months },
    })
    await screen.findByText('No tiene cuentas en este período')
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Período' })
    expect([...choice.options].map(({ text }) => text)).toEqual(['octubre de 2026', 'septiembre de 2026', 'agosto de 2026'])
    expect(choice.value).toBe(String(period.COD_PERIODO))
  })
  test('what has no chip is asked of the server and stands in the address; nonsense there asks for nothing', async () => {
    const narrowed = { data: [analysis(9, { NOMBRE_CUENTA: 'Solo esta' })], total: 1, page: 1, limit: 999_999 }
    const { asked, user } = await home(undefined, '/home?desde=2026-11-01&hasta=mañana&control=aprobado&cuenta=7&segun=saldo', {
      others: ({ path, query }) => (path === '/analysis/analista' && query.has('paginated') ? narrowed : undefined),
    })
    const table = await screen.findByRole('grid', { name: 'Todas' })
    await within(table).findByText('Solo esta')
    expect(within(table).queryByText('Cuenta 3')).toBeNull()
    const last = () =>
      Object.fromEntries(asked.findLast(({ path, query }) => path === '/analysis/analista' && query.has('paginated'))!.query)
    expect(last()).toEqual({
      periodId: '10',
      paginated: 'false',
      dateStart: '2026-11-01',
      estadoControlId: '4',
      accountId: '7',
      orderBy: 'saldo',
    })
    // What came back stays counted from the whole list.
    expect(screen.getByText('Falta el auxiliar de contratos.')).toBeTruthy()

    await user.click(screen.getByRole('button', { name: /^Más filtros/ }))
    const panel = screen.getByRole('dialog', { name: 'Más filtros' })
    await user.selectOptions(within(panel).getByLabelText('Estado en jefatura'), 'Rechazado')
    await waitFor(() => expect(last()).toMatchObject({ estadoJefaturaId: '3', estadoControlId: '4' }))
    expect(location.search).toContain('jefatura=rechazado')
    await user.type(within(panel).getByLabelText('Nombre del departamento'), 'tesor{Enter}')
    await waitFor(() => expect(last()).toMatchObject({ departamentName: 'tesor' }))
    await user.selectOptions(within(panel).getByLabelText('Ordenar por'), 'Vencimiento')
    await waitFor(() => expect(last()).toMatchObject({ orderBy: 'vence' }))
    await user.click(within(panel).getByRole('button', { name: 'Quitar los filtros' }))
    expect(await within(table).findByText('Cuenta 3')).toBeTruthy()
    expect(location.search).toBe('')
  })
  test('a sub-state is shown in the list, and said of one’s own by who prepares it', async () => {
    const SUBESTADO = { id: 7, codigo: 'ESPERA', nombreEs: 'Espera al banco', nombreEn: 'Waits for the bank', color: '#1d4ed8' }
    const status = {
      nombreEs: 'Pendiente',
      nombreEn: 'Pending',
      categoria: 'PENDIENTE',
      nivel: 'ANALISTA',
      color: '#1d4ed8',
      esSistema: false,
    }
    const statuses = [
      { ...status, id: 1, codigo: 'PENDIENTE', esSistema: true },
      { ...status, ...SUBESTADO },
      { ...status, id: 8, codigo: 'REVISA', nombreEs: 'Revisa la jefatura', nivel: 'JEFATURA' },
    ].map((one) => ({ ...one, requiereComentario: false, minCaracteres: 0, slaHorasHabiles: null }))
    const { user, sent } = await home(undefined, '/home?analisis=1', {
      others: ({ path, method }) => {
        if (path === '/analysis-status') return { data: statuses, total: 3, page: 1, limit: 1000 }
        if (method === 'POST') return { ok: true }
        return path === '/analysis/analista' ? { data: [analysis(1, { ...unsent, SUBESTADO })], total: 1, page: 1, limit: 9 } : undefined
      },
    })
    const drawer = await screen.findByRole('dialog')
    await user.click(await within(drawer).findByRole('button', { name: 'Subestado: Sin subestado' }))
    const panel = screen.getByRole('dialog', { name: 'Subestado' })
    expect(
      within(panel)
        .getAllByRole('radio')
        .map((radio) => radio.parentElement?.textContent),
    ).toEqual(['Espera al banco', 'Sin subestado'])
    await user.click(within(panel).getByRole('radio', { name: 'Espera al banco' }))
    await user.click(within(panel).getByRole('button', { name: 'Guardar el subestado' }))
    await waitFor(() => expect(sent('/analysis-status/7/analysis')).toEqual([{ COD_ANALISIS: 1, comentario: '' }]))
    const table = screen.getByRole('grid', { name: 'Todas', hidden: true })
    expect(within(table).getByText('Espera al banco')).toBeTruthy()
  })
  test('every figure leads to the list that it counts', async () => {
    await home()
    const link = await screen.findByRole('link', { name: /1\s*Rechazada/ })
    expect(link.getAttribute('href')).toContain('estado=rechazado')
  })
  test('what asks for me keeps its place under the keyboard while the lists are read anew', async () => {
    let late = 5
    const { client } = await home(undefined, '/home', {
      others: ({ path }) =>
        path === '/dashboard/analista' && {
          period,
          contadores: { ...contadores, total: late++ },
          ...{ rechazados: [], atrasados: { total: 0, data: [] }, proximos: { total: 0, data: [] } },
        },
    })
    await screen.findByText('Falta el auxiliar de contratos.')
    const link = screen.getByRole('link', { name: /Cuenta 3/ })
    link.focus()
    await client.invalidateQueries()
    await screen.findByText('4 de 6')
    expect(document.activeElement).toBe(link)
  })
  test('the difference is shown while the value is typed, to the cent, and is what is sent', async () => {
    const { user, drawer, asked } = await open()
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), file())
    await user.type(within(drawer).getByLabelText('Sustentado'), '416.147.985,65')
    expect(drawer.querySelector('output')?.textContent).toContain('184.445,38')
    await user.type(within(drawer).getByLabelText(/Comentario de la variación/), 'Factura en tránsito.')
    await user.click(within(drawer).getByRole('button', { name: 'Enviar' }))
    await screen.findByText('Envió «Cuenta 1»')
    const sent = asked.find(({ path }) => path === '/analysis/file/1')?.body as FormData
    expect(Object.fromEntries([...sent.entries()].filter(([name]) => name !== 'file'))).toEqual({
      VALOR_ANALISIS: '416147985.65',
      VARIACION: '184445.38',
      COMENTARIO_VARIACION: 'Factura en tránsito.',
    })
  })
  test('a material movement is not sent without a comment', async () => {
    const { user, drawer, asked } = await open()
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), file())
    await user.type(within(drawer).getByLabelText('Sustentado'), '1')
    await user.click(within(drawer).getByRole('button', { name: 'Enviar' }))
    await within(drawer).findByText('Complete este campo.')
    expect(asked.some(({ path }) => path === '/analysis/file/1')).toBe(false)
  })
  test('what the server refuses lands at its field, and nothing that was typed is lost', async () => {
    const { user, drawer } = await open(() => {
      throw new Refusal(422, { code: 'invalid', message: 'Revise', issues: [{ path: 'VARIACION', message: 'La celda B12 dice 2,00.' }] })
    })
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), file())
    const value = within(drawer).getByLabelText('Sustentado') as HTMLInputElement
    await user.type(value, '1,00')
    await user.type(within(drawer).getByLabelText(/Comentario de la variación/), 'Comentario')
    await user.click(within(drawer).getByRole('button', { name: 'Enviar' }))
    await within(drawer).findByText('La celda B12 dice 2,00.')
    expect(value.getAttribute('aria-invalid')).toBe('true')
    expect(value.value).toBe('1,00')
    expect(within(drawer).getByText('libro.xlsx')).toBeTruthy()
  })
  test('a state that has moved is shown with what happened', async () => {
    const { user, drawer } = await open(() => {
      throw new Refusal(409, {
        code: 'analysis_not_pending',
        message: 'El análisis está aprobado.',
        current: analysis(1, { ESTADO_PRINCIPAL_ID: 4 }),
      })
    })
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), file())
    await user.type(within(drawer).getByLabelText('Sustentado'), '1')
    await user.type(within(drawer).getByLabelText(/Comentario de la variación/), 'Comentario')
    await user.click(within(drawer).getByRole('button', { name: 'Enviar' }))
    await within(drawer).findByText('El análisis está aprobado.')
    expect(within(drawer).getByText('Aprobado')).toBeTruthy()
  })
  test('last month’s comment is offered, and inserted only when asked for', async () => {
    const { user, drawer } = await open()
    const comment = within(drawer).getByLabelText(/Comentario de la variación/) as HTMLTextAreaElement
    expect(comment.value).toBe('')
    await user.click(within(drawer).getByRole('button', { name: 'Insertar' }))
    await waitFor(() => expect(comment.value).toBe('Baja por amortización.'))
  })
  test('a drawer that was closed by accident opens with what was typed', async () => {
    const first = await open()
    await first.user.type(within(first.drawer).getByLabelText('Sustentado'), '1234,50')
    await first.user.type(within(first.drawer).getByLabelText(/Comentario de la variación/), 'A medias')
    cleanup()
    const { drawer } = await open()
    await waitFor(() => expect((within(drawer).getByLabelText('Sustentado') as HTMLInputElement).value).toBe('1.234,50'))
    expect((within(drawer).getByLabelText(/Comentario de la variación/) as HTMLTextAreaElement).value).toBe('A medias')
  })

  test('what is kept anyway is not said to be lost by closing; a chosen file is, and so is by closing the tab what the server does not have', async () => {
    const { user, drawer } = await open()
    const isTabWarnedOf = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
    await user.type(within(drawer).getByLabelText(/Comentario de la variación/), 'A medias')
    expect([hasUnsavedWork(), isTabWarnedOf()]).toEqual([false, true])
    await within(drawer).findByText('Borrador guardado', {}, { timeout: 4000 })
    expect(isTabWarnedOf()).toBe(false)
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), file())
    await waitFor(() => expect(hasUnsavedWork()).toBe(true))
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('alertdialog', { name: '¿Cerrar sin guardar?' })).toBeTruthy()
  })
  test('what was sent meanwhile from elsewhere, and came back, is not covered by what was typed before', async () => {
    const first = await open()
    await first.user.type(within(first.drawer).getByLabelText(/Comentario de la variación/), 'A medias')
    cleanup()
    const sent = { ...unsent, VERSION: 1, COMENTARIO_VARIACION: 'Como se envió', ESTADO_PRINCIPAL_ID: 3 }
    const { drawer } = await open(undefined, { others: ({ path }) => path === '/analysis/1' && detail(1, { ...sent, PUEDE: may }) })
    expect((within(drawer).getByLabelText(/Comentario de la variación/) as HTMLTextAreaElement).value).toBe('Como se envió')
  })

  test('the draft is kept by the server too, so that another device and the workbook start from it', async () => {
    const { user, drawer, asked } = await open()
    await user.type(within(drawer).getByLabelText(/Comentario de la variación/), 'A medias')
    await within(drawer).findByText('Borrador guardado', {}, { timeout: 4000 })
    expect(asked.filter(({ method, path }) => method === 'PATCH' && path === '/analysis/1').map(({ path, body }) => [path, body])).toEqual([
      ['/analysis/1', { COMENTARIO_VARIACION: 'A medias', REVISION: 3 }],
    ])
  })
  test('what was typed in another window is not written over: it is shown, and one of the two is chosen', async () => {
    let there = 'De la otra ventana'
    let tried = false
    const moved = ({ method, path, body }: Asked) => {
      if (path !== '/analysis/1') return undefined
      const now = detail(1, { ...unsent, COMENTARIO_VARIACION: there, REVISION: 7, PUEDE: may })
      if (method === 'GET') return tried ? now : undefined
      tried = true
      if ((body as { REVISION: number }).REVISION !== 7) return new Refusal(409, { code: 'analysis_moved', message: 'Cambió.' })
      there = (body as { COMENTARIO_VARIACION: string }).COMENTARIO_VARIACION
      return { ...now, COMENTARIO_VARIACION: there }
    }
    const { user, drawer } = await open(undefined, { others: moved })
    const comment = within(drawer).getByLabelText(/Comentario de la variación/) as HTMLTextAreaElement
    await user.type(comment, 'De aquí')
    await within(drawer).findByText('De la otra ventana', {}, { timeout: 4000 })
    expect(there).toBe('De la otra ventana')
    await user.click(within(drawer).getByRole('button', { name: 'Usar lo de allí' }))
    expect(comment.value).toBe('De la otra ventana')
    expect(within(drawer).queryByRole('button', { name: 'Seguir con lo de aquí' })).toBeNull()
    await user.type(comment, ', y de aquí')
    await waitFor(() => expect(there).toBe('De la otra ventana, y de aquí'), { timeout: 4000 })
  })
  test('a revision that moved for another reason does not stop the draft', async () => {
    let first = true
    const moved = ({ method, path }: Asked) => {
      if (path !== '/analysis/1' || method !== 'PATCH' || !first) return undefined
      first = false
      return new Refusal(409, { code: 'analysis_moved', message: 'Cambió.' })
    }
    const { user, drawer } = await open(undefined, { others: moved })
    await user.type(within(drawer).getByLabelText(/Comentario de la variación/), 'De aquí')
    await within(drawer).findByText('Borrador guardado', {}, { timeout: 4000 })
    expect(within(drawer).queryByRole('button', { name: 'Usar lo de allí' })).toBeNull()
  })
  test('a draft of this tab does not cover what was stored from elsewhere since', async () => {
    const first = await open()
    await first.user.type(within(first.drawer).getByLabelText(/Comentario de la variación/), 'De aquí')
    cleanup()
    const others = ({ path, method }: Asked) =>
      path === '/analysis/1' && method === 'GET'
        ? detail(1, { ...unsent, COMENTARIO_VARIACION: 'Más nuevo', REVISION: 7, PUEDE: may })
        : undefined
    const { user, drawer, asked } = await open(undefined, { others })
    await within(drawer).findByText('Más nuevo')
    await new Promise((done) => setTimeout(done, 1_700))
    expect(asked.filter(({ method }) => method === 'PATCH')).toEqual([])
    await user.click(within(drawer).getByRole('button', { name: 'Seguir con lo de aquí' }))
    await waitFor(
      () =>
        expect(asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
          { COMENTARIO_VARIACION: 'De aquí', REVISION: 7 },
        ]),
      { timeout: 4000 },
    )
  })
  test.each(['goes on typing', 'signs in again'])(
    'what this window itself stored without hearing of it is not another’s: it %s',
    async (how) => {
      let there = { COMENTARIO_VARIACION: '', REVISION: 3 }
      let line: 'answers are lost' | 'is cut' | 'is back' = 'answers are lost'
      const flaky = ({ method, path, body }: Asked) => {
        if (path !== '/analysis/1') return undefined
        if (line === 'is cut') return AWAY
        const draft = body as typeof there
        if (method === 'PATCH' && draft.REVISION !== there.REVISION) return new Refusal(409, { code: 'analysis_moved', message: 'Cambió.' })
        if (method === 'PATCH') there = { COMENTARIO_VARIACION: draft.COMENTARIO_VARIACION, REVISION: there.REVISION + 1 }
        return method === 'PATCH' && line === 'answers are lost' ? AWAY : detail(1, { ...unsent, ...there, PUEDE: may })
      }
      const first = await open(undefined, { others: flaky })
      const comment = () => screen.getByLabelText(/Comentario de la variación/)
      const saves = (asked: Asked[]) => asked.filter(({ method }) => method === 'PATCH').length
      await first.user.type(comment(), 'Uno')
      await waitFor(() => expect(there.COMENTARIO_VARIACION).toBe('Uno'), { timeout: 4000 })
      line = 'is cut'
      await first.user.type(comment(), ', dos')
      await waitFor(() => expect(saves(first.asked)).toBe(2), { timeout: 4000 })
      line = 'is back'
      if (how === 'signs in again') {
        cleanup()
        await open(undefined, { others: flaky })
      }
      await first.user.type(comment(), ', tres')
      await waitFor(() => expect(there.COMENTARIO_VARIACION).toBe('Uno, dos, tres'), { timeout: 4000 })
      expect(screen.queryByRole('button', { name: 'Usar lo de allí' })).toBeNull()
    },
  )
  test('what was typed and deleted again does not come back, neither here nor from the server', async () => {
    const first = await open()
    const comment = within(first.drawer).getByLabelText(/Comentario de la variación/)
    await first.user.type(comment, 'Mal')
    await within(first.drawer).findByText('Borrador guardado', {}, { timeout: 4000 })
    await first.user.clear(comment)
    await waitFor(
      () => expect(first.asked.filter(({ method }) => method === 'PATCH').at(-1)!.body).toMatchObject({ COMENTARIO_VARIACION: '' }),
      {
        timeout: 4000,
      },
    )
    cleanup()
    const { drawer } = await open()
    expect((within(drawer).getByLabelText(/Comentario de la variación/) as HTMLTextAreaElement).value).toBe('')
  })
  test('a value that is deleted again is deleted on the server too', async () => {
    const { user, drawer, asked } = await open()
    const value = within(drawer).getByLabelText(/^Sustentado/)
    const kept = () => asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
    await user.type(value, '5')
    await waitFor(() => expect(kept()).toMatchObject([{ VALOR_ANALISIS: '5' }]), { timeout: 4000 })
    await user.clear(value)
    await waitFor(() => expect(kept().at(-1)).toMatchObject({ VALOR_ANALISIS: null }), { timeout: 4000 })
  })
  test('what the workbook says comes into the fields that nobody has filled in', async () => {
    const { user, drawer } = await open(undefined, { check: () => checked() })
    await user.type(within(drawer).getByLabelText(/Comentario de la variación/), 'El mío')
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), file())
    await within(drawer).findByText('El libro es de esta cuenta y sus celdas cuadran.')
    await waitFor(() => expect((within(drawer).getByLabelText('Sustentado') as HTMLInputElement).value).toBe('416.147.985,65'))
    expect((within(drawer).getByLabelText(/Comentario de la variación/) as HTMLTextAreaElement).value).toBe('El mío')
  })
  test('what one workbook filled in goes with it: the next one says its own, and leaves empty what it does not say', async () => {
    const says = (name: string) =>
      name === 'v1.xlsx'
        ? checked({}, { VALOR_ANALISIS: '1.00', COMENTARIO_VARIACION: 'De v1' })
        : checked({}, { VALOR_ANALISIS: '2.00', COMENTARIO_VARIACION: null })
    const { user, drawer, asked } = await open(undefined, { check: says })
    const [value, comment] = [/^Sustentado/, /Comentario de la variación/].map(
      (label) => within(drawer).getByLabelText(label) as HTMLInputElement,
    )
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), named('v1.xlsx'))
    await waitFor(() => expect([value!.value, comment!.value]).toEqual(['1,00', 'De v1']))
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), named('v2.xlsx'))
    await waitFor(() => expect([value!.value, comment!.value]).toEqual(['2,00', '']))
    // Nothing that only a file said was kept as a draft.
    await new Promise((done) => setTimeout(done, 1_700))
    expect(asked.filter(({ method }) => method === 'PATCH')).toEqual([])
    expect(sessionStorage.length).toBe(0)
  })
  test('what a person wrote stays, is told as theirs beside what the next workbook says, and can be given up for it', async () => {
    const { user, drawer } = await open(undefined, {
      check: (name) => checked({}, name === 'v1.xlsx' ? {} : { VALOR_ANALISIS: '2.00', COMENTARIO_VARIACION: 'De v2' }),
    })
    const value = within(drawer).getByLabelText(/^Sustentado/) as HTMLInputElement
    const comment = within(drawer).getByLabelText(/Comentario de la variación/) as HTMLTextAreaElement
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), named('v1.xlsx'))
    await waitFor(() => expect(comment.value).toBe('Factura en tránsito.'))
    await user.type(comment, ' Y lo mío.')
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), named('v2.xlsx'))
    await waitFor(() => expect(value.value).toBe('2,00'))
    expect(comment.value).toBe('Factura en tránsito. Y lo mío.')
    expect(within(drawer).getByText(/Este comentario lo escribió usted; el libro dice/).textContent).toContain('De v2')
    await user.click(within(drawer).getByRole('button', { name: 'Usar lo del libro' }))
    await waitFor(() => expect(comment.value).toBe('De v2'))
    expect(within(drawer).queryByText(/lo escribió usted/)).toBeNull()
  })
  test('its wrong cells are named before it is sent, and nothing is taken from it', async () => {
    const CELDAS = [{ celda: 'Análisis!B13', codigo: 'workbook_arithmetic', mensaje: 'La celda Análisis!B13 dice 1,00.' }]
    const { user, drawer } = await open(undefined, { check: () => checked({ CELDAS }) })
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), file())
    await within(drawer).findByText('La celda Análisis!B13 dice 1,00.')
    expect((within(drawer).getByLabelText('Sustentado') as HTMLInputElement).value).toBe('')
  })
  test('a workbook of another account says so, and leads there', async () => {
    const { user, drawer } = await open(undefined, { check: () => checked({ COD_ANALISIS: 3, NOMBRE: 'Cuenta 3' }) })
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), file())
    await within(drawer).findByText(/Este libro es de «Cuenta 3»/)
    await user.click(within(drawer).getByRole('button', { name: 'Abrir esa cuenta' }))
    expect(location.search).toContain('analisis=3')
  })
  test('more time is asked for beside the deadline, to another day at the same hour', async () => {
    const { user, drawer, asked } = await open(undefined, {
      others: ({ path, method }) => path === '/period/extension' && method === 'POST' && { pedidas: [] },
    })
    await user.click(await within(drawer).findByRole('button', { name: 'Pedir prórroga' }))
    const dialog = await screen.findByRole('dialog', { name: 'Pedir prórroga' })
    await user.type(within(dialog).getByLabelText('Nuevo plazo, a la misma hora'), '09-11-2026')
    await user.type(within(dialog).getByLabelText('Motivo'), 'El banco entrega el extracto el lunes.')
    await user.click(within(dialog).getByRole('button', { name: 'Pedir' }))
    await screen.findByText('Pidió la prórroga')
    expect(asked.find(({ path, method }) => path === '/period/extension' && method === 'POST')?.body).toEqual({
      itemIds: [1],
      nuevaFecha: '2026-11-09T21:00:00.000Z',
      motivo: 'El banco entrega el extracto el lunes.',
    })
  })
  test('the day of a deadline is that of the business, also where it is another one in UTC', async () => {
    const late = analysis(1, { ...unsent, VENCE_ANALISTA: new Date('2026-11-06T23:30:00').toISOString() })
    const { user, asked } = await home(undefined, '/home?analisis=1', {
      others: ({ path, method }) =>
        path === '/period/extension' && method === 'POST'
          ? { pedidas: [] }
          : path === '/analysis/1' && method === 'GET' && { ...detail(1, late), PUEDE: { ...detail(1).PUEDE, enviar: true } },
    })
    await user.click(await screen.findByRole('button', { name: 'Pedir prórroga' }))
    await user.type(await screen.findByLabelText('Nuevo plazo, a la misma hora'), '09-11-2026')
    await user.type(screen.getByLabelText('Motivo'), 'El banco entrega el extracto el lunes.')
    await user.click(screen.getByRole('button', { name: 'Pedir' }))
    await screen.findByText('Pidió la prórroga')
    expect(asked.find(({ path, method }) => path === '/period/extension' && method === 'POST')?.body).toMatchObject({
      nuevaFecha: new Date('2026-11-09T23:30:00').toISOString(),
    })
  })
  test('what was not checked in a workbook is told, and nothing is said to be right', async () => {
    const AVISOS = [{ celda: 'A!B12', codigo: 'workbook_unchecked', mensaje: 'Sin comprobar la celda A!B12.' }]
    const { user, drawer } = await open(undefined, { check: () => checked({ AVISOS }) })
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), file())
    await within(drawer).findByText('Sin comprobar la celda A!B12.')
    expect(within(drawer).queryByText(/sus celdas cuadran/)).toBeNull()
  })
  test('a difference above the threshold asks for an explanation, also where nothing moved', async () => {
    const { user, drawer } = await open(undefined, {
      others: ({ path, method }) =>
        path === '/analysis/1' && method === 'GET'
          ? detail(1, { ...unsent, MATERIALIDAD: 'menor', PUEDE: { ...detail(1).PUEDE, enviar: true } })
          : undefined,
    })
    expect(drawer.textContent).toMatch(/umbral 1\.000 o 10\s%/)
    const comment = within(drawer).getByLabelText(/Comentario de la variación/)
    expect(comment.getAttribute('aria-required')).toBe('false')
    await user.type(within(drawer).getByLabelText(/^Sustentado/), '416.331.000,00')
    await within(drawer).findByText('Obligatorio: la diferencia pasa el umbral.')
    expect(comment.getAttribute('aria-required')).toBe('true')
  })
  test('marks on the explanation are shown while it is written', async () => {
    const marks = [
      { codigo: 'comentario_copiado', resultado: 'aviso', monto: null, detalle: '2026-08' },
      { codigo: 'signo_contrario', resultado: 'aviso', monto: null, detalle: 'Aumento' },
    ]
    const { user, drawer, asked } = await open(undefined, { marks })
    await user.type(within(drawer).getByLabelText(/Comentario de la variación/), 'Aumento del mes')
    const list = await within(drawer).findByRole('region', { name: 'Avisos sobre la explicación' })
    expect(within(list).getByText('El comentario es el mismo de agosto de 2026')).toBeTruthy()
    expect(within(list).getByText('Aumento')).toBeTruthy()
    expect(asked.find(({ path }) => path === '/analysis/1/marks')?.body).toEqual({ COMENTARIO_VARIACION: 'Aumento del mes' })
  })
  test('a network that goes away in mid-upload loses nothing: it is sent again when it is back', async () => {
    let away = true
    const { user, drawer, asked } = await open(() => {
      if (away) throw AWAY
      return analysis(1)
    })
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), file())
    await user.type(within(drawer).getByLabelText('Sustentado'), '1')
    await user.type(within(drawer).getByLabelText(/Comentario de la variación/), 'Comentario')
    await user.click(within(drawer).getByRole('button', { name: 'Enviar' }))
    await within(drawer).findByText(/Sin conexión con el servidor/)
    away = false
    dispatchEvent(new Event('online'))
    await screen.findByText('Envió «Cuenta 1»')
    expect(asked.filter(({ path }) => path === '/analysis/file/1')).toHaveLength(2)
  })
  test('what had arrived, only its answer being lost, counts as sent', async () => {
    let tries = 0
    const { user, drawer } = await open(() => {
      if (++tries === 1) throw AWAY
      const ARCHIVO = { ID: 1, NOMBRE: 'libro.xlsx', TAMANO: 1, VERSION: 1, SHA256: 'x', CARGADO_POR: 'Yo', CARGADO_EN: null }
      throw new Refusal(409, {
        code: 'analysis_not_pending',
        message: 'Ya está enviado.',
        current: analysis(1, { VERSION: 1, VALOR_ANALISIS: '1.00', ARCHIVO }),
      })
    })
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), file())
    await user.type(within(drawer).getByLabelText('Sustentado'), '1')
    await user.type(within(drawer).getByLabelText(/Comentario de la variación/), 'Comentario')
    await user.click(within(drawer).getByRole('button', { name: 'Enviar' }))
    await within(drawer).findByText(/Sin conexión con el servidor/)
    dispatchEvent(new Event('online'))
    // It goes on as after any other: the form is closed.
    await waitFor(() => expect(location.search).toBe(''))
    expect(tries).toBe(2)
  })
  test('what was sent is taken back while nobody has decided', async () => {
    const { user, drawer, asked } = await (async () => {
      const can = { enviar: false, recuperar: true, motivo: 'El análisis ya no espera un envío: está enviado.' }
      const view = await home(undefined, '/home?analisis=1', { can })
      return { ...view, drawer: await screen.findByRole('dialog') }
    })()
    await user.click(await within(drawer).findByRole('button', { name: 'Retirar el envío' }))
    await screen.findByText('Retiró el envío de «Cuenta 1»')
    expect(asked.find(({ path }) => path === '/analysis/1/recall')?.body).toEqual({ REVISION: 3 })
  })
  test('what was taken back is taken back, though the answer was lost', async () => {
    const can = { enviar: false, recuperar: true }
    const { user } = await home(() => AWAY, '/home?analisis=1', { can })
    await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Retirar el envío' }))
    await screen.findByText('Retiró el envío de «Cuenta 1»')
  })
})

describe('annexes', () => {
  /** The server keeps what arrives; `refused` answers in its place. */
  async function annexing(refused: (name: string) => unknown = () => undefined, there: ReturnType<typeof annex>[] = []) {
    let kept = there
    const others = ({ path, method, body }: Asked) => {
      if (path === '/analysis/1/annex') {
        const { name } = (body as FormData).get('file') as File
        refused(name)
        const added = annex(kept.length + 1, name)
        kept = [...kept, added]
        return added
      }
      const [, id] = /annex\/(\d+)$/.exec(path) ?? []
      if (method === 'DELETE') kept = kept.filter(({ ID }) => ID !== Number(id))
      if (path.startsWith('/analysis/annex/') && method === 'PATCH') {
        kept = kept.map((one) => (one.ID === Number(id) ? { ...one, ...(body as object) } : one))
        return kept.find(({ ID }) => ID === Number(id))
      }
      return path === '/analysis/1' && method === 'GET'
        ? detail(1, { ...unsent, ANEXOS: kept, PUEDE: { ...detail(1).PUEDE, enviar: true } })
        : method === 'DELETE' && { ok: true }
    }
    const view = await open(undefined, { others })
    const choose = (...names: string[]) =>
      view.user.upload(
        within(view.drawer).getByLabelText(/Agregar anexos/),
        names.map((name) => new File(['x'], name)),
      )
    const listed = () =>
      within(within(view.drawer).queryByRole('list', { name: /Anexos/ }) ?? document.createElement('ul'))
        .queryAllByRole('listitem')
        .map((item) => item.querySelector('.medium')!.textContent)
    const sent = () =>
      view.asked.filter(({ path }) => path === '/analysis/1/annex').map(({ body }) => ((body as FormData).get('file') as File).name)
    return { ...view, choose, listed, sent }
  }

  test('go up by themselves when they are chosen, are described, and taken away again', async () => {
    const { user, drawer, choose, listed, sent, asked } = await annexing()
    await choose('extracto.pdf', 'contrato.pdf')
    await waitFor(() => expect(listed()).toEqual(['extracto.pdf', 'contrato.pdf']))
    expect(sent()).toEqual(['extracto.pdf', 'contrato.pdf'])
    await user.type(within(drawer).getByLabelText('Descripción de contrato.pdf'), 'Contrato marco{Enter}')
    await waitFor(() => expect(asked.find(({ path }) => path === '/analysis/annex/2')?.body).toEqual({ DESCRIPCION: 'Contrato marco' }))
    // Enter has kept it, and sent nothing.
    expect(asked.some(({ path }) => path === '/analysis/file/1')).toBe(false)
    await user.click(within(drawer).getByRole('button', { name: 'Quitar extracto.pdf' }))
    await waitFor(() => expect(listed()).toEqual(['contrato.pdf']))
  })
  test('one that is refused says why and holds up no other; a wrong kind is not even sent', async () => {
    const { user, drawer, choose, listed, sent, asked } = await annexing((name) => {
      if (name === 'copia.pdf')
        throw new Refusal(409, { code: 'annex_twice', message: 'Ese contenido ya está en este análisis: «extracto.pdf».' })
    })
    await choose('copia.pdf', 'contrato.pdf')
    await within(drawer).findByText('Ese contenido ya está en este análisis: «extracto.pdf».')
    await waitFor(() => expect(listed()).toEqual(['contrato.pdf']))
    // Nothing goes without it unnoticed.
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), file())
    await user.type(within(drawer).getByLabelText('Sustentado'), '1')
    await user.type(within(drawer).getByLabelText(/Comentario de la variación/), 'Comentario')
    await user.click(within(drawer).getByRole('button', { name: 'Enviar' }))
    await within(drawer).findByText('Hay anexos que no se agregaron: quítelos de la lista o elija otros.')
    expect(asked.some(({ path }) => path === '/analysis/file/1')).toBe(false)
    await user.click(within(drawer).getByRole('button', { name: 'Quitar copia.pdf' }))
    expect(within(drawer).queryByText(/Ese contenido/)).toBeNull()
    await userEvent.setup({ applyAccept: false }).upload(within(drawer).getByLabelText(/Agregar anexos/), new File(['x'], 'nota.docx'))
    const refused = await within(drawer).findByText(/El archivo debe ser/)
    expect(refused.textContent).toMatch(/^nota\.docx: El archivo debe ser \.xlsx, .+ o \.jpeg\.$/)
    expect(sent()).toEqual(['copia.pdf', 'contrato.pdf'])
  })
  test('a network that goes away loses none; what is sent waits for those that are on their way', async () => {
    let away = true
    const { user, drawer, choose, sent, asked } = await annexing(() => {
      if (away) throw AWAY
    })
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), file())
    await user.type(within(drawer).getByLabelText('Sustentado'), '1')
    await user.type(within(drawer).getByLabelText(/Comentario de la variación/), 'Comentario')
    await choose('extracto.pdf', 'contrato.pdf')
    await within(drawer).findByText(/Los anexos siguen subiendo solos/)
    await user.click(within(drawer).getByRole('button', { name: 'Enviar' }))
    expect(asked.some(({ path }) => path === '/analysis/file/1')).toBe(false)
    away = false
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(asked.some(({ path }) => path === '/analysis/file/1')).toBe(true))
    expect(sent().slice(-2)).toEqual(['extracto.pdf', 'contrato.pdf'])
  })
  test('those of a version that came back are still there, those that were taken away are not', async () => {
    const { drawer, listed } = await annexing(undefined, [
      annex(1, 'queda.pdf', { VERSION_DESDE: 1, DESCRIPCION: 'Del banco' }),
      annex(2, 'se fue.pdf', { VERSION_DESDE: 1, VERSION_HASTA: 1 }),
    ])
    expect(listed()).toEqual(['queda.pdf'])
    expect(within(drawer).getByText('Del banco')).toBeTruthy()
    expect(within(drawer).queryByLabelText('Descripción de queda.pdf')).toBeNull()
  })
})

describe('many workbooks at once', () => {
  const batch = async (check: (name: string) => unknown, submit?: (asked: Asked) => unknown) => {
    const said = jest.spyOn(notify, 'success').mockClear()
    const view = await home(submit, '/home?cargar=1', { check })
    const drawer = await screen.findByRole('dialog')
    const files = within(drawer).getByLabelText(/Arrastre los libros/)
    const drop = (...names: string[]) =>
      view.user.upload(
        files,
        names.map((name) => new File(['x'], name)),
      )
    const line = (name: string) => within(drawer).getByText(name).closest('li')!
    return { ...view, drawer, drop, line, said }
  }

  test('each goes to its own account; what is wrong with one does not hold up the others', async () => {
    const { user, drawer, drop, line, asked } = await batch((name) => {
      if (name === 'mal.xlsx')
        return checked({
          COD_ANALISIS: 3,
          NOMBRE: 'Cuenta 3',
          CELDAS: [{ celda: 'A!B9', codigo: 'workbook_stale', mensaje: 'B9 es vieja.' }],
        })
      return name === 'foto.xlsx' ? NOT_OURS : checked()
    })
    await drop('bien.xlsx', 'mal.xlsx', 'foto.xlsx')
    await within(drawer).findByText('1 por enviar · 0 enviados · 3 en total')
    expect(line('mal.xlsx').textContent).toContain('B9 es vieja.')
    expect(line('foto.xlsx').textContent).toContain('no es un libro de Cuadre')
    await user.click(within(drawer).getByRole('button', { name: 'Enviar 1' }))
    await within(drawer).findByText('0 por enviar · 1 enviado · 3 en total')
    const sent = asked.filter(({ path }) => path.startsWith('/analysis/file/'))
    expect(sent.map(({ path }) => path)).toEqual(['/analysis/file/1'])
    expect(Object.fromEntries([...(sent[0]!.body as FormData).entries()].filter(([name]) => name !== 'file'))).toEqual({
      VALOR_ANALISIS: '416147985.65',
      VARIACION: '184445.38',
      COMENTARIO_VARIACION: 'Factura en tránsito.',
    })
  })
  test('of two for one account the one chosen later is sent; of two chosen together none until one is taken away', async () => {
    const { user, drawer, drop, line, asked } = await batch((name) =>
      checked({}, { VALOR_ANALISIS: name === 'v1.xlsx' ? '1.00' : '2.00', COMENTARIO_VARIACION: name }),
    )
    await drop('v1.xlsx', 'copia.xlsx')
    await within(drawer).findByText('0 por enviar · 0 enviados · 2 en total')
    await waitFor(() => expect(line('v1.xlsx').textContent).toContain('hay otro archivo de la misma cuenta'))
    await user.click(within(drawer).getByRole('button', { name: 'Quitar copia.xlsx' }))
    await within(drawer).findByText('1 por enviar · 0 enviados · 1 en total')
    await drop('v2.xlsx')
    await waitFor(() => expect(line('v1.xlsx').textContent).toContain('hay otro archivo de la misma cuenta'))
    await user.click(await within(drawer).findByRole('button', { name: 'Enviar 1' }))
    await within(drawer).findByText('0 por enviar · 1 enviado · 2 en total')
    const sent = asked.filter(({ path }) => path.startsWith('/analysis/file/')).map(({ body }) => body as FormData)
    expect(sent.map((body) => [(body.get('file') as File).name, body.get('VALOR_ANALISIS'), body.get('COMENTARIO_VARIACION')])).toEqual([
      ['v2.xlsx', '2.00', 'v2.xlsx'],
    ])
  })
  test('the workbook of a group goes to its group, with the values of its cells', async () => {
    const { user, drawer, drop, asked } = await batch(() =>
      checked({ tipo: 'grupo', COD_ANALISIS: null, AGRUPADO_ID: 5, NOMBRE: 'Bancos' }),
    )
    await drop('bancos.xlsx')
    await within(drawer).findByText('Bancos')
    await user.click(await within(drawer).findByRole('button', { name: 'Enviar 1' }))
    await within(drawer).findByText('0 por enviar · 1 enviado · 1 en total')
    const [sent] = asked.filter(({ path }) => path === '/analysis/group/5/file')
    expect([...(sent!.body as FormData).keys()]).toEqual(['file'])
  })
  test('one that is taken away while others are on their way is not sent', async () => {
    let arrive = () => {}
    const first = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const { user, drawer, drop, asked, said } = await batch(
      (name) => checked({ COD_ANALISIS: Number(name[0]), NOMBRE: name }),
      async ({ path }) => {
        if (path.endsWith('/1')) await first
        return analysis(1)
      },
    )
    await drop('1.xlsx', '2.xlsx', '3.xlsx')
    await user.click(await within(drawer).findByRole('button', { name: 'Enviar 3' }))
    await within(drawer).findByText('2 por enviar · 0 enviados · 3 en total')
    await user.click(within(drawer).getByRole('button', { name: 'Quitar 2.xlsx' }))
    arrive()
    await waitFor(() => expect(said.mock.calls).toEqual([['2 libros enviados']]))
    expect(asked.filter(({ path }) => path.startsWith('/analysis/file/')).map(({ path }) => path.at(-1))).toEqual(['1', '3'])
  })
  test('one that is refused says why, and stays; nothing is said to be sent', async () => {
    const { user, drop, line, drawer, said } = await batch(
      () => checked(),
      () => {
        throw new Refusal(409, { code: 'period_closed', message: 'El período está cerrado.' })
      },
    )
    await drop('libro.xlsx')
    await user.click(await within(drawer).findByRole('button', { name: 'Enviar 1' }))
    await waitFor(() => expect(line('libro.xlsx').textContent).toContain('El período está cerrado.'))
    expect(said).not.toHaveBeenCalled()
  })
})

describe('several accounts as one', () => {
  test('ask for attention as their group, and share one workbook', async () => {
    const { asked, user } = await home(undefined, '/home', {
      others: ({ path }) => {
        if (path === '/analysis/analista') return { data: [member(1), member(2), analysis(3, unsent)], total: 3, page: 1, limit: 999_999 }
        if (path === '/analysis/group/analista') return { data: [group], total: 1, page: 1, limit: 999_999 }
        return path.endsWith('/workbook') ? new Blob(['x']) : undefined
      },
    })
    const link = await screen.findByRole('link', { name: /^Bancos/ })
    expect(link.textContent).toContain('832.664.862,06')
    expect(link.textContent).toContain('2 cuentas')
    await user.click(screen.getByRole('button', { name: 'Plantillas (2)' }))
    await waitFor(() => expect(asked.map(({ path }) => path)).toContain('/analysis/3/workbook'))
    expect(asked.map(({ path }) => path).filter((path) => path.endsWith('/workbook'))).toEqual([
      '/analysis/group/5/workbook',
      '/analysis/3/workbook',
    ])
  })

  const member = (id: number) => analysis(id, { ...unsent, AGRUPADO_ID: 5 })
  const group = { ...member(1), NOMBRE: 'Bancos', CUENTAS: 2, AGRUPADO_ID: 5, VALOR_BALANCE: '832664862.06' }
  const groupDetail = {
    ...group,
    MIEMBROS: [member(1), member(2)],
    MARCAS: [],
    PLANTILLA: null,
    ARCHIVOS: [],
    ANEXOS: [],
    EVENTOS: [],
    CADENA_INTEGRA: true,
    PUEDE: detail(1).PUEDE,
  }

  test('chosen in the list, named, and opened to be sent', async () => {
    const { asked, user } = await home(undefined, '/home', {
      others: ({ path, method }) => {
        if (path === '/analysis/analista')
          return { data: [analysis(1, unsent), analysis(2, unsent), analysis(3)], total: 3, page: 1, limit: 999_999 }
        if (path === '/analysis/group' && method === 'POST') return group
        return path === '/analysis/group/5' ? { ...groupDetail, PUEDE: { ...groupDetail.PUEDE, enviar: true } } : undefined
      },
    })
    const table = await screen.findByRole('grid', { name: 'Todas' })
    await within(table).findByText('Cuenta 2')
    for (const row of within(table).getAllByRole('row').slice(1)) await user.click(within(row).getByRole('checkbox'))
    // The third was sent already.
    await user.click(screen.getByRole('button', { name: 'Agrupar 2' }))
    const dialog = await screen.findByRole('dialog', { name: 'Agrupar 2 cuentas' })
    await user.type(within(dialog).getByLabelText('Nombre del grupo'), 'Bancos{Enter}')
    await screen.findByRole('dialog', { name: 'Bancos' }, { timeout: 5000 })
    expect(asked.find(({ path, method }) => path === '/analysis/group' && method === 'POST')?.body).toEqual({
      NOMBRE: 'Bancos',
      COD_ANALISIS: [1, 2],
    })
    expect(location.search).toContain('grupo=5')
    // The bar that it was opened from has gone with the selection: the keyboard goes on in the list.
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('grid', { name: 'Todas' })))
  })
  test('have more time asked for as one', async () => {
    const late = (code: string) => ({ path: 'nuevaFecha', message: `${code}: no se prorroga más allá del cierre de octubre de 2026.` })
    const answers = [{ pedidas: [] }, new Refusal(422, { code: 'extension_past_close', issues: [late('1'), late('2')] })]
    const { user, sent } = await home(undefined, '/home?grupo=5', {
      others: ({ path, method }) =>
        path === '/period/extension' && method === 'POST'
          ? answers.pop()
          : path === '/analysis/group/5' && { ...groupDetail, PUEDE: { ...groupDetail.PUEDE, enviar: true } },
    })
    await user.click(await screen.findByRole('button', { name: 'Pedir prórroga' }))
    const dialog = await screen.findByRole('dialog', { name: 'Pedir prórroga' })
    within(dialog).getByText(/^Es para todas las cuentas del grupo/)
    await user.type(within(dialog).getByLabelText('Nuevo plazo, a la misma hora'), '09-11-2026')
    await user.type(within(dialog).getByLabelText('Motivo'), 'El banco entrega el extracto el lunes.')
    await user.click(within(dialog).getByRole('button', { name: 'Pedir' }))
    await waitFor(() => expect(within(dialog).getAllByText(/más allá del cierre/).length).toBeGreaterThan(0))
    expect(within(dialog).queryByText(/^2: /)).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Pedir' }))
    await screen.findByText('Pidió la prórroga')
    expect(sent('/period/extension')).toMatchObject([{ itemIds: [1] }, { itemIds: [1] }])
  })
  test('are sent with one file; its workbook fills in the value of each', async () => {
    const values = (id: number, VALOR_ANALISIS: string) => ({ ...checked().VALORES[0], COD_ANALISIS: id, VALOR_ANALISIS })
    const { asked, user } = await home(() => group, '/home?grupo=5', {
      check: () =>
        checked({ tipo: 'grupo', COD_ANALISIS: null, AGRUPADO_ID: 5, NOMBRE: 'Bancos', VALORES: [values(1, '10.00'), values(2, '20.50')] }),
      others: ({ path }) => (path === '/analysis/group/5' ? { ...groupDetail, PUEDE: { ...groupDetail.PUEDE, enviar: true } } : undefined),
    })
    const drawer = await screen.findByRole('dialog', { name: 'Bancos' })
    await user.upload(await within(drawer).findByLabelText('Libro de sustento'), file())
    await waitFor(() => expect((within(drawer).getByLabelText('Sustentado de 1.9.9.00.00-2') as HTMLInputElement).value).toBe('20,50'))
    await user.click(within(drawer).getByRole('button', { name: 'Enviar 2' }))
    await screen.findByText('Envió «Bancos»')
    const sent = asked.find(({ path }) => path === '/analysis/group/5/file')!.body as FormData
    expect(JSON.parse(String(sent.get('VALORES')))).toEqual([
      // With the difference that was seen: the server tells where the balance is another by now.
      { COD_ANALISIS: 1, VALOR_ANALISIS: '10.00', VARIACION: '416332421.03' },
      { COD_ANALISIS: 2, VALOR_ANALISIS: '20.50', VARIACION: '416332410.53' },
    ])
  })
  test('one that came back says until when it is to be sent again, beside what was sent', async () => {
    const rejected = {
      ...groupDetail,
      ESTADO_PRINCIPAL_ID: 3,
      FECHA_ENVIO: '2026-11-04T12:00:00Z',
      PUEDE: { ...groupDetail.PUEDE, enviar: true },
    }
    await home(undefined, '/home?grupo=5', { others: ({ path }) => (path === '/analysis/group/5' ? rejected : undefined) })
    const drawer = await screen.findByRole('dialog', { name: 'Bancos' })
    expect(await within(drawer).findByText('Vence')).toBeTruthy()
    expect(within(drawer).getByText('Sustentado')).toBeTruthy()
  })
  test('what an auditor asked about one of its accounts is found in it', async () => {
    const asked = {
      ID: 4,
      COD_ANALISIS: 1,
      CUENTA: '1101',
      NOMBRE_CUENTA: 'Caja',
      ASUNTO: 'Falta el extracto',
      ESTADO: 'abierta',
      VENCE: '2026-11-17',
      PREGUNTA: '¿Dónde está el extracto?',
      PUEDE: { responder: true, preguntar: false, cerrar: false },
    }
    await home(undefined, '/home?grupo=5', {
      others: ({ path, query }) =>
        path === '/analysis/group/5'
          ? groupDetail
          : path === '/observation' && query.get('groupId') === '5'
            ? { data: [asked], total: 1, page: 1, limit: 1000 }
            : undefined,
    })
    const drawer = await screen.findByRole('dialog', { name: 'Bancos' })
    expect(await within(drawer).findByRole('button', { name: 'Falta el extracto' })).toBeTruthy()
  })
  test('more accounts come in as long as it was not sent: those alone of the same department and currency', async () => {
    const alone = (id: number, more: object = {}) => analysis(id, { ...unsent, ...more })
    const { asked, user } = await home(() => group, '/home?grupo=5', {
      others: ({ path, query, method }) => {
        if (path === '/analysis/group/5/members' && method === 'POST') return group
        if (path === '/analysis/group/5') return { ...groupDetail, PUEDE: { ...groupDetail.PUEDE, enviar: true } }
        return path === '/analysis/analista' && query.get('bandeja') === 'sin_enviar'
          ? { data: [alone(7), alone(8, { COD_DEPARTAMENTO: 2 }), alone(9, { MONEDA: 'USD' })], total: 3, page: 1, limit: 999_999 }
          : undefined
      },
    })
    const drawer = await screen.findByRole('dialog', { name: 'Bancos' })
    await user.click(await within(drawer).findByRole('button', { name: 'Agregar cuentas' }))
    const dialog = await screen.findByRole('dialog', { name: 'Agregar a «Bancos»' })
    await user.click(await within(dialog).findByRole('checkbox', { name: /Cuenta 7/ }))
    expect(within(dialog).getAllByRole('checkbox')).toHaveLength(1)
    await user.click(within(dialog).getByRole('button', { name: 'Agregar 1 cuenta' }))
    await screen.findByText('1 cuenta agregada a «Bancos»')
    expect(asked.find(({ path }) => path === '/analysis/group/5/members')?.body).toEqual({ COD_ANALISIS: [7] })
  })
  test('a group is made and taken apart, though the answers were lost', async () => {
    let there = true
    const { user } = await home(undefined, '/home', {
      others: ({ path, method }) => {
        if (path === '/analysis/analista') return { data: [analysis(1, unsent), analysis(2, unsent)], total: 2, page: 1, limit: 999_999 }
        if (path === '/analysis/group' && method === 'POST') return AWAY
        if (path === '/analysis/1' && method === 'GET') return detail(1, { AGRUPADO_ID: 5 })
        if (path !== '/analysis/group/5') return undefined
        if (method === 'DELETE') {
          there = false
          return AWAY
        }
        return there
          ? { ...groupDetail, PUEDE: { ...groupDetail.PUEDE, enviar: true } }
          : new Refusal(404, { code: 'not_found', message: '' })
      },
    })
    const table = await screen.findByRole('grid', { name: 'Todas' })
    await within(table).findByText('Cuenta 2')
    for (const row of within(table).getAllByRole('row').slice(1)) await user.click(within(row).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Agrupar 2' }))
    await user.type(await screen.findByLabelText('Nombre del grupo'), 'Bancos{Enter}')
    const drawer = await screen.findByRole('dialog', { name: 'Bancos' }, { timeout: 5000 })
    await user.click(await within(drawer).findByRole('button', { name: 'Disolver' }))
    const ask = await screen.findByRole('alertdialog')
    await user.click(within(ask).getByRole('button', { name: /Disolver/ }))
    await screen.findByText('Disolvió el grupo «Bancos»')
  })
  test('their values and comment follow the workbook too', async () => {
    const of = (name: string) => (id: number) => ({
      ...checked().VALORES[0],
      COD_ANALISIS: id,
      VALOR_ANALISIS: name === 'v1.xlsx' ? `${id}.00` : id === 1 ? '7.00' : null,
      COMENTARIO_VARIACION: name === 'v1.xlsx' ? 'De v1' : null,
    })
    const { user } = await home(() => group, '/home?grupo=5', {
      check: (name) => checked({ tipo: 'grupo', COD_ANALISIS: null, AGRUPADO_ID: 5, NOMBRE: 'Bancos', VALORES: [1, 2].map(of(name)) }),
      others: ({ path }) =>
        path === '/analysis/group/5'
          ? { ...groupDetail, VERSION: 0, COMENTARIO_VARIACION: null, PUEDE: { ...groupDetail.PUEDE, enviar: true } }
          : undefined,
    })
    const drawer = await screen.findByRole('dialog', { name: 'Bancos' })
    const fields = async () =>
      [/Sustentado de .*-1/, /Sustentado de .*-2/, /Comentario común/].map(
        (label) => (within(drawer).getByLabelText(label) as HTMLInputElement).value,
      )
    await user.upload(await within(drawer).findByLabelText('Libro de sustento'), named('v1.xlsx'))
    await waitFor(async () => expect(await fields()).toEqual(['1,00', '2,00', 'De v1']))
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), named('v2.xlsx'))
    await waitFor(async () => expect(await fields()).toEqual(['7,00', '', '']))
  })
})
