// Builds the specimen page into /tmp: `node ../../build/node_modules/webpack/bin/webpack.js -c webpack.config.mjs` is not
// needed by the product; it is how the parts are looked at.
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const build = createRequire(new URL('../../build/package.json', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))
const MiniCss = build('mini-css-extract-plugin')
const Html = build('html-webpack-plugin')
const modules = fileURLToPath(new URL('../../build/node_modules', import.meta.url))

export default {
  mode: process.env.NODE_ENV ?? 'development',
  context: here,
  entry: './main.tsx',
  output: { path: join(tmpdir(), 'cuadre-specimens'), publicPath: '' },
  devtool: false,
  performance: false,
  resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  resolveLoader: { modules: [modules] },
  plugins: [
    new MiniCss(),
    new Html({
      templateContent:
        '<!doctype html><html lang="es"><head><meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width,initial-scale=1"></head><body><div id="root"></div></body></html>',
    }),
  ],
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        use: {
          loader: 'swc-loader',
          options: {
            jsc: { target: 'es2023', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } },
          },
        },
      },
      { test: /\.css$/, use: [MiniCss.loader, 'css-loader'] },
      { test: /\.woff2$/, type: 'asset/resource' },
    ],
  },
}
