import { useTranslation } from '@cuadre/shell'
import { useCallback } from 'react'
import { useCounted, useListed } from '../shared/counted.ts'
import type { Load } from './loads.ts'

/** What a load did, or waits for, in a few words: "146 saldos, 3 cuentas nuevas y 14 análisis reabiertos". */
export function useDone() {
  const { t } = useTranslation('accounts-analysis')
  const counted = useCounted()
  const listed = useListed()
  return useCallback(
    ({ ESTADO, resultado, preview, REPETIDA_DE }: Pick<Load, 'ESTADO' | 'resultado' | 'preview' | 'REPETIDA_DE'>) => {
      if (ESTADO === 'confirmada' && resultado) {
        if (REPETIDA_DE !== null) return t('balance.done.nothing')
        const { saldos, cuentasCreadas, analisisNuevos, reabiertos } = resultado
        return listed([
          t('balance.done.balances', counted(saldos)),
          ...(cuentasCreadas > 0 ? [t('balance.done.accounts', counted(cuentasCreadas))] : []),
          ...(analisisNuevos > 0 ? [t('balance.done.analyses', counted(analisisNuevos))] : []),
          ...(reabiertos > 0 ? [t('balance.done.reopened', counted(reabiertos))] : []),
        ])
      }
      if (ESTADO === 'revision' && preview) return t('balance.done.rows', counted(preview.filas))
      return '—'
    },
    // counted and listed follow the language, as t does
    [t],
  )
}
