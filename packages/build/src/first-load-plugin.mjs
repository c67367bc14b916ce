import { join } from 'node:path'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import webpack from 'webpack'

/**
 * Adds preloads to index.html, so that files are not discovered one after the other: `at` at once; `named` for the script `preboot`, a file
 * without imports that runs first, at the beginning of the body, and knows the user and the page. Modules are named as they are imported.
 */
export class FirstLoadPlugin {
  constructor({ at, named, preboot }) {
    Object.assign(this, { at, named, preboot })
  }
  apply(compiler) {
    /** Built apart from the application. */
    let preboot
    let prebootTags
    compiler.hooks.make.tapAsync('FirstLoadPlugin', (compilation, done) => {
      const output = { ...compiler.options.output, filename: '[name].[contenthash:8].js' }
      const entry = new webpack.EntryPlugin(compiler.context, join(compiler.context, this.preboot), { name: 'preboot' })
      compilation.createChildCompiler('preboot', output, [entry]).runAsChild((error, _, made) => {
        preboot = made && [...made.entrypoints.get('preboot').getFiles()]
        done(error)
      })
    })
    compiler.hooks.compilation.tap('FirstLoadPlugin', (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTags.tap('FirstLoadPlugin', (data) => {
        const own = (file) => `/${file}`
        const imported = (request) => {
          const group = compilation.chunkGroups.find(({ origins }) => origins.some((origin) => origin.request === request))
          if (!group) throw new Error(`${request} is imported nowhere`)
          return group.getFiles().map(own)
        }
        const first = this.at.flatMap(imported)
        const names = Object.entries(this.named).map(([name, requests]) => [
          name,
          [...new Set(requests.flatMap(imported))].filter((file) => !first.includes(file)),
        ])
        const files = JSON.stringify(Object.fromEntries(names)).replaceAll('"', '&quot;')
        const tag = (attributes, tagName = 'link') => ({ tagName, voidTag: tagName === 'link', attributes, meta: {} })
        // Deferred scripts have a low priority by default.
        for (const { attributes } of data.assetTags.scripts) attributes.fetchpriority = 'high'
        data.assetTags.styles.unshift(
          ...first.filter((file) => file.endsWith('.css')).map((href) => tag({ rel: 'stylesheet', href })),
          ...first.filter((file) => file.endsWith('.js')).map((href) => tag({ rel: 'preload', as: 'script', href })),
        )
        prebootTags = preboot.map((file) => `<script src="${own(file)}" data-files="${files}"></script>`).join('')
      })
      HtmlWebpackPlugin.getHooks(compilation).beforeEmit.tap('FirstLoadPlugin', (data) => {
        if (!data.html.includes('<body>')) throw new Error('index.html has no body')
        data.html = data.html.replace('<body>', () => `<body>${prebootTags}`)
      })
    })
  }
}
