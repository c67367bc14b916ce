import { useEffect, useState } from 'react'

/**
 * Whether to draw it open, or undefined before it was opened first: until then nothing of it is drawn, and a page has many that nobody opens. Then it is
 * drawn closed once, because opening is a step for the library.
 */
export function useOpened(open: boolean): boolean | undefined {
  const [drawn, setDrawn] = useState<'no' | 'closed' | 'as told'>(open ? 'as told' : 'no')
  useEffect(() => {
    if (open) setDrawn((before) => (before === 'no' ? 'closed' : 'as told'))
  }, [open, drawn])
  return drawn === 'no' ? undefined : open && drawn === 'as told'
}
