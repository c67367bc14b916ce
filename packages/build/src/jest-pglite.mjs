import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { TestEnvironment } from 'jest-environment-node'

// Jest's environment for tests with an embedded database. Outside of the test files' own worlds: the database's code is compiled once for all files of a worker.
const folder = dirname(fileURLToPath(import.meta.resolve('@electric-sql/pglite')))
const compiled = WebAssembly.compile(readFileSync(join(folder, 'pglite.wasm')))

export default class extends TestEnvironment {
  async setup() {
    await super.setup()
    this.global.embeddedDatabase = await compiled
    /** A database in this thread. Only code of this world knows the compiled module as one. */
    this.global.openEmbedded = (options) => compiled.then((module) => PGlite.create({ ...options, pgliteWasmModule: module }))
  }
}
