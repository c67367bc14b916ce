import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Locale } from './format/money.ts'
import { showMomentsIn } from './format/zone.ts'
import { Toasts } from './notify/Toasts.tsx'
import { restoreLostFocus } from './page/restoreFocus.ts'
import { type UiTexts, uiTexts } from './texts.ts'
import { noDrafts, noHelp, type Ui, UiContext } from './uiContext.ts'

interface UiProviderProps {
  locale: Locale
  /** IANA zone in which moments are shown; the browser's without it. */
  zone?: string
  /** Overrides single texts; both languages are complete without it. */
  texts?: Partial<UiTexts>
  /** Nonce of the content security policy, for style elements. */
  nonce?: string
  /** Single-character keys (/) can be switched off (WCAG 2.1.4). */
  shortcuts?: boolean
  /** The shell's; this package does not know it. Forms store no drafts without it. */
  onSaveDrafts?: Ui['onSaveDrafts']
  /** The host's; error states link to it. */
  helpAddress?: Ui['helpAddress']
  children: ReactNode
}

/** The text direction of the page, which the user may change at any time. */
const watchDirection = (tell: () => void) => {
  const observer = new MutationObserver(tell)
  observer.observe(document.documentElement, { attributeFilter: ['dir'] })
  return () => observer.disconnect()
}
const isRightToLeft = () => document.documentElement.dir === 'rtl'

export const UiProvider = ({
  locale,
  zone,
  texts,
  nonce,
  shortcuts = true,
  onSaveDrafts = noDrafts,
  helpAddress = noHelp,
  children,
}: UiProviderProps) => {
  const rtl = useSyncExternalStore(watchDirection, isRightToLeft)
  useEffect(restoreLostFocus, [])
  const ui = useMemo(() => {
    // Before what is below is drawn; what writes a date reads the context too, and is drawn again with it.
    showMomentsIn(zone)
    return { locale, shortcuts, rtl, nonce, onSaveDrafts, helpAddress, texts: { ...uiTexts[locale], ...texts } }
  }, [locale, zone, shortcuts, rtl, nonce, onSaveDrafts, helpAddress, texts])
  return (
    <UiContext value={ui}>
      {children}
      <Toasts />
    </UiContext>
  )
}
