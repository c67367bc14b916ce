import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Asked, analysis, counts, detail, refuse, show } from '../shared/server.test-kit.tsx'
import ReviewPage from './ReviewPage.tsx'

jest.setTimeout(20_000)
afterEach(cleanup)

/** Three analyses wait; a decision is answered as told, or not at all. */
async function review(
  decide: (asked: Asked) => unknown = ({ url }) => analysis(Number(url.split('/').at(-1))),
  more: (id: number) => Record<string, unknown> = () => ({}),
) {
  const waiting = new Set([1, 2, 3])
  const view = await show(ReviewPage, '/cuentas/analisis', 2, (asked) => {
    const { method, url, query } = asked
    if (url.startsWith('/analysis-metadata')) return counts({ porDecidir: waiting.size })
    if (url === '/analysis/jefatura') {
      const data = query.bandeja === 'por_decidir' ? [...waiting].map((id) => analysis(id, more(id))) : []
      return { data, total: data.length, page: 1, limit: 100 }
    }
    if (method === 'PATCH') {
      const id = Number(url.split('/').at(-1))
      return Promise.resolve(decide(asked)).then((answer) => {
        waiting.delete(id)
        return answer
      })
    }
    const id = Number(/^\/analysis\/(\d+)$/.exec(url)?.[1])
    return detail(id, more(id))
  })
  await screen.findByRole('heading', { name: 'Cuenta 1' })
  await screen.findByRole('button', { name: /Aprobar/ })
  await waitFor(() => expect(screen.getByRole('button', { name: /Aprobar/ }).getAttribute('aria-disabled')).toBeNull())
  return { ...view, user: userEvent.setup(), decisions: () => view.calls.filter(({ url }) => /aprobar|reprobar/.test(url)) }
}
const heading = (name: string) => screen.findByRole('heading', { name, level: 2 })

describe('the review of a jefatura', () => {
  test('A approves with the revision that was seen, shows the next at once with the focus on it, and says how many are left', async () => {
    let answer: (value: unknown) => void = () => {}
    const { user, decisions } = await review(() => new Promise((resolve) => (answer = resolve)))
    await user.keyboard('a')
    const next = await heading('Cuenta 2')
    await waitFor(() => expect(document.activeElement).toBe(next))
    expect(decisions()).toMatchObject([{ url: '/department/aprobar-analisis-jefatura/1', body: { REVISION: 3 } }])
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
  test('R asks for a reason, and only one of ten characters or more rejects', async () => {
    const { user, decisions } = await review()
    await user.keyboard('r')
    const field = screen.getByRole('textbox', { name: 'Motivo del rechazo' })
    expect(document.activeElement).toBe(field)
    await user.keyboard('corto{Enter}')
    expect(screen.getByRole('alert').textContent).toContain('10 caracteres o más')
    expect(decisions()).toEqual([])
    await user.keyboard(', falta el auxiliar{Enter}')
    await heading('Cuenta 2')
    expect(decisions()).toMatchObject([
      { url: '/department/reprobar-analisis-jefatura/1', body: { comentario: 'corto, falta el auxiliar', REVISION: 3 } },
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
      throw refuse(409, {
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
    await show(ReviewPage, '/cuentas/analisis?analisis=9', 2, ({ url }) => {
      if (url.startsWith('/analysis-metadata')) return counts()
      if (url === '/analysis/jefatura') return { data: [], total: 0, page: 1, limit: 100 }
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
    const { calls } = await show(ReviewPage, '/cuentas/analisis', 3, ({ url, method }) => {
      if (url.startsWith('/analysis-metadata')) return counts()
      const row = { ESTADO_PRINCIPAL_ID: 2, ESTADO_JEFATURA_ID: 4, ESTADO_CONTROL_ID: 1 }
      if (url === '/analysis/control') return { data: [analysis(4, row)], total: 1, page: 1, limit: 100 }
      return method === 'PATCH' ? analysis(4, row) : detail(4, row)
    })
    await heading('Cuenta 4')
    await waitFor(() => expect(screen.getByRole('button', { name: /Aprobar/ }).getAttribute('aria-disabled')).toBeNull())
    await userEvent.setup().keyboard('a')
    await waitFor(() => expect(calls.some(({ url }) => url === '/sub-management/aprobar-analisis-control/4')).toBe(true))
  })
})
