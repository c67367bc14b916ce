import type { AccountPeriod } from '@cuadre/api/account'
import { isAmount, isZero } from '@cuadre/tables/format/cents'
import { Money } from '@cuadre/ui'
import { hasValue } from './periods.ts'

/** The difference stands out once somebody answers for it; before, it is the balance that nobody has supported yet. */
export function Difference({ of }: { of: Pick<AccountPeriod, 'COD_ANALISIS' | 'FECHA_ENVIO' | 'AUTO' | 'VARIACION'> }) {
  const { VARIACION } = of
  const none = !isAmount(VARIACION) || isZero(VARIACION)
  return (
    <span className={!hasValue(of) ? 'muted' : none ? undefined : 'strong'}>
      <Money value={VARIACION} />
    </span>
  )
}
