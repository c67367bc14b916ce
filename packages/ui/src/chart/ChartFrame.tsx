// By the package's name: an area brings its own copy of the charts, but provider and parts are the host's.
import { IconButton, TextLink, useTexts } from '@cuadre/ui'
import { ChartLine, Download, Table2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { CanvasProps } from './Canvas.tsx'
import { Legend, type LegendEntry } from './Legend.tsx'
import { picture } from './picture.ts'
import { useChartTheme } from './theme.ts'

const Canvas = lazy(() => import('./Canvas.tsx'))

export interface ChartBase {
  title: string
  /** Small, after the title: "meta 95 %". */
  note?: ReactNode
  labels: readonly string[]
  /** What the labels are, over the first column of the table: "Departamento". */
  of?: string
  /** Pixels; 200 unless told. */
  height?: number
  /** Follows the link of a part that was pressed in the drawing. The same links stand in the legend or the table. */
  onOpen?: (to: string) => void
}

/** A figure of the table, and the list that it counts. */
export type TwinCell = string | { text: string; to: string | undefined }
export interface TableTwin {
  head: readonly string[]
  rows: readonly (readonly TwinCell[])[]
  totals?: readonly string[]
}

interface ChartFrameProps extends Pick<ChartBase, 'title' | 'note' | 'height'> {
  canvas: Omit<CanvasProps, 'label'>
  twin: TableTwin
  legend?: readonly LegendEntry[]
  /** The legend stands beside the drawing. */
  beside?: boolean
}

/** A chart, its name, its table, its picture. Charts are not mirrored from right to left. */
export const ChartFrame = ({ title, note, height = 200, canvas, twin, legend = [], beside }: ChartFrameProps) => {
  const texts = useTexts()
  const theme = useChartTheme()
  const figure = useRef<HTMLElement>(null)
  const [asTable, setAsTable] = useState(false)
  const download = () => {
    const drawing = figure.current?.querySelector('canvas')
    const whole = drawing && picture(drawing, title, legend, theme)
    if (!whole) return
    const link = document.createElement('a')
    link.href = whole.toDataURL('image/png')
    link.download = `${title}.png`
    link.click()
  }
  return (
    <figure className="chart" ref={figure}>
      <figcaption>
        <h2 className="h2">{title}</h2>
        {note && <span className="xsmall muted">{note}</span>}
        <span className="chart-tools">
          {!asTable && <IconButton size="sm" label={texts.downloadImage} icon={<Download aria-hidden />} onClick={download} />}
          <IconButton
            size="sm"
            label={asTable ? texts.asChart : texts.asTable}
            aria-pressed={asTable}
            icon={asTable ? <ChartLine aria-hidden /> : <Table2 aria-hidden />}
            onClick={() => setAsTable(!asTable)}
          />
        </span>
      </figcaption>
      {asTable ? (
        <Twin title={title} twin={twin} height={height} />
      ) : (
        <div className={beside ? 'chart-beside' : undefined}>
          <div className="chart-plot" dir="ltr" style={{ blockSize: height }}>
            <Suspense fallback={null}>
              <Canvas {...canvas} label={title} />
            </Suspense>
          </div>
          {legend.length > 0 && <Legend entries={legend} />}
        </div>
      )}
    </figure>
  )
}

const Twin = ({ title, twin: { head, rows, totals }, height }: { title: string; twin: TableTwin; height: number }) => (
  <div className="table-frame chart-twin" style={{ minBlockSize: Math.min(height, 320) }}>
    <table className="table" aria-label={title}>
      <thead>
        <tr>
          {head.map((word, i) => (
            <th key={word} scope="col" className={i > 0 ? 'end' : undefined}>
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>
            {row.map((cell, j) => (
              <td key={head[j]} className={j > 0 ? 'num' : undefined}>
                {typeof cell === 'string' ? (
                  cell
                ) : cell.to ? (
                  <TextLink href={cell.to} className="figure-link">
                    {cell.text}
                  </TextLink>
                ) : (
                  cell.text
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {totals && rows.length > 1 && (
        <tfoot>
          <tr>
            {totals.map((text, j) => (
              <td key={head[j]} className={j > 0 ? 'num' : undefined}>
                {text}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  </div>
)
