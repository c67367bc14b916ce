import type { Account, accountMetadata } from '@cuadre/api/account'
import type { Answer } from '@cuadre/api/endpoint'

export type Metadata = Answer<typeof accountMetadata>
type Known = Pick<Account, 'COD_CUENTA' | 'ID_NEGOCIO' | 'NEGOCIO' | 'COD_DEPARTAMENTO' | 'ID_ANALISTA'>

/** Accounts by business, the most first: a department belongs to one business, so one assignment does too. */
export function byBusiness(accounts: readonly Known[]) {
  const groups = new Map<number, { id: number; name: string; accounts: Known[] }>()
  for (const account of accounts) {
    const group = groups.get(account.ID_NEGOCIO) ?? { id: account.ID_NEGOCIO, name: account.NEGOCIO, accounts: [] }
    group.accounts.push(account)
    groups.set(account.ID_NEGOCIO, group)
  }
  return [...groups.values()].sort((a, b) => b.accounts.length - a.accounts.length || a.name.localeCompare(b.name, 'es'))
}

/** The department to begin with: the one that all of them have, else the business's only one. */
export function likelyDepartment(accounts: readonly Known[], departments: readonly { id: number }[]) {
  const [first] = accounts
  if (first?.COD_DEPARTAMENTO && accounts.every((account) => account.COD_DEPARTAMENTO === first.COD_DEPARTAMENTO))
    return first.COD_DEPARTAMENTO
  return departments.length === 1 ? departments[0]?.id : undefined
}
