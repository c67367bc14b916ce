import { createContext, use } from 'react'
import type { Locale } from './format/money.ts'
import { type UiTexts, uiTexts } from './texts.ts'

export interface Ui {
  locale: Locale
  texts: UiTexts
  shortcuts: boolean
}

export const UiContext = createContext<Ui>({ locale: 'es', texts: uiTexts.es, shortcuts: true })

export const useUi = () => use(UiContext)
export const useTexts = () => use(UiContext).texts
export const useLocale = () => use(UiContext).locale
