import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One migrated database for all test files and checks: starting an empty one takes seconds. Its name is that of the migrations. */
export function preparedFile() {
  const folder = new URL('../../platform/database/migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(new URL(name, folder)))
  return join(tmpdir(), `cuadre-prepared-${hash.digest('hex').slice(0, 16)}.tar`)
}
