import { Menu as Parts, Portal } from '@chakra-ui/react'
import { Ellipsis } from 'lucide-react'
import { type ReactElement, type ReactNode, use } from 'react'
import { IconButton } from '../parts/Button.tsx'
import { CursorRow } from '../uiContext.ts'

interface MenuAction {
  label: string
  onSelect: () => void
  icon?: ReactNode
  /** Shown at the end: a shortcut, a check mark. */
  end?: ReactNode
  hint?: string
  danger?: boolean
  disabled?: boolean
  /** The current choice. */
  current?: boolean
}
/** An action, a separator, or a heading over a group of actions. */
type MenuEntry = MenuAction | 'line' | { heading: string }

interface MenuProps {
  /** A button; it gets the menu's attributes. */
  trigger: ReactElement
  entries: readonly MenuEntry[]
  align?: 'start' | 'end'
}

export const Menu = ({ trigger, entries, align = 'start' }: MenuProps) => (
  <Parts.Root positioning={{ placement: `bottom-${align}`, gutter: 4 }} lazyMount unmountOnExit>
    <Parts.Trigger asChild>{trigger}</Parts.Trigger>
    <Portal>
      <Parts.Positioner className="float-place">
        <Parts.Content className="menu">
          {entries.map((entry, i) => {
            if (entry === 'line') return <Parts.Separator key={i} className="menu-line" />
            if ('heading' in entry)
              return (
                <div key={entry.heading} className="menu-label">
                  {entry.heading}
                </div>
              )
            return (
              <Parts.Item
                key={entry.label}
                value={entry.label}
                className="menu-item"
                disabled={entry.disabled}
                data-danger={entry.danger || undefined}
                data-current={entry.current || undefined}
                onSelect={entry.onSelect}
              >
                {entry.icon}
                <span>
                  {entry.label}
                  {entry.hint && (
                    <>
                      <br />
                      <small>{entry.hint}</small>
                    </>
                  )}
                </span>
                {entry.end && <span className="menu-end">{entry.end}</span>}
              </Parts.Item>
            )
          })}
        </Parts.Content>
      </Parts.Positioner>
    </Portal>
  </Parts.Root>
)

/** The "…" menu of a row. In a grid Tab goes to that of the cursor's row, and to no other. */
export const RowMenu = ({ label, entries }: { label: string; entries: readonly MenuEntry[] }) => {
  const cursor = use(CursorRow)
  return (
    <Menu
      align="end"
      entries={entries}
      trigger={
        <IconButton size="sm" className="row-act" label={label} icon={<Ellipsis aria-hidden />} tabIndex={cursor === false ? -1 : 0} />
      }
    />
  )
}
