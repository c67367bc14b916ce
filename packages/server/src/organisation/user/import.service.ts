import type { Parsed } from '@cuadre/api/endpoint'
import { createUser, type importUsers, type UserImport, type UserImportRow } from '@cuadre/api/user'
import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { Invalid, NamedError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { sentence } from '../../platform/messages/index.ts'
import { asSeen, fingerprint, refusal } from '../import/rehearsal.ts'
import { plain } from '../import/sheet.ts'
import { type Line, readPeople } from './import.reading.ts'
import { checkFree, syncAccount } from './provider-account.ts'
import { createIn } from './user.service.ts'

type Deps = Pick<AppOptions, 'db' | 'identity' | 'zone'>
type Write = Parsed<typeof createUser>['body']
type Judged = { line: Line; clase: UserImportRow['CLASE']; person?: Write; why?: string }

/**
 * The preview makes every person by the rules of a single one and takes them back; the import makes exactly what was looked at, or nothing.
 * @throws 409 with the preview of now where it is another, 422
 */
export async function importPeople(
  deps: Deps,
  caller: Caller,
  { file, simular, huella }: Parsed<typeof importUsers>['body'],
): Promise<UserImport> {
  const { lines, columnas } = await readPeople(file)
  const judged = await judge(deps, caller, lines)
  let made: { id: number; NOMBRE: string }[] = []
  const answer = await asSeen(deps.db, { simular, huella }, { unseen: 'users_unseen', moved: 'users_moved' }, async (tx) => {
    made = []
    for (const each of judged.filter(({ clase }) => clase === 'nueva')) {
      const why = await refusal(tx, caller, async () => {
        made.push({ id: await createIn(tx, deps, caller, each.person!), NOMBRE: each.person!.NOMBRE })
      })
      if (why) Object.assign(each, { clase: 'rechazada', why })
    }
    return told(judged, columnas, simular)
  })
  if (simular) return answer
  for (const { id, NOMBRE } of made)
    await syncAccount(deps, id, { fresh: true }).catch((error) => {
      if (!(error instanceof NamedError)) throw error
      answer.sinAcceso.push({ id, NOMBRE })
    })
  return answer
}

function told(judged: readonly Judged[], columnas: UserImport['columnas'], simulado: boolean): UserImport {
  const data = judged.map(
    ({ line, clase, why }): UserImportRow => ({
      FILA: line.row,
      NOMBRE: line.NOMBRE,
      USUARIO: line.USUARIO,
      email: line.email,
      ROLES: line.roles,
      DEPARTAMENTO: line.departamento || null,
      ALCANCE: line.alcance || null,
      CLASE: clase,
      MOTIVO: why ?? null,
    }),
  )
  const count = (clase: UserImportRow['CLASE']) => data.filter((each) => each.CLASE === clase).length
  const facts = judged.map(({ line, clase, person }) => [line, clase, person])
  const total = { nueva: count('nueva'), ya_existe: count('ya_existe'), rechazada: count('rechazada') }
  return { simulado, huella: fingerprint(facts), columnas, total, data, sinAcceso: [] }
}

/** What each line would be, before anything is made: names are looked up, fields checked, people who are there already left alone. */
async function judge(deps: Deps, caller: Caller, lines: readonly Line[]): Promise<Judged[]> {
  const known = await knownNames(deps.db)
  const judged: Judged[] = []
  for (const line of lines) {
    if (await isThere(deps.db, line)) {
      judged.push({ line, clase: 'ya_existe' })
      continue
    }
    try {
      if (line.error) throw Invalid('file', 'organisation_cell_error', { error: line.error })
      const person = personOf(line, known)
      await checkFree(deps, person, null)
      judged.push({ line, clase: 'nueva', person })
    } catch (error) {
      if (!(error instanceof NamedError)) throw error
      const { code, params } = error.issues?.[0] ?? error
      judged.push({ line, clase: 'rechazada', why: sentence(code, caller.locale, params ?? {}) })
    }
  }
  return judged
}

const isThere = (db: Db, { USUARIO, email }: Line) =>
  row(db, sql`select from app_user where lower(username) = lower(${USUARIO}) and lower(email) = lower(${email})`)

const parts = (text: string) =>
  text
    .split(/[,;|/]/)
    .map((part) => part.trim())
    .filter(Boolean)
type Known = {
  roles: Map<string, number>
  departments: { id: number; name: string; business: string }[]
  countries: Map<string, number>
  businesses: { id: number; countryId: number; name: string }[]
}

async function knownNames(db: Db): Promise<Known> {
  const roles = await rows(db, sql<{ id: number; name: string }>`select id, name from role`)
  const departments = await rows(
    db,
    sql<
      Known['departments'][number]
    >`select d.id, d.name, b.name as business from department d join business b on b.id = d.business_id where d.active`,
  )
  const countries = await rows(db, sql<{ id: number; name: string }>`select id, name from country`)
  const businesses = await rows(db, sql<Known['businesses'][number]>`select id, country_id as "countryId", name from business`)
  const byName = (list: { id: number; name: string }[]) => new Map(list.map(({ id, name }) => [plain(name), id]))
  return { roles: byName(roles), departments, countries: byName(countries), businesses }
}

/** @throws 422 at the field */
function personOf(line: Line, known: Known): Write {
  const roles = parts(line.roles).map((name) => {
    const id = known.roles.get(plain(name)) ?? known.roles.get(plain(name.replace(/ de area$/i, ' AREA').replace(/ de área$/i, ' AREA')))
    if (id === undefined) throw Invalid('roles', 'users_role', { name })
    return id
  })
  const alcance = parts(line.alcance).map((name) => {
    const country = known.countries.get(plain(name))
    if (country !== undefined) return { ID_PAIS: country, ID_NEGOCIO: null }
    const found = known.businesses.filter((business) => plain(business.name) === plain(name))
    if (found.length !== 1) throw Invalid('alcance', 'users_place', { name })
    return { ID_PAIS: found[0]!.countryId, ID_NEGOCIO: found[0]!.id }
  })
  const checked = createUser.body.safeParse({
    NOMBRE: line.NOMBRE,
    USUARIO: line.USUARIO,
    email: line.email,
    locale: /^(en|ingl|engl)/i.test(line.locale) ? 'en' : 'es',
    roles,
    COD_DEPARTAMENTO: line.departamento ? departmentOf(line.departamento, known) : null,
    alcance,
  })
  if (checked.success) return checked.data
  const field = String(checked.error.issues[0]!.path[0])
  throw Invalid(field, 'users_field', { field: field === 'email' ? 'correo' : field.toLowerCase() })
}

/** By its name, and where several have it, "name, business". */
function departmentOf(text: string, { departments }: Known): number {
  const found = departments.filter(({ name, business }) =>
    [name, `${name}, ${business}`, `${name} (${business})`].some((one) => plain(one) === plain(text)),
  )
  if (found.length !== 1) throw Invalid('departamento', found.length > 1 ? 'users_department_several' : 'users_department', { name: text })
  return found[0]!.id
}
