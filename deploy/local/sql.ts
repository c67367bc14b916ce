// A step of `npm run check` and `npm test`: every statement of the server against the migrated schema.
import { check } from '@cuadre/server/sql'

process.exit((await check()) ? 0 : 1)
