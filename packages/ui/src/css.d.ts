declare module '*.css'

/** Only what the tests read. */
declare module 'node:fs' {
  export const readFileSync: (path: URL, encoding: 'utf8') => string
}
