import { expect, test } from '@jest/globals'
import { heldBy, newKey, orderOf, paramsOf, peopleOf } from './order.ts'

const people = {
  rol: 'RESPALDO' as const,
  origen: 7,
  destino: 9,
  desde: 12,
  hasta: '2026-12-31',
  enCurso: false,
  avisar: false,
  departamento: undefined,
}

test('who, to whom and from when survive a reload of the page', () => {
  expect(peopleOf(paramsOf(people, 'cuentas'))).toEqual(people)
  const usual = { ...people, rol: 'JEFE' as const, hasta: undefined, enCurso: true, avisar: true, departamento: 3 }
  expect(peopleOf(paramsOf(usual, 'cuentas'))).toEqual(usual)
})
test.each(['', 'origen=7', 'origen=7&destino=x&desde=12'])('an address with "%s" asks for the people first', (address) => {
  expect(peopleOf(new URLSearchParams(address))).toBeUndefined()
})
test('the list begins with what the origin holds in that responsibility', () => {
  expect([heldBy({ rol: 'ANALISTA', origen: 7 }), heldBy(people), heldBy({ rol: 'JEFE', origen: 7 })]).toEqual([
    { analystId: 7 },
    { backupId: 7 },
    { chiefId: 7 },
  ])
})
test('an order names accounts or filters, and a department only where a head hands over', () => {
  const left = { omitir: [5], omitirErrores: true }
  expect(orderOf({ ...people, departamento: 3 }, { count: 2, ids: [4, 5] }, left)).toEqual({
    rol: 'RESPALDO',
    origenUsuarioId: 7,
    destinoUsuarioId: 9,
    desdePeriodoId: 12,
    hasta: '2026-12-31',
    incluirEnCurso: false,
    notificar: false,
    COD_DEPARTAMENTO: undefined,
    cuentaIds: [4, 5],
    omitir: [5],
    omitirErrores: true,
  })
})
test('no two keys are the same', () => {
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/)
  expect(newKey()).not.toBe(newKey())
})
