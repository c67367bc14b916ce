import { parseArgs } from 'node:util'
import { benchLists } from './lists.ts'
import { benchLoad } from './load.ts'
import { benchPeople } from './people.ts'
import { benchSize } from './size.ts'
import { type Line, table } from './table.ts'
import { benchWork } from './work.ts'

export { makeManyAccounts } from './many-accounts.ts'
export { median, percentile } from './timing.ts'
export { type Line, table }

/**
 * Times of the product in relation to those of its database, as ratios within one run, because seconds depend on the machine. The database
 * is the embedded one, or the PostgreSQL at BENCH_DATABASE_URL, where databases are created and dropped.
 */
export async function bench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '100000' },
      analyses: { type: 'string', default: '1000000' },
      size: { type: 'string', default: process.env.BENCH_DATABASE_URL ? '1200000' : '240000' },
      people: { type: 'string', default: '5000' },
      'at-work': { type: 'string', default: '300' },
      runs: { type: 'string', default: '3' },
      only: { type: 'string' },
    },
  })
  const base = process.env.BENCH_DATABASE_URL || undefined
  const say = (text: string) => console.log(text)
  say(`Engine: ${base ? 'PostgreSQL' : 'PGlite, in a temporary folder'}`)
  const lines: Line[] = []
  const wanted = (part: 'load' | 'lists' | 'size' | 'people' | 'work') => !values.only || values.only === part
  if (wanted('load')) lines.push(...(await benchLoad({ base, rows: Number(values.rows), runs: Number(values.runs), say })))
  if (wanted('lists')) lines.push(...(await benchLists({ base, analyses: Number(values.analyses), runs: 20, say })))
  if (wanted('size')) lines.push(...(await benchSize({ base, analyses: Number(values.size), runs: 10, say })))
  if (wanted('people')) lines.push(...(await benchPeople({ base, people: Number(values.people), runs: 20, say })))
  if (wanted('work')) lines.push(...(await benchWork({ base, people: Number(values['at-work']), analyses: 240_000, say })))
  say(`\n${table(lines)}`)
}
