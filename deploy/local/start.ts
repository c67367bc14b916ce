// `npm start`: the whole product on this machine. Respects PORT, DATA_DIR, KEY_FILE, DATABASE_URL, AUTH_URL, AUTH_ADMIN_SECRET, SMTP_URL, SUPPORT_EMAIL, SIGN_UP_DOMAINS, INBOX_DIR, WEBHOOK_NETWORKS, CUADRE_ZONE, S3_BUCKET and its like.

import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { plain, toSay } from '@cuadre/server'
import { demoPeople } from '@cuadre/server/demo'
import { readLocalSettings } from '@cuadre/server/settings'
import { areas, buildAll, root } from './build.ts'
import { demoPassword, loadDemo, refuseProduction } from './demo.ts'
import { isFree } from './free-port.ts'
import { reset } from './reset.ts'
import { keyFileOf, startStack } from './stack.ts'

const port = Number(process.env.PORT?.trim() || 4000)
const dataDir = resolve(process.env.DATA_DIR?.trim() || join(root, 'data'))
const keyFile = process.env.KEY_FILE?.trim() || keyFileOf(dataDir)
const say = (text: string) => console.log(text)

try {
  refuseProduction(process.env)
  const settings = readLocalSettings({ ...process.env, DATA_DIR: dataDir })
  if (!Number.isInteger(port) || port < 1 || port > 65_000)
    throw plain(`PORT debe ser un número entre 1 y 65000; es «${process.env.PORT}».`)
  for (let each = port; each <= port + areas.length; each++)
    if (!(await isFree(each)))
      throw plain(`El puerto ${each} está en uso. Cierre el programa que lo tiene o elija otro: PORT=5000 npm start`)
  if (process.argv.includes('--reset')) {
    reset({ dataDir, keyFile, databaseUrl: settings.DATABASE_URL })
    say(`Datos borrados: ${dataDir}`)
  }
  const building = buildAll(say)
  // Its failure is told below, once the demo's data are whole.
  building.catch(() => {})
  const { AREAS_DIR: areasDir, HOST_DIR: hostDir } = process.env
  const stack = await startStack({
    port,
    dataDir,
    keyFile,
    databaseUrl: settings.DATABASE_URL,
    smtpUrl: settings.SMTP_URL,
    areasDir,
    ...(hostDir && { hostDir: () => hostDir }),
    authUrl: settings.AUTH_URL,
    authSecret: settings.AUTH_ADMIN_SECRET,
    before: async (made) => {
      await loadDemo(made, say)
      await building
    },
    say,
  })

  const lines = [
    `Cuadre está en ${stack.origin}`,
    '',
    'Usuarios de demostración (contraseña de todos, solo para demostración:',
    `${demoPassword})`,
    ...demoPeople
      .filter(({ shown }) => shown)
      .map(({ username, name, roleName }) => `  ${username.padEnd(12)} ${roleName.padEnd(15)} ${name}`),
    '',
    `Áreas: ${stack.places.map(({ id, url }) => `${id} ${url.replace('http://localhost', '')}`).join(' · ')}`,
    settings.DATABASE_URL ? 'Datos: el PostgreSQL de DATABASE_URL' : `Datos: ${dataDir}`,
    `Correos: ${settings.SMTP_URL ? 'por SMTP' : join(dataDir, 'mail')}`,
    'Empezar de cero: npm start -- --reset     Detener: Ctrl-C',
  ]
  const width = Math.max(...lines.map((line) => line.length))
  say(['', `┌${'─'.repeat(width + 2)}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${'─'.repeat(width + 2)}┘`].join('\n'))

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    say('\nDeteniendo…')
    await stack.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)

  // The stories stop, start and move single areas through here; when they end, however they end, so does this.
  if (process.env.CUADRE_CONTROL)
    createInterface({ input: process.stdin })
      .on('line', async (line) => {
        const [, action, id] = /^area (stop|start|move) (\S+)$/.exec(line) ?? []
        if (!action || !id) return
        await { stop: stack.stopArea, start: stack.startArea, move: stack.moveArea }[action as 'stop' | 'start' | 'move'](id)
        say(line)
      })
      .on('close', stop)
} catch (error) {
  console.error(toSay(error))
  process.exit(1)
}
