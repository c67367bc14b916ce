import { useTexts } from '../uiContext.ts'

/** 20 px inside other elements, 40 px in a loader. */
export const Spinner = ({ size = 20, decorative = false }: { size?: number; decorative?: boolean }) => {
  const texts = useTexts()
  const style = { inlineSize: size, blockSize: size }
  return decorative ? (
    <span className="spinner" style={style} aria-hidden />
  ) : (
    <span className="spinner" style={style} role="status" aria-label={texts.loading} />
  )
}

/** For a page or panel without content yet; visible after 400 ms. */
export const Loader = ({ label }: { label?: string }) => (
  <div className="loader late">
    <Spinner size={40} decorative={Boolean(label)} />
    {label && <span role="status">{label}</span>}
  </div>
)

/** Covers content that is being replaced: it stays visible but cannot be used. Fills the nearest positioned ancestor. */
export const Overlay = ({ label }: { label: string }) => (
  <div className="loader loader-over">
    <Spinner size={40} decorative />
    <span className="sr-only" role="status">
      {label}
    </span>
  </div>
)
