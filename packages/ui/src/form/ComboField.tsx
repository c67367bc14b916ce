import { ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { withoutAccents } from '../format/text.ts'
import { useTexts } from '../uiContext.ts'
import type { Option } from './choice.tsx'
import { type FieldProps, rule, useField } from './context.ts'
import { Frame } from './Frame.tsx'

interface ComboFieldProps extends FieldProps {
  /** The options, or a function that searches them on the server. */
  options: readonly Option[] | ((query: string) => Promise<readonly Option[]>)
  /** The option selected at the start, when `options` is a function. */
  initial?: Option
  placeholder?: string
  onChoose?: (option: Option | undefined) => void
}

const SEARCH_DELAY_MS = 250
/** Options drawn at once: of more, a text finds the others. */
const MAX_DRAWN = 200
const matches = (option: Option, query: string) => withoutAccents(`${option.label} ${option.hint ?? ''}`).includes(withoutAccents(query))

/** A select with search that ignores accents. Its value is the option's, '' when none is selected. */
export const ComboField = (props: ComboFieldProps) => {
  const { name, options, initial, placeholder, optional, disabled, validate, onChoose } = props
  const texts = useTexts()
  const listId = useId()
  const { form, id, error, attributes } = useField(props)
  const { field } = useController<FieldValues>({
    name,
    control: form.control,
    rules: { required: optional ? false : texts.required, validate: rule(validate) },
  })
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState<string>()
  const [found, setFound] = useState<readonly Option[]>()
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState(false)
  const [active, setActive] = useState(0)
  const [chosen, setChosen] = useState(initial)

  const fixed = typeof options === 'function' ? undefined : options
  const current = [...(fixed ?? []), ...(chosen ? [chosen] : []), ...(initial ? [initial] : [])].find((o) => o.value === field.value)
  const fitting = fixed ? (query ? fixed.filter((option) => matches(option, query)) : fixed) : found
  const shown = failed ? [] : fitting?.slice(0, MAX_DRAWN)

  const find = useRef(options)
  find.current = options
  useEffect(() => {
    const ask = find.current
    if (!open || typeof ask !== 'function') return
    let wanted = true
    const timer = setTimeout(
      () => {
        ask(query ?? '').then(
          (answer) => {
            if (!wanted) return
            setFound(answer)
            setFailed(false)
          },
          () => wanted && setFailed(true),
        )
      },
      query ? SEARCH_DELAY_MS : 0,
    )
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [open, query, tries])

  // In the browser's top layer, so that no drawer or table clips it; its position is computed under or over the field.
  useLayoutEffect(() => {
    const panel = list.current
    if (!open || !panel) return
    panel.showPopover?.()
    const position = () => {
      const box = input.current?.getBoundingClientRect()
      if (!box) return
      const below = innerHeight - box.bottom
      const up = below < 200 && box.top > below
      panel.style.left = `${box.left}px`
      panel.style.width = `${box.width}px`
      panel.style.top = up ? 'auto' : `${box.bottom + 4}px`
      panel.style.bottom = up ? `${innerHeight - box.top + 4}px` : 'auto'
    }
    position()
    addEventListener('scroll', position, true)
    addEventListener('resize', position)
    return () => {
      removeEventListener('scroll', position, true)
      removeEventListener('resize', position)
    }
  }, [open])

  useEffect(() => {
    if (open) list.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' })
  })

  const close = () => {
    setOpen(false)
    setQuery(undefined)
    setActive(0)
  }
  const choose = (option: Option | undefined) => {
    setChosen(option)
    field.onChange(option?.value ?? '')
    onChoose?.(option)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (!open) return setOpen(true)
      const count = shown?.length ?? 0
      if (count > 0) setActive((active + step + count) % count)
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      const option = shown?.[active]
      if (option && !option.disabled) choose(option)
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Tab' && open && query && shown?.[active]) choose(shown[active])
  }

  return (
    <Frame {...props} id={id} error={error}>
      <div className="affix">
        <input
          ref={(element) => {
            input.current = element
            field.ref(element)
          }}
          className="input"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && shown?.[active] ? `${listId}-${active}` : undefined}
          aria-required={!optional}
          disabled={disabled}
          placeholder={placeholder ?? texts.choose}
          {...attributes}
          value={query ?? current?.label ?? ''}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(0)
            setOpen(true)
          }}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            // An emptied field clears the value; an unfinished search restores the previous one.
            if (query === '' && field.value) choose(undefined)
            close()
            field.onBlur()
          }}
        />
        <span className="affix-end" aria-hidden style={{ pointerEvents: 'none' }}>
          <ChevronsUpDown size={14} className="lucide" />
        </span>
      </div>
      {open && (
        <div ref={list} id={listId} role="listbox" aria-label={props.label} className="combo-list" popover="manual">
          {shown?.map((option, i) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={option.value}
              id={`${listId}-${i}`}
              role="option"
              aria-selected={option.value === field.value}
              aria-disabled={option.disabled}
              data-active={i === active || undefined}
              onMouseEnter={() => setActive(i)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => !option.disabled && choose(option)}
            >
              <span className="ellipsis">{option.label}</span>
              {option.hint && <small>{option.hint}</small>}
            </div>
          ))}
          {!failed && fitting && fitting.length > MAX_DRAWN && (
            <div className="combo-none">{texts.range(1, MAX_DRAWN, fitting.length)}</div>
          )}
          {failed ? (
            <div className="combo-none" role="alert">
              {texts.choicesFailed}{' '}
              <button type="button" className="link" onMouseDown={(event) => event.preventDefault()} onClick={() => setTries(tries + 1)}>
                {texts.retry}
              </button>
            </div>
          ) : shown?.length !== 0 && shown !== undefined ? null : (
            <div className="combo-none" role="status">
              {shown ? texts.noResults : texts.searching}
            </div>
          )}
        </div>
      )}
    </Frame>
  )
}
