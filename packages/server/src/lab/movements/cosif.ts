import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { cents } from '../../platform/money.ts'

/** The balances of each account over the months, YYYY-MM, oldest first: null where the account is not in the file of a month. */
export type History = { account: string; balances: (bigint | null)[] }

/**
 * The published trial balances of a folder (COSIF, a file a month, its name with the month: cosif-2008-01.csv.gz, 200801CONGLOMERADOS.CSV). An account
 * is one of a conglomerate, document and attribute.
 */
export function readMonths(folder: string): { months: string[]; histories: History[] } {
  const files = readdirSync(folder)
    .flatMap((name) => {
      const month = /(\d{4})-?(0[1-9]|1[0-2]).*\.csv(\.gz)?$/i.exec(name)
      return month ? [{ name, month: `${month[1]}-${month[2]}` }] : []
    })
    .sort((a, b) => (a.month < b.month ? -1 : 1))
  const accounts = new Map<string, (bigint | null)[]>()
  for (const [at, { name }] of files.entries()) {
    const bytes = readFileSync(join(folder, name))
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')
    for (const line of text.split('\n')) {
      const [date, business, , attribute, document, account, , balance] = line.split(';')
      if (!balance || !/^\d{6}$/.test(date!)) continue
      const key = [business, attribute, document, account].join('/')
      const balances = accounts.get(key) ?? files.map(() => null)
      balances[at] = cents(
        balance
          .trim()
          .replace(/^(-?)0+(?=\d)/, '$1')
          .replace(',', '.'),
      )
      accounts.set(key, balances)
    }
  }
  return { months: files.map(({ month }) => month), histories: [...accounts].map(([account, balances]) => ({ account, balances })) }
}
