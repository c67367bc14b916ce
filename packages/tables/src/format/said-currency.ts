import { currencyIn } from './amount.ts'
import { type Cell, cellText } from './cell.ts'

/** A word of its own: no letter or figure before or behind it. */
const word = (pattern: string, flags = 'u') => new RegExp(String.raw`(?<![\p{L}\d])(?:${pattern})(?![\p{L}\d])`, flags)
const either = (codes: string, names: string) => [word(codes), word(names, 'iu')]

/** How headings and titles name a currency; '$' and 'pesos' alone stand for several and say nothing. */
const NAMES: [code: string, patterns: RegExp[]][] = [
  ['USD', either(String.raw`M{0,2}US\$|U\$S|USD`, '(?:dólar(?:es)?|dolar(?:es)?)(?! canad| austral| neoz)|us dollars?')],
  ['EUR', either('EUR|[mMkK]?€', 'euros?')],
  ['GBP', either('GBP|£', 'libras esterlinas|pounds sterling')],
  ['BRL', either(String.raw`BRL|R\$`, 'reais')],
  ['CLP', either('CLP', 'pesos chilenos')],
  ['CLF', either('CLF|UF', 'unidades de fomento')],
  ['COP', either('COP', 'pesos colombianos')],
  ['MXN', either(String.raw`MXN|MX\$`, 'pesos mexicanos')],
  ['ARS', either(String.raw`ARS|AR\$`, 'pesos argentinos')],
  ['UYU', either('UYU', 'pesos uruguayos')],
  ['PEN', either('PEN', 'nuevos soles|soles')],
  ['PYG', either(String.raw`PYG|₲|G[sS]\.?`, 'guaran[ií](?:es)?')],
  ['BOB', either('BOB', 'bolivianos')],
  ['CRC', either('CRC|₡', 'colones')],
  ['DOP', either('DOP', 'pesos dominicanos')],
  ['GTQ', either('GTQ', 'quetzales')],
  ['HNL', either('HNL', 'lempiras')],
  ['NIO', either('NIO', 'córdobas|cordobas')],
  ['PAB', either('PAB', 'balboas')],
]

/** The currency that a heading of amounts names: 'USD' of 'Saldo USD', 'EUR' of 'Importe (€)'; null for none, or several. */
export function namedCurrency(text: string): string | null {
  const found = NAMES.filter(([, patterns]) => patterns.some((pattern) => pattern.test(text)))
  return found.length === 1 ? found[0]![0] : null
}

/** What stands behind 'Moneda:' or 'Cifras en'. */
const TOLD =
  /(?<!\p{L})(?:(?:moneda|moeda|currency)(?: del? \p{L}+)?\s*[:=-]\s*|(?:expresad[oa]s?|cifras|importes|valores|montos|saldos|figures|amounts|stated|expressed)\s.{0,30}?(?<!\p{L})(?:en|in|em)\s)(.{1,40})$/iu
const LABEL = /^(?:moneda|moeda|currency)\s*:?$/i
const MAX_LENGTH = 120

/** The currency that a row above the table says its figures are in: 'Cifras en dólares', 'Moneda' beside 'EUR'. */
export function titledCurrency(cells: readonly Cell[]): string | null {
  const texts = cells.map(cellText).filter((text) => text !== '')
  for (const [at, text] of texts.entries()) {
    const told = LABEL.test(text) ? texts[at + 1] : text.length > MAX_LENGTH ? undefined : TOLD.exec(text)?.[1]
    const said = told?.replace(/[).;]+$/, '').trim()
    // A word of three capitals alone is the code of any currency there is.
    const code = said && (namedCurrency(said) ?? (/^[A-Z]{3}$/.test(said) ? currencyIn(said) : null))
    if (code) return code
  }
  return null
}
