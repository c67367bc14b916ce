import { getGroupCurrency } from '@cuadre/api/exchange-rate'
import { query } from '@cuadre/shell'
import { useQuery } from '@tanstack/react-query'
import { useAddress } from './useAddress.ts'

export const convertsAsked = (params: URLSearchParams) => params.get('convertido') === 'grupo'

/** Amounts in the group's currency too, where the address asks for it (`convertido=grupo`) and the group has one. */
export function useGroupCurrency() {
  const [params, put] = useAddress({ replace: true })
  const { data: known, isLoading } = useQuery(query(getGroupCurrency))
  return {
    isLoading,
    group: known?.MONEDA ?? undefined,
    // What the address asks for need not wait for the currency's name.
    converts: known?.MONEDA !== null && convertsAsked(params),
    choose: (value: string) => put('convertido', value === 'grupo' ? 'grupo' : undefined),
  }
}
