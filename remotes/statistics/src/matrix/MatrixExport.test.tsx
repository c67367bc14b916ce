import { afterEach, expect, jest, test } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { visit } from '../testing.ts'
import { MatrixExport } from './MatrixExport.tsx'

jest.setTimeout(20_000)
afterEach(cleanup)

const asked = { nivel: 'negocio', metrica: 'completado', anio: 2026, riesgo: 'A' } as const
const page = (opened: string[]) => () => <MatrixExport title="Matriz" asked={asked} enCurso={false} opened={() => opened} />
const workbooks = (of: { path: string; query: URLSearchParams }[]) =>
  of
    .filter(({ path }) => path === '/dashboard/analysis-matrix')
    .map(({ query }) => [query.getAll('abiertas').join(), query.get('todo'), query.get('riesgo'), query.get('format')])

/** Keys reach the menu once it has the focus. */
const choose = async (user: { click: (element: Element) => Promise<void>; keyboard: (keys: string) => Promise<void> }, keys: string) => {
  await user.click(await screen.findByRole('button', { name: 'Excel' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menu')))
  await user.keyboard(keys)
}

test('the workbook of what is open names the innermost rows that are', async () => {
  const { asked: calls, user } = await visit(page(['1', '1/5', '1/5/8', '2', '12']), '/', 6, () => ({}))
  await choose(user, '{ArrowDown}{Enter}')
  await waitFor(() => expect(workbooks(calls)).toEqual([['1/5/8,2,12', null, 'A', 'excel']]))
})

test('every row down to the account is written once it is known how many they are, and not when they are too many', async () => {
  let filas = 812
  const answer = ({ path }: { path: string }) => (path === '/dashboard/analysis-matrix/size' ? { filas, maximo: 50_000 } : {})
  const { asked: calls, user } = await visit(page(['1']), '/', 6, answer)
  const open = () => choose(user, '{End}{Enter}')
  await open()
  expect(await screen.findByText('El Excel tendrá 812 filas, plegadas por nivel.')).toBeTruthy()
  expect(workbooks(calls)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Guardar el Excel' }))
  await waitFor(() => expect(workbooks(calls)).toEqual([['', 'true', 'A', 'excel']]))
  filas = 60_000
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await open()
  expect(await screen.findByText(/Son 60.000 filas, más que las 50.000/)).toBeTruthy()
  expect((screen.getByRole('button', { name: 'Guardar el Excel' }) as HTMLButtonElement).disabled).toBe(true)
})
