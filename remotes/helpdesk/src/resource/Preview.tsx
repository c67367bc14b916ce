import { downloadFile, downloadFileVersion, fileEvidence, listFileVersions, type ResourceFile } from '@cuadre/api/resource'
import { call, failureOf, query, saveAs, useTranslation } from '@cuadre/shell'
import { Button, DateText, EmptyState, ErrorState, FileName, formatBytes, Loader, notify, useLocale, useObjectUrl } from '@cuadre/ui'
import { Drawer } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSentence } from '../shared/useSentence.ts'
import { SheetView } from './SheetView.tsx'

/** A file read in the page, and its versions. */
export function Preview({ file, onClose }: { file: ResourceFile; onClose: () => void }) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const save = useSave()
  const versions = useQuery({ ...query(listFileVersions, { params: { id: file.id } }), enabled: file.version > 1 }).data ?? []
  return (
    <Drawer open onClose={onClose} title={file.name} size="half">
      <div className="preview">
        <div className="row">
          <span className="small muted grow">
            {file.description && <>{file.description} · </>}
            {file.file && formatBytes(file.file.bytes, locale)} · {t('resource.version', { n: file.version })}, {file.actualizadoPor},{' '}
            <DateText value={file.actualizadoEn} />
          </span>
          <Button size="sm" icon={<Download aria-hidden />} onClick={() => void save(file)}>
            {t('resource.download')}
          </Button>
        </div>
        <Content key={`${file.id} ${file.version}`} file={file} />
        {versions.length > 1 && (
          <section>
            <h2 className="h3">{t('resource.versions')}</h2>
            <ul className="desk-list small">
              {versions.map(({ version, nombre, bytes, subidoPor, subidoEn, vigente }) => (
                <li key={version}>
                  <span className="preview-version">
                    <span>
                      <b>{t('resource.version', { n: version })}</b>
                      {vigente && ` (${t('resource.current')})`} <FileName>{nombre}</FileName>{' '}
                      <bdi className="muted">{formatBytes(bytes, locale)}</bdi>
                    </span>
                    <span className="muted">
                      {subidoPor}, <DateText value={subidoEn} as="datetime" />
                    </span>
                    <button
                      type="button"
                      className="link"
                      onClick={() => void save(file, vigente ? undefined : { version, nombre })}
                      aria-label={`${t('resource.download')} ${t('resource.version', { n: version })}`}
                    >
                      {t('resource.download')}
                    </button>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Drawer>
  )
}

/** Saves a file, or an earlier version of it, under its own name. */
function useSave() {
  const { t } = useTranslation('helpdesk')
  const sentence = useSentence()
  return ({ id, name, file }: ResourceFile, older?: { version: number; nombre: string }) =>
    (older ? call(downloadFileVersion, { params: { id, version: older.version } }) : call(downloadFile, { params: { id } })).then(
      (bytes) => saveAs(bytes, older?.nombre ?? file?.nombre ?? name),
      (error) => void notify.danger(t('resource.notSaved', { name }), { description: sentence(error) }),
    )
}

function Content({ file }: { file: ResourceFile }) {
  const { t } = useTranslation('helpdesk')
  const found = useQuery({ ...query(fileEvidence, { params: { id: file.id } }), staleTime: 60_000 })
  const failure = failureOf(found)
  if (failure) return <ErrorState {...failure} title={t('preview.failed')} />
  if (!found.data) return <Loader />
  if (found.data.tipo === 'libro') return <SheetView evidence={found.data} />
  if (found.data.tipo === 'otro') return <EmptyState title={t('preview.other')}>{t('preview.otherHint')}</EmptyState>
  return <Paper file={file} kind={found.data.tipo} />
}

/** A PDF or an image, from its bytes. */
function Paper({ file, kind }: { file: ResourceFile; kind: 'pdf' | 'imagen' }) {
  const { t } = useTranslation('helpdesk')
  const bytes = useQuery({ ...query(downloadFile, { params: { id: file.id } }), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const failure = failureOf(bytes)
  // What is shown as a PDF is never run as a page.
  const url = useObjectUrl(bytes.data, kind === 'pdf' ? 'application/pdf' : undefined)
  if (failure) return <ErrorState {...failure} title={t('preview.failed')} />
  if (!url) return <Loader />
  return kind === 'pdf' ? (
    <iframe className="preview-paper" src={url} title={file.name} />
  ) : (
    <div className="preview-picture">
      <img src={url} alt={file.name} />
    </div>
  )
}
