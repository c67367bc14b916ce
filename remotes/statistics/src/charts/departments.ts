import type { dashboardByDepartment } from '@cuadre/api/dashboard'
import type { Answer } from '@cuadre/api/endpoint'

type Row = Answer<typeof dashboardByDepartment>['data'][number]
/** In the order of the work; each analysis is in exactly one. */
export const STAGES = ['porPreparar', 'pendiente', 'revision', 'rechazado', 'aprobado'] as const
export type Stage = (typeof STAGES)[number]
export type Department = { id: number | null; name: string | null; businessId: number; business: string } & Record<Stage, number>

/**
 * One row a department, in the answer's order. There `porPreparar` counts what was never sent and what was rejected, and `pendiente`
 * what was never sent and what waits for jefatura: here the five parts do not overlap.
 */
export function departmentsOf(rows: readonly Row[]): Department[] {
  const found = new Map<string, Department>()
  for (const row of rows) {
    const key = `${row.ID_NEGOCIO}/${row.COD_DEPARTAMENTO}`
    const unsent = row.porPreparar - row.rechazado
    const before = found.get(key)
    const parts = { ...row, porPreparar: unsent, pendiente: row.pendiente - unsent }
    found.set(key, {
      id: row.COD_DEPARTAMENTO,
      name: row.DEPARTAMENTO,
      businessId: row.ID_NEGOCIO,
      business: row.NEGOCIO,
      ...(Object.fromEntries(STAGES.map((stage) => [stage, parts[stage] + (before?.[stage] ?? 0)])) as Record<Stage, number>),
    })
  }
  return [...found.values()]
}
