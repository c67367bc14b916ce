import { createFile, type ResourceFile, updateFile } from '@cuadre/api/resource'
import { call, Failure, useTranslation } from '@cuadre/shell'
import { Note, notify } from '@cuadre/ui'
import { Form, SelectField, TextArea, TextField, useForm } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshResources } from './useFolder.ts'

type Values = { name: string; description: string; externalLink: string; folderId: string }
interface Props {
  /** Absent for a new link. */
  file?: ResourceFile | undefined
  folderId: number
  folders: readonly { value: string; label: string }[]
  onClose: () => void
}

/** Name, description and place of a file; of a link where it leads too. */
export function FileDrawer({ file, folderId, folders, onClose }: Props) {
  const { t } = useTranslation('helpdesk')
  const client = useQueryClient()
  const [seen, setSeen] = useState(file)
  const [other, setOther] = useState<ResourceFile>()
  const isLink = !file || file.externalLink !== null
  const form = useForm<Values>({
    defaultValues: {
      name: file?.name ?? '',
      description: file?.description ?? '',
      externalLink: file?.externalLink ?? 'https://',
      folderId: String(file?.CARPETA_ID ?? folderId),
    },
  })
  const save = async ({ name, description, externalLink, folderId }: Values) => {
    try {
      const saved = seen
        ? await call(updateFile, {
            params: { id: seen.id },
            body: {
              name,
              description: description || null,
              folderId: Number(folderId),
              REVISION: seen.REVISION,
              ...(isLink && { externalLink }),
            },
          })
        : await call(createFile, {
            body: { folderId: Number(folderId), externalLink, ...(name && { name }), ...(description && { description }) },
          })
      await refreshResources(client)
      notify.success(t('keep.fileSaved', { name: saved.name }))
      setTimeout(onClose)
    } catch (error) {
      if (error instanceof Failure && error.code === 'row_moved') {
        // The contract says what a `current` of this call is.
        const now = error.current as ResourceFile
        setSeen(now)
        setOther(now)
      }
      throw error
    }
  }
  return (
    <Drawer open onClose={onClose} title={t(file ? 'keep.fileUpdate' : 'keep.linkCreate')} size="wide">
      <Form form={form} submit={t('actions.save')} onSubmit={save} onCancel={onClose}>
        {other && <Note kind="warning">{t('keep.fileMoved', { name: other.name, by: other.actualizadoPor })}</Note>}
        <div className="fields">
          {isLink && <TextField name="externalLink" label={t('keep.link')} maxLength={2000} help={t('keep.linkHint')} wide />}
          <TextField name="name" label={t('resource.name')} maxLength={120} optional={!file} wide />
          <TextArea name="description" label={t('keep.description')} maxLength={1000} rows={3} optional wide />
          <SelectField name="folderId" label={t('keep.folder')} options={folders} wide />
        </div>
      </Form>
    </Drawer>
  )
}
