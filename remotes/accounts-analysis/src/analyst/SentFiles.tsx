import { type AnalysisDetail, analysisFile } from '@cuadre/api/analysis'
import { call, saveAs, useTranslation } from '@cuadre/shell'
import { DateText, FileName, formatBytes, IconButton, notify, useLocale } from '@cuadre/ui'
import { Download } from 'lucide-react'
import { useSentence } from '../shared/useSentence.ts'

/** Every version that was submitted, newest first. */
export function SentFiles({ files }: { files: AnalysisDetail['ARCHIVOS'] }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const sentence = useSentence()
  const download = ({ ID, NOMBRE }: (typeof files)[number]) =>
    call(analysisFile, { params: { id: ID } }).then(
      (bytes) => saveAs(bytes, NOMBRE),
      (error) => notify.danger(t('review.downloadFailed'), { description: sentence(error) }),
    )
  return (
    <ul>
      {files
        .toSorted((a, b) => b.VERSION - a.VERSION)
        .map((file) => (
          <li key={file.ID} className="file-row row">
            <div className="grow">
              <div className="medium ellipsis" title={file.NOMBRE}>
                <FileName>{file.NOMBRE}</FileName>
              </div>
              <div className="xsmall muted">
                {t('review.version', { n: file.VERSION })} · <bdi>{formatBytes(file.TAMANO, locale)}</bdi> ·{' '}
                <DateText value={file.CARGADO_EN} as="datetime" />
              </div>
            </div>
            <IconButton size="sm" label={t('review.download')} icon={<Download aria-hidden />} onClick={() => void download(file)} />
          </li>
        ))}
    </ul>
  )
}
