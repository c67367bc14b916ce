import type { SortKey } from '@cuadre/api/endpoint'
import type { listFiles, ResourceFile } from '@cuadre/api/resource'
import { DateText, formatBytes, formatCount, NONE, useLocale } from '@cuadre/ui'
import type { Column } from '@cuadre/ui/data'
import { ExternalLink, FileImage, FileSpreadsheet, FileText, FileType, Presentation, Unlink } from 'lucide-react'
import type { Words } from '../shared/words.ts'

/** By what the server orders them. */
type Key = SortKey<typeof listFiles>

const ICONS: Record<string, typeof FileText> = {
  xlsx: FileSpreadsheet,
  csv: FileSpreadsheet,
  png: FileImage,
  jpeg: FileImage,
  webp: FileImage,
  pptx: Presentation,
  docx: FileType,
}
const LOOK: Record<string, string> = { pdf: 'rechazado', xlsx: 'aprobado', csv: 'aprobado', docx: 'revision', pptx: 'tarde' }

function Kind({ file: { file, externalLink, fallaDesde } }: { file: ResourceFile }) {
  if (externalLink !== null)
    return fallaDesde ? <Unlink className="state-tarde file-kind" aria-hidden /> : <ExternalLink className="file-kind" aria-hidden />
  const Icon = ICONS[file?.tipo ?? ''] ?? FileText
  return <Icon className={`file-kind state-${LOOK[file?.tipo ?? ''] ?? 'pendiente'}`} aria-hidden />
}

/** Where a link leads, and whether it answered when it was last tried. */
const hostOf = (link: string) => {
  try {
    return new URL(link).hostname
  } catch {
    return link
  }
}

/** What a dragged file or folder carries: its kind, id and revision. */
export const DRAGGED = 'application/x-cuadre-recurso'

/** `found`: in a search the folder of each is said; `moves`: a file may be dragged to another folder. */
export const fileColumns = (
  t: Words,
  onOpen: (file: ResourceFile) => void,
  { found, moves }: { found: boolean; moves?: boolean },
): Column<ResourceFile, Key>[] => [
  {
    id: 'NAME',
    header: t('resource.name'),
    sortable: true,
    hideable: false,
    phone: 'title',
    cell: (file) => (
      // biome-ignore lint/a11y/noStaticElementInteractions: who does not drag moves it by its menu
      <span
        className="file-cell"
        draggable={moves}
        onDragStart={(event) => event.dataTransfer.setData(DRAGGED, `archivo ${file.id} ${file.REVISION}`)}
      >
        <Kind file={file} />
        <span className="file-words">
          {file.externalLink === null ? (
            <button type="button" className="file-name medium" onClick={() => onOpen(file)}>
              {file.name}
            </button>
          ) : (
            <a className="file-name medium" href={file.externalLink} target="_blank" rel="noopener noreferrer">
              {file.name}
              <span className="sr-only"> {t('resource.external')}</span>
            </a>
          )}
          <span className="small muted">
            {[
              found ? file.RUTA.join(' / ') : undefined,
              file.externalLink === null ? undefined : hostOf(file.externalLink),
              file.description,
            ]
              .filter(Boolean)
              .join(' · ')}
            {file.externalLink !== null && (
              <>
                {', '}
                {file.fallaDesde ? (
                  <span className="state-tarde state-text">
                    {t('resource.dead')} <DateText value={file.fallaDesde} />
                  </span>
                ) : file.comprobadoEn ? (
                  <>
                    {t('resource.checked')} <DateText value={file.comprobadoEn} />
                  </>
                ) : (
                  t('resource.unchecked')
                )}
              </>
            )}
          </span>
        </span>
      </span>
    ),
  },
  {
    id: 'BYTES',
    header: t('resource.size'),
    align: 'number',
    sortable: true,
    phone: 'title-end',
    cell: ({ file }) => <Size bytes={file?.bytes} />,
  },
  { id: 'VERSION', header: t('resource.versionHead'), align: 'number', cell: ({ file, version }) => (file ? version : NONE) },
  { id: 'AUTOR', header: t('resource.by'), phone: 'sub', cell: ({ actualizadoPor }) => actualizadoPor },
  {
    id: 'FECHA',
    header: t('resource.changed'),
    sortable: true,
    phone: 'sub-end',
    cell: ({ actualizadoEn }) => <DateText value={actualizadoEn} />,
  },
  {
    id: 'DESCARGAS',
    header: t('resource.downloads'),
    unit: t('resource.days'),
    align: 'number',
    sortable: true,
    cell: ({ descargas }) => <Count value={descargas} />,
  },
]
const Size = ({ bytes }: { bytes: number | undefined }) => {
  const locale = useLocale()
  return bytes === undefined ? NONE : <bdi>{formatBytes(bytes, locale)}</bdi>
}
const Count = ({ value }: { value: number }) => formatCount(value, useLocale())
