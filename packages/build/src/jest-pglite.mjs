import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import Environment from './jest-node/environment.mjs'

// The database's code is compiled once for all files of a worker.
const folder = dirname(fileURLToPath(import.meta.resolve('@electric-sql/pglite')))
const compiled = WebAssembly.compile(readFileSync(join(folder, 'pglite.wasm')))

/** Jest's environment for tests with an embedded database. */
export default class extends Environment {
  async setup() {
    globalThis.embeddedDatabase = await compiled
    /** A database in this thread. */
    globalThis.openEmbedded = (options) => compiled.then((module) => PGlite.create({ ...options, pgliteWasmModule: module }))
  }
}
