// The server process to be killed: it opens the database, listens, and reports its port.
import { open } from '../bench/place.ts'

const { app } = await open(JSON.parse(process.argv[2]!))
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.send!({ port: address && typeof address === 'object' ? address.port : 0 })
