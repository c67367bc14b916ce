// Imported by package name: an area bundles its own copy of the charts, but provider and components are the host's.
import { IconButton, TextLink, useTexts } from '@cuadre/ui'
import { Menu } from '@cuadre/ui/overlay'
import { ChartLine, Download, Table2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useContext, useRef, useState } from 'react'
import type { CanvasProps } from './Canvas.tsx'
import { chartImage, imageOf } from './chartImage.ts'
import { chartSvg, type Drawing } from './chartSvg.ts'
import { Legend, type LegendEntry } from './Legend.tsx'
import { ChartsOf } from './ofAll.ts'
import { useChartTheme } from './theme.ts'

const loadCanvas = () => import('./Canvas.tsx')
const Canvas = lazy(loadCanvas)
/** For a page that is all charts: chart.js arrives with their data, not after it. */
export const preloadCharts = () => void loadCanvas()

export interface ChartBase {
  title: string
  /** Small text after the title: "meta 95 %". */
  note?: ReactNode
  labels: readonly string[]
  /** Header of the table's first column: "Departamento". */
  of?: string
  /** Pixels; 200 by default. */
  height?: number
  /** Follows the link of a clicked part. Legend or table have the same links for the keyboard. */
  onOpen?: (to: string) => void
  /** Offers all rows as a workbook. */
  onExcel?: () => void
}

/** A figure, with a link to the list behind it if there is one. */
type TableCell = string | { text: string; to: string | undefined }
export interface TableData {
  head: readonly string[]
  rows: readonly (readonly TableCell[])[]
  totals?: readonly TableCell[]
}

interface ChartFrameProps extends Pick<ChartBase, 'title' | 'note' | 'height' | 'onExcel'> {
  canvas?: Omit<CanvasProps, 'label'>
  /** Drawn instead of the canvas: small panels, marks on a line. */
  plot?: ReactNode
  /** The same as vectors. */
  drawing: Drawing
  table: TableData
  legend?: readonly LegendEntry[]
  /** Puts the legend beside the chart. */
  beside?: boolean
}

/** A chart with title, legend, the same data as a table, and one menu of downloads: as an image, as vectors, as a workbook. Charts are not mirrored in right-to-left layouts. */
export const ChartFrame = ({ title, note, height = 200, canvas, plot, drawing, table, legend = [], beside, onExcel }: ChartFrameProps) => {
  const texts = useTexts()
  const theme = useChartTheme()
  const figure = useRef<HTMLElement>(null)
  const [asTable, setAsTable] = useState(false)
  const notes = [typeof note === 'string' ? note : '', useContext(ChartsOf)].filter(Boolean)
  const saved = (href: string, kind: 'png' | 'svg') => {
    const link = document.createElement('a')
    link.href = href
    link.download = `${title}.${kind}`
    link.click()
  }
  const vectors = () => chartSvg(title, notes, drawing, legend, theme)
  const savePng = async () => {
    const shown = figure.current?.querySelector('canvas')
    const whole = shown ? chartImage(shown, { title, notes, legend, theme }) : await imageOf(vectors())
    if (whole) saved(whole.toDataURL('image/png'), 'png')
  }
  const saveSvg = () => {
    const svg = vectors()
    const href = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    saved(href, 'svg')
    setTimeout(() => URL.revokeObjectURL(href), 60_000)
  }
  return (
    <figure className="chart" ref={figure}>
      <figcaption>
        <div>
          <h2 className="h2">{title}</h2>
          {note && <p className="xsmall muted">{note}</p>}
        </div>
        <span className="chart-tools">
          <Menu
            align="end"
            trigger={<IconButton size="sm" label={texts.downloadChart} icon={<Download aria-hidden />} />}
            entries={[
              // The image is that of the screen.
              { label: texts.asPng, onSelect: () => void savePng(), disabled: asTable },
              { label: texts.asSvg, onSelect: saveSvg },
              ...(onExcel ? [{ label: texts.asWorkbook, onSelect: onExcel }] : []),
            ]}
          />
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
        <ChartTable title={title} table={table} height={height} />
      ) : (
        <div className={beside ? 'chart-beside' : undefined}>
          <div className="chart-plot" dir="ltr" style={canvas && { blockSize: height }}>
            {canvas ? (
              <Suspense fallback={null}>
                <Canvas {...canvas} label={title} />
              </Suspense>
            ) : (
              <div role="img" aria-label={title}>
                {plot}
              </div>
            )}
          </div>
          {legend.length > 0 && <Legend entries={legend} />}
        </div>
      )}
    </figure>
  )
}

const Shown = ({ cell }: { cell: TableCell }) => {
  if (typeof cell === 'string') return cell
  return cell.to ? (
    <TextLink href={cell.to} className="figure-link">
      {cell.text}
    </TextLink>
  ) : (
    cell.text
  )
}

const ChartTable = ({ title, table: { head, rows, totals }, height }: { title: string; table: TableData; height: number }) => (
  <div className="table-frame chart-table" style={{ minBlockSize: Math.min(height, 320) }}>
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
                <Shown cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {totals && rows.length > 1 && (
        <tfoot>
          <tr>
            {totals.map((cell, j) => (
              <td key={head[j]} className={j > 0 ? 'num' : undefined}>
                <Shown cell={cell} />
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  </div>
)
