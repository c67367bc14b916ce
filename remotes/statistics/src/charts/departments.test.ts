import { expect, test } from '@jest/globals'
import { departmentsOf, STAGES } from './departments.ts'

const row = (more: object) => ({
  COD_DEPARTAMENTO: 1,
  DEPARTAMENTO: 'Tesorería',
  ID_NEGOCIO: 1,
  NEGOCIO: 'Itaú',
  JEFE: null,
  total: 0,
  porPreparar: 0,
  pendiente: 0,
  revision: 0,
  rechazado: 0,
  aprobado: 0,
  vencidos: 0,
  fueraDePlazo: 0,
  diasJefatura: null,
  ...more,
})

test('the five parts of a department do not overlap and add up to its total', () => {
  // 4 were never sent, 3 wait for jefatura, 2 for control, 1 came back, 5 are approved.
  const [department] = departmentsOf([row({ total: 15, porPreparar: 5, pendiente: 7, revision: 2, rechazado: 1, aprobado: 5 })])
  expect(department).toMatchObject({ porPreparar: 4, pendiente: 3, revision: 2, rechazado: 1, aprobado: 5 })
  expect(STAGES.reduce((sum, stage) => sum + department![stage], 0)).toBe(15)
})

test('a department whose head changed is one row; the same name in another business is another', () => {
  const found = departmentsOf([
    row({ JEFE: 'Marcela', total: 2, aprobado: 2 }),
    row({ JEFE: 'Óscar', total: 1, aprobado: 1 }),
    row({ ID_NEGOCIO: 2, NEGOCIO: 'Safra', COD_DEPARTAMENTO: 7, total: 3, aprobado: 3 }),
    row({ COD_DEPARTAMENTO: null, DEPARTAMENTO: null, total: 1, revision: 1 }),
  ])
  expect(found.map(({ id, business, aprobado, revision }) => [id, business, aprobado, revision])).toEqual([
    [1, 'Itaú', 3, 0],
    [7, 'Safra', 3, 0],
    [null, 'Itaú', 0, 1],
  ])
})
