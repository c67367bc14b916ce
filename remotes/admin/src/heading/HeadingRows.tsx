import type { HeadingNode } from '@cuadre/api/heading'
import { useTranslation } from '@cuadre/shell'
import type { ErrorStateProps } from '@cuadre/ui'
import { DataTable, type TreeNode, useTree } from '@cuadre/ui/data'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { byId, type Headings, neighbour, refusal } from '../shared/headingTree.ts'
import { columnsOf } from './columns.tsx'
import { type Asked, HeadingDialog } from './HeadingDialog.tsx'
import { HeadingMenu } from './HeadingMenu.tsx'
import './heading.css'
import { useDrag } from './useDrag.tsx'
import type { HeadingActions } from './useHeadingActions.ts'

interface Props {
  actions: HeadingActions
  /** What the filters let through; undefined until it is loaded. */
  shown: readonly HeadingNode[] | undefined
  all: Headings
  /** Levels that are open at first. */
  depth: number
  write: boolean
  loading: boolean
  error: ErrorStateProps | null
  empty: ReactNode
  onCreate: () => void
}

const NONE: readonly HeadingNode[] = []
const keyOf = (node: HeadingNode) => String(node.COD_RUBRO)
const rowKey = ({ key }: TreeNode<HeadingNode>) => key
const childrenOf = (node: HeadingNode) => node.RUBROS_HIJOS

/** The rows: all that the mouse does, keys do too. */
export function HeadingRows({ actions, shown, all, depth, write, onCreate, ...rest }: Props) {
  const { t } = useTranslation('admin')
  const frame = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<number>()
  const [asked, setAsked] = useState<Asked>()
  const { nodes, toggle } = useTree(shown ?? NONE, childrenOf, keyOf, depth)
  /** What was moved has to be seen where it lies now. */
  const reveal = (parent: HeadingNode | null) => {
    const at = parent && nodes.find(({ row }) => row.COD_RUBRO === parent.COD_RUBRO)
    if (at && !at.open && !(at.children === 0 && at.depth < depth)) toggle(at.key)
  }
  const move = async (node: HeadingNode, parent: HeadingNode | null) => {
    if (await actions.move(node, parent)) reveal(parent)
  }
  /** Accounts that go along are asked about first. */
  const place = (node: HeadingNode, parent: HeadingNode | null) =>
    node.CUENTAS_TOTAL > 0 ? setAsked({ what: 'place', node, parent }) : void move(node, parent)
  const drag = useDrag({ nodes, all, write, onPlace: place })

  /** From where it lies after the steps before. */
  const step = async ({ COD_RUBRO }: HeadingNode, key: Arrow) => {
    const roots = await actions.settled()
    const now = byId(roots)
    const node = now.get(COD_RUBRO)
    const parent = node && neighbour(key, node, roots, now)
    if (node && parent !== undefined && refusal(node, parent) === undefined) place(node, parent)
  }
  /** The keys go on where the row was written. */
  const stopEditing = () => {
    const at = document.activeElement
    if (at === document.body || at?.closest('.heading-edit')) frame.current?.querySelector('table')?.focus()
    setEditing(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const table = (event.target as Element).closest('table')
    if (!write || event.target !== table) return
    const at = Number(table?.getAttribute('aria-activedescendant')?.split('-').at(-1) ?? Number.NaN)
    const node = nodes[at]
    const row = node?.row
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey
    const act = (work: () => void) => {
      event.preventDefault()
      work()
    }
    if (event.key === 'z' && (event.ctrlKey || event.metaKey)) act(actions.undo)
    else if (event.key === 'n' && plain) act(onCreate)
    else if (!row) return
    else if (event.altKey && ARROWS.includes(event.key as Arrow)) act(() => void step(row, event.key as Arrow))
    else if (!plain) return
    else if (event.key === 'F2') act(() => setEditing(row.COD_RUBRO))
    else if (event.key === 'm') act(() => setAsked({ what: 'move', node: row }))
    else if (event.key === 'Delete') act(() => setAsked({ what: 'remove', node: row }))
    else if (node.children > 0 && event.key === (node.open ? 'ArrowLeft' : 'ArrowRight')) act(() => toggle(node.key))
  }
  const columns = useMemo(
    () =>
      columnsOf(t, {
        editing,
        toggle,
        over: drag.over,
        dragged: drag.dragged,
        onSave: actions.save,
        onClose: stopEditing,
      }),
    [t, editing, toggle, drag.over, drag.dragged],
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table within has the focus; what it does not know comes up to here
    <div ref={frame} className="heading-rows" onKeyDown={onKeyDown} {...drag.area}>
      <DataTable
        label={t('heading.title')}
        columns={columns}
        rows={shown && nodes}
        rowKey={rowKey}
        onOpen={write ? ({ row }) => setEditing(row.COD_RUBRO) : undefined}
        actions={
          write
            ? ({ row }) => (
                <span className="heading-acts">
                  <HeadingMenu node={row} onEdit={() => setEditing(row.COD_RUBRO)} onAsk={(what) => setAsked({ what, node: row })} />
                  {drag.handle(row)}
                </span>
              )
            : undefined
        }
        {...rest}
      />
      {drag.label}
      {asked && <HeadingDialog asked={asked} actions={actions} onMove={move} all={all} onClose={() => setAsked(undefined)} />}
    </div>
  )
}
type Arrow = Parameters<typeof neighbour>[0]
const ARROWS: readonly Arrow[] = ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown']
