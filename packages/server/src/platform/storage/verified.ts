import { createHash } from 'node:crypto'
import { type Readable, Transform, pipeline as through } from 'node:stream'
import { finished } from 'node:stream/promises'

/** The same bytes as a stream that fails at its end if they do not match their SHA-256. */
export function verified(bytes: Readable, sha256: string): Readable {
  const hash = createHash('sha256')
  const compare = new Transform({
    transform(chunk, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush: (done) => done(hash.digest('hex') === sha256 ? null : new Error(`The file ${sha256} is damaged`)),
  })
  return through(bytes, compare, () => {})
}

export const matches = (bytes: Readable, sha256: string): Promise<boolean> =>
  finished(verified(bytes, sha256).resume()).then(
    () => true,
    () => false,
  )
