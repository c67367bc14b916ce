import { useTexts } from '../uiContext.ts'

/** 20 px in place, 40 px in a loader. */
export const Spinner = ({ size = 20, decorative = false }: { size?: number; decorative?: boolean }) => {
  const texts = useTexts()
  const style = { inlineSize: size, blockSize: size }
  return decorative ? (
    <span className="spinner" style={style} aria-hidden />
  ) : (
    <span className="spinner" style={style} role="status" aria-label={texts.loading} />
  )
}

/** Where nothing can be shown yet; appears after 400 ms. */
export const Loader = ({ label }: { label?: string }) => (
  <div className="loader late">
    <Spinner size={40} decorative={Boolean(label)} />
    {label && <span role="status">{label}</span>}
  </div>
)

/** Over what is being replaced, which stays in sight and cannot be used meanwhile; fills the nearest positioned box. */
export const Overlay = ({ label }: { label: string }) => (
  <div className="loader loader-over">
    <Spinner size={40} decorative />
    <span className="sr-only" role="status">
      {label}
    </span>
  </div>
)
