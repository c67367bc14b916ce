import { useTranslation } from '@cuadre/shell'
import { memo, use, useState } from 'react'
import { Brand } from './Brand.tsx'
import { MenuIcon } from './icons.tsx'
import { type Group, groupIcon } from './menu.ts'
import { CurrentPath, NavEntries } from './NavEntry.tsx'

/** A column of menu groups, and beside it the pages of the current or last pressed one. */
export const StackedNav = memo(({ groups }: { groups: Group[] }) => {
  const { t } = useTranslation()
  const pathname = use(CurrentPath)
  const here = groups.find(({ entries }) => entries.some(({ path }) => path === pathname || pathname.startsWith(`${path}/`)))
  const [pressed, setPressed] = useState<{ id: string; at: string }>()
  const id = (pressed?.at === pathname ? pressed.id : here?.id) ?? 'top'
  const shown = groups.find((group) => group.id === id) ?? groups[0]
  const name = (group: string) => (group === 'top' ? t('menu.top') : t(`menu.${group}`))
  return (
    <nav className="stack" aria-label={t('nav.main')}>
      <div className="stack-groups">
        <Brand />
        {groups.map((group) => (
          <button
            key={group.id}
            type="button"
            className="btn btn-ghost btn-icon"
            title={name(group.id)}
            aria-pressed={group.id === shown?.id}
            onClick={() => setPressed({ id: group.id, at: pathname })}
          >
            <MenuIcon name={groupIcon(group.id)} />
            <span className="sr-only">{name(group.id)}</span>
          </button>
        ))}
      </div>
      {shown && (
        <div className="nav stack-section">
          <div className="nav-title">{name(shown.id)}</div>
          <NavEntries entries={shown.entries} />
        </div>
      )}
    </nav>
  )
})
