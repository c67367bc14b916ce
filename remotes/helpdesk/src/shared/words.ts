import type { useTranslation } from '@cuadre/shell'

/** The texts of the area. */
export type Words = ReturnType<typeof useTranslation>['t']

/** A category's code, as questions have it. */
export const CATEGORY = ['acceso', 'analisis', 'aprobaciones', 'cargas', 'periodos', 'otros'] as const
export const categoryOf = (id: number) => CATEGORY[id - 1] ?? 'otros'
