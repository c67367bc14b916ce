import { readdirSync } from 'node:fs'

// Every package has its own configuration; this one runs them all.
const remotes = readdirSync(new URL('./remotes', import.meta.url)).map((area) => `<rootDir>/remotes/${area}`)
const packages = ['api', 'tables', 'build', 'shell', 'ui', 'server', 'identity'].map((name) => `<rootDir>/packages/${name}`)

// The embedded database takes seconds to start on a busy machine.
export default { testTimeout: 240_000, maxWorkers: 2, projects: [...packages, '<rootDir>/host', ...remotes, '<rootDir>/deploy/local'] }
