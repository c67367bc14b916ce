import { visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import CalendarPage from './CalendarPage.tsx'

const visit = visitsTo('parameters', { es, en })
const brasil = { ID_PAIS: 1, PAIS: 'Brasil', LABORABLES: [1, 2, 3, 4, 5], HORA_CORTE: 18, ZONA: null, FERIADOS: [], POR: null, FECHA: null }

test('a year that nobody has entered holidays of says what its deadlines count; one of a country that has none at all does not', async () => {
  const of = async (FERIADOS: object[], year: number) => {
    const { unmount } = await visit(CalendarPage, `/parametros/calendario?anio=${year}`, ['parameters.calendar.read'], ({ path }) =>
      path === '/calendar' ? { data: [{ ...brasil, FERIADOS }], total: 1 } : path.startsWith('/business') ? [] : undefined,
    )
    await screen.findByText(`0 feriados en ${year}`)
    const said = screen.queryByText(`Sin los feriados de ${year}, los plazos los cuentan como días hábiles.`)
    unmount()
    return said !== null
  }
  expect([await of([{ FECHA: '2027-01-01', NOMBRE: 'Año Nuevo' }], 2028), await of([], 2028)]).toEqual([true, false])
})

test.each(['99999', '-5', 'abc', '1.5'])('an address that asks for the year %s shows this one', async (asked) => {
  await visit(CalendarPage, `/parametros/calendario?anio=${asked}`, ['parameters.calendar.read'], ({ path }) =>
    path === '/calendar' ? { data: [brasil], total: 1 } : path.startsWith('/business') ? [] : undefined,
  )
  expect(await screen.findByText(String(new Date().getFullYear()))).toBeTruthy()
})
