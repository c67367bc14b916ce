import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'

const root = new URL('../../../../', import.meta.url).pathname
const page = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
const rows = [...page('SECURITY.md').matchAll(/^\| (\d+) +\| (.+?) +\| (.+?) +\|$/gm)].map(([, number, control, proof]) => ({
  number: Number(number),
  control: control!,
  proof: proof!,
}))
const packages = readdirSync(join(root, 'packages'))
const placeOf = (file: string) => join(root, packages.includes(file.split('/')[0]!) ? 'packages' : '', file)

/** Tests that are named as `file`: title / title, and not there. */
function missingTests(parts: string[]) {
  const named = parts.flatMap((part) => {
    const [, file, titles] = /^`([^`]+)`: (.+)$/.exec(part) ?? []
    return file ? [{ file, titles: titles!.split(' / ') }] : []
  })
  const missing = named.flatMap(({ file, titles }) => {
    const source = existsSync(placeOf(file)) ? readFileSync(placeOf(file), 'utf8') : ''
    return titles.filter((title) => !source.includes(`'${title}'`)).map((title) => `${file}: ${title}`)
  })
  return { named, missing }
}

test('every control is listed once, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 41 }, (_, at) => at + 1))
})

test.each(rows)('control $number is proved by tests that exist, or is a deviation with its reason', ({ proof }) => {
  const parts = proof.split('<br>')
  const { named, missing } = missingTests(parts)
  const deviation = parts.find((part) => part.startsWith('Deviation: ')) ?? ''
  expect(named.length > 0 || deviation.length > 60).toBe(true)
  expect(missing).toEqual([])
})

describe('the standard one by one', () => {
  const met = [...page('ASVS.md').matchAll(/^\| (\d+\.\d+)\.(\d+) +\| ([12]) +\| (.+?) +\|$/gm)].map(([, section, last, level, by]) => ({
    id: `${section}.${last}`,
    section: section!,
    level: Number(level),
    by: by!,
  }))
  // How many requirements of levels 1 and 2 each section of the standard has, as published in 5.0.0.
  const SECTIONS: Record<string, number> = {
    ...{
      '1.1': 2,
      '1.2': 9,
      '1.3': 11,
      '1.4': 3,
      '1.5': 2,
      '2.1': 3,
      '2.2': 3,
      '2.3': 4,
      '2.4': 1,
      '3.2': 2,
      '3.3': 4,
      '3.4': 6,
      '3.5': 5,
    },
    ...{
      '3.7': 2,
      '4.1': 3,
      '4.2': 1,
      '4.3': 2,
      '4.4': 4,
      '5.1': 1,
      '5.2': 3,
      '5.3': 2,
      '5.4': 3,
      '6.1': 3,
      '6.2': 12,
      '6.3': 4,
      '6.4': 4,
    },
    ...{ '6.5': 5, '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
    ...{
      '9.1': 3,
      '9.2': 4,
      '10.1': 2,
      '10.2': 2,
      '10.3': 4,
      '10.4': 11,
      '10.5': 5,
      '10.6': 2,
      '10.7': 3,
      '11.1': 2,
      '11.2': 3,
      '11.3': 3,
    },
    ...{
      '11.4': 4,
      '11.5': 1,
      '11.6': 1,
      '12.1': 3,
      '12.2': 2,
      '12.3': 4,
      '13.1': 1,
      '13.2': 5,
      '13.3': 2,
      '13.4': 5,
      '14.1': 2,
      '14.2': 4,
    },
    ...{
      '14.3': 3,
      '15.1': 3,
      '15.2': 3,
      '15.3': 7,
      '16.1': 1,
      '16.2': 5,
      '16.3': 4,
      '16.4': 3,
      '16.5': 3,
      '17.1': 1,
      '17.2': 4,
      '17.3': 2,
    },
  }
  test('has each requirement of levels 1 and 2 once', () => {
    expect(new Set(met.map(({ id }) => id)).size).toBe(253)
    expect(met.filter(({ level }) => level === 1)).toHaveLength(70)
    expect(Object.fromEntries([...Map.groupBy(met, ({ section }) => section)].map(([section, all]) => [section, all.length]))).toEqual(
      SECTIONS,
    )
  })

  test('names controls, tests and requirements that exist, or gives a reason', () => {
    const wrong = met.flatMap(({ id, by }) => {
      const parts = by.split('<br>')
      const controls = parts.flatMap((part) =>
        part.startsWith('Control') ? [...part.split(/[:;.(]/)[0]!.matchAll(/\d+/g)].map(([number]) => Number(number)) : [],
      )
      const unknown = controls.filter((number) => !rows.some((row) => row.number === number)).map((number) => `control ${number}`)
      const like = /^As (\d+\.\d+\.\d+)/.exec(by)?.[1]
      const alike = like && !met.some((one) => one.id === like) ? [like] : []
      const short = parts.filter((part) => part.startsWith('Deviation: ') && part.length < 50)
      return [...unknown, ...alike, ...short, ...missingTests(parts).missing].map((what) => `${id}: ${what}`)
    })
    expect(wrong).toEqual([])
  })
})
