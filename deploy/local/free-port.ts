import { createServer } from 'node:net'

/**
 * A port of this machine on which nothing listens, and none on the `following` ones. It is below those that a machine gives to whoever asks for any:
 * a connection that goes out, such as to a database, may hold one of those at any time.
 */
export async function freePort(following = 0): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const each = await Promise.all(Array.from({ length: following + 1 }, (_, i) => isFree(port + i)))
    if (each.every(Boolean)) return port
  }
}

/** Whether nothing listens on it. */
export const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
