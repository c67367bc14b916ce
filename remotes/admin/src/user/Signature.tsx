import { type UserDetail, uploadSignature, userSignature } from '@cuadre/api/user'
import { call, failureOf, query, useTranslation } from '@cuadre/shell'
import { Button, DateText, EmptyState, ErrorState, notify, Skeleton, useObjectUrl } from '@cuadre/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ImageUp, PenLine } from 'lucide-react'
import { useRef, useState } from 'react'
import { useWhy } from '../shared/useWhy.ts'
import '../shared/person.css'

export const SIGNATURE = { accept: '.png,.jpg,.jpeg', maxBytes: 2 * 1024 * 1024 } as const

/** The signature in use, and a new one in its place; the ones before are kept by the server. */
export function Signature({ user, write }: { user: UserDetail; write: boolean }) {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const upload = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    try {
      await call(uploadSignature, { params: { id: user.id }, body: { file } })
      await client.invalidateQueries({ queryKey: ['user'] })
      notify.success(t('user.signature.saved'))
    } catch (error) {
      notify.danger(why(error, t('user.signature.failed')))
    } finally {
      setBusy(false)
      if (input.current) input.current.value = ''
    }
  }
  const choose = write && (
    <>
      <input ref={input} type="file" accept={SIGNATURE.accept} hidden onChange={(event) => void upload(event.target.files?.[0])} />
      <Button busy={busy} icon={<ImageUp aria-hidden />} onClick={() => input.current?.click()}>
        {t(user.FIRMA_EN ? 'user.signature.replace' : 'user.signature.choose')}
      </Button>
    </>
  )
  if (!user.FIRMA_EN)
    return (
      <EmptyState icon={<PenLine aria-hidden />} title={t('user.signature.none')} actions={choose}>
        {t('user.signature.hint')} {t('user.signature.rule')}
      </EmptyState>
    )
  return (
    <div className="user-signature">
      <Picture id={user.id} since={user.FIRMA_EN} label={t('user.signature.of', { name: user.NOMBRE })} />
      <p className="small muted">
        {t('user.signature.since')} <DateText value={user.FIRMA_EN} as="datetime" />. {t('user.signature.rule')}
      </p>
      <div>{choose}</div>
    </div>
  )
}

function Picture({ id, since, label }: { id: number; since: string; label: string }) {
  const found = useQuery({ ...query(userSignature, { params: { id } }), queryKey: ['user', 'firmas', id, since] })
  const failure = failureOf(found)
  const url = useObjectUrl(found.data)
  if (failure) return <ErrorState {...failure} />
  return url ? <img src={url} alt={label} /> : <Skeleton height={96} />
}
