import type { HeadingNode } from '@cuadre/api/heading'
import { useTranslation } from '@cuadre/shell'
import { Button, Code, Kbd } from '@cuadre/ui'
import { type KeyboardEvent, useState } from 'react'

/** Code and name of a heading in its row. */
export const HeadingName = ({ node, strong }: { node: HeadingNode; strong: boolean }) => (
  <>
    {node.CODIGO && (
      <span className="heading-code muted">
        <Code>{node.CODIGO}</Code>
      </span>
    )}
    <span className={strong ? 'strong two-lines' : 'two-lines'} translate="no" title={node.NOMBRE}>
      {node.NOMBRE}
    </span>
  </>
)

interface Props {
  node: HeadingNode
  /** @returns whether it was saved; otherwise the fields stay as they were typed. */
  onSave: (node: HeadingNode, change: { NOMBRE: string; CODIGO: string | null }) => Promise<boolean>
  onClose: () => void
}

/** The same to be written: Enter saves, Escape leaves it as it was. */
export function HeadingEdit({ node: now, onSave, onClose }: Props) {
  const { t } = useTranslation('admin')
  // As it was when the writing began: what somebody else saves meanwhile is not overwritten unseen.
  const [node] = useState(now)
  const [code, setCode] = useState(node.CODIGO ?? '')
  const [name, setName] = useState(node.NOMBRE)
  const [busy, setBusy] = useState(false)
  const tooShort = name.trim().length < 2
  const save = async () => {
    if (tooShort || busy) return
    if (name.trim() === node.NOMBRE && (code.trim() || null) === node.CODIGO) return onClose()
    setBusy(true)
    if (await onSave(node, { NOMBRE: name.trim(), CODIGO: code.trim() || null })) onClose()
    setBusy(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save()
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className="heading-edit">
      <input
        className="input"
        aria-label={t('field.CODIGO')}
        value={code}
        maxLength={40}
        size={8}
        onChange={(event) => setCode(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <input
        className="input"
        aria-label={t('field.NOMBRE')}
        aria-invalid={tooShort || undefined}
        // biome-ignore lint/a11y/noAutofocus: the row was asked to be written
        autoFocus
        value={name}
        maxLength={160}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button size="sm" busy={busy} disabled={tooShort} onClick={() => void save()}>
        {t('heading.save')} <Kbd>{t('heading.enter')}</Kbd>
      </Button>
    </span>
  )
}
