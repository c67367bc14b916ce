import { Refusal, visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import en from '../../locales/en.json' with { type: 'json' }
import es from '../../locales/es.json' with { type: 'json' }
import { CalendarOf } from './CalendarOf.tsx'

const visit = visitsTo('admin', { es, en })
const page = () => (
  <>
    <h1>Perú</h1>
    <CalendarOf country={4} />
  </>
)

test.each([
  [404, 0],
  [503, 1],
])('a calendar that is answered with %i: %i errors on the page of its country', async (status, errors) => {
  let asked = 0
  await visit(page, '/paises/actualizar/4', ['parameters.calendar.read'], () => {
    asked++
    return new Refusal(status, { code: 'x', message: 'No existe, o está fuera de lo que usted puede ver.' })
  })
  await waitFor(() => expect(asked).toBeGreaterThan(0))
  await waitFor(() => expect(screen.queryAllByText('Calendario')).toHaveLength(errors))
  expect(screen.queryAllByText(/No se pudo leer/)).toHaveLength(errors)
})
