import { uploadSignature, userSignature } from '@cuadre/api/user'
import { call, Failure, useMe, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, notify, Skeleton, useObjectUrl } from '@cuadre/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'

const MAX_BYTES = 2 * 1024 * 1024

/** The image shown under the user's signatures; the server checks its content, not its name. */
export function Signature() {
  const { t } = useTranslation()
  const { id, FIRMA } = useMe()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [has, setHas] = useState(FIRMA)
  const key = ['user', 'firmas', id]
  // Where there is none nothing is asked for.
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: key,
    enabled: has,
    queryFn: () => call(userSignature, { params: { id } }),
  })
  const url = useObjectUrl(data)
  const send = async (file: File) => {
    if (file.size > MAX_BYTES) return notify.danger(t('profile.signatureTooLarge'))
    setBusy(true)
    try {
      await call(uploadSignature, { params: { id }, body: { file } })
      setHas(true)
      await client.invalidateQueries({ queryKey: key })
      notify.success(t('profile.signatureSaved'))
    } catch (failure) {
      notify.danger(failure instanceof Failure && failure.message ? failure.message : t('error.offline'))
    } finally {
      setBusy(false)
    }
  }
  if (error) return <ErrorState onRetry={() => void refetch()} />
  return (
    <div className="profile-part">
      {isLoading ? (
        <Skeleton height={72} width={220} />
      ) : url ? (
        <img className="signature" src={url} alt={t('profile.signatureAlt')} />
      ) : (
        <p className="muted small">{t('profile.signatureNone')}</p>
      )}
      <Button icon={<Upload aria-hidden />} busy={busy} onClick={() => input.current?.click()}>
        {url ? t('profile.signatureReplace') : t('profile.signatureUpload')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg"
        aria-label={t('profile.signature')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void send(file)
        }}
      />
    </div>
  )
}
