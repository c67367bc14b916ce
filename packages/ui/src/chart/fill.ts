/** Fill patterns, so that parts can be told apart without colour (in print, by colour-blind users). */
export type Fill = 'solid' | 'hatched' | 'crossed' | 'dotted' | 'hollow'

const TILE = 12
// Drawn at double size and scaled down, so that it is sharp on high-resolution screens.
const SCALE = 0.5

const strokes: Record<Fill, (pen: CanvasRenderingContext2D) => void> = {
  solid: () => undefined,
  hollow: () => undefined,
  hatched: (pen) => diagonals(pen, [1]),
  crossed: (pen) => diagonals(pen, [1, -1]),
  dotted: (pen) => {
    for (const [x, y] of [
      [3, 3],
      [9, 9],
    ] as const)
      pen.fillRect(x - 1.5, y - 1.5, 3, 3)
  },
}
/** Lines that continue from tile to tile. */
function diagonals(pen: CanvasRenderingContext2D, slopes: readonly number[]) {
  pen.beginPath()
  for (const slope of slopes)
    for (const shift of [-TILE, 0, TILE]) {
      pen.moveTo(shift - 1, slope > 0 ? TILE + 1 : -1)
      pen.lineTo(shift + TILE + 1, slope > 0 ? -1 : TILE + 1)
    }
  pen.stroke()
}

/** A fill style for a canvas; the solid colour where no pattern can be drawn. */
export function paint(color: string, ground: string, fill: Fill = 'solid'): string | CanvasPattern {
  if (fill === 'solid') return color
  if (fill === 'hollow') return ground
  const tile = document.createElement('canvas')
  tile.width = TILE
  tile.height = TILE
  const pen = tile.getContext('2d')
  if (!pen) return color
  pen.fillStyle = ground
  pen.fillRect(0, 0, TILE, TILE)
  pen.globalAlpha = 0.4
  pen.fillStyle = color
  pen.fillRect(0, 0, TILE, TILE)
  pen.globalAlpha = 1
  pen.strokeStyle = color
  pen.lineWidth = 3
  strokes[fill](pen)
  const pattern = pen.createPattern(tile, 'repeat')
  pattern?.setTransform(new DOMMatrix().scale(SCALE))
  return pattern ?? color
}
