const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Two changes of the same row together, field by field. `taken`: what only the other person changed, to be taken over. `disputed`: what both
 * changed, and differently: there the values of the form stay, until the user chooses.
 */
export function merged<Values extends object>(before: Values, mine: Values, theirs: Values) {
  // The keys of an object whose type is known.
  const fields = Object.keys(before) as (keyof Values & string)[]
  const changed = fields.filter((field) => !same(before[field], theirs[field]) && !same(mine[field], theirs[field]))
  return {
    taken: changed.filter((field) => same(before[field], mine[field])),
    disputed: changed.filter((field) => !same(before[field], mine[field])),
  }
}
