import { checkLink, deleteFile, deleteFolder, type Folder, type ResourceFile } from '@cuadre/api/resource'
import { call, useNavigate, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { useQueryClient } from '@tanstack/react-query'
import { utilities } from '../area.ts'
import { useSentence } from '../shared/useSentence.ts'
import type { Dropped } from './dropped.ts'
import { foldersFor } from './foldersFor.ts'
import { startUploads } from './uploads.ts'
import { refreshResources } from './useFolder.ts'

/** What is done to a folder and its files; what the server refuses is said in its words. */
export function useUpkeep(id: number | undefined, folder: Folder | undefined) {
  const { t } = useTranslation('helpdesk')
  const client = useQueryClient()
  const navigate = useNavigate()
  const sentence = useSentence()
  const done = () => void refreshResources(client)

  const replace = (older: ResourceFile, file: File) =>
    startUploads([{ file, folderId: older.CARPETA_ID, replaces: older.id }], sentence, done)
  const put = async (dropped: readonly Dropped[]) => {
    if (dropped.length === 0) return
    if (id === undefined) return notify.warning(t('keep.dropInFolder'))
    try {
      const placeOf = await foldersFor(id, dropped).finally(() => refreshResources(client))
      startUploads(
        dropped.map(({ file, path }) => ({ file, folderId: placeOf(path) })),
        sentence,
        done,
      )
    } catch (error) {
      notify.danger(sentence(error))
    }
  }
  const remove = async (file: ResourceFile) => {
    await call(deleteFile, { params: { id: file.id } }).catch((error) => {
      notify.danger(sentence(error))
      throw error
    })
    await refreshResources(client)
    notify.success(t('keep.fileRemoved', { name: file.name }))
  }
  const removeFolder = async () => {
    if (!folder) return
    await call(deleteFolder, { params: { id: folder.id }, query: folder.carpetas + folder.archivos > 0 ? { contenido: true } : {} }).catch(
      (error) => {
        notify.danger(sentence(error))
        // The question says what is in it now.
        done()
        throw error
      },
    )
    notify.success(t('keep.folderRemoved', { name: folder.name }))
    navigate(utilities.link(folder.parentFolderId === null ? {} : { carpeta: folder.parentFolderId }))
    await refreshResources(client)
  }
  const check = (file: ResourceFile) =>
    call(checkLink, { params: { id: file.id } }).then(
      ({ fallaDesde }) => {
        done()
        if (fallaDesde) notify.warning(t('keep.linkDead', { name: file.name }))
        else notify.success(t('keep.linkAnswers', { name: file.name }))
      },
      (error) => void notify.danger(sentence(error)),
    )
  return { done, put, replace, remove, removeFolder, check }
}
