import { expect, test } from '@jest/globals'
import { twelveFrom, weekdayOf, weeksOf } from './days.ts'
import { merged, onTopOf, readIcs, readList } from './holidays.ts'

test('a list is read by lines, whichever way the day is written; wrong lines are named', () => {
  expect(readList('2026-11-02;Finados\n\n15/11/2026\tRepública\n20-11-2026, Conciencia Negra\nNavidad 25-12\n31-02-2026 Nada')).toEqual({
    found: [
      { FECHA: '2026-11-02', NOMBRE: 'Finados' },
      { FECHA: '2026-11-15', NOMBRE: 'República' },
      { FECHA: '2026-11-20', NOMBRE: 'Conciencia Negra' },
    ],
    wrong: [5, 6],
  })
})

const ics = (...events: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//x//y//ES',
    ...events.flatMap((e) => ['BEGIN:VEVENT', ...e.split('|'), 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')

test('an iCalendar file gives the days of a year, over several days and every year', async () => {
  const text = ics(
    'UID:1|DTSTART;VALUE=DATE:20261102|DTEND;VALUE=DATE:20261103|SUMMARY:Finados',
    'UID:2|DTSTART;VALUE=DATE:20200101|RRULE:FREQ=YEARLY|SUMMARY:Año nuevo',
    'UID:3|DTSTART;VALUE=DATE:20260216|DTEND;VALUE=DATE:20260218|SUMMARY:Carnaval',
    'UID:4|DTSTART;VALUE=DATE:20251225|SUMMARY:Navidad',
  )
  expect((await readIcs(text, 2026)).found).toEqual([
    { FECHA: '2026-11-02', NOMBRE: 'Finados' },
    { FECHA: '2026-01-01', NOMBRE: 'Año nuevo' },
    { FECHA: '2026-02-16', NOMBRE: 'Carnaval' },
    { FECHA: '2026-02-17', NOMBRE: 'Carnaval' },
  ])
  await expect(readIcs('no es un calendario', 2026)).rejects.toThrow()
})

test('a day has one name, the newer', () => {
  expect(
    merged(
      [{ FECHA: '2026-12-25', NOMBRE: 'Navidad' }],
      [
        { FECHA: '2026-01-01', NOMBRE: 'Año nuevo' },
        { FECHA: '2026-12-25', NOMBRE: 'Natal' },
      ],
    ),
  ).toEqual([
    { FECHA: '2026-01-01', NOMBRE: 'Año nuevo' },
    { FECHA: '2026-12-25', NOMBRE: 'Natal' },
  ])
})

test('weeks begin on Monday, and months go on over the end of the year', () => {
  expect(weekdayOf('2026-11-02')).toBe(1)
  expect(weeksOf(2026, 11)[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeksOf(2026, 2)).toHaveLength(5)
  expect(twelveFrom('2026-11').slice(0, 3)).toEqual(['2026-11', '2026-12', '2027-01'])
})

test('what two people change at once stands together: additions of both, without what either took out', () => {
  const calendar = (LABORABLES: number[], HORA_CORTE: number, days: Record<string, string>) => ({
    ID_PAIS: 1,
    PAIS: 'Brasil',
    LABORABLES,
    HORA_CORTE,
    ZONA: null,
    FERIADOS: Object.entries(days).map(([FECHA, NOMBRE]) => ({ FECHA, NOMBRE })),
    POR: null,
    FECHA: null,
  })
  const base = calendar([1, 2, 3, 4, 5], 18, { '2026-01-01': 'Año Nuevo', '2026-04-03': 'Viernes Santo', '2026-05-01': 'Trabajo' })
  const mine = calendar([1, 2, 3, 4, 5, 6], 18, { '2026-01-01': 'Confraternización', '2026-05-01': 'Trabajo', '2026-12-25': 'Navidad' })
  const theirs = calendar([1, 2, 3, 4, 5], 17, { '2026-01-01': 'Año Nuevo', '2026-04-03': 'Viernes Santo', '2026-09-07': 'Independencia' })
  expect(onTopOf(theirs, base, mine)).toEqual(
    calendar([1, 2, 3, 4, 5, 6], 17, { '2026-01-01': 'Confraternización', '2026-09-07': 'Independencia', '2026-12-25': 'Navidad' }),
  )
})
