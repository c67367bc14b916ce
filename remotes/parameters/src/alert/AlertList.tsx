import type { Alert, listAlertTypes } from '@cuadre/api/alert'
import type { Answer } from '@cuadre/api/endpoint'
import { useTranslation } from '@cuadre/shell'
import { EmptyState, formatCount, SearchInput, useLocale, withoutAccents } from '@cuadre/ui'
import { useState } from 'react'
import { FAMILIES, type Family, familyOf } from './rule.ts'

interface Props {
  alerts: readonly Alert[]
  types: Answer<typeof listAlertTypes>
  chosen: number | undefined
  onChoose: (id: number) => void
}

const plain = (text: string) => withoutAccents(text).toLowerCase()

/** Rules by family, each with how often it has spoken in 30 days; paused ones stay in their place. */
export function AlertList({ alerts, types, chosen, onChoose }: Props) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const [search, setSearch] = useState('')
  const typeName = (id: number) => types.find((type) => type.id === id)?.nombre ?? ''
  const found = alerts.filter(({ nombre, tipoId }) => plain(`${nombre} ${typeName(tipoId)}`).includes(plain(search)))
  return (
    <nav className="alert-list" aria-label={t('alert.title')}>
      <SearchInput label={t('alert.search')} value={search} onChange={setSearch} />
      {found.length === 0 && <EmptyState title={t(alerts.length === 0 ? 'alert.none' : 'alert.noMatch')} />}
      {(Object.keys(FAMILIES) as Family[]).map((family) => {
        const own = found.filter(({ tipoId }) => familyOf(tipoId) === family)
        return (
          own.length > 0 && (
            <section key={family} aria-label={t(`alert.family.${family}`)}>
              <h2 className="alert-family">
                {t(`alert.family.${family}`)} <span className="faint">{own.length}</span>
                <span className="xsmall muted">{t('alert.thirtyDays')}</span>
              </h2>
              {own.map((alert) => (
                <button
                  key={alert.id}
                  type="button"
                  className="alert-line"
                  aria-current={alert.id === chosen || undefined}
                  data-off={!alert.activo || undefined}
                  onClick={() => onChoose(alert.id)}
                >
                  <span className="grow">
                    <span className="medium">{alert.nombre}</span>
                    <span className="xsmall muted">
                      {typeName(alert.tipoId)} · {alert.departamento ?? alert.negocio ?? alert.pais ?? t('alert.everywhere')}
                    </span>
                  </span>
                  <span className="alert-line-end">
                    <span className="num small">{formatCount(alert.avisos30, locale)}</span>
                    {!alert.activo ? (
                      <span className="tag">{t('alert.paused')}</span>
                    ) : (
                      alert.prioridad === 'A' && <span className="tag state-rechazado">{t('alert.priority.A')}</span>
                    )}
                  </span>
                </button>
              ))}
            </section>
          )
        )
      })}
    </nav>
  )
}
