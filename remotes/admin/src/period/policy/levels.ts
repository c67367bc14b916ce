import { CHECKS_WITHOUT_AMOUNT, type Level, type Levels, POLICY_CHECKS } from '@cuadre/api/closing'

export const RISKS = ['A', 'M', 'B'] as const
export type CheckName = (typeof POLICY_CHECKS)[number]
export const MODES = ['apagada', 'aviso', 'bloquea', 'detalle'] as const
export type Mode = (typeof MODES)[number]
/** As the form holds it: a mode, and amounts by risk where the mode is `detalle`; '' is never. */
type CheckValues = { mode: Mode } & Record<(typeof RISKS)[number], { aviso: string; bloqueo: string }>
export type PolicyValues = Record<CheckName, CheckValues>

const ALWAYS = '0.00'
const LEVELS: Record<Exclude<Mode, 'detalle'>, Level> = {
  apagada: { aviso: null, bloqueo: null },
  aviso: { aviso: ALWAYS, bloqueo: null },
  bloquea: { aviso: null, bloqueo: ALWAYS },
}
export const hasAmount = (check: CheckName) => !CHECKS_WITHOUT_AMOUNT.some((each) => each === check)
const isAlways = (amount: string | null) => amount !== null && Number(amount) === 0

const modeOf = ({ A, M, B }: Levels[CheckName]): Mode => {
  const same = [A, M, B].every((level) => level.aviso === A.aviso && level.bloqueo === A.bloqueo)
  if (!same) return 'detalle'
  if (isAlways(A.bloqueo)) return 'bloquea'
  if (A.bloqueo !== null) return 'detalle'
  return A.aviso === null ? 'apagada' : isAlways(A.aviso) ? 'aviso' : 'detalle'
}
const fromLevel = ({ aviso, bloqueo }: Level) => ({ aviso: aviso ?? '', bloqueo: bloqueo ?? '' })
const toLevel = ({ aviso, bloqueo }: { aviso: string; bloqueo: string }): Level => ({ aviso: aviso || null, bloqueo: bloqueo || null })

// Both directions name every check of the contract: `POLICY_CHECKS` is the list that the type is made of.
export const fromPolicy = (levels: Levels) =>
  Object.fromEntries(
    POLICY_CHECKS.map((check) => [
      check,
      { mode: modeOf(levels[check]), A: fromLevel(levels[check].A), M: fromLevel(levels[check].M), B: fromLevel(levels[check].B) },
    ]),
  ) as PolicyValues
export const toPolicy = (values: PolicyValues) =>
  Object.fromEntries(
    POLICY_CHECKS.map((check) => {
      const { mode, A, M, B } = values[check]
      return [
        check,
        mode === 'detalle' ? { A: toLevel(A), M: toLevel(M), B: toLevel(B) } : { A: LEVELS[mode], M: LEVELS[mode], B: LEVELS[mode] },
      ]
    }),
  ) as Levels
/** Which checks two policies judge differently. */
export const changedChecks = (one: Levels, other: Levels) =>
  POLICY_CHECKS.filter((check) =>
    RISKS.some((risk) => JSON.stringify(toKey(one[check][risk])) !== JSON.stringify(toKey(other[check][risk]))),
  )
const toKey = ({ aviso, bloqueo }: Level) => [aviso === null ? null : Number(aviso), bloqueo === null ? null : Number(bloqueo)]
