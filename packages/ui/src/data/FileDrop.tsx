import { CloudUpload, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatBytes } from '../format/money.ts'
import { FileName } from '../parts/amounts.tsx'
import { IconButton } from '../parts/Button.tsx'
import { refusal } from '../parts/fileRules.ts'
import { Progress } from '../parts/Progress.tsx'
import { useLocale, useTexts } from '../uiContext.ts'

export interface Upload {
  id: string
  name: string
  /** Bytes. */
  size: number
  sent: number
  error?: string
}

interface FileDropProps {
  /** "Arrastre el balance o elíjalo" */
  label?: string
  hint?: ReactNode
  /** As in <input accept>: ".xlsx,.csv" */
  accept?: string
  maxBytes?: number
  multiple?: boolean
  onFiles: (files: File[]) => void
  uploads?: readonly Upload[]
  onRemove?: (upload: Upload) => void
}

export const FileDrop = ({ label, hint, accept, maxBytes, multiple, onFiles, uploads = [], onRemove }: FileDropProps) => {
  const texts = useTexts()
  const locale = useLocale()
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<{ name: string; why: string }[]>([])
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    // Taking the first would drop the others without a word.
    if (!multiple && files.length > 1) return setRefused([{ name: '', why: texts.oneFile(files.length) }])
    const whyOf = (file: File) => {
      const why = refusal(file, accept, maxBytes)
      return why && (why === 'type' ? texts.fileType(accept ?? '') : texts.fileTooLarge(formatBytes(maxBytes ?? 0, locale)))
    }
    setRefused(
      files.flatMap((file) => {
        const why = whyOf(file)
        return why ? [{ name: file.name, why }] : []
      }),
    )
    const good = files.filter((file) => !whyOf(file))
    if (good.length > 0) onFiles(good)
  }
  return (
    <div>
      <label
        className="file-drop"
        data-over={over || undefined}
        data-invalid={refused.length > 0 || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
      >
        <CloudUpload aria-hidden />
        <span className="grow">
          <span className="medium">{label ?? texts.dropHere}</span>
          {hint && <span className="xsmall muted"> {hint}</span>}
        </span>
        <span className="btn btn-sm" aria-hidden>
          {multiple ? texts.chooseFiles : texts.chooseFile}
        </span>
        <input
          type="file"
          className="sr-only"
          accept={accept}
          multiple={multiple}
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
      </label>
      {refused.map(({ name, why }, at) => (
        <div key={at} className="error" role="alert">
          {/* With several files, names the refused one. */}
          {multiple && (
            <>
              <FileName>{name}</FileName>:{' '}
            </>
          )}
          {why}
        </div>
      ))}
      {uploads.map((upload) => (
        <div key={upload.id} className="file-row">
          <div className="row">
            <div className="grow">
              <Progress
                label={<FileName>{upload.name}</FileName>}
                value={upload.sent}
                max={upload.size}
                detail={texts.ofBytes(formatBytes(upload.sent, locale), formatBytes(upload.size, locale))}
                state={upload.error ? 'rechazado' : upload.sent >= upload.size ? 'aprobado' : undefined}
              />
            </div>
            {onRemove && (
              <IconButton size="sm" label={texts.remove(upload.name)} icon={<X aria-hidden />} onClick={() => onRemove(upload)} />
            )}
          </div>
          {upload.error && (
            <div className="error" role="alert">
              {upload.error}
            </div>
          )}
        </div>
      ))}
    </div>
  )
}
