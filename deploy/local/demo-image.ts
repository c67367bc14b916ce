// `node deploy/local/demo-image.ts <folder>`: a data folder with the demo in it, for products on any port to begin with a copy of.
import { folderStorage, openDatabase, seedBase } from '@cuadre/server'
import { loadDemo } from './demo.ts'
import { embeddedProvider } from './stack.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: demo-image.ts <folder>')
const zone = process.env.CUADRE_ZONE ?? 'America/Sao_Paulo'
const origin = 'http://localhost:4000'
const issuer = `${origin}/realms/corp`
const database = await openDatabase({ dataDir: folder })
const { db } = database
await seedBase(db)
const identity = await embeddedProvider(db, { issuer, origin, accessTokenSeconds: undefined, log: () => {} })
await loadDemo({ db, identity, issuer, storage: folderStorage(folder), zone }, () => {})
await database.close()
process.exit(0)
