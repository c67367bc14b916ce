import { join } from 'node:path'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import webpack from 'webpack'

/** Files of a chunk group, and of what it shares with areas, which comes with it. */
function filesOf(group, seen = new Set()) {
  if (seen.has(group)) return []
  seen.add(group)
  const shared = [...group.childrenIterable].filter(({ origins }) => origins.some(({ module }) => module?.type === 'consume-shared-module'))
  return [...new Set([...group.getFiles(), ...shared.flatMap((child) => filesOf(child, seen))])]
}

/**
 * What a page will ask for is named in index.html, so that it need not be found out one after the other: `at` once, and by name for the
 * script `early`, which runs before anything else and knows who comes and where to: one file, without imports of its own. Names what is imported as it is imported; kits that are shared have their share's name.
 */
export class FirstLoadPlugin {
  constructor({ at, named, early }) {
    Object.assign(this, { at, named, early })
  }
  apply(compiler) {
    /** Built beside the application and without what it shares. */
    let early
    compiler.hooks.make.tapAsync('FirstLoadPlugin', (compilation, done) => {
      const output = { ...compiler.options.output, filename: '[name].[contenthash:8].js' }
      const entry = new webpack.EntryPlugin(compiler.context, join(compiler.context, this.early), { name: 'early' })
      compilation.createChildCompiler('early', output, [entry]).runAsChild((error, _, made) => {
        early = made && [...made.entrypoints.get('early').getFiles()]
        done(error)
      })
    })
    compiler.hooks.compilation.tap('FirstLoadPlugin', (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTags.tap('FirstLoadPlugin', (data) => {
        const own = (file) => `/${file}`
        const imported = (request) => {
          const group = compilation.chunkGroups.find(({ origins }) => origins.some((origin) => origin.request === request))
          const shared = compilation.chunkGroups.find(({ origins }) =>
            origins.some(({ module }) => module?.type === 'provide-module' && module.identifier().includes(` ${request}@`)),
          )
          if (!group && !shared) throw new Error(`${request} is imported nowhere`)
          return filesOf(shared ?? group).map(own)
        }
        const first = this.at.flatMap(imported)
        const names = Object.entries(this.named).map(([name, requests]) => [
          name,
          [...new Set(requests.flatMap(imported))].filter((file) => !first.includes(file)),
        ])
        const files = JSON.stringify(Object.fromEntries(names)).replaceAll('"', '&quot;')
        const tag = (attributes, tagName = 'link') => ({ tagName, voidTag: tagName === 'link', attributes, meta: {} })
        // A deferred script is fetched last of all unless it says otherwise.
        for (const { attributes } of data.assetTags.scripts) attributes.fetchpriority = 'high'
        data.assetTags.styles.unshift(
          ...early.map((file) => tag({ src: own(file), 'data-files': files }, 'script')),
          ...first.filter((file) => file.endsWith('.css')).map((href) => tag({ rel: 'stylesheet', href })),
          ...first.filter((file) => file.endsWith('.js')).map((href) => tag({ rel: 'preload', as: 'script', href })),
        )
      })
    })
  }
}
