import type { Client, SignedIn } from './client.ts'
import { rowsOf } from './client.ts'
import type { Report } from './report.ts'

type Kind = { list: string; id: string; one: readonly string[]; changes?: readonly [method: string, path: string, body: object][] }

/** Rows that belong to a place or a person: where they are listed, and every way to them by their number. */
const KINDS: readonly Kind[] = [
  {
    list: '/business',
    id: 'ID_NEGOCIO',
    one: ['/business/:id', '/business/image/:id'],
    changes: [['PATCH', '/business/:id', { NEGOCIO: 'Robado' }]],
  },
  { list: '/department', id: 'COD_DEPARTAMENTO', one: ['/department/:id'], changes: [['PATCH', '/department/:id', { ACTIVO: false }]] },
  {
    list: '/sub-management',
    id: 'COD_SUB_GERENCIA',
    one: ['/sub-management/:id'],
    changes: [['PATCH', '/sub-management/:id', { ACTIVO: false }]],
  },
  {
    list: '/account',
    id: 'COD_CUENTA',
    one: ['/account/:id', '/account/:id/history', '/account/:id/assignments', '/account-summary/account/:id', '/balances/current/:id'],
    changes: [['PATCH', '/account/:id', { ACTIVO: false }]],
  },
  {
    list: '/balances/load',
    id: 'COD_CARGA',
    one: ['/balances/load/:id', '/balances/load/:id/rows', '/balances/file/:id'],
    changes: [['POST', '/balances/load/:id/discard', {}]],
  },
  { list: '/threshold', id: 'id', one: ['/threshold/:id', '/threshold/:id/changes'] },
  {
    list: '/analysis',
    id: 'COD_ANALISIS',
    one: ['/analysis/:id', '/analysis/:id/workbook'],
    changes: [
      ['PATCH', '/analysis/:id', {}],
      ['POST', '/analysis/:id/recall', {}],
      ['POST', '/analysis/:id/reopen', { MOTIVO: 'Porque sí, de verdad' }],
      ['POST', '/analysis/send-mail/:id', {}],
      ['PATCH', '/department/aprobar-analisis-jefatura/:id', {}],
      ['PATCH', '/sub-management/aprobar-analisis-control/:id', {}],
      ['PATCH', '/department/reprobar-analisis-jefatura/:id', { comentario: 'Porque sí, de verdad' }],
    ],
  },
]
const SAMPLE = 4

/**
 * Objects × people: what one person lists and another does not, the other neither reads nor changes by its number. Who asks has the role for
 * the call, so that only the place keeps them out.
 */
export async function attackObjects(client: Client, report: Report, whole: SignedIn, others: readonly SignedIn[]) {
  for (const { list, id, one, changes = [] } of KINDS) {
    const everything = rowsOf(await client.call(whole, 'GET', `${list}?limit=900`))
    report.check(everything.length > 0, `${list} lists nothing to the person who has everything`)
    for (const other of others) {
      const told = await client.call(other, 'GET', `${list}?limit=900`)
      const own = new Set(rowsOf(told).map((row) => row[id]))
      const { total = own.size } = told.json() as { total?: number }
      const places = new Set(rowsOf(await client.call(other, 'GET', '/me/business')).flatMap((row) => [row.ID_NEGOCIO, row.NEGOCIO]))
      // Of a list that is longer than a page, the rows of other businesses.
      const foreign = everything.filter(
        (row) => !own.has(row[id]) && (total <= own.size || !(places.has(row.ID_NEGOCIO) || places.has(row.NEGOCIO))),
      )
      const step = Math.max(1, Math.floor(foreign.length / SAMPLE))
      for (const row of foreign.filter((_, i) => i % step === 0).slice(0, SAMPLE)) {
        const at = (path: string) => path.replace(':id', String(row[id]))
        for (const path of one) {
          const { status, text } = await client.call(other, 'GET', at(path))
          report.check([403, 404, 422].includes(status), `${other.user} reads ${at(path)}: ${status} ${text.slice(0, 120)}`)
        }
        for (const [method, path, body] of changes) {
          const { status, text } = await client.call(other, method, at(path), body)
          report.check([403, 404, 422].includes(status), `${other.user} makes ${method} ${at(path)}: ${status} ${text.slice(0, 120)}`)
        }
      }
    }
  }
}
