import { normaliseHeader } from './header-names.ts'

const DEBIT = ['d', 'dr', 'db', 'debe', 'debito', 'deudor', 'deudora', 'devedor', 'devedora', 'debit']
const CREDIT = ['c', 'cr', 'h', 'haber', 'credito', 'acreedor', 'acreedora', 'credor', 'credora', 'credit']

/** What a column of signs says of the amount beside it: 1 for a debit, -1 for a credit; null when it is no sign. */
export function signOf(text: string): 1 | -1 | null {
  if (text.trim() === '+' || text.trim() === '-') return text.trim() === '+' ? 1 : -1
  const word = normaliseHeader(text)
  return DEBIT.includes(word) ? 1 : CREDIT.includes(word) ? -1 : null
}
