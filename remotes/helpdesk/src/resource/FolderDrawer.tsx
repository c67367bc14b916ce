import { createFolder, type Folder, type FolderNode, updateFolder, uploadFolderImage } from '@cuadre/api/resource'
import { ROLE } from '@cuadre/api/roles'
import { myBusinesses } from '@cuadre/api/session'
import { call, Failure, query, useTranslation } from '@cuadre/shell'
import { Note, notify } from '@cuadre/ui'
import { ChoicesField, FileField, Form, FormSection, SelectField, TextArea, TextField, useForm } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { foldersOf } from './FolderTree.tsx'
import { refreshResources } from './useFolder.ts'

/** `parent`: empty for the top. */
type Values = { name: string; description: string; parent: string; roles: string[]; negocios: string[]; image: File | null }
const valuesOf = (parentId: number | null, folder?: Folder): Values => ({
  name: folder?.name ?? '',
  description: folder?.description ?? '',
  parent: parentId === null ? '' : String(parentId),
  roles: folder?.roles.map(String) ?? [],
  negocios: folder?.negocios.map(({ id }) => String(id)) ?? [],
  image: null,
})

interface Props {
  /** Absent for a new one. */
  folder?: Folder | undefined
  parentId: number | null
  /** All folders, to move one; it does not go below itself. */
  roots?: readonly FolderNode[]
  onClose: () => void
  onMade?: (folder: Folder) => void
}

/** A folder's name, what it is for, its image, and who sees it. */
export function FolderDrawer({ folder, parentId, roots, onClose, onMade }: Props) {
  const { t } = useTranslation('helpdesk')
  const client = useQueryClient()
  const businesses = useQuery(query(myBusinesses)).data ?? []
  const [seen, setSeen] = useState(folder)
  const [other, setOther] = useState<Folder>()
  const form = useForm<Values>({ defaultValues: valuesOf(parentId, folder) })
  const known = new Set(businesses.map(({ ID_NEGOCIO }) => ID_NEGOCIO))
  const options = [
    ...businesses.map(({ ID_NEGOCIO, NEGOCIO, PAIS }) => ({ value: String(ID_NEGOCIO), label: NEGOCIO, hint: PAIS ?? undefined })),
    // Of somebody else's scope: they stay unless they are unticked.
    ...(folder?.negocios ?? []).filter(({ id }) => !known.has(id)).map(({ id, nombre }) => ({ value: String(id), label: nombre })),
  ]
  const save = async ({ name, description, parent, roles, negocios, image }: Values) => {
    const body = { name, description: description || null, roles: roles.map(Number), negocios: negocios.map(Number) }
    let made: Folder
    try {
      made = seen
        ? await call(updateFolder, {
            params: { id: seen.id },
            body: { ...body, parentFolderId: Number(parent) || null, REVISION: seen.REVISION },
          })
        : await call(createFolder, { body: { ...body, parentFolderId: parentId } })
    } catch (error) {
      if (error instanceof Failure && error.code === 'row_moved') {
        // The contract says what a `current` of this call is.
        const now = error.current as Folder
        setSeen(now)
        setOther(now)
      }
      throw error
    }
    // What is there is not made twice when the image is refused.
    setSeen(made)
    try {
      if (image) await call(uploadFolderImage, { params: { id: made.id }, body: { file: image } })
    } catch (error) {
      if (error instanceof Failure) throw { issues: [{ path: 'image', message: error.issues[0]?.message ?? error.message }] }
      throw error
    } finally {
      await refreshResources(client)
    }
    notify.success(t('keep.folderSaved', { name: made.name }))
    if (!folder) onMade?.(made)
    setTimeout(onClose)
  }
  return (
    <Drawer open onClose={onClose} title={t(folder ? 'keep.folderUpdate' : 'keep.folderCreate')} size="half">
      <Form form={form} submit={t('actions.save')} onSubmit={save} onCancel={onClose}>
        {other && <Note kind="warning">{t('keep.folderMoved', { name: other.name, description: other.description ?? '—' })}</Note>}
        <FormSection title={t('keep.folder')}>
          <TextField name="name" label={t('resource.name')} maxLength={120} wide />
          <TextArea name="description" label={t('keep.description')} maxLength={1000} rows={2} optional wide />
          {roots && folder && (
            <SelectField
              name="parent"
              label={t('keep.inside')}
              options={foldersOf(roots, { but: folder.id })}
              placeholder={t('keep.top')}
              optional
              wide
            />
          )}
          <FileField
            name="image"
            label={t('keep.image')}
            accept=".png,.jpg,.jpeg,.webp"
            maxBytes={5 * 1024 * 1024}
            help={t('keep.imageHint')}
            optional
            wide
          />
        </FormSection>
        <FormSection title={t('keep.audience')} description={t('keep.audienceHint')}>
          <ChoicesField
            name="roles"
            label={t('keep.roles')}
            options={Object.values(ROLE).map((id) => ({ value: String(id), label: t(`role.${id}`) }))}
            optional
            wide
          />
          <ChoicesField name="negocios" label={t('keep.businesses')} options={options} optional wide />
        </FormSection>
      </Form>
    </Drawer>
  )
}
