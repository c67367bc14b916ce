import { readFileSync } from 'node:fs'

/** The balances that Banco Central do Brasil published (see ATTRIBUTION.md beside the fixtures). */
const fixture = (month: string) => new URL(`../../tables/fixtures/cosif-${month}.csv`, import.meta.url)

/** One balance of the file; `row` is its number as a spreadsheet shows it. */
export type Balance = { row: number; period: string; code: string; business: string; account: string; name: string; cents: bigint }

/** The file's lines, its Latin-1 and its line ends kept. */
export const linesOf = (month: string) => readFileSync(fixture(month), 'latin1').split('\r\n')
export const fileOf = (lines: readonly string[]) => Buffer.from(lines.join('\r\n'), 'latin1')

export const balancesOf = (lines: readonly string[]): Balance[] =>
  lines.flatMap((line, index) => {
    const [period, code, business, , , account, name, amount] = line.split(';')
    if (!/^\d{6}$/.test(period!)) return []
    const cents = BigInt(amount!.trim().replace(',', ''))
    return [{ row: index + 1, period: period!, code: code!, business: business!.trim(), account: account!, name: name!.trim(), cents }]
  })

/** The line with another amount, period or business, padded as the others are. */
export function changed(line: string, { amount, period, business }: { amount?: string; period?: string; business?: [string, string] }) {
  const cells = line.split(';')
  if (period) cells[0] = period
  if (business) [cells[1], cells[2]] = [business[0], business[1].padEnd(60)]
  if (amount !== undefined) cells[7] = ` ${amount}`
  return cells.join(';')
}

/** 123456 → '1.234,56', as the pages write it in Spanish. */
export function money(cents: bigint) {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.')
  return `${cents < 0n ? '\u2212' : ''}${whole},${digits.slice(-2)}`
}
export const count = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, '.')
