import { useSyncExternalStore } from 'react'

const mediaOf = (width: number) => matchMedia(`(min-width: ${width}px)`)
/** Whether a table has room for more than the figures and what they are of. */
export const useRoomy = (width = 1280) =>
  useSyncExternalStore(
    (tell) => {
      const media = mediaOf(width)
      media.addEventListener('change', tell)
      return () => media.removeEventListener('change', tell)
    },
    () => mediaOf(width).matches,
  )
