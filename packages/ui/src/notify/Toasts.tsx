import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTexts } from '../uiContext.ts'
import { type ToastEntry, type ToastKind, toaster } from './toaster.ts'

const LOOK: Record<ToastKind, { Icon: typeof X; state: string }> = {
  success: { Icon: CircleCheck, state: 'state-aprobado' },
  info: { Icon: Info, state: 'state-info' },
  warning: { Icon: TriangleAlert, state: 'state-tarde' },
  danger: { Icon: CircleX, state: 'state-rechazado' },
}

const ToastCard = ({ toast }: { toast: ToastEntry }) => {
  const texts = useTexts()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { Icon, state } = LOOK[toast.kind]
  const stop = () => clearTimeout(timer.current)
  // Hovering or focusing a toast pauses its timer.
  const start = () => {
    stop()
    if (toast.duration > 0) timer.current = setTimeout(() => toaster.dismiss(toast.id), toast.duration)
  }
  useEffect(() => {
    start()
    return stop
  }, [toast.id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only stops the clock
    <div
      className={`toast ${state}`}
      data-leaving={toast.leaving || undefined}
      onMouseEnter={stop}
      onMouseLeave={start}
      onFocus={stop}
      onBlur={start}
    >
      <Icon aria-hidden />
      <div className="grow">
        <div className="medium">{toast.title}</div>
        {toast.description && <div className="xsmall muted">{toast.description}</div>}
      </div>
      {toast.action && (
        <button
          type="button"
          className="link"
          onClick={() => {
            toast.action?.onClick()
            toaster.dismiss(toast.id)
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button type="button" aria-label={texts.close} onClick={() => toaster.dismiss(toast.id)}>
        <X aria-hidden />
      </button>
    </div>
  )
}

/** Always mounted: screen readers only announce what is added to a live region that already exists. */
export const Toasts = () => {
  const toasts = useSyncExternalStore(toaster.subscribe, toaster.read, toaster.read)
  const texts = useTexts()
  return (
    <section className="toasts" aria-label={texts.notifications} aria-live="polite" aria-relevant="additions">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}
