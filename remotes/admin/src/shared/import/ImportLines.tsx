import { useTranslation } from '@cuadre/shell'
import { formatCount, useLocale, withoutAccents } from '@cuadre/ui'
import { CircleX } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import './import.css'

/** Rows drawn at once: a file may have ten thousand. */
const STEP = 200
/** What is to be looked at first stands first; what stays as it is is only counted. */
const ORDER = ['rechazada', 'distinta', 'nueva'] as const
type Shown = (typeof ORDER)[number]
const GLYPH = {
  rechazada: { sign: <CircleX />, look: 'bad' },
  distinta: { sign: '~', look: 'warn' },
  nueva: { sign: '+', look: 'up' },
}

export interface Line {
  FILA: number
  CLASE: Shown | 'igual'
}
export interface ImportLinesProps<Row extends Line> {
  rows: readonly Row[]
  total: Readonly<Record<Shown, number>>
  /** What is said beside the number of such rows. */
  sumOf: (clase: Shown) => string
  titleOf: (row: Row) => ReactNode
  detail: (row: Row) => ReactNode
  /** What a row is found by. */
  textOf: (row: Row) => string
  /** Between the sums and the rows. */
  children?: ReactNode
}

/** The rows of a file that would do something or are refused: counted, narrowed by what they do and by a text. */
export function ImportLines<Row extends Line>({ rows, total, sumOf, titleOf, detail, textOf, children }: ImportLinesProps<Row>) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const [only, setOnly] = useState<Shown>()
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(STEP)
  const n = (count: number) => formatCount(count, locale)
  const sorted = useMemo(() => ORDER.flatMap((clase) => rows.filter(({ CLASE }) => CLASE === clase).map((row) => ({ row, clase }))), [rows])
  const text = withoutAccents(search.trim())
  const found = useMemo(
    () => sorted.filter(({ row, clase }) => (!only || clase === only) && (!text || withoutAccents(textOf(row)).includes(text))),
    [sorted, only, text],
  )
  const shown = found.slice(0, limit)
  const narrow = (change: () => void) => {
    setLimit(STEP)
    change()
  }
  return (
    <>
      <div className="import-sums">
        {(['nueva', 'distinta', 'rechazada'] as const).map((clase) => (
          <button
            key={clase}
            type="button"
            className={only === clase ? 'chip chip-on' : 'chip'}
            aria-pressed={only === clase}
            disabled={total[clase] === 0}
            onClick={() => narrow(() => setOnly(only === clase ? undefined : clase))}
          >
            <span aria-hidden className={total[clase] > 0 ? GLYPH[clase].look : undefined}>
              {GLYPH[clase].sign}
            </span>
            <b>{n(total[clase])}</b> {sumOf(clase)}
          </button>
        ))}
      </div>
      {children}
      {sorted.length > STEP && (
        <input
          className="input"
          type="search"
          aria-label={t('import.search')}
          placeholder={t('import.search')}
          value={search}
          onChange={(event) => narrow(() => setSearch(event.target.value))}
        />
      )}
      <ul className="import-lines">
        {shown.map(({ row, clase }) => (
          <li key={row.FILA}>
            <span aria-hidden className={GLYPH[clase].look}>
              {GLYPH[clase].sign}
            </span>
            <div>
              {titleOf(row)}
              <div className={`xsmall ${clase === 'rechazada' ? 'bad' : 'muted'}`}>{detail(row)}</div>
            </div>
          </li>
        ))}
      </ul>
      {sorted.length > 0 && found.length === 0 && <p className="small muted">{t('import.none')}</p>}
      {shown.length < found.length && (
        <button type="button" className="link" onClick={() => setLimit(limit + STEP)}>
          {t('import.more', { n: n(Math.min(STEP, found.length - shown.length)), of: n(found.length - shown.length) })}
        </button>
      )}
    </>
  )
}
