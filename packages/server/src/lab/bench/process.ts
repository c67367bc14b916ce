import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Told } from './load.server.ts'
import type { Location } from './place.ts'

/** The server in its own process; the file is streamed to it from disk. */
export async function start(location: Location, user: string) {
  const child = fork(fileURLToPath(new URL('./load.server.ts', import.meta.url)), [JSON.stringify(location)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const { port } = (await answer(child)) as { port: number }
  const usage = async () => {
    const told = answer(child)
    child.send('usage')
    return (await told) as { rss: number; peak: number; processor: number }
  }
  return {
    port,
    memory: usage,
    /** Milliseconds that it has used of all processors. */
    processor: async () => (await usage()).processor,
    async call(method: string, path: string, body?: FormData | string): Promise<unknown> {
      const headers: Record<string, string> = { authorization: `Bearer ${user}` }
      if (typeof body === 'string') headers['content-type'] = 'application/json'
      const response = await fetch(`http://127.0.0.1:${port}/api${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
      const answered = await response.json()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answered)}`)
      return answered
    },
    /** Reads an answer to its end. @returns the number of bytes */
    async read(path: string): Promise<number> {
      const response = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { authorization: `Bearer ${user}` } })
      if (!response.ok || !response.body) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      let bytes = 0
      for await (const chunk of response.body) bytes += chunk.length
      return bytes
    },
    stop: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve())
        child.send('stop')
      }),
  }
}

const answer = (child: ChildProcess) =>
  new Promise<Told>((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The server ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (told) => {
      child.off('exit', ended)
      resolve(told as Told)
    })
  })
