import * as shell from '@cuadre/shell'
import { createInstance } from '@module-federation/enhanced/runtime'
import provideRuntimeCore from '@module-federation/inject-external-runtime-core-plugin'
import * as query from '@tanstack/react-query'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import { kits } from './kits.ts'

/** By name, the versions that the build gives to what is shared (packages/build/src/webpack.mjs). */
declare const SHARED_VERSIONS: Record<string, string>

/** By address of an entry, its digest in area.json. */
export const digests = new Map<string, string>()

/** Runs an entry only if its bytes have the digest of area.json. */
const integrity = {
  name: 'integrity',
  createScript({ url }: { url: string }) {
    const digest = digests.get(url)
    if (!digest) throw new Error(`${url} has no digest`)
    return Object.assign(document.createElement('script'), { src: url, crossOrigin: 'anonymous', integrity: digest })
  },
}

/** Of a CommonJS module itself, not the namespace around it, which would ask a getter at every call. */
const own = (module: object): object => ('default' in module ? Object(module.default) : module)
const modules = {
  react: own(react),
  'react/jsx-runtime': own(jsxRuntime),
  'react-dom': own(reactDom),
  '@tanstack/react-query': query,
  '@cuadre/shell': shell,
}

const share = (name: string) => {
  const version = SHARED_VERSIONS[name]
  return { version, shareConfig: { singleton: true, strictVersion: true, requiredVersion: version! } }
}

/**
 * The host in the federation: what it shares with areas, one instance each. It comes with the first area, so that whoever signs in waits neither
 * for it nor for what only areas use.
 */
export const federation = createInstance({
  name: 'host',
  remotes: [],
  shared: {
    ...Object.fromEntries(Object.entries(modules).map(([name, module]) => [name, { ...share(name), lib: () => module }])),
    ...Object.fromEntries(
      Object.entries(kits).map(([name, load]) => [
        name,
        {
          ...share(name),
          get: async () => {
            const module = await load()
            return () => module
          },
        },
      ]),
    ),
  },
  plugins: [provideRuntimeCore(), integrity],
})
