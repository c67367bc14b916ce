import { createHash } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import webpack from 'webpack'

/**
 * Emits an area's plain data (src/area.ts) as area.json: the host builds routes and menu from it before any code is loaded. With it goes
 * which file is the area's entry, and the digest that the browser holds it to.
 */
export class AreaPlugin {
  constructor(file, entry) {
    this.file = file
    this.entry = entry
  }
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('AreaPlugin', (compilation) => {
      compilation.fileDependencies.add(this.file)
      // Last: the entry has its final name and content.
      compilation.hooks.processAssets.tapPromise(
        { name: 'AreaPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        async () => {
          const { area } = await import(`${pathToFileURL(this.file).href}?t=${Date.now()}`)
          const [entry] = compilation.entrypoints.get(this.entry).getFiles()
          const integrity = `sha384-${createHash('sha384').update(compilation.getAsset(entry).source.buffer()).digest('base64')}`
          compilation.emitAsset('area.json', new webpack.sources.RawSource(JSON.stringify({ ...area, entry, integrity })))
        },
      )
    })
  }
}
