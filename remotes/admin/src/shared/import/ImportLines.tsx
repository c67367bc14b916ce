import { useTranslation } from '@cuadre/shell'
import { CircleX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import './import.css'

const SHOWN = 60
/** What is to be looked at first stands first; what stays as it is is only counted. */
const ORDER = ['rechazada', 'distinta', 'nueva'] as const
const GLYPH = {
  rechazada: { sign: <CircleX />, look: 'bad' },
  distinta: { sign: '~', look: 'warn' },
  nueva: { sign: '+', look: 'up' },
}

interface Line {
  FILA: number
  CLASE: (typeof ORDER)[number] | 'igual'
}
interface Props<Row extends Line> {
  rows: readonly Row[]
  title: (row: Row) => ReactNode
  detail: (row: Row) => ReactNode
}

/** The rows of a file that would do something or are refused. */
export function ImportLines<Row extends Line>({ rows, title, detail }: Props<Row>) {
  const { t } = useTranslation('admin')
  const [every, setEvery] = useState(false)
  const sorted = ORDER.flatMap((clase) => rows.filter(({ CLASE }) => CLASE === clase).map((row) => ({ row, clase })))
  const shown = every ? sorted : sorted.slice(0, SHOWN)
  return (
    <>
      <ul className="import-lines">
        {shown.map(({ row, clase }) => (
          <li key={row.FILA}>
            <span aria-hidden className={GLYPH[clase].look}>
              {GLYPH[clase].sign}
            </span>
            <div>
              {title(row)}
              <div className={`xsmall ${clase === 'rechazada' ? 'bad' : 'muted'}`}>{detail(row)}</div>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < sorted.length && (
        <button type="button" className="link" onClick={() => setEvery(true)}>
          {t('heading.seeRest', { count: sorted.length - shown.length })}
        </button>
      )}
    </>
  )
}
