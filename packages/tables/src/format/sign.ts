import { normaliseHeader } from './header-names.ts'

/** The words of systems for debit and credit; those of one pair do not mix with another's: 'S' and 'A' may be kinds of accounts. */
const PAIRS: [debit: string[], credit: string[]][] = [
  [
    ['d', 'dr', 'db', 'deb', 'debe', 'debito', 'deudor', 'deudora', 'devedor', 'devedora', 'debit', 'debiteur'],
    ['c', 'cr', 'cre', 'h', 'hab', 'haber', 'credito', 'acreedor', 'acreedora', 'credor', 'credora', 'credit', 'crediteur'],
  ],
  [
    ['d', 'deu'],
    ['a', 'acr'],
  ],
  [['s'], ['h']],
  [['+'], ['-']],
  [['1'], ['-1']],
]
const DEBIT = new Set(PAIRS.flatMap(([debit]) => debit))
const CREDIT = new Set(PAIRS.flatMap(([, credit]) => credit))

const word = (text: string) => (/^\s*([+-]|-?1)\s*$/.test(text) ? text.trim() : normaliseHeader(text))

/** What a column of signs says of the amount beside it: 1 for a debit, -1 for a credit; null when it is no sign. */
export function signOf(text: string): 1 | -1 | null {
  const sign = word(text)
  return DEBIT.has(sign) ? 1 : CREDIT.has(sign) ? -1 : null
}

/** Whether the texts of a column are signs of one pair: both of it, or one alone, whose other may come further down. */
export function signsIn(texts: readonly string[]): 'both' | 'debits' | 'credits' | null {
  const words = texts.map(word)
  for (const [debit, credit] of PAIRS) {
    const debits = words.filter((each) => debit.includes(each)).length
    const credits = words.filter((each) => credit.includes(each)).length
    if (debits + credits > words.length * 0.95) return debits && credits ? 'both' : debits ? 'debits' : 'credits'
  }
  return null
}
