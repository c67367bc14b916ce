import { beforeAll, expect, test } from '@jest/globals'
import { checkSql, type Report } from './check.ts'
import { UNCHECKED } from './known.ts'

const root = new URL('../../../../../', import.meta.url).pathname
const wrong = 'packages/server/src/lab/sql/fixtures/wrong.ts'

let report: Report
beforeAll(async () => {
  report = await checkSql({ root, project: 'packages/server', only: (file) => file === wrong })
})
const said = (line: number) => report.findings.filter((finding) => finding.line === line).map(({ message }) => message)

test('a statement whose row is what its type says passes, with a condition or without', () => {
  expect(report.findings.filter(({ line }) => line < 19)).toEqual([])
})

test('a column that is not there fails where it stands', () => {
  expect(report.findings).toContainEqual({ file: wrong, line: 19, column: 93, message: 'column "nmae" does not exist' })
})

test('a misspelt alias fails', () => {
  expect(said(21)).toEqual(['the row has no column "country"; it has id, contry', 'the row\'s type does not name "contry"'])
})

test('a column that comes through an outer join can be null', () => {
  expect(said(24)).toEqual(['column "chief" can be null, the row\'s type says string'])
})

test('an amount is a string', () => {
  expect(said(27)).toEqual(['column "total" is numeric (string), the row\'s type says number'])
})

test('a write is prepared too', () => {
  expect(said(29)).toEqual(['column "currncy" of relation "country" does not exist'])
})

test('every branch of a condition and every entry of a table of fragments is tried', () => {
  expect(said(31)).toEqual(['column c.iso_code does not exist'])
  expect(said(35)).toEqual(['column c.serach does not exist'])
})

test('no statement is left out', () => {
  expect(report.unreached).toEqual([])
})

test('what cannot be checked does not become more', () => {
  expect(Object.values(UNCHECKED).reduce((sum, { templates }) => sum + templates, 0)).toBeLessThanOrEqual(10)
})
