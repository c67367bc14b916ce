import { readFileSync } from 'node:fs'

// Every package has its own configuration; this one runs them all.
const remotes = JSON.parse(readFileSync(new URL('./deploy/areas.json', import.meta.url), 'utf8')).map((area) => `<rootDir>/remotes/${area}`)
const packages = ['api', 'tables', 'build', 'shell', 'ui', 'server', 'identity'].map((name) => `<rootDir>/packages/${name}`)

// The embedded database takes seconds to start on a busy machine. Every test file of a package of the browser leaves the modules that it loaded behind
// (ES modules in a context of their own are not freed), 25 to 60 MB each: a worker that holds so much begins anew. Tests wait for
// timers and other processes: two cores have work for three.
export default {
  testTimeout: 240_000,
  maxWorkers: 3,
  workerIdleMemoryLimit: '1500MB',
  projects: [...packages, '<rootDir>/host', ...remotes, '<rootDir>/deploy/local'],
}
