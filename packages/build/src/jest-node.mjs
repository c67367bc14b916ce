import { fileURLToPath } from 'node:url'

const here = (file) => fileURLToPath(new URL(file, import.meta.url))

/**
 * Jest for packages that run in Node. Their modules are Node's own, which strips the types, and are loaded once for all test files of a worker: in a world of
 * its own each file would compile and run again all that it imports, a second or more for the server.
 * @param {string} name shown before every test of the package
 */
export const jestNode = (name, more = {}) => ({
  displayName: name,
  testEnvironment: here('./jest-node/environment.mjs'),
  runtime: here('./jest-node/runtime.cjs'),
  testMatch: ['<rootDir>/src/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  ...more,
})
