import { File as FileIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { formatBytes } from '../format/money.ts'
import { FileName } from '../parts/amounts.tsx'
import { refusal } from '../parts/fileRules.ts'
import { Progress } from '../parts/Progress.tsx'
import { useLocale, useTexts } from '../uiContext.ts'
import { type FieldProps, rule, useField } from './context.ts'
import { Frame } from './Frame.tsx'

export interface FileFieldProps extends FieldProps {
  /** As in <input accept>: ".png,.jpg" */
  accept?: string
  maxBytes?: number
  /** Instead of the icon of a file. */
  lead?: ReactNode
  /** Bytes sent so far, while the file is uploaded. */
  sent?: number
}

/** One file; its value is a File, or null. */
export const FileField = (props: FileFieldProps) => {
  const { name, accept, maxBytes, lead, sent, optional, disabled, validate } = props
  const [over, setOver] = useState(false)
  const texts = useTexts()
  const locale = useLocale()
  const { form, id, error, attributes } = useField(props)
  const { field } = useController<FieldValues>({
    name,
    control: form.control,
    rules: {
      validate: {
        filled: (value: unknown) => (optional || value instanceof File ? undefined : texts.required),
        fits: (value: unknown) => {
          const why = value instanceof File ? refusal(value, accept, maxBytes) : undefined
          return why === 'type'
            ? texts.fileType(accept ?? '')
            : why === 'size'
              ? texts.fileTooLarge(formatBytes(maxBytes ?? 0, locale))
              : undefined
        },
        own: async (value: unknown, values: object) => rule(validate)?.(value, values),
      },
    },
  })
  const file: unknown = field.value
  /** The error of the previous file does not apply to the new one. */
  const choose = (chosen: File | null) => {
    form.clearErrors(name)
    field.onChange(chosen)
  }
  return (
    <Frame {...props} id={id} error={error}>
      <label
        className="file-drop"
        data-over={over || undefined}
        data-invalid={attributes['aria-invalid']}
        style={{ borderStyle: file ? 'solid' : undefined }}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const { files } = event.dataTransfer
          if (disabled) return
          if (files.length > 1) return form.setError(name, { message: texts.oneFile(files.length) })
          if (files[0]) choose(files[0])
        }}
      >
        {lead ?? <FileIcon aria-hidden />}
        <span className="grow two-lines">
          {file instanceof File ? (
            <>
              <span className="medium">
                <FileName>{file.name}</FileName>
              </span>{' '}
              <bdi className="muted">{formatBytes(file.size, locale)}</bdi>
            </>
          ) : (
            <span className="muted">{texts.dropHere}</span>
          )}
        </span>
        <span className="btn btn-sm" aria-hidden>
          {file ? texts.chooseOther : texts.chooseFile}
        </span>
        <input
          ref={field.ref}
          type="file"
          className="sr-only"
          accept={accept}
          disabled={disabled}
          {...attributes}
          onBlur={field.onBlur}
          onChange={(event) => choose(event.target.files?.[0] ?? null)}
        />
      </label>
      {sent !== undefined && file instanceof File && (
        <div className="file-row">
          <Progress
            label={<FileName>{file.name}</FileName>}
            value={sent}
            max={file.size}
            detail={texts.ofBytes(formatBytes(Math.min(sent, file.size), locale), formatBytes(file.size, locale))}
          />
        </div>
      )}
    </Frame>
  )
}
