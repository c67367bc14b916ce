import type { ServiceSecret } from '@cuadre/api/service'
import { useTranslation } from '@cuadre/shell'
import { Button, Note, notify } from '@cuadre/ui'
import { Dialog } from '@cuadre/ui/overlay'
import { Copy } from 'lucide-react'

/** What the program needs to sign in. The secret is shown here and nowhere else. */
export function SecretDialog({ secret: { NOMBRE, CLIENTE, SECRETO, TOKEN_URL }, onClose }: { secret: ServiceSecret; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const lines = [
    [t('service.client'), CLIENTE],
    [t('service.secret'), SECRETO],
    [t('service.tokenUrl'), TOKEN_URL],
  ] as const
  const copy = () =>
    navigator.clipboard.writeText(SECRETO).then(
      () => notify.success(t('service.copied')),
      () => notify.danger(t('service.notCopied')),
    )
  return (
    <Dialog
      open
      // A click beside it would lose what is not shown again.
      locked
      onClose={onClose}
      title={t('service.secretFor', { name: NOMBRE })}
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
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt className="small muted">{name}</dt>
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
