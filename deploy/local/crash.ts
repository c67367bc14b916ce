// `npm run crash [-- --rounds 50]`: kills the server in the middle of its work and looks at what is left, on the embedded database and,
// with TEST_DATABASE_URL, on that PostgreSQL.
import { parseArgs } from 'node:util'
import { crashRounds } from '@cuadre/server/crash'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '50' } } })
const rounds = Number(values.rounds)
let failed = 0
for (const [where, base] of [
  ['embedded database', undefined],
  ['PostgreSQL', process.env.TEST_DATABASE_URL],
] as const) {
  if (where === 'PostgreSQL' && !base) continue
  console.log(`${where}:`)
  const { killedInside, acknowledged, broken } = await crashRounds({ rounds, base, say: console.log })
  failed += broken.length
  console.log(
    `${where}: ${rounds} rounds, ${killedInside} killed inside the work, ${acknowledged} answers acknowledged, ${broken.length} broken`,
  )
}
process.exit(failed === 0 ? 0 : 1)
