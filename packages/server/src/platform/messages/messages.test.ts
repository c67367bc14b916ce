import { expect, test } from '@jest/globals'
import { type MessageKey, sentence } from './index.ts'

test('a code is told in the language asked for, with its figures filled in', () => {
  expect(sentence('load_many_businesses', 'es', { max: 7 })).toBe('El archivo nombra más de 7 negocios.')
  expect(sentence('load_many_businesses', 'en', { max: 7 })).toBe('The file names more than 7 businesses.')
})
test('one is not told as several, in either language', () => {
  const rows = (n: number, locale: 'es' | 'en') => sentence('load_refused_rows', locale, { n, row: 3, reason: '…' })
  expect([rows(1, 'es'), rows(2, 'es')]).toEqual([
    '1 fila no es válida; no se guardó nada. La primera: fila 3, …',
    '2 filas no son válidas; no se guardó nada. La primera: fila 3, …',
  ])
  expect([rows(1, 'en'), rows(0, 'en')]).toEqual([
    '1 row is not valid; nothing was stored. The first: row 3, …',
    '0 rows are not valid; nothing was stored. The first: row 3, …',
  ])
})
test('each of several figures is in its own number', () => {
  const folder = (carpetas: number, archivos: number) => sentence('folder_not_empty', 'es', { carpetas, archivos })
  expect(folder(1, 2)).toBe('La carpeta tiene 1 carpeta y 2 archivos. Confirme para eliminar también su contenido.')
  expect(folder(2, 1)).toBe('La carpeta tiene 2 carpetas y 1 archivo. Confirme para eliminar también su contenido.')
  expect(sentence('sub_management_in_use', 'es', { departamentos: 1 })).toBe(
    'La subgerencia tiene 1 departamento activo: páselo antes a otra.',
  )
})
test('periods and days are written as people do, at the beginning of a sentence too', () => {
  expect(sentence('row_period_wrong', 'es', { period: '2026-09' })).toBe('El período de la fila no es septiembre de 2026.')
  expect(sentence('rate_closed', 'es', { period: '2026-09' })).toMatch(/^Septiembre de 2026 está cerrado/)
  expect(sentence('rate_closed', 'en', { period: '2026-09' })).toMatch(/^September 2026 is closed/)
  expect(sentence('rate_row_no_period', 'es', { period: '2026-13' })).toBe('No existe el período de 2026-13.')
  expect(sentence('calendar_holiday_twice', 'es', { day: '2026-12-25' })).toBe('El feriado 25-12-2026 está repetido.')
})
test('who is not known is somebody else', () => {
  expect(sentence('row_moved', 'es')).toMatch(/^Otra persona, o usted en otra ventana, lo cambió/)
  expect(sentence('row_moved', 'en', { who: 'Ana Ruiz' })).toMatch(/^Ana Ruiz changed it/)
})
test('a code that only another release knew is shown itself', () => {
  const stored = 'row_of_another_release' as MessageKey
  expect(sentence(stored, 'es')).toBe('row_of_another_release')
})
