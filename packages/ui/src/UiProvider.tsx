import { ChakraProvider, LocaleProvider } from '@chakra-ui/react'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Locale } from './format/money.ts'
import { Toasts } from './notify/Toasts.tsx'
import { keepFocus } from './page/keptFocus.ts'
import { type UiTexts, uiTexts } from './texts.ts'
import { system } from './theme/system.ts'
import { UiContext } from './uiContext.ts'

export interface UiProviderProps {
  locale: Locale
  /** Replaces single words; both languages are complete without it. */
  texts?: Partial<UiTexts>
  /** Of the page's content security policy, for the one style element. */
  nonce?: string
  /** Single-character keys (/) can be switched off (WCAG 2.1.4). */
  shortcuts?: boolean
  children: ReactNode
}

/** The direction of the page, which the person may change at any time. */
const watchDirection = (tell: () => void) => {
  const observer = new MutationObserver(tell)
  observer.observe(document.documentElement, { attributeFilter: ['dir'] })
  return () => observer.disconnect()
}
const isRightToLeft = () => document.documentElement.dir === 'rtl'

export const UiProvider = ({ locale, texts, nonce, shortcuts = true, children }: UiProviderProps) => {
  const cache = useMemo(() => createCache({ key: 'css', nonce }), [nonce])
  const rtl = useSyncExternalStore(watchDirection, isRightToLeft)
  useEffect(keepFocus, [])
  const ui = useMemo(() => ({ locale, shortcuts, texts: { ...uiTexts[locale], ...texts } }), [locale, shortcuts, texts])
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>
        {/* What floats has its direction from the script of the language, and says it on each of its elements. */}
        <LocaleProvider locale={rtl ? `${locale}-Arab` : locale}>
          <UiContext value={ui}>
            {children}
            <Toasts />
          </UiContext>
        </LocaleProvider>
      </ChakraProvider>
    </CacheProvider>
  )
}
