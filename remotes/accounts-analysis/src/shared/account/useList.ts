import { useLocation, useNavigate } from '@cuadre/shell'
import { accounts } from '../../area.ts'

/** The list of accounts as it was left: its tab, filters and page. */
export function useList() {
  const navigate = useNavigate()
  // What the list itself put there; anything else is none.
  const state: unknown = useLocation().state
  const list = typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string' ? state.list : ''
  const to = accounts.link(new URLSearchParams(list))
  return { to, back: () => navigate(to) }
}
