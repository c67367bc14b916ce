// `npm run check`: types, lint, unit tests.
import { finish, jest, lint, types } from './steps.ts'

await types()
await lint()
await jest()
finish()
