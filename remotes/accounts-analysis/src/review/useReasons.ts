import { listRejectReasons } from '@cuadre/api/analysis-status'
import { query } from '@cuadre/shell'
import { useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import type { Level } from './level.ts'

/** The reasons for a rejection that this level offers, as choices; none while they are not here. */
export function useReasons({ name }: Pick<Level, 'name'>): readonly { value: string; label: string }[] {
  const locale = useLocale()
  const nivel = name === 'control' ? 'CONTROL' : 'JEFATURA'
  const found = useQuery({ ...query(listRejectReasons, { query: { nivel, activo: true } }), staleTime: 600_000 })
  return (found.data?.data ?? []).map(({ codigo, nombreEs, nombreEn }) => ({ value: codigo, label: locale === 'es' ? nombreEs : nombreEn }))
}
