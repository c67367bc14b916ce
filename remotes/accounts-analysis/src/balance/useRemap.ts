import { mapBalances } from '@cuadre/api/balance'
import { call, sentenceOf, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { currentLoad, type Load, useKeepLoad } from './loads.ts'

const remapping = (id: number) => ['balances', 'mapeo', id]
/** The preview is about to be another one. */
export const useRemapping = (id: number) => useIsMutating({ mutationKey: remapping(id) }) > 0

/** Changes how the rows of a load are taken, at one press; the preview is made again. */
export function useRemap({ COD_CARGA: id, mapping }: Load) {
  const { t } = useTranslation('accounts-analysis')
  const keep = useKeepLoad()
  return useMutation({
    mutationKey: remapping(id),
    mutationFn: (change: Partial<NonNullable<Load['mapping']>>) =>
      call(mapBalances, { params: { id }, body: { headerRow: 0, columns: {}, ...mapping, ...change } }),
    onSuccess: keep,
    onError: async (error) => {
      const current = currentLoad(error, id)
      if (current) await keep(current)
      else notify.danger(t('balance.group.notChanged'), { description: sentenceOf(error, t('balance.offline')) })
    },
  })
}
