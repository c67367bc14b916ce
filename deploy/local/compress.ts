import { existsSync } from 'node:fs'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A name that carries its content's hash: such a file never changes. The others keep their name over releases and are compressed as they are sent. */
export const HASHED = /\.[0-9a-f]{8}\.\w+$/
const COMPRESSIBLE = /\.(js|css|svg|json)$/

/** Writes a hashed file after its .br and .gz, never half-written under its name; what is there already has the same content. */
export async function writeServed(path: string, content: Buffer) {
  if (existsSync(path)) return
  await writeCompressed(path, content)
  await writeWhole(path, content)
}

/** Writes .br and .gz beside the hashed files of a build, where they are not there yet. */
export async function compressBuild(folder: string) {
  const names = await readdir(folder)
  const missing = names.filter((name) => HASHED.test(name) && COMPRESSIBLE.test(name) && !names.includes(`${name}.gz`))
  for (const name of missing) await writeCompressed(join(folder, name), await readFile(join(folder, name)))
}

async function writeCompressed(path: string, content: Buffer) {
  if (!COMPRESSIBLE.test(path)) return
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }
  await writeWhole(`${path}.br`, await promisify(brotliCompress)(content, quality))
  await writeWhole(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
}

async function writeWhole(path: string, content: Buffer) {
  await writeFile(`${path}.${process.pid}.draft`, content)
  await rename(`${path}.${process.pid}.draft`, path)
}
