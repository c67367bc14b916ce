// `npm run begin-version -- 0.3.0`: closes the version of package.json, whose tag is `v` and its name, and begins the next. From then on the migrations
// that are there belong to it: a later one comes after them, and none of them changes.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build.ts'

const [next] = process.argv.slice(2)
const numbers = (version: string) => version.split('.').map(Number)
const isLater = (a: string, b: string) => {
  const [left, right] = [numbers(a), numbers(b)]
  const at = left.findIndex((n, i) => n !== right[i])
  return at >= 0 && left[at]! > right[at]!
}

const manifest = join(root, 'package.json')
const text = readFileSync(manifest, 'utf8')
const { version } = JSON.parse(text)
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
if (!next || !/^\d+\.\d+\.\d+$/.test(next) || !isLater(next, version)) stop(`Say the next version, later than ${version}: 1.2.0`)
if (!changelog.includes(`## ${version}\n`)) stop(`CHANGELOG.md says nothing of ${version}.`)

const folder = join(root, 'packages/server/src/platform/database')
const migrations = readdirSync(join(folder, 'migrations')).sort()
const digest = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'migrations', name)))
    .digest('hex')
writeFileSync(
  join(folder, 'released-migrations.json'),
  `${JSON.stringify(Object.fromEntries(migrations.map((name) => [name, digest(name)])), null, 2)}\n`,
)
writeFileSync(manifest, text.replace(`"version": "${version}"`, `"version": "${next}"`))
writeFileSync(join(root, 'CHANGELOG.md'), changelog.replace(`## ${version}\n`, `## ${next}\n\n## ${version}\n`))
console.log(`${version} is closed: git tag v${version}. From here on it is ${next}.`)

function stop(why: string): never {
  console.error(why)
  process.exit(1)
}
