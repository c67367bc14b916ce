/** Accounts as they are typed: codes, ranges and beginnings, with commas, blanks or lines between them. */
export const toTerms = (text: string): string[] =>
  text
    .replace(/\s*\.\.\s*/g, '..')
    .split(/[\s,;]+/)
    .filter((term) => term !== '')
export const fromTerms = (terms: readonly string[]) => terms.join(', ')
