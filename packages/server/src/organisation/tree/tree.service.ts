import type { OrganisationNode } from '@cuadre/api/organisation'
import type { Db } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as repository from './tree.repository.ts'

/** From the top down, siblings by name; each counts the accounts of all below it. */
export async function tree(db: Db, caller: Caller): Promise<OrganisationNode[]> {
  const levels = [
    await repository.countries(db, caller),
    await repository.businesses(db, caller),
    await repository.subManagements(db, caller),
    await repository.departments(db, caller),
  ]
  const accounts = new Map<string, number>()
  const keyOf = ({ NIVEL, ID }: Pick<OrganisationNode, 'NIVEL' | 'ID'>) => `${NIVEL}/${ID}`
  // The lowest first, so that each is complete when it is added to the one above.
  for (const node of levels.toReversed().flat()) {
    const sum = node.own + (accounts.get(keyOf(node)) ?? 0)
    accounts.set(keyOf(node), sum)
    if (node.PADRE) accounts.set(node.PADRE, (accounts.get(node.PADRE) ?? 0) + sum)
  }
  return levels.flat().map(({ own: _, ...node }) => ({ ...node, CUENTAS: accounts.get(keyOf(node))! }))
}
