import { Note, TextLink } from '@cuadre/ui'
import { useWatch } from '@cuadre/ui/forms'

/** What deactivating a row meets, said before it is saved; nothing while the row stays active, or where nothing hangs on it. */
export function Affected({
  active,
  parts,
}: {
  active: boolean | undefined
  parts: readonly { words: string; href: string; count: number }[]
}) {
  const on: unknown = useWatch({ name: 'ACTIVO' })
  const there = parts.filter(({ count }) => count > 0)
  if (!active || on !== false || there.length === 0) return null
  return (
    <Note kind="warning">
      {there.map(({ words, href }) => (
        <div key={href}>
          <TextLink href={href}>{words}</TextLink>
        </div>
      ))}
    </Note>
  )
}
