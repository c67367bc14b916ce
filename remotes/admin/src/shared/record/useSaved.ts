import { useNavigate, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { useQueryClient } from '@tanstack/react-query'
import { ORGANISATION, type RecordKind } from './record.ts'

/** Says that a row was saved and goes back to its list. */
export function useSaved<Row extends { REVISION: number }, Values extends object>(kind: RecordKind<Row, Values>) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (row: Row, how: 'created' | 'saved') => {
    await Promise.all([kind.noun, ...ORGANISATION].map((noun) => client.invalidateQueries({ queryKey: [noun] })))
    const name = kind.nameOf(row)
    notify.success(how === 'created' ? t(`${kind.texts}.created`, { name }) : t(`${kind.texts}.saved`, { name }))
    // The form settles first: what is saved is not unsaved work.
    setTimeout(() => navigate(kind.list.link()))
  }
}
