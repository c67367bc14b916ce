import { bareCode } from '@cuadre/tables/format/account-code'
import { plain } from '../import/sheet.ts'
import type { Business, Country, Department, Everything, Person, SubManagement } from './import.repository.ts'

export type Units = { pais: Country; negocio: Business; subgerencia: SubManagement; departamento: Department }
export type Level = keyof Units

/** What is there and what the rows so far make of it, found as rows name it. */
export function indexOf({ countries, businesses, subManagements, departments, people }: Everything) {
  const places: { [level in Level]: Index<Units[level]> } = {
    pais: byName(countries, ({ iso }) => iso),
    negocio: byName(
      businesses,
      ({ above, code }) => code && codeIn(above, code),
      ({ above, code }) => code && codeIn(above, bareCode(code)),
    ),
    subgerencia: byName<SubManagement>(subManagements),
    departamento: byName<Department>(departments),
  }
  const persons = new Map(people.map((one) => [one.id, one]))
  const logins = groups(people, ({ username, email }) => [username, email])
  const names = groups(people, ({ name }) => [name])
  return {
    places,
    countryOf: (name: string): Country | undefined => places.pais.named({ name }) ?? places.pais.coded(name.toUpperCase()),
    businessWith: (above: number, code: string): Business | undefined => places.negocio.coded(codeIn(above, code)),
    /** A business with a code that differs from this one by zeros in front or capitals alone. */
    businessLike: (above: number, code: string): Business | undefined => places.negocio.like(codeIn(above, bareCode(code))),
    person: (id: number) => persons.get(id),
    /** By user name or e-mail; where nobody has it, by full name. */
    persons: (text: string): readonly Person[] => logins.get(plain(text)) ?? names.get(plain(text)) ?? [],
  }
}
export type Known = ReturnType<typeof indexOf>

const codeIn = (above: number, code: string) => `${above}/${code}`

type Named = { name: string; above?: number }
const keyOf = ({ name, above }: Named) => `${above ?? ''}/${plain(name)}`

type Index<Unit> = ReturnType<typeof byName<Unit & Named & { id: number }>>
/** The units of a level. Among equal names, which the database tells apart by accents that are rare or by spaces, the first one counts. */
function byName<Unit extends Named & { id: number }>(
  units: readonly Unit[],
  codeOf: (unit: Unit) => string | null = () => null,
  bareOf = codeOf,
) {
  const at = new Map<string, Unit>()
  const codes = new Map<string, Unit>()
  const bare = new Map<string, Unit>()
  const ids = new Map<number, Unit>()
  const add = (unit: Unit) => {
    ids.set(unit.id, unit)
    if (!at.has(keyOf(unit))) at.set(keyOf(unit), unit)
    const code = codeOf(unit)
    if (code) codes.set(code, unit)
    const short = bareOf(unit)
    if (short) bare.set(short, unit)
  }
  units.forEach(add)
  return {
    named: (named: Named) => at.get(keyOf(named)),
    coded: (code: string) => codes.get(code),
    like: (code: string) => bare.get(code),
    with: (id: number | undefined) => (id === undefined ? undefined : ids.get(id)),
    add,
    /** The unit is another one: it is found by its new name and code only. */
    change: (unit: Unit, after: Partial<Unit>) => {
      if (at.get(keyOf(unit)) === unit) at.delete(keyOf(unit))
      const code = codeOf(unit)
      if (code) codes.delete(code)
      const short = bareOf(unit)
      if (short && bare.get(short) === unit) bare.delete(short)
      add(Object.assign(unit, after))
    },
  }
}

function groups(people: readonly Person[], textsOf: (person: Person) => string[]) {
  const found = new Map<string, Person[]>()
  for (const person of people) for (const text of new Set(textsOf(person).map(plain))) found.set(text, [...(found.get(text) ?? []), person])
  return found
}
