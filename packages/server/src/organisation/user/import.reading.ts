import type { Upload } from '@cuadre/api/endpoint'
import { MAX_IMPORTED_USERS, type UserImport } from '@cuadre/api/user'
import { cellText, FileRefused, normaliseHeader, openTable, type Row } from '@cuadre/tables'
import { Invalid, Refused } from '../../platform/errors.ts'

const list = (names: string) => names.split(',').map((name) => name.trim())
/** Column headings as they are recognised, normalised. */
const HEADERS = {
  NOMBRE: list('nombre, nombre completo, nombre y apellido, persona, name, full name'),
  USUARIO: list('usuario, nombre de usuario, login, user, user name, username'),
  email: list('correo, correo electronico, email, e mail, mail'),
  roles: list('roles, rol, perfil, perfiles, role'),
  departamento: list('departamento, area, department'),
  alcance: list('alcance, paises y negocios, paises, negocios, pais, negocio, scope, countries, businesses'),
  locale: list('idioma, lengua, language, locale'),
}
export type Column = keyof typeof HEADERS
const REQUIRED: readonly Column[] = ['NOMBRE', 'USUARIO', 'email', 'roles']
/** Titles may precede the table. */
const HEAD_ROWS = 20

export type Line = { row: number } & Record<Column, string>

/** The people of a file, from its first sheet with the headings. @throws 422 at `file` */
export async function readPeople(file: Upload | undefined): Promise<{ lines: Line[]; columnas: UserImport['columnas'] }> {
  if (!file?.path) throw Invalid('file', 'file_required')
  try {
    const table = await openTable(file.path, file.name)
    for (const { name } of table.sheets.filter(({ visible }) => visible)) {
      const sheet = name || undefined
      const header = (await table.head(HEAD_ROWS, sheet)).map(recognise).find(Boolean)
      if (!header) continue
      const lines: Line[] = []
      for await (const batch of table.rows(sheet))
        for (const { number, cells } of batch) {
          if (number <= header.row) continue
          const text = (column: Column) => (header.at[column] < 0 ? '' : cellText(cells[header.at[column]]).trim())
          const line = {
            row: number,
            ...Object.fromEntries((Object.keys(HEADERS) as Column[]).map((column) => [column, text(column)])),
          } as Line
          if (!line.NOMBRE && !line.USUARIO && !line.email) continue
          lines.push(line)
          if (lines.length > MAX_IMPORTED_USERS) throw Invalid('file', 'users_rows', { max: MAX_IMPORTED_USERS })
        }
      if (lines.length === 0) throw Invalid('file', 'users_empty')
      return { lines, columnas: header.said }
    }
  } catch (error) {
    if (error instanceof FileRefused) throw Refused(`file_${error.code}`, error.details)
    throw error
  }
  throw Invalid('file', 'users_columns')
}

function recognise({ number, cells }: Row) {
  const headers = Array.from(cells, (cell) => normaliseHeader(cellText(cell)))
  const columns = (Object.keys(HEADERS) as Column[]).map(
    (column) => [column, headers.findIndex((header) => HEADERS[column].includes(header))] as const,
  )
  const at = Object.fromEntries(columns) as Record<Column, number>
  if (REQUIRED.some((column) => at[column] < 0)) return undefined
  const said = Object.fromEntries(columns.map(([column, place]) => [column, place < 0 ? null : cellText(cells[place]).trim()]))
  return { row: number, at, said: said as UserImport['columnas'] }
}
