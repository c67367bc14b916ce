import { type DecimalGuess, guessDecimal } from '../format/amount.ts'
import type { Row } from '../format/cell.ts'
import { BATCH_ROWS } from '../format/limits.ts'
import { amountColumnsOf, type Mapping } from './mapping.ts'
import type { OpenedTable } from './opened-table.ts'

/** The decimal mark of the amounts, from as many rows as it takes to be sure. When `ambiguous` or `mixed`, a person has to choose. */
export async function guessTableDecimal(table: OpenedTable, mapping: Mapping): Promise<DecimalGuess> {
  let guess = guessOf(await table.head(BATCH_ROWS, mapping.sheet), mapping)
  if (guess.decimal || guess.mixed) return guess
  guess = guessDecimal([])
  for await (const rows of table.rows(mapping.sheet)) {
    const found = guessOf(rows, mapping)
    guess = { ...found, ambiguous: found.decimal === null && (guess.ambiguous || found.ambiguous) }
    if (guess.decimal || guess.mixed) break
  }
  return guess
}

/** Whether among the first rows there is an amount that a comma and a point would read differently. */
export const decimalMatters = async (table: OpenedTable, mapping: Mapping): Promise<boolean> =>
  isMarked(guessOf(await table.head(BATCH_ROWS, mapping.sheet), mapping))

const isMarked = ({ decimal, ambiguous, mixed }: DecimalGuess) => decimal !== null || ambiguous || mixed

/** Whether among these rows there is one. */
export const showsDecimalMark = (rows: readonly Row[], mapping: Mapping) => isMarked(guessOf(rows, mapping))

function guessOf(rows: readonly Row[], mapping: Mapping): DecimalGuess {
  const texts: string[] = []
  const indexes = amountColumnsOf(mapping)
  for (const { number, cells } of rows)
    for (const index of number <= (mapping.headerRow ?? 0) ? [] : indexes) {
      const cell = cells[index]
      if (typeof cell === 'string') texts.push(cell)
    }
  return guessDecimal(texts)
}
