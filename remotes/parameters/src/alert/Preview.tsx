import { previewAlert } from '@cuadre/api/alert'
import { call, sentenceOf, useTranslation } from '@cuadre/shell'
import { Avatar, formatCount, Note, useLocale } from '@cuadre/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettled } from '../useSettled.ts'
import type { Rule } from './rule.ts'

const FIRST = 6

/** Whom the rule would reach today and in which words; the last answer stays while the next one comes. */
export function Preview({ rule, scheduled }: { rule: Rule; scheduled: boolean }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const [all, setAll] = useState(false)
  const body = useSettled(rule)
  const found = useQuery({
    queryKey: ['alerts', 'preview', body],
    queryFn: ({ signal }) => call(previewAlert, { body }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  const people = found.data?.personas ?? []
  const items = people.reduce((sum, { cantidad }) => sum + cantidad, 0)
  const escalated = people.filter(({ nivel }) => nivel > 0).length
  const title = t('alert.preview.title', { count: people.length, n: formatCount(people.length, locale) })
  if (found.error) return <Note kind="warning">{sentenceOf(found.error, t('alert.preview.failed'))}</Note>
  return (
    <section aria-label={t('alert.preview.name')} aria-live="polite" aria-busy={found.isFetching}>
      <div className="row">
        <h2 className="medium grow">{found.data && people.length === 0 ? t('alert.preview.nobody') : title}</h2>
        {scheduled && items > 0 && (
          <span className="small muted">{t('alert.preview.items', { count: items, n: formatCount(items, locale) })}</span>
        )}
      </div>
      {found.data && people.length === 0 && (
        <p className="small muted">{t(scheduled ? 'alert.preview.nobodyToday' : 'alert.preview.nobodyEver')}</p>
      )}
      {escalated > 0 && <p className="small muted">{t('alert.preview.escalated', { count: escalated })}</p>}
      <ul className="alert-people">
        {people.slice(0, all ? people.length : FIRST).map((person) => (
          <li key={person.id} data-off={person.yaAvisada || undefined}>
            <Avatar name={person.nombre} />
            <span className="grow">
              <span className="medium">{person.nombre}</span>
              <span className="xsmall muted">
                {[
                  person.porAusenciaDe && t('alert.preview.instead', { who: person.porAusenciaDe }),
                  person.nivel > 0 && t(`alert.preview.level.${person.nivel}`),
                  person.yaAvisada
                    ? t('alert.preview.told')
                    : t(`alert.preview.way.${person.app ? 'app' : 'no'}.${person.correo}`, { at: rule.ventana.desde }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {scheduled && <span className="num">{formatCount(person.cantidad, locale)}</span>}
          </li>
        ))}
      </ul>
      {people.length > FIRST && !all && (
        <button type="button" className="link small" onClick={() => setAll(true)}>
          {t('alert.preview.more', { n: people.length - FIRST })}
        </button>
      )}
      {people[0] && scheduled && (
        <div className="alert-message">
          <p className="xsmall muted">{t('alert.preview.gets', { who: people[0].nombre })}</p>
          <p className="medium">{people[0].titulo}</p>
          <p className="small">{people[0].texto}</p>
        </div>
      )}
    </section>
  )
}
