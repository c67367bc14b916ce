import { fileURLToPath } from 'node:url'
import { jestNode } from './jest-node.mjs'

/** Jest for packages that run in the browser: jsdom with Node's own fetch, streams and structuredClone. */
export const jestBrowser = (name, more = {}) =>
  jestNode(name, {
    testEnvironment: fileURLToPath(new URL('./jest-jsdom.mjs', import.meta.url)),
    moduleNameMapper: { '\\.css$': fileURLToPath(new URL('./empty.mjs', import.meta.url)) },
    ...more,
  })
