// `npm run keycloak`: a real Keycloak with the realm of deploy/keycloak and the demonstration's people, for `AUTH_URL=… npm start`.
// `npm run keycloak -- test`: the server's tests and the stories of identity against it. Respects KEYCLOAK_PORT and CUADRE_ORIGIN.
import { spawn, spawnSync } from 'node:child_process'
import { argon2Sync, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoPeople } from '@cuadre/server/demo'
import { root } from './build.ts'
import { findChromium } from './chromium.ts'
import { DEMO_PASSWORD_DAYS, demoPassword } from './demo.ts'
import { freePort } from './free-port.ts'
import { finish, jest, stories } from './steps.ts'

/** The newest that Maven has and Java 17 runs. */
const VERSION = '26.7.1'
const START_SECONDS = 300
const tools = join(root, '.tools/keycloak')
const distribution = join(tools, `keycloak-${VERSION}`)

/** What this machine lacks for a Keycloak of its own, in words; nothing when it has all. */
export function whatIsMissing(): string | undefined {
  const said = spawnSync('java', ['-version'], { encoding: 'utf8' })
  const version = /version "(\d+)/.exec(`${said.stderr}${said.stdout}`)?.[1]
  if (!version) return 'Falta Java 17 o posterior: Keycloak no puede ejecutarse en esta máquina.'
  if (Number(version) < 17) return `Keycloak necesita Java 17 o posterior; esta máquina tiene Java ${version}.`
  if (!existsSync(distribution) && spawnSync('mvn', ['-version']).status !== 0) return 'Falta Maven, con el que se obtiene Keycloak.'
  return undefined
}

type Options = {
  /** Of the application: the only place that sign-ins lead back to. */
  origin: string
  port: number
  say: (text: string) => void
}
export type Keycloak = {
  /** Without `/realms`. */
  url: string
  /** Of the client `cuadre-server`, which keeps accounts and sessions. */
  secret: string
  /** Of `admin` in the realm `master`. */
  adminPassword: string
  stop: () => Promise<void>
}

/** A Keycloak with nothing kept: data in memory, secrets made anew, a folder of its own that goes at the end. @throws Plain in words */
async function startKeycloak({ origin, port, say }: Options): Promise<Keycloak> {
  const missing = whatIsMissing()
  if (missing) throw plain(missing)
  fetchDistribution(say)
  const url = `http://localhost:${port}`
  const secret = randomBytes(24).toString('base64url')
  const adminPassword = randomBytes(24).toString('base64url')
  const home = mkdtempSync(join(tmpdir(), 'cuadre-keycloak-'))
  for (const name of ['lib', 'conf', 'providers']) symlinkSync(join(distribution, name), join(home, name))
  cpSync(join(root, 'deploy/keycloak/theme'), join(home, 'themes'), { recursive: true })
  mkdirSync(join(home, 'data/import'), { recursive: true })
  cpSync(join(root, 'deploy/keycloak/corp-realm.json'), join(home, 'data/import/corp-realm.json'))
  writeFileSync(join(home, 'data/import/corp-users-0.json'), JSON.stringify({ realm: 'corp', users: demoPeople.map(demoUser) }))

  say(`Iniciando Keycloak ${VERSION}…`)
  const started = Date.now()
  const child = spawn(
    join(distribution, 'bin/kc.sh'),
    [
      'start-dev',
      '--import-realm',
      '--db=dev-mem',
      '--http-host=127.0.0.1',
      `--http-port=${port}`,
      `--hostname=${url}`,
      '--spi-events-listener--email--include-events=UPDATE_CREDENTIAL,REMOVE_CREDENTIAL',
      `-Dkc.home.dir=${home}`,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        // One compiler is enough for a server that lives for minutes.
        JAVA_OPTS_KC_HEAP: '-Xms256m -Xmx768m -XX:TieredStopAtLevel=1',
        KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
        KC_BOOTSTRAP_ADMIN_PASSWORD: adminPassword,
        CUADRE_ORIGIN: origin,
        CUADRE_ADMIN_SECRET: secret,
        CUADRE_SMTP_HOST: process.env.CUADRE_SMTP_HOST ?? '127.0.0.1',
        CUADRE_SMTP_PORT: process.env.CUADRE_SMTP_PORT ?? '2525',
        CUADRE_MAIL_FROM: process.env.MAIL_FROM ?? 'cuadre@corporacion.example',
      },
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    const patience = setTimeout(() => child.kill('SIGKILL'), 20_000)
    await ended
    clearTimeout(patience)
    rmSync(home, { recursive: true, force: true })
  }
  while (!(await answers(`${url}/realms/corp/.well-known/openid-configuration`))) {
    if (child.exitCode === null && Date.now() - started < START_SECONDS * 1000) continue
    await stop()
    throw plain(`Keycloak no arrancó:\n${output.slice(-6000)}`)
  }
  say(`Keycloak está en ${url} (${Math.round((Date.now() - started) / 1000)} s)`)
  return { url, secret, adminPassword, stop }
}

/** Once for all: Maven's own cache would need Maven each time. */
function fetchDistribution(say: Options['say']) {
  if (existsSync(distribution)) return
  say(`Obteniendo Keycloak ${VERSION} con Maven (solo la primera vez)…`)
  const draft = `${tools}-${process.pid}`
  mkdirSync(draft, { recursive: true })
  const run = (command: string, args: string[]) => {
    const { status } = spawnSync(command, args, { cwd: draft, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) throw plain(`No se pudo completar «${command} ${args.join(' ')}».`)
  }
  try {
    const artifact = `org.keycloak:keycloak-quarkus-dist:${VERSION}:tar.gz`
    run('mvn', ['-q', '-B', 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy', `-Dartifact=${artifact}`, '-DoutputDirectory=.'])
    run('tar', ['xzf', `keycloak-quarkus-dist-${VERSION}.tar.gz`])
    mkdirSync(tools, { recursive: true })
    renameSync(join(draft, `keycloak-${VERSION}`), distribution)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Demonstration only: the realm itself brings no people, and production imports nothing else. */
function demoUser({ username, name, roles, gone = false }: (typeof demoPeople)[number]) {
  const [firstName, ...rest] = name.split(' ')
  return {
    username,
    email: `${username}@corporacion.example`,
    emailVerified: true,
    enabled: !gone,
    firstName,
    lastName: rest.join(' '),
    credentials: [demoCredential],
    realmRoles: roles.map((role) => roleNames[role - 1]),
  }
}
/** Hashed as Keycloak does it unless told otherwise: only so can it be as old as the demonstration's passwords are. */
const salt = randomBytes(16)
const hash = argon2Sync('argon2id', { message: demoPassword, nonce: salt, parallelism: 1, tagLength: 32, memory: 7168, passes: 5 })
const demoCredential = {
  type: 'password',
  createdDate: Date.now() - DEMO_PASSWORD_DAYS * 86_400_000,
  secretData: JSON.stringify({ value: hash.toString('base64'), salt: salt.toString('base64'), additionalParameters: {} }),
  credentialData: JSON.stringify({
    algorithm: 'argon2',
    hashIterations: 5,
    additionalParameters: { type: ['id'], version: ['1.3'], hashLength: ['32'], memory: ['7168'], parallelism: ['1'] },
  }),
}
const roleNames = ['ANALISTA', 'JEFATURA AREA', 'CONTROL', 'GERENCIA', 'AUDITOR', 'ADMINISTRADOR']

async function answers(url: string) {
  await new Promise((resolve) => setTimeout(resolve, 500))
  return fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

const plain = (message: string) => Object.assign(new Error(message), { name: 'Plain' })

async function test() {
  const port = Number(process.env.E2E_PORT ?? 4200)
  const origin = `http://localhost:${port}`
  let keycloak: Keycloak | undefined
  // The tests use its people up: a password is old only once.
  const another = async () => {
    await keycloak?.stop()
    keycloak = await startKeycloak({ origin, port: await freePort(), say: console.log })
    Object.assign(process.env, {
      AUTH_URL: keycloak.url,
      AUTH_ADMIN_SECRET: keycloak.secret,
      KEYCLOAK_ADMIN_PASSWORD: keycloak.adminPassword,
      KEYCLOAK_ORIGIN: origin,
    })
  }
  try {
    await another()
    await jest('identity on Keycloak', ['--selectProjects', 'server'], another)
    // The realm knows one origin: that of the first worker.
    await stories(await findChromium(), { name: 'stories on Keycloak', args: ['sign-in', 'credentials', 'provider-places', '--workers=1'] })
  } finally {
    await keycloak?.stop()
  }
  finish()
}

async function serve() {
  const origin = process.env.CUADRE_ORIGIN ?? 'http://localhost:4000'
  const { url, secret, adminPassword, stop } = await startKeycloak({
    origin,
    port: Number(process.env.KEYCLOAK_PORT ?? (await freePort())),
    say: console.log,
  })
  console.log(`
Cuadre con este Keycloak:
  PORT=${new URL(origin).port} AUTH_URL=${url} AUTH_ADMIN_SECRET=${secret} npm start
Administración: ${url}/admin (admin, ${adminPassword})
Detener: Ctrl-C`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().then(() => process.exit(0)))
}

if (import.meta.main)
  await (process.argv.includes('test') ? test() : serve()).catch((error) => {
    console.error(error instanceof Error && error.name === 'Plain' ? error.message : error)
    process.exit(1)
  })
