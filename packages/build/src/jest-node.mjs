import { fileURLToPath } from 'node:url'

// Jest for packages that run in Node: TypeScript as ES modules, nothing of node_modules transformed.
// Run with NODE_OPTIONS=--experimental-vm-modules.
const swc = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
}

/** @param {string} name shown before every test of the package */
export const jestNode = (name, more = {}) => ({
  displayName: name,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx?$': [fileURLToPath(import.meta.resolve('@swc/jest')), swc] },
  ...more,
})
