import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../parts/Button.tsx'
import { useTexts } from '../uiContext.ts'
import type { Table } from './useTableState.ts'

interface BulkBarProps {
  table: Table
  /** If more than the checked rows are selected: all that match the filters. */
  count?: number
  children: ReactNode
}

/** Floats over the lower edge of the table while rows are selected; its buttons include the number: "Rechazar 6". */
export const BulkBar = ({ table, count: countOverride, children }: BulkBarProps) => {
  const texts = useTexts()
  const count = table.selection.size === 0 ? 0 : (countOverride ?? table.selection.size)
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
