import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const root = new URL('../../../../', import.meta.url).pathname
const page = readFileSync(join(root, 'deploy/SECURITY.md'), 'utf8')
const rows = [...page.matchAll(/^\| (\d+) +\| (.+?) +\| (.+?) +\|$/gm)].map(([, number, control, proof]) => ({
  number: Number(number),
  control: control!,
  proof: proof!,
}))
const packages = readdirSync(join(root, 'packages'))
const placeOf = (file: string) => join(root, packages.includes(file.split('/')[0]!) ? 'packages' : '', file)

test('every control is listed once, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 41 }, (_, at) => at + 1))
})

test.each(rows)('control $number is proved by tests that exist, or is a deviation with its reason', ({ proof }) => {
  const parts = proof.split('<br>')
  const named = parts.flatMap((part) => {
    const [, file, titles] = /^`([^`]+)`: (.+)$/.exec(part) ?? []
    return file ? [{ file, titles: titles!.split(' / ') }] : []
  })
  const deviation = parts.find((part) => part.startsWith('Deviation: ')) ?? ''
  expect(named.length > 0 || deviation.length > 60).toBe(true)
  const missing = named.flatMap(({ file, titles }) => {
    const source = existsSync(placeOf(file)) ? readFileSync(placeOf(file), 'utf8') : ''
    return titles.filter((title) => !source.includes(`'${title}'`)).map((title) => `${file}: ${title}`)
  })
  expect(missing).toEqual([])
})
