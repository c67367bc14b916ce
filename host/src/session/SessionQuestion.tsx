import { type Ending, signOut, stay, useTranslation } from '@cuadre/shell'
import { Button } from '@cuadre/ui'
import { Dialog } from '@cuadre/ui/overlay'
import { useEffect, useRef, useState } from 'react'

const secondsTo = (at: number) => Math.max(0, Math.ceil((at - Date.now()) / 1000))

/** The time left is read out once, with the question; the seconds that run are for the eye only. */
export default function SessionQuestion({ ending: { reason, at } }: { ending: Ending }) {
  const { t } = useTranslation()
  const [left, setLeft] = useState(() => secondsTo(at))
  const [first] = useState(left)
  const [read, setRead] = useState(false)
  const answer = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsTo(at)), 1000)
    return () => clearInterval(timer)
  }, [at])
  const idle = reason === 'idle'
  const close = idle ? stay : () => setRead(true)
  return (
    <Dialog
      alert
      open={!read}
      onClose={close}
      focus={answer}
      title={t(`session.${reason}.title`)}
      description={t(`session.${reason}.text`, { count: first })}
      footer={
        <>
          {idle && <Button onClick={() => void signOut()}>{t('user.signOut')}</Button>}
          <Button ref={answer} variant="solid" onClick={close}>
            {t(`session.${reason}.answer`)}
          </Button>
        </>
      }
    >
      <p className="countdown num" aria-hidden data-session-question>
        {left} s
      </p>
    </Dialog>
  )
}
