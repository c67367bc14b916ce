/** Relative luminance of a colour '#rrggbb' (WCAG 2.2). */
const luminance = (color: string) => {
  const [red, green, blue] = partsOf(color).map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
const partsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** Contrast ratio of two colours '#rrggbb', 1 to 21; 4.5 is enough for text. */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The ground on which a text is hardest to read in each appearance (design language §2): white, and what is raised on a dark page. */
export const GROUND = { light: '#ffffff', dark: '#1b1f26' } as const
/** More than the 4.5 of a text: a chosen row is a little lighter than that ground, in whatever accent. */
const ENOUGH = 5

/** A colour that reads on white, made lighter until it reads on the dark ground too. */
export function onDark(color: string): string {
  const parts = partsOf(color)
  for (let share = 0; share <= 100; share += 2) {
    const lighter = `#${parts
      .map((part) =>
        Math.round(part + ((255 - part) * share) / 100)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
    if (contrastOf(lighter, GROUND.dark) >= ENOUGH) return lighter
  }
  return '#ffffff'
}
