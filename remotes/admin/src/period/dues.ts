import type { Period } from '@cuadre/api/period'
import type { useTranslation } from '@cuadre/shell'
import type { Due } from './DeadlineCalendar.tsx'

export const DUES = ['VENCE_ANALISTA', 'VENCE_JEFATURA', 'VENCE_CONTROL', 'VENCE_CIERRE'] as const
export type DueName = (typeof DUES)[number]
export const DUE_WORD = {
  VENCE_ANALISTA: 'analyst',
  VENCE_JEFATURA: 'jefatura',
  VENCE_CONTROL: 'control',
  VENCE_CIERRE: 'closeWord',
} as const

export const duesOf = (period: Pick<Period, DueName>, t: ReturnType<typeof useTranslation>['t']): Due[] =>
  DUES.map((name) => ({ label: t(`period.${DUE_WORD[name]}`), at: period[name], last: name === 'VENCE_CIERRE' }))
