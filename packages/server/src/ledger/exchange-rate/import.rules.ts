import { Rate } from '@cuadre/api/exchange-rate'
import { parseAmount } from '@cuadre/tables'
import { parsePeriod } from '@cuadre/tables/format/period'
import { DateTime } from 'luxon'
import { Invalid } from '../../platform/errors.ts'
import type { Line } from './import.reading.ts'

type Decimal = ',' | '.' | undefined

/** The mark with which the file writes decimals, by the rates that can only be read in one way. */
export function decimalOf(lines: readonly Line[]): Decimal {
  const marks = new Set(
    lines.flatMap(({ exact, TASA }) => {
      const [, whole = '', mark, fraction = ''] = /^(\d+)([.,])(\d+)$/.exec(TASA) ?? []
      return exact || !mark || (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) ? [] : [mark as ',' | '.']
    }),
  )
  return marks.size === 1 ? [...marks][0] : undefined
}

/** A line of a file as a rate. @throws 422 at the field */
export function rateOf({ exact, PERIODO, MONEDA, TASA, FECHA_TASA }: Line, decimal: Decimal) {
  const period = parsePeriod(PERIODO)
  if (period === null) throw Invalid('PERIODO', 'rate_row_period', { text: PERIODO })
  const read = exact ? { value: TASA } : parseAmount(TASA, decimal)
  if ('problem' in read) throw Invalid('TASA', read.problem === 'ambiguo' ? 'rate_row_ambiguous' : 'rate_row_rate', { text: TASA })
  const rate = Rate.safeParse(read.value)
  if (!rate.success) throw Invalid('TASA', 'rate_row_rate', { text: TASA })
  return { PERIODO: period, MONEDA: MONEDA.toUpperCase(), TASA: rate.data, FECHA_TASA: dayOf(FECHA_TASA) }
}

/** '2026-10-31', '2026-10-31T00:00:00', '31/10/2026', '31-10-26': the day comes before the month unless that cannot be. */
function dayOf(text: string): string {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  const written = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(text)
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : written
      ? [written[3]!.padStart(4, '20'), ...(Number(written[2]) > 12 ? [written[1], written[2]] : [written[2], written[1]])]
      : []
  const found = DateTime.utc(Number(year), Number(month), Number(day)).toISODate()
  if (found === null) throw Invalid('FECHA_TASA', 'rate_row_day', { text })
  return found
}
