import { describe, expect, test } from '@jest/globals'
import { freshness, type Place, type Standing } from './replica.ts'

const at = (lsn: string): Place => ({ lsn, cluster: '7' })

/** A replica that says these one after the other, the last for ever. */
function replica(...says: (Standing | Error)[]) {
  const asked: string[] = []
  return {
    asked,
    standing: async ({ lsn }: Place) => {
      const said = says[Math.min(asked.length, says.length - 1)]!
      asked.push(lsn)
      if (said instanceof Error) throw said
      return said
    },
  }
}

describe('whether the replica answers', () => {
  test('one that has replayed what was committed does, at once', async () => {
    const { asked, standing } = replica('replayed')
    expect(await freshness({ place: async () => at('0/1'), standing })()).toBe(true)
    expect(asked).toEqual(['0/1'])
  })

  test('each call asks for what is committed by then', async () => {
    const places = ['0/1', '0/2']
    const { asked, standing } = replica('replayed')
    const isFresh = freshness({ place: async () => at(places.shift()!), standing })
    expect([await isFresh(), await isFresh()]).toEqual([true, true])
    expect(asked).toEqual(['0/1', '0/2'])
  })

  test('one that is a moment behind is waited for, always for the same place', async () => {
    let now = 0
    const { asked, standing } = replica('behind', 'behind', 'replayed')
    expect(await freshness({ place: async () => at(`0/${++now}`), standing, everyMs: 1 })()).toBe(true)
    expect(asked).toEqual(['0/1', '0/1', '0/1'])
  })

  test('one that stays behind does not, and is not waited for again at once', async () => {
    const { asked, standing } = replica('behind')
    const isFresh = freshness({ place: async () => at('0/1'), standing, waitMs: 20, everyMs: 1 })
    expect(await isFresh()).toBe(false)
    const before = asked.length
    expect(await isFresh()).toBe(false)
    expect(before).toBeGreaterThan(1)
    expect(asked).toHaveLength(before)
  })

  test('it is asked again after its rest', async () => {
    const { standing } = replica(new Error('away'), 'replayed')
    const isFresh = freshness({ place: async () => at('0/1'), standing, restMs: 0 })
    expect([await isFresh(), await isFresh()]).toEqual([false, true])
  })

  test.each(['other', new Error('away')] as const)('one that is %s does not, without waiting', async (said) => {
    const { asked, standing } = replica(said)
    expect(await freshness({ place: async () => at('0/1'), standing, waitMs: 60_000 })()).toBe(false)
    expect(asked).toHaveLength(1)
  })

  test('where the primary does not say what is committed, the replica is not asked', async () => {
    const { asked, standing } = replica('replayed')
    const place = () => Promise.reject(new Error('away'))
    expect(await freshness({ place, standing })()).toBe(false)
    expect(asked).toEqual([])
  })
})
