import { codeAndName } from './account-code.ts'
import { guessDecimal, parseAmount } from './amount.ts'
import { type Cell, cellText, isNumber } from './cell.ts'
import { parsePeriod } from './period.ts'
import { signsIn } from './sign.ts'

export type ColumnProfile = {
  filled: number
  amounts: number
  decimals: number
  codes: number
  texts: number
  periods: number
  /** Code and name in one cell. */
  combined: number
  signs: ReturnType<typeof signsIn>
  first: string
  distinct: number
  length: number
}

/** '1.1.01' is a code; '1.10' may be one, and is an amount as well. */
const isCode = (text: string) =>
  /^[\dA-Z][\dA-Z.\-/]{0,24}$/i.test(text) && /\d/.test(text) && !(/[.,]\d{1,2}$/.test(text) && 'value' in parseAmount(text))

/** What the cells of a column are like, as shares of the filled ones. */
export function profileOf(cells: Cell[]): ColumnProfile {
  const filled = cells.filter((cell) => cell !== null)
  const texts = filled.map(cellText)
  const share = (test: (text: string, cell: Cell) => boolean) =>
    texts.filter((text, at) => test(text, filled[at]!)).length / Math.max(1, texts.length)
  const { decimal } = guessDecimal(texts)
  return {
    filled: filled.length,
    amounts: share((text, cell) => isNumber(cell) || 'value' in parseAmount(text, decimal ?? ',')),
    decimals: share((text, cell) => (isNumber(cell) ? text.includes('.') : /[.,](\d{1,2}|\d{7,})-?\)?$/.test(text)) || text === '0'),
    codes: share(isCode),
    texts: share((text) => /\p{L}{3}/u.test(text) && text.length > 3),
    periods: share((text) => parsePeriod(text) !== null),
    combined: share((text) => codeAndName(text) !== null),
    signs: signsIn(texts),
    first: texts[0] ?? '',
    distinct: new Set(texts).size / Math.max(1, texts.length),
    length: texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length),
  }
}
