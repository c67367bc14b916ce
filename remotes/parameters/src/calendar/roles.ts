/** Whose deadlines a period has, in their order. */
export const ROLES = ['ANALISTA', 'JEFATURA', 'CONTROL', 'CIERRE'] as const
