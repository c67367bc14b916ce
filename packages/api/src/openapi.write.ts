// Writes openapi.json: `pnpm --filter @cuadre/api openapi`.
import { writeFileSync } from 'node:fs'
import { openapi } from './openapi.ts'

writeFileSync(new URL('../openapi.json', import.meta.url), `${JSON.stringify(openapi(), null, 1)}\n`)
