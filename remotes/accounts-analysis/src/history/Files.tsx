import { analysisFile } from '@cuadre/api/analysis'
import { call, saveAs, useTranslation } from '@cuadre/shell'
import { DateText, FileName, IconButton, notify } from '@cuadre/ui'
import { Download } from 'lucide-react'
import { useSentence } from '../shared/useSentence.ts'

interface Props {
  files: readonly { ID: number; NOMBRE: string; VERSION: number; CARGADO_POR: string; CARGADO_EN: string | null }[]
}

/** Every version that was submitted, as it was. */
export function Files({ files }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const sentence = useSentence()
  const fetchFile = ({ ID, NOMBRE }: Props['files'][number]) =>
    call(analysisFile, { params: { id: ID } }).then(
      (bytes) => saveAs(bytes, NOMBRE),
      (failure) => notify.danger(t('review.downloadFailed'), { description: sentence(failure) }),
    )
  if (files.length === 0) return <p className="small muted">{t('history.noFiles')}</p>
  return (
    <ul style={{ display: 'grid', gap: 4 }}>
      {files.map((file) => (
        <li key={file.ID} className="row small">
          <span className="grow" style={{ minInlineSize: 0 }}>
            <span className="medium ellipsis" style={{ display: 'block' }} title={file.NOMBRE}>
              <FileName>{file.NOMBRE}</FileName>
            </span>
            <span className="xsmall muted">
              {t('review.version', { n: file.VERSION })}, {file.CARGADO_POR}, <DateText value={file.CARGADO_EN} as="datetime" />
            </span>
          </span>
          <IconButton
            size="sm"
            label={t('history.downloadFile', { file: file.NOMBRE })}
            icon={<Download aria-hidden />}
            onClick={() => void fetchFile(file)}
          />
        </li>
      ))}
    </ul>
  )
}
