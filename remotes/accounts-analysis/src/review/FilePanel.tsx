import { type Analysis, type AnalysisDetail, analysisFile, type Evidence } from '@cuadre/api/analysis'
import { call, query, saveAs, useTranslation } from '@cuadre/shell'
import { EmptyState, ErrorState, FileName, formatBytes, IconButton, Loader, notify, Skeleton, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { Download, FileSpreadsheet, FileText, Image, Maximize2, Minimize2, Paperclip } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSentence } from '../shared/useSentence.ts'
import { Workbook } from './Workbook.tsx'

type File = AnalysisDetail['ARCHIVOS'][number]
interface Props {
  analysis: Analysis
  file: File | undefined
  /** Every version that was submitted. */
  files: readonly File[]
  onVersion: (id: number) => void
  evidence: Evidence | undefined
  error: Error | null
  onRetry: () => void
  expanded: boolean
  onExpand?: () => void
}
const ICONS = { libro: FileSpreadsheet, pdf: FileText, imagen: Image, otro: Paperclip }

/** The submitted file, opened in the page. */
export function FilePanel({ analysis, file, files, onVersion, evidence, error, onRetry, expanded, onExpand }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const sentence = useSentence()
  if (!file)
    return (
      <div className="review-file">
        <EmptyState title={t('review.noFile')}>{t('review.noFileHint', { name: analysis.ANALISTA })}</EmptyState>
      </div>
    )
  const Icon = ICONS[evidence?.tipo ?? 'libro']
  const download = () =>
    call(analysisFile, { params: { id: file.ID } }).then(
      (bytes) => saveAs(bytes, file.NOMBRE),
      (failure) => notify.danger(t('review.downloadFailed'), { description: sentence(failure) }),
    )
  return (
    <section className="review-file" aria-label={t('review.file')}>
      <header className="review-file-head">
        <Icon aria-hidden />
        <span className="medium ellipsis" title={file.NOMBRE}>
          <FileName>{file.NOMBRE}</FileName>
        </span>
        <span className="xsmall muted nowrap">
          <bdi>{formatBytes(file.TAMANO, locale)}</bdi>
        </span>
        {files.length > 1 ? (
          <select
            className="input review-version"
            aria-label={t('review.versions')}
            value={file.ID}
            onChange={(event) => onVersion(Number(event.target.value))}
          >
            {files.map(({ ID, VERSION }) => (
              <option key={ID} value={ID}>
                {t('review.version', { n: VERSION })}
              </option>
            ))}
          </select>
        ) : (
          <span className="xsmall muted nowrap">· {t('review.version', { n: file.VERSION })}</span>
        )}
        <span className="grow" />
        <IconButton size="sm" label={t('review.download')} icon={<Download aria-hidden />} onClick={() => void download()} />
        {onExpand && (
          <IconButton
            size="sm"
            label={expanded ? t('review.shrink') : t('review.expand')}
            aria-pressed={expanded}
            icon={expanded ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
            onClick={onExpand}
          />
        )}
      </header>
      {error ? (
        <ErrorState title={t('review.fileFailed')} onRetry={onRetry}>
          {sentence(error)}
        </ErrorState>
      ) : !evidence ? (
        <Waiting />
      ) : evidence.tipo === 'libro' ? (
        <Workbook key={evidence.ID} evidence={evidence} />
      ) : evidence.tipo === 'otro' ? (
        <EmptyState title={t('review.otherFile')}>{t('review.otherFileHint')}</EmptyState>
      ) : (
        <Paper file={file} kind={evidence.tipo} />
      )}
    </section>
  )
}

/** A PDF or an image as it was submitted, from its bytes. */
function Paper({ file, kind }: { file: File; kind: 'pdf' | 'imagen' }) {
  const { t } = useTranslation('accounts-analysis')
  const sentence = useSentence()
  const bytes = useQuery({ ...query(analysisFile, { params: { id: file.ID } }), staleTime: Number.POSITIVE_INFINITY })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!bytes.data) return
    // The type is ours to say: what is shown as a PDF is never run as a page.
    const made = URL.createObjectURL(kind === 'pdf' ? new Blob([bytes.data], { type: 'application/pdf' }) : bytes.data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes.data, kind])
  if (bytes.isError)
    return (
      <ErrorState title={t('review.fileFailed')} onRetry={() => void bytes.refetch()}>
        {sentence(bytes.error)}
      </ErrorState>
    )
  if (!url) return <Loader />
  return kind === 'pdf' ? (
    <iframe className="review-paper" src={url} title={file.NOMBRE} />
  ) : (
    <div className="review-picture">
      <img src={url} alt={file.NOMBRE} />
    </div>
  )
}

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7]
const Waiting = () => (
  <div className="review-grid" aria-busy="true">
    {ROWS.map((n) => (
      <div key={n} className="review-grid-waiting">
        <Skeleton width={`${60 + ((n * 13) % 35)}%`} />
      </div>
    ))}
  </div>
)
