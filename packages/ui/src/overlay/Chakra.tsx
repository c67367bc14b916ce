import { ChakraProvider, createSystem, LocaleProvider } from '@chakra-ui/react'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import type { ReactNode } from 'react'
import { useUi } from '../uiContext.ts'

/** Without tokens and recipes: Chakra's parts have the classes of styles/, whose values follow theme, accent and size without rendering. */
const system = createSystem({ preflight: false, disableLayers: true })

/** The style element of Emotion needs the nonce of the page's content security policy. */
const caches = new Map<string | undefined, ReturnType<typeof createCache>>()
function cacheFor(nonce: string | undefined) {
  const cache = caches.get(nonce) ?? createCache({ key: 'css', ...(nonce && { nonce }) })
  caches.set(nonce, cache)
  return cache
}

/**
 * What parts of Chakra need around them. Each overlay brings it along, so that a page's frame neither loads Chakra nor computes its system. The
 * direction of dialogs and menus follows from the script of the locale.
 */
export function Chakra({ children }: { children: ReactNode }) {
  const { nonce, locale, rtl } = useUi()
  return (
    <CacheProvider value={cacheFor(nonce)}>
      <ChakraProvider value={system}>
        <LocaleProvider locale={rtl ? `${locale}-Arab` : locale}>{children}</LocaleProvider>
      </ChakraProvider>
    </CacheProvider>
  )
}
