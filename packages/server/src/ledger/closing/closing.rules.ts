import { type Check, FIXED_CHECKS, POLICY_CHECKS } from '@cuadre/api/closing'
import type { TieOutResult } from '@cuadre/api/tie-out'
import { cents, fromCents, magnitude, sumsByCurrency } from '../../platform/money.ts'

/** Rules of closing without a database (decisions §6). */
type Counts = Pick<Check, 'cantidad' | 'bloquean' | 'avisan'>

/** How a check stands: one that blocks is enough; what the policy does not mind is said all the same. */
export const resultOf = ({ cantidad, bloquean, avisan }: Counts): Check['resultado'] =>
  bloquean > 0 ? 'bloquea' : avisan > 0 ? 'aviso' : cantidad > 0 ? 'apagada' : 'ok'

type FoundCheck = Omit<Check, 'resultado'>
const NOTHING = { cantidad: 0, bloquean: 0, avisan: 0, montos: [], personas: 0, quien: [], reglas: [], ejemplos: [] }
export const fixedCheck = (codigo: Exclude<(typeof FIXED_CHECKS)[number], 'cuadre'>, cantidad: number): FoundCheck => ({
  ...NOTHING,
  codigo,
  cantidad,
  bloquean: cantidad,
})

/** The whole list in its order: what was not found is fine. */
export const checklistOf = (found: readonly FoundCheck[]): Check[] =>
  [...POLICY_CHECKS, ...FIXED_CHECKS].map((codigo) => {
    const { cantidad, bloquean, avisan, montos, personas, quien, reglas, ejemplos } =
      found.find((each) => each.codigo === codigo) ?? NOTHING
    return {
      codigo,
      resultado: resultOf({ cantidad, bloquean, avisan }),
      cantidad,
      bloquean,
      avisan,
      montos,
      personas,
      quien,
      reglas,
      ejemplos,
    }
  })

/** What the rules of the corporation say: each warns or blocks as it was written. */
export function tieOutCheck(results: readonly (TieOutResult & { seen: boolean })[]): FoundCheck {
  const off = results.filter(({ CUADRA }) => !CUADRA)
  const count = (severity: TieOutResult['SEVERIDAD']) => off.filter(({ SEVERIDAD }) => SEVERIDAD === severity).length
  return {
    ...NOTHING,
    codigo: 'cuadre',
    cantidad: off.length,
    bloquean: count('bloquea'),
    avisan: count('aviso'),
    montos: sumsByCurrency(
      off.flatMap(({ MONEDA, DIFERENCIA }) => (DIFERENCIA === null ? [] : { MONEDA, monto: fromCents(magnitude(cents(DIFERENCIA))) })),
    ),
    reglas: off
      .filter(({ seen }) => seen)
      .slice(0, 10)
      .map(({ NOMBRE, NEGOCIO, MONEDA, DIFERENCIA, SEVERIDAD }) => ({ NOMBRE, NEGOCIO, MONEDA, DIFERENCIA, SEVERIDAD })),
  }
}

export const blockingCodes = (checks: readonly Check[]) =>
  checks.flatMap(({ codigo, resultado }) => (resultado === 'bloquea' ? [codigo] : []))
export const hasWarnings = (checks: readonly Check[]) => checks.some(({ resultado }) => resultado === 'aviso')

export type Request = { askedBy: number; token: string }
/**
 * Whether a person may close on a checklist that does not block: with warnings it takes a reason, and where the policy says so somebody else
 * who asked for it on this very checklist.
 */
export function mayClose(
  {
    warnings,
    secondPerson,
    token,
    reasonLength,
    minimum,
  }: { warnings: boolean; secondPerson: boolean; token: string; reasonLength: number; minimum: number },
  request: Request | null,
  userId: number,
): 'ok' | 'reason' | 'second_person' | 'own_request' {
  if (!warnings) return 'ok'
  if (!secondPerson) return reasonLength < minimum ? 'reason' : 'ok'
  if (!request || request.token !== token) return 'second_person'
  return request.askedBy === userId ? 'own_request' : 'ok'
}
