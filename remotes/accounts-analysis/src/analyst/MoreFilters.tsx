import { STATE_NAMES } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import type { Table } from '@cuadre/ui/data'
import { X } from 'lucide-react'
import { useId } from 'react'
import { Day } from '../shared/filter/Day.tsx'
import { Check, DepartmentName, OneOf, StateChoice } from '../shared/filter/fields.tsx'
import { ORDERS } from '../shared/filter/values.ts'
import { useStatuses, useSubstateName } from '../shared/substate/useSubstates.ts'
import { known } from '../shared/urlFilters.ts'
import { type More, moreCount, moreOf } from './moreFilters.ts'

/** What the server narrows the list by, and its orders: all of it in the address. `account`: the code of the one asked for. */
export function MoreFilters({ table, account }: { table: Table; account: string | undefined }) {
  const { t } = useTranslation('accounts-analysis')
  const order = useId()
  const nameOf = useSubstateName()
  const statuses = useStatuses()
  const substates = statuses.filter(({ esSistema }) => !esSistema)
  const { filters } = table.state
  const now = moreOf(filters)
  const count = moreCount(filters)
  const ask = (name: More, value: string | undefined) => table.filter(name, value ? [value] : [])
  const states = (name: 'principal' | 'jefatura' | 'control', label: string) => (
    <StateChoice label={t(label)} value={known(filters[name], STATE_NAMES) ?? []} onChange={(chosen) => table.filter(name, chosen)} />
  )
  return (
    <>
      <div className="filter-pair">
        <Day label={t('review.sentFrom')} value={now.dateStart} onChange={(day) => ask('desde', day)} />
        <Day label={t('review.sentTo')} value={now.dateEnd} onChange={(day) => ask('hasta', day)} />
      </div>
      <DepartmentName value={now.departamentName ?? ''} onChange={(name) => ask('nombreDepartamento', name)} />
      {!filters.estado?.[0] && states('principal', 'review.stateOf.estado')}
      <div className="filter-pair">
        {states('jefatura', 'review.stateOf.jefatura')}
        {states('control', 'review.stateOf.control')}
      </div>
      {substates.length > 0 && (
        <OneOf
          label={t('review.substate')}
          value={now.subestadoId?.[0]}
          least={1}
          options={substates.map((status) => ({ id: status.id, nombre: nameOf(status) }))}
          onChange={(id) => ask('subestado', id?.toString())}
        />
      )}
      {(now.limiteVencido || statuses.some(({ slaHorasHabiles }) => slaHorasHabiles !== null)) && (
        <Check
          label={t('review.overLimit')}
          checked={now.limiteVencido ?? false}
          onChange={(on) => ask('fueraDeTiempo', on ? 'si' : undefined)}
        />
      )}
      <label className="field" htmlFor={order}>
        <span className="label">{t('review.orderBy')}</span>
        <select id={order} className="input" value={now.orderBy ?? ''} onChange={(event) => ask('segun', event.target.value)}>
          <option value="">{t('analyst.ownOrder')}</option>
          {ORDERS.map((name) => (
            <option key={name} value={name}>
              {t(`review.order.${name}`)}
            </option>
          ))}
        </select>
      </label>
      {now.accountId !== undefined && (
        <button type="button" className="btn btn-sm" onClick={() => ask('cuenta', undefined)}>
          {t('review.account')}: {account ?? now.accountId}
          <X aria-hidden />
        </button>
      )}
      {count > 0 && (
        <button type="button" className="link small" onClick={table.clearFilters}>
          {t('review.clearFilters')}
        </button>
      )}
    </>
  )
}
