import { STATE } from '@cuadre/api/analysis'
import { saveDrafts } from '@cuadre/shell'
import { type Answers, type Asked, AWAY, Refusal } from '@cuadre/shell/testing'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { analysis, annex, counts, detail, list, visit } from '../shared/testing.ts'
import ReviewPage from './ReviewPage.tsx'

jest.setTimeout(20_000)
afterEach(cleanup)

/** Three analyses wait; a decision is answered as told, or not at all. */
async function review(
  decide: (asked: Asked) => unknown = ({ path }) => analysis(Number(path.split('/').at(-1))),
  more: (id: number) => Record<string, unknown> = () => ({}),
  others: (asked: Asked) => unknown = () => undefined,
) {
  const waiting = new Set([1, 2, 3])
  let listAnswers = true
  const view = await visit(ReviewPage, '/cuentas/analisis', 2, (asked) => {
    const { method, path, query } = asked
    const other = others(asked)
    if (other !== undefined) return other
    if (path.startsWith('/analysis-metadata')) return counts({ porDecidir: path.endsWith('/grouped') ? 4 : waiting.size })
    if (path === '/analysis/jefatura') {
      if (!listAnswers) return new Promise(() => {})
      const data = query.get('bandeja') === 'por_decidir' ? [...waiting].map((id) => analysis(id, more(id))) : []
      return { data, total: data.length, page: 1, limit: 100 }
    }
    if (method === 'PATCH') {
      const id = Number(path.split('/').at(-1))
      return Promise.resolve(decide(asked)).then((answer) => {
        waiting.delete(id)
        return answer
      })
    }
    const id = Number(/^\/analysis\/(\d+)$/.exec(path)?.[1])
    return detail(id, more(id))
  })
  await screen.findByRole('heading', { name: 'Cuenta 1' })
  await screen.findByRole('button', { name: /Aprobar/ })
  await waitFor(() => expect(screen.getByRole('button', { name: /Aprobar/ }).getAttribute('aria-disabled')).toBeNull())
  /** From now on the list is not answered any more. */
  const stopList = () => {
    listAnswers = false
  }
  return { ...view, stopList, decisions: () => view.asked.filter(({ path }) => /aprobar|reprobar/.test(path)) }
}
const heading = (name: string) => screen.findByRole('heading', { name, level: 2 })

describe('the review of a jefatura', () => {
  test('a movement that its history does not make likely is marked in the list, in words, and the list is narrowed by it', async () => {
    const INUSUAL = { VEREDICTO: 'bajo', BAJO: '-900.00', ALTO: '1200.50', CENTRO: '100.00', BASE: 'mediana', MESES: 12, MOVIDOS: 12 }
    const { user, asked } = await review(undefined, (id) => (id === 2 ? { INUSUAL } : {}))
    const marked = within(screen.getByRole('list', { name: 'Por decidir' })).getByTitle(/^Movimiento bajo/)
    expect(marked.textContent).toBe('Movimiento bajo')
    expect(marked.title).toMatch(/Suele moverse entre −900,00 y 1\.200,50; este mes −44\.033\.445,73 BRL\.$/)
    expect(marked.closest('button')?.textContent).toContain('Cuenta 2')
    await user.click(screen.getByRole('button', { name: 'Filtros' }))
    await user.click(await screen.findByRole('checkbox', { name: 'No se movió' }))
    await waitFor(() =>
      expect(
        asked
          .filter(({ path }) => path === '/analysis/jefatura')
          .at(-1)
          ?.query.getAll('movimiento')
          .join(),
      ).toBe('silencio'),
    )
  })
  const months = [
    { PERIODO: '2026-08', MOVIMIENTO: null },
    { PERIODO: '2026-09', MOVIMIENTO: '150.00' },
    { PERIODO: '2026-10', MOVIMIENTO: '-4000.50' },
  ]
  const likely = { BAJO: '-900.00', ALTO: '1200.50', CENTRO: '150.00', BASE: 'mediana', MESES: 12, MOVIDOS: 12, DISPERSION: '30.00' }
  const movement = (more: object) => ({
    ...{ COD_ANALISIS: 1, PERIODO: '2026-10', MONEDA: 'BRL', MOVIMIENTO: '-4000.50', VEREDICTO: 'bajo', MESES: 12 },
    ...{ PROBABLE: likely, SERIE: months, ...more },
  })
  const asideWith = async (more: object) => {
    const { user, asked } = await review(undefined, undefined, ({ path }) =>
      /^\/analysis\/\d+\/movement$/.test(path) ? movement(more) : undefined,
    )
    const tab = screen.queryByRole('tab', { name: /historial/i })
    if (tab) await user.click(tab)
    await waitFor(() => expect(asked.some(({ path }) => path === '/analysis/1/movement')).toBe(true))
    return screen.findByRole('heading', { name: 'Comprobaciones' })
  }
  test('the movement stands beside the likely one, with its reason in a sentence and its months as a table', async () => {
    await asideWith({})
    const panel = await screen.findByRole('region', { name: 'Movimiento' })
    expect(await within(panel).findByText('Más bajo de lo usual')).toBeTruthy()
    expect(panel.textContent).toContain('Suele moverse entre −900,00 y 1.200,50; este mes −4.000,50 BRL.')
    const table = within(panel).getByRole('table', { name: 'Movimiento por mes, BRL; lo probable va de −900,00 a 1.200,50' })
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['agosto de 2026sin dato', 'septiembre de 2026+150,00', 'octubre de 2026−4.000,50'])
  })
  test('with too little history it says so, and where nothing was judged there is no panel', async () => {
    await asideWith({ VEREDICTO: 'poca_historia', MESES: 3, PROBABLE: null })
    expect(await screen.findByText('Hay 3 movimientos anteriores; se necesitan 6 para saber qué es usual.')).toBeTruthy()
    cleanup()
    await asideWith({ VEREDICTO: null, MESES: 0, PROBABLE: null })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Movimiento' })).toBeNull())
  })
  test('A approves with the revision that was seen, shows the next at once with the focus on it, and says how many are left', async () => {
    let answer: (value: unknown) => void = () => {}
    const { user, decisions } = await review(() => new Promise((resolve) => (answer = resolve)))
    await user.keyboard('a')
    const next = await heading('Cuenta 2')
    await waitFor(() => expect(document.activeElement).toBe(next))
    expect(decisions()).toMatchObject([{ path: '/department/aprobar-analisis-jefatura/1', body: { REVISION: 3 } }])
    expect(screen.getByText('«Cuenta 1» aprobado. 2 por decidir.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Cuenta 1/ })).toBeNull()
    answer(analysis(1))
  })
  test('J and K go to the next and the one before, as fast as they come', async () => {
    const { user } = await review()
    await user.keyboard('jj')
    await heading('Cuenta 3')
    await waitFor(() => expect(location.search).toContain('analisis=3'))
    await user.keyboard('k')
    await heading('Cuenta 2')
  })
  test('a rejection goes with a reason of the list, where one is chosen', async () => {
    const { user, decisions } = await review(undefined, undefined, ({ path }) =>
      path === '/reject-reason'
        ? list([
            {
              id: 1,
              codigo: 'FALTA_SOPORTE',
              nombreEs: 'Falta soporte',
              nombreEn: 'No support',
              nivel: 'JEFATURA',
              activo: true,
              enUso: 0,
            },
          ])
        : undefined,
    )
    await user.keyboard('r')
    await user.selectOptions(await screen.findByLabelText('Motivo'), 'Falta soporte')
    await user.type(screen.getByLabelText(/Motivo del rechazo|Comentario/), 'Falta el auxiliar de contratos.')
    await user.click(screen.getByRole('button', { name: /^Rechazar/ }))
    await waitFor(() =>
      expect(decisions()).toMatchObject([
        {
          path: '/department/reprobar-analisis-jefatura/1',
          body: { motivo: 'FALTA_SOPORTE', comentario: 'Falta el auxiliar de contratos.' },
        },
      ]),
    )
  })
  test('a sub-state of the present state is said with the comment that it asks for, and one of another level is not offered', async () => {
    const status = {
      nombreEn: '',
      color: '#9a4a00',
      icono: null,
      orden: 1,
      esFinal: false,
      requiereMotivo: false,
      minCaracteres: 0,
      activo: true,
    }
    const statuses = [
      { ...status, id: 1, codigo: 'PENDIENTE', nombreEs: 'Pendiente', categoria: 'PENDIENTE', nivel: 'ANALISTA', esSistema: true },
      { ...status, id: 7, codigo: 'ESPERA', nombreEs: 'Espera al banco', categoria: 'PENDIENTE', nivel: 'JEFATURA', esSistema: false },
      { ...status, id: 8, codigo: 'AJUSTE', nombreEs: 'En ajuste', categoria: 'PENDIENTE', nivel: 'CONTROL', esSistema: false },
      { ...status, id: 9, codigo: 'ANEXO', nombreEs: 'Falta el anexo', categoria: 'RECHAZADO', nivel: 'JEFATURA', esSistema: false },
    ].map((one) => ({ ...one, requiereComentario: one.id === 7, minCaracteres: one.id === 7 ? 10 : 0 }))
    const { user, sent, decisions } = await review(undefined, undefined, ({ path, method }) =>
      path === '/analysis-status' ? list(statuses) : path === '/analysis-status/7/analysis' && method === 'POST' ? { ok: true } : undefined,
    )
    await user.click(await screen.findByRole('button', { name: 'Subestado: Sin subestado' }))
    const panel = screen.getByRole('dialog', { name: 'Subestado' })
    expect(
      within(panel)
        .getAllByRole('radio')
        .map((radio) => radio.parentElement?.textContent),
    ).toEqual(['Espera al banco', 'Sin subestado'])
    await user.click(within(panel).getByRole('radio', { name: 'Espera al banco' }))
    const save = within(panel).getByRole('button', { name: 'Guardar el subestado' }) as HTMLButtonElement
    expect(save.disabled).toBe(true)
    await user.type(within(panel).getByRole('textbox'), 'Falta la carta del banco')
    // The session ends: what was written is there when it is said again.
    act(() => void saveDrafts())
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Subestado: Sin subestado' }))
    const again = within(await screen.findByRole('dialog', { name: 'Subestado' }))
    expect(again.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Falta la carta del banco')
    await user.click(again.getByRole('radio', { name: 'Espera al banco' }))
    await user.click(again.getByRole('button', { name: 'Guardar el subestado' }))
    await waitFor(() => expect(sent('/analysis-status/7/analysis')).toEqual([{ COD_ANALISIS: 1, comentario: 'Falta la carta del banco' }]))
    expect(decisions()).toEqual([])
  })
  test('what is approved for good is reopened with a reason, for whoever is to act next', async () => {
    const item = { ESTADO_PRINCIPAL_ID: 4, ESTADO_JEFATURA_ID: 4, ESTADO_CONTROL_ID: 4 }
    const { user, sent } = await visit(ReviewPage, '/cuentas/analisis', 3, ({ method, path }) => {
      if (path.startsWith('/analysis-metadata')) return counts()
      if (path === '/analysis/control') return { data: [analysis(1, item)], total: 1, page: 1, limit: 100 }
      if (method === 'POST') return analysis(1)
      return detail(1, { ...item, PUEDE: { ...detail(1).PUEDE, decidirControl: false, reabrir: true, motivo: 'Está aprobado.' } })
    })
    await user.click(await screen.findByRole('button', { name: 'Reabrir' }))
    const dialog = await screen.findByRole('alertdialog', { name: '¿Reabrir «Cuenta 1»?' })
    await user.selectOptions(within(dialog).getByLabelText('Vuelve a'), 'Jefatura')
    await user.type(within(dialog).getByRole('textbox'), 'Llegó la factura corregida.')
    await user.click(within(dialog).getByRole('button', { name: 'Reabrir' }))
    await screen.findByText('Reabrió «Cuenta 1»')
    expect(sent('/analysis/1/reopen')).toEqual([{ motivo: 'Llegó la factura corregida.', nivel: 'jefatura', REVISION: 3 }])
  })
  test.each([
    ['reopened', STATE.revision, 'Reabrió «Cuenta 1»'],
    ['not reopened', STATE.aprobado, 'No se reabrió «Cuenta 1»'],
    ['not to be read', null, 'No se sabe si se hizo'],
  ])('a reopening whose answer was lost is asked for: %s', async (_, state, says) => {
    const item = { ESTADO_PRINCIPAL_ID: 4, ESTADO_JEFATURA_ID: 4, ESTADO_CONTROL_ID: 4 }
    let lost = false
    const { user } = await visit(ReviewPage, '/cuentas/analisis', 3, ({ method, path }) => {
      if (path.startsWith('/analysis-metadata')) return counts()
      if (path === '/analysis/control') return { data: [analysis(1, item)], total: 1, page: 1, limit: 100 }
      if (method === 'POST') {
        lost = true
        throw AWAY
      }
      if (lost && state === null) throw AWAY
      const now = lost && state !== null ? { ...item, ESTADO_PRINCIPAL_ID: state } : item
      return detail(1, { ...now, PUEDE: { ...detail(1).PUEDE, decidirControl: false, reabrir: true, motivo: 'Está aprobado.' } })
    })
    await user.click(await screen.findByRole('button', { name: 'Reabrir' }))
    const dialog = await screen.findByRole('alertdialog', { name: '¿Reabrir «Cuenta 1»?' })
    await user.type(within(dialog).getByRole('textbox'), 'Llegó la factura corregida.')
    await user.click(within(dialog).getByRole('button', { name: 'Reabrir' }))
    await screen.findByText(says)
  })
  test('more time that is asked for is granted from the list', async () => {
    const one = {
      ...{ ID: 9, COD_ANALISIS: 1, CUENTA: '1.9', NOMBRE_CUENTA: 'Cuenta 1', PERIODO: '2026-10', ROL: 'ANALISTA', MOTIVO: 'El banco.' },
      ...{ VENCE_ORIGINAL: '2026-11-06T21:00:00Z', VENCE_NUEVO: '2026-11-09T21:00:00Z', SOLICITANTE: 'Rodrigo Peña', PUEDE_DECIDIR: true },
      ...{ FECHA: '2026-11-05T14:00:00.000Z', AGRUPADO_ID: null, NOMBRE_GRUPO: null },
    }
    let left = [one]
    const { user, sent } = await review(undefined, undefined, ({ path, method, query }) => {
      if (path === '/period/extension/decide') {
        left = []
        return { decididas: [one] }
      }
      // Among all that wait, a page may hold none of those that this level decides.
      return path === '/period/extension' && method === 'GET' ? list(query.get('porDecidir') === 'true' ? left : []) : undefined
    })
    await user.click(await screen.findByRole('button', { name: '1 prórroga por decidir' }))
    const drawer = await screen.findByRole('dialog', { name: 'Prórrogas por decidir' })
    await user.click(within(drawer).getByRole('button', { name: /^Conceder ./ }))
    await within(drawer).findByText('Ninguna espera su decisión.')
    expect(sent('/period/extension/decide')).toEqual([{ ids: [9], aprobar: true }])
  })
  test('what was asked for a group is one request, with its name and its month', async () => {
    const member = (ID: number) => ({
      ...{
        ID,
        COD_ANALISIS: ID,
        CUENTA: `1.${ID}`,
        NOMBRE_CUENTA: `Cuenta ${ID}`,
        PERIODO: '2026-10',
        ROL: 'ANALISTA',
        MOTIVO: 'El banco.',
      },
      ...{ VENCE_ORIGINAL: '2026-11-06T21:00:00Z', VENCE_NUEVO: '2026-11-09T21:00:00Z', SOLICITANTE: 'Rodrigo Peña', PUEDE_DECIDIR: true },
      ...{ FECHA: '2026-11-05T14:00:00.000Z', AGRUPADO_ID: 5, NOMBRE_GRUPO: 'Bancos' },
    })
    const { user, sent } = await review(undefined, undefined, ({ path, method }) => {
      if (path === '/period/extension/decide') return { decididas: [member(8), member(9)] }
      return path === '/period/extension' && method === 'GET' ? list([member(8), member(9)]) : undefined
    })
    await user.click(await screen.findByRole('button', { name: '1 prórroga por decidir' }))
    const [one, ...others] = within(await screen.findByRole('dialog', { name: 'Prórrogas por decidir' })).getAllByRole('listitem')
    expect(others).toEqual([])
    expect(one!.textContent).toContain('Bancos2 cuentas · octubre de 2026 · Rodrigo Peña')
    await user.click(within(one!).getByRole('button', { name: /^Conceder ./ }))
    await screen.findByText('Concedió la prórroga de «Bancos»')
    expect(sent('/period/extension/decide')).toEqual([{ ids: [8], aprobar: true }])
  })
  test('R asks for a reason, and only one of ten characters or more rejects', async () => {
    const { user, decisions } = await review()
    await user.keyboard('r')
    const field = screen.getByRole('textbox', { name: 'Motivo del rechazo' })
    expect(document.activeElement).toBe(field)
    await user.keyboard('corto{Enter}')
    expect(screen.getByRole('alert').textContent).toContain('mínimo 10 caracteres (5 de 10)')
    expect(decisions()).toEqual([])
    await user.keyboard(', falta el auxiliar{Enter}')
    await heading('Cuenta 2')
    expect(decisions()).toMatchObject([
      { path: '/department/reprobar-analisis-jefatura/1', body: { comentario: 'corto, falta el auxiliar', REVISION: 3 } },
    ])
  })
  test('keys are letters while a comment is written; Esc gives them back', async () => {
    const { user, decisions } = await review()
    await user.keyboard('c')
    await user.keyboard('ja')
    expect(decisions()).toEqual([])
    expect((screen.getByRole('textbox', { name: 'Comentario' }) as HTMLTextAreaElement).value).toBe('ja')
    await user.keyboard('{Escape}a')
    await heading('Cuenta 2')
    expect(decisions()).toMatchObject([{ body: { comentario: 'ja' } }])
  })
  test('what somebody else has decided comes back to its place, and the page says so', async () => {
    const { user } = await review(() => {
      throw new Refusal(409, {
        code: 'analysis_moved',
        message: 'Otra persona ya lo rechazó.',
        current: analysis(1, { ESTADO_PRINCIPAL_ID: 3 }),
      })
    })
    await user.keyboard('a')
    await heading('Cuenta 2')
    await screen.findByText('No se aprobó «Cuenta 1»')
    expect(screen.getByText(/Otra persona ya lo rechazó/)).toBeTruthy()
    const list = screen.getByRole('list', { name: 'Por decidir' })
    await waitFor(() =>
      expect(
        within(list)
          .getAllByRole('button')
          .map((row) => /Cuenta \d/.exec(row.textContent ?? '')?.[0]),
      ).toEqual(['Cuenta 1', 'Cuenta 2', 'Cuenta 3']),
    )
  })
  test.each([
    ['somebody else was first', new Refusal(409, { code: 'analysis_moved', message: 'Otra persona lo cambió.', current: analysis(2) })],
    ['it is no longer allowed', new Refusal(403, { code: 'forbidden', message: 'No tiene permiso.' })],
    ['the server fails', new Refusal(500, { code: 'unexpected', message: 'Algo falló.' })],
    ['the network is away', AWAY],
  ])('what was decided comes back between those beside it without the list being read again: %s', async (_, refusal) => {
    let refuse = () => {}
    const { user, decisions, stopList } = await review(() => new Promise((_resolve, reject) => (refuse = () => reject(refusal))))
    stopList()
    const names = () =>
      within(screen.getByRole('list', { name: 'Por decidir' }))
        .getAllByRole('button')
        .map((row) => /Cuenta \d/.exec(row.textContent ?? '')?.[0])
    await user.keyboard('j')
    await heading('Cuenta 2')
    await waitFor(() => expect(screen.getByRole('button', { name: /Aprobar/ }).getAttribute('aria-disabled')).toBeNull())
    await user.keyboard('a')
    await heading('Cuenta 3')
    expect(names()).toEqual(['Cuenta 1', 'Cuenta 3'])
    await waitFor(() => expect(decisions()).toHaveLength(1))
    refuse()
    await waitFor(() => expect(names()).toEqual(['Cuenta 1', 'Cuenta 2', 'Cuenta 3']))
    expect(screen.getAllByText('No se aprobó «Cuenta 2»')).not.toEqual([])
  })
  test('a decision whose answer was lost is asked for: kept, it stays done; unknown, the page does not say that it was not', async () => {
    let lost = true
    const now = (id: number) => (lost ? AWAY : detail(id, { ESTADO_PRINCIPAL_ID: STATE.revision, ESTADO_JEFATURA_ID: STATE.aprobado }))
    let decided = 0
    let answered = 0
    const { user } = await review(
      ({ path }) => {
        decided = Number(path.split('/').at(-1))
        throw AWAY
      },
      undefined,
      ({ method, path }) => {
        if (method !== 'GET' || path !== `/analysis/${decided}`) return undefined
        if (!lost) answered++
        return now(decided)
      },
    )
    await user.keyboard('a')
    await heading('Cuenta 2')
    await screen.findByText('No se sabe si se decidió «Cuenta 1»')
    expect(screen.queryByText('No se aprobó «Cuenta 1»')).toBeNull()
    await screen.findByRole('button', { name: /Cuenta 1/ })
    lost = false
    await waitFor(() => expect(screen.getByRole('button', { name: /Aprobar/ }).getAttribute('aria-disabled')).toBeNull())
    await user.keyboard('a')
    await heading('Cuenta 3')
    await waitFor(() => expect([decided, answered > 0]).toEqual([2, true]))
    expect(screen.queryByRole('button', { name: /Cuenta 2/ })).toBeNull()
    expect(screen.queryByText('No se sabe si se decidió «Cuenta 2»')).toBeNull()
  })
  test('a comment stays with its item while another is looked at', async () => {
    const { user } = await review()
    await user.keyboard('c')
    await user.keyboard('Pendiente de soporte{Escape}j')
    await heading('Cuenta 2')
    expect((screen.getByRole('textbox', { name: 'Comentario' }) as HTMLTextAreaElement).value).toBe('')
    await user.keyboard('k')
    await heading('Cuenta 1')
    expect((screen.getByRole('textbox', { name: 'Comentario' }) as HTMLTextAreaElement).value).toBe('Pendiente de soporte')
  })
  test('a comment that was being written when the session ended is there afterwards', async () => {
    const first = await review()
    await first.user.type(screen.getByRole('textbox', { name: 'Comentario' }), 'Falta el auxiliar')
    saveDrafts()
    cleanup()
    await review()
    expect((screen.getByRole('textbox', { name: 'Comentario' }) as HTMLTextAreaElement).value).toBe('Falta el auxiliar')
    cleanup()
    await review()
    expect((screen.getByRole('textbox', { name: 'Comentario' }) as HTMLTextAreaElement).value).toBe('')
  })
  test('what is decided alone is no longer marked for the others', async () => {
    const { user } = await review()
    await user.keyboard('xjx')
    expect(screen.getByRole('group', { name: '2 marcados' })).toBeTruthy()
    await user.keyboard('a')
    expect(await screen.findByRole('group', { name: '1 marcado' })).toBeTruthy()
  })
  test('beside each kind stands how many of it wait', async () => {
    await review()
    const kinds = screen.getByRole('radiogroup', { name: 'Cuentas o grupos' })
    await waitFor(() => expect(within(kinds).getAllByRole('radio')).toHaveLength(2))
    expect(await within(kinds).findByRole('radio', { name: 'Grupos 4' })).toBeTruthy()
    expect(within(kinds).getByRole('radio', { name: 'Cuentas 3' })).toBeTruthy()
  })
  test('after the last one it says that nothing waits, with what there is instead', async () => {
    const { user } = await review()
    for (const name of ['Cuenta 2', 'Cuenta 3']) {
      await user.keyboard('a')
      await heading(name)
      await waitFor(() => expect(screen.getByRole('button', { name: /Aprobar/ }).getAttribute('aria-disabled')).toBeNull())
    }
    await user.keyboard('a')
    await screen.findByText('Nada por decidir')
    expect(screen.getByRole('button', { name: 'Ver los que faltan' })).toBeTruthy()
  })
  test('where one may not decide, the bar says why in place of the buttons', async () => {
    await visit(ReviewPage, '/cuentas/analisis?analisis=9', 2, ({ path }) => {
      if (path.startsWith('/analysis-metadata')) return counts()
      if (path === '/analysis/jefatura') return { data: [], total: 0, page: 1, limit: 100 }
      return detail(9, {
        PUEDE: {
          enviar: false,
          decidirJefatura: false,
          decidirControl: false,
          recuperar: false,
          reabrir: false,
          motivo: 'Usted cargó una versión de este análisis.',
        },
      })
    })
    await screen.findByText('Usted cargó una versión de este análisis.')
    expect(screen.queryByRole('button', { name: /Aprobar/ })).toBeNull()
  })
  test('control decides at its own level, on the same screen', async () => {
    const { asked, user } = await visit(ReviewPage, '/cuentas/analisis', 3, ({ path, method }) => {
      if (path.startsWith('/analysis-metadata')) return counts()
      const row = { ESTADO_PRINCIPAL_ID: 2, ESTADO_JEFATURA_ID: 4, ESTADO_CONTROL_ID: 1 }
      if (path === '/analysis/control') return { data: [analysis(4, row)], total: 1, page: 1, limit: 100 }
      return method === 'PATCH' ? analysis(4, row) : detail(4, row)
    })
    await heading('Cuenta 4')
    await waitFor(() => expect(screen.getByRole('button', { name: /Aprobar/ }).getAttribute('aria-disabled')).toBeNull())
    await user.keyboard('a')
    await waitFor(() => expect(asked.some(({ path }) => path === '/sub-management/aprobar-analisis-control/4')).toBe(true))
  })
  test('a double click approves one item, and not the next that nobody has seen', async () => {
    const { user, decisions } = await review()
    await heading('Cuenta 1')
    const approve = () => screen.findByRole('button', { name: /Aprobar/ })
    await waitFor(async () => expect((await approve()).getAttribute('aria-disabled')).toBeNull())
    await user.click(await approve())
    await heading('Cuenta 2')
    await waitFor(async () => expect((await approve()).getAttribute('aria-disabled')).toBeNull())
    fireEvent.click(await approve(), { detail: 2 })
    await waitFor(() => expect(decisions()).toHaveLength(1))
    expect(screen.getByRole('heading', { name: /Cuenta 2/ })).toBeTruthy()
  })
  test('Z takes back the last decision, and shows the item again', async () => {
    const { user, asked } = await review()
    await user.keyboard('a')
    await heading('Cuenta 2')
    await user.keyboard('z')
    await screen.findByText('Retiró su decisión sobre «Cuenta 1»')
    expect(asked.some(({ path, method }) => method === 'POST' && path === '/analysis/1/recall')).toBe(true)
    const again = await heading('Cuenta 1')
    await waitFor(() => expect(document.activeElement).toBe(again))
  })
  test('a decision that was taken back is taken back, though the answer was lost', async () => {
    const { user } = await review(undefined, undefined, ({ path }) => (path.endsWith('/recall') ? AWAY : undefined))
    await user.keyboard('a')
    await heading('Cuenta 2')
    await user.keyboard('z')
    await screen.findByText('Retiró su decisión sobre «Cuenta 1»')
  })
  test('marks of the explanation that are left stand under it', async () => {
    const mark = { codigo: 'sin_monto_ni_causa', resultado: 'aviso', monto: null, detalle: null }
    await review(undefined, () => ({ COMPROBACIONES: [mark] }))
    const item = screen.getByRole('region', { name: 'Cuenta 1' })
    expect(await within(item).findByText('El comentario no indica ningún monto ni causa')).toBeTruthy()
  })
  test('every filter of the address reaches the list, and the Excel has the same', async () => {
    const { asked, user } = await visit(
      ReviewPage,
      '/cuentas/analisis?estado=rechazado&jefatura=aprobado&control=rechazado&desde=2026-10-01&hasta=2026-10-31&cuenta=7&departamento=2&nombreDepartamento=conta&orden=cuenta',
      2,
      ({ path }) => (path.startsWith('/analysis-metadata') ? counts() : { data: [], total: 0, page: 1, limit: 100 }),
    )
    await user.click(await screen.findByRole('button', { name: 'Descargar la lista en Excel' }))
    await waitFor(() => expect(asked.some(({ query }) => query.get('format') === 'excel')).toBe(true))
    const wanted = {
      estadoPrincipalId: '3',
      estadoJefaturaId: '4',
      estadoControlId: '3',
      dateStart: '2026-10-01',
      dateEnd: '2026-10-31',
      accountId: '7',
      departmentId: '2',
      departamentName: 'conta',
      orderBy: 'cuenta',
      type: 'individual',
    }
    for (const { query } of asked.filter(({ path }) => path === '/analysis/jefatura'))
      expect(Object.fromEntries(query)).toMatchObject(wanted)
  })
  test('days are written as the screen writes them, and asked for when they are left', async () => {
    const { user } = await review()
    await user.click(screen.getByRole('button', { name: 'Filtros' }))
    const from = screen.getByRole('textbox', { name: 'Enviado desde' })
    await user.type(from, '1/10/26')
    expect(location.search).toBe('')
    await user.tab()
    await waitFor(() => expect(location.search).toContain('desde=2026-10-01'))
    expect((from as HTMLInputElement).value).toBe('01-10-2026')
    const until = screen.getByRole('textbox', { name: 'Enviado hasta' })
    await user.type(until, '31-02-2026{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('Escriba una fecha como DD-MM-AAAA.')
    expect(location.search).not.toContain('hasta')
    await user.clear(until)
    await user.type(until, '31-10-2026')
    await user.click(document.body)
    await waitFor(() => expect(location.search).toContain('hasta=2026-10-31'))
    await user.click(screen.getByRole('button', { name: 'Filtros' }))
    await user.clear(screen.getByRole('textbox', { name: 'Enviado desde' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(location.search).not.toContain('desde'))
  })
})

describe('a decision on many', () => {
  const many = async (answer: object, critical: readonly object[] = []) => {
    const view = await visit(ReviewPage, '/cuentas/analisis', 2, ({ path }) => {
      if (path.startsWith('/analysis-metadata')) return counts()
      if (path === '/analysis/jefatura')
        return { data: [analysis(1), analysis(2), analysis(3), ...critical], total: 3 + critical.length, page: 1, limit: 100 }
      return path === '/analysis/decide-bulk' ? answer : detail(Number(/\d+$/.exec(path)?.[0]))
    })
    await heading('Cuenta 1')
    return { user: view.user, sent: () => view.sent('/analysis/decide-bulk')[0] }
  }
  test('marks by keyboard and by box, asks once, and lists what the server would not do, with why', async () => {
    const noHechos = [
      {
        COD_ANALISIS: 3,
        AGRUPADO_ID: null,
        nombre: '1.9.9.00.00-3',
        codigo: 'bulk_critical',
        motivo: 'Es crítico: decídalo por separado.',
      },
    ]
    const { user, sent } = await many({ hechos: [1], gruposHechos: [], noHechos })
    await user.keyboard('x')
    expect(screen.getByText('1 marcado', { selector: '[role="status"]' })).toBeTruthy()
    // The same account may stand in several businesses.
    await user.click(screen.getByRole('checkbox', { name: 'Marcar Cuenta 3, 1.9.9.00.00-3, Votorantim' }))
    expect(screen.getByText('2 marcados', { selector: '[role="status"]' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Aprobar 2' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Aprobar 2' }))
    const told = await screen.findByRole('dialog', { name: '1 análisis no se decidió' })
    expect(within(told).getByRole('listitem').textContent).toBe('Cuenta 3 1.9.9.00.00-3 · VotorantimEs crítico: decídalo por separado.')
    expect(sent()).toEqual({ ids: [1, 3], REVISIONES: { 1: 3, 3: 3 }, level: 'jefatura', action: 'aprobar' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-current')).toBe('true'))
  })
  test('whose answer was lost is not told as not made: the list is read again', async () => {
    let read = 0
    const view = await visit(ReviewPage, '/cuentas/analisis', 2, ({ path }) => {
      if (path.startsWith('/analysis-metadata')) return counts()
      if (path === '/analysis/jefatura') {
        read++
        return { data: [analysis(1), analysis(2)], total: 2, page: 1, limit: 100 }
      }
      return path === '/analysis/decide-bulk' ? AWAY : detail(Number(/\d+$/.exec(path)?.[0]))
    })
    await heading('Cuenta 1')
    await view.user.click(screen.getByRole('checkbox', { name: 'Marcar los 2' }))
    await view.user.click(screen.getByRole('button', { name: 'Aprobar 2' }))
    const before = read
    await view.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Aprobar 2' }))
    await screen.findByText('No se sabe si se decidieron')
    expect(screen.queryByText('No se decidió ninguno')).toBeNull()
    await waitFor(() => expect([read > before, screen.queryByRole('alertdialog')]).toEqual([true, null]))
  })
  test('to reject asks for a reason', async () => {
    const { user, sent } = await many({ hechos: [1, 2, 3], gruposHechos: [], noHechos: [] })
    await user.click(screen.getByRole('checkbox', { name: 'Marcar los 3' }))
    await user.click(screen.getByRole('button', { name: 'Rechazar 3' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Rechazar 3' }))
    expect(sent()).toBeUndefined()
    await user.type(within(dialog).getByRole('textbox'), 'Falta el auxiliar del mes')
    await user.click(within(dialog).getByRole('button', { name: 'Rechazar 3' }))
    await screen.findByText('Rechazó 3 análisis')
    expect(sent()).toEqual({
      ids: [1, 2, 3],
      REVISIONES: { 1: 3, 2: 3, 3: 3 },
      level: 'jefatura',
      action: 'reprobar',
      comentario: 'Falta el auxiliar del mes',
    })
  })
  test('critical ones stay out of it, and it says so before anybody asks', async () => {
    const { user, sent } = await many({ hechos: [1, 2, 3], gruposHechos: [], noHechos: [] }, [analysis(4, { MATERIALIDAD: 'critica' })])
    await user.click(screen.getByRole('checkbox', { name: 'Marcar los 4' }))
    expect(screen.getByRole('group', { name: '4 marcados' }).textContent).toContain('4 marcados; 1 crítico se decide por separado')
    await user.click(screen.getByRole('button', { name: 'Aprobar 3' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Aprobar 3' }))
    await screen.findByText('Aprobó 3 análisis')
    expect(sent()).toMatchObject({ ids: [1, 2, 3], action: 'aprobar' })
    // It still is to be decided, and still marked.
    expect(screen.getByRole('group', { name: '1 marcado' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Aprobar 0' })).toHaveProperty('disabled', true)
  })
})

test('annexes of the version stand beside its file, and each is opened when it is chosen', async () => {
  const file = (ID: number, VERSION: number) => ({
    ID,
    NOMBRE: `libro ${VERSION}.pdf`,
    TAMANO: 9,
    VERSION,
    SHA256: 'a'.repeat(64),
    CARGADO_POR: 'Rodrigo Peña',
    CARGADO_EN: null,
  })
  const more = {
    ARCHIVOS: [file(22, 2), file(21, 1)],
    ANEXOS: [
      annex(7, 'contrato.csv', { VERSION_DESDE: 1, DESCRIPCION: 'Contrato marco' }),
      annex(8, 'retirado.pdf', { VERSION_DESDE: 1, VERSION_HASTA: 1 }),
    ],
  }
  const { asked, user } = await visit(ReviewPage, '/cuentas/analisis?analisis=1', 2, ({ path }) => {
    if (path.startsWith('/analysis-metadata')) return counts({ porDecidir: 1 })
    if (path === '/analysis/jefatura') return { data: [analysis(1)], total: 1, page: 1, limit: 100 }
    if (path === '/analysis/annex/7/evidence')
      return {
        ID: 7,
        NOMBRE: 'contrato.csv',
        tipo: 'libro',
        hojas: [{ nombre: '', filas: [[{ texto: 'Cláusula primera' }]], recortada: false }],
        celda: null,
      }
    if (path.endsWith('/evidence')) return { ID: 22, NOMBRE: 'libro.pdf', tipo: 'otro', hojas: [], celda: null }
    return detail(1, more)
  })
  const tabs = await screen.findByRole('tablist', { name: 'Documentos de la versión' })
  const names = () => [...tabs.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)
  expect(names()).toEqual(['Sustento', 'contrato.csv'])
  expect(asked.some(({ path }) => path.includes('/annex/'))).toBe(false)
  await user.click(screen.getByRole('tab', { name: 'contrato.csv' }))
  expect(await screen.findByText('Cláusula primera')).toBeTruthy()
  expect(screen.getByText(/Contrato marco/)).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Versión del archivo' }), '21')
  expect(names()).toEqual(['Sustento', 'contrato.csv', 'retirado.pdf'])
  expect(screen.getByRole('tab', { name: 'Sustento' }).getAttribute('aria-selected')).toBe('true')
})

const bookFile = (ID: number, VERSION: number) => ({
  ID,
  NOMBRE: `libro ${VERSION}.xlsx`,
  TAMANO: 9,
  VERSION,
  SHA256: 'a'.repeat(64),
  CARGADO_POR: 'Rodrigo Peña',
  CARGADO_EN: null,
})

test('two versions of a workbook beside each other: every cell that changed is named with what it said and says, and marked in both', async () => {
  const book = (ID: number, amount: string) => ({
    ID,
    NOMBRE: 'libro.xlsx',
    tipo: 'libro',
    hojas: [{ nombre: 'Análisis', filas: [[{ texto: 'Extracto' }, { texto: amount, numero: true }]], recortada: false }],
    celda: null,
  })
  const { user } = await visit(ReviewPage, '/cuentas/analisis?analisis=1', 2, ({ path }) => {
    if (path.startsWith('/analysis-metadata')) return counts({ porDecidir: 1 })
    if (path === '/analysis/jefatura') return { data: [analysis(1)], total: 1, page: 1, limit: 100 }
    const version = /^\/analysis\/file\/(2[12])\/evidence$/.exec(path)?.[1]
    if (version) return book(Number(version), version === '21' ? '100' : '250')
    return detail(1, { ARCHIVOS: [bookFile(22, 2), bookFile(21, 1)], ANEXOS: [] })
  })
  await user.click(await screen.findByRole('button', { name: 'Comparar con la versión 1' }))
  const change = await screen.findByRole('button', { name: /^B1 100 → 250$/ })
  expect(screen.getByText('Cambió 1 celda')).toBeTruthy()
  for (const [version, amount] of [
    ['versión 1', '100'],
    ['versión 2', '250'],
  ] as const) {
    const side = screen.getByRole('region', { name: version })
    const marked = [...side.querySelectorAll('[data-changed]')].map((cell) => cell.textContent)
    expect(marked).toEqual([amount])
  }
  await user.click(change)
  expect(change.getAttribute('aria-pressed')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Dejar de comparar' }))
  expect(screen.queryByRole('region', { name: 'versión 1' })).toBeNull()
})

test('where two versions are shown in part, nobody says that no cell changed; a sheet that was taken away is named', async () => {
  const sheet = (nombre: string, more: object = {}) => ({ nombre, filas: [[{ texto: 'Extracto' }]], recortada: false, ...more })
  const book = (ID: number, ...hojas: object[]) => ({ ID, NOMBRE: 'libro.xlsx', tipo: 'libro', hojas, masHojas: 2, celda: null })
  let older: object = book(21, sheet('Análisis'), sheet('Apoyo', { oculta: true }))
  let newer: object = book(22, sheet('Análisis', { recortada: true }), sheet('Apoyo', { oculta: true }))
  const answers: Answers = ({ path }) => {
    if (path.startsWith('/analysis-metadata')) return counts({ porDecidir: 1 })
    if (path === '/analysis/jefatura') return { data: [analysis(1)], total: 1, page: 1, limit: 100 }
    if (path === '/analysis/file/21/evidence') return older
    if (path === '/analysis/file/22/evidence') return newer
    return detail(1, { ARCHIVOS: [bookFile(22, 2), bookFile(21, 1)], ANEXOS: [] })
  }
  const { user } = await visit(ReviewPage, '/cuentas/analisis?analisis=1', 2, answers)
  expect((await screen.findByRole('tab', { name: 'Apoyo (oculta)' })).textContent).toContain('Apoyo')
  expect(screen.getByText('y 2 hojas más')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Comparar con la versión 1' }))
  expect(await screen.findByText('Ninguna celda cambió en lo que se muestra.')).toBeTruthy()
  expect(screen.getByText('Lo que no se muestra no se comparó: descargue las dos versiones.')).toBeTruthy()
  cleanup()
  older = book(21, sheet('Análisis'), sheet('Ajustes'), sheet('Apoyo'))
  newer = { ...book(22, sheet('Análisis'), sheet('Apoyo')), masHojas: 0 }
  const again = await visit(ReviewPage, '/cuentas/analisis?analisis=1', 2, answers)
  await again.user.click(await screen.findByRole('button', { name: 'Comparar con la versión 1' }))
  expect(await screen.findByText('Se quitó la hoja Ajustes')).toBeTruthy()
  expect(screen.queryByText(/Ninguna celda cambió/)).toBeNull()
})

test('what the system certified has no file, says so, and waits for none', async () => {
  const certified = {
    ...{ ID: 1, TIPO: 'autocertificado', FECHA: '2026-11-01T12:00:00.000Z', PERSONA: null, ROL: null, COMENTARIO: null, HASH: 'ab' },
    DETALLE: { metodo: 'SALDO_CERO', resultado: 'PREPARAR', muestra: false },
  } as const
  await visit(ReviewPage, '/cuentas/analisis?analisis=1', 2, ({ path }) => {
    if (path.startsWith('/analysis-metadata')) return counts({ porDecidir: 1 })
    if (path === '/analysis/jefatura') return { data: [analysis(1, { AUTO: true })], total: 1, page: 1, limit: 100 }
    return detail(1, { AUTO: true, ARCHIVOS: [], ANEXOS: [], EVENTOS: [certified] })
  })
  // In place of the file, and in the history.
  expect(await screen.findAllByText('Preparado automáticamente: saldo cero')).toHaveLength(2)
  // Nobody has submitted a version, nor is a comment missing of the analyst's.
  expect(screen.getByText('por la regla')).toBeTruthy()
  expect(screen.queryByText('versión 0')).toBeNull()
  expect(document.querySelector('.review-marks .state-automatico')).toBeTruthy()
  expect(document.querySelector('.review-comments header')?.textContent).toContain('Sistema')
  expect(screen.getByText(/no necesita archivo de sustento/)).toBeTruthy()
  expect(screen.queryByText(/aún no ha enviado el sustento/)).toBeNull()
})

describe('groups are decided on the same screen', () => {
  test('where there are none the list of accounts goes away, no analysis is asked for as if it were one, and it says what groups are', async () => {
    const { asked, user } = await review(undefined, undefined, ({ path }) => {
      if (path === '/analysis-metadata/jefatura/grouped') return counts({ porDecidir: 0, periodos: [] })
      if (path === '/analysis/group/jefatura') return { data: [], total: 0, page: 1, limit: 100 }
      return undefined
    })
    await user.click(await screen.findByRole('radio', { name: /^Grupos/ }))
    expect(await screen.findByText('Aún no hay grupos')).toBeTruthy()
    expect(screen.queryByText('Cuenta 1')).toBeNull()
    expect(document.querySelectorAll('.skeleton')).toHaveLength(0)
    expect(asked.filter(({ path }) => /group/.test(path) && /\/\d+$/.test(path))).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Ver las cuentas' }))
    await heading('Cuenta 1')
  })
  const members = [analysis(1, { AGRUPADO_ID: 5 }), analysis(2, { AGRUPADO_ID: 5, COMENTARIO_VARIACION: 'Pago de la cuota' })]
  const group = { ...analysis(1), AGRUPADO_ID: 5, NOMBRE: 'Bancos', CUENTAS: 2, INUSUALES: [], REVISION: 9, VALOR_BALANCE: '832664862.06' }
  const MARCAS = [{ COD_ANALISIS: 2, codigo: 'comentario_copiado', resultado: 'aviso', monto: null, detalle: '2026-09' }]
  const { PUEDE } = detail(1)
  const grouped = (role: number, decide: (asked: Asked) => unknown, more: object = {}) =>
    visit(ReviewPage, '/cuentas/analisis?grupo=5', role, (asked) => {
      if (asked.path.startsWith('/analysis-metadata')) return counts()
      if (asked.method === 'PATCH') return decide(asked)
      if (asked.path.endsWith('/jefatura') || asked.path.endsWith('/control')) return { data: [group], total: 1, page: 1, limit: 100 }
      return {
        ...group,
        MIEMBROS: members,
        ...more,
        MARCAS,
        PLANTILLA: null,
        ARCHIVOS: [],
        ANEXOS: [],
        EVENTOS: [],
        CADENA_INTEGRA: true,
        PUEDE,
      }
    })
  test.each([
    [2, '/department/aprobar-grupo-analisis-jefatura/5'],
    [3, '/sub-management/aprobar-grupo-analisis-control/5'],
  ])('with its members, their marks and one decision (role %i)', async (role, path) => {
    const { asked, user } = await grouped(role, () => group)
    await heading('Bancos')
    const table = await screen.findByRole('table', { name: 'Cuentas del grupo' })
    expect(within(table).getByText('El comentario es el mismo de septiembre de 2026')).toBeTruthy()
    expect(within(table).getAllByRole('row')).toHaveLength(3)
    await waitFor(() => expect(screen.getByRole('button', { name: /Aprobar/ }).getAttribute('aria-disabled')).toBeNull())
    await user.keyboard('a')
    await waitFor(() => expect(asked.find(({ path }) => path.includes('grupo-analisis'))).toMatchObject({ path, body: { REVISION: 9 } }))
  })
  test('differences of its members that cancel each other out are not said to be none', async () => {
    const apart = ['900.00', '-900.00'].map((VARIACION, i) => ({ ...members[i]!, VARIACION }))
    await grouped(2, () => group, { MIEMBROS: apart, VARIACION: '0.00' })
    await heading('Bancos')
    await screen.findByRole('table', { name: 'Cuentas del grupo' })
    await waitFor(() => expect(document.body.textContent).toContain('1.800,00'))
    expect(screen.queryByText('Sin diferencia')).toBeNull()
  })
  test('what somebody else decided first comes back, with what happened', async () => {
    const { user } = await grouped(2, () => {
      throw new Refusal(409, {
        code: 'analysis_moved',
        message: 'Otra persona lo cambió antes: ahora está rechazado.',
        current: { ...group, ESTADO_PRINCIPAL_ID: 3 },
      })
    })
    await heading('Bancos')
    await waitFor(() => expect(screen.getByRole('button', { name: /Aprobar/ }).getAttribute('aria-disabled')).toBeNull())
    await user.keyboard('a')
    await screen.findByText('No se aprobó «Bancos»')
    expect(screen.getByText(/ahora está rechazado\. Ya no espera su decisión/)).toBeTruthy()
  })
})
