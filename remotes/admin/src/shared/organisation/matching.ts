import type { OrganisationNode } from '@cuadre/api/organisation'
import { withoutAccents } from '@cuadre/ui'

const keyOf = ({ NIVEL, ID }: OrganisationNode) => `${NIVEL}/${ID}`

/** What has the text in its name, its code or the name of who is responsible, with all above it and all below it. */
export function matching(nodes: readonly OrganisationNode[], search: string): readonly OrganisationNode[] {
  const wanted = withoutAccents(search.trim())
  if (!wanted) return nodes
  const kept = new Set<string>()
  // Parents come before what is below them.
  for (const node of nodes) {
    const text = withoutAccents([node.NOMBRE, node.CODIGO, node.RESPONSABLE?.NOMBRE].filter(Boolean).join(' '))
    if (text.includes(wanted) || (node.PADRE && kept.has(node.PADRE))) kept.add(keyOf(node))
  }
  for (const node of nodes.toReversed()) if (kept.has(keyOf(node)) && node.PADRE) kept.add(node.PADRE)
  return nodes.filter((node) => kept.has(keyOf(node)))
}
