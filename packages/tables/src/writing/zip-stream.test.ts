import { expect, test } from '@jest/globals'
import { directory } from './zip-stream.ts'

/** What the end of an archive says of the number of its parts: in two bytes and, where these are not enough, in eight. */
function endOf(count: number) {
  const offset = 1000
  const part = (n: number) => ({ name: Buffer.from(String(n)), crc: 0, compressed: 2, size: 0, offset: n })
  const bytes = directory(
    Array.from({ length: count }, (_, n) => part(n)),
    offset,
  )
  const [wide, locator, end] = [bytes.subarray(-98, -42), bytes.subarray(-42, -22), bytes.subarray(-22)]
  const isWide = wide.readUInt32LE(0) === 0x06064b50 && locator.readUInt32LE(0) === 0x07064b50
  return {
    short: end.readUInt16LE(10),
    wide: isWide ? wide.readBigUInt64LE(32) : null,
    found: isWide && locator.readBigUInt64LE(8) === BigInt(offset + bytes.length - 98),
  }
}

test('a zip of more parts than two bytes can count says it in eight', () => {
  expect(endOf(3)).toEqual({ short: 3, wide: null, found: false })
  expect(endOf(65_536)).toEqual({ short: 65_535, wide: 65_536n, found: true })
})
