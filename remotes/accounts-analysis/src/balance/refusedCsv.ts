import type { LoadRow } from '@cuadre/api/balance'

/** Text of the file that a spreadsheet would run as a formula is marked as text. */
const inert = (value: string) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value)
const cell = (value: string | number | null) => `"${inert(String(value ?? '')).replaceAll('"', '""')}"`

/** Refused rows with their reasons, as a CSV that Excel opens with its accents; the separator is the one of the language. */
export function refusedCsv(headings: readonly string[], rows: readonly LoadRow[], locale: 'es' | 'en'): string {
  const lines = rows.map((row) => [row.fila, row.NEGOCIO, row.CUENTA, row.NOMBRE, row.columna, row.valor, row.motivo])
  return `\uFEFF${[headings, ...lines].map((line) => line.map(cell).join(locale === 'es' ? ';' : ',')).join('\r\n')}\r\n`
}
