import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { accents, levels, solidLevel } from './appearance.ts'

/* The style sheet is the source of truth: it is read, resolved and measured. */
const css = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
const blocks = [...css.matchAll(/(:root[^{]*)\{([^}]*)\}/g)].map(([, selector = '', body = '']) => ({
  selector: selector.trim().replace(/\s+/g, ' '),
  values: Object.fromEntries([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()])),
}))

/** Cascade by jsdom's own matching, in the order written; specificity as in the file (later and longer wins). */
const paint = (attributes: Record<string, string>) => {
  const root = document.createElement('html')
  for (const [name, value] of Object.entries(attributes)) root.setAttribute(`data-${name}`, value)
  const weight = (selector: string) => (selector.match(/\[|\.dark/g) ?? []).length
  const rules = blocks.flatMap((block) =>
    block.selector
      .split(/,(?![^(]*\))/)
      .map((s) => s.trim())
      .filter((s) => root.matches(s.replace(':root', 'html')))
      .map((s) => ({ weight: weight(s), values: block.values })),
  )
  const values: Record<string, string> = Object.assign({}, ...rules.toSorted((a, b) => a.weight - b.weight).map((r) => r.values))
  const resolve = (value: string): string => {
    const mixed = /^color-mix\(in srgb, (.+?) (\d+)%, (.+)\)$/.exec(value)
    if (mixed) return mix(resolve(mixed[1] ?? ''), resolve(mixed[3] ?? ''), Number(mixed[2]) / 100)
    const named = /^var\(--([\w-]+)\)$/.exec(value)
    return named ? resolve(values[named[1] ?? ''] ?? '') : value
  }
  return (name: string) => resolve(`var(--${name})`)
}

const channels = (hex: string) => {
  const full = /^#(\w)(\w)(\w)$/.exec(hex) ? hex.replace(/\w/g, '$&$&') : hex
  return [1, 3, 5].map((i) => Number.parseInt(full.slice(i, i + 2), 16))
}
const mix = (one: string, two: string, share: number) => {
  const [a, b] = [channels(one), channels(two)]
  return `#${a
    .map((v, i) =>
      Math.round(v * share + (b[i] ?? 0) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = channels(hex).map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, two: string) => {
  const [light = 0, dark = 0] = [luminance(one), luminance(two)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const themes = ['light', 'dark'] as const

describe.each(themes)('%s', (theme) => {
  const of = paint({ theme })
  test.each(['fg', 'fg-2', 'muted', 'faint'])('%s reads on every ground it stands on', (ink) => {
    for (const ground of ['surface', 'canvas', 'raised', 'raised-hover', 'subtle', 'hover', 'selected'])
      expect([ground, contrast(of(ink), of(ground)) >= 4.5]).toEqual([ground, true])
  })
  test.each(['pendiente', 'revision', 'rechazado', 'aprobado', 'tarde', 'material', 'automatico'])(
    '%s reads plain and as a pill',
    (state) => {
      for (const ground of ['surface', 'hover', 'selected', `${state}-bg`])
        expect([ground, contrast(of(state), of(ground)) >= 4.5]).toEqual([ground, true])
    },
  )
  test('the entry of a menu that one is on differs from the others', () => {
    expect(contrast(of('raised-hover'), of('raised'))).toBeGreaterThan(1.08)
  })
  test('edges of fields are seen', () => {
    expect(contrast(of('line-ctl'), of('surface'))).toBeGreaterThanOrEqual(3)
  })
  test.each(['chart-aprobado', 'chart-revision', 'chart-rechazado', 'chart-reference', 'chart-pendiente', 'chart-tarde'])(
    '%s is seen',
    (stroke) => {
      expect(contrast(of(stroke), of('surface'))).toBeGreaterThanOrEqual(3)
    },
  )
  test.each([1, 2, 3, 4, 5, 6])('figures read on heat %i', (step) => {
    expect(contrast(of('fg'), of(`heat-${step}`))).toBeGreaterThanOrEqual(4.5)
  })
})

describe.each(themes)('every accent and level, %s', (theme) => {
  test.each(accents.flatMap((accent) => levels.map((level) => [accent, level] as const)))('%s %i', (accent, level) => {
    const of = paint({ theme, accent, level: String(level) })
    expect(contrast(of('accent'), of('on-accent'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(of('accent-hover'), of('on-accent'))).toBeGreaterThanOrEqual(4.5)
    for (const ground of ['surface', 'raised', 'raised-hover', 'selected', 'accent-soft', 'canvas', 'hover'])
      expect([ground, contrast(of('accent-fg'), of(ground)) >= 4.5]).toEqual([ground, true])
    for (const ink of ['fg', 'muted', 'faint']) expect([ink, contrast(of(ink), of('selected')) >= 4.5]).toEqual([ink, true])
    expect(contrast(of('focus'), of('surface'))).toBeGreaterThanOrEqual(3)
    // solidLevel() agrees with the style sheet.
    if (theme === 'light') expect(of('accent')).toBe(of(`p-${solidLevel(accent, level)}`))
  })
})

test('under the system’s own colours every colour of a text, a line or an icon is one of them', () => {
  const forced = readFileSync(new URL('../styles/forced.css', import.meta.url), 'utf8')
  const given = new Set([...forced.matchAll(/--([\w-]+): (?:Canvas|CanvasText|Highlight) !important/g)].map(([, name]) => name))
  // Backgrounds and shadows are the system's by themselves; charts keep their own, on its ground.
  const isGround = (name: string) => /-(bg|line|hover|soft)$|^(hover|press|selected|scrim|on-accent|heat-|chart-|shadow-)/.test(name)
  const light = Object.keys(blocks.find(({ values }) => 'fg' in values)!.values)
  expect(light.filter((name) => !isGround(name) && !given.has(name))).toEqual([])
})

test.each([
  ['packages/ui/src/styles', ['load.css', 'menu.css', 'forced.css']],
  ['remotes/admin/src', ['period/period.css', 'template/template.css']],
  ['remotes/parameters/src', ['calendar/calendar.css']],
] as const)('text on a colour of its own keeps both where the system has its own (%s)', (place, files) => {
  for (const file of files) {
    const styles = readFileSync(new URL(`../../../../${place}/${file}`, import.meta.url), 'utf8')
    const rules = [...styles.matchAll(/\{([^{}]*)\}/g)].map(([, body]) => body!)
    const onColour = rules.filter(
      (body) => /background: var\(--(accent|fg)\)/.test(body) && /[^-]color: var\(--(on-accent|surface)/.test(body),
    )
    for (const body of onColour) expect(body).toContain('forced-color-adjust: none')
  }
})

test('a field that only a screen reader sees stands inside what is seen of it: the focus would scroll the frame away', () => {
  const text = readFileSync(new URL('../styles/text.css', import.meta.url), 'utf8')
  expect(text).toMatch(/:where\(:has\(> input\.sr-only\)\) \{\s*position: relative;/)
})
