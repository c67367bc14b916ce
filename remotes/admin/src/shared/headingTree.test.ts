import type { HeadingNode } from '@cuadre/api/heading'
import { expect, test } from '@jest/globals'
import { byId, matching, neighbour, refusal } from './headingTree.ts'

const node = (COD_RUBRO: number, NIVEL: number, parentId: number | null, ...RUBROS_HIJOS: HeadingNode[]): HeadingNode => ({
  COD_RUBRO,
  NOMBRE: `Rubro ${COD_RUBRO}`,
  CODIGO: String(COD_RUBRO),
  parentId,
  NIVEL,
  CUENTAS: 0,
  CUENTAS_TOTAL: RUBROS_HIJOS.length,
  PLANTILLA: null,
  MATERIALIDAD: { BASE: 'MONTO', MONTO: '1.00', PORCENTAJE: '1.00', propia: COD_RUBRO === 111 },
  REVISION: 1,
  RUBROS_HIJOS,
})
const roots = [node(1, 1, null, node(11, 2, 1, node(111, 3, 11)), node(12, 2, 1)), node(2, 1, null, node(21, 2, 2))]
const all = byId(roots)
const at = (id: number) => all.get(id)!

test.each([
  [11, 2, undefined],
  [11, null, undefined],
  [11, 1, 'here'],
  [1, null, 'here'],
  [1, 1, 'itself'],
  [1, 111, 'below'],
])('heading %i below %p: %p', (id, parent, why) => {
  expect(refusal(at(id), parent === null ? null : at(parent))).toBe(why)
})

test('none comes to lie on a ninth level', () => {
  expect(refusal(at(11), node(9, 6, null))).toBeUndefined()
  expect(refusal(at(11), node(9, 7, null))).toBe('deep')
})

test.each([
  ['ArrowRight', 12, 11],
  ['ArrowRight', 11, undefined],
  ['ArrowLeft', 111, 1],
  ['ArrowLeft', 11, null],
  ['ArrowLeft', 1, undefined],
  ['ArrowUp', 21, 1],
  ['ArrowDown', 111, 12],
  ['ArrowDown', 21, undefined],
] as const)('%s takes %i below %p', (key, id, target) => {
  const found = neighbour(key, at(id), roots, all)
  expect(found === null ? null : found?.COD_RUBRO).toBe(target)
})

test('what is wanted stays with all above it; what was searched for with all below it', () => {
  const ids = (nodes: readonly HeadingNode[]) => [...byId(nodes).keys()]
  const wanted = { search: '', withoutAccounts: false, ownThreshold: false }
  expect(ids(matching(roots, { ...wanted, search: 'RÚBRO 11' }))).toEqual([1, 11, 111])
  expect(ids(matching(roots, { ...wanted, ownThreshold: true }))).toEqual([1, 11, 111])
  expect(ids(matching(roots, { ...wanted, withoutAccounts: true }))).toEqual([1, 11, 111, 12, 2, 21])
})
