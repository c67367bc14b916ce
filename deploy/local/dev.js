// `npm run dev`: as npm start, with every browser part built again when its source changes. Reload the page to see it.
import { areas, build, buildAll } from './build.ts'

process.env.NODE_ENV = 'development'
await buildAll(console.log)
for (const target of ['host', ...areas.map((area) => `remotes/${area}`)])
  void build(target, ['--watch']).catch((error) => console.error(error.message))
await import('./start.ts')
