// `npm run crash [-- --rounds 100]`: kills the server in the middle of its work and looks at what is left, on the embedded database and,
// with TEST_DATABASE_URL, on that PostgreSQL; with TEST_S3_URL once more with the files in a bucket there. Then, on each database, faults around a
// server that goes on: a full disk, clocks that jump, a provider, a mail server and a database that are away. `--only crash` or `faults`: one of both.
import { parseArgs } from 'node:util'
import { crashRounds, faultRounds, s3Url, testBucket } from '@cuadre/server/crash'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '50' }, only: { type: 'string' } } })
const rounds = Number(values.rounds)
const base = process.env.TEST_DATABASE_URL
const places = [
  { where: 'embedded database' },
  ...(base ? [{ where: 'PostgreSQL', base }] : []),
  ...(s3Url ? [{ where: 'files in a bucket', base, bucket: (await testBucket()).settings }] : []),
]
const usual = new Map<string, number>()
let failed = 0
if (values.only !== 'faults')
  for (const { where, ...place } of places) {
    console.log(`${where}:`)
    const { killedInside, acknowledged, broken } = await crashRounds({ rounds, ...place, usual, say: console.log })
    failed += broken.length
    console.log(
      `${where}: ${rounds} rounds, ${killedInside} killed inside the work, ${acknowledged} answers acknowledged, ${broken.length} broken`,
    )
  }
if (values.only !== 'crash')
  for (const { where, bucket, ...place } of places.map((each) => ({ bucket: undefined, ...each }))) {
    if (bucket) continue
    console.log(`Faults, ${where}:`)
    const { broken } = await faultRounds({ ...place, say: console.log })
    failed += broken.length
  }
process.exit(failed === 0 ? 0 : 1)
