import { failureOf, useSearchParams, useTranslation } from '@cuadre/shell'
import { ErrorState, Page, Skeleton } from '@cuadre/ui'
import type { FieldValues } from '@cuadre/ui/forms'
import { Tabs } from '@cuadre/ui/overlay'
import type { ReactNode } from 'react'
import { Changes } from './Changes.tsx'
import { RecordForm, type Save } from './RecordForm.tsx'
import type { RecordKind } from './record.ts'

interface Props<Row extends { REVISION: number }, Values extends FieldValues> {
  kind: RecordKind<Row, Values>
  id: number
  found: { data: Row | undefined; error: Error | null; refetch: () => unknown; isFetchedAfterMount: boolean }
  save: Save<Row, Values>
  actions?: (row: Row) => ReactNode
}

/** The page of one row: its form, and all that was changed of it. */
export function RecordUpdate<Row extends { REVISION: number }, Values extends FieldValues>({
  kind,
  id,
  found,
  save,
  actions,
}: Props<Row, Values>) {
  const { t } = useTranslation('admin')
  const [params, setParams] = useSearchParams()
  const tab = params.get('ver') === 'cambios' ? 'cambios' : 'datos'
  const failure = failureOf(found)
  // A form is filled with what the server says now, not with what a list has left in memory.
  const row = found.isFetchedAfterMount ? found.data : undefined
  return (
    <Page
      fill
      named={row !== undefined}
      title={row ? kind.nameOf(row) : t(`${kind.texts}.update`)}
      crumbs={[
        { label: t(`crumbs.${kind.texts === 'heading' ? 'administration' : 'business'}`) },
        { label: t(`${kind.texts}.title`), to: kind.list.link() },
        { label: t(`${kind.texts}.update`) },
      ]}
      actions={row && actions?.(row)}
    >
      {failure && <ErrorState {...failure} />}
      {!row && !failure && <Skeleton />}
      {row && (
        <>
          <Tabs
            label={t(`${kind.texts}.update`)}
            tabs={[
              { value: 'datos', label: t('record.data') },
              { value: 'cambios', label: t('record.changes') },
            ]}
            value={tab}
            onChange={(value) => setParams(value === 'cambios' ? { ver: value } : {}, { replace: true })}
          />
          {/* What was typed stays while the changes are looked at. */}
          <div style={{ display: tab === 'datos' ? 'contents' : 'none' }}>
            <RecordForm key={id} kind={kind} read={row} save={save} />
          </div>
          {tab === 'cambios' && <Changes entity={kind.entity} id={id} />}
        </>
      )}
    </Page>
  )
}
