const LONGEST_STEM = 5
const MOST_WORDS = 30

/** Words of five letters or more, reduced to their stem: 'analizar' finds 'análisis'. */
export const wordStems = (text: string): string[] =>
  [...new Set((text.toLowerCase().match(/[\p{L}\d]{5,}/gu) ?? []).map((word) => word.slice(0, LONGEST_STEM)))].slice(0, MOST_WORDS)
