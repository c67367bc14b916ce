import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import TerserPlugin from 'terser-webpack-plugin'
import webpack from 'webpack'
import { AreaPlugin } from './area-plugin.mjs'
import { contentVersion } from './content-version.ts'
import { FirstLoadPlugin } from './first-load-plugin.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const production = process.env.NODE_ENV !== 'development'

/**
 * What host and areas share at run time, one instance each. Whole libraries are not shared: `@cuadre/ui` and `@cuadre/shell`
 * re-export what is in use, so that the rest is shaken off. The host provides (host/src/federation/runtime.ts); an area brings none of its own.
 */
export const shared = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  '@tanstack/react-query',
  '@cuadre/shell',
  '@cuadre/ui',
  '@cuadre/ui/forms',
  '@cuadre/ui/overlay',
  '@cuadre/ui/data',
]
const versions = Object.fromEntries(shared.map((name) => [name, versionOf(name)]))

/** Of a library what the workspace resolves, of a package of ours what its sources say: areas built with another one meet `strictVersion`. */
function versionOf(name) {
  const [scope, rest] = name.split('/')
  if (scope === '@cuadre') return contentVersion(join(here, '../..', rest))
  const id = name.startsWith('@') ? `${scope}/${rest}` : scope
  return JSON.parse(readFileSync(join(here, '../../shell/node_modules', id, 'package.json'), 'utf8')).version
}

/** The router's package offers bundlers only its development build, with all its warnings. */
function routerForProduction() {
  const dom = createRequire(join(here, '../../shell/package.json')).resolve('react-router-dom')
  const dist = join(dirname(createRequire(dom).resolve('react-router')), '../production')
  return { 'react-router$': join(dist, 'index.mjs'), 'react-router/dom$': join(dist, 'dom-export.mjs') }
}

function base(dir, name) {
  return {
    name,
    context: dir,
    mode: production ? 'production' : 'development',
    devtool: production ? 'hidden-source-map' : 'cheap-module-source-map',
    target: ['web', 'es2022'],
    cache: {
      type: 'filesystem',
      cacheDirectory: join(here, '../../../.cache/webpack'),
      name: `${name}-${production ? 'p' : 'd'}`,
      buildDependencies: {
        config: ['webpack.mjs', 'area-plugin.mjs', 'first-load-plugin.mjs', 'narrow-font.mjs'].map((file) => join(here, file)),
      },
    },
    output: {
      path: join(dir, 'dist'),
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      uniqueName: `cuadre_${name.replaceAll('-', '_')}`,
      // Chunks of the release before stay beside the new ones: a page that is open goes on.
      clean: false,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
      alias: { zod$: join(here, 'inert-zod.mjs'), ...(production ? routerForProduction() : {}) },
    },
    // Loaders belong to this package, whoever is built.
    resolveLoader: { modules: [join(here, '../node_modules')] },
    module: {
      // An area's own worker class is followed as Worker is.
      parser: { javascript: { worker: ['...', 'AreaWorker from ./AreaWorker.ts'] } },
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'swc-loader',
          options: {
            jsc: {
              target: 'es2022',
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development: false } },
            },
          },
        },
        { test: /packages[/\\]api[/\\]src[/\\].*\.ts$|[/\\]src[/\\]area\.ts$/, enforce: 'pre', loader: join(here, 'lean-contract.mjs') },
        { test: /locales[/\\]\w+\.json$/, resourceQuery: /./, type: 'json', loader: join(here, 'pick-texts.mjs') },
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
        { test: /\.(woff2|svg|png)$/, type: 'asset/resource' },
        { test: /-wght-\w+\.woff2$/, loader: join(here, 'narrow-font.mjs') },
      ],
    },
    optimization: {
      // Many small files cost more on the way than a few that repeat a little: a chunk of its own begins at 60 kB of source.
      splitChunks: { minSize: 60_000, cacheGroups: { defaultVendors: false } },
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          terserOptions: { compress: { passes: 2 }, mangle: true },
          extractComments: false,
        }),
      ],
    },
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  }
}

const kits = shared.filter((name) => /^@cuadre\/ui\/./.test(name))
/** Modules, as the host imports them, that every page loads first, and those it may load next, by the names that host/src/preboot uses. */
export const firstLoad = {
  preboot: 'src/preboot/preboot.ts',
  at: ['./bootstrap.tsx'],
  named: {
    es: ['./locales/es.json'],
    en: ['./locales/en.json'],
    frame: ['./signed-in.tsx', './federation/AreaView.tsx', '../pages/Home.tsx', '@cuadre/ui'],
  },
}

/**
 * All that comes with the kit's root, and what the frame has in common with other pages, in one file: every signed-in page begins with it, and what others have
 * of it is not repeated in them.
 */
const kit = {
  name: 'kit',
  chunks: 'async',
  enforce: true,
  test: (module, { chunkGraph }) => {
    const chunks = [...chunkGraph.getModuleChunksIterable(module)]
    const isOfRoot = (chunk) => [...chunk.groupsIterable].some(({ origins }) => origins.some(({ request }) => request === '@cuadre/ui'))
    return chunks.some(isOfRoot) || (chunks.length > 1 && chunks.some(({ name }) => name === 'frame'))
  },
}

/** The shell: an application like any other, which federation joins with the first area; knows no area by name. */
export function defineHost(dir) {
  const config = base(dir, 'host')
  const { splitChunks } = config.optimization
  return {
    ...config,
    optimization: { ...config.optimization, splitChunks: { ...splitChunks, cacheGroups: { ...splitChunks.cacheGroups, kit } } },
    entry: { main: join(dir, 'src/main.tsx') },
    output: { ...config.output, publicPath: '/' },
    experiments: {},
    plugins: [
      new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css' }),
      new HtmlWebpackPlugin({ template: join(dir, 'src/preboot/index.ejs'), scriptLoading: 'defer' }),
      new FirstLoadPlugin({ ...firstLoad, named: { ...firstLoad.named, ...Object.fromEntries(kits.map((name) => [name, [name]])) } }),
      new webpack.DefinePlugin({
        SHARED_VERSIONS: JSON.stringify(versions),
        // area.json says what a manifest would, and the browser is all there is.
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
        ENV_TARGET: JSON.stringify('web'),
      }),
    ],
  }
}

/** An area: one exposed module, its data as area.json, and nothing shared of its own. */
export function defineRemote(dir, name) {
  const config = base(dir, name)
  const container = name.replaceAll('-', '_')
  return {
    ...config,
    entry: {},
    // Read as the host's pages may read it, so that the browser can check the entry and tell where an error came from.
    output: { ...config.output, publicPath: 'auto', crossOriginLoading: 'anonymous' },
    plugins: [
      new AreaPlugin(join(dir, 'src/area.ts'), join(dir, 'src/index.ts'), container),
      new ModuleFederationPlugin({
        name: container,
        // Of a name of its own in each release: what a page has begun with is not exchanged under it.
        filename: 'remoteEntry.[contenthash:8].js',
        exposes: { './area': join(dir, 'src/index.ts') },
        dts: false,
        manifest: false,
        shared: Object.fromEntries(
          shared.map((name) => [
            name,
            { singleton: true, strictVersion: true, version: versions[name], requiredVersion: versions[name], import: false },
          ]),
        ),
        // area.json says what a manifest would, and the browser is all there is.
        experiments: { externalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
      }),
      // Loaded with the code that asks for them, from where it comes.
      new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css' }),
    ],
  }
}
