import type { OrganisationColumn, OrganisationEffect } from '@cuadre/api/organisation'
import type { Permission } from '@cuadre/api/permissions'
import type { z } from 'zod'
import { Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Known, Level, Units } from './import.known.ts'
import type { Line, Read } from './import.reading.ts'

type Planned<Unit> = { made: Unit[]; changed: Set<Unit> }
/** A unit that the file makes has a number below 0 until it is inserted. */
export type Plan = {
  units: { [level in Level]: Planned<Units[level]> }
  /** Who is put in charge. */
  people: Record<'ENCARGADO' | 'JEFE', Set<number>>
}

export type Run = {
  caller: Caller
  known: Known
  plan: Plan
  said: Map<string, { row: number; value: unknown }>
  /** Numbers of what is made, from -1 down. */
  next: number
  defaultCountry: number | undefined
} & Pick<Read, 'titleOf'>

/** `keep`: what later rows may build on, once this row is not refused; `business`: the name of its business, which may be given by code alone. */
export type Done = { effects: OrganisationEffect[]; keep: (() => void)[]; business?: string }

/** What a row says of a unit: only columns that are not empty. People and sub-managements by number. */
type Wanted = Partial<Record<OrganisationColumn, string | number | undefined>>
type Told = { level: Level; key: Permission; wanted: Wanted }
type Row = { run: Run; line: Line; done: Done }

/** A unit that is there, as the row says: nothing is written where it says nothing else. `check` answers the fields that change. */
export function settle<At extends Level>(
  { run, line, done }: Row,
  {
    level,
    key,
    wanted,
    found,
    now,
    check,
  }: Told & {
    level: At
    found: Units[At]
    now: Partial<Record<OrganisationColumn, string | number | null>>
    check: () => Partial<Units[At]>
  },
) {
  if (!found.active) throw Invalid(level, 'organisation_inactive', { name: found.name })
  const fields = entries(wanted)
  say(run, line, done, `${level}/${found.id}`, found.name, fields)
  const other = fields.filter(([field, value]) => value !== now[field])
  if (other.length === 0) return
  mayChange(run, key)
  if ('mine' in found && !found.mine) throw NotFound()
  const after = check()
  const CAMBIOS = other.map(([CAMPO, value]) => ({
    CAMPO,
    ANTES: inWords(run, CAMPO, now[CAMPO] ?? null),
    DESPUES: inWords(run, CAMPO, value, line),
  }))
  done.effects.push({ NIVEL: level, NOMBRE: found.name, CLASE: 'distinta', CAMBIOS })
  done.keep.push(() => {
    name(run, other)
    run.known.places[level].change(found, after)
    if (found.id < 0) return
    const { changed } = run.plan.units[level]
    // Last, so that a name or a code that another one has given up is free by then.
    changed.delete(found)
    changed.add(found)
  })
}

/** `create` checks what a unit of its own number would be, and answers it. */
export function make<At extends Level>(
  { run, line, done }: Row,
  { level, key, wanted, create }: Told & { level: At; create: (id: number) => Units[At] },
): Units[At] {
  mayChange(run, key)
  const made = create(run.next--)
  const fields = entries(wanted)
  say(run, line, done, `${level}/${made.id}`, made.name, fields)
  done.keep.push(() => {
    name(run, fields)
    run.known.places[level].add(made)
    run.plan.units[level].made.push(made)
  })
  const CAMBIOS = fields.map(([CAMPO, value]) => ({ CAMPO, ANTES: null, DESPUES: inWords(run, CAMPO, value, line) }))
  done.effects.push({ NIVEL: level, NOMBRE: made.name, CLASE: 'nueva', CAMBIOS })
  return made
}

/** The fields that have a value; the keys of an object whose type is known. */
const entries = (wanted: Wanted) =>
  (Object.entries(wanted) as [OrganisationColumn, string | number | undefined][]).filter(
    (field): field is [OrganisationColumn, string | number] => field[1] !== undefined,
  )

/** Two rows that say different things of the same field: the second one is refused. */
function say({ said }: Run, { row }: Line, done: Done, unit: string, name: string, fields: ReturnType<typeof entries>) {
  for (const [field, value] of fields) {
    const place = `${unit}/${field}`
    const earlier = said.get(place)
    if (earlier && earlier.value !== value) throw Invalid(field, 'organisation_twice', { row: earlier.row, name })
    if (!earlier) done.keep.push(() => said.set(place, { row, value }))
  }
}

function name({ plan: { people } }: Run, fields: ReturnType<typeof entries>) {
  for (const [field, value] of fields)
    if (typeof value === 'number' && (field === 'ENCARGADO' || field === 'JEFE')) people[field].add(value)
}

function mayChange({ caller }: Run, key: Permission) {
  if (!caller.permissions.has(key)) throw Forbidden('organisation_key', { key })
}

/** By user name, e-mail or full name; undefined for an empty cell. */
export function personOf({ known }: Run, text: string): number | undefined {
  if (!text) return undefined
  const found = known.persons(text)
  if (found.length !== 1) throw Invalid('JEFE', found.length > 1 ? 'organisation_persons' : 'organisation_person', { name: text })
  return found[0]!.id
}

function inWords({ known }: Run, field: OrganisationColumn, value: string | number | null, line?: Line): string | null {
  if (typeof value !== 'number') return value
  if (field !== 'SUB_GERENCIA') return known.person(value)?.name ?? null
  return known.places.subgerencia.with(value)?.name ?? line?.SUB_GERENCIA ?? null
}

/** @throws 422 with the file's own heading of the first column that is not right */
export function checked<Schema extends z.ZodType>({ titleOf }: Run, schema: Schema, body: object): z.output<Schema> {
  // What a row does not say is left out, so that it stays as it is.
  const result = schema.safeParse(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)))
  if (result.success) return result.data
  const field = String(result.error.issues[0]!.path[0])
  const column = field === 'NOMBRE_SUB_GERENCIA' ? 'SUB_GERENCIA' : field
  // The other fields of these bodies are columns by their own names.
  throw Invalid(field, 'organisation_field', { field: titleOf(column as OrganisationColumn) })
}
