import { currentLocale, signOut, switchLocale, useNavigate, useTranslation } from '@cuadre/shell'
import { Kbd, useUi } from '@cuadre/ui'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Area } from '../federation/areas.ts'
import { changeAppearance, currentAppearance } from '../layout/appearance.ts'
import { MenuIcon } from '../layout/icons.tsx'
import type { Group } from '../layout/menu.ts'
import { destinations, found } from './entries.ts'
import { useRecords } from './useRecords.ts'
import './palette.css'

type Choice = { id: string; label: string; group: string; icon: string; path?: string; run: () => void }

/** Ctrl-K: every page the person may open, accounts and analyses in their scope, and what is always at hand, by a few letters. */
export default function Palette({ areas, groups, onClose }: { areas: Area[]; groups: Group[]; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const locale = currentLocale()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])

  const help = useUi().helpAddress()
  const dark = currentAppearance().theme === 'dark'
  const always: Choice[] = [
    {
      id: 'theme',
      label: dark ? t('palette.useLight') : t('palette.useDark'),
      icon: 'parameters',
      run: () => changeAppearance({ theme: dark ? 'light' : 'dark' }),
    },
    {
      id: 'language',
      label: locale === 'es' ? t('palette.useEnglish') : t('palette.useSpanish'),
      icon: 'countries',
      run: () => void switchLocale(locale === 'es' ? 'en' : 'es'),
    },
    ...(help ? [{ id: 'help', label: t('user.help'), icon: 'help', path: help, run: () => navigate(help) }] : []),
    { id: 'out', label: t('user.signOut'), icon: 'transfer', run: () => void signOut() },
  ].map((choice) => ({ ...choice, group: t('palette.always') }))
  const pages: Choice[] = destinations(groups, { group: (name) => t(`menu.${name}`), locale }).map((page) => ({
    ...page,
    id: page.path,
    run: () => navigate(page.path),
  }))
  const records = useRecords(areas, typed)
  const choices = [
    ...found(pages, typed),
    ...records.found.map((record) => ({ ...record, id: record.path, run: () => navigate(record.path) })),
    ...found(always, typed),
  ]
  const chosen = choices[Math.min(at, choices.length - 1)]

  const go = (choice: Choice | undefined, apart = false) => {
    if (!choice) return
    if (apart && choice.path) open(choice.path, '_blank', 'noopener')
    else {
      onClose()
      choice.run()
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move && choices.length > 0) {
      event.preventDefault()
      const next = (choices.indexOf(chosen!) + move + choices.length) % choices.length
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      go(chosen, event.ctrlKey || event.metaKey)
    }
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is the one on its backdrop
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('palette.title')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="palette-head">
        <Search aria-hidden />
        <input
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={chosen ? `${id}-${choices.indexOf(chosen)}` : undefined}
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd>Esc</Kbd>
      </div>
      <div className="palette-list" id={id} role="listbox" aria-busy={records.searching} aria-label={t('palette.results')} tabIndex={-1}>
        {choices.map((choice, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
          <div
            key={choice.id}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice === chosen}
            onClick={(event) => go(choice, event.ctrlKey || event.metaKey)}
            onPointerMove={() => setAt(i)}
          >
            <MenuIcon name={choice.icon} />
            <span className="grow ellipsis">{choice.label}</span>
            {choice.group && <span className="muted xsmall">{choice.group}</span>}
          </div>
        ))}
        {records.failed && <p className="palette-none">{t('palette.failed')}</p>}
        {choices.length === 0 && !records.failed && (
          <p className="palette-none">{records.searching ? t('palette.searching') : t('palette.nothing', { typed })}</p>
        )}
      </div>
      <footer className="palette-foot">
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('palette.move')}
        </span>
        <span>
          <Kbd>{t('palette.enter')}</Kbd> {t('palette.open')}
        </span>
        <span className="palette-apart">
          <Kbd>Ctrl</Kbd> <Kbd>{t('palette.enter')}</Kbd> {t('palette.apart')}
        </span>
        <span className="palette-count" role="status">
          {t('palette.count', { count: choices.length })}
        </span>
      </footer>
    </dialog>
  )
}
