import { afterEach, expect, jest, test } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { visit } from '../testing.ts'
import ItemsPage from './ItemsPage.tsx'

jest.setTimeout(20_000)
afterEach(cleanup)

test('a list is narrowed to what moved out of the usual, named so, and widened again', async () => {
  const { asked } = await visit(ItemsPage, '/estadisticas/analisis?negocioId=3&movimiento=alto,silencio', 4, ({ path }) =>
    path === '/dashboard/items' ? { data: [], total: 0, page: 1, limit: 50, sumas: [] } : undefined,
  )
  await screen.findByRole('heading', { level: 1, name: /Movimiento alto.*no se movió/ })
  const query = () => asked.filter(({ path }) => path === '/dashboard/items').at(-1)?.query
  await waitFor(() => expect(query()?.get('movimiento')).toBe('alto,silencio'))
  const link = screen.getByRole('link', { name: 'Todos los movimientos' })
  expect(link.getAttribute('href')).toBe('/estadisticas/analisis?negocioId=3')
})
