/** Code and name in one cell, as some systems write them: '1.1.01 Caja', '10000 · Checking', '1105 - Caja', '1105. Caja', '[1105] Caja', 'Caja (1105)'; null for anything else. */
export function codeAndName(text: string): { code: string; name: string } | null {
  const [, code, name] = /^(\d[\d.\-/]*?)(?:\s*[-–—·:|]\s*|\s*[.,;)]\s+|\s+)((?=.*\p{L}{2})[^\d\s.,].*)$/su.exec(text) ?? []
  if (code && name) return { code, name }
  const [, within, after] = /^[[(](\d[\d.\-/]*)[\])]\s*((?=.*\p{L}{2})[^\d\s.,].*)$/su.exec(text) ?? []
  if (within && after) return { code: within, name: after }
  const [, before, behind] = /^([^\p{N}]*\p{L}.*\S)\s*\((\d[\d.\-/]*)\)$/su.exec(text) ?? []
  return before && behind ? { code: behind, name: before } : null
}

/** What spreadsheets make of '1-1' and of long codes: a date, '1,23E+12'. */
const CHANGED =
  /^\d{4}-\d{2}-\d{2}(T|$)|^\d{1,2}\/\d{1,2}\/\d{4}$|^\d{1,2}-(ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic|jan|apr|aug|dec|fev|mai|set|out|dez)\.?(-\d{2,4})?$|^(ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic|jan|apr|aug|dec|fev|mai|set|out|dez)\.?-\d{2,4}$|^\d([.,]\d+)?e\+\d+$/i

/** Whether a code is what a spreadsheet has made of one. */
export const isChangedCode = (code: string) => CHANGED.test(code)

/** A code without zeros in front, in small letters: a spreadsheet takes zeros away from '00010069'. */
export const bareCode = (code: string) => code.toLowerCase().replace(/^0+(?=.)/, '')

/** A code without the asterisks that point at a note below: '1105 *', '1105(**)'. */
export const withoutFootnote = (code: string | null) => code?.replace(/\s*(\*+|\(\*+\))$/, '') || null
