// `npm run bench`: how the product's heavy work compares with the bare engine's. Figures, not tests: it ends with 0 also where one is over.
import { bench } from '@cuadre/server/bench'

await bench(process.argv.slice(2))
