import type { AnalysisDetail } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { magnitude, toCents } from '@cuadre/tables/format/cents'
import { Money, Percent } from '@cuadre/ui'

type Of = NonNullable<AnalysisDetail['UMBRAL']>

/** 1.000 y 10 %, ambos: whether both must be reached is said, not left to a dot between them. */
export function Threshold({ of: { monto, porcentaje, base } }: { of: { monto: string; porcentaje: string; base: string } }) {
  const { t } = useTranslation('accounts-analysis')
  const amount = <Money value={monto} decimals={isWhole(monto) ? 0 : 2} />
  const percent = <Percent value={porcentaje} decimals={isWhole(porcentaje) ? 0 : 2} />
  if (base === 'MONTO') return amount
  if (base === 'PORCENTAJE') return percent
  return (
    <>
      {amount} {t(base === 'AMBOS_Y' ? 'shared.thresholdAnd' : 'shared.thresholdOr')} {percent}
      {base === 'AMBOS_Y' && t('shared.thresholdBoth')}
    </>
  )
}

const isWhole = (amount: string) => /^-?\d+([.,]0*)?$/.test(amount)
/** A difference above its threshold has to be explained; the server decides the same (`largeDifferences`). */
export function isLarge(
  { VALOR_BALANCE, UMBRAL, RIESGO }: Pick<AnalysisDetail, 'VALOR_BALANCE' | 'UMBRAL' | 'RIESGO'>,
  supported: string,
): boolean {
  const balance = toCents(VALOR_BALANCE)
  const difference = magnitude(balance - toCents(supported))
  if (!UMBRAL || difference === 0n) return false
  if (RIESGO === 'A' && balance * toCents(supported) < 0n) return true
  const amount = difference >= toCents(UMBRAL.monto)
  // Of a balance of nothing there is no per cent: the amount alone decides, where there is one.
  const percent = balance === 0n ? undefined : difference * 10_000n >= magnitude(balance) * toCents(UMBRAL.porcentaje)
  const rules: Record<Of['base'], boolean> = {
    MONTO: amount,
    PORCENTAJE: percent ?? true,
    AMBOS_Y: amount && percent !== false,
    AMBOS_O: amount || percent === true,
  }
  return rules[UMBRAL.base]
}
