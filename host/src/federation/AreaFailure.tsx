import { currentLocale, useTranslation } from '@cuadre/shell'
import { ErrorState } from '@cuadre/ui'
import type { Area, Fault } from './areas.ts'

/** The error state of an area: why it cannot be shown, and what to do. */
export function AreaFailure({ area, fault, onRetry }: { area: Area; fault: Fault; onRetry: () => void }) {
  const { t } = useTranslation()
  const name = area.data?.name[currentLocale()]
  return (
    <ErrorState title={name ? t(`area.${fault}`, { area: name }) : t('area.unknown')} onRetry={onRetry}>
      {t(fault === 'newer' ? 'area.newerHint' : 'area.hint')}
    </ErrorState>
  )
}
