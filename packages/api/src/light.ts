/** How lights are judged, by the server and where another bound is tried on a page. */
type Light = 'verde' | 'ambar' | 'rojo'

/**
 * @param sense 1 where more is better, -1 where less is
 * @returns whether the bound is reached: also where a float of a share in percent falls short of it by less than anybody is shown
 */
export const reaches = (value: number, bound: number, sense: 1 | -1 = 1) => Math.round((value - bound) * sense * 1e9) >= 0

/** In percent, from which on a share is green and amber. */
export type Bounds = { verde: number; ambar: number }
/** Rules §1.0, unless an administrator has set others. */
export const BOUNDS: Bounds = { verde: 95, ambar: 85 }
/** Of a share of 1; null without one. */
export const trafficLight = (share: number | null, { verde, ambar } = BOUNDS): Light | null =>
  share === null ? null : reaches(share * 100, verde) ? 'verde' : reaches(share * 100, ambar) ? 'ambar' : 'rojo'

/** Of an indicator: green at the target, amber within a tenth of it. Null of nothing, or without a target. */
export function lightOf(value: number | null, target: number | null, sense: 1 | -1): Light | null {
  if (value === null || target === null) return null
  if (reaches(value, target, sense)) return 'verde'
  return reaches(value, target * (1 - sense * 0.1), sense) ? 'ambar' : 'rojo'
}
