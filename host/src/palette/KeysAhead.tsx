import { useEffect } from 'react'

interface Props {
  /** What was typed so far goes in, and comes out longer. */
  typed: { current: string }
  onClose: () => void
}

/** While the palette is on its way: keys are already for it, and neither lost nor taken for those of the page, where one of them approves. */
export function KeysAhead({ typed, onClose }: Props) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') onClose()
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if ([...event.key].length === 1) typed.current += event.key
      else if (event.key !== 'Enter') return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [typed, onClose])
  return null
}
