import { afterEach, expect, jest, test } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { visit } from '../testing.ts'
import { MonthCell, YearCell } from './IndicatorCell.tsx'
import type { Indicator } from './indicators.ts'

jest.setTimeout(20_000)
afterEach(cleanup)

const month = { mes: 7, COD_PERIODO: 7, valor: 90.02, numerador: 812, denominador: 902, enCurso: false, semaforo: 'ambar' as const }
const row = (more: Partial<Indicator> = {}) =>
  ({
    codigo: 'K4J',
    etiquetaEs: 'A tiempo: jefatura',
    etiquetaEn: 'On time: head',
    unidad: 'porcentaje',
    sentido: 1,
    acumulado: 89.8,
    partes: { acumulado: { numerador: 808, denominador: 900 }, anterior: { numerador: 0, denominador: 0 } },
    objetivo: 95,
    mejorMes: null,
    peorMes: null,
    ...more,
  }) as Indicator
const safra = { nivel: 'negocio', id: 4, nombre: 'Safra', valor: 75.6, numerador: 127, denominador: 168, sin: 93.3 }
const answer = { valor: 90.02, anterior: 86.6, delta: 3.42, meses: [{ COD_PERIODO: 1, PERIODO: '2025-07' }], parte: safra }
const text = () => screen.getByRole('dialog').textContent?.replaceAll('\u00a0', ' ')

test('the tip of a month asks when it is opened: against the year before, and what lowered it most, with its list', async () => {
  const Page = () => <MonthCell row={row()} month={month} year={2026} place={{ paisId: 2 }} />
  const { asked, user } = await visit(Page, '/', 6, ({ path }) => (path === '/statistics/indicators/K4J' ? answer : undefined))
  const cell = await screen.findByRole('button')
  expect(asked.filter(({ path }) => path.startsWith('/statistics/indicators'))).toEqual([])
  await user.click(cell)
  await waitFor(() => expect(text()).toContain('Frente a julio de 2025+3,4 era 86,6'))
  expect(text()).toContain('Lo bajó másSafra, 75,6sin esa parte, 93,3')
  const [call] = asked.filter(({ path }) => path.startsWith('/statistics/indicators'))
  expect(String(call!.query)).toBe('paisId=2&periodIds=7')
  expect(decodeURIComponent(screen.getByRole('link', { name: 'Safra' }).getAttribute('href')!)).toContain('negocioId=4')
})

test('where less is better it says what raised it; the year leaves to its row how it stands beside the year before', async () => {
  const months = [
    { COD_PERIODO: 6, PERIODO: '2026-06' },
    { COD_PERIODO: 7, PERIODO: '2026-07' },
  ]
  const of = row({ codigo: 'K11', sentido: -1 })
  const Page = () => <YearCell row={of} which="acumulado" months={months} place={{}} />
  const { user } = await visit(Page, '/', 6, ({ path }) => (path === '/statistics/indicators/K11' ? { ...answer, meses: [] } : undefined))
  await user.click(await screen.findByRole('button'))
  await waitFor(() => expect(text()).toContain('Lo subió másSafra, 75,6'))
  expect(text()).not.toContain('Frente a')
})

test('a month without one the year before says so, and nothing of a part where there is none', async () => {
  const Page = () => <MonthCell row={row()} month={month} year={2026} place={{}} />
  const none = { ...answer, anterior: null, delta: null, meses: [], parte: null }
  const { user } = await visit(Page, '/', 6, ({ path }) => (path === '/statistics/indicators/K4J' ? none : undefined))
  await user.click(await screen.findByRole('button'))
  await waitFor(() => expect(text()).toContain('Frente a un año antessin dato'))
  expect(text()).not.toContain('Lo bajó más')
})
