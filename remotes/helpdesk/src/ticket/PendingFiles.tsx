import { useTranslation } from '@cuadre/shell'
import { FileName, formatBytes, IconButton, useLocale } from '@cuadre/ui'
import { X } from 'lucide-react'

/** What will be sent with a text, and can still be taken out. */
export function PendingFiles({ files, onRemove }: { files: readonly File[]; onRemove: (at: number) => void }) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  return (
    // There before the first file is, so that each is heard as it is attached.
    <ul className="desk-pending small" aria-live="polite" aria-relevant="additions">
      {files.map((file, i) => (
        <li key={`${file.name}${i}`}>
          <FileName>{file.name}</FileName> <bdi className="muted">{formatBytes(file.size, locale)}</bdi>
          <IconButton size="sm" label={t('reply.removeFile', { name: file.name })} icon={<X aria-hidden />} onClick={() => onRemove(i)} />
        </li>
      ))}
    </ul>
  )
}
