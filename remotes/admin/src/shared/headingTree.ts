import { HEADING_LEVELS, type HeadingNode } from '@cuadre/api/heading'
import { withoutAccents } from '@cuadre/ui'

/** Every heading by its id. */
export const byId = (roots: readonly HeadingNode[]) => {
  const found = new Map<number, HeadingNode>()
  const walk = (nodes: readonly HeadingNode[]) => {
    for (const node of nodes) {
      found.set(node.COD_RUBRO, node)
      walk(node.RUBROS_HIJOS)
    }
  }
  walk(roots)
  return found
}
export type Headings = ReturnType<typeof byId>

export const said = ({ CODIGO, NOMBRE }: Pick<HeadingNode, 'CODIGO' | 'NOMBRE'>) => [CODIGO, NOMBRE].filter(Boolean).join(' ')

/** To choose from: each with what lies above it. */
export const optionsOf = (nodes: readonly HeadingNode[], all: Headings) =>
  nodes.map((node) => {
    const above = node.parentId === null ? undefined : all.get(node.parentId)
    return { value: String(node.COD_RUBRO), label: said(node), ...(above && { hint: said(above) }) }
  })

const heightOf = (node: HeadingNode): number => 1 + Math.max(0, ...node.RUBROS_HIJOS.map(heightOf))

/** Why a heading cannot lie directly below another one (null: at the top); undefined if it can. Asked for many at once. */
export function refusals(node: HeadingNode) {
  const inside = byId([node])
  const height = heightOf(node)
  return (parent: HeadingNode | null): 'here' | 'itself' | 'below' | 'deep' | undefined => {
    if ((parent?.COD_RUBRO ?? null) === node.parentId) return 'here'
    if (parent?.COD_RUBRO === node.COD_RUBRO) return 'itself'
    if (parent && inside.has(parent.COD_RUBRO)) return 'below'
    return (parent?.NIVEL ?? 0) + height > HEADING_LEVELS ? 'deep' : undefined
  }
}
export const refusal = (node: HeadingNode, parent: HeadingNode | null) => refusals(node)(parent)

const siblingsOf = (node: HeadingNode, roots: readonly HeadingNode[], all: Headings) =>
  node.parentId === null ? roots : (all.get(node.parentId)?.RUBROS_HIJOS ?? [])

/**
 * Where a key takes a heading: → below the sibling before it, ← beside its parent, ↑ and ↓ into the branch before or after its own. null: the top;
 * undefined: nowhere.
 */
export function neighbour(
  key: 'ArrowRight' | 'ArrowLeft' | 'ArrowUp' | 'ArrowDown',
  node: HeadingNode,
  roots: readonly HeadingNode[],
  all: Headings,
): HeadingNode | null | undefined {
  const parent = node.parentId === null ? null : all.get(node.parentId)
  if (key === 'ArrowRight') {
    const beside = siblingsOf(node, roots, all)
    return beside[beside.indexOf(node) - 1]
  }
  if (!parent) return undefined
  if (key === 'ArrowLeft') return parent.parentId === null ? null : all.get(parent.parentId)
  const branches = siblingsOf(parent, roots, all)
  return branches[branches.indexOf(parent) + (key === 'ArrowUp' ? -1 : 1)]
}

export interface Wanted {
  search: string
  withoutAccounts: boolean
  ownThreshold: boolean
}

/** The headings that are wanted, with all that lies above them; what is below one that was searched for stays. */
export function matching(roots: readonly HeadingNode[], { search, withoutAccounts, ownThreshold }: Wanted): HeadingNode[] {
  const text = withoutAccents(search.trim())
  const fits = (node: HeadingNode) =>
    (!withoutAccounts || node.CUENTAS_TOTAL === 0) &&
    (!ownThreshold || node.MATERIALIDAD.propia) &&
    withoutAccents(said(node)).includes(text)
  const narrowed = (nodes: readonly HeadingNode[]): HeadingNode[] =>
    nodes.flatMap((node) => {
      if (text && !withoutAccounts && !ownThreshold && fits(node)) return [node]
      const inside = narrowed(node.RUBROS_HIJOS)
      return fits(node) || inside.length > 0 ? [{ ...node, RUBROS_HIJOS: inside }] : []
    })
  return text || withoutAccounts || ownThreshold ? narrowed(roots) : [...roots]
}
