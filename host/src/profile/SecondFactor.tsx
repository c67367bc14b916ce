import { enableSecondFactor, getSecondFactor } from '@cuadre/api/identity'
import { call, doAtProvider, failureOf, query, saveAs, showSecondFactor, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, Note, notify, Skeleton, useUnsavedWarning } from '@cuadre/ui'
import { Form, TextField, useForm } from '@cuadre/ui/forms'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LifeBuoy, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { actionOf } from './provider.ts'

/** Codes that nobody has said to have kept yet. The session is soon asked for the second factor and led to /2fa, where they are shown on. */
let given: string[] | undefined
export const hasCodesToKeep = () => given !== undefined

/** Whether a second factor is set up, and how to. After saving the recovery codes the user continues at `destination` or the remembered page.
 * `quiet`: among other things on a page, the QR is shown to whoever asks for it. */
export function SecondFactor({ destination, quiet = false }: { destination?: string; quiet?: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const factor = useQuery(query(getSecondFactor))
  const [codes, show] = useState(given)
  const setCodes = (next: string[] | undefined) => {
    given = next
    show(next)
  }
  // The secret is on no screen of somebody who has not asked for it.
  const [asked, setAsked] = useState(!quiet)
  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          setCodes(undefined)
          void client.invalidateQueries({ queryKey: ['auth', '2fa'] })
          // From now on every call needs a token of level two, which the provider issues silently.
          void showSecondFactor(destination)
        }}
      />
    )
  const failure = failureOf(factor)
  if (failure) return <ErrorState {...failure} />
  if (!factor.data) return <Skeleton height={32} width={240} />
  const { enabled, required, qrCodeUrl, key, action, recoveryAction, recoveryCodesLeft } = factor.data
  if (!enabled && qrCodeUrl)
    return (
      <div className="profile-part">
        {required && <Note kind="warning">{t('secondFactor.required')}</Note>}
        {asked ? (
          <Enrolment qr={qrCodeUrl} secret={key} onCodes={setCodes} />
        ) : (
          <>
            <p className="small muted">{t('secondFactor.off')}</p>
            <Button icon={<ShieldCheck aria-hidden />} onClick={() => setAsked(true)}>
              {t('secondFactor.turnOn')}
            </Button>
          </>
        )}
      </div>
    )
  return (
    <div className="profile-part">
      {enabled ? (
        <p className="small">
          <span className="strong">{t('secondFactor.on')}</span>{' '}
          {recoveryCodesLeft !== null && <span className="muted">{t('secondFactor.codesLeft', { count: recoveryCodesLeft })}</span>}
        </p>
      ) : (
        <p className="small muted">{t('secondFactor.signInAgain')}</p>
      )}
      {action && (
        <Button icon={<ShieldCheck aria-hidden />} onClick={() => void doAtProvider(action)}>
          {enabled ? t('secondFactor.replace') : t('secondFactor.set')}
        </Button>
      )}
      {recoveryAction && (
        <Button icon={<LifeBuoy aria-hidden />} onClick={() => void doAtProvider(recoveryAction)}>
          {t('secondFactor.newCodes')}
        </Button>
      )}
    </div>
  )
}

function Enrolment({ qr, secret, onCodes }: { qr: string; secret: string | null; onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { code: '' } })
  return (
    <Form
      form={form}
      submit={t('secondFactor.turnOn')}
      onSubmit={async ({ code }) => {
        try {
          const { recoveryCodes } = await call(enableSecondFactor, { body: { code: digitsOf(code) } })
          notify.success(t('secondFactor.enabled'))
          setTimeout(() => onCodes(recoveryCodes))
        } catch (error) {
          const action = actionOf(error)
          if (!action) throw error
          await doAtProvider(action)
        }
      }}
    >
      <div className="enrol">
        <img src={qr} alt={t('secondFactor.qr')} width={180} height={180} />
        <div className="fields">
          <p className="small">{t('secondFactor.scan')}</p>
          {secret && (
            <p className="small muted">
              {t('secondFactor.byHand')}{' '}
              <bdi dir="ltr" className="code" translate="no">
                {secret}
              </bdi>
            </p>
          )}
          <TextField
            name="code"
            autoComplete="one-time-code"
            label={t('secondFactor.code')}
            validate={(code: string) => (/^\d{6}$/.test(digitsOf(code)) ? undefined : t('secondFactor.sixDigits'))}
          />
        </div>
      </div>
    </Form>
  )
}

/** Pasted, or grouped as the authenticator shows it. */
const digitsOf = (code: string) => code.replace(/\s/g, '')

/** Shown this once. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  // They are nowhere else: not on the server, which keeps their hashes alone.
  useUnsavedWarning(true)
  const text = codes.join('\n')
  const save = () => saveAs(new Blob([text, '\n'], { type: 'text/plain' }), t('secondFactor.fileName'))
  return (
    <div className="profile-part">
      <Note kind="success">{t('secondFactor.codes')}</Note>
      <ul className="recovery" translate="no">
        {codes.map((code) => (
          <li key={code}>
            <bdi dir="ltr" className="code">
              {code}
            </bdi>
          </li>
        ))}
      </ul>
      <div className="row-actions">
        {/* Only a secure page may copy. */}
        {navigator.clipboard && (
          <Button onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true), save)}>
            {copied ? t('secondFactor.copied') : t('secondFactor.copy')}
          </Button>
        )}
        <Button onClick={save}>{t('secondFactor.download')}</Button>
        <Button variant="solid" onClick={onDone}>
          {t('secondFactor.kept')}
        </Button>
      </div>
    </div>
  )
}
