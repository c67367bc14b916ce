const { registerHooks } = require('node:module')
const { pathToFileURL } = require('node:url')
const Runtime = require('jest-runtime').default

const GLOBALS = 'jest-globals:'
const CURRENT = Symbol.for('globals of the running test file')
const HANDLERS = Symbol.for('EVENT_HANDLERS')
let files = 0

// Jest answers `import … from '@jest/globals'` in its own worlds only.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: `${GLOBALS}${files}`, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) => {
    if (!url.startsWith(GLOBALS)) return next(url, context)
    const source = `export const { ${Object.keys(globalThis[CURRENT])} } = globalThis[Symbol.for('${CURRENT.description}')]`
    return { format: 'module', shortCircuit: true, source }
  },
})

/** Test files as Node's own modules; whatever else Jest does stays as it is. */
module.exports = class NodeRuntime extends Runtime {
  unstable_shouldLoadAsEsm() {
    return true
  }

  unstable_importModule(path) {
    return import(pathToFileURL(path).href)
  }

  /** What Jest collects tests with keeps them in its module: it is loaded anew for each file. */
  requireInternalModule(path) {
    delete require.cache[path]
    delete globalThis[HANDLERS]
    return require(path)
  }

  setGlobalsForRuntime(globals) {
    files += 1
    globalThis[CURRENT] = { ...globals, jest: this.jestGlobals.jestObjectFor(__filename) }
  }
}
