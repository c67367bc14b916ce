import { pathToFileURL } from 'node:url'
import webpack from 'webpack'

/** Emits an area's plain data (src/area.ts) as area.json: the host builds routes and menu from it before any code is loaded. */
export class AreaPlugin {
  constructor(file) {
    this.file = file
  }
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('AreaPlugin', (compilation) => {
      compilation.fileDependencies.add(this.file)
      compilation.hooks.processAssets.tapPromise(
        { name: 'AreaPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        async () => {
          const { area } = await import(`${pathToFileURL(this.file).href}?t=${Date.now()}`)
          compilation.emitAsset('area.json', new webpack.sources.RawSource(JSON.stringify(area)))
        },
      )
    })
  }
}
