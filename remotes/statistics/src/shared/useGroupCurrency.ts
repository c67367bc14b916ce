import { getGroupCurrency } from '@cuadre/api/exchange-rate'
import { query } from '@cuadre/shell'
import { useQuery } from '@tanstack/react-query'
import { useAddress } from './useAddress.ts'

/** Amounts in the group's currency too, where the address asks for it (`moneda=grupo`) and the group has one. */
export function useGroupCurrency() {
  const [params, put] = useAddress({ replace: true })
  const group = useQuery(query(getGroupCurrency)).data?.MONEDA ?? undefined
  return {
    group,
    converts: group !== undefined && params.get('moneda') === 'grupo',
    choose: (value: string) => put('moneda', value === 'grupo' ? 'grupo' : undefined),
  }
}
