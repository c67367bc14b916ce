// The server process that is measured: it opens the database, listens, and reports its memory and the processor time that it has used.
import '../../memory.ts'
import { open } from './place.ts'

export type Told = { port: number } | { rss: number; peak: number; processor: number }

const location = JSON.parse(process.argv[2]!)
const { app, close } = await open(location)
await app.listen({ port: 0, host: '127.0.0.1' })

let peak = 0
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 10)
process.on('message', (asked: 'usage' | 'stop') => {
  if (asked === 'stop') return close().then(() => process.exit(0))
  const rss = process.memoryUsage.rss()
  const { user, system } = process.cpuUsage()
  process.send!({ rss, peak: Math.max(peak, rss), processor: (user + system) / 1000 } satisfies Told)
  peak = 0
})
const address = app.server.address()
process.send!({ port: address && typeof address === 'object' ? address.port : 0 } satisfies Told)
