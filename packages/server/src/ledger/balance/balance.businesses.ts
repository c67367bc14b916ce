import { bareCode } from '@cuadre/tables/format/account-code'

/** A business as the rows of a file name it; `normalizedName` is the name in the form that is compared. */
export type Named = { key: number; code: string | null; name: string | null; normalizedName: string | null }
export type Known = { id: number; code: string | null; normalizedName: string; active: boolean; mine: boolean; inContext: boolean }
type Resolved = {
  key: number
  businessId: number | null
  /** The key under which it will be created, shared by all spellings of it. */
  creates: number | null
  reason: string | null
  params: Record<string, string>
}

/**
 * Resolves the names to businesses: by code, else by name. A name never overrides a contradicting code, or the balance would go to the
 * wrong business. A code that differs from a known one only by zeros in front is that one only where a person has said so, and never a
 * business that is created. `fixed` holds the choices of a person by key: key 0 is for every row of a file that names no business. With `create`, an
 * unknown business is created when the load is confirmed.
 */
export function resolveBusinesses(
  named: readonly Named[],
  known: readonly Known[],
  { fixed, create, ignoresZeros }: { fixed: ReadonlyMap<number, number>; create: boolean; ignoresZeros: boolean },
): Resolved[] {
  const byId = new Map(known.map((business) => [business.id, business]))
  const byCode = groupBy(known, ({ code }) => code)
  const byCodeInAnyCase = groupBy(known, ({ code }) => code?.toLowerCase() ?? null)
  const byDigits = groupBy(known, ({ code }) => code && bareCode(code))
  const byName = groupBy(known, ({ normalizedName }) => normalizedName)
  const makes = new Map<string, number>()
  const names = new Map<string, number>()

  return named.map(({ key, code, name, normalizedName }) => {
    const value = [code, name].filter(Boolean).join(' ')
    const refuse = (reason: string, params: Record<string, string> = { value }, businessId: number | null = null): Resolved => ({
      key,
      businessId,
      creates: null,
      reason,
      params,
    })
    const found = (candidates: readonly Known[]): Resolved => {
      const chosen = candidates.length === 1 ? candidates : candidates.filter(({ mine, inContext }) => mine && inContext)
      if (chosen.length !== 1) return refuse('row_business_ambiguous')
      const { id, active, mine, inContext } = chosen[0]!
      if (!mine) return refuse('row_business_scope', { value }, id)
      if (!inContext) return refuse('row_business_context', { value }, id)
      if (!active) return refuse('row_business_inactive', { value }, id)
      return { key, businessId: id, creates: null, reason: null, params: {} }
    }
    const said = byId.get(fixed.get(key) ?? 0)
    if (said) return found([said])
    // A column may hold codes in one file and names in the next.
    const label = code ?? name
    if (label === null) return refuse('row_business_missing', {})
    const coded = byCode.get(label) ?? byCodeInAnyCase.get(label.toLowerCase())
    if (coded) return found(coded)
    const sameName = byName.get(normalizedName!) ?? []
    const padded = code === null && sameName.length > 0 ? undefined : byDigits.get(bareCode(label))
    if (padded && ignoresZeros) return found(padded)
    if (padded) return refuse('row_business_zeros', { value, other: padded[0]!.code! }, padded.length === 1 ? padded[0]!.id : null)
    const other = code !== null && name !== null ? sameName.find((business) => business.code !== null) : undefined
    if (other) return refuse('row_business_conflict', { value, code: other.code! }, other.id)
    if (sameName.length > 0) return found(sameName)
    if (!create || (name ?? label).length < 2 || (name ?? label).length > 120 || label.length > 40 + (code ? 0 : 80))
      return refuse('row_business_unknown')
    const identity = code?.toLowerCase() ?? normalizedName!
    const creates = makes.get(identity) ?? key
    if ((names.get(normalizedName!) ?? creates) !== creates) return refuse('row_business_conflict', { value, code: '' })
    makes.set(identity, creates)
    names.set(normalizedName!, creates)
    return { key, businessId: null, creates, reason: null, params: {} }
  })
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | null) {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}
