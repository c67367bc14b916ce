// `node …/bench.mjs single-page <out>` and `node …/bench.mjs react-admin <entry> <folder> <out>`: what `npm run bench -- --only web` holds the
// product against, built as the product is; `node …/bench.mjs table <folder> <out>`: a page for each grid of `--only table`.
import { readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import webpack from 'webpack'
import { FirstLoadPlugin } from './first-load-plugin.mjs'
import { defineHost, firstLoad } from './webpack.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const host = join(root, 'host')
const accounts = ['../../remotes/accounts-analysis/src/index.ts', './locales/es.json?only=home,shared']
const kind = process.argv[2]
const out = resolve(process.argv.at(-1))
const config = defineHost(host)
config.plugins = config.plugins.filter((plugin) => !(plugin instanceof FirstLoadPlugin))
config.output = { ...config.output, path: out, clean: true }
config.cache = false
config.devtool = false

if (kind === 'single-page') {
  // Before it is resolved, so that what the other file imports is found from where it is.
  const replace = (asked) => {
    const from = dirname(join(asked.context, asked.request))
    if (!asked.createData.resource && ['federation', 'preboot'].some((folder) => from === join(host, 'src', folder)))
      asked.request = join(host, 'bench', basename(asked.request))
  }
  config.plugins.push(
    new webpack.NormalModuleReplacementPlugin(/\/(areas|load|preloadPage)\.ts$/, replace),
    new FirstLoadPlugin({
      ...firstLoad,
      named: {
        ...firstLoad.named,
        frame: firstLoad.named.frame.filter((request) => !request.startsWith('@')),
        '/home': ['../pages/Home.tsx', ...accounts, './home/ControlHome.tsx'],
        '/cuentas': [...accounts, './account/AccountsPage.tsx', './locales/es.json?but=home,shared,balance'],
      },
    }),
  )
} else {
  const app = resolve(process.argv.at(-2))
  const page = (chunk) =>
    new HtmlWebpackPlugin({ template: join(app, 'index.html'), scriptLoading: 'defer', chunks: [chunk], filename: `${chunk}.html` })
  config.context = app
  config.plugins = config.plugins.filter((plugin) => !(plugin instanceof HtmlWebpackPlugin))
  if (kind === 'table') {
    const pages = readdirSync(join(app, 'pages')).map((file) => file.replace('.jsx', ''))
    config.entry = Object.fromEntries(pages.map((name) => [name, join(app, 'pages', `${name}.jsx`)]))
    config.plugins.push(...pages.map(page))
    config.output.publicPath = 'auto'
    const ui = join(root, 'packages/ui')
    // The product's own source, and one React for all.
    Object.assign(config.resolve.alias, {
      react: join(ui, 'node_modules/react'),
      'react-dom': join(ui, 'node_modules/react-dom'),
      '@cuadre/shell$': join(root, 'packages/shell/src/index.ts'),
      '@cuadre/ui$': join(ui, 'src/index.ts'),
      '@cuadre/ui/data$': join(ui, 'src/data.ts'),
      '@cuadre/ui/styles': join(ui, 'src/styles'),
      '@cuadre/accounts-analysis': join(root, 'remotes/accounts-analysis/src'),
    })
  } else {
    config.entry = { index: join(app, `${process.argv[3]}.jsx`) }
    config.plugins.push(page('index'))
    const router = join(app, 'node_modules/react-router/dist/production')
    config.resolve.alias = { 'react-router$': join(router, 'index.mjs'), 'react-router/dom$': join(router, 'dom-export.mjs') }
  }
  config.module.rules.push({
    test: /\.jsx$/,
    loader: 'swc-loader',
    options: {
      jsc: { target: 'es2022', parser: { syntax: 'ecmascript', jsx: true }, transform: { react: { runtime: 'automatic' } } },
    },
  })
}

webpack(config, (error, stats) => {
  if (!error && !stats.hasErrors()) return
  console.error(error ?? stats.toString({ preset: 'errors-only', colors: false }))
  process.exitCode = 1
})
