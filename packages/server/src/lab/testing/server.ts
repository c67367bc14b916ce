import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROLE, type RoleId } from '@cuadre/api/roles'
import type { FastifyInstance } from 'fastify'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { createApp } from '../../app.ts'
import type { AppOptions } from '../../options.ts'
import { tokenVerifier } from '../../platform/access/token.ts'
import { type Db, row } from '../../platform/database/index.ts'
import { folderStorage } from '../../platform/storage/index.ts'
import { freshDatabase } from './database.ts'

/** In which the days of tests begin and end. */
export const ZONE = 'America/Sao_Paulo'
/** The month there, so many months from now; that of UTC is another one for three hours. */
export const monthFromNow = (ahead: number) => DateTime.now().setZone(ZONE).startOf('month').plus({ months: ahead }).toFormat('yyyy-MM')

const issuer = 'http://localhost/realms/corp'
const audience = 'corp-api'
const clientId = 'cuadre-web'

export type Person = { id: number; name: string; token: string }
/** Claims of a token; iss, aud and exp (a time, or seconds since the epoch) are right unless said. */
type Signed = { iss?: string; aud?: string; exp?: string | number; [claim: string]: unknown }
type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  query?: Record<string, unknown>
  body?: object
  file?: { name: string; content: Uint8Array | string }
  /** The body travels as a form, also without a file. */
  form?: boolean
  headers?: Record<string, string>
  as?: Person
  language?: string
  /** The answer stays open: its head is enough. */
  stream?: boolean
}

/**
 * A server of its own on an empty database: PGlite in memory, or a fresh database of the PostgreSQL at TEST_DATABASE_URL.
 * Tokens are really signed and really checked; only the provider's pages are not there.
 */
export async function testServer(more: Partial<AppOptions> | ((db: Db) => Promise<Partial<AppOptions>>) = {}) {
  const statements: string[] = []
  const database = await freshDatabase({ onStatement: (text) => statements.push(text) })
  const { db } = database
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-test-'))
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const keys = { keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', kid: 'test' }] }
  const app: FastifyInstance = await createApp({
    db,
    live: database.live,
    storage: folderStorage(folder),
    verifyToken: tokenVerifier({ issuer, audience, clientId, keys }),
    auth: { url: 'http://localhost', realm: 'corp', clientId },
    zone: ZONE,
    ...(typeof more === 'function' ? await more(db) : more),
  })

  const sign = (sub: string, { iss = issuer, aud = audience, exp = '5m', ...claims }: Signed = {}) =>
    new SignJWT({ sid: `sid-${sub}`, azp: clientId, email: `${sub}@corporacion.example`, email_verified: true, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'test', typ: 'at+jwt' })
      .setIssuer(iss)
      .setAudience(aud)
      .setSubject(sub)
      .setIssuedAt()
      .setExpirationTime(exp)
      .sign(privateKey)

  /** A person with roles (the first is active), signed in. */
  async function person(username: string, roles: readonly RoleId[], name = username): Promise<Person> {
    const made = await row(
      db,
      sql<{
        id: number
      }>`insert into app_user (name, username, email, active_role_id) values (${name}, ${username}, ${`${username}@corporacion.example`}, ${roles[0]}) returning id`,
    )
    const { id } = made!
    for (const role of roles) await sql`insert into user_role values (${id}, ${role})`.execute(db)
    if (roles.includes(ROLE.auditor))
      await sql`insert into auditor values (${id}, 'Auditores y Asociados', true, current_date - 1, current_date + 100, true, true, true, true, true)`.execute(
        db,
      )
    await sql`insert into identity_link values (${issuer}, ${username}, ${id})`.execute(db)
    return { id, name, token: await sign(username, { auth_time: Math.floor(Date.now() / 1000) }) }
  }

  async function call({
    method = 'GET',
    url,
    query,
    body,
    file,
    form = Boolean(file),
    headers: more,
    as,
    language = 'es',
    stream = false,
  }: Call) {
    const headers: Record<string, string> = { 'accept-language': language, ...more }
    if (as) headers.authorization = `Bearer ${as.token}`
    let payload: string | Buffer | undefined
    if (form) {
      const { type, content } = await multipart({ ...(body as Record<string, string>), file })
      headers['content-type'] = type
      payload = content
    } else if (body) {
      headers['content-type'] = 'application/json'
      payload = JSON.stringify(body)
    }
    const search = new URLSearchParams(
      Object.entries(query ?? {}).flatMap(([key, value]): [string, string][] =>
        Array.isArray(value) ? value.map((v) => [key, String(v)]) : [[key, String(value)]],
      ),
    ).toString()
    const asked = {
      method,
      url: `/api${url}${search && `?${search}`}`,
      headers,
      ...(payload === undefined ? {} : { payload }),
    }
    if (stream) {
      const { statusCode: status, headers: told } = await app.inject({ ...asked, payloadAsStream: true })
      return { status, body: {}, headers: told }
    }
    const answer = await app.inject(asked)
    return {
      status: answer.statusCode,
      body: answer.headers['content-type']?.includes('json') ? answer.json() : answer.rawPayload,
      headers: answer.headers,
    }
  }

  return {
    app,
    db,
    /** The statements that have been run; a test empties it before what it counts. */
    statements,
    live: database.live,
    url: database.url,
    call,
    person,
    sign,
    folder,
    close: async () => {
      await app.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type TestServer = Awaited<ReturnType<typeof testServer>>

/** Brasil with two businesses, a department each with its own head, and a person for every role. */
export async function organisation({ db, person }: TestServer) {
  const control = await person('control', [ROLE.control], 'Beatriz Montoya')
  const jefatura = await person('jefatura', [ROLE.jefatura], 'Marcela Duarte')
  const otherJefatura = await person('jefatura2', [ROLE.jefatura], 'Óscar Cáceres')
  const analista = await person('analista', [ROLE.analista], 'Rodrigo Peña')
  const otherAnalista = await person('analista2', [ROLE.analista], 'Lucía Ferreyra')
  const gerencia = await person('gerencia', [ROLE.gerencia], 'Héctor Villalobos')
  const auditor = await person('auditor', [ROLE.auditor], 'Pilar Ayala')
  const administrador = await person('admin', [ROLE.administrador], 'Sonia Barrios')
  await sql`insert into country (name, iso, currency) values ('Brasil', 'BR', 'BRL')`.execute(db)
  await sql`insert into business (country_id, name, code, currency) values (1, 'VOTORANTIM', '00051626', 'BRL'), (1, 'SAFRA', '00051028', 'BRL')`.execute(
    db,
  )
  await sql`insert into department (business_id, name, chief_id) values (1, 'Contabilidad financiera', ${jefatura.id}), (2, 'Tesorería', ${otherJefatura.id})`.execute(
    db,
  )
  for (const who of [control, gerencia, auditor]) await sql`insert into user_scope (user_id, country_id) values (${who.id}, 1)`.execute(db)
  return {
    control,
    jefatura,
    otherJefatura,
    analista,
    otherAnalista,
    gerencia,
    auditor,
    administrador,
    votorantim: 1,
    safra: 2,
    contabilidad: 1,
    tesoreria: 2,
  }
}

async function multipart(fields: Record<string, string | number | boolean | undefined | { name: string; content: Uint8Array | string }>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    if (typeof value === 'object') form.append(name, new File([value.content as string], value.name))
    else form.append(name, String(value))
  }
  const response = new Response(form)
  return { type: response.headers.get('content-type')!, content: Buffer.from(await response.arrayBuffer()) }
}
