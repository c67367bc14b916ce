import type { Account } from '@cuadre/api/account'
import type { Table } from '@cuadre/ui/data'
import { useEffect, useRef, useState } from 'react'

export const keyOf = (account: Account) => String(account.COD_CUENTA)
const NONE: readonly Account[] = []

/**
 * Chosen accounts, over several pages, or everything that the filters let through. Other filters begin again: nobody should
 * assign what is not in sight.
 */
export function useSelection(table: Table, rows: readonly Account[] = NONE, filters: string) {
  const known = useRef(new Map<string, Account>())
  for (const row of rows) known.current.set(keyOf(row), row)
  const [whole, setWhole] = useState(false)
  const ticked = useRef(rows)
  const before = useRef(filters)
  const { selection, select, clearSelection } = table

  useEffect(() => {
    if (before.current === filters) return
    before.current = filters
    setWhole(false)
    clearSelection()
  }, [filters, clearSelection])

  useEffect(() => {
    if (!whole) return
    const keys = rows.map(keyOf)
    // A page that comes into sight is ticked; a row that loses its tick ends "all".
    if (ticked.current !== rows) {
      ticked.current = rows
      select(keys)
    } else if (keys.some((key) => !selection.has(key))) setWhole(false)
  }, [whole, rows, selection, select])

  const accounts = [...selection].map((key) => known.current.get(key)).filter((account) => account !== undefined)
  return {
    whole,
    accounts,
    chooseWhole: () => {
      ticked.current = rows
      setWhole(true)
    },
    clear: () => {
      setWhole(false)
      clearSelection()
    },
  }
}
