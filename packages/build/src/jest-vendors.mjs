import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Libraries of hundreds of modules and more, here as one file each: every test file of the browser loads all that it imports anew. */
const VENDORS = ['@chakra-ui/react', 'lucide-react']
/** The package whose dependencies they are. */
const at = fileURLToPath(new URL('../../ui', import.meta.url))
/** What there may be only one of. */
const SHARED = /^(react|react-dom|@emotion\/[\w-]+)(\/|$)/

const root = fileURLToPath(new URL('../../..', import.meta.url))
const version = createHash('sha256')
  .update(readFileSync(join(root, 'pnpm-lock.yaml')))
  .update(readFileSync(fileURLToPath(import.meta.url)))
const folder = join(root, '.cache/jest', version.digest('hex').slice(0, 16))

/** For `moduleNameMapper`. */
export const vendorFiles = Object.fromEntries(VENDORS.map((name) => [`^${name}$`, join(folder, `${name}.mjs`)]))

/** For `globalSetup`: once for each state of the lockfile. */
export default async function bundleVendors() {
  if (existsSync(folder)) return
  const { default: webpack } = await import('webpack')
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  const compiler = webpack({
    mode: 'none',
    context: at,
    entry: Object.fromEntries(VENDORS.map((name) => [name, name])),
    output: { path: draft, filename: '[name].mjs', library: { type: 'module' }, module: true },
    experiments: { outputModule: true },
    target: ['web', 'es2024'],
    resolve: { conditionNames: ['import', 'browser', 'default'], mainFields: ['module', 'main'] },
    optimization: { concatenateModules: true, usedExports: true, providedExports: true, sideEffects: true },
    externalsType: 'module',
    externals: async ({ request, context, getResolve }) =>
      SHARED.test(request) ? await getResolve({ dependencyType: 'esm' })(context, request) : undefined,
  })
  const stats = await new Promise((resolve, reject) => compiler.run((error, done) => (error ? reject(error) : resolve(done))))
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'))
  try {
    renameSync(draft, folder)
  } catch {
    // Another run was first.
    rmSync(draft, { recursive: true, force: true })
  }
}
