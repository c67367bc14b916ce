import type { Analysis, Substate } from '@cuadre/api/analysis'
import { type AnalysisStatus, listAnalysisStatuses, STATUS_CATEGORY } from '@cuadre/api/analysis-status'
import type { Permission } from '@cuadre/api/permissions'
import { query } from '@cuadre/shell'
import { useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'

const found = query(listAnalysisStatuses, { query: { activo: true, limit: 1000 } })

export type SubstateLevel = AnalysisStatus['nivel']
/** What whoever acts at the level holds. */
export const KEY_OF: Record<SubstateLevel, Permission> = {
  ANALISTA: 'analysis.item.submit',
  JEFATURA: 'analysis.jefatura.decide',
  CONTROL: 'analysis.control.decide',
}

/** The states of the system and their sub-states that may be said; none while they are not here. */
export function useStatuses(): readonly AnalysisStatus[] {
  return useQuery({ ...found, staleTime: 600_000 }).data?.data ?? []
}

/** Whether they are here: what they bring moves what stands below. */
export const useStatusesKnown = () => !useQuery({ ...found, staleTime: 600_000 }).isLoading

/** What this level may say of an analysis in its present state, and the state itself, which takes a sub-state back. */
export function useSubstates(level: SubstateLevel, { ESTADO_PRINCIPAL_ID }: Pick<Analysis, 'ESTADO_PRINCIPAL_ID'>) {
  const here = useStatuses().filter(({ categoria }) => STATUS_CATEGORY[categoria] === ESTADO_PRINCIPAL_ID)
  return {
    options: here.filter((status) => !status.esSistema && status.nivel === level),
    none: here.find(({ esSistema }) => esSistema),
  }
}

/** The name of a sub-state in the reader's language. */
export function useSubstateName() {
  const locale = useLocale()
  return ({ nombreEs, nombreEn }: Pick<Substate, 'nombreEs' | 'nombreEn'>) => (locale === 'es' ? nombreEs : nombreEn)
}
