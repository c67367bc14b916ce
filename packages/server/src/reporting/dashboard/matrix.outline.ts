import type { Db } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as aggregates from './aggregates/index.ts'
import type * as item from './item.ts'
import { accountsOf } from './matrix.accounts.ts'
import { type Figures, groupsOf, type Level, type Row, type Sums, type wanted } from './matrix.rows.ts'

/** The level that a row opens into. */
const BELOW: Partial<Record<Level, Level>> = {
  pais: 'negocio',
  negocio: 'subgerencia',
  subgerencia: 'departamento',
  departamento: 'rubro',
  rubro: 'cuenta',
}
type Query = item.Place & { nivel: Level; abiertas?: readonly string[] | undefined; todo?: boolean | undefined }
type Asked = {
  db: Db
  caller: Caller
  view: item.View
  query: Query
  periods: readonly aggregates.PeriodRow[]
  want: ReturnType<typeof wanted>
  figures: Figures
  names: aggregates.Names
}
export type OutlinedRow = Row & { nivel: Level; depth: number }

/**
 * The rows of the matrix with those that the opened ones hold, each below its own; with `todo` every one down to the account. Read while they are
 * written, of one business at a time.
 */
export async function* outline(asked: Asked, top: readonly Row[]): AsyncGenerator<OutlinedRow> {
  const { nivel, abiertas } = asked.query
  // A row is opened only where those around it are.
  const open = new Set(abiertas?.flatMap((path) => path.split('/').map((_, at, ids) => ids.slice(0, at + 1).join('/'))))
  for (const row of top) yield* withBelow(asked, row, { place: asked.query, nivel, depth: 0, path: String(row.id ?? ''), open })
}

type Here = { place: item.Place; nivel: Level; depth: number; path: string; open: ReadonlySet<string> }
async function* withBelow(asked: Asked, row: Row, { place, nivel, depth, path, open }: Here): AsyncGenerator<OutlinedRow> {
  const { db, caller, view, periods, want, query, names, figures } = asked
  yield { ...row, nivel, depth }
  const below = BELOW[nivel]
  const inside = placeOf(place, nivel, row.id)
  if (!below || !inside || !(query.todo || open.has(path))) return
  if (nivel !== 'pais') {
    const { sums, accounts } = await readBelow(asked, inside, deepest(nivel, query, open, path))
    return yield* rowsOf(asked, sums, accounts, { nivel: below, depth: depth + 1, path, open })
  }
  const sums: Sums[] = await aggregates.sums(db, caller, view, inside, { by: ['business'], periods, want })
  for (const { of, ...each } of groupsOf(sums, below, names, undefined)) {
    const business = { ...each, celdas: figures.cells(of, below), total: figures.toDate(of) }
    yield* withBelow(asked, business, { place: inside, nivel: below, depth: depth + 1, path: `${path}/${each.id ?? ''}`, open })
  }
}

/** Every account has a business in a country; what has none of the other levels is a row too. */
function placeOf(place: item.Place, nivel: Level, id: number | null): item.Place | undefined {
  if (nivel === 'rubro') return { ...place, rubroDe: id ?? 'ninguno' }
  if (nivel === 'departamento') return { ...place, departamentoId: id ?? 'ninguno' }
  if (nivel === 'subgerencia') return { ...place, subgerenciaId: id ?? 'ninguno' }
  if (id === null) return undefined
  return nivel === 'pais' ? { ...place, paisId: id } : { ...place, negocioId: id }
}

const LEVELS = ['pais', 'negocio', 'subgerencia', 'departamento', 'rubro', 'cuenta'] as const
/** The lowest level that is shown inside a row. */
function deepest(nivel: Level, { todo }: Query, open: ReadonlySet<string>, path: string): Level {
  if (todo) return 'cuenta'
  const steps = (of: string) => of.split('/').length - path.split('/').length
  const most = Math.max(...[...open].filter((each) => each === path || each.startsWith(`${path}/`)).map(steps))
  return LEVELS[Math.min(LEVELS.indexOf(nivel) + 1 + most, LEVELS.length - 1)]!
}

const KEYS = ['business', 'subManagement', 'department', 'heading', 'account'] as const
/** The sums of a place by every level down to the lowest: one statement, two with accounts. */
async function readBelow({ db, caller, view, periods, want }: Asked, place: item.Place, lowest: Level) {
  const by = KEYS.slice(0, LEVELS.indexOf(lowest))
  const sums: Sums[] = await aggregates.sums(db, caller, view, place, { by, periods, want })
  const accounts = lowest === 'cuenta' ? (await accountsOf(db, caller, view, place, { periods })).names : undefined
  return { sums, accounts }
}

type At = { nivel: Level; depth: number; path: string; open: ReadonlySet<string> }
function* rowsOf(asked: Asked, sums: readonly Sums[], accounts: Map<number, string> | undefined, at: At): Generator<OutlinedRow> {
  const { nivel, depth, path, open } = at
  const { figures, names, query } = asked
  for (const { of, ...row } of groupsOf(sums, nivel, names, accounts)) {
    yield { ...row, celdas: figures.cells(of, nivel), total: figures.toDate(of), nivel, depth }
    const below = BELOW[nivel]
    const own = `${path}/${row.id ?? ''}`
    if (below && (query.todo || open.has(own))) yield* rowsOf(asked, of, accounts, { nivel: below, depth: depth + 1, path: own, open })
  }
}
