import type { Fill } from './fill.ts'
import type { LegendEntry } from './Legend.tsx'
import type { ChartColor, ChartTheme } from './theme.ts'

/** What a chart draws, without anything of the screen. */
export type Drawing =
  | {
      kind: 'bar'
      labels: readonly string[]
      series: readonly { label: string; values: readonly number[]; color: ChartColor; fill?: Fill }[]
      stacked?: boolean
      horizontal?: boolean
      write: (value: number) => string
    }
  | {
      kind: 'line'
      labels: readonly string[]
      /** `end`: written at the end of the line instead of its name and last value. */
      series: readonly { label: string; values: readonly (number | null)[]; color: ChartColor; dash: readonly number[]; end?: string }[]
      /** Lines across the chart, each at one of the labels. */
      verticals?: readonly { at: number; label: string }[] | undefined
      min?: number
      max?: number
      target?: number
      marks?: { label: string; values: readonly number[] } | undefined
      write: (value: number) => string
    }
  | {
      kind: 'donut'
      parts: readonly { label: string; value: number; color: ChartColor; fill?: Fill; says: string }[]
      center: string
      under: string
    }

const WIDTH = 760
const PAD = 20
const LETTER = 6.1
const FILLS = ['hatched', 'crossed', 'dotted'] as const

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
const n = (value: number) => String(Math.round(value * 100) / 100)
/** Browsers resolve mixed colours as `color(srgb …)`, which few other programs read. */
export function plainColor(color: string) {
  const parts = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)/.exec(color)
  return parts
    ? `rgb(${parts
        .slice(1, 4)
        .map((part) => Math.round(Number(part) * 255))
        .join(', ')})`
    : color
}

type Pen = {
  theme: ChartTheme
  used: Set<string>
  color: (name: keyof ChartTheme) => string
  fill: (color: ChartColor, fill?: Fill) => string
}
const penOf = (theme: ChartTheme): Pen => {
  const used = new Set<string>()
  const color = (name: keyof ChartTheme) => escaped(plainColor(theme[name]))
  return {
    theme,
    used,
    color,
    fill: (name, fill = 'solid') => {
      if (fill === 'solid') return color(name)
      if (fill === 'hollow') return color('surface')
      used.add(`${fill}-${name}`)
      return `url(#${fill}-${name})`
    },
  }
}
/** The same patterns as on the screen. */
const patterns = ({ used, color }: Pen) =>
  [...used].map((id) => {
    const [fill, name] = id.split('-') as [(typeof FILLS)[number], ChartColor]
    const strokes = {
      hatched: '<path d="M0 6 6 0"/>',
      crossed: '<path d="M0 6 6 0M0 0 6 6"/>',
      dotted: '<circle cx="2" cy="2" r=".8"/><circle cx="5" cy="5" r=".8"/>',
    }
    const ink = color(name)
    return `<pattern id="${id}" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="${color('surface')}"/><rect width="6" height="6" fill="${ink}" fill-opacity=".4"/><g stroke="${ink}" stroke-width="${fill === 'dotted' ? 0 : 1.2}" fill="${fill === 'dotted' ? ink : 'none'}">${strokes[fill]}</g></pattern>`
  })

const text = (
  x: number,
  y: number,
  said: string,
  { size = 11, color, anchor = 'start', weight = 400 }: { size?: number; color: string; anchor?: string; weight?: number },
) =>
  `<text x="${n(x)}" y="${n(y)}" font-size="${size}" font-weight="${weight}" fill="${color}" text-anchor="${anchor}">${escaped(said)}</text>`
const shape = (tag: string, attributes: Record<string, string | number>, says?: string) =>
  `<${tag} ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${typeof value === 'number' ? n(value) : value}"`)
    .join(' ')}>${says ? `<title>${escaped(says)}</title>` : ''}</${tag}>`

/** Round values from the least to the most, about `count` of them. */
export function ticksOf(least: number, most: number, count = 4): number[] {
  const span = most - least || 1
  const rough = span / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough)!
  const ticks: number[] = []
  for (let at = Math.floor(least / step); at * step < most + step * 0.999; at++) ticks.push(Math.round(at * step * 1e6) / 1e6)
  return ticks
}

/** An entry of the legend with its figure, as images have it. */
export const legendText = ({ label, figure, share }: Pick<LegendEntry, 'label' | 'figure' | 'share'>) =>
  [label, figure, share && `(${share})`].filter(Boolean).join(' ')

/** Lines of whole words, none wider than the room as `widthOf` measures it. */
export function wrapped(text: string, room: number, widthOf: (line: string) => number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(longer) <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** The chart as vectors: title, notes, legend, fills, and text that can be selected. */
export function chartSvg(
  title: string,
  notes: readonly string[],
  drawing: Drawing,
  legend: readonly LegendEntry[],
  theme: ChartTheme,
): string {
  const pen = penOf(theme)
  const parts: string[] = []
  let top = PAD - 8
  const written = (said: string, size: number, line: number, look: { color: string; weight?: number }) => {
    for (const each of wrapped(said, WIDTH - PAD * 2, (line) => (line.length * LETTER * size) / 11)) {
      parts.push(text(PAD, top + line, each, { size, ...look }))
      top += line
    }
  }
  written(title, 15, 20, { color: pen.color('ink'), weight: 600 })
  top += 4
  for (const note of notes) written(note, 11, 16, { color: pen.color('muted') })
  top += 8
  const drawn =
    drawing.kind === 'bar'
      ? bars(drawing, top + 8, pen)
      : drawing.kind === 'line'
        ? lines(drawing, top + 8, pen)
        : donut(drawing, top + 8, pen)
  parts.push(...drawn.parts)
  let bottom = drawn.bottom
  // A page may have a key of its own beside its bars, which the drawing has not.
  const key: readonly LegendEntry[] = legend.length === 0 && drawing.kind === 'bar' && drawing.series.length > 1 ? drawing.series : legend
  if (drawing.kind !== 'donut' && key.length > 0) {
    let x = PAD
    bottom += 12
    for (const { color, fill, ...entry } of key) {
      const said = legendText(entry)
      const width = said.length * LETTER + 34
      if (x > PAD && x + width > WIDTH - PAD) {
        x = PAD
        bottom += 20
      }
      parts.push(shape('rect', { x, y: bottom, width: 10, height: 10, fill: pen.fill(color, fill), stroke: pen.color(color) }))
      parts.push(text(x + 16, bottom + 9, said, { color: pen.color('ink') }))
      x += width
    }
    bottom += 12
  }
  const height = Math.ceil(bottom + PAD)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="${escaped(theme.font)}" role="img"><title>${escaped(title)}</title><defs>${patterns(pen).join('')}</defs><rect width="${WIDTH}" height="${height}" fill="${pen.color('surface')}"/>${parts.join('')}</svg>`
}

type Drawn = { parts: string[]; bottom: number }
type Of<K extends Drawing['kind']> = Extract<Drawing, { kind: K }>

function bars({ labels, series, stacked, horizontal, write }: Of<'bar'>, top: number, pen: Pen): Drawn {
  const parts: string[] = []
  const whole = (at: number) => series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0)
  const every = labels.flatMap((_, at) => (stacked ? [whole(at)] : series.map(({ values }) => values[at] ?? 0)))
  const least = Math.min(0, ...series.flatMap(({ values }) => values))
  const ticks = ticksOf(least, Math.max(0, ...every))
  const [from, to] = [ticks[0]!, ticks.at(-1)!]
  const across = horizontal
    ? { start: PAD + Math.min(260, Math.max(20, ...labels.map((label) => label.length * LETTER + 10))), end: WIDTH - PAD - 30 }
    : { start: PAD + 52, end: WIDTH - PAD }
  const rowHeight = stacked || series.length === 1 ? 26 : 14 * series.length + 12
  const plot = horizontal ? labels.length * rowHeight : 240
  const value = (of: number) =>
    horizontal ? across.start + ((of - from) / (to - from)) * (across.end - across.start) : top + plot - ((of - from) / (to - from)) * plot
  for (const tick of ticks) {
    const at = value(tick)
    parts.push(
      horizontal
        ? shape('line', { x1: at, x2: at, y1: top, y2: top + plot, stroke: pen.color('grid') })
        : shape('line', { x1: across.start, x2: across.end, y1: at, y2: at, stroke: pen.color('grid') }),
      horizontal
        ? text(at, top + plot + 14, write(tick), { color: pen.color('muted'), anchor: 'middle' })
        : text(across.start - 6, at + 4, write(tick), { color: pen.color('muted'), anchor: 'end' }),
    )
  }
  const slot = horizontal ? rowHeight : (across.end - across.start) / Math.max(1, labels.length)
  const thick = Math.min(horizontal ? 16 : 32, (slot * 0.72) / (stacked ? 1 : series.length))
  const every2 = Math.max(1, Math.ceil((labels.length * 56) / (across.end - across.start)))
  labels.forEach((label, at) => {
    const begin = (horizontal ? top : across.start) + slot * at
    let so = 0
    series.forEach(({ label: name, values, color, fill }, i) => {
      const of = values[at] ?? 0
      const [a, b] = stacked ? [value(so), value(so + of)] : [value(0), value(of)]
      if (stacked) so += of
      if (of === 0) return
      const side = begin + (slot - thick * (stacked ? 1 : series.length)) / 2 + (stacked ? 0 : thick * i)
      const box = horizontal
        ? { x: Math.min(a, b), y: side, width: Math.abs(b - a), height: thick }
        : { x: side, y: Math.min(a, b), width: thick, height: Math.abs(b - a) }
      parts.push(
        shape(
          'rect',
          { ...box, fill: pen.fill(color, fill), stroke: fill && fill !== 'solid' ? pen.color(color) : pen.color('surface') },
          [label, `${name}: ${write(of)}`].filter(Boolean).join(' · '),
        ),
      )
    })
    if (horizontal)
      parts.push(
        text(across.start - 8, begin + slot / 2 + 4, shortened(label, across.start - PAD - 8), { color: pen.color('ink'), anchor: 'end' }),
      )
    else if ((labels.length - 1 - at) % every2 === 0)
      parts.push(text(begin + slot / 2, top + plot + 16, label, { color: pen.color('muted'), anchor: 'middle' }))
  })
  return { parts, bottom: top + plot + 24 }
}
const shortened = (label: string, room: number) =>
  label.length * LETTER <= room ? label : `${label.slice(0, Math.max(1, Math.floor(room / LETTER) - 1))}…`

function lines({ labels, series, min, max, target, marks, verticals, write }: Of<'line'>, top: number, pen: Pen): Drawn {
  const parts: string[] = []
  const values = [...series.flatMap((line) => line.values.filter((value) => value !== null)), ...(target === undefined ? [] : [target])]
  const [least, most] = [min ?? Math.min(...values), max ?? Math.max(...values)]
  const ticks = ticksOf(least, most)
  const [from, to] = [min ?? ticks[0]!, max ?? ticks.at(-1)!]
  const said = series.map(({ label, values, end }) => end ?? `${label} ${write(values.findLast((value) => value !== null) ?? 0)}`)
  const [start, end] = [PAD + 52, WIDTH - PAD - Math.max(0, ...said.map((each) => each.length * LETTER)) - 10]
  const plot = 240
  const x = (at: number) => start + (labels.length < 2 ? (end - start) / 2 : ((end - start) * at) / (labels.length - 1))
  const y = (value: number) => top + plot - ((value - from) / (to - from || 1)) * plot
  for (const tick of ticks.filter((each) => each >= from && each <= to))
    parts.push(
      shape('line', { x1: start, x2: end, y1: y(tick), y2: y(tick), stroke: pen.color('grid') }),
      text(start - 6, y(tick) + 4, write(tick), { color: pen.color('muted'), anchor: 'end' }),
    )
  if (target !== undefined)
    parts.push(
      shape(
        'line',
        { x1: start, x2: end, y1: y(target), y2: y(target), stroke: pen.color('reference'), 'stroke-dasharray': '3 3' },
        write(target),
      ),
    )
  const step = Math.max(1, Math.ceil((labels.length * 56) / (end - start)))
  labels.forEach((label, at) => {
    if ((labels.length - 1 - at) % step === 0)
      parts.push(text(x(at), top + plot + 16, label, { color: pen.color('muted'), anchor: 'middle' }))
  })
  verticals?.forEach(({ at, label }, i) => {
    parts.push(
      shape('line', { x1: x(at), x2: x(at), y1: top, y2: top + plot, stroke: pen.color('reference'), 'stroke-dasharray': '2 3' }),
      at > (labels.length - 1) / 2
        ? text(x(at) - 4, top + 10 + i * 13, label, { color: pen.color('muted'), anchor: 'end' })
        : text(x(at) + 4, top + 10 + i * 13, label, { color: pen.color('muted') }),
    )
  })
  marks?.values.forEach((count, at) => {
    if (count === 0) return
    const foot = top + plot
    const d = `M${n(x(at))} ${n(foot - 9)}L${n(x(at) + 5)} ${n(foot)}L${n(x(at) - 5)} ${n(foot)}Z`
    parts.push(shape('path', { d, fill: pen.color('rechazado') }, `${labels[at]} · ${marks.label}: ${write(count)}`))
    parts.push(text(x(at), foot - 13, write(count), { color: pen.color('ink'), anchor: 'middle' }))
  })
  const ends: { at: number; said: string; color: string }[] = []
  series.forEach(({ label, values, color, dash }, i) => {
    const runs: string[] = []
    values.forEach((value, at) => {
      if (value === null) return
      runs.push(`${values[at - 1] === null || at === 0 ? 'M' : 'L'}${n(x(at))} ${n(y(value))}`)
      parts.push(shape('circle', { cx: x(at), cy: y(value), r: 2, fill: pen.color(color) }, `${labels[at]} · ${label}: ${write(value)}`))
    })
    parts.push(
      shape('path', {
        d: runs.join(''),
        fill: 'none',
        stroke: pen.color(color),
        'stroke-width': 1.6,
        ...(dash.length > 0 && { 'stroke-dasharray': dash.join(' ') }),
      }),
    )
    const last = values.findLast((value) => value !== null)
    if (last !== undefined && last !== null) ends.push({ at: y(last), said: said[i]!, color: pen.color('ink') })
  })
  ends.sort((a, b) => a.at - b.at)
  ends.forEach((mark, i) => {
    const above = ends[i - 1]
    if (above && mark.at - above.at < 13) mark.at = above.at + 13
  })
  let limit = top + plot
  for (const mark of ends.toReversed()) {
    mark.at = Math.min(mark.at, limit)
    limit = mark.at - 13
  }
  for (const mark of ends) parts.push(text(end + 8, mark.at + 4, mark.said, { color: mark.color }))
  return { parts, bottom: top + plot + 24 }
}

function donut({ parts: of, center, under }: Of<'donut'>, top: number, pen: Pen): Drawn {
  const parts: string[] = []
  const [cx, cy, r, hole] = [PAD + 90, top + 90, 86, 60]
  const whole = of.reduce((sum, { value }) => sum + value, 0) || 1
  let turn = -Math.PI / 2
  of.forEach(({ label, value, color, fill, says }, i) => {
    const to = turn + Math.min(value / whole, 0.9999) * 2 * Math.PI
    const at = (angle: number, radius: number) => `${n(cx + radius * Math.cos(angle))} ${n(cy + radius * Math.sin(angle))}`
    const far = to - turn > Math.PI ? 1 : 0
    if (value > 0)
      parts.push(
        shape(
          'path',
          {
            d: `M${at(turn, r)}A${r} ${r} 0 ${far} 1 ${at(to, r)}L${at(to, hole)}A${hole} ${hole} 0 ${far} 0 ${at(turn, hole)}Z`,
            fill: pen.fill(color, fill),
            stroke: pen.color(color),
          },
          `${label}: ${says}`,
        ),
      )
    turn = to
    const y = top + 30 + i * 26
    parts.push(shape('rect', { x: PAD + 220, y: y - 9, width: 10, height: 10, fill: pen.fill(color, fill), stroke: pen.color(color) }))
    parts.push(text(PAD + 238, y, `${label} · ${says}`, { size: 12, color: pen.color('ink') }))
  })
  parts.push(text(cx, cy + (under ? 0 : 6), center, { size: 20, color: pen.color('ink'), anchor: 'middle', weight: 600 }))
  if (under) parts.push(text(cx, cy + 18, under, { size: 12, color: pen.color('muted'), anchor: 'middle' }))
  return { parts, bottom: Math.max(top + 184, top + 30 + of.length * 26) }
}
