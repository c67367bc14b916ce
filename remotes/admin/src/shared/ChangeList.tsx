import { type AdministrationChange, changeHistory } from '@cuadre/api/role'
import { failureOf, query, useTranslation } from '@cuadre/shell'
import { EmptyState, ErrorState, formatDateTime, Skeleton, useLocale } from '@cuadre/ui'
import { FilterBar, Pager, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import './person.css'
import { useChangeText } from './useChangeText.ts'

type Subject = AdministrationChange['OBJETO']
const SUBJECTS: readonly Subject[] = ['rol', 'permisos_rol', 'permisos_usuario', 'usuario', 'auditor', 'servicio', 'aviso_a_sistema']

interface Props {
  filter?: { objeto: readonly Subject[]; objetoId: number }
  /** Says whose each change is: not on the page of the person itself. */
  named?: boolean
}

/** Who changed what of people, roles and permissions, from what to what; the newest first. */
export function ChangeList({ filter, named = true }: Props) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const table = useTableState({ key: 'cambios', filters: ['objeto'] })
  const { page, limit, search, filters } = table.state
  const chosen = SUBJECTS.filter((one) => filters.objeto?.includes(one))
  const objeto = filter?.objeto ?? (chosen.length > 0 ? chosen : undefined)
  const found = useQuery({
    ...query(changeHistory, {
      query: {
        page,
        limit,
        ...(search && { search }),
        ...(objeto && { objeto: [...objeto] }),
        ...(filter && { objetoId: filter.objetoId }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const text = useChangeText()
  const failure = failureOf(found)
  const { data = [], total = 0 } = found.data ?? {}
  return (
    <>
      {!filter && (
        <FilterBar
          table={table}
          search={t('change.search')}
          filters={[
            {
              name: 'objeto',
              label: t('change.about'),
              options: SUBJECTS.map((value) => ({ value, label: t(`change.subject.${value}`) })),
            },
          ]}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it */}
      <div className="person-part" tabIndex={0}>
        {failure && <ErrorState {...failure} />}
        {!found.data && !failure && <Skeleton height={120} />}
        {found.data && data.length === 0 && <EmptyState icon={<History aria-hidden />} title={t('change.empty')} />}
        <ol className="change-list">
          {data.map((change) => {
            const { title, fields } = text(change)
            return (
              <li key={change.ID}>
                <span className="medium">
                  {title}
                  {named && change.NOMBRE && `: ${change.NOMBRE}`}
                </span>
                <time className="small muted" dateTime={change.FECHA}>
                  {formatDateTime(change.FECHA, locale)}
                </time>
                <span className="muted">{change.PERSONA ?? t('change.clock')}</span>
                {fields.length > 0 && (
                  <dl>
                    {fields.map(({ name, before, after }) => (
                      <Field key={name} name={name} before={before} after={after} />
                    ))}
                  </dl>
                )}
              </li>
            )
          })}
        </ol>
      </div>
      {total > limit && <Pager table={table} total={total} />}
    </>
  )
}

const Field = ({ name, before, after }: { name: string; before?: string; after?: string }) => (
  <>
    <dt>{name}</dt>
    <dd translate="no">
      {before && <s>{before}</s>}
      {before && after && ' → '}
      {after}
    </dd>
  </>
)
