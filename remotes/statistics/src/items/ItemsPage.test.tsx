import { afterEach, expect, jest, test } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { visit } from '../testing.ts'
import ItemsPage from './ItemsPage.tsx'

jest.setTimeout(20_000)
afterEach(cleanup)

test('what moved out of the usual is looked at a kind at a time, and as a whole again', async () => {
  const { asked, user } = await visit(ItemsPage, '/estadisticas/analisis?negocioId=3&movimiento=alto,silencio', 4, ({ path }) =>
    path === '/dashboard/items' ? { data: [], total: 0, page: 1, limit: 50, sumas: [] } : undefined,
  )
  await screen.findByRole('heading', { level: 1, name: /Movimiento alto.*no se movió/ })
  const query = () => asked.filter(({ path }) => path === '/dashboard/items').at(-1)?.query
  await waitFor(() => expect(query()?.getAll('movimiento').join()).toBe('alto,silencio'))
  await user.click(screen.getByRole('button', { name: 'Filtrar por Movimiento: movimiento alto, no se movió' }))
  await user.click(await screen.findByRole('checkbox', { name: 'movimiento alto' }))
  await waitFor(() => expect(query()?.get('movimiento')).toBe('silencio'))
  expect(query()?.get('negocioId')).toBe('3')
  await screen.findByRole('heading', { level: 1, name: 'No se movió' })
  await user.click(screen.getByRole('button', { name: 'Quitar Movimiento' }))
  await waitFor(() => expect(query()?.has('movimiento')).toBe(false))
})
