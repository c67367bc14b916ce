import { DateTime } from 'luxon'
import type { Locale } from '../http/context.ts'

/** The sentences of one noun by their code; {x} is filled from the error's params, {x:fila|filas} says one of them or several. */
export type Messages = Record<string, [es: string, en: string]>
export type Params = Record<string, string | number>

/** A sentence with its values. */
export const fill = (text: string, of: (name: string) => string) =>
  text.replace(/\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g, (_, name: string, one?: string, many?: string) =>
    one === undefined ? of(name) : Number(of(name)) === 1 ? one : many!,
  )

/** DD-MM-YYYY (specification §9). */
export const dayText = (day: string) => day.split('-').reverse().join('-')

/** A period (YYYY-MM) as people call it: septiembre de 2026. Anything else stays as it was given. */
export function periodText(period: string, locale: Locale): string {
  const month = DateTime.fromFormat(period, 'yyyy-MM', { locale })
  return month.isValid ? month.toFormat(locale === 'es' ? "LLLL 'de' yyyy" : 'LLLL yyyy') : period
}
