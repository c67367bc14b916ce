import { useSyncExternalStore } from 'react'

const wide = '(min-width: 1280px)'
const subscribe = (tell: () => void) => {
  const media = matchMedia(wide)
  media.addEventListener('change', tell)
  return () => media.removeEventListener('change', tell)
}
/** Whether a table has room for more than the figures and what they are of. */
export const useRoomy = () => useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
