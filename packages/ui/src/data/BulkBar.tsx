import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../parts/Button.tsx'
import { useTexts } from '../uiContext.ts'
import type { Table } from './useTableState.ts'

export interface BulkBarProps {
  table: Table
  /** More than what is ticked: everything that the filters let through. */
  count?: number
  children: ReactNode
}

/** Floats over the table's lower edge while something is selected; buttons carry the number: "Rechazar 6". */
export const BulkBar = ({ table, count: given, children }: BulkBarProps) => {
  const texts = useTexts()
  const count = table.selection.size === 0 ? 0 : (given ?? table.selection.size)
  return (
    <div className="bulk-dock">
      <span className="sr-only" role="status">
        {count > 0 ? texts.selected(count) : ''}
      </span>
      {count > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a toolbar, not a form's fieldset
        <div className="bulk" role="group" aria-label={texts.selected(count)}>
          <b className="strong num">{texts.selected(count)}</b>
          <hr />
          {children}
          <hr />
          <IconButton size="sm" label={texts.clearSelection} icon={<X aria-hidden />} onClick={table.clearSelection} />
        </div>
      )}
    </div>
  )
}
