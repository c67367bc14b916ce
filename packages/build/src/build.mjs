// Builds one package: `node …/build.mjs [--watch] [--out <folder>]` in its folder (host or an area); into dist unless said.
import { cpSync, existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import webpack from 'webpack'
import { defineHost, defineRemote } from './webpack.mjs'

// Whoever started it is gone: nobody waits for this, and the next one builds into the same folder.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()

const dir = process.cwd()
const config = existsSync(join(dir, 'src/area.ts')) ? defineRemote(dir, basename(dir)) : defineHost(dir)
const out = process.argv.indexOf('--out')
if (out > 0) config.output.path = resolve(process.argv[out + 1])
// What is served as it is.
if (existsSync(join(dir, 'public'))) cpSync(join(dir, 'public'), config.output.path, { recursive: true })
const compiler = webpack(config)

const report = (error, stats) => {
  if (error) {
    console.error(error)
    process.exitCode = 1
  } else if (stats.hasErrors() || stats.hasWarnings()) {
    console.error(stats.toString({ preset: 'errors-warnings', colors: false }))
    if (stats.hasErrors()) process.exitCode = 1
  } else console.log(`${config.name}: ${stats.endTime - stats.startTime} ms`)
}
if (process.argv.includes('--watch')) compiler.watch({}, report)
else compiler.run((error, stats) => compiler.close(() => report(error, stats)))
