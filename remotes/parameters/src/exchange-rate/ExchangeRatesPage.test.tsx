import { type Asked, Refusal, visitsTo } from '@cuadre/shell/testing'
import { afterEach, expect, jest, test } from '@jest/globals'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import ExchangeRatesPage from './ExchangeRatesPage.tsx'
import { endOf } from './month.ts'

jest.setTimeout(60_000)
afterEach(cleanup)
const PATH = '/parametros/tipos-de-cambio'
const visit = visitsTo('parameters', { es, en })
const rate = (more: object = {}) => ({
  ID: 7,
  COD_PERIODO: 10,
  PERIODO: '2026-10',
  CERRADO: false,
  MONEDA: 'BRL',
  MONEDA_GRUPO: 'USD',
  TASA: '0.1837',
  FECHA_TASA: '2026-10-30',
  POR: 'Beatriz Montoya Ríos',
  FECHA: '2026-11-02T12:00:00Z',
  REVISION: 3,
  ...more,
})
const year = {
  anios: [2026],
  anio: 2026,
  grupo: 'USD',
  monedas: ['BRL', 'COP'],
  meses: [
    { COD_PERIODO: 10, PERIODO: '2026-10', CERRADO: false, enUso: ['BRL', 'COP'], tasas: [rate()], faltan: ['COP'] },
    { COD_PERIODO: 9, PERIODO: '2026-09', CERRADO: true, enUso: ['BRL'], tasas: [], faltan: ['BRL'] },
  ],
}
const group = { MONEDA: 'USD', TASAS: 1, MOTIVO: null, POR: 'Sara', FECHA: null, REVISION: 1 }
const open = (permissions: string[], more: Record<string, unknown> = {}) =>
  visit(ExchangeRatesPage, PATH, ['parameters.rate.read', ...permissions], ({ method, path }: Asked) => {
    const known: Record<string, unknown> = { '/exchange-rate/year': year, '/exchange-rate/group-currency': group, ...more }
    return known[`${method} ${path}`] ?? known[path]
  })

test('the last day of a month', () => {
  expect(['2026-02', '2028-02', '2026-12', '2026-04'].map(endOf)).toEqual(['2026-02-28', '2028-02-29', '2026-12-31', '2026-04-30'])
})

test('what is missing is named, and a missing rate is added in its place, by keyboard', async () => {
  const { sent, user } = await open(['parameters.rate.write'], { 'POST /exchange-rate': rate({ MONEDA: 'COP', TASA: '0.0002459' }) })
  expect(
    await screen.findByText('Faltan 2 tipos de cambio de monedas en uso: COP en octubre de 2026 y BRL en septiembre de 2026.'),
  ).toBeTruthy()
  // Closed months are for who governs the rates.
  expect(screen.queryByRole('button', { name: /septiembre/ })).toBeNull()
  const cell = screen.getByRole('button', { name: 'COP en octubre de 2026: Falta' })
  cell.focus()
  await user.keyboard('{Enter}')
  const field = await screen.findByRole('textbox', { name: /1 COP equivale a/ })
  expect(document.activeElement).toBe(field)
  await user.keyboard('1.234{Enter}')
  // It could be a thousand: not guessed.
  expect(await screen.findByText('Escriba un número mayor que cero, sin separador de miles.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, '0,0002459{Enter}')
  await waitFor(() =>
    expect(sent('/exchange-rate')).toEqual([
      {
        COD_PERIODO: 10,
        MONEDA: 'COP',
        TASA: '0.0002459',
        FECHA_TASA: '2026-10-31',
      },
    ]),
  )
})

test('a rate that is far from the month beside it is saved only once it is said to be right', async () => {
  const message = 'Es más de 5 veces mayor o menor que el de septiembre de 2026, que es 0,0002459.'
  const { sent, user } = await open(['parameters.rate.write'], {
    'POST /exchange-rate': new Refusal(422, { code: 'rate_far', message, issues: [{ path: 'TASA', message }] }),
  })
  await user.click(await screen.findByRole('button', { name: 'COP en octubre de 2026: Falta' }))
  const field = await screen.findByRole('textbox', { name: /1 COP equivale a/ })
  expect(screen.queryByRole('switch')).toBeNull()
  await user.type(field, '4100{Enter}')
  expect(await screen.findByText(message)).toBeTruthy()
  await user.click(await screen.findByRole('switch', { name: 'Es correcto: 1 COP equivale a 4100,00 USD' }))
  await user.click(screen.getByRole('button', { name: /^Guardar/ }))
  await waitFor(() => expect(sent('/exchange-rate')).toMatchObject([{ TASA: '4100' }, { TASA: '4100', CONFIRMADA: true }]))
  expect(sent('/exchange-rate')[0]).not.toHaveProperty('CONFIRMADA')
})

test('a closed month asks for a reason, Escape leaves it as it was, and who saved a rate is said', async () => {
  const { sent, user } = await open(['parameters.rate.write', 'parameters.rate.govern'])
  await user.click(await screen.findByRole('button', { name: /^BRL en septiembre de 2026:/ }))
  const editor = screen.getByRole('textbox', { name: /Motivo/ })
  await user.type(screen.getByRole('textbox', { name: /1 BRL equivale a/ }), '0,19{Enter}')
  await waitFor(() => expect(editor.getAttribute('aria-invalid')).toBe('true'))
  expect(sent('/exchange-rate')).toEqual([])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /Motivo/ })).toBeNull())
  await user.click(screen.getByRole('button', { name: /^BRL en octubre de 2026: 0,1837 / }))
  expect(within(screen.getByRole('table', { name: 'Tipos de cambio' })).getByText(/Guardado por Beatriz Montoya Ríos/)).toBeTruthy()
})

test('the currency of the group that somebody else has set while another was being typed is not written over unseen', async () => {
  const known: Record<string, unknown> = { '/exchange-rate/group-currency': group }
  const { sent, user, client } = await open(['parameters.rate.write', 'parameters.rate.govern'], known)
  await user.click(await screen.findByRole('button', { name: 'Moneda del grupo: USD' }))
  const drawer = await screen.findByRole('dialog')
  await user.clear(within(drawer).getByRole('textbox', { name: /Moneda/ }))
  await user.type(within(drawer).getByRole('textbox', { name: /Moneda/ }), 'GBP')
  known['/exchange-rate/group-currency'] = { ...group, MONEDA: 'EUR', REVISION: 2 }
  await act(() => client.invalidateQueries())
  await user.type(within(drawer).getByRole('textbox', { name: /Motivo/ }), 'La matriz cambió de país')
  await user.click(within(drawer).getByRole('button', { name: /Guardar/ }))
  await waitFor(() => expect(sent('/exchange-rate/group-currency')).toMatchObject([{ MONEDA: 'GBP', REVISION: 1 }]))
})
