import type { SortKey } from '@cuadre/api/endpoint'
import type { listFiles, ResourceFile } from '@cuadre/api/resource'
import { failureOf, Link, useCan, useParams, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, buttonClass, EmptyState, ErrorState, Page, TableSkeleton } from '@cuadre/ui'
import { DataTable, FilterBar, useTableState } from '@cuadre/ui/data'
import { Download, Pencil } from 'lucide-react'
import { useMemo, useState } from 'react'
import { resourceFiles, resources, utilities } from '../area.ts'
import { FolderCards } from './FolderCards.tsx'
import { fileColumns } from './files.tsx'
import { Preview } from './Preview.tsx'
import { useFolder, useZip } from './useFolder.ts'
import '../ticket/ticket.css'
import './resource.css'

/** What everybody may use: folders, and in them files and links; searched through all that one may see. */
export default function ResourcesPage() {
  const { t } = useTranslation('helpdesk')
  const keeps = useCan()('helpdesk.resource.write')
  const { folderId } = useParams()
  const id = folderId === undefined ? undefined : Number(folderId)
  const [params, setParams] = useSearchParams()
  const table = useTableState<SortKey<typeof listFiles>>({ key: 'recursos', params, setParams, sort: 'NAME', filters: [] })
  const { searching, folder, folders, files, failed, loading } = useFolder(id, table.state.search, table.state.sort)
  const [shown, setShown] = useState<ResourceFile>()
  const { busy, zip } = useZip()
  const columns = useMemo(() => fileColumns(t, setShown, { found: searching }), [t, searching])
  const failure = failed && failureOf(failed)
  const path = folder?.ruta ?? []
  const empty = folders?.length === 0 && (files?.length ?? 0) === 0
  return (
    <Page
      named={folder !== undefined}
      title={id === undefined ? t('resource.title') : (folder?.name ?? t('resource.title'))}
      // What a folder holds has a line of its own, which is there before it.
      note={id !== undefined && !folder && !failed ? '\u00a0' : folder?.description}
      crumbs={[
        { label: t('resource.title'), ...(id !== undefined && { to: resources.link() }) },
        ...path.map(({ id: one, name }) => ({
          label: name,
          named: true,
          ...(one !== id && { to: resourceFiles.link({ folderId: one }) }),
        })),
      ]}
      actions={
        <>
          {keeps && (
            <Link className={buttonClass()} to={utilities.link(id === undefined ? {} : { carpeta: id })}>
              <Pencil aria-hidden />
              {t('resource.keep')}
            </Link>
          )}
          {folder && folder.archivos + folder.carpetas > 0 && (
            <Button icon={<Download aria-hidden />} busy={busy} onClick={() => void zip(folder)}>
              {t('resource.zip')}
            </Button>
          )}
        </>
      }
    >
      <FilterBar table={table} search={t('resource.search')} />
      {failure && (
        <ErrorState
          {...failure}
          actions={
            <Link className={buttonClass()} to={resources.link()}>
              {t('resource.toTop')}
            </Link>
          }
        />
      )}
      {!failure && !folders && <TableSkeleton />}
      {folders && <FolderCards folders={folders} linkTo={({ id }) => resourceFiles.link({ folderId: id })} />}
      {folders && empty && (
        <EmptyState title={t(searching ? 'resource.nothingFound' : id === undefined ? 'resource.none' : 'resource.emptyFolder')}>
          {t(searching ? 'resource.nothingFoundHint' : 'resource.noneHint')}
        </EmptyState>
      )}
      {files && files.length > 0 && (
        <DataTable
          table={table}
          label={t('resource.files')}
          none={t('none.file')}
          columns={columns}
          rows={files}
          rowKey={({ id }) => String(id)}
          loading={loading}
        />
      )}
      {shown && <Preview file={shown} onClose={() => setShown(undefined)} />}
    </Page>
  )
}
