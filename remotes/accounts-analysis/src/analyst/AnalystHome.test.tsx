import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Asked, analysis, counts, detail, refuse, show } from '../shared/server.test-kit.tsx'
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
const contadores = { total: 3, porPreparar: 2, enJefatura: 1, enControl: 0, rechazados: 1, aprobados: 0 }

const home = (submit: (asked: Asked) => unknown = () => analysis(1), path = '/home') =>
  show(AnalystHome, path, 1, (asked) => {
    const { url, method } = asked
    if (url === '/dashboard/analista')
      return { period, contadores, rechazados: [], atrasados: { total: 0, data: [] }, proximos: { total: 0, data: [] } }
    if (url.startsWith('/analysis-metadata')) return counts()
    if (url === '/analysis/analista') {
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
      PUEDE: { enviar: true, decidirJefatura: false, decidirControl: false, recuperar: false, reabrir: false, motivo: null },
    })
  })
const file = () => new File(['x'], 'libro.xlsx', { type: 'application/octet-stream' })
const open = async (submit?: (asked: Asked) => unknown) => {
  const view = await home(submit, '/home?analisis=1')
  const drawer = await screen.findByRole('dialog')
  await within(drawer).findByLabelText('Libro de sustento')
  return { ...view, drawer, user: userEvent.setup() }
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
  test('every figure leads to the list that it counts', async () => {
    await home()
    const link = await screen.findByRole('link', { name: /1\s*Rechazada/ })
    expect(link.getAttribute('href')).toContain('estado=rechazado')
  })
  test('the difference is shown while the value is typed, to the cent, and is what is sent', async () => {
    const { user, drawer, calls } = await open()
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), file())
    await user.type(within(drawer).getByLabelText('Sustentado'), '416.147.985,65')
    expect(drawer.querySelector('output')?.textContent).toContain('184.445,38')
    await user.type(within(drawer).getByLabelText(/Comentario de la variación/), 'Factura en tránsito.')
    await user.click(within(drawer).getByRole('button', { name: 'Enviar' }))
    await screen.findByText('Envió «Cuenta 1»')
    const sent = calls.find(({ method }) => method === 'POST')?.body as FormData
    expect(Object.fromEntries([...sent.entries()].filter(([name]) => name !== 'file'))).toEqual({
      VALOR_ANALISIS: '416147985.65',
      VARIACION: '184445.38',
      COMENTARIO_VARIACION: 'Factura en tránsito.',
    })
  })
  test('a material movement is not sent without a comment', async () => {
    const { user, drawer, calls } = await open()
    await user.upload(within(drawer).getByLabelText('Libro de sustento'), file())
    await user.type(within(drawer).getByLabelText('Sustentado'), '1')
    await user.click(within(drawer).getByRole('button', { name: 'Enviar' }))
    await within(drawer).findByText('Complete este campo.')
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  })
  test('what the server refuses lands at its field, and nothing that was typed is lost', async () => {
    const { user, drawer } = await open(() => {
      throw refuse(422, { code: 'invalid', message: 'Revise', issues: [{ path: 'VARIACION', message: 'La celda B12 dice 2,00.' }] })
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
      throw refuse(409, {
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
})
