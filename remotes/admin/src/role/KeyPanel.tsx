import { PERMISSION_KEYS } from '@cuadre/api/permissions'
import { type KeyHolder, listKeyHolders, OUTCOMES, type Role } from '@cuadre/api/role'
import { failureOf, Link, query, useTranslation } from '@cuadre/shell'
import { Avatar, Button, ErrorState, IconButton, SearchInput, Skeleton } from '@cuadre/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Building2, CalendarRange, UserCheck, Users, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { userUpdate } from '../area.ts'
import { Outcome } from '../shared/Outcome.tsx'
import { useHolderReason } from '../shared/useReason.ts'
import { conditionsOf } from './matrix.ts'

const STEP = 20
const ICONS = { scope: Building2, period: CalendarRange, segregation: Users, owner: UserCheck }

/** One key: what it is, who can and why, who could in another role, who cannot and why not, and what must hold besides. */
export function KeyPanel({ of, role, onClose }: { of: string; role: Role; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(STEP)
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearch(text.trim())
      setLimit(STEP)
    }, 250)
    return () => clearTimeout(timer)
  }, [text])
  const key = PERMISSION_KEYS.find((one) => one === of)
  const found = useQuery({
    ...query(listKeyHolders, {
      query: {
        key: key ?? PERMISSION_KEYS[0],
        limit,
        ...(search ? { search } : {}),
        // Without a search, who cannot is only told of this role's people: that others cannot goes without saying.
        ...(search ? {} : { resultado: ['puede', 'con_otro_rol'] as const }),
      },
    }),
    placeholderData: keepPreviousData,
    enabled: key !== undefined,
  })
  const refused = useQuery({
    ...query(listKeyHolders, { query: { key: key ?? PERMISSION_KEYS[0], resultado: ['no_puede'], rolId: role.id, limit: STEP } }),
    enabled: key !== undefined && role.enabledKeys.includes(of),
  })
  if (!key) return null
  const failure = failureOf(found)
  const { data = [], total = 0, totales } = found.data ?? {}
  const denied = search || !role.enabledKeys.includes(key) ? [] : (refused.data?.data ?? [])
  const shown = [...data, ...denied.filter(({ id }) => !data.some((one) => one.id === id))]
  const conditions = conditionsOf(key)
  return (
    <aside className="key-panel" aria-label={t(`permission.${key}.name`)}>
      <section>
        <div className="row">
          <h2 className="h2 grow">{t(`permission.${key}.name`)}</h2>
          <IconButton size="sm" label={t('actions.close')} icon={<X aria-hidden />} onClick={onClose} />
        </div>
        <div className="key-name">{key}</div>
        <p className="small muted">{t(`permission.${key}.hint`)}</p>
      </section>
      <section>
        <div className="row">
          <h3 className="strong small grow">{t('access.whoCan')}</h3>
          {totales && <span className="small num">{t('access.today', { count: totales.puede })}</span>}
        </div>
        <SearchInput label={t('access.checkPerson')} value={text} onChange={setText} />
        {failure && <ErrorState {...failure} />}
        {!found.data && !failure && <Skeleton height={160} />}
        {OUTCOMES.map((outcome) => {
          const inside = shown.filter(({ RESULTADO }) => RESULTADO === outcome)
          return (
            inside.length > 0 && (
              <div key={outcome}>
                <h4 className="who-head">{t(`access.group.${outcome}`)}</h4>
                <ul className="who">
                  {inside.map((holder) => (
                    <Holder key={holder.id} of={holder} />
                  ))}
                </ul>
              </div>
            )
          )
        })}
        {found.data && shown.length === 0 && <p className="small muted">{t(search ? 'access.noPerson' : 'access.nobodyCan')}</p>}
        {total > data.length && (
          <Button size="sm" variant="ghost" busy={found.isFetching} onClick={() => setLimit(limit + STEP)}>
            {t('access.more', { count: total - data.length })}
          </Button>
        )}
      </section>
      {conditions.length > 0 && (
        <section>
          <h3 className="strong small">{t('access.besides')}</h3>
          <ul className="besides">
            {conditions.map((condition) => {
              const Icon = ICONS[condition]
              return (
                <li key={condition}>
                  <Icon aria-hidden />
                  <span>{t(`access.condition.${condition}`)}</span>
                </li>
              )
            })}
          </ul>
        </section>
      )}
    </aside>
  )
}

function Holder({ of: holder }: { of: KeyHolder }) {
  const reason = useHolderReason()
  return (
    <li>
      <Avatar name={holder.NOMBRE} small />
      <Link className="medium" to={userUpdate.link({ userId: holder.id }, { pestana: 'acceso' })}>
        {holder.NOMBRE}
      </Link>
      <Outcome of={holder.RESULTADO} />
      <span className="xsmall muted">{reason(holder)}</span>
    </li>
  )
}
