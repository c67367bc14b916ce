import { Link, pageOf, useCan, useNavigate, useTranslation } from '@cuadre/shell'
import { buttonClass, EmptyState, Page } from '@cuadre/ui'
import { type Column, ExportButton, type Filter, FilterBar, PagedTable, Pager, type Table, useExport } from '@cuadre/ui/data'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RecordKind } from './record.ts'

interface Props<Row extends { REVISION: number }, Values extends object, Key extends string, Name extends string> {
  kind: RecordKind<Row, Values>
  table: Table<Key, Name | 'activo'>
  found: Parameters<typeof pageOf<Row>>[0]
  columns: readonly Column<Row, NoInfer<Key>>[]
  filters: readonly Filter<NoInfer<Name>>[]
  keyOf: (row: Row) => string
  /** All that the filters let through, as a workbook. */
  workbook: () => Promise<Blob>
  write: Parameters<ReturnType<typeof useCan>>[0]
  create: string
  change: (row: Row) => string
  /** The list hides what is inactive unless asked. */
  hidesInactive?: boolean
  /** The rows of the page as something else than a table. */
  tiles?: ReactNode
  /** Instead of the list. */
  shown?: ReactNode
  /** Beside the button that creates: other ways to look at the same. */
  views?: ReactNode
}

/** The list of a noun: search, filters, Excel, and for who may write the way to its forms. */
export function RecordList<Row extends { REVISION: number }, Values extends object, Key extends string, Name extends string>(
  props: Props<Row, Values, Key, Name>,
) {
  const { kind, table, found, columns, keyOf, workbook, write, create, change, hidesInactive, tiles, shown, views } = props
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const save = useExport()
  const mayWrite = useCan()(write)
  const title = t(`${kind.texts}.title`)
  const creates = mayWrite && (
    <Link className={buttonClass('solid')} to={create}>
      <Plus aria-hidden />
      {t(`${kind.texts}.create`)}
    </Link>
  )
  const activity: Filter<'activo'> = {
    name: 'activo',
    label: t('field.ESTADO'),
    single: true,
    options: [
      { value: 'true', label: t('status.active') },
      { value: 'false', label: t('status.inactive') },
      ...(hidesInactive ? [{ value: 'todos', label: t('status.all') }] : []),
    ],
  }
  const bar = {
    table,
    search: t(`${kind.texts}.search`),
    filters: [...props.filters, activity],
    end: <ExportButton onExport={() => save(title, workbook())} />,
  }
  return (
    <Page
      fill
      title={title}
      crumbs={[{ label: t('crumbs.business') }, { label: title }]}
      actions={
        <>
          {views}
          {creates}
        </>
      }
    >
      {tiles && !shown && (
        <>
          <FilterBar {...bar} />
          {tiles}
          <Pager table={table} total={found.data?.total ?? 0} waiting={!found.data} />
        </>
      )}
      {shown}
      {!tiles && !shown && (
        <PagedTable
          {...bar}
          columns={columns}
          label={title}
          none={t(`none.${kind.texts}`)}
          {...pageOf(found)}
          rowKey={keyOf}
          onOpen={mayWrite ? (row) => navigate(change(row)) : undefined}
          actions={
            mayWrite
              ? (row) => (
                  <Link className="link" to={change(row)}>
                    {t('actions.edit')}
                  </Link>
                )
              : undefined
          }
          empty={
            <EmptyState title={t(`${kind.texts}.empty`)} actions={creates}>
              {t(`${kind.texts}.emptyHint`)}
            </EmptyState>
          }
        />
      )}
    </Page>
  )
}
