import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'

const root = new URL('../../../../', import.meta.url).pathname
const ids: string[] = JSON.parse(readFileSync(join(root, 'deploy/areas.json'), 'utf8'))
type Page = { path: string; roles?: readonly number[]; parent?: string; planned?: true }
type Area = { id: string; pages: Record<string, Page>; widgets?: Record<string, object> }
const areas: Area[] = await Promise.all(ids.map(async (id) => (await import(join(root, `remotes/${id}/src/area.ts`))).area))

/** `/paises/:a` and `/paises/:b` are one address. */
const shape = (path: string) => path.replace(/:\w+/g, ':')
const pages = areas.flatMap(({ id, pages }) => Object.values(pages).map((page) => ({ id, ...page })))

const { analista, jefatura, control, auditor, administrador } = { analista: 1, jefatura: 2, control: 3, auditor: 5, administrador: 6 }
const everybody: number[] = []
const office = [control, administrador]
const heads = [jefatura, ...office]
const staff = [analista, ...heads]

/** The paths of the specification (§2, and decisions §12 for those it does not show): whose they are and who may open them. Areas may have more. */
const SPECIFIED: [area: string, roles: number[], paths: string[]][] = [
  ['helpdesk', everybody, ['/mis-recursos', '/mis-recursos/:folderId/archivos', '/ayuda/solicitudes', '/faq']],
  ['helpdesk', staff, ['/tickets-soporte', '/tickets-soporte/crear']],
  ['helpdesk', office, ['/ayuda/solicitudes-recibidas', '/ayuda/utilidades']],
  [
    'parameters',
    office,
    [
      '/parametros/alertas',
      '/parametros/tiempo-en-sesion',
      '/parametros/tiempo-en-sesion/:expireTokenId/actualizar',
      '/parametros/expiracion-de-contraseñas',
      '/parametros/expiracion-de-contraseñas/:timePasswordId/actualizar',
      '/parametros/cierre-de-sesion-por-inactividad',
      '/parametros/cierre-de-sesion-por-inactividad/:expireLogoutId/actualizar',
      '/parametros/estados-de-analisis',
      '/parametros/estados-de-analisis/crear',
      '/parametros/estados-de-analisis/:analysisStatusId/actualizar',
      '/parametros/configuracion-de-roles',
      '/parametros/configuracion-de-roles/crear',
      '/parametros/configuracion-de-roles/:roleId/actualizar',
      '/parametros/materialidad',
      '/parametros/materialidad/crear',
      '/parametros/materialidad/:thresholdId/actualizar',
      '/parametros/calendario',
    ],
  ],
  [
    'admin',
    office,
    [
      '/usuarios',
      '/usuarios/crear',
      '/usuarios/:userId/actualizar',
      '/usuarios/crear-auditor',
      '/usuarios/:userAuditorId/actualizar-auditor',
      '/plantillas',
      '/rubros',
      '/rubros/crear',
      '/rubros/:headingId/actualizar',
      '/paises',
      '/paises/crear',
      '/paises/actualizar/:countryManagerId',
      '/negocios',
      '/negocios/crear',
      '/negocios/:businessId/actualizar',
      '/subgerencias',
      '/subgerencias/crear',
      '/subgerencias/:deputyManagerId/actualizar',
      '/departamentos',
      '/departamentos/crear',
      '/departamentos/:departmentId/actualizar',
      '/periodos',
      '/periodos/crear',
      '/periodos/:periodId/actualizar',
      '/periodos/:periodId/cerrar',
      '/roles-permisos',
    ],
  ],
  ['admin', [...office, auditor], ['/auditores']],
  ['accounts-analysis', heads, ['/cuentas']],
  [
    'accounts-analysis',
    office,
    [
      '/cuentas/crear',
      '/cuentas/:accountId/actualizar',
      '/cuentas/:accountId/historico',
      '/cuentas/carga-balance',
      '/cuentas/traspaso-masivo',
    ],
  ],
  ['accounts-analysis', staff, ['/cuentas/historicos', '/cuentas/resumen']],
  ['accounts-analysis', [jefatura, control], ['/cuentas/analisis']],
  ['statistics', heads, ['/estadisticas', '/matriz', '/indicadores-anuales', '/competitividad-empresarial']],
]

test.each(SPECIFIED)('%s announces what the specification gives to the roles %j', (area, roles, paths) => {
  const announced = paths.map((path) => {
    const page = pages.find((one) => shape(one.path) === shape(path))
    return { path, area: page?.id, roles: [...(page?.roles ?? [])].sort() }
  })
  expect(announced).toEqual(paths.map((path) => ({ path, area, roles: [...roles].sort() })))
})

describe('areas', () => {
  test('are the folders of remotes/, and each says the name of its own', () => {
    expect(readdirSync(join(root, 'remotes')).sort()).toEqual([...ids].sort())
    expect(areas.map(({ id }) => id)).toEqual(ids)
  })

  test('have no two pages at one address, and every page above another is one of theirs', () => {
    const shapes = pages.map(({ path }) => shape(path))
    expect(shapes.filter((one, i) => shapes.indexOf(one) !== i)).toEqual([])
    for (const area of areas) {
      const own = Object.values(area.pages)
      expect(own.filter(({ parent }) => parent && !own.some(({ path }) => path === parent))).toEqual([])
    }
  })
})

test('messages of alerts open for each role what the areas open for it', async () => {
  const { OPENED_BY } = await import(join(root, 'packages/server/src/desk/alert/alert.pages.ts'))
  const known = [...(OPENED_BY as Map<string, number[]>)].map(([path, roles]) => [path, [...roles].sort()])
  expect(known).toEqual(known.map(([path]) => [path, [...(pages.find((one) => one.path === path)?.roles ?? [])].sort()]))
})

const paths = readFileSync(join(root, 'packages/api/src/pagePaths.ts'), 'utf8')
/** First parts of the paths of pages. */
const first = [...new Set(Array.from(paths.matchAll(/'\/([^/']+)/g), ([, part]) => part))].join('|')
const address = new RegExp(`['"\`]/(${first})(['"\`/?#]|\\$\\{)`)
const folders = ['host/src', 'packages/server/src', 'packages/shell/src', 'packages/ui/src', ...ids.map((id) => `remotes/${id}/src`)]

test('no address of a page is written by hand: pages have links, and paths are checked by the compiler', () => {
  const written = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (file) => /\.tsx?$/.test(file) && !/\.(test|keycloak|fixture)\.tsx?$|(^|\/)(area|pages|testing)\.tsx?$|(^|\/)testing\//.test(file),
      )
      .flatMap((file) =>
        readFileSync(join(root, folder, file), 'utf8')
          .split('\n')
          // What is of a type of paths, or is compared with one that is.
          .filter((line) => address.test(line) && !/pageLink\(|PagePath|firstOpen\(|=== '/.test(line))
          .map((line) => `${folder}/${file}: ${line.trim()}`),
      ),
  )
  expect(written).toEqual([])
})
