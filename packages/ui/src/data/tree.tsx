import { ChevronRight } from 'lucide-react'
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react'
import { useTexts } from '../uiContext.ts'

export interface TreeNode<R> {
  row: R
  key: string
  depth: number
  children: number
  open: boolean
}

/** Flattens a tree into the rows of a DataTable: `useTree(roots, childrenOf, keyOf)`. */
export const useTree = <R,>(roots: readonly R[], childrenOf: (row: R) => readonly R[], keyOf: (row: R) => string, openDepth = 1) => {
  // Nodes that the user opened or closed, contrary to "open down to openDepth".
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const nodes = useMemo(() => {
    const list: TreeNode<R>[] = []
    const walk = (rows: readonly R[], depth: number) => {
      for (const row of rows) {
        const key = keyOf(row)
        const inside = childrenOf(row)
        const open = inside.length > 0 && depth < openDepth !== turned.has(key)
        list.push({ row, key, depth, children: inside.length, open })
        if (open) walk(inside, depth + 1)
      }
    }
    walk(roots, 0)
    return list
  }, [roots, childrenOf, keyOf, openDepth, turned])
  const toggle = (key: string) =>
    setTurned((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  return { nodes, toggle }
}

interface TreeCellProps<R> {
  node: TreeNode<R>
  onToggle: (key: string) => void
  children: ReactNode
  /** Lines lead down from what lies above. */
  lines?: boolean
}
/** First cell of a row in a tree: indentation, arrow, content. */
export const TreeCell = <R,>({ node, onToggle, children, lines = false }: TreeCellProps<R>) => {
  const texts = useTexts()
  return (
    <span className={lines ? 'tree-cell tree-lines' : 'tree-cell'} style={{ '--depth': node.depth } as CSSProperties}>
      {node.children > 0 ? (
        <button
          type="button"
          className="tree-toggle"
          aria-expanded={node.open}
          aria-label={node.open ? texts.collapse : texts.expand}
          onClick={() => onToggle(node.key)}
        >
          <ChevronRight aria-hidden />
        </button>
      ) : (
        <span className="tree-toggle" aria-hidden />
      )}
      {children}
    </span>
  )
}
