import type { AccountPeriod } from '@cuadre/api/account'
import { isAmount } from '@cuadre/tables/format/cents'

/** Something was submitted in it: only then there is a supported value to show. */
export const hasValue = ({ COD_ANALISIS, FECHA_ENVIO, AUTO }: Pick<AccountPeriod, 'COD_ANALISIS' | 'FECHA_ENVIO' | 'AUTO'>) =>
  COD_ANALISIS !== null && (FECHA_ENVIO !== null || AUTO)

// Only for places on the drawing: the figures beside it stay text.
const point = (amount: string | null) => (isAmount(amount) ? Number(amount) : null)

/** Balance and supported value, oldest first, a hole where nothing was submitted. */
export const seriesOf = (periods: readonly AccountPeriod[]) => {
  const oldestFirst = [...periods].reverse()
  return {
    months: oldestFirst.map(({ PERIODO }) => PERIODO),
    balance: oldestFirst.map(({ VALOR_BALANCE }) => point(VALOR_BALANCE)),
    supported: oldestFirst.map((period) => (hasValue(period) ? point(period.VALOR_ANALISIS) : null)),
  }
}
