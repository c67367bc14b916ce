import { readFile } from 'node:fs/promises'
import { Refused } from '../errors.ts'

const PAGE = /^\s*(<!--[\s\S]{0,5000}?-->\s*)?<(!doctype html|html|head|body|table|div|p|h1)\b/i
const ACTIVE =
  /<(script|iframe|frame|object|embed|applet|base|form|portal)\b|<meta[^>]{0,500}http-equiv\s*=\s*["']?\s*refresh|[\s"'/]on[a-z]{3,30}\s*=|(javascript|vbscript):|data:text\/html|expression\s*\(/i
/** Resources that the page would load by itself; links to click on are allowed. */
const EXTERNAL = /<link\b|\b(src|srcset|background|poster)\s*=\s*["']?\s*(https?:)?\/\/|url\(\s*["']?\s*(https?:)?\/\/|@import/i

/** Refuses an HTML page that runs scripts or loads resources. It is served as an attachment in any case. @throws 422 */
export async function checkHtml(path: string): Promise<void> {
  const text = new TextDecoder('utf-8').decode(await readFile(path))
  if (text.includes('\0') || !PAGE.test(text)) throw Refused('file_extension')
  const decodedText = decoded(text)
  if (ACTIVE.test(decodedText)) throw Refused('document_active')
  if (EXTERNAL.test(decodedText)) throw Refused('document_outside')
}

/** Resolves character references and removes white space within words, behind which a browser would still find a script. */
const decoded = (text: string) =>
  text
    .replace(/&#(x[0-9a-f]{1,6}|\d{1,7});?/gi, (whole, code: string) => {
      const point = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code)
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole
    })
    .replace(/&(tab|newline|colon);/gi, (_, name: string) => (name.toLowerCase() === 'colon' ? ':' : ' '))
    .replace(/j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/gi, 'javascript:')
