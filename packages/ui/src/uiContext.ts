import { createContext, use } from 'react'
import type { Locale } from './format/money.ts'
import { type UiTexts, uiTexts } from './texts.ts'

export interface Ui {
  locale: Locale
  texts: UiTexts
  shortcuts: boolean
  /** The page reads from right to left. */
  rtl: boolean
  /** Of the content security policy, for style elements. */
  nonce: string | undefined
  /** Calls `save` when unsaved input has to be stored in this tab. @returns the function that unsubscribes */
  onSaveDrafts: (save: () => void) => () => void
  /** Where one asks for help from here, about an error with this reference; undefined where nobody can be asked. */
  helpAddress: (reference?: string) => string | undefined
}

export const noDrafts: Ui['onSaveDrafts'] = () => () => undefined
export const noHelp: Ui['helpAddress'] = () => undefined
export const UiContext = createContext<Ui>({
  locale: 'es',
  texts: uiTexts.es,
  shortcuts: true,
  rtl: false,
  nonce: undefined,
  onSaveDrafts: noDrafts,
  helpAddress: noHelp,
})

/** Whether the cursor is on the row of a grid that one is in; undefined outside a grid. */
export const CursorRow = createContext<boolean | undefined>(undefined)

export const useUi = () => use(UiContext)
export const useTexts = () => use(UiContext).texts
export const useLocale = () => use(UiContext).locale
