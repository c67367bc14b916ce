import { type Folder, getFolderImage } from '@cuadre/api/resource'
import { Link, query, useTranslation } from '@cuadre/shell'
import { useObjectUrl } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { Folder as FolderIcon, Lock } from 'lucide-react'
import { contentOf } from './folderWords.ts'

/** Folders as cards: image, name, what they are for, and how much is in them. */
export function FolderCards({ folders, linkTo }: { folders: readonly Folder[]; linkTo: (folder: Folder) => string }) {
  const { t } = useTranslation('helpdesk')
  if (folders.length === 0) return null
  return (
    <ul className="folder-cards" aria-label={t('resource.folders')}>
      {folders.map((folder) => (
        <li key={folder.id}>
          <Link className="folder-card" to={linkTo(folder)}>
            <FolderImage folder={folder} />
            <span className="folder-card-words">
              <span className="medium" translate="no">
                {folder.name} {isNarrowed(folder) && <Lock aria-label={t('resource.narrowed')} role="img" />}
              </span>
              {folder.description && <span className="small muted desk-two-lines">{folder.description}</span>}
              <span className="xsmall muted">{contentOf(folder, t)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
const isNarrowed = ({ roles, negocios }: Folder) => roles.length + negocios.length > 0

function FolderImage({ folder: { id, image } }: { folder: Folder }) {
  // A new image has a new address, and so a query of its own.
  const found = useQuery({
    ...query(getFolderImage, { params: { id } }),
    queryKey: ['tools-and-services', 'image', image],
    enabled: image !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = useObjectUrl(found.data)
  return <span className="folder-image">{url ? <img src={url} alt="" /> : <FolderIcon aria-hidden />}</span>
}
