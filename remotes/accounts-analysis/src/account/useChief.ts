import { useTranslation } from '@cuadre/shell'
import type { Metadata } from './assignment.ts'

/** Who will decide the analyses of a department, or that nobody can. */
export function useChief() {
  const { t } = useTranslation('accounts-analysis')
  return ({ JEFE: chief, JEFE_ACTIVO }: Pick<Metadata['departamentos'][number], 'JEFE' | 'JEFE_ACTIVO'>) =>
    chief === null ? t('account.noChief') : t(JEFE_ACTIVO === false ? 'account.chiefGone' : 'account.chief', { chief })
}
