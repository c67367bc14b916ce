import { cents } from '../../platform/money.ts'
import { amountRatio, ratio, rounded } from '../dashboard/figures.rules.ts'
import type { Ranked } from './ranking.repository.ts'
import { adjusted, agility, type Component, exactness, index, MIN_ITEMS, type Share, value, type Weights } from './ranking.rules.ts'

export const total = (
  of: readonly Ranked[],
  name:
    | 'items'
    | 'approved'
    | 'on_time'
    | 'on_time_analyst'
    | 'on_time_jefatura'
    | 'on_time_control'
    | 'done_at_close'
    | 'first_pass'
    | 'whole'
    | 'whole_days',
) => of.reduce((sum, row) => sum + row[name], 0)
export const shares: Record<'P' | 'C' | 'Q', (of: readonly Ranked[]) => Share> = {
  P: (of) => ({ part: total(of, 'on_time'), whole: 3 * total(of, 'items') }),
  C: (of) => ({ part: total(of, 'done_at_close'), whole: total(of, 'items') }),
  Q: (of) => ({ part: total(of, 'first_pass'), whole: total(of, 'approved') }),
}
/** The amounts of the currency of most of the items. */
export const amountsOf = (of: readonly Ranked[]) => of.toSorted((a, b) => b.items - a.items)[0]
function exact(of: readonly Ranked[]) {
  const most = amountsOf(of)
  return exactness(most ? amountRatio(cents(most.unexplained), cents(most.balance)) : null)
}
const componentsOf = (of: readonly Ranked[]): Record<Component, number | null> => ({
  P: value(shares.P(of)),
  C: value(shares.C(of)),
  Q: value(shares.Q(of)),
  E: exact(of),
  A: agility(rounded(ratio(total(of, 'whole_days'), total(of, 'whole')))),
})
/** The components of each group of a set, with the shares as if all had the same mix of strata. */
export function compared(rows: readonly Ranked[]) {
  const everybody = { P: shares.P(rows), C: shares.C(rows), Q: shares.Q(rows) }
  const expected = (of: readonly Ranked[], name: `expected_${'on_time' | 'done' | 'first'}`) => of.reduce((sum, row) => sum + row[name], 0)
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, of]) => {
      const components = componentsOf(of)
      const alike = {
        ...components,
        P: adjusted(shares.P(of), expected(of, 'expected_on_time'), everybody.P),
        C: adjusted(shares.C(of), expected(of, 'expected_done'), everybody.C),
        Q: adjusted(shares.Q(of), expected(of, 'expected_first'), everybody.Q),
      }
      return [id, { of, components, alike }]
    }),
  )
}
export type Groups = ReturnType<typeof compared>
type Group = Groups extends Map<number, infer G> ? G : never
/** What orders: the components with the mix adjusted for, or as they are. */
export const ordering = ({ alike, components }: Group, ajustar: boolean) => (ajustar ? alike : components)
/** The index that orders, of those with items enough. */
export const indices = (groups: Groups, weights: Weights, ajustar: boolean) =>
  new Map(
    [...groups]
      .filter(([, { of }]) => total(of, 'items') >= MIN_ITEMS)
      .map(([id, group]) => [id, rounded(index(ordering(group, ajustar), weights), 2)!]),
  )
/** Of all together, for whom there is nothing to adjust; null without items. */
export const everybodysIndex = (rows: readonly Ranked[], weights: Weights) =>
  rows.length === 0 ? null : rounded(index(componentsOf(rows), weights), 2)
