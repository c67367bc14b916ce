/**
 * Levels of a chart whose codes all have the same length: padded with zeros ('110000' above '110500' above '110505'), with or without a
 * check digit at the end ('1.1.0.00.00-6'). Each possible reading turns a code into its levels separated by points ('1.1.05').
 */

/** Lengths of a code, from its first digit, at which a level of known charts ends: PUC, COSIF, PGC and evenly divided ones. */
const LEVELS: readonly (readonly number[])[] = [
  [1, 2, 4, 6, 8, 10, 12, 14],
  [1, 2, 3, 5, 7, 9, 11, 13],
  [1, 2, 3, 4, 6, 8, 10, 12],
  [1, 3, 5, 7, 9, 11, 13],
  [2, 4, 6, 8, 10, 12, 14],
  [3, 6, 9, 12, 15],
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  [1, 2, 3],
  [1, 2, 4],
]

type Levels = (code: string) => string

/** Minimum share of codes ending in zeros for these to mean a level; in a flat list it is one in fifty. */
const MIN_SHARE_PADDED = 0.1
const PADDED = /00.?$|\.0+(\..)?$/

/** The possible readings of these codes; none if their lengths differ, or if nothing looks padded. */
export function paddedLevels(codes: readonly string[]): Levels[] {
  const [first] = codes
  if (first === undefined || codes.some((code) => code.length !== first.length)) return []
  if (codes.filter((code) => PADDED.test(code)).length < codes.length * MIN_SHARE_PADDED) return []
  if (first.includes('.')) return bySegments(codes)
  if (codes.some((code) => !/^\d+$/.test(code))) return []
  const leading = Math.min(...codes.map((code) => code.length - code.replace(/^0+/, '').length))
  return [first.length, first.length - 1].flatMap((end) => LEVELS.map((lengths) => byLengths(leading, end, lengths)))
}

const byLengths =
  (start: number, end: number, lengths: readonly number[]): Levels =>
  (code) => {
    const digits = code.slice(start, end)
    let padded = digits.length
    while (padded > 0 && digits[padded - 1] === '0') padded--
    // The first level stays, even if it is zero.
    let levels = digits.slice(0, lengths[0])
    for (let at = 0; lengths[at]! < padded; at++) levels += `.${digits.slice(lengths[at], lengths[at + 1])}`
    return levels
  }

function bySegments(codes: readonly string[]): Levels[] {
  const segments = codes[0]!.split('.').length
  if (codes.some((code) => code.split('.').length !== segments)) return []
  return [(code) => withoutZeros(code.split('.')), (code) => withoutZeros(code.split('.').slice(0, -1))]
}

/** The first segment stays, even if it is zero. */
function withoutZeros(segments: readonly string[]): string {
  let last = segments.length - 1
  while (last > 0 && /^0*$/.test(segments[last]!)) last--
  return segments.slice(0, last + 1).join('.')
}
