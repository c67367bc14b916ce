import { MATERIALITY, STATE_NAMES, type StateName } from '@cuadre/api/analysis'
import { MARKS } from '@cuadre/api/movement'
import { useTranslation } from '@cuadre/shell'
import { IconButton, useTexts, useUi } from '@cuadre/ui'
import { useExport } from '@cuadre/ui/data'
import { Menu, Popover } from '@cuadre/ui/overlay'
import { ArrowDownWideNarrow, Download, ListFilter, Search, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Day } from './Day.tsx'
import { filterCount, NO_FILTERS, ORDERS, STATES, type StateFilter, type UrlFilters } from './urlFilters.ts'
import { useKeys } from './useKeys.ts'
import type { Queue } from './useQueue.ts'
import { useStatuses, useSubstateName } from './useSubstates.ts'

interface Props {
  asked: UrlFilters
  queue: Queue
  onAsk: (change: Partial<UrlFilters>) => void
}

/** Search, filters and order, in one line of the list's pane. All of it is in the address. */
export function Filters({ asked, queue, onAsk }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const save = useExport()
  const [open, setOpen] = useState(false)
  const count = filterCount(asked)
  const nameOf = useSubstateName()
  const statuses = useStatuses()
  const substates = statuses.filter(({ esSistema }) => !esSistema)
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too young for some browsers
    <div className="review-filters" role="search">
      <SearchBox value={asked.search} onSearch={(search) => onAsk({ search })} />
      <Popover
        label={t('review.filters')}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className={count > 0 ? 'btn btn-sm review-filtered' : 'btn btn-sm'} aria-label={t('review.filters')}>
            <ListFilter aria-hidden />
            {count > 0 && <span className="count">{count}</span>}
          </button>
        }
      >
        <div className="review-filter-panel">
          <Choice
            label={t('review.business')}
            value={asked.business}
            options={queue.counts?.negocios ?? []}
            onChange={(business) => onAsk({ business })}
          />
          <Choice
            label={t('review.department')}
            value={asked.department}
            options={queue.counts?.departamentos ?? []}
            onChange={(department) => onAsk({ department })}
          />
          <DepartmentName value={asked.departmentName} onChange={(departmentName) => onAsk({ departmentName })} />
          <div className="review-filter-pair">
            <Day label={t('review.sentFrom')} value={asked.from} onChange={(from) => onAsk({ from })} />
            <Day label={t('review.sentTo')} value={asked.to} onChange={(to) => onAsk({ to })} />
          </div>
          <div className="review-filter-pair">
            {(Object.keys(STATES) as StateFilter[]).map((name) => (
              <StateChoice
                key={name}
                label={t(`review.stateOf.${name}`)}
                value={asked.states[name]}
                onChange={(states) => onAsk({ states: { ...asked.states, [name]: states } })}
              />
            ))}
          </div>
          {substates.length > 0 && (
            <Choice
              label={t('review.substate')}
              value={asked.substate}
              least={1}
              options={substates.map((status) => ({ id: status.id, nombre: nameOf(status) }))}
              onChange={(substate) => onAsk({ substate })}
            />
          )}
          {(asked.overLimit || statuses.some(({ slaHorasHabiles }) => slaHorasHabiles !== null)) && (
            <label className="option">
              <input
                type="checkbox"
                className="checkbox"
                checked={asked.overLimit}
                onChange={(event) => onAsk({ overLimit: event.target.checked })}
              />
              {t('review.overLimit')}
            </label>
          )}
          <Checks
            legend={t('review.materiality')}
            names={MATERIALITY.toReversed()}
            value={asked.materiality}
            text={(name) => t(`review.materialities.${name}`)}
            onChange={(materiality) => onAsk({ materiality })}
          />
          {asked.kind === 'individual' && (
            <Checks
              legend={t('unusual.movement')}
              names={MARKS}
              value={asked.movement}
              text={(name) => t(`unusual.marks.${name}`)}
              onChange={(movement) => onAsk({ movement })}
            />
          )}
          {asked.analyst !== undefined && (
            <button type="button" className="btn btn-sm" onClick={() => onAsk({ analyst: undefined })}>
              {t('review.analyst')}: {queue.items[0]?.ANALISTA ?? asked.analyst}
              <X aria-hidden />
            </button>
          )}
          {asked.account !== undefined && (
            <button type="button" className="btn btn-sm" onClick={() => onAsk({ account: undefined })}>
              {t('review.account')}: {queue.items[0]?.CUENTA || asked.account}
              <X aria-hidden />
            </button>
          )}
          {count > 0 && (
            <button type="button" className="link small" onClick={() => onAsk(NO_FILTERS)}>
              {t('review.clearFilters')}
            </button>
          )}
        </div>
      </Popover>
      <IconButton
        size="sm"
        variant="outline"
        label={t('review.excel')}
        icon={<Download aria-hidden />}
        onClick={() => void save(t('review.exportName'), queue.excel())}
      />
      <Menu
        align="end"
        entries={[
          { heading: t('review.orderBy') },
          ...ORDERS.map((order) => ({
            label: t(`review.order.${order}`),
            current: order === asked.order,
            onSelect: () => onAsk({ order }),
          })),
        ]}
        trigger={
          <IconButton
            size="sm"
            variant="outline"
            label={`${t('review.orderBy')}: ${t(`review.order.${asked.order}`)}`}
            icon={<ArrowDownWideNarrow aria-hidden />}
          />
        }
      />
    </div>
  )
}

interface ChecksProps<T extends string> {
  legend: string
  names: readonly T[]
  value: readonly T[]
  text: (name: T) => string
  onChange: (names: T[]) => void
}
const Checks = <T extends string>({ legend, names, value, text, onChange }: ChecksProps<T>) => (
  <fieldset>
    <legend className="label">{legend}</legend>
    {names.map((name) => (
      <label key={name} className="option">
        <input
          type="checkbox"
          className="checkbox"
          checked={value.includes(name)}
          onChange={(event) => onChange(event.target.checked ? [...value, name] : value.filter((other) => other !== name))}
        />
        {text(name)}
      </label>
    ))}
  </fieldset>
)

interface ChoiceProps {
  label: string
  value: number | undefined
  options: readonly { id: number; nombre: string }[]
  /** Of options, from which there is something to choose. */
  least?: number
  onChange: (id: number | undefined) => void
}
function Choice({ label, value, options, least = 2, onChange }: ChoiceProps) {
  const { t } = useTranslation('accounts-analysis')
  const id = useId()
  if (options.length < least && value === undefined) return null
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="input" value={value ?? 0} onChange={(event) => onChange(Number(event.target.value) || undefined)}>
        <option value={0}>{t('review.all')}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.nombre}
          </option>
        ))}
      </select>
    </div>
  )
}

/** One of the three states; several of an address stay until another choice. */
function StateChoice({ label, value, onChange }: { label: string; value: readonly StateName[]; onChange: (states: StateName[]) => void }) {
  const { t } = useTranslation('accounts-analysis')
  const texts = useTexts()
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input"
        value={value.length > 1 ? 'several' : (value[0] ?? '')}
        onChange={(event) => onChange(STATE_NAMES.filter((name) => name === event.target.value))}
      >
        <option value="">{t('review.all')}</option>
        {value.length > 1 && <option value="several">{value.map((name) => texts.states[name]).join(', ')}</option>}
        {STATE_NAMES.map((name) => (
          <option key={name} value={name}>
            {texts.states[name]}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Asked for when one leaves the field: each letter would be another list. */
function DepartmentName({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { t } = useTranslation('accounts-analysis')
  const id = useId()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const ask = () => text.trim() !== value && onChange(text.trim())
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {t('review.departmentName')}
      </label>
      <input
        id={id}
        className="input"
        maxLength={120}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={ask}
        onKeyDown={(event) => event.key === 'Enter' && ask()}
      />
    </div>
  )
}

const DELAY_MS = 250

function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation('accounts-analysis')
  const { shortcuts } = useUi()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const search = useRef(onSearch)
  search.current = onSearch
  useKeys({ '/': () => input.current?.focus() })
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      search.current(text)
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="search">
      <Search aria-hidden />
      <input
        ref={input}
        className="input"
        type="search"
        aria-label={t('review.search')}
        placeholder={t('review.search')}
        aria-keyshortcuts={shortcuts ? '/' : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          if (text) setText('')
          else input.current?.blur()
        }}
      />
    </div>
  )
}
