import { type Cell, cellText, type Row } from './cell.ts'

/** What the figures of a file are counted in: units of money, thousands or millions. */
export const AMOUNT_UNITS = [1, 1000, 1_000_000] as const
export type AmountUnit = (typeof AMOUNT_UNITS)[number]

/** What a file says its figures are counted in, and where. `unit` is null for billions and 0.01 for cents, which cannot be loaded. */
export type SaidUnit = {
  unit: 0.01 | 1000 | 1_000_000 | null
  /** Row number in the file; null where the name of the sheet says it. */
  row: number | null
  /** The text that says it. */
  text: string
}

const CODES = 'USD|EUR|GBP|CHF|BRL|CLP|COP|MXN|PEN|ARS|UYU|BOB|CRC|GTQ|HNL|PYG|DOP'
const CURRENCY = String.raw`(?:R\$|RD\$|US\$|MX\$|S\/\.?|Bs\.?|[$€£₡]|${CODES})`
const FIGURES = '(?:saldos?|importes?|montos?|valor(?:es)?|cifras|figures|amounts?|balances?|total(?:es)?|debe|haber|debit|credit|net)'
const MONEY = `(?:reais|real|pesos|soles|nuevos soles|dolares|dollars|euros|colones|bolivianos|quetzales|lempiras|guaranies|libras|pounds|usd|eur|brl|clp|cop|mxn|pen)`
/** A word of its own: no letter or figure before or behind it. */
const word = (pattern: string) => new RegExp(String.raw`(?<![\p{L}\d])(?:${pattern})(?![\p{L}\d])`, 'iu')
/** As they stand: M$ and m$ are not the same. */
const signs = (pattern: string) => new RegExp(String.raw`(?<![\p{L}\d])(?:${pattern})(?![\p{L}\d])`, 'u')

/** From the largest on: 'miles de millones' names both. */
const SAYS: [unit: SaidUnit['unit'], patterns: RegExp[]][] = [
  [
    0.01,
    [
      word('(?:en|em|in) (?:centavos|centimos|cents)'),
      /\(\s*(?:centavos|centimos|cents)\s*\)/i,
      word('(?:saldo|importe|monto|valor|amount|balance) (?:(?:in )?(?:centavos|centimos|cents|cts)|minor(?: units?)?)'),
      /\(\s*(?:cts\.?|(?:centavos|centimos) de [a-z]+)\s*\)/i,
      word('(?:decimales|decimais) (?:implicit[oa]s|supuestos|virtuales)|(?:implied|implicit|assumed) decimals?'),
    ],
  ],
  [
    null,
    [
      word('mil(?:es)?( de)? millones|billones|bilhoes|bilhao|billions?|thousand millions?|milliards?|mi(?:l|ll)?ardos|lakhs?|crores?'),
      word('(?:cientos|centenas|decenas|dezenas|hundreds|tens) (?:de|of) (?:miles|mil|milhares|thousands)|(?:en|in) (?:cientos|hundreds)'),
      signs(`(?:${CURRENCY}) ?bn|bn (?:${CURRENCY})`),
    ],
  ],
  [
    1_000_000,
    [
      word(`millones|millon|milhoes|milhao|millions?|mln|mio|mdp|mdd|mill\\.|mill (?:${CURRENCY}|${MONEY})|${FIGURES} mill`),
      // 'mm' in small letters is also a month of two figures: 'dd/mm/aaaa'.
      /(?<![\p{L}\d/.:-]|[dD]{2} )MM(?![\p{L}\d/:-]| ?[aAyY]{2})/u,
      word(`(?:en|em|in|${FIGURES}) \\(?mm\\)?`),
      signs(`(?:${CURRENCY}) ?mn|mn (?:${CURRENCY})`),
      new RegExp(String.raw`^${FIGURES} (?:en )?(?:\(\s*M\s*\)|M)$`, 'iu'),
      signs(`MM ?(?:${CODES})|M ?(?:EUR|GBP|CHF|BRL|COP|MXN|PEN|ARS)`),
      /(?:factor|escala|multiplo|multiplicador|unidad(?:es)?|redondeo|rounding|scale|units?|multiplier)(?: de| of)? ?[:=]? ?(?:1 ?[:/])? ?1[.,]?000[.,]?000(?![.,]?\d)/i,
      /(?<!\d)10 ?(?:\^ ?6(?!\d)|⁶)|(?<![\p{L}\d])1e6(?![\p{L}\d])/iu,
      // Chile writes M$ for thousands and MM$ for millions.
      signs(String.raw`MM\s?(?:U?S?\$|USD?|€|EUR)|[mM]{2}\$`),
      signs(String.raw`(?:${CURRENCY})\s?MM|(?:${CURRENCY})\s?[mM]{1,2}(?!\.)|M€`),
      /(?<![\d.,])[x×/÷]\s?1[.,\s]?000[.,\s]?000(?![\d.,])/i,
    ],
  ],
  [
    1000,
    [
      word('miles|millares|thousands?|thous|ths|milhares|milhar|milers|milliers|tausend|tsd'),
      signs(`[TK] ?(?:€|EUR|USD|CHF|GBP)|M ?(?:CLP|USD)`),
      word(
        String.raw`(?:${FIGURES}) (?:en )?(?:\(\s*k\s*\)|k)|\(\s*mil\.\s*\)|mil\. ${MONEY}|x mil|(?:entre|por|by) (?:mil|1[.,]?000)(?! ?\d)`,
      ),
      // 'Valores em R$ 1.000'; 'R$ 1.000,00' is an amount.
      new RegExp(String.raw`(?<![\p{L}\d])(?:en|em|in) (?:${CURRENCY} ?)?1[.,]?000(?![.,]?\d)`, 'iu'),
      /(?:factor|escala|multiplo|multiplicador|unidad(?:es)?|redondeo|rounding|scale|units?|multiplier)(?: de| of)? ?[:=]? ?(?:1 ?[:/])? ?1[.,]?000(?![.,]?\d)/i,
      new RegExp(String.raw`(?<![\p{L}\d])(?:${CODES}) ['’]?000(?![\p{L}\d.,])`, 'u'),
      /(?<!\d)10 ?(?:\^ ?3(?!\d)|³)|(?<![\p{L}\d])1e3(?![\p{L}\d])/iu,
      word(`(?:em|en|in) mil|mil ${MONEY}`),
      new RegExp(String.raw`${CURRENCY}\s?mil(?![\p{L}\d])|\(\s*mil\s*\)`, 'iu'),
      signs(String.raw`MU?S?\$|[kK]\s?${CURRENCY}|${CURRENCY}\s?[kK]`),
      // '$000', "US$'000", '(000s)', "in 000's"; not the end of a figure.
      /(?<![\d.,_])(?:[$€£(/×]\s?|\bx\s?|\b(?:in|en|em|usd|eur)\s|['’])['’]?000['’]?s?(?![\p{L}\d.,_])/iu,
      /(?<![\d.,])[x×/÷]\s?1[.,]?000(?![\d.,]|\s0)/i,
    ],
  ],
]

/** The unit that a text says figures are counted in; undefined when it says nothing of the kind. */
export function unitIn(text: string): SaidUnit['unit'] | undefined {
  const bare = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    // As systems join words: 'saldo_miles', 'SaldoMiles'.
    .replace(/([a-z]{2})(?=[A-Z])/g, '$1 ')
    .replace(/[\s_]+/g, ' ')
    .trim()
  return SAYS.find(([, patterns]) => patterns.some((pattern) => pattern.test(bare)))?.[0]
}

/** Longer texts are remarks about something else. */
const MAX_LENGTH = 200

/**
 * What a file says of the unit of its figures: in a title or heading (rows up to `headerRow`), in a note among the first rows, or in the
 * name of its sheet. The first that says something counts; rows with figures are accounts, whose names say nothing of it.
 */
export function saidUnit(rows: readonly Row[], headerRow: number | null, sheet?: string): SaidUnit | null {
  for (const { number, cells } of rows) {
    if (number > (headerRow ?? 0) && !isNote(cells)) continue
    for (const cell of cells) {
      const text = cellText(cell)
      const unit = text.length > MAX_LENGTH ? undefined : unitIn(text)
      if (unit !== undefined) return { unit, row: number, text }
    }
  }
  const unit = sheet === undefined ? undefined : unitIn(sheet)
  return unit === undefined ? null : { unit, row: null, text: sheet! }
}

/** A row of one text, without a code before it: 'Nota: cifras en miles'. */
const isNote = (cells: readonly Cell[]) => {
  const filled = cells.filter((cell) => cell !== null)
  return filled.length === 1 && typeof filled[0] === 'string' && !/^\s*\d/.test(filled[0])
}

/**
 * An amount in units of money: '1204.5' in thousands is '1204500'. Exact, by moving the decimal point.
 * @param value canonical decimal text with a point, of any number of decimals
 */
export function inUnits(value: string, unit: AmountUnit): string {
  if (unit === 1) return value
  const places = unit === 1000 ? 3 : 6
  const negative = value.startsWith('-')
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.')
  const digits = `${whole}${fraction.slice(0, places).padEnd(places, '0')}`.replace(/^0+(?=\d)/, '')
  const rest = fraction.slice(places).replace(/0+$/, '')
  const amount = rest ? `${digits}.${rest}` : digits
  return negative && /[1-9]/.test(amount) ? `-${amount}` : amount
}
