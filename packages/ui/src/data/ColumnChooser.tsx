import { ChevronDown, ChevronUp, Columns3, Lock } from 'lucide-react'
import { Popover } from '../overlay/Popover.tsx'
import { Button } from '../parts/Button.tsx'
import { useTexts } from '../uiContext.ts'
import { type AnyColumn, isShown, orderedColumns } from './column.ts'
import type { Table } from './useTableState.ts'

/** Chooses and orders the columns; stored on this device. Ordered with buttons, so that it works without dragging. */
export const ColumnChooser = ({ table, columns }: { table: Table; columns: readonly AnyColumn[] }) => {
  const texts = useTexts()
  const { preferences, prefer } = table
  const ordered = orderedColumns(columns, preferences)
  const hidden = ordered.filter((column) => !isShown(column, preferences)).map((column) => column.id)
  const show = (id: string, on: boolean) => prefer({ hidden: on ? hidden.filter((h) => h !== id) : [...hidden, id] })
  const move = (index: number, step: number) => {
    const ids = ordered.map((column) => column.id)
    const [id] = ids.splice(index, 1)
    ids.splice(index + step, 0, id as string)
    prefer({ order: ids })
  }
  return (
    <Popover
      align="end"
      label={texts.columns}
      trigger={
        <Button icon={<Columns3 aria-hidden />} aria-label={texts.columns} title={texts.columns}>
          <span>{texts.columns}</span>
        </Button>
      }
    >
      <div className="options">
        <div className="options-head">
          {texts.columns}
          <button type="button" className="link" onClick={() => prefer({ order: undefined, hidden: undefined })}>
            {texts.reset}
          </button>
        </div>
        {ordered.map((column, i) =>
          column.hideable === false ? (
            <div key={column.id} className="option" title={texts.locked}>
              <Lock aria-hidden />
              {column.header}
            </div>
          ) : (
            // Not a label around everything: the buttons' names would be in the checkbox's.
            <div key={column.id} className="option">
              <label>
                <input
                  type="checkbox"
                  className="checkbox"
                  checked={isShown(column, preferences)}
                  onChange={(event) => show(column.id, event.target.checked)}
                />
                {column.header}
              </label>
              <span className="option-tools">
                <button type="button" aria-label={texts.moveUp(column.header)} aria-disabled={i === 0} onClick={() => i > 0 && move(i, -1)}>
                  <ChevronUp aria-hidden />
                </button>
                <button
                  type="button"
                  aria-label={texts.moveDown(column.header)}
                  aria-disabled={i === ordered.length - 1}
                  onClick={() => i < ordered.length - 1 && move(i, 1)}
                >
                  <ChevronDown aria-hidden />
                </button>
              </span>
            </div>
          ),
        )}
      </div>
    </Popover>
  )
}
