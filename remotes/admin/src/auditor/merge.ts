import type { AuditorValues } from './AuditorForm.tsx'

export type AuditorField = keyof AuditorValues
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Both changes together, field by field. `taken`: what only the other person changed, to be taken over. `disputed`: what both changed, and
 * differently: there the values of the form stay, until the user chooses.
 */
export function merged(before: AuditorValues, mine: AuditorValues, theirs: AuditorValues) {
  const fields = Object.keys(before) as AuditorField[]
  const changed = fields.filter((field) => !same(before[field], theirs[field]) && !same(mine[field], theirs[field]))
  return {
    taken: changed.filter((field) => same(before[field], mine[field])),
    disputed: changed.filter((field) => !same(before[field], mine[field])),
  }
}
