import type { SortKey } from '@cuadre/api/endpoint'
import type { listFiles } from '@cuadre/api/resource'
import { type FolderNode, folderTree, type ResourceFile } from '@cuadre/api/resource'
import { failureOf, query, useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, ErrorState, Page, TableSkeleton } from '@cuadre/ui'
import { DataTable, FilterBar, useTableState } from '@cuadre/ui/data'
import { ConfirmDialog, Menu, RowMenu } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, FolderPlus, Link2, Upload } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { resourceFiles, resources, utilities } from '../area.ts'
import { Choosers } from './Choosers.tsx'
import { droppedFiles } from './dropped.ts'
import { FileDrawer } from './FileDrawer.tsx'
import { FolderCards } from './FolderCards.tsx'
import { FolderDrawer } from './FolderDrawer.tsx'
import { FolderTree, foldersOf } from './FolderTree.tsx'
import { fileColumns } from './files.tsx'
import { audienceOf, contentOf, insideOf, namesOf } from './folderWords.ts'
import { Preview } from './Preview.tsx'
import { UploadList } from './UploadList.tsx'
import { useFolder } from './useFolder.ts'
import { useUpkeep } from './useUpkeep.ts'
import '../ticket/ticket.css'
import './resource.css'

type Open = { kind: 'folder' | 'newFolder' | 'link' | 'removeFolder' } | { kind: 'file' | 'remove' | 'preview'; file: ResourceFile }

/** The upkeep of what the page of resources shows. */
export default function UtilitiesPage() {
  const { t } = useTranslation('helpdesk')
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('carpeta'))
  const id = Number.isInteger(asked) && asked > 0 ? asked : undefined
  const table = useTableState<SortKey<typeof listFiles>, 'carpeta'>({
    key: 'utilidades',
    params,
    setParams,
    sort: 'NAME',
    filters: ['carpeta'],
  })
  const { searching, folder, folders, files, failed, loading } = useFolder(id, table.state.search, table.state.sort)
  const tree = useQuery(query(folderTree))
  const roots = tree.data ?? NONE
  const options = useMemo(() => foldersOf(roots), [roots])
  const [open, setOpen] = useState<Open>()
  const chooser = useRef<HTMLInputElement>(null)
  const folderChooser = useRef<HTMLInputElement>(null)
  const replacing = useRef<ResourceFile>(undefined)
  const close = () => setOpen(undefined)
  const failure = (failed && failureOf(failed)) ?? failureOf(tree)
  const columns = useMemo(
    () => fileColumns(t, (file) => setOpen({ kind: 'preview', file }), { found: searching, moves: true }),
    [t, searching],
  )
  const { done, put, replace, remove, removeFolder, check } = useUpkeep(id, folder)
  /** Who closes the system's window without a file chooses nothing, and is not heard of: what the next one is for is said again. */
  const choose = (older: ResourceFile | undefined) => {
    replacing.current = older
    if (!chooser.current) return
    chooser.current.multiple = older === undefined
    chooser.current.click()
  }
  const actions = (file: ResourceFile) => (
    <RowMenu
      label={t('keep.actionsOf', { name: file.name })}
      entries={[
        { label: t('keep.rename'), onSelect: () => setOpen({ kind: 'file', file }) },
        ...(file.file
          ? [
              {
                label: t('keep.newVersion'),
                onSelect: () => choose(file),
              },
              { label: t('resource.versions'), onSelect: () => setOpen({ kind: 'preview', file }) },
            ]
          : [{ label: t('keep.check'), onSelect: () => void check(file) }]),
        'line',
        { label: t('keep.remove'), danger: true, onSelect: () => setOpen({ kind: 'remove', file }) },
      ]}
    />
  )
  return (
    <Page
      named={folder !== undefined}
      title={folder?.name ?? t('keep.title')}
      note={folder ? audienceOf(folder, t) : t('keep.note')}
      crumbs={[
        { label: t('crumbs.helpdesk') },
        { label: t('keep.title'), ...(id !== undefined && { to: utilities.link() }) },
        ...(folder?.ruta ?? []).map(({ id: one, name }) => ({
          label: name,
          named: true,
          ...(one !== id && { to: utilities.link({ carpeta: one }) }),
        })),
      ]}
      actions={
        <>
          {folder && (
            <Menu
              align="end"
              trigger={
                <Button>
                  {t('keep.ofFolder')}
                  <ChevronDown aria-hidden />
                </Button>
              }
              entries={[
                { label: t('keep.folderUpdate'), onSelect: () => setOpen({ kind: 'folder' }) },
                { label: t('keep.asRead'), onSelect: () => navigate(resourceFiles.link({ folderId: folder.id })) },
                'line',
                { label: t('keep.folderRemove'), danger: true, onSelect: () => setOpen({ kind: 'removeFolder' }) },
              ]}
            />
          )}
          {!folder && <Button onClick={() => navigate(resources.link())}>{t('keep.asRead')}</Button>}
          {folder && (
            <Button icon={<Link2 aria-hidden />} onClick={() => setOpen({ kind: 'link' })}>
              {t('keep.linkShort')}
            </Button>
          )}
          <Button variant={folder ? undefined : 'solid'} icon={<FolderPlus aria-hidden />} onClick={() => setOpen({ kind: 'newFolder' })}>
            {t('keep.folderCreate')}
          </Button>
          {folder && (
            <Button variant="solid" icon={<Upload aria-hidden />} onClick={() => choose(undefined)}>
              {t('keep.upload')}
            </Button>
          )}
        </>
      }
    >
      <Choosers
        chooser={chooser}
        folderChooser={folderChooser}
        onFiles={(chosen) => {
          const [first] = chosen
          const older = replacing.current
          replacing.current = undefined
          if (older && first) replace(older, first)
          else void put(chosen.map((file) => ({ file, path: [] })))
        }}
        onFolder={(dropped) => void put(dropped)}
      />
      <FilterBar table={table} search={t('resource.search')} />
      {failure && <ErrorState {...failure} />}
      {/* Not before the tree: where it stands above what a folder holds, that would move down. */}
      {!tree.data && !failure ? (
        <TableSkeleton />
      ) : (
        <div className="keep">
          {tree.data && <FolderTree roots={roots} selected={id} />}
          <section
            aria-label={t('keep.title')}
            onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
            onDrop={(event) => {
              if (!event.dataTransfer.types.includes('Files')) return
              event.preventDefault()
              void droppedFiles(event.dataTransfer).then(put)
            }}
          >
            {!failure && !folders && <TableSkeleton />}
            {folders && <FolderCards folders={folders} linkTo={({ id }) => utilities.link({ carpeta: id })} />}
            {files && files.length > 0 && (
              <DataTable
                table={table}
                label={t('resource.files')}
                none={t('none.file')}
                columns={columns}
                rows={files}
                rowKey={({ id }) => String(id)}
                loading={loading}
                actions={actions}
              />
            )}
            {folders && folders.length + (files?.length ?? 0) === 0 && (
              <EmptyState title={t(searching ? 'resource.nothingFound' : id === undefined ? 'resource.none' : 'resource.emptyFolder')}>
                {t(searching ? 'resource.nothingFoundHint' : 'keep.emptyHint')}
              </EmptyState>
            )}
            {folder && !searching && (
              <p className="file-drop keep-drop">
                <Upload aria-hidden />
                <span className="grow">{t('keep.drop')}</span>
                <Button size="sm" onClick={() => folderChooser.current?.click()}>
                  {t('keep.uploadFolder')}
                </Button>
              </p>
            )}
            <UploadList files={files ?? []} done={done} />
          </section>
        </div>
      )}
      {open?.kind === 'newFolder' && (
        <FolderDrawer parentId={id ?? null} onClose={close} onMade={(made) => navigate(utilities.link({ carpeta: made.id }))} />
      )}
      {open?.kind === 'folder' && folder && (
        <FolderDrawer folder={folder} parentId={folder.parentFolderId} {...(tree.data && { roots: tree.data })} onClose={close} />
      )}
      {open?.kind === 'link' && id !== undefined && <FileDrawer folderId={id} folders={options} onClose={close} />}
      {open?.kind === 'file' && <FileDrawer file={open.file} folderId={open.file.CARPETA_ID} folders={options} onClose={close} />}
      {open?.kind === 'preview' && <Preview file={open.file} onClose={close} />}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          open
          danger
          onClose={close}
          title={t('keep.removeTitle', { name: open.file.name })}
          confirm={t('keep.remove')}
          onConfirm={() => remove(open.file)}
        >
          {t('keep.removeText')}
        </ConfirmDialog>
      )}
      {folder && (
        <ConfirmDialog
          open={open?.kind === 'removeFolder'}
          danger
          onClose={close}
          title={t('keep.removeFolderTitle', { name: folder.name })}
          confirm={t('keep.folderRemove')}
          onConfirm={removeFolder}
        >
          {folder.carpetas + folder.archivos === 0
            ? t('keep.removeEmpty')
            : `${t('keep.removeContent', { content: contentOf(insideOf(roots, folder), t) })} ${namesOf(folder)}`}
        </ConfirmDialog>
      )}
    </Page>
  )
}
const NONE: readonly FolderNode[] = []
