import { readFileSync } from 'node:fs'
import { fixture, SHARED } from '@cuadre/tables/fixtures/shared'
import { expect, test } from '@jest/globals'
import { groupsOf } from './balance.groups.ts'

// Charts that others made: which rows are sums of others is counted here from what the charts say of their levels.

type Row = { code: string; cents: bigint }

/**
 * The rows that have others directly below them, and whether they are their sum. `levels` gives a code without its padding, as digits of
 * its levels one after the other.
 */
function parentsOf(rows: readonly Row[], levels: (code: string) => string) {
  const byLevels = new Map(rows.map((row) => [levels(row.code), row]))
  const below = new Map<Row, bigint>()
  for (const row of rows) {
    const own = levels(row.code)
    const above = Array.from({ length: own.length - 1 }, (_, at) => byLevels.get(own.slice(0, own.length - 1 - at))).find(Boolean)
    if (above) below.set(above, (below.get(above) ?? 0n) + row.cents)
  }
  return [...below].map(([row, sum]) => ({ code: row.code, equal: row.cents === sum }))
}
const foundIn = (rows: readonly Row[]) =>
  groupsOf(rows.map((row, position) => ({ ...row, position })))
    .map(({ position }) => rows[position]!.code)
    .sort()

/** Of COSIF: two zeros, one figure of each of three levels, two of two more, a check digit. */
const cosifLevels = (code: string) => code.slice(2, -1).replace(/0+$/, '')

test.each(['200801', '200802', '200803'])('COSIF with its check digit, the real balances of %s', (month) => {
  const banks = new Map<string, Row[]>()
  for (const line of readFileSync(fixture(`cosif-${month}.csv`), 'latin1').split('\r\n')) {
    const [, bank = '', , , , code = '', , amount = ''] = line.split(';').map((cell) => cell.trim())
    if (/^\d{10}$/.test(code)) banks.set(bank, [...(banks.get(bank) ?? []), { code, cents: BigInt(amount.replace(',', '')) }])
  }
  expect(banks.size).toBe(4)
  for (const rows of banks.values()) {
    const parents = parentsOf(rows, cosifLevels)
    const sums = parents.filter(({ equal }) => equal).map(({ code }) => code)
    expect(sums.length).toBeGreaterThan(20)
    expect(sums.length).toBeGreaterThan(parents.length * 0.9)
    expect(foundIn(rows)).toEqual(sums.sort())
  }
})

const real = SHARED ? test : test.skip
real.each([6, 8, 10])('the Colombian chart, every code padded with zeros to %i figures', (length) => {
  const column = (file: string, name: string) => {
    const [head = '', ...lines] = readFileSync(`${SHARED}/charts/odoo/account.${file}-co.csv`, 'utf8').trim().split('\n')
    const at = head.replaceAll('"', '').trim().split(',').indexOf(name)
    // What is wanted stands before any text with a comma of its own, or is all figures.
    return lines.map(
      (line) =>
        line
          .replaceAll('"', '')
          .trim()
          .split(',')
          .at(name === 'code' ? at : -1)!,
    )
  }
  const prefixes = column('group', 'code_prefix_end')
  expect([prefixes.length, prefixes.every((code) => /^\d{1,4}$/.test(code))]).toEqual([401, true])
  // The accounts of the chart end in 00 where a corporation adds its own below.
  const leaves = column('account', 'code').flatMap((code) =>
    code.endsWith('00') ? [`${code.slice(0, 4)}05`, `${code.slice(0, 4)}10`] : [code],
  )
  const amounts = new Map(leaves.map((code, at) => [code, BigInt((at * 7919) % 1000) * 1001n * (at % 3 === 0 ? -1n : 1n)]))
  const sumOf = (prefix: string) => [...amounts].reduce((sum, [code, cents]) => (code.startsWith(prefix) ? sum + cents : sum), 0n)
  const parents = prefixes.filter((prefix) => [...amounts.keys()].some((code) => code.startsWith(prefix)))
  const padded = (code: string) => code.padEnd(length, '0')
  const rows = [
    ...parents.map((code) => ({ code: padded(code), cents: sumOf(code) })),
    ...[...amounts].map(([code, cents]) => ({ code: padded(code), cents })),
  ]
  expect(parents.length).toBeGreaterThan(380)
  expect(foundIn(rows)).toEqual(parents.map(padded).sort())
})
