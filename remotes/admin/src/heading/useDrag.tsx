import type { HeadingNode } from '@cuadre/api/heading'
import { useTranslation } from '@cuadre/shell'
import type { TreeNode } from '@cuadre/ui/data'
import { GripVertical } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { type Headings, refusal, said } from '../shared/headingTree.ts'

interface Given {
  nodes: readonly TreeNode<HeadingNode>[]
  all: Headings
  write: boolean
  onPlace: (node: HeadingNode, parent: HeadingNode | null) => void
}
interface Over {
  id: number
  /** Into the row, or beside it. */
  into: boolean
  parent: HeadingNode | null
  refused: boolean
  why: ReturnType<typeof refusal>
}

/** Upper part of a row that means "beside it"; siblings stand by their code, so the place among them is not chosen. */
const BESIDE = 0.3

/** Dragging a heading by its handle: onto a row goes below it, between rows beside them; what cannot be says why. */
export function useDrag({ nodes, all, write, onPlace }: Given) {
  const { t } = useTranslation('admin')
  const [dragged, setDragged] = useState<HeadingNode>()
  const [over, setOver] = useState<Over>()
  const label = useRef<HTMLDivElement>(null)

  const onDragOver = (event: DragEvent) => {
    if (!dragged) return
    event.preventDefault()
    if (label.current) label.current.style.translate = `${event.clientX + 14}px ${event.clientY + 14}px`
    const line = (event.target as Element).closest<HTMLElement>('tr[aria-rowindex]')
    const at = line && nodes[Number(line.getAttribute('aria-rowindex')) - 2]?.row
    if (!line || !at) return setOver(undefined)
    const { top, height } = line.getBoundingClientRect()
    const into = event.clientY - top > height * BESIDE
    const parent = into ? at : at.parentId === null ? null : (all.get(at.parentId) ?? null)
    if (over?.id === at.COD_RUBRO && over.into === into) return
    const why = refusal(dragged, parent)
    setOver({ id: at.COD_RUBRO, into, parent, why, refused: why !== undefined })
  }
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    if (dragged && over && !over.refused) onPlace(dragged, over.parent)
    end()
  }
  return {
    over,
    dragged: dragged?.COD_RUBRO,
    area: write ? { onDragOver, onDrop, onDragEnd: end } : {},
    handle: (node: HeadingNode) => (
      <span
        className="heading-handle"
        draggable
        title={t('heading.drag')}
        aria-hidden
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', said(node))
          setDragged(node)
        }}
      >
        <GripVertical />
      </span>
    ),
    label: dragged && (
      <div ref={label} className="heading-label" aria-hidden>
        <b className="medium">{said(dragged)}</b>
        <div className="muted">
          {over?.why
            ? t(`heading.refused.${over.why}`)
            : over
              ? t('heading.to', {
                  to: over.parent ? said(over.parent) : t('heading.top'),
                  count: dragged.CUENTAS_TOTAL,
                })
              : t('heading.dragging')}
        </div>
      </div>
    ),
  }
}
