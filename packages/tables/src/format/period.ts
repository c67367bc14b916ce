// A month in any of the ways in which it is written.

const MONTHS: Record<string, number> = {}
for (const [at, names] of [
  ['enero', 'ene', 'january', 'jan', 'janeiro'],
  ['febrero', 'feb', 'february', 'fevereiro', 'fev'],
  ['marzo', 'mar', 'march', 'marco'],
  ['abril', 'abr', 'april', 'apr'],
  ['mayo', 'may', 'maio', 'mai'],
  ['junio', 'jun', 'june', 'junho'],
  ['julio', 'jul', 'july', 'julho'],
  ['agosto', 'ago', 'august', 'aug'],
  ['septiembre', 'setiembre', 'sep', 'set', 'sept', 'september', 'setembro'],
  ['octubre', 'oct', 'october', 'outubro', 'out'],
  ['noviembre', 'nov', 'november', 'novembro'],
  ['diciembre', 'dic', 'december', 'dec', 'dezembro', 'dez'],
].entries())
  for (const name of names) MONTHS[name] = at + 1

/**
 * '200801', '2008-01', '01/2008', 'enero de 2008', 'ene-08', '2008-01-31', '31/01/2008', '20080131' … → '2008-01'. Days come before
 * months unless that cannot be; two-digit years are 1980–2079. Null when it is no month between 1900 and 2099.
 */
export function parsePeriod(text: string): string | null {
  const normalised = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/t\d{2}:\d{2}.*$|\s+\d{1,2}:\d{2}.*$/, '')
    .replace(/^(periodo|period|mes|fecha|data|al|a)\b[:\s]*/, '')
    .trim()
  const digits = /^(\d{4})(\d{2})(\d{2})?$/.exec(normalised)
  if (digits) return month(Number(digits[1]), Number(digits[2]), digits[3])
  const parts = normalised.split(/[\s\-/.,_]+|(?<=\d)m(?=\d)/).filter((part) => part !== '' && !/^(de|del|of)$/.test(part))
  const named = parts.findIndex((part) => part in MONTHS)
  if (named >= 0) return withName(parts, named)
  if (parts.some((part) => !/^\d{1,4}$/.test(part))) return null
  const [a = '', b = '', c = ''] = parts
  if (parts.length === 2) return a.length === 4 ? month(Number(a), Number(b)) : b.length === 4 ? month(Number(b), Number(a)) : null
  if (parts.length !== 3) return null
  if (a.length === 4) return month(Number(a), Number(b), c)
  const swapped = Number(b) > 12
  return c.length === 4 || c.length === 2 ? month(year(c), Number(swapped ? a : b), swapped ? b : a) : null
}

function withName(parts: string[], at: number): string | null {
  const years = parts.filter((part, index) => index !== at && /^(\d{4}|\d{2})$/.test(part))
  const others = parts.length - 1 - years.length
  const chosen = years.find((part) => part.length === 4) ?? years.at(-1)
  if (chosen === undefined || others > 1 || years.length > 2 || parts.some((part, index) => index !== at && !/^\d{1,4}$/.test(part)))
    return null
  return month(year(chosen), MONTHS[parts[at]!]!)
}

const year = (text: string) => (text.length === 4 ? Number(text) : Number(text) + (Number(text) < 80 ? 2000 : 1900))

function month(yearNumber: number, monthNumber: number, day = '1'): string | null {
  const valid = yearNumber >= 1900 && yearNumber <= 2099 && monthNumber >= 1 && monthNumber <= 12 && Number(day) >= 1 && Number(day) <= 31
  return valid ? `${yearNumber}-${String(monthNumber).padStart(2, '0')}` : null
}
