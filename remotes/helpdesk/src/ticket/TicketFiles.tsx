import { downloadTicketFile, type Ticket } from '@cuadre/api/ticket'
import { call, query, saveAs, useTranslation } from '@cuadre/shell'
import { FileName, formatBytes, notify, Skeleton, useLocale, useObjectUrl } from '@cuadre/ui'
import { Dialog } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet, FileText, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useSentence } from '../shared/useSentence.ts'

type File = Ticket['archivos'][number]

/** Files of a message: images in place, everything else to be saved. */
export function TicketFiles({ files }: { files: readonly File[] }) {
  if (files.length === 0) return null
  return (
    <ul className="desk-files">
      {files.map((file) => (
        <li key={file.id}>{file.imagen ? <Picture file={file} /> : <Saved file={file} />}</li>
      ))}
    </ul>
  )
}

function Picture({ file }: { file: File }) {
  const { t } = useTranslation('helpdesk')
  const bytes = useQuery({ ...query(downloadTicketFile, { params: { id: file.id } }), staleTime: Number.POSITIVE_INFINITY })
  const url = useObjectUrl(bytes.data)
  const [open, setOpen] = useState(false)
  if (bytes.isError)
    return (
      <span className="desk-file muted">
        <ImageOff aria-hidden /> {t('thread.imageFailed', { name: file.nombre })}
      </span>
    )
  return (
    <>
      <button type="button" className="desk-picture" aria-label={t('thread.enlarge', { name: file.nombre })} onClick={() => setOpen(true)}>
        {url ? <img src={url} alt={file.nombre} /> : <Skeleton width={180} height={180} />}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={file.nombre} size="full">
        <div className="desk-picture-large">{url && <img src={url} alt={file.nombre} />}</div>
      </Dialog>
    </>
  )
}

function Saved({ file }: { file: File }) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const sentence = useSentence()
  const Icon = /sheet|excel/.test(file.tipo) ? FileSpreadsheet : FileText
  const save = () =>
    call(downloadTicketFile, { params: { id: file.id } }).then(
      (bytes) => saveAs(bytes, file.nombre),
      (error) => void notify.danger(t('thread.notSaved', { name: file.nombre }), { description: sentence(error) }),
    )
  return (
    <button type="button" className="desk-file" onClick={() => void save()}>
      <Icon aria-hidden />
      <span className="medium ellipsis">
        <FileName>{file.nombre}</FileName>
      </span>
      <bdi className="muted nowrap">{formatBytes(file.tamano, locale)}</bdi>
    </button>
  )
}
