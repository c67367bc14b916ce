import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { TextLink } from '../page/Breadcrumbs.tsx'

export interface Tab {
  value: string
  label: string
  count?: ReactNode
  /** If given, the tab is a link to a page; otherwise it switches the panel. */
  to?: string
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange?: (value: string) => void
  /** Content of the selected tab. */
  children?: ReactNode
}

const Word = ({ tab }: { tab: Tab }) => (
  <>
    {tab.label}
    {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
  </>
)

export const Tabs = ({ label, tabs, value, onChange, children }: TabsProps) => {
  const id = useId()
  if (tabs.some((tab) => tab.to))
    return (
      <>
        <nav className="tabs" aria-label={label}>
          {tabs.map((tab) => (
            <TextLink key={tab.value} href={tab.to ?? ''} className="tab" current={tab.value === value}>
              <Word tab={tab} />
            </TextLink>
          ))}
        </nav>
        {children}
      </>
    )
  const onKeyDown = (event: KeyboardEvent) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1 }[event.key]
    const at = tabs.findIndex((tab) => tab.value === value)
    const to = step ? (at + step + tabs.length) % tabs.length : { Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = tabs[to]
    if (!next) return
    onChange?.(next.value)
    document.getElementById(`${id}-${next.value}`)?.focus()
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown} tabIndex={-1}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            className="tab"
            aria-selected={tab.value === value}
            aria-controls={children ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange?.(tab.value)}
          >
            <Word tab={tab} />
          </button>
        ))}
      </div>
      {children && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
          {children}
        </div>
      )}
    </>
  )
}
