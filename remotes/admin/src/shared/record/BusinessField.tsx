import { useTranslation } from '@cuadre/shell'
import { ComboField } from '@cuadre/ui/forms'
import { usePlaces } from './usePlaces.ts'

/** The business of what is created; afterwards it stays what it is. */
export function BusinessField({ row }: { row?: { ID_NEGOCIO: number; NEGOCIO: string } | undefined }) {
  const { t } = useTranslation('admin')
  const { businesses } = usePlaces()
  return (
    <ComboField
      name="ID_NEGOCIO"
      label={t('field.NEGOCIO')}
      help={row && t('record.businessFixed')}
      options={row ? [{ value: String(row.ID_NEGOCIO), label: row.NEGOCIO }] : businesses}
      disabled={row !== undefined}
      wide
    />
  )
}
