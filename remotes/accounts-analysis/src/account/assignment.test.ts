import { expect, test } from '@jest/globals'
import { filterOf, tabOf } from '../shared/account/filters.ts'
import { byBusiness, likelyDepartment } from './assignment.ts'

const account = (COD_CUENTA: number, ID_NEGOCIO: number, COD_DEPARTAMENTO: number | null = null) => ({
  COD_CUENTA,
  ID_NEGOCIO,
  NEGOCIO: ['', 'Safra', 'Votorantim'][ID_NEGOCIO] ?? '',
  COD_DEPARTAMENTO,
  ID_ANALISTA: null,
})

test('accounts of several businesses are told apart, the most first', () => {
  const groups = byBusiness([account(1, 1), account(2, 2), account(3, 2)])
  expect(groups.map(({ name, accounts }) => [name, accounts.length])).toEqual([
    ['Votorantim', 2],
    ['Safra', 1],
  ])
})

test('the department begins with the one that all have, else with the only one', () => {
  const two = [{ id: 20 }, { id: 21 }]
  expect(likelyDepartment([account(1, 2, 20), account(2, 2, 20)], two)).toBe(20)
  expect(likelyDepartment([account(1, 2, 20), account(2, 2, 21)], two)).toBeUndefined()
  expect(likelyDepartment([account(1, 2)], [{ id: 20 }])).toBe(20)
})

test('assigned accounts are shown unless the address says otherwise', () => {
  const tab = (text: string) => tabOf(new URLSearchParams(text))
  expect([tab(''), tab('statusId=1'), tab('statusId=todas'), tab('statusId=9')]).toEqual(['2', '1', 'todas', '2'])
  expect(filterOf('todas', { search: '', filters: {} })).toEqual({})
  expect(filterOf('1', { search: 'caja', filters: { businessId: ['3'], riesgo: ['A', 'Z'] } })).toEqual({
    statusId: 1,
    search: 'caja',
    businessId: 3,
    riesgo: ['A'],
  })
})
