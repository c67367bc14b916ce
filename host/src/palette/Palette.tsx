import { currentLocale, signOut, switchLocale, useMe, useNavigate, useTranslation } from '@cuadre/shell'
import { Kbd, MAX_SEARCH, useUi } from '@cuadre/ui'
import { Search } from 'lucide-react'
import { Fragment, type KeyboardEvent, memo, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import type { Area } from '../federation/areas.ts'
import { changeAppearance, currentAppearance } from '../layout/appearance.ts'
import { MenuIcon } from '../layout/icons.tsx'
import type { Group } from '../layout/menu.ts'
import { actions, type Choice, destinations, found, foundPlaces, highlighted, type Line } from './entries.ts'
import { keepRecent, recents } from './recents.ts'
import { useRecords, useTyped } from './useRecords.tsx'
import './palette.css'

type Option = Line & { path?: string; run: () => void }
/** Lines that the list has room for, and a few more. */
const IN_SIGHT = 14
type Props = { areas: Area[]; groups: Group[]; typedAhead: { readonly current: string }; onClose: () => void }

/**
 * Ctrl-K, by a few letters: every page the person may open, what they may create, accounts, analyses, people, tickets and questions that they
 * may see, and what is always at hand; before anything is typed, what they opened last.
 */
export default function Palette({ areas, groups, typedAhead, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const locale = currentLocale()
  const me = useMe()
  const dialog = useRef<HTMLDialogElement>(null)
  const { typed, asked, type } = useTyped()
  const [at, setAt] = useState(0)
  const id = useId()
  // Not when it is drawn first: React may hold that back for a moment, in which more is typed.
  useEffect(() => {
    dialog.current?.showModal()
    type(typedAhead.current)
  }, [typedAhead, type])

  const help = useUi().helpAddress()
  const dark = currentAppearance().theme === 'dark'
  const always: Option[] = [
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
    { id: 'out', label: t('user.signOut'), icon: 'signOut', run: () => void signOut() },
  ].map((choice) => ({ ...choice, group: t('palette.always') }))
  const words = { pages: t('palette.pages'), actions: t('palette.actions'), group: (name: string) => t(`menu.${name}`), locale }
  const [last] = useState(() => recents(me))
  const places = [...destinations(groups, words), ...actions(areas, me, words)]
  const records = useRecords(areas, typed, asked)
  const opened = (choice: Choice): Option => ({
    ...choice,
    run: () => {
      keepRecent(me, choice)
      navigate(choice.path)
    },
  })
  // A page is named as now: the language may be another.
  const again = last.map((choice) => ({ ...choice, ...places.find((each) => each.id === choice.id), group: t('palette.recent') }))
  const first = found(again, typed)
  const others = [...foundPlaces(places, typed), ...records.found].filter((choice) => !first.some((each) => each.id === choice.id))
  const choices: Option[] = [...[...first, ...others].map(opened), ...found(always, typed)]
  const chosen = choices[Math.min(at, choices.length - 1)]
  // What is in sight is painted with the key itself, what is below the edge after it.
  const isPainted = useDeferredValue(typed) === typed
  const drawn = isPainted ? choices : choices.slice(0, IN_SIGHT)

  const go = (choice: Option | undefined, apart = false) => {
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
          maxLength={MAX_SEARCH}
          onChange={(event) => {
            type(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd>Esc</Kbd>
      </div>
      <div className="palette-list" id={id} role="listbox" aria-busy={records.searching} aria-label={t('palette.results')} tabIndex={-1}>
        {grouped(drawn).map(([group, options]) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={group} role="group" aria-label={group}>
            <div className="palette-group" aria-hidden>
              {group}
            </div>
            {options.map(([choice, i]) => (
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
                <OptionText code={choice.code} label={choice.label} detail={choice.detail} end={choice.end} typed={typed} />
              </div>
            ))}
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

/** The options under their headings, each with its place among all. */
const grouped = (options: readonly Option[]) => [
  ...Map.groupBy(
    options.map((option, i) => [option, i] as const),
    ([{ group }]) => group,
  ),
]

type OptionTextProps = Pick<Line, 'code' | 'label' | 'detail' | 'end'> & { typed: string }
/** The same words need not be drawn again when the answer comes. */
const OptionText = memo(function OptionText({ code, label, detail, end, typed }: OptionTextProps) {
  return (
    <>
      {code && (
        <span className="palette-code">
          <Highlight text={code} typed={typed} />
        </span>
      )}
      <span className="ellipsis palette-label" title={label}>
        <Highlight text={label} typed={typed} />
      </span>
      {detail && (
        <span className="muted ellipsis palette-detail" title={detail}>
          <Highlight text={detail} typed={typed} />
        </span>
      )}
      {end && <span className="palette-end">{end}</span>}
    </>
  )
})

const Highlight = ({ text, typed }: { text: string; typed: string }) =>
  highlighted(text, typed).map((part, i) => (i % 2 === 1 ? <mark key={i}>{part}</mark> : <Fragment key={i}>{part}</Fragment>))
