import type { Analysis, AnalysisDetail } from '@cuadre/api/analysis'
import type { Answer } from '@cuadre/api/endpoint'
import type { Group, getGroup } from '@cuadre/api/group'
import { fromCents, toCents } from '@cuadre/tables/format/cents'
import { isZero, percentOf } from '../shared/cents.ts'
import { needsComment } from '../shared/state.ts'

type GroupDetail = Answer<typeof getGroup>
export type Mark = GroupDetail['MARCAS'][number]
/** What is reviewed: an account, or a group with its members and what is held against their explanations. */
export type Row = Analysis & Partial<Pick<Group, 'CUENTAS' | 'INUSUALES'>>
export type Detail = AnalysisDetail & { CUENTAS?: number; MIEMBROS?: readonly Analysis[]; MARCAS?: readonly Mark[] }

/** A group as a row among accounts: its id stands for COD_ANALISIS, its name for the account's. */
export const asRow = (group: Group): Row => ({
  ...group,
  COD_ANALISIS: group.AGRUPADO_ID,
  COD_CUENTA: 0,
  CUENTA: '',
  INUSUAL: null,
  NOMBRE_CUENTA: group.NOMBRE,
  RUBRO: null,
  SALDO_ANTERIOR: null,
  VARIACION_PERIODO: null,
  VARIACION_PERIODO_PCT: null,
  AUTO: false,
})

/** The same with everything that a decision needs: movements are the sums of its members', where all have one. */
export function asDetail(group: GroupDetail): Detail {
  const before = group.MIEMBROS.flatMap(({ SALDO_ANTERIOR }) => SALDO_ANTERIOR ?? [])
  const all = before.length === group.MIEMBROS.length
  const previous = fromCents(before.reduce((sum, amount) => sum + toCents(amount), 0n))
  const movement = fromCents(toCents(group.VALOR_BALANCE) - toCents(previous))
  const share = all ? percentOf(movement, previous) : null
  return {
    ...asRow(group),
    SALDO_ANTERIOR: all ? previous : null,
    VARIACION_PERIODO: all ? movement : null,
    VARIACION_PERIODO_PCT: share && toCents(movement) < 0n ? `-${share}` : share,
    ANTERIOR: null,
    SERIE: [],
    UMBRAL: null,
    PLANTILLA: group.PLANTILLA,
    ARCHIVOS: group.ARCHIVOS,
    ANEXOS: group.ANEXOS,
    EVENTOS: group.EVENTOS,
    CADENA_INTEGRA: group.CADENA_INTEGRA,
    COMPROBACIONES: [
      ...(group.VERSION > 0 ? [difference(group.VARIACION)] : []),
      ...(needsComment(group) ? [{ codigo: 'movimiento_material' as const, resultado: 'aviso' as const, monto: null, detalle: null }] : []),
    ],
    PUEDE: group.PUEDE,
    MIEMBROS: group.MIEMBROS,
    MARCAS: group.MARCAS,
  }
}
const difference = (amount: string): AnalysisDetail['COMPROBACIONES'][number] =>
  isZero(amount)
    ? { codigo: 'sin_diferencia', resultado: 'ok', monto: null, detalle: null }
    : { codigo: 'diferencia', resultado: 'aviso', monto: amount, detalle: null }
