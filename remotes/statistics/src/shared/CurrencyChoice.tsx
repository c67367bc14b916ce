import { useTranslation } from '@cuadre/shell'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { useGroupCurrency } from './useGroupCurrency.ts'

/** Each amount in its own currency, or converted into the group's as well; nothing to choose where the group has none. */
export function CurrencyChoice() {
  const { t } = useTranslation('statistics')
  const { group, converts, choose, isLoading } = useGroupCurrency()
  if (!group && !isLoading) return null
  const choice = (
    <SegmentedControl
      label={t('conversion.choose')}
      value={converts ? 'grupo' : 'propia'}
      onChange={choose}
      options={[
        { value: 'propia', label: t('conversion.own') },
        { value: 'grupo', label: t('conversion.into', { currency: group ?? 'XXX' }) },
      ]}
    />
  )
  // As wide before the group's currency is known, so that nothing beside it moves.
  return group ? choice : <span style={{ visibility: 'hidden' }}>{choice}</span>
}
