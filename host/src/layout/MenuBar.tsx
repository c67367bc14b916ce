import { useTranslation } from '@cuadre/shell'
import { ChevronDown } from 'lucide-react'
import { memo } from 'react'
import type { Group } from './menu.ts'
import { NavEntries } from './NavEntry.tsx'
import { Popover } from './Popover.tsx'

/** The menu in one line: top-level pages as links, groups as panels. */
export const MenuBar = memo(({ groups }: { groups: Group[] }) => {
  const { t } = useTranslation()
  return (
    <nav className="menubar" aria-label={t('nav.main')}>
      {groups.map(({ id, entries }) =>
        id === 'top' ? (
          <NavEntries key={id} entries={entries} />
        ) : (
          <Popover key={id} named className="menubar-group" label={t(`menu.${id}`)} icon={<ChevronDown aria-hidden />}>
            {(close) => (
              <div className="nav">
                <NavEntries entries={entries} onNavigate={close} />
              </div>
            )}
          </Popover>
        ),
      )}
    </nav>
  )
})
