import { type ComponentProps, type ComponentType, type LazyExoticComponent, lazy, useState } from 'react'

const failed = new Set<() => void>()

/** What has not arrived is asked for again when it is shown again. Not before its failure is shown: React tries once more by itself, for ever. */
export function askAgain() {
  for (const forget of failed) forget()
  failed.clear()
}

/**
 * As React's `lazy`, which remembers a failure for good; until `askAgain`. What has arrived is shown without waiting, not even for a promise, and
 * `preload` has it arrive.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in React's own signature
export function lazyPage<T extends ComponentType<any>>(load: () => Promise<{ default: T }>) {
  let View: T | LazyExoticComponent<T>
  const arrived = async () => {
    const module = await load()
    View = module.default
    return module
  }
  const attempt = () =>
    lazy(() =>
      arrived().catch((error) => {
        failed.add(() => {
          View = attempt()
        })
        throw error
      }),
    )
  View = attempt()
  function LazyPage(props: ComponentProps<T>) {
    // The same as long as it is shown: another one would begin anew.
    const [Shown] = useState(() => View)
    return <Shown {...props} />
  }
  /** A failure is left to whoever shows it. */
  const preload = () => void arrived().catch(() => {})
  return Object.assign(LazyPage, { preload })
}
