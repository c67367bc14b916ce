import type { AccountPeriod } from '@cuadre/api/account'
import { isAmount, isZero } from '@cuadre/tables/format/cents'
import { Money } from '@cuadre/ui'
import { hasValue } from './periods.ts'

/** There is one once somebody answers for it: a balance that nobody has supported yet is no difference (decisions §13). */
export function Difference({ of }: { of: Pick<AccountPeriod, 'COD_ANALISIS' | 'FECHA_ENVIO' | 'AUTO' | 'VARIACION'> }) {
  const value = hasValue(of) ? of.VARIACION : null
  return (
    <span className={isAmount(value) && !isZero(value) ? 'strong' : undefined}>
      <Money value={value} />
    </span>
  )
}
