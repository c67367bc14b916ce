import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { root } from './build.ts'
import { RULES, ruleFiles, tableOf } from './mutants.files.ts'

describe('the rules that mutants change', () => {
  test.each(RULES)('%s: are there, each with its table beside it', (pattern) => {
    const files = ruleFiles(pattern)
    expect(files).not.toEqual([])
    expect(files.filter((file) => !existsSync(join(root, tableOf(file))))).toEqual([])
  })
})
