import { Menu as Parts, Portal } from '@chakra-ui/react'
import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, type ReactNode, use, useId, useState } from 'react'
import { buttonClass } from '../parts/Button.tsx'
import { CursorRow } from '../uiContext.ts'
import { Chakra } from './Chakra.tsx'

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
export type MenuEntry = MenuAction | 'line' | { heading: string }

interface MenuProps {
  /** A button; it gets the menu's attributes. */
  trigger: ReactElement
  entries: readonly MenuEntry[]
  align?: 'start' | 'end'
}

export const Menu = ({ trigger, entries, align = 'start' }: MenuProps) => (
  <Chakra>
    <Parts.Root positioning={{ placement: `bottom-${align}`, gutter: 4 }} lazyMount unmountOnExit>
      <Parts.Trigger asChild>{trigger}</Parts.Trigger>
      <Entries entries={entries} />
    </Parts.Root>
  </Chakra>
)

const Entries = ({ entries }: Pick<MenuProps, 'entries'>) => (
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
)

interface RowMenuProps {
  label: string
  entries: readonly MenuEntry[]
}

/**
 * The "…" menu of a row. In a grid Tab goes to that of the cursor's row, and to no other. A list has hundreds: until one is opened it is
 * a button and nothing else.
 */
export const RowMenu = ({ label, entries }: RowMenuProps) => {
  const cursor = use(CursorRow)
  const id = useId()
  /** Since it was opened first: whether it still is, and with which entry it began. */
  const [menu, setMenu] = useState<{ open: boolean; times: number; first: string | undefined }>()
  const open = menu?.open === true
  const show = (first?: string) => setMenu({ open: true, times: (menu?.times ?? 0) + 1, first })
  const actions = entries.filter((entry) => typeof entry === 'object' && 'label' in entry && !entry.disabled) as MenuAction[]
  const onKeyDown = (event: KeyboardEvent) => {
    const entry = { ArrowDown: actions[0], ArrowUp: actions.at(-1) }[event.key]
    if (!entry) return
    event.preventDefault()
    if (!open) show(entry.label)
  }
  return (
    <>
      <button
        type="button"
        id={id}
        className={buttonClass('ghost', 'sm', 'btn-icon row-act')}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        data-state={open ? 'open' : 'closed'}
        tabIndex={cursor === false ? -1 : 0}
        onClick={() => (open ? setMenu(undefined) : show())}
        onKeyDown={onKeyDown}
      >
        <Ellipsis aria-hidden />
      </button>
      {menu && (
        <Chakra>
          <Parts.Root
            // Anew each time, so that it begins with the entry that the key asks for.
            key={menu.times}
            ids={{ trigger: id }}
            defaultOpen
            onOpenChange={(next) => setMenu({ ...menu, open: next.open })}
            defaultHighlightedValue={menu.first}
            positioning={{ placement: 'bottom-end', gutter: 4 }}
            lazyMount
            unmountOnExit
          >
            <Entries entries={entries} />
          </Parts.Root>
        </Chakra>
      )}
    </>
  )
}
