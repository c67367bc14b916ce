import type { Client, SignedIn } from './client.ts'
import { rowsOf } from './client.ts'
import type { Report } from './report.ts'

type Row = Record<string, unknown>
type Kind = {
  list: string
  /** Further lists by which others come to their own. */
  lists?: readonly string[]
  /** Who lists it; the administrator unless it is told. */
  by?: 'control'
  id: string
  one: readonly string[]
  /** Paths of what the first of `one` answers, such as its files. */
  parts?: (detail: Row) => string[]
  changes?: readonly [method: string, path: string, body: object][]
}
const REASON = 'Porque sí, de verdad'
const idsOf = (found: unknown, id: string) => (Array.isArray(found) ? found.map((row: Row) => row[id]) : [])
const filesOf = ({ ARCHIVOS, ANEXOS }: Row) => [
  ...idsOf(ARCHIVOS, 'ID').flatMap((id) => [`/analysis/file/${id}`, `/analysis/file/${id}/evidence`]),
  ...idsOf(ANEXOS, 'ID').flatMap((id) => [`/analysis/annex/${id}`, `/analysis/annex/${id}/evidence`]),
]

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
    one: ['/analysis/:id', '/analysis/:id/workbook', '/analysis/:id/movement', '/analysis/verify/:id'],
    parts: filesOf,
    changes: [
      ['PATCH', '/analysis/:id', {}],
      ['POST', '/analysis/:id/recall', {}],
      ['POST', '/analysis/:id/reopen', { MOTIVO: REASON }],
      ['POST', '/analysis/send-mail/:id', {}],
      ['PATCH', '/department/aprobar-analisis-jefatura/:id', {}],
      ['PATCH', '/sub-management/aprobar-analisis-control/:id', {}],
      ['PATCH', '/department/reprobar-analisis-jefatura/:id', { comentario: REASON }],
    ],
  },
  {
    list: '/analysis/group/control',
    lists: ['/analysis/group/jefatura', '/analysis/group/analista'],
    by: 'control',
    id: 'AGRUPADO_ID',
    one: ['/analysis/group/:id', '/analysis/group/:id/workbook', '/analysis/history/group/:id'],
    parts: filesOf,
    changes: [
      ['POST', '/analysis/group/:id/recall', { comentario: REASON }],
      ['POST', '/analysis/group/:id/reopen', { motivo: REASON, nivel: 'analista' }],
      ['PATCH', '/department/aprobar-grupo-analisis-jefatura/:id', {}],
      ['PATCH', '/sub-management/aprobar-grupo-analisis-control/:id', {}],
      ['DELETE', '/analysis/group/:id', {}],
    ],
  },
  { list: '/balances', id: 'COD_BALANCE', one: ['/balances/:id'] },
  {
    list: '/observation',
    id: 'ID',
    one: ['/observation/:id'],
    changes: [
      ['POST', '/observation/:id/answer', { RESPUESTA: REASON }],
      ['POST', '/observation/:id/ask', { PREGUNTA: REASON }],
      ['POST', '/observation/:id/close', { CONCLUSION: REASON }],
    ],
  },
  { list: '/audit-sample', id: 'ID', one: ['/audit-sample/:id', '/audit-sample/:id/analysis'] },
  {
    list: '/tickets-suport?vista=todas',
    lists: ['/tickets-suport?vista=mias', '/tickets-suport?vista=recibidas'],
    id: 'id',
    one: ['/tickets-suport/:id', '/tickets-suport/:id/similar'],
    parts: ({ archivos }) => idsOf(archivos, 'id').map((id) => `/tickets-suport/file/${id}`),
    changes: [
      ['PATCH', '/tickets-suport/:id', { revision: 1, estadoId: 2, motivo: REASON }],
      ['POST', '/tickets-suport/:id/merge', { revision: 1, destinoId: 1 }],
      ['POST', '/tickets-suport/:id/presence', { presente: true }],
    ],
  },
  {
    list: '/tools-and-services/files',
    id: 'id',
    one: ['/tools-and-services/files/:id', '/tools-and-services/files/:id/download', '/tools-and-services/files/:id/versions'],
    changes: [
      ['PATCH', '/tools-and-services/files/:id', { name: 'Robado' }],
      ['DELETE', '/tools-and-services/files/:id', {}],
    ],
  },
  {
    list: '/tools-and-services/folders',
    id: 'id',
    one: ['/tools-and-services/folders/:id', '/tools-and-services/folders/:id/zip'],
    changes: [['PATCH', '/tools-and-services/folders/:id', { name: 'Robado' }]],
  },
  { list: '/deliveries', id: 'id', one: ['/deliveries/:id', '/deliveries/:id/refused'] },
  { list: '/delivery-rules', id: 'ID_NEGOCIO', one: [], changes: [['PATCH', '/delivery-rules/:id', { ACTIVA: true, MOTIVO: REASON }]] },
  {
    list: '/services',
    id: 'id',
    one: ['/services/:id'],
    changes: [
      ['PATCH', '/services/:id', { NOMBRE: 'Robado' }],
      ['POST', '/services/:id/secret', {}],
    ],
  },
  {
    list: '/webhooks',
    id: 'id',
    one: ['/webhooks/:id/deliveries'],
    changes: [
      ['PATCH', '/webhooks/:id', { NOMBRE: 'Robado' }],
      ['POST', '/webhooks/:id/secret', {}],
    ],
  },
  { list: '/account/transfer', id: 'LOTE', one: [], changes: [['POST', '/account/transfer/:id/undo', {}]] },
  {
    list: '/country-manager',
    id: 'ID_PAIS',
    one: ['/country-manager/:id'],
    changes: [['PATCH', '/country-manager/:id', { ACTIVO: false }]],
  },
  {
    list: '/alerts',
    id: 'id',
    one: ['/alerts/:id', '/alerts/:id/log'],
    changes: [['PATCH', '/alerts/:id', { revision: 1, activo: false }]],
  },
  {
    list: '/user',
    id: 'id',
    one: ['/user/:id', '/user/:id/accounts', '/user/:id/activity', '/user/:id/sessions', '/user/:id/beside', '/permissions/user/:id'],
    changes: [
      ['PATCH', '/user/:id', { NOMBRE: 'Robado' }],
      ['POST', '/user/:id/unlock', {}],
      ['POST', '/user/:id/sign-out', {}],
      ['POST', '/user/:id/ask-password', {}],
      ['POST', '/user/:id/reset-2fa', {}],
    ],
  },
]
const SAMPLE = 4
const ALL = 900

/**
 * Objects × people: what one person lists and another does not, the other neither reads nor changes by its number. Who asks has the role for
 * the call, so that only the place keeps them out.
 */
export async function attackObjects(
  client: Client,
  report: Report,
  { administrator, control }: Record<'administrator' | 'control', SignedIn>,
  others: readonly SignedIn[],
) {
  const listed = async (person: SignedIn, list: string) =>
    client.call(person, 'GET', `${list}${list.includes('?') ? '&' : '?'}limit=${ALL}`)
  const keptOut = async (other: SignedIn, method: string, path: string, body?: object) => {
    const { status, text } = await client.call(other, method, path, body)
    report.check([403, 404, 422].includes(status), `${other.user} makes ${method} ${path}: ${status} ${text.slice(0, 120)}`)
  }
  for (const { list, lists = [], by, id, one, parts, changes = [] } of KINDS) {
    const whole = by === 'control' ? control : administrator
    const everything = rowsOf(await listed(whole, list))
    report.check(everything.length > 0, `${list} lists nothing to ${whole.user}`)
    for (const other of others) {
      const told = await listed(other, list)
      const own = new Set(rowsOf(told).map((row) => row[id]))
      const { total = own.size } = told.json() as { total?: number }
      for (const more of lists) for (const row of rowsOf(await listed(other, more))) own.add(row[id])
      const places = new Set(rowsOf(await client.call(other, 'GET', '/me/business')).flatMap((row) => [row.ID_NEGOCIO, row.NEGOCIO]))
      // Of a list that is longer than a page, or that is not theirs to ask for, the rows of other businesses.
      const isWhole = told.status === 200 && total <= own.size
      const foreign = everything.filter((row) => !own.has(row[id]) && (isWhole || !(places.has(row.ID_NEGOCIO) || places.has(row.NEGOCIO))))
      const step = Math.max(1, Math.floor(foreign.length / SAMPLE))
      for (const row of foreign.filter((_, i) => i % step === 0).slice(0, SAMPLE)) {
        const at = (path: string) => path.replace(':id', String(row[id]))
        for (const path of one) await keptOut(other, 'GET', at(path))
        if (parts) for (const path of parts((await client.call(whole, 'GET', at(one[0]!))).json())) await keptOut(other, 'GET', path)
        for (const [method, path, body] of changes) await keptOut(other, method, at(path), body)
      }
    }
  }
}
