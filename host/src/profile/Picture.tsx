import { removeAvatar, setAvatar } from '@cuadre/api/session'
import { call, Failure, refreshMe, useMe, useTranslation } from '@cuadre/shell'
import { Avatar, Button, notify } from '@cuadre/ui'
import { ImageUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'

/** Width and height in pixels: sharp at its size and small enough for the session's response. */
const SIDE = 192

/** The user's picture: the centre of an image, scaled down here; the server validates it. */
export function Picture() {
  const { t } = useTranslation()
  const { NOMBRE, avatar } = useMe()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const change = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await work()
      await refreshMe()
      notify.success(done)
    } catch (failure) {
      notify.danger(failure instanceof Failure ? failure.message || t('error.offline') : t('profile.pictureUnreadable'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="profile-picture">
      <Avatar name={NOMBRE} {...(avatar ? { src: avatar } : {})} />
      <Button icon={<ImageUp aria-hidden />} busy={busy} onClick={() => input.current?.click()}>
        {avatar ? t('profile.pictureReplace') : t('profile.pictureUpload')}
      </Button>
      {avatar && (
        <Button
          variant="ghost"
          icon={<Trash2 aria-hidden />}
          busy={busy}
          onClick={() => void change(() => call(removeAvatar), t('profile.pictureRemoved'))}
        >
          {t('profile.pictureRemove')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={t('profile.picture')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void change(async () => call(setAvatar, { body: { file: await square(file) } }), t('profile.pictureSaved'))
        }}
      />
    </div>
  )
}

/** The centre of an image as a JPEG of `SIDE` pixels. @throws if the browser cannot read it */
async function square(file: File): Promise<File> {
  const image = await createImageBitmap(file)
  const side = Math.min(image.width, image.height)
  const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE })
  const context = canvas.getContext('2d')!
  // JPEG has no transparency: it would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, SIDE, SIDE)
  context.drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side, 0, 0, SIDE, SIDE)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob) throw new Error('no picture')
  return new File([blob], 'foto.jpg', { type: blob.type })
}
