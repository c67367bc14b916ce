import type { Levels } from '@cuadre/api/closing'
import { expect, test } from '@jest/globals'
import { changedChecks, fromPolicy, toPolicy } from './levels.ts'

const off = { aviso: null, bloqueo: null }
const warns = { aviso: '0.00', bloqueo: null }
const blocks = { aviso: null, bloqueo: '0.00' }
const same = (level: typeof off | typeof warns | typeof blocks) => ({ A: level, M: level, B: level })
const policy: Levels = {
  criticas_sin_aprobar: same(blocks),
  criticas_sin_explicar: same(blocks),
  no_aprobados: { A: { aviso: '0.00', bloqueo: '5000.00' }, M: warns, B: off },
  sin_sustentar: same(warns),
  diferencia_sin_explicar: {
    A: { aviso: '10.00', bloqueo: null },
    M: { aviso: '10.00', bloqueo: null },
    B: { aviso: '10.00', bloqueo: null },
  },
  prorrogas: { A: blocks, M: warns, B: warns },
  saldos_sin_asignar: same(off),
  saldos_por_cargar: same(warns),
  grupos: same(warns),
}

test('a policy becomes modes and amounts, and the same policy again', () => {
  const values = fromPolicy(policy)
  expect(Object.entries(values).map(([check, { mode }]) => `${check} ${mode}`)).toEqual([
    'criticas_sin_aprobar bloquea',
    'criticas_sin_explicar bloquea',
    'no_aprobados detalle',
    'sin_sustentar aviso',
    'diferencia_sin_explicar detalle',
    'prorrogas detalle',
    'saldos_sin_asignar apagada',
    'saldos_por_cargar aviso',
    'grupos aviso',
  ])
  expect(toPolicy(values)).toEqual(policy)
  expect(toPolicy({ ...values, no_aprobados: { ...values.no_aprobados, mode: 'aviso' } }).no_aprobados).toEqual(same(warns))
})

test('what changed is told by check; 0 and 0.00 are the same amount', () => {
  const other = { ...policy, grupos: same({ aviso: '0', bloqueo: null } as typeof warns), prorrogas: same(off) }
  expect(changedChecks(policy, other)).toEqual(['prorrogas'])
})
