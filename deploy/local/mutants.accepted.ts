const MODULE = 'the module could not be read with it, and of a table that cannot begin the run counts no failure'
const PARTS = 'what is split has a first part, what has matched has its groups: the default is for the compiler'
const ZERO = 'zero has no sign, and is the same from either side'
const ORDER = 'equal ones may stand in either order'
const SPEED = 'only saves work: what is then looked at comes to nothing'
const SAME = 'of two equal dates either may be taken'
const EMPTY = 'of no months neither is a number above zero'
const NULL = 'of a day and null the later is null'

/** Why a change of a rule that no table notices is left: it changes nothing, or nothing that counts. By the change as `npm run mutants` tells it. */
export const ACCEPTED: Record<string, string> = {
  'cents.ts: [] → ["Stryker was here"]': PARTS,
  'cents.ts: cents < 0n → cents <= 0n': ZERO,
  'cents.ts: a.MONEDA < b.MONEDA → a.MONEDA <= b.MONEDA': 'every currency is there once',
  "chart.rules.ts: text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase() → text.normalize('NFD').replace(/\\p{M}/gu, '').toUpperCase()":
    'names are compared with each other, both written alike',
  'exchange-rate.rules.ts: \'\' → "Stryker was here!"': PARTS,
  'exchange-rate.rules.ts: \'currency\' → ""': MODULE,
  'figures.rules.ts: day === null || until === null → false': NULL,
  'figures.rules.ts: day === null || until === null → day === null && until === null': NULL,
  'figures.rules.ts: day === null → false': NULL,
  'figures.rules.ts: until === null → false': NULL,
  'figures.rules.ts: nthOfDue === undefined → false': 'a day that has no number is followed by none',
  'import.rules.ts: \'\' → "Stryker was here!"': PARTS,
  'import.rules.ts: [] → ["Stryker was here"]': PARTS,
  'measures.ts: { const late = sql`coalesce(${dueNow} < ${clock}, false)` return { lat → {}': MODULE,
  'money.ts: \'0\' → ""': PARTS,
  'money.ts: \'00\' → ""': PARTS,
  'movement.rules.ts: first === undefined → false': 'who has no first has no second',
  'movement.rules.ts: a < b → a <= b': ORDER,
  'movement.rules.ts: a < b → a >= b': 'the middle is the same from either end',
  'movement.rules.ts: a > b → a >= b': ORDER,
  'movement.rules.ts: ((magnitude(amount) * 2n + by) / (by * 2n)) * (amount < 0n ? -1n : 1n) → (magnitude(amount) * 2n + by) / (by * 2n) / (amount < 0n ? -1n : 1n)':
    'times one or by one',
  'movement.rules.ts: amount < 0n → amount <= 0n': ZERO,
  'queue.ts: at < 0 → false': 'before the first comes the first as well',
  'ranking.rules.ts: a < all.length → a <= all.length': SPEED,
  'ranking.rules.ts: (all.length * (all.length - 1)) / 2 → all.length * (all.length - 1) * 2':
    'room that stays empty counts as pairs told apart first, of which there are none',
  'ranking.rules.ts: all.length - 1 → all.length + 1': 'room that stays empty counts as pairs told apart first, of which there are none',
  'ranking.rules.ts: all[a]!.index > all[b]!.index → all[a]!.index >= all[b]!.index': 'equal ones are never told apart',
  'ranking.rules.ts: p <= 0.05 → true': SPEED,
  'ranking.rules.ts: p <= 0.05 → p < 0.05': 'no probability is exactly that',
  'ranking.rules.ts: p > 0.05 / (pairs.length - i) → p >= 0.05 / (pairs.length - i)': 'no probability is exactly that',
  'suggestion.rules.ts: nth <= 0 → nth < 0': ZERO,
  'suggestion.rules.ts: person.pace !== null → true': 'null is not above zero',
  'suggestion.rules.ts: late === 0 → false': SPEED,
  'suggestion.rules.ts: refused.has(account.nth) → false': SPEED,
  'suggestion.rules.ts: refused.add(account.nth) → ;': SPEED,
  'suggestion.rules.ts: each.late > 0 → true': SPEED,
  'suggestion.rules.ts: each.late > 0 → each.late >= 0': SPEED,
  'suggestion.rules.ts: account.department !== null → true': 'nobody has a department that is null',
  'suggestion.rules.ts: to.id !== from.id → true': 'nobody brings anything in time by giving it to themselves',
  'ticket.flow.ts: closedAt !== null → true': 'what was never closed was closed in 1970, long ago',
  'workbook.rules.ts: \'0\' → ""': 'where neither a cell nor a signature gives a balance, nothing is stale',
  'workbook.rules.ts: \'\' → "Stryker was here!"': 'a group without members has no period to compare',
  'working-time.ts: day < end → day <= end': 'a day that begins at the end has no time before it',
  'working-time.ts: span > 0 → span >= 0': ZERO,
  'working-time.ts: { zone: calendar.zone } → {}': 'of the end only its moment counts, which has no zone',
  'chart.rules.ts: length > 0 → length >= 0': 'no heading has an empty code',
  'chart.rules.ts: \'\' → "Stryker was here!"': 'what stands under nothing has one key, whichever',
  'chart.rules.ts: parentId === null → false': 'no heading has the id null',
  'deadline.rules.ts: country !== undefined → true': 'no calendar is of no country',
  'deadline.rules.ts: list[i]!.at < list[i - 1]!.at → list[i]!.at <= list[i - 1]!.at': SAME,
  'deadline.rules.ts: list[i]!.at > list[i + 1]!.at → list[i]!.at >= list[i + 1]!.at': SAME,
  'deadline.rules.ts: given.VENCE_CIERRE === undefined → true': 'where the close is given it is the same of everybody',
  'deadline.rules.ts: dates.VENCE_CIERRE > own.VENCE_CIERRE → dates.VENCE_CIERRE >= own.VENCE_CIERRE': SAME,
  'figures.rules.ts: a.MONEDA < b.MONEDA → a.MONEDA <= b.MONEDA': 'every currency is there once',
  'pace.rules.ts: sorted.length > 0 → true': EMPTY,
  'pace.rules.ts: sorted.length > 0 → sorted.length >= 0': EMPTY,
  'pace.rules.ts: [] → ["Stryker was here"]': 'only what is above zero counts',
  'pace.rules.ts: pace !== null → true': 'null is not above zero',
  'period.flow.ts: index > 0 → true': 'the first has none before it to be compared with',
  'period.flow.ts: index > 0 → index >= 0': 'the first has none before it to be compared with',
  'plan.rules.ts: end <= start → end < start': 'before a deadline at the end of the month the line is below zero, which is zero',
  'suggestion.rules.ts: team .map((person) => ({ person, late: lateOf(person.load, person.pace → team.map(person => ({ person, late: lateOf(person.load, person.pace) }':
    SPEED,
}
