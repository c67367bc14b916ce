import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * Version of one of our shared packages, made from its sources: host and areas that were built from the same ones agree, and any others meet
 * federation's `strictVersion`. A patch number, because the check compares numbers.
 */
export function contentVersion(folder: string): string {
  const hash = createHash('sha256')
  const files = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/(\.test|^testing)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort()) hash.update(relative(folder, file)).update('\0').update(readFileSync(file)).update('\0')
  return `1.0.${hash.digest().readUInt32BE()}`
}
