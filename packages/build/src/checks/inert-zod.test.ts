import { expect, test } from '@jest/globals'

type Inert = Record<string, (...args: unknown[]) => unknown> & ((...args: unknown[]) => Inert)
// A script without types.
const { z } = (await import('../inert-zod.mjs' as string)) as { z: Record<string, (...args: unknown[]) => Inert> }

const schema = () => z.object!({ id: z.number!(), name: z.string!() })

test.each(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'spa', 'decode', 'encode', 'safeDecode', 'safeEncodeAsync'])(
  '%s says that schemas are inert in the browser',
  (name) => {
    expect(() => schema()[name]!(5)).toThrow('inert in the browser')
  },
)

test('everything else goes on as a chain', () => {
  expect(() => schema().extend!({ more: z.array!(z.enum!(['a', 'b'])) })).not.toThrow()
  expect(`${schema()}`).toBe('')
})
