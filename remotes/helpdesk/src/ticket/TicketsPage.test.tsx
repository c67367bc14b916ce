import { type Asked, visitsTo } from '@cuadre/shell/testing'
import { expect, jest, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import TicketsPage from './TicketsPage.tsx'

jest.setTimeout(60_000)
const visit = visitsTo('helpdesk', { es, en })
const answers = ({ path }: Asked) => {
  if (path === '/tickets-suport') return { data: [], total: 0, page: 1, limit: 100 }
  if (path === '/me/business')
    return [
      { ID_NEGOCIO: 3, NEGOCIO: 'SAFRA', ID_PAIS: 1, PAIS: 'Brasil' },
      { ID_NEGOCIO: 4, NEGOCIO: 'ANDES', ID_PAIS: 2, PAIS: 'Chile' },
    ]
  return undefined
}

test('the register is asked for by business too, as the address says', async () => {
  const { asked } = await visit(TicketsPage, '/tickets-soporte?negocioId=3&categoriaId=4', ['helpdesk.ticket.write'], answers)
  await screen.findByRole('heading', { name: 'Tickets de soporte' })
  await waitFor(() => expect(asked.some(({ path }) => path === '/tickets-suport')).toBe(true))
  const { query } = asked.findLast(({ path }) => path === '/tickets-suport')!
  expect([query.get('negocioId'), query.get('categoriaId'), query.get('vista')]).toEqual(['3', '4', 'todas'])
  expect((await screen.findAllByText('SAFRA')).length).toBeGreaterThan(0)
})
