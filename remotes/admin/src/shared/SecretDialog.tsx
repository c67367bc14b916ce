import { useTranslation } from '@cuadre/shell'
import { Button, Note, notify } from '@cuadre/ui'
import { Dialog } from '@cuadre/ui/overlay'
import { Copy } from 'lucide-react'

interface Props {
  name: string
  secret: string
  /** What else whoever sets it up needs to know, before the secret and after it. */
  before?: readonly (readonly [label: string, value: string])[]
  after?: readonly (readonly [label: string, value: string])[]
  onClose: () => void
}

/** A secret is shown here and nowhere else. */
export function SecretDialog({ name, secret, before = [], after = [], onClose }: Props) {
  const { t } = useTranslation('admin')
  const lines = [...before, [t('service.secret'), secret] as const, ...after]
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => notify.success(t('service.copied')),
      () => notify.danger(t('service.notCopied')),
    )
  return (
    <Dialog
      open
      // Only its own button closes it: a key, a click beside it or a drawer that closes would lose what is not shown again.
      locked
      onClose={() => {}}
      title={t('service.secretFor', { name })}
      description={t('service.once')}
      footer={
        <>
          <Button icon={<Copy aria-hidden />} onClick={copy}>
            {t('service.copy')}
          </Button>
          <Button variant="solid" onClick={onClose}>
            {t('service.kept')}
          </Button>
        </>
      }
    >
      <dl className="facts">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt className="small muted">{label}</dt>
            <dd style={{ overflowWrap: 'anywhere' }}>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
      <Note kind="warning">{t('service.onceHint')}</Note>
    </Dialog>
  )
}
