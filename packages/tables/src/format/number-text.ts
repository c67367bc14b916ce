// Numbers of spreadsheets as text. A spreadsheet keeps binary floats and shows 15 digits: 0.1+0.2 is stored as 0.30000000000000004
// and must be read as 0.3, while 252631726891222.33, which an ERP wrote with all its digits, must keep them.

const PLAIN = /^-?\d+(\.\d+)?$/
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
const SCIENTIFIC = /^([+-]?)(\d+)(?:\.(\d*))?[eE]([+-]?\d+)$/

/** '1.5e3' → '1500'; moves the point only, so nothing is rounded. Null when it is no such number or is absurdly long. */
export function expandExponent(text: string): string | null {
  const match = SCIENTIFIC.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = '', power] = match
  const digits = whole + fraction
  const point = whole.length + Number(power)
  if (Math.abs(point) > 400) return null
  const decimal =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits + '0'.repeat(point - digits.length)
        : `${digits.slice(0, point)}.${digits.slice(point)}`
  return trimZeros((sign === '-' ? '-' : '') + decimal)
}

/** Removes needless zeros: '0012.50' → '12.5', '-0.0' → '0'. The text must be a plain decimal. */
export function trimZeros(decimal: string): string {
  const negative = decimal.startsWith('-')
  let text = negative ? decimal.slice(1) : decimal
  if (text.includes('.')) text = text.replace(/\.?0+$/, '')
  text = text.replace(/^0+(?=\d)/, '')
  if (text === '' || text === '0') return '0'
  return negative ? `-${text}` : text
}

/** The number that a spreadsheet's cell holds, as exact decimal text; null when the text is no number. */
export function numberText(raw: string): string | null {
  if (raw.length <= 15 && PLAIN.test(raw)) return needsTrim(raw) ? trimZeros(raw) : raw
  const value = Number(raw)
  if (!NUMBER.test(raw) || !Number.isFinite(value)) return null
  const shown = value.toPrecision(15)
  // The shown number is the same one, up to the last bits of the float: an artefact of binary arithmetic.
  if (Math.abs(Number(shown) - value) <= Math.abs(value) * 2 ** -50) return decimalText(shown)
  return decimalText(raw) ?? decimalText(String(value))
}

function decimalText(text: string): string | null {
  return PLAIN.test(text) ? trimZeros(text) : expandExponent(text)
}

function needsTrim(text: string): boolean {
  const first = text.charCodeAt(0) === 45 ? 1 : 0
  return (text.charCodeAt(first) === 48 && text.length > first + 1) || text === '-0' || (text.endsWith('0') && text.includes('.'))
}
