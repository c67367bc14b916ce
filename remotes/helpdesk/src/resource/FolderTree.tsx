import { type FolderNode, updateFile, updateFolder } from '@cuadre/api/resource'
import { call, Link, useTranslation } from '@cuadre/shell'
import { formatCount, notify, useLocale } from '@cuadre/ui'
import { TreeCell, useTree } from '@cuadre/ui/data'
import { useQueryClient } from '@tanstack/react-query'
import { Folder, FolderOpen, FolderRoot } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { utilities } from '../area.ts'
import { useSentence } from '../shared/useSentence.ts'
import { DRAGGED } from './files.tsx'
import { refreshResources } from './useFolder.ts'

const childrenOf = (node: FolderNode) => node.CARPETAS_HIJAS
const keyOf = (node: FolderNode) => String(node.id)
const OPEN_LEVELS = 2
/** Files and links in a folder and in all folders of it: one that only has folders is not empty. */
export const contentOf = (nodes: readonly FolderNode[]): number =>
  nodes.reduce((sum, { archivos, CARPETAS_HIJAS }) => sum + archivos + contentOf(CARPETAS_HIJAS), 0)

/** All folders; a file or folder that is dropped on one moves there, as «Mover a…» does. */
export function FolderTree({ roots, selected }: { roots: readonly FolderNode[]; selected: number | undefined }) {
  const { t } = useTranslation('helpdesk')
  const client = useQueryClient()
  const sentence = useSentence()
  const locale = useLocale()
  const { nodes, toggle } = useTree(roots, childrenOf, keyOf, OPEN_LEVELS)
  const [over, setOver] = useState<number | null>()
  const move = async (event: DragEvent, target: number | null) => {
    setOver(undefined)
    const dragged = event.dataTransfer.getData(DRAGGED)
    if (!dragged) return
    event.preventDefault()
    event.stopPropagation()
    const [kind, id, revision] = dragged.split(' ')
    try {
      if (kind === 'carpeta')
        await call(updateFolder, { params: { id: Number(id) }, body: { parentFolderId: target, REVISION: Number(revision) } })
      else if (target !== null)
        await call(updateFile, { params: { id: Number(id) }, body: { folderId: target, REVISION: Number(revision) } })
      else return notify.warning(t('keep.dropInFolder'))
      notify.success(t('keep.moved'))
    } catch (error) {
      notify.danger(sentence(error))
    } finally {
      await refreshResources(client)
    }
  }
  const target = (id: number | null) => ({
    'data-over': over === id || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAGGED)) return
      event.preventDefault()
      setOver(id)
    },
    onDragLeave: () => setOver(undefined),
    onDrop: (event: DragEvent) => void move(event, id),
  })
  return (
    <nav className="keep-tree" aria-label={t('resource.folders')}>
      <div {...target(null)}>
        <Link to={utilities.link()} aria-current={selected === undefined ? 'true' : undefined}>
          <FolderRoot aria-hidden /> <span className="grow">{t('keep.top')}</span>
          <span className="muted num small">{formatCount(contentOf(roots), locale)}</span>
        </Link>
      </div>
      {nodes.map((node) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: who does not drag moves it by its drawer
        <div
          key={node.key}
          draggable
          onDragStart={(event) => event.dataTransfer.setData(DRAGGED, `carpeta ${node.row.id} ${node.row.REVISION}`)}
          {...target(node.row.id)}
        >
          <TreeCell node={node} onToggle={toggle}>
            <Link to={utilities.link({ carpeta: node.row.id })} aria-current={node.row.id === selected ? 'true' : undefined}>
              {node.row.id === selected ? <FolderOpen aria-hidden /> : <Folder aria-hidden />}
              <span className="ellipsis grow" translate="no">
                {node.row.name}
              </span>
              <span className="muted num small">{formatCount(contentOf([node.row]), locale)}</span>
            </Link>
          </TreeCell>
        </div>
      ))}
    </nav>
  )
}

/** Every folder with its way from the top, for a select list; `but` with all below it is left out. */
export const foldersOf = (
  nodes: readonly FolderNode[],
  { before = '', but }: { before?: string; but?: number } = {},
): { value: string; label: string }[] =>
  nodes
    .filter(({ id }) => id !== but)
    .flatMap(({ id, name, CARPETAS_HIJAS }) => [
      { value: String(id), label: before + name },
      ...foldersOf(CARPETAS_HIJAS, { before: `${before}${name} / `, ...(but !== undefined && { but }) }),
    ])
