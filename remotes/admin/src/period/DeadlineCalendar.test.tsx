import { visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import { DeadlineCalendar } from './DeadlineCalendar.tsx'

const visit = visitsTo('admin', { es, en })
const calendar = (ID_PAIS: number, PAIS: string, days: readonly string[]) => ({
  ID_PAIS,
  PAIS,
  LABORABLES: [1, 2, 3, 4, 5],
  HORA_CORTE: 18,
  ZONA: null,
  FERIADOS: days.map((FECHA) => ({ FECHA, NOMBRE: 'Feriado' })),
  POR: null,
  FECHA: null,
})
const CALENDARS = [
  calendar(1, 'Brasil', ['2027-12-25']),
  calendar(2, 'Chile', ['2027-12-25', '2028-01-01']),
  calendar(3, 'Colombia', ['2027-12-25']),
  calendar(4, 'Perú', []),
]

test.each([
  ['2028-01-06T21:00:00Z', 'No hay feriados de 2028 en el calendario de Brasil y Colombia: sus plazos los cuentan como días hábiles.'],
  ['2027-12-07T21:00:00Z', null],
])('deadlines on %s say which calendars lack the holidays of their year', async (at, said) => {
  await visit(
    () => <DeadlineCalendar month={at.slice(0, 7)} dues={[{ label: 'Analista', at }]} zone="America/Sao_Paulo" />,
    '/periodos/crear',
    [],
    ({ path }) => (path === '/calendar' ? { data: CALENDARS, total: 4 } : undefined),
  )
  await screen.findByRole('combobox', { name: 'País del calendario' })
  expect(screen.queryByText(/No hay feriados de/)?.firstChild?.textContent ?? null).toBe(said)
  expect(screen.queryByRole('link', { name: 'Registrarlos' })?.getAttribute('href') ?? null).toBe(
    said && '/parametros/calendario?pais=1&anio=2028',
  )
})
