import type { Messages } from './text.ts'

export const calendar = {
  calendar_days_twice: ['Un día está repetido.', 'A day is repeated.'],
  calendar_zone: ['Esa zona horaria no existe.', 'That time zone does not exist.'],
  calendar_holiday_twice: ['El feriado {day} está repetido.', 'The holiday {day} is repeated.'],
} satisfies Messages
