// `npm run check`: types, lint, SQL, unit tests.
import { finish, jest, lint, sql, types } from './steps.ts'

await types()
await lint()
await sql()
await jest()
finish()
