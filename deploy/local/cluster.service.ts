import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/** An address that leads to whichever database is the primary, as an operator's service does. */
export async function service(first: number) {
  let target = first
  const open = new Set<Socket>()
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1')
    for (const socket of [from, to]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
    }
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    leadTo(next: number) {
      target = next
      for (const socket of open) socket.destroy()
    },
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** nginx before the servers. One that is `down` gets no new request; what it has is answered. */
export async function balancer(servers: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-balancer-'))
  const port = await freePort()
  const conf = join(folder, 'nginx.conf')
  const write = (down?: number) =>
    writeFileSync(
      conf,
      `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  # A worker that is replaced closes connections that are kept; a request that is sent on one just then gets no answer. Browsers send it again.
  keepalive_timeout 0;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream servers {
${servers.map((server) => `    server 127.0.0.1:${server} max_fails=1 fail_timeout=1s${server === down ? ' down' : ''};`).join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://servers;
      proxy_connect_timeout 1s;
      proxy_next_upstream error timeout;
    }
  }
}
`,
    )
  write()
  const child = spawn('nginx', ['-c', conf, '-p', folder], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    /** Takes effect for new requests within the time of a reload. */
    async without(down?: number) {
      write(down)
      child.kill('SIGHUP')
      await new Promise((resolve) => setTimeout(resolve, 700))
    },
    async close() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
