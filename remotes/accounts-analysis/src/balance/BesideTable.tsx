import { useTranslation } from '@cuadre/shell'
import { columnLetters } from '@cuadre/tables/format/cell'
import { Note } from '@cuadre/ui'
import { besideTable, type Layout } from './mapping.ts'

/** That the sheet has a second table to the right, whose rows are not read: nobody should miss half of a balance. */
export function BesideTable({ layout, ...where }: { layout: Layout; headerRow: number; account: number | undefined }) {
  const { t } = useTranslation('accounts-analysis')
  const at = besideTable(layout, where)
  if (!at) return null
  return (
    <div role="alert" style={{ marginBlockStart: 12 }}>
      <Note kind="warning">{t('balance.besideTable', { column: columnLetters(at.index), header: at.header })}</Note>
    </div>
  )
}
