import type { Analysis, AnalysisDetail } from '@cuadre/api/analysis'
import type { Answer } from '@cuadre/api/endpoint'
import type { Group, getGroup } from '@cuadre/api/group'
import { fromCents, isZero, toCents } from '@cuadre/tables/format/cents'
import { percentOf } from '../shared/cents.ts'
import { needsComment } from '../shared/state.ts'

type GroupDetail = Answer<typeof getGroup>
type Finding = AnalysisDetail['COMPROBACIONES'][number]
type Named = { id: number; name: string }

/** What is decided as one: the analysis of an account, or a group of them with the sums of its members. */
export type ReviewUnit = Named & (({ kind: 'individual' } & Analysis) | ({ kind: 'agrupado' } & Group))
/** The same with everything that a decision needs. */
export type UnitDetail = Named &
  (({ kind: 'individual' } & AnalysisDetail) | ({ kind: 'agrupado' } & GroupDetail & ReturnType<typeof ofMembers>))

export const accountUnit = <Of extends Analysis>(analysis: Of) => ({
  ...analysis,
  kind: 'individual' as const,
  id: analysis.COD_ANALISIS,
  name: analysis.NOMBRE_CUENTA,
})
export const groupUnit = <Of extends Group>(group: Of) => ({
  ...group,
  kind: 'agrupado' as const,
  id: group.AGRUPADO_ID,
  name: group.NOMBRE,
})
export const groupUnitDetail = (group: GroupDetail) => ({ ...groupUnit(group), ...ofMembers(group) })

/** The movement as the sum of the members', where all have one, and what the machine holds against the group. */
function ofMembers(group: GroupDetail) {
  const before = group.MIEMBROS.flatMap(({ SALDO_ANTERIOR }) => SALDO_ANTERIOR ?? [])
  const all = before.length === group.MIEMBROS.length
  const previous = fromCents(before.reduce((sum, amount) => sum + toCents(amount), 0n))
  const movement = fromCents(toCents(group.VALOR_BALANCE) - toCents(previous))
  const share = all ? percentOf(movement, previous) : null
  const findings: Finding[] = [
    ...(group.FECHA_ENVIO !== null ? [difference(group)] : []),
    ...(needsComment(group) ? [{ codigo: 'movimiento_material' as const, resultado: 'aviso' as const, monto: null, detalle: null }] : []),
  ]
  return {
    SALDO_ANTERIOR: all ? previous : null,
    VARIACION_PERIODO: all ? movement : null,
    VARIACION_PERIODO_PCT: share && toCents(movement) < 0n ? `-${share}` : share,
    COMPROBACIONES: findings,
  }
}
/** Differences of members that cancel each other out are differences all the same: their size is told where their sum is 0. */
function difference({ VARIACION, MIEMBROS }: GroupDetail): Finding {
  const size = MIEMBROS.map((each) => toCents(each.VARIACION)).reduce((sum, cents) => sum + (cents < 0n ? -cents : cents), 0n)
  return size === 0n
    ? { codigo: 'sin_diferencia', resultado: 'ok', monto: null, detalle: null }
    : { codigo: 'diferencia', resultado: 'aviso', monto: isZero(VARIACION) ? fromCents(size) : VARIACION, detalle: null }
}
