import { fileURLToPath } from 'node:url'
import { vendorFiles } from './jest-vendors.mjs'

const swc = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
}

/**
 * Jest for packages that run in the browser: jsdom with Node's own fetch, streams and structuredClone. TypeScript as ES modules in a world of each test
 * file's own, nothing of node_modules transformed. Run with NODE_OPTIONS=--experimental-vm-modules.
 * @param {string} name shown before every test of the package
 */
export const jestBrowser = (name, more = {}) => ({
  displayName: name,
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx?$': [fileURLToPath(import.meta.resolve('@swc/jest')), swc] },
  testEnvironment: fileURLToPath(new URL('./jest-jsdom.mjs', import.meta.url)),
  globalSetup: fileURLToPath(new URL('./jest-vendors.mjs', import.meta.url)),
  moduleNameMapper: { ...vendorFiles, '\\.css$': fileURLToPath(new URL('./empty.mjs', import.meta.url)) },
  ...more,
})
