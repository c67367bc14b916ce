import { legendText, wrapped } from './chartSvg.ts'
import { paint } from './fill.ts'
import type { LegendEntry } from './Legend.tsx'
import type { ChartTheme } from './theme.ts'

const PAD = 16
const LINE = 20
const GAP = 8
const SWATCH = 10
/** Minimum width, so that the legend of a narrow chart fits. */
const MIN_WIDTH = 320

type Says = { title: string; notes: readonly string[]; legend: readonly LegendEntry[]; theme: ChartTheme }
/** The chart with title, notes, legend and background, so that the image can be read outside the page. */
export function chartImage(drawing: HTMLCanvasElement, { title, notes, legend, theme }: Says) {
  const scale = drawing.width / drawing.clientWidth || 1
  const width = Math.max(drawing.clientWidth, MIN_WIDTH) + PAD * 2
  const whole = document.createElement('canvas')
  const pen = whole.getContext('2d')
  if (!pen) return undefined
  const measured = (font: string, said: string) => {
    pen.font = font
    return wrapped(said, width - PAD * 2, (line) => pen.measureText(line).width).map((line) => ({ font, line }))
  }
  const titled = measured(`600 14px ${theme.font}`, title)
  const noted = notes.flatMap((note) => measured(`12px ${theme.font}`, note))
  const head = (titled.length + noted.length) * LINE + GAP
  const words = legend.map(legendText)
  pen.font = `12px ${theme.font}`
  const positions = wrapLegend(
    words.map((word) => pen.measureText(word).width + SWATCH + 22),
    width - PAD * 2,
  )
  const rows = positions.length > 0 ? Math.max(...positions.map(({ row }) => row)) + 1 : 0
  whole.width = width * scale
  whole.height = (PAD * 2 + head + drawing.clientHeight + (rows && rows * LINE + 8)) * scale
  pen.scale(scale, scale)
  pen.fillStyle = theme.surface
  pen.fillRect(0, 0, whole.width, whole.height)
  pen.textBaseline = 'middle'
  ;[...titled, ...noted].forEach(({ font, line }, i) => {
    pen.font = font
    pen.fillStyle = i < titled.length ? theme.ink : theme.muted
    pen.fillText(line, PAD, PAD + i * LINE + LINE / 2)
  })
  pen.drawImage(drawing, (width - drawing.clientWidth) / 2, PAD + head, drawing.clientWidth, drawing.clientHeight)
  pen.font = `12px ${theme.font}`
  legend.forEach(({ color, fill }, i) => {
    const { x, row } = positions[i]!
    const [left, middle] = [PAD + x, PAD + head + drawing.clientHeight + GAP + row * LINE + LINE / 2]
    pen.fillStyle = paint(theme[color], theme.surface, fill)
    pen.strokeStyle = theme[color]
    pen.fillRect(left, middle - SWATCH / 2, SWATCH, SWATCH)
    pen.strokeRect(left + 0.5, middle - SWATCH / 2 + 0.5, SWATCH - 1, SWATCH - 1)
    pen.fillStyle = theme.ink
    pen.fillText(words[i]!, left + SWATCH + 6, middle)
  })
  return whole
}

/** Positions of the legend's entries, wrapped into lines. */
function wrapLegend(widths: readonly number[], room: number) {
  let [x, row] = [0, 0]
  return widths.map((width) => {
    if (x > 0 && x + width > room) {
      x = 0
      row += 1
    }
    const position = { x, row }
    x += width
    return position
  })
}

/** Of a chart without a canvas: its vectors, twice as fine as the screen. */
export async function imageOf(svg: string) {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const whole = document.createElement('canvas')
  whole.width = image.naturalWidth * 2
  whole.height = image.naturalHeight * 2
  whole.getContext('2d')?.drawImage(image, 0, 0, whole.width, whole.height)
  return whole
}
