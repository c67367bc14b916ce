import { listMasterChanges, type MasterChange, toldFields } from '@cuadre/api/change'
import type { SortKey } from '@cuadre/api/endpoint'
import { roleIdNamed } from '@cuadre/api/roles'
import { download, listInput, pageOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, NONE } from '@cuadre/ui'
import { type Column, ExportButton, PagedTable, useExport, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { roleName } from '../roleName.ts'

const keyOf = ({ id }: MasterChange) => String(id)

/** Who changed what of one row, when, from what to what; the newest first. */
export function Changes({ entity, id }: { entity: MasterChange['entidad']; id: number }) {
  const { t } = useTranslation('admin')
  const save = useExport()
  const [params, setParams] = useSearchParams()
  const table = useTableState<SortKey<typeof listMasterChanges>>({ key: 'cambios', params, setParams, limit: 25 })
  const input = { ...listInput(listMasterChanges, table.state), entidad: entity, entidadId: id }
  const found = useQuery({ ...query(listMasterChanges, { query: input }), placeholderData: keepPreviousData })
  const columns = useMemo<Column<MasterChange, SortKey<typeof listMasterChanges>>[]>(
    () => [
      { id: 'FECHA', header: t('record.when'), cell: (c) => <DateText value={c.fecha} as="datetime" />, phone: 'sub' },
      {
        id: 'USUARIO',
        header: t('record.who'),
        cell: (c) => (
          <>
            {c.usuario.NOMBRE} <small className="muted">{roleName(t, { id: roleIdNamed(c.rol) ?? 0, nombre: c.rol })}</small>
          </>
        ),
        phone: 'title',
      },
      { id: 'ACCION', header: t('record.what'), cell: (c) => t(`record.did.${c.accion}`), phone: 'title-end' },
      {
        id: 'CAMPOS',
        header: t('record.fields'),
        cell: (c) => <Fields change={c} />,
        hideable: false,
        width: '55%',
        phone: 'sub-end',
      },
    ],
    [t],
  )
  return (
    <PagedTable
      table={table}
      columns={columns}
      end={<ExportButton onExport={() => save(t('record.changes'), download(listMasterChanges, { query: input }))} />}
      label={t('record.changes')}
      none={t('none.change')}
      {...pageOf(found)}
      rowKey={keyOf}
      empty={<EmptyState title={t('record.noChanges')}>{t('record.noChangesHint')}</EmptyState>}
    />
  )
}

function Fields({ change }: { change: MasterChange }) {
  const { antes, despues, accion } = change
  const { t, i18n } = useTranslation('admin')
  const fields = toldFields(change).filter((field) => i18n.exists(`field.${field}`, { ns: 'admin' }) || VERSION.test(field))
  return (
    <ul className="changes">
      {fields.map((field) => (
        <li key={field}>
          {VERSION.test(field) ? t('template.versionN', { n: VERSION.exec(field)?.[1] }) : t(`field.${field}`)}:{' '}
          {accion === 'cambiado' && <del className="muted">{words(antes?.[field], t, field)}</del>}{' '}
          <b className="medium">{words((accion === 'eliminado' ? antes : despues)?.[field], t, field)}</b>
        </li>
      ))}
    </ul>
  )
}

/** A version of a template, which is recorded as a field of it. */
const VERSION = /^version (\d+)$/

/** A recorded value in words; of a row within the row its name. */
function words(value: unknown, t: (key: string) => string, field: string): string {
  if (value === null || value === undefined || value === '') return NONE
  if (typeof value === 'boolean') return t(value ? 'record.yes' : 'record.no')
  if (typeof value !== 'object') return field === 'tipo' ? t(`template.types.${value}`) : String(value)
  if ('estado' in value) return t(`template.states.${value.estado}`)
  const names = Object.values(value).filter((part) => typeof part === 'string')
  return names.join(' ') || NONE
}
