import { MATERIALITY } from '@cuadre/api/analysis'
import { MARKS } from '@cuadre/api/movement'
import { mySubManagements } from '@cuadre/api/session'
import { query, useTranslation } from '@cuadre/shell'
import { IconButton, useKeys, useUi } from '@cuadre/ui'
import { useExport } from '@cuadre/ui/data'
import { Menu, Popover } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { ArrowDownWideNarrow, Download, ListFilter, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Day } from '../shared/filter/Day.tsx'
import { Check, Checks, DepartmentName, OneOf, StateChoice } from '../shared/filter/fields.tsx'
import { ORDERS, STATES, type StateFilter } from '../shared/filter/values.ts'
import { useStatuses, useSubstateName } from '../shared/substate/useSubstates.ts'
import { filterCount, NO_FILTERS, type UrlFilters } from './urlFilters.ts'
import type { Queue } from './useQueue.ts'

interface Props {
  asked: UrlFilters
  queue: Queue
  onAsk: (change: Partial<UrlFilters>) => void
}

/** Search, filters and order, in one line of the list's pane. All of it is in the address. */
export function Filters({ asked, queue, onAsk }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const first = queue.items[0]
  const save = useExport()
  const [open, setOpen] = useState(false)
  const count = filterCount(asked)
  const nameOf = useSubstateName()
  const statuses = useStatuses()
  const subManagements = (useQuery({ ...query(mySubManagements), enabled: open || asked.subManagement !== undefined }).data ?? []).map(
    ({ COD_SUB_GERENCIA: id, NOMBRE_SUB_GERENCIA: nombre }) => ({ id, nombre }),
  )
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
        <div className="filter-panel">
          <OneOf
            label={t('review.business')}
            value={asked.business}
            options={queue.counts?.negocios ?? []}
            onChange={(business) => onAsk({ business })}
          />
          <OneOf
            label={t('review.department')}
            value={asked.department}
            options={queue.counts?.departamentos ?? []}
            onChange={(department) => onAsk({ department })}
          />
          <OneOf
            label={t('review.subManagement')}
            value={asked.subManagement}
            options={subManagements}
            onChange={(subManagement) => onAsk({ subManagement })}
          />
          <DepartmentName value={asked.departmentName} onChange={(departmentName) => onAsk({ departmentName })} />
          <div className="filter-pair">
            <Day label={t('review.sentFrom')} value={asked.from} onChange={(from) => onAsk({ from })} />
            <Day label={t('review.sentTo')} value={asked.to} onChange={(to) => onAsk({ to })} />
          </div>
          <div className="filter-pair">
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
            <OneOf
              label={t('review.substate')}
              value={asked.substate}
              least={1}
              options={substates.map((status) => ({ id: status.id, nombre: nameOf(status) }))}
              onChange={(substate) => onAsk({ substate })}
            />
          )}
          {(asked.overLimit || statuses.some(({ slaHorasHabiles }) => slaHorasHabiles !== null)) && (
            <Check label={t('review.overLimit')} checked={asked.overLimit} onChange={(overLimit) => onAsk({ overLimit })} />
          )}
          <Checks
            legend={t('review.materiality')}
            names={MATERIALITY.toReversed()}
            value={asked.materiality}
            text={(name) => t(`review.materialities.${name}`)}
            onChange={(materiality) => onAsk({ materiality })}
          />
          <Checks
            legend={t('unusual.movement')}
            names={MARKS}
            value={asked.movement}
            text={(name) => t(`unusual.marks.${name}`)}
            onChange={(movement) => onAsk({ movement })}
          />
          {asked.analyst !== undefined && (
            <button type="button" className="btn btn-sm" onClick={() => onAsk({ analyst: undefined })}>
              {t('review.analyst')}: {first?.ANALISTA ?? asked.analyst}
              <X aria-hidden />
            </button>
          )}
          {asked.account !== undefined && (
            <button type="button" className="btn btn-sm" onClick={() => onAsk({ account: undefined })}>
              {t('review.account')}: {(first?.kind === 'individual' && first.CUENTA) || asked.account}
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
