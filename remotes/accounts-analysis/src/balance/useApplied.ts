import { useTranslation } from '@cuadre/shell'
import { useCounted, useListed } from '../shared/counted.ts'
import type { RowClass } from './classes.tsx'
import type { Load } from './loads.ts'

/** What will be applied, in one sentence with its numbers. */
export function useApplied(preview: Load['preview']) {
  const { t } = useTranslation('accounts-analysis')
  const counted = useCounted()
  const listed = useListed()
  const of = (name: RowClass) => preview?.clases.find((row) => row.clase === name)?.cuentas ?? 0
  const applied = of('nueva') + of('cambia') + of('igual')
  const rest = [
    ...(of('rechazada') > 0 ? [t('balance.apply.refused', counted(of('rechazada')))] : []),
    ...(of('grupo') > 0 ? [t('balance.apply.groups', counted(of('grupo')))] : []),
    ...(of('cero') > 0 ? [t('balance.apply.zeros', counted(of('cero')))] : []),
    ...(of('falta') > 0 ? [t('balance.apply.missing', counted(of('falta')))] : []),
  ]
  return {
    count: applied,
    what: t('balance.apply.balances', counted(applied)),
    how: t('balance.apply.how', counted(applied)),
    rest: rest.length > 0 ? listed(rest) : undefined,
  }
}
