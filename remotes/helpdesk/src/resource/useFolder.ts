import type { SortKey } from '@cuadre/api/endpoint'
import { downloadFolder, getFolder, listFiles, listFolders } from '@cuadre/api/resource'
import type { Sort } from '@cuadre/api/shapes'
import { call, query, saveAs, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSentence } from '../shared/useSentence.ts'

const MOST = 500
export const refreshResources = (client: QueryClient) => client.invalidateQueries({ queryKey: ['tools-and-services'] })

/** A folder with what is in it; without one, the folders at the top. With words, all that one may see and that has them. */
export function useFolder(id: number | undefined, search: string, sort: Sort<SortKey<typeof listFiles>> | undefined) {
  const searching = search.trim().length > 1
  const order = sort ? { sort } : {}
  const folder = useQuery({ ...query(getFolder, { params: { id: id ?? 0 } }), enabled: id !== undefined })
  const roots = useQuery({
    ...query(listFolders, { query: { parentFolderId: 'raiz', limit: MOST } }),
    enabled: id === undefined && !searching,
  })
  const files = useQuery({
    ...query(listFiles, { query: { ...(searching ? { search: search.trim() } : { folderId: id ?? 0 }), limit: MOST, ...order } }),
    enabled: searching || id !== undefined,
    placeholderData: keepPreviousData,
  })
  const folders = useQuery({
    ...query(listFolders, { query: { search: search.trim(), limit: MOST } }),
    enabled: searching,
    placeholderData: keepPreviousData,
  })
  return {
    searching,
    folder: folder.data,
    /** What failed first. */
    failed: [folder, roots, files, folders].find((one) => one.isError && one.data === undefined),
    folders: searching ? folders.data?.data : id === undefined ? roots.data?.data : folder.data?.CARPETAS_HIJAS,
    files: searching || id !== undefined ? files.data?.data : undefined,
    loading: files.isFetching,
  }
}

/** A folder with all that is in it, as a ZIP. */
export function useZip() {
  const { t } = useTranslation('helpdesk')
  const sentence = useSentence()
  const [busy, setBusy] = useState(false)
  const zip = async ({ id, name }: { id: number; name: string }) => {
    setBusy(true)
    try {
      saveAs(await call(downloadFolder, { params: { id } }), `${name}.zip`)
    } catch (error) {
      notify.danger(t('resource.notSaved', { name: `${name}.zip` }), { description: sentence(error) })
    } finally {
      setBusy(false)
    }
  }
  return { busy, zip }
}
