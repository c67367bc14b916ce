import { expect, test } from '@jest/globals'
import { propose } from './threshold.rules.ts'

test.each([
  // 1 % of assets and revenue, 5 % of the result; performance 75 % of that, trivial 5 %; what is under a cent is dropped.
  ['activos', '1000000.00', ['1.00', '10000.00', '7500.00', '500.00']],
  ['ingresos', '250000.50', ['1.00', '2500.00', '1875.00', '125.00']],
  ['resultado', '50000.00', ['5.00', '2500.00', '1875.00', '125.00']],
  ['resultado', '0.99', ['5.00', '0.04', '0.03', '0.00']],
  ['activos', '99999999999999999999.99', ['1.00', '999999999999999999.99', '749999999999999999.99', '49999999999999999.99']],
])('of %s %s', (sobre, base, [porcentaje, planificacion, ejecucion, trivial]) => {
  expect(propose({ [sobre]: base })).toEqual({ propuestas: [{ sobre, porcentaje, planificacion, ejecucion, trivial }] })
})

test('one for each base, in one order, and none without a base', () => {
  const { propuestas } = propose({ resultado: '1.00', ingresos: '1.00', activos: '1.00' })
  expect(propuestas.map(({ sobre }) => sobre)).toEqual(['activos', 'ingresos', 'resultado'])
  expect(() => propose({})).toThrow(
    expect.objectContaining({ status: 422, issues: [expect.objectContaining({ path: 'activos', code: 'threshold_base_needed' })] }),
  )
})
