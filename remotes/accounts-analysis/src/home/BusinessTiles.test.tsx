import { Refusal } from '@cuadre/shell/testing'
import { afterEach, beforeAll, expect, jest, test } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { visit } from '../shared/testing.ts'
import { BusinessTiles } from './BusinessTiles.tsx'

beforeAll(() => {
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(cleanup)
const tile = (ID_NEGOCIO: number, NEGOCIO: string, more: object = {}) => ({
  ID_PAIS: 1,
  PAIS: 'Brasil',
  ID_NEGOCIO,
  NEGOCIO,
  RUTA_IMAGEN: null,
  items: 20,
  completitud: { completado: 12, completadoTarde: 3, vencido: 2, pendiente: 3 },
  vencidos: 0,
  semaforo: 'verde',
  ...more,
})
const show = (tiles: object[], image: unknown = new Blob(['png'])) =>
  visit(BusinessTiles, '/home', 3, ({ path }) => {
    if (path.startsWith('/business/image')) return image
    return { period: { COD_PERIODO: 10, PERIODO: '2026-10' }, data: tiles }
  })

test('each business with its image, what is completed of its month and, first, what is late', async () => {
  const { container, asked } = await show([
    tile(1, 'Safra', { RUTA_IMAGEN: '/business/image/1?v=2' }),
    tile(2, 'Votorantim', { vencidos: 2 }),
  ])
  const tiles = await screen.findAllByRole('listitem')
  expect(tiles.map((one) => within(one).getByRole('link').textContent)).toEqual(['Votorantim', 'Safra'])
  expect(tiles[0]!.textContent).toContain('2 vencidos')
  expect(within(tiles[1]!).getByText('15 de 20')).toBeTruthy()
  expect(within(tiles[0]!).getByRole('link').getAttribute('href')).toContain('negocioId=2')
  await waitFor(() => expect(container.querySelectorAll('img')).toHaveLength(1))
  // Who has no image is not asked for one.
  expect(asked.filter(({ path }) => path.startsWith('/business/image')).map(({ path }) => path)).toEqual(['/business/image/1'])
})

test('an image that cannot be had says so', async () => {
  await show([tile(1, 'Safra', { RUTA_IMAGEN: '/x' }), tile(2, 'Votorantim')], new Refusal(404, { code: 'not_found', message: 'No.' }))
  expect(await screen.findByText('Error al procesar imagen', undefined, { timeout: 8000 })).toBeTruthy()
}, 15_000)

test('of one business there is nothing to choose', async () => {
  const { client, asked } = await show([tile(1, 'Safra')])
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(asked.some(({ path }) => path === '/dashboard/bussines')).toBe(true)
  expect(screen.queryByRole('list')).toBeNull()
})

test('many are shown when asked for', async () => {
  const { user } = await show(Array.from({ length: 15 }, (_, i) => tile(i + 1, `Negocio ${i + 1}`)))
  expect(await screen.findAllByRole('listitem')).toHaveLength(12)
  await user.click(screen.getByRole('button', { name: 'Ver los 15' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(15)
})
