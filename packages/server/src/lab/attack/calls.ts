import { allEndpoints } from '@cuadre/api/openapi'
import { ROLE_NAME, type RoleId } from '@cuadre/api/roles'
import type { Client, SignedIn } from './client.ts'
import { ORACLE } from './oracle.ts'
import type { Report } from './report.ts'

const calls = allEndpoints()
  .map(({ endpoint }) => endpoint)
  // What reads first, what removes last.
  .sort((a, b) => ['GET', 'PATCH', 'POST', 'DELETE'].indexOf(a.method) - ['GET', 'PATCH', 'POST', 'DELETE'].indexOf(b.method))
type Call = (typeof calls)[number]
const NOWHERE = '2147483647'
const lineOf = ({ method, path }: Call) => ORACLE.find(({ calls }) => calls.test(`${method} ${path}`))
const at = ({ path }: Call) => path.replace(/:\w+/g, NOWHERE)
const typeOf = ({ octets }: Call): Record<string, string> => (octets ? { 'content-type': 'application/octet-stream' } : {})
/** A body that can change nothing. */
const bare = ({ body, multipart, octets }: Call) => (octets ? '' : multipart ? new FormData() : body ? {} : undefined)
/** Ends the session of who asks, or costs the limits of everybody. */
const SKIPPED = ['DELETE /me/sessions', 'DELETE /me/sessions/:id']

/** Every token that is none × every call. */
export async function attackTokens(client: Client, report: Report, { token, tokens }: SignedIn) {
  const [head = '', claims = '', signature = ''] = token.split('.')
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  const strangers: Record<string, string | undefined> = {
    'no token': undefined,
    'an ID token': tokens.id_token,
    'a refresh token': tokens.refresh_token,
    'a token without signature': `${head}.${claims}.`,
    'a token of alg none': `${encoded({ alg: 'none', typ: 'at+jwt' })}.${claims}.`,
    'a token signed with a public key': `${encoded({ alg: 'HS256', typ: 'at+jwt' })}.${claims}.${signature}`,
    'a token with other claims': `${head}.${encoded({ ...read, sub: 'x', realm_access: { roles: ['ADMINISTRADOR'] } })}.${signature}`,
    'a token with a key of its own': `${encoded({ alg: 'RS256', typ: 'at+jwt', jku: 'http://127.0.0.1:1/keys', jwk: { kty: 'RSA' } })}.${claims}.${signature}`,
    'a token with something behind it': `${token}x`,
  }
  for (const call of calls) {
    const open = lineOf(call)?.roles === 'public'
    for (const [what, each] of Object.entries(strangers)) {
      // A public call takes no notice of tokens; its limits are tried elsewhere.
      if (open) continue
      const { status } = await client.call(
        each === undefined ? undefined : { token: each },
        call.method,
        at(call),
        bare(call),
        typeOf(call),
      )
      report.check(status === 401, `${call.method} ${call.path} with ${what}: ${status}`)
    }
  }
}

/** Every call × every role, against the specification's tables. */
export async function attackRoles(client: Client, report: Report, people: Record<RoleId, SignedIn>) {
  for (const call of calls) {
    const name = `${call.method} ${call.path}`
    const line = lineOf(call)
    report.check(line !== undefined, `${name} has no line in the tables`)
    if (!line || line.roles === 'public' || SKIPPED.includes(name)) continue
    for (const [id, person] of Object.entries(people)) {
      const role = Number(id) as RoleId
      const may = line.roles === 'signed-in' || line.roles.includes(role)
      const { status, text, json } = await client.call(person, call.method, at(call), bare(call), typeOf(call))
      const said = `${name} as ${ROLE_NAME[role]}: ${status} (${line.of}) ${Buffer.from(text, 'latin1').toString().slice(0, 160)}`
      // An auditor may be refused what they were not granted; that is another answer than being refused the call.
      const refused = status === 401 || (status === 403 && json().code === 'forbidden')
      if (may) report.check(!refused && status < 500, said)
      else report.check(status === 403, said)
    }
  }
}
