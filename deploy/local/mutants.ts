// `npm run mutants`: changes the rules in one place at a time and runs the tables beside them; what no table notices has survived.
// Survivors are named, with the reason kept in mutants.accepted.ts. Fails under 90 %. `npm run mutants -- money` takes the files so named.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { root } from './build.ts'
import { ACCEPTED } from './mutants.accepted.ts'
import { RULES, ruleFiles, tableOf } from './mutants.files.ts'

const GOAL = 90
const named = process.argv.slice(2)
const files = RULES.flatMap(ruleFiles)
  .filter((file) => named.length === 0 || named.some((name) => file.includes(name)))
  .sort()
const tests = files.map(tableOf)
const missing = [...tests.filter((file) => !existsSync(join(root, file))), ...RULES.filter((rule) => ruleFiles(rule).length === 0)]
if (files.length === 0 || missing.length > 0) fail(`Not there: ${missing.join(', ') || named.join(', ')}`)

/** Each file against its own table alone: what is set up once is read anew for each of its mutants, with no other table to wait for. */
const mutantsOf = (file: string) =>
  new Stryker({
    mutate: [file],
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    jest: {
      projectType: 'custom',
      configFile: 'packages/shell/jest.config.mjs',
      enableFindRelatedTests: false,
      config: {
        rootDir: '.',
        testMatch: [`**/${tableOf(file)}`],
        testTimeout: 120_000,
        // What is set up once is read anew in each run.
        testEnvironment: join(root, 'packages/build/src/jest-isolated.mjs'),
      },
    },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    // On a busy machine a slow test is no killed mutant; a mutant that never ends is stopped by its count of steps.
    timeoutMS: 60_000,
    tempDirName: '.cache/mutants',
    ignorePatterns: [
      '/*',
      '!/packages',
      '!/remotes',
      'dist',
      '/packages/e2e',
      '/packages/identity',
      '**/*.{csv,xls,xlsx,zip,json.gz,pdf,png,jpg}',
      '!/packages/server/src/workflow/workbook/fixtures/*.xlsx',
    ],
    reporters: [],
  }).runMutationTest()

type MutantResult = Awaited<ReturnType<typeof mutantsOf>>[number]
const isKilled = ({ status }: MutantResult) => status === 'Killed' || status === 'Timeout'
const told = (name: string, list: MutantResult[]) => {
  const killed = list.filter(isKilled).length
  console.log(`${((100 * killed) / list.length).toFixed(1).padStart(5)} %  ${killed} of ${list.length}  ${name}`)
  return killed / list.length
}
const results: MutantResult[] = []
for (const file of files) {
  const mutants = await mutantsOf(file)
  told(file, mutants)
  results.push(...mutants)
}

const fileOf = ({ fileName }: MutantResult) => relative(root, fileName)

/** As a survivor is told and its reason is kept: 'money.ts: a < b → a <= b'. */
function change(mutant: MutantResult): string {
  const { start, end } = mutant.location
  const lines = readFileSync(mutant.fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line)
  lines.push((lines.pop() ?? '').slice(0, end.column - 1))
  lines.unshift((lines.shift() ?? '').slice(start.column - 1))
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 70)
  return `${basename(mutant.fileName)}: ${short(lines.join(' '))} → ${short(mutant.replacement)}`
}

const survivors = results.filter((mutant) => !isKilled(mutant)).map((mutant) => ({ mutant, text: change(mutant) }))
console.log(`\n${survivors.length} survived:`)
for (const { mutant, text } of survivors) {
  const { start } = mutant.location
  console.log(`  ${fileOf(mutant)}:${start.line}:${start.column} ${text}\n    ${ACCEPTED[text] ?? 'no reason is kept'}`)
}
if (named.length === 0)
  for (const text of Object.keys(ACCEPTED)) if (!survivors.some((each) => each.text === text)) console.log(`  no longer survives: ${text}`)

console.log('')
if (told('all', results) < GOAL / 100) fail(`Fewer than ${GOAL} % were killed`)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
