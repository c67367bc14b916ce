import { SMTPServer } from 'smtp-server'

export type Received = { id: string; to: string[]; content: string }

/** A real SMTP server on this machine. `onMail` is called before the mail is acknowledged; if it throws, the mail is refused. */
export async function smtpServer(onMail: (mail: Received) => Promise<void> | void = () => {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'cuadre' && password === 'secreta' ? done(null, { user: username }) : done(new Error('535 wrong')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('desconocido') ? done(Object.assign(new Error('unknown'), { responseCode: 550 })) : done(),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const content = Buffer.concat(chunks).toString()
        const mail = { id: /^Message-ID: <(.+)>/im.exec(content)?.[1] ?? '', to: envelope.rcptTo.map(({ address }) => address), content }
        try {
          await onMail(mail)
          received.push(mail)
          done()
        } catch {
          done(Object.assign(new Error('try later'), { responseCode: 451 }))
        }
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    urlWith: (user: string, password: string) => `smtp://${user}:${password}@127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
