import { RISKS } from '@cuadre/api/account'
import type { Threshold } from '@cuadre/api/threshold'
import { useTranslation } from '@cuadre/shell'
import { formatMoney, formatPercent, useLocale } from '@cuadre/ui'
import { limitsOf, usesAmount, usesPercent } from './rule.ts'

type Rule = Pick<Threshold, 'BASE' | 'MONTO'> & { PORCENTAJE: number; PISO_TRIVIAL: number } & Record<
    'FACTOR_A' | 'FACTOR_M' | 'FACTOR_B',
    string | number
  >

/** What a rule makes of a movement, by the risk of the account. */
export function Limits({ rule }: { rule: Rule }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const { BASE, MONTO, PORCENTAJE, PISO_TRIVIAL } = rule
  const percent = { minor: (PORCENTAJE * PISO_TRIVIAL) / 100, material: PORCENTAJE, critical: PORCENTAJE * 3 }
  const join = BASE === 'AMBOS_O' ? t('threshold.or') : t('threshold.and')
  return (
    <div className="table-frame">
      <table className="table" aria-label={t('threshold.limits')}>
        <thead>
          <tr>
            <th scope="col">{t('threshold.risk')}</th>
            {(['minor', 'material', 'critical'] as const).map((limit) => (
              <th key={limit} scope="col" className="end" style={{ whiteSpace: 'normal' }}>
                {t(`threshold.from.${limit}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RISKS.map((risk) => {
            const amounts = limitsOf(MONTO, Number(rule[`FACTOR_${risk}`]), PISO_TRIVIAL)
            return (
              <tr key={risk}>
                <td className="medium">{t(`threshold.risks.${risk}`)}</td>
                {(['minor', 'material', 'critical'] as const).map((limit) => (
                  <td key={limit} className="num end" style={{ whiteSpace: 'normal' }}>
                    {usesAmount(BASE) && <span className="nowrap">{formatMoney(amounts[limit], locale)}</span>}
                    {usesAmount(BASE) && usesPercent(BASE) && ` ${join} `}
                    {usesPercent(BASE) && <span className="nowrap">{formatPercent(percent[limit], locale, { decimals: 2 })}</span>}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
