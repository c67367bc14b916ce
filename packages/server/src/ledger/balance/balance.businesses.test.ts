import { describe, expect, test } from '@jest/globals'
import { type Known, resolveBusinesses } from './balance.businesses.ts'

const business = (id: number, code: string | null, normalizedName: string, more: Partial<Known> = {}): Known => ({
  id,
  code,
  normalizedName,
  active: true,
  mine: true,
  inContext: true,
  ...more,
})
const known = [
  business(1, '00051626', 'votorantim'),
  business(2, null, 'safra'),
  business(3, 'X', 'ajeno', { mine: false, inContext: false }),
  business(4, 'Y', 'otro contexto', { inContext: false }),
  business(5, 'Z', 'cerrado', { active: false }),
  business(6, 'D', 'doble'),
  business(7, 'D', 'doble dos'),
]
const normalizedName = (text: string) => text.toLowerCase()
const resolve = (names: [code: string | null, name: string | null][], create = false, ignoresZeros = false) =>
  resolveBusinesses(
    names.map(([code, name], at) => ({ key: at + 1, code, name, normalizedName: code || name ? normalizedName(name ?? code!) : null })),
    known,
    { fixed: new Map([[8, 2]]), create, ignoresZeros },
  ).map(({ businessId, creates, reason }) => reason ?? (creates ? `crea ${creates}` : businessId))

describe('the business of a row', () => {
  test.each<[code: string | null, name: string | null, number | string]>([
    ['00051626', 'cualquier nombre', 1],
    [null, 'VOTORANTIM', 1],
    ['VOTORANTIM', null, 1],
    [null, '00051626', 1],
    ['77', 'Safra', 2],
    ['z', null, 'row_business_inactive'],
    [null, 'd', 'row_business_ambiguous'],
    ['51', 'Votorantim', 'row_business_conflict'],
    ['51626', 'Votorantim', 'row_business_zeros'],
    [null, '051626', 'row_business_zeros'],
    ['X', null, 'row_business_scope'],
    ['Y', null, 'row_business_context'],
    ['Z', null, 'row_business_inactive'],
    ['D', null, 'row_business_ambiguous'],
    ['99', 'Nadie', 'row_business_unknown'],
    [null, null, 'row_business_missing'],
  ])('code %s and name %s is %s', (code, name, expected) => expect(resolve([[code, name]])).toEqual([expected]))

  test('without the zeros of its code is that business where a person says so, and is never made anew', () => {
    const names = [
      ['51626', 'Votorantim'],
      ['0051626', null],
      ['0', null],
    ] as [string, string | null][]
    expect(resolve(names, true)).toEqual(['row_business_zeros', 'row_business_zeros', 'row_business_unknown'])
    expect(resolve(names, true, true)).toEqual([1, 1, 'row_business_unknown'])
  })

  test('that a person said stands, whatever the heading over its column is', () =>
    expect(resolve([...Array(7).fill(['X', null]), [null, 'Votorantim']] as [string | null, string | null][]).at(-1)).toBe(2))

  test('that nobody knows is made once, whatever it is called in other rows', () =>
    expect(
      resolve(
        [
          ['90', 'Banco Nuevo'],
          ['90', 'BANCO NUEVO S.A.'],
          ['91', 'Banco Nuevo'],
          [null, 'Sin Código'],
          [null, 'sin código'],
          ['X', null],
        ],
        true,
      ),
    ).toEqual(['crea 1', 'crea 1', 'row_business_conflict', 'crea 4', 'crea 4', 'row_business_scope']))
})
