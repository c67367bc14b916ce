import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'

export const BY = { pais: 'country', negocio: 'business', departamento: 'department' } as const
type Level = keyof typeof BY

/**
 * Whose figures are compared for a person, and which of them are its own to see in full (undefined: all). A head of department sees the rank of
 * the others in its countries, but not their components: they are read with everybody's eyes.
 */
export async function seenBy(db: Db, caller: Caller, nivel: Level) {
  const narrow = caller.roleId === ROLE.jefatura
  const [names, heads] = await Promise.all([aggregates.names(db), narrow ? headOf(db, caller) : []])
  if (!narrow) return { names, caller, own: undefined, among: undefined }
  return { names, caller: { ...caller, roleId: ROLE.administrador }, own: ownOf(heads, nivel), among: groupsIn(names, BY[nivel], heads) }
}

type Headed = { id: number; business: number; country: number }
const headOf = (db: Db, caller: Caller): Promise<Headed[]> =>
  rows(
    db,
    sql<Headed>`select d.id, d.business_id as business, b.country_id as country from department d join business b on b.id = d.business_id where d.chief_id = ${caller.userId}`,
  )
/** The groups in the countries of a head. */
function groupsIn({ parent, ...names }: aggregates.Names, by: (typeof BY)[Level], heads: readonly Headed[]): number[] {
  const countries = new Set(heads.map(({ country }) => country))
  const countryOf = (id: number) => {
    if (by === 'country') return id
    return parent.business.get(by === 'business' ? id : (parent.department.get(id)?.business ?? 0))
  }
  return [...names[by].keys()].filter((id) => countries.has(countryOf(id) ?? 0))
}
/** A head's own departments, and the businesses they belong to; no country is one's own. */
const ownOf = (heads: readonly Headed[], nivel: Level): Set<number> =>
  new Set(nivel === 'pais' ? [] : heads.map(({ id, business }) => (nivel === 'negocio' ? business : id)))
