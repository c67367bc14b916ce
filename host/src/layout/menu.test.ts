import { readFileSync } from 'node:fs'
import type { AreaData } from '@cuadre/shell'
import { expect, test } from '@jest/globals'
import { person } from '../testing.tsx'
import { menuOf } from './menu.ts'

const root = new URL('../../../', import.meta.url).pathname
const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'))
const areas = await Promise.all(
  (read('deploy/areas.json') as string[]).map(async (id) => ({
    id,
    url: '',
    data: (await import(`${root}remotes/${id}/src/area.ts`)).area as AreaData,
  })),
)
const keys = areas.flatMap(({ data }) => Object.values(data.pages).flatMap(({ permission }) => permission ?? []))

/**
 * Typed from the specification, §2 "Menu"; what it names without listing its pages (Statistics, Account Administration) in the order of §1, as the
 * areas have them. Entries that it does not have: decisions §13 (Auditors after Users; Alerts, Calendar, Materiality after Roles configuration).
 */
const SPECIFIED = {
  en: `Home; Utility Resources; Administration; Business Administration (Countries, Business, Deputy Managers, Departments); Users; Role and Permissions;
    Templates; Headings (Rubros); Periods; Statistics; Account Administration; Parameter Administration (Session Time, Password expiration,
    Expiration of closing of session, Analysis status, Roles configuration); Help Desk (Requests Received, Help Requests, Support Tickets, Utilities,
    Frequently Asked Questions)`,
  es: `Inicio; Recursos de utilidad; Administración; Administración de negocios (Países, Negocios, Subgerencias, Departamentos); Usuarios; Roles y permisos;
    Plantillas; Rubros; Períodos; Estadísticas; Administración de cuentas; Administración de parámetros (Tiempo en sesión, Expiración de contraseñas,
    Cierre de sesión por inactividad, Estados de análisis, Configuración de roles); Mesa de ayuda (Solicitudes recibidas, Solicitudes de ayuda,
    Tickets de soporte, Utilidades, Preguntas frecuentes)`,
}
/** The words in their order; "Headings (Rubros)" is one of them. */
const wordsOf = (menu: string) =>
  menu
    .replaceAll(/\s+/g, ' ')
    .replace('Headings (Rubros)', 'Headings [Rubros]')
    .split(/[;,()]/)
    .map((word) => word.trim().replace('[', '(').replace(']', ')'))
    .filter(Boolean)
const ADDED = {
  en: { Users: ['Auditors'], 'Roles configuration': ['Alerts', 'Calendar', 'Materiality'] },
  es: { Usuarios: ['Auditores'], 'Configuración de roles': ['Alertas', 'Calendario', 'Materialidad'] },
} as Record<string, Record<string, string[]>>

test.each(['en', 'es'] as const)('the menu says the words of the specification, in its order (%s)', (locale) => {
  const texts: Record<string, string> = read(`host/src/locales/${locale}.json`).menu
  const groups = menuOf(areas, person(3, { permissions: keys }))
  const shown = groups.flatMap(({ id, entries }) => {
    const words = id === 'top' ? [] : [texts[id]!]
    let inside: string | undefined
    for (const { label, within } of entries) {
      if (within && within !== inside) words.push(texts[within]!)
      inside = within
      words.push(label[locale])
    }
    return words
  })
  const expected = wordsOf(SPECIFIED[locale]).flatMap((word) => [word, ...(ADDED[locale]?.[word] ?? [])])
  // Pages that the specification does not put in its menu may stand among them; all of its words are there, in its order.
  expect(shown.filter((word) => expected.includes(word))).toEqual(expected)
})

test('a page is called as its entry in the menu, but for Graphics, which opens Statistics', () => {
  const other = areas.flatMap(({ data }) =>
    Object.values(data.pages).flatMap(({ title, menu }) => (menu?.label && menu.label.en !== title.en ? [[menu.label.en, title.en]] : [])),
  )
  expect(other).toEqual([['Graphics', 'Statistics']])
})
