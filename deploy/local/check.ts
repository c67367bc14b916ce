// `npm run check`: types, lint, SQL, unit tests.
import { finish, jest, lint, sql, types } from './steps.ts'

await Promise.all([types().then(lint), sql()])
await jest()
finish()
