import type { Upload } from '@cuadre/api/endpoint'
import { MAX_IMPORTED_USERS, type UserImport } from '@cuadre/api/user'
import { Invalid } from '../../platform/errors.ts'
import { headings, readSheet, type Line as SheetLine } from '../import/sheet.ts'

const NAMES = {
  NOMBRE: headings('nombre, nombre completo, nombre y apellido, persona, name, full name'),
  USUARIO: headings('usuario, nombre de usuario, login, user, user name, username'),
  email: headings('correo, correo electronico, email, e mail, mail'),
  roles: headings('roles, rol, perfil, perfiles, role'),
  departamento: headings('departamento, area, department'),
  alcance: headings('alcance, paises y negocios, paises, negocios, pais, negocio, scope, countries, businesses'),
  locale: headings('idioma, lengua, language, locale'),
}
export type Column = keyof typeof NAMES
const REQUIRED: readonly Column[] = ['NOMBRE', 'USUARIO', 'email', 'roles']

export type Line = SheetLine<Column>

/** The people of a file, from its first sheet with the headings. @throws 422 at `file` */
export async function readPeople(file: Upload | undefined): Promise<{ lines: Line[]; columnas: UserImport['columnas'] }> {
  const isComplete = (has: (column: Column) => boolean) => REQUIRED.every(has)
  const { head, header, at, lines } = await readSheet(file, { names: NAMES, isComplete, maxLines: MAX_IMPORTED_USERS })
  if (header === 0) throw Invalid('file', 'users_columns')
  if (lines.length > MAX_IMPORTED_USERS) throw Invalid('file', 'users_rows', { max: MAX_IMPORTED_USERS })
  const people = lines.filter(({ NOMBRE, USUARIO, email }) => NOMBRE || USUARIO || email)
  if (people.length === 0) throw Invalid('file', 'users_empty')
  const titles = head.find(({ number }) => number === header)!.cells
  const columnas = Object.fromEntries(Object.entries(at).map(([column, place]) => [column, titles[place] ?? null]))
  // Its keys are those of NAMES.
  return { lines: people, columnas: columnas as UserImport['columnas'] }
}
