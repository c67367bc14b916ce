import { ChartLine, Download, Table2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { IconButton } from '../parts/Button.tsx'
import { useTexts } from '../UiProvider.tsx'
import type { CanvasProps } from './Canvas.tsx'

const Canvas = lazy(() => import('./Canvas.tsx'))

export interface ChartBase {
  title: string
  /** Small, after the title: "meta 95 %". */
  note?: ReactNode
  labels: readonly string[]
  /** Pixels; 200 unless told. */
  height?: number
}

export interface TableTwin {
  head: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}

interface ChartFrameProps extends Omit<ChartBase, 'labels'> {
  canvas: Omit<CanvasProps, 'label'>
  twin: TableTwin
  legend?: ReactNode
}

/** The drawing's ground is transparent: a picture needs one. */
const download = (canvas: HTMLCanvasElement, name: string) => {
  const picture = document.createElement('canvas')
  picture.width = canvas.width
  picture.height = canvas.height
  const pen = picture.getContext('2d')
  if (!pen) return
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--surface')
  pen.fillRect(0, 0, picture.width, picture.height)
  pen.drawImage(canvas, 0, 0)
  const link = document.createElement('a')
  link.href = picture.toDataURL('image/png')
  link.download = `${name}.png`
  link.click()
}

/** A chart, its name, its table, its picture. Charts are not mirrored from right to left. */
export const ChartFrame = ({ title, note, height = 200, canvas, twin, legend }: ChartFrameProps) => {
  const texts = useTexts()
  const figure = useRef<HTMLElement>(null)
  const [asTable, setAsTable] = useState(false)
  return (
    <figure className="chart" ref={figure}>
      <figcaption>
        <h3 className="h2">{title}</h3>
        {note && <span className="xsmall muted">{note}</span>}
        <span className="chart-tools">
          {!asTable && (
            <IconButton
              size="sm"
              label={texts.downloadImage}
              icon={<Download aria-hidden />}
              onClick={() => {
                const drawing = figure.current?.querySelector('canvas')
                if (drawing) download(drawing, title)
              }}
            />
          )}
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
        <div className="table-frame" style={{ minBlockSize: height }}>
          <table className="table" aria-label={title}>
            <thead>
              <tr>
                {twin.head.map((word, i) => (
                  <th key={word} scope="col" className={i > 0 ? 'end' : undefined}>
                    {word}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {twin.rows.map((row, i) => (
                <tr key={i}>
                  {row.map((cell, j) => (
                    <td key={twin.head[j]} className={j > 0 ? 'num' : undefined}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <>
          <div className="chart-plot" dir="ltr" style={{ blockSize: height }}>
            <Suspense fallback={null}>
              <Canvas {...canvas} label={title} />
            </Suspense>
          </div>
          {legend}
        </>
      )}
    </figure>
  )
}
