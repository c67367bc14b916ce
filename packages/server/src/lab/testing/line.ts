import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** How long each piece takes on a slow line. */
const SLOW_MS = 60

/** A line to the server at `url`, whose address it keeps but for the place. It can be slow, cut, or fall silent. */
export async function lineTo(url: string) {
  const { hostname, port } = new URL(url)
  let state: 'there' | 'slow' | 'cut' | 'silent' = 'there'
  const open = new Set<Socket>()
  const delayed = () =>
    new Transform({
      transform(piece, _, done) {
        if (state === 'slow') setTimeout(done, SLOW_MS, null, piece)
        else done(null, piece)
      },
    })
  const line = createServer((socket) => {
    open.add(socket.on('error', () => {}))
    if (state === 'cut') return void socket.destroy()
    if (state === 'silent') return
    const other = connect(Number(port), hostname).on('error', () => {})
    socket.pipe(delayed()).pipe(other).pipe(delayed()).pipe(socket)
    other.on('close', () => socket.destroy())
    socket.on('close', () => {
      open.delete(socket)
      other.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  const own = { hostname: '127.0.0.1', port: String((line.address() as AddressInfo).port) }
  return {
    url: Object.assign(new URL(url), own).toString().replace(/\/$/, ''),
    /** Whoever is connected must connect again, but for a line that becomes slow or fast. */
    become(next: typeof state) {
      const kept = [state, next].every((each) => each === 'there' || each === 'slow')
      state = next
      if (!kept) for (const socket of open) socket.destroy()
    },
    close() {
      line.close()
      for (const socket of open) socket.destroy()
    },
  }
}
