import { visitsTo } from '@cuadre/shell/testing'
import { afterEach, expect, jest, test } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import { period } from '../testing.ts'
import TransferSuggestions from './TransferSuggestions.tsx'

jest.setTimeout(20_000)
afterEach(cleanup)

const person = (ID_ANALISTA: number, ANALISTA: string, abiertos: number, tarde: number | null) => ({
  ID_ANALISTA,
  ANALISTA,
  abiertos,
  enOtras: 0,
  ritmo: tarde === null ? null : 2,
  meses: 3,
  fecha: tarde === null ? null : '2026-11-10',
  desde: null,
  hasta: null,
  tarde,
  semaforo: tarde === null ? null : tarde > 0 ? 'rojo' : 'verde',
})
const at = (fecha: string | null, tarde: number) => ({ fecha, tarde })
const answer = (more: object = {}) => ({
  period,
  dias: 4,
  personas: [person(7, 'Rodrigo Peña', 12, 4), person(8, 'Lucía Ferreyra', 3, 0)],
  sugerencias: [
    {
      ID_ORIGEN: 7,
      ORIGEN: 'Rodrigo Peña',
      ID_DESTINO: 8,
      DESTINO: 'Lucía Ferreyra',
      cercania: 'departamento',
      cuentas: [101, 104, 109, 112],
      origen: { antes: at('2026-11-10', 4), despues: at('2026-11-06', 0) },
      destino: { antes: at('2026-11-04', 0), despues: at('2026-11-06', 0) },
    },
  ],
  conjunto: { antes: at('2026-11-10', 4), despues: at('2026-11-06', 0) },
  ...more,
})
const visit = (role: number, keys: string[], found: unknown = answer(), path = '/home') =>
  visitsTo('statistics', { es, en }, () => ['statistics.dashboard.read', ...keys])(TransferSuggestions, path, role, ({ path }) =>
    path === '/dashboard/transfer-suggestions' ? found : undefined,
  )

test('who is late is named, with the list of what they have open; a suggestion opens the mass transfer filled in', async () => {
  await visit(2, ['accounts.account.transfer'])
  await screen.findByRole('heading', { name: 'Un analista no llega al plazo del 06-11-2026' })
  const people = screen.getByRole('table', { name: 'Pronóstico por analista' })
  expect(within(people).getByRole('link', { name: '12' }).getAttribute('href')).toBe(
    '/estadisticas/analisis?periodId=10&analistaId=7&etapa=sin_enviar%2Crechazado',
  )
  expect(within(people).queryByText('Lucía Ferreyra')).toBeNull()
  const transfers = screen.getByRole('table', { name: 'Traspasos sugeridos' })
  expect(within(transfers).getByText('4 → 0')).toBeTruthy()
  const link = within(transfers).getByRole('link', { name: 'Preparar el traspaso de Rodrigo Peña a Lucía Ferreyra' })
  expect(link.getAttribute('href')).toBe(
    '/cuentas/traspaso-masivo?paso=revision&rol=ANALISTA&origen=7&destino=8&desde=10&cuentas=101%2C104%2C109%2C112',
  )
  screen.getByText(/los análisis que llegan tarde pasan de 4 a 0/)
})

test('a head sees it without the way to make it', async () => {
  await visit(3, [])
  await screen.findByRole('table', { name: 'Traspasos sugeridos' })
  expect(screen.queryByRole('link', { name: /Preparar/ })).toBeNull()
})

test('where nobody can take anything it says so, and where the deadline has passed', async () => {
  await visit(2, [], answer({ sugerencias: [] }))
  await screen.findByText(/Nadie del mismo departamento ni del mismo negocio/)
  cleanup()
  await visit(2, [], answer({ sugerencias: [], dias: 0 }))
  await screen.findByText('El plazo de los analistas ya pasó: un traspaso no lo cambia.')
})

test('everybody in time is said so, with everybody listed; of whom nothing is known nothing is promised; of the past it is not asked', async () => {
  const both = { antes: at('2026-11-04', 0), despues: at('2026-11-04', 0) }
  const known = person(7, 'Rodrigo Peña', 2, 0)
  await visit(2, [], answer({ personas: [known], sugerencias: [], conjunto: both }))
  await screen.findByRole('heading', { name: 'Cada analista llega al plazo del 06-11-2026' })
  cleanup()
  await visit(2, [], answer({ personas: [known, person(9, 'Inés Robledo', 1, null)], sugerencias: [], conjunto: both }))
  await screen.findByRole('heading', { name: 'Nadie con historial se atrasa al plazo del 06-11-2026' })
  expect(screen.getByText('Sin historial')).toBeTruthy()
  cleanup()
  const { asked } = await visit(4, [], answer(), '/home?asOf=2026-10-05T17:30:00Z')
  await waitFor(() => expect(asked.filter(({ path }) => path === '/dashboard/transfer-suggestions')).toEqual([]))
  expect(screen.queryByRole('table')).toBeNull()
})
