import { type ComponentProps, type ComponentType, lazy } from 'react'

const failed = new Set<() => void>()

/** What has not arrived is asked for again when it is shown again. Not before its failure is shown: React tries once more by itself, for ever. */
export function askAgain() {
  for (const forget of failed) forget()
  failed.clear()
}

/** As React's `lazy`, which remembers a failure for good; until `askAgain`. */
// biome-ignore lint/suspicious/noExplicitAny: as in React's own signature
export function lazyPage<T extends ComponentType<any>>(load: () => Promise<{ default: T }>) {
  const attempt = () =>
    lazy(() =>
      load().catch((error) => {
        failed.add(() => {
          View = attempt()
        })
        throw error
      }),
    )
  let View = attempt()
  return function LazyPage(props: ComponentProps<T>) {
    return <View {...props} />
  }
}
