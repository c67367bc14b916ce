import { formatCount, useLocale } from '@cuadre/ui'

/** A number for t(): chooses the singular, and stands in the text with its thousands. */
export function useCounted() {
  const locale = useLocale()
  return (count: number) => ({ count, n: formatCount(count, locale) })
}

/** "9 aprobados, 3 en revisión y 2 enviados" */
export function useListed() {
  const locale = useLocale()
  return (parts: readonly string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
}
