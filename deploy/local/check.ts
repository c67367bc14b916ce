// `npm run check`: types, lint, SQL, unit tests.
import { finish, jest, staticChecks } from './steps.ts'

await staticChecks()
await jest()
finish()
