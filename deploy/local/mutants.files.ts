import { globSync } from 'node:fs'
import { root } from './build.ts'

/** Pure rules, each with its table beside it. */
export const RULES = [
  'packages/server/src/**/*.{flow,rules}.ts',
  'packages/server/src/platform/access/scope.ts',
  'packages/server/src/platform/jobs/working-time.ts',
  'packages/server/src/platform/money.ts',
  'packages/server/src/workflow/analysis/measures.ts',
  'packages/tables/src/format/cents.ts',
  'packages/ui/src/parts/fileRules.ts',
  'remotes/accounts-analysis/src/review/queue.ts',
  'remotes/accounts-analysis/src/shared/cents.ts',
]

/** The files that a pattern names, from the root of the repository. */
export const ruleFiles = (pattern: string) => globSync(pattern, { cwd: root })
export const tableOf = (file: string) => file.replace(/\.ts$/, '.test.ts')
