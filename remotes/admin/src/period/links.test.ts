import { expect, test } from '@jest/globals'
import { listOf, wordOf } from './links.ts'

test('the way to a check promises the list of what it counted only where it leads to one', () => {
  expect(wordOf('prorrogas')).toBe('closing.see')
  expect(wordOf('no_aprobados')).toBe('closing.seeSent')
  expect(wordOf('saldos_sin_asignar')).toBe('closing.seeUnassigned')
  expect(wordOf('saldos_por_cargar')).toBe('closing.toLoad')
})

test('of the accounts without an analyst those with a balance of the period are listed', () => {
  expect(listOf('saldos_sin_asignar', 12, 3)).toBe('/cuentas?statusId=1&filterByPeriod=12&conSaldo=true&activa=true')
})
