import { createHmac } from 'node:crypto'

/** What an authenticator shows for a key (RFC 6238: SHA-1, six digits, 30 s), so many seconds from now. */
function totp(key: Buffer, seconds: number): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + seconds) / 30)))
  const mac = createHmac('sha1', key).update(step).digest()
  return String((mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** An authenticator whose codes each serve once: `fresh` waits for one that was not given yet, `used` is the last that was. */
export function authenticator(key: Buffer) {
  let last = 0
  const step = () => Math.floor(Date.now() / 30_000)
  const at = (wanted: number) => totp(key, (wanted - step()) * 30)
  return {
    async fresh(): Promise<string> {
      const next = Math.max(last + 1, step())
      // A provider takes the code of the next half minute too.
      while (next > step() + 1) await new Promise((resolve) => setTimeout(resolve, 500))
      last = next
      return at(next)
    },
    used: () => at(last),
  }
}

/** A key as it is typed by hand. */
export function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/[\s=]/g, '').toUpperCase()].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  )
}
