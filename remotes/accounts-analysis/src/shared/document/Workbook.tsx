import type { Evidence } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { formatCount, formatMoney, formatPercent, IconButton, useLocale } from '@cuadre/ui'
import { Link2, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { addressOf, type Place, placeOf } from './cell.ts'
import { extentOf, Grid, reveal, revealRow } from './Grid.tsx'
import { compositionAt, nextZoom } from './sheet.ts'

interface Props {
  evidence: Evidence
  beside: boolean
  /** By sheet: the cells that another version says differently. */
  changed?: ReadonlyMap<number, ReadonlySet<string>>
  /** A cell that is looked up from outside. */
  go?: { sheet: number; place: Place } | undefined
}
/** These stay from one workbook to the next, as long as the page does: a sheet that is drawn for the room it has is drawn once. */
let lastZoom = 1
let lastRoom = Number.POSITIVE_INFINITY

/**
 * The workbook as a grid, with the cell of VALOR_ANALISIS ringed and named; `beside`: an annex, of which none is expected. Looked at, never
 * computed. It opens where the balance is made up: what stands above it the page has said already.
 */
export function Workbook({ evidence, beside, changed, go }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const { hojas, celda, masHojas = 0 } = evidence
  const named = useMemo(() => {
    const sheet = hojas.findIndex(({ nombre }) => nombre === celda?.hoja)
    const place = celda && placeOf(celda.direccion)
    return celda && place && sheet >= 0 ? { sheet, place, celda } : undefined
  }, [hojas, celda])
  const [open, setOpen] = useState(named?.sheet ?? 0)
  const [at, setAt] = useState<Place | undefined>(named?.place)
  const frame = useRef<HTMLDivElement>(null)
  const sheet = hojas[open]
  const ring = named?.sheet === open ? named.place : undefined
  const size = useMemo(() => extentOf(sheet), [sheet])

  const [room, setRoom] = useState(lastRoom)
  useLayoutEffect(() => {
    lastRoom = frame.current?.clientWidth ?? lastRoom
    setRoom(lastRoom)
  }, [])
  const [zoom, setZoom] = useState(lastZoom)
  const zoomTo = (factor: number) => {
    lastZoom = factor
    setZoom(factor)
  }
  // Where the value is made up, else where it stands, when a sheet is opened or drawn again.
  useLayoutEffect(() => {
    const start = sheet && compositionAt(sheet.filas)
    if (start === undefined) reveal(frame.current, at, true)
    else revealRow(frame.current, start)
  }, [open, room])
  useLayoutEffect(() => {
    if (!go) return
    setOpen(go.sheet)
    setAt(go.place)
    requestAnimationFrame(() => reveal(frame.current, go.place, true))
  }, [go])

  const pick = useCallback((place: Place) => setAt(place), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]
    if (!by) return
    event.preventDefault()
    const next = {
      row: Math.min(size.rows - 1, Math.max(0, (at?.row ?? 0) + by[0]!)),
      column: Math.min(size.columns - 1, Math.max(0, (at?.column ?? 0) + by[1]!)),
    }
    setAt(next)
    reveal(frame.current, next)
  }
  if (!sheet) return <p className="review-grid-none muted small">{t('review.emptyWorkbook')}</p>

  const cell = at && sheet.filas[at.row]?.[at.column]
  const isNamed = Boolean(at && ring && at.row === ring.row && at.column === ring.column)
  const formula = cell?.formula ?? (isNamed ? named?.celda.formula : undefined)
  const written = formula?.startsWith('=') ? formula : formula ? `=${formula}` : cell?.texto
  const stored = isNamed ? named?.celda.valor : undefined
  const turnTo = (index: number) => {
    setOpen(index)
    setAt(index === named?.sheet ? named.place : undefined)
  }
  return (
    <>
      <div className="review-formula" aria-live="polite">
        <span className="medium">{at && <bdi dir="ltr">{addressOf(at)}</bdi>}</span>
        <span className="faint" aria-hidden>
          fx
        </span>
        <span className="ellipsis grow" title={written}>
          <bdi dir="ltr">{written}</bdi>
        </span>
        {stored && (
          <span className="muted nowrap">
            {t('review.stored')} <bdi dir="ltr">{formatMoney(stored, locale)}</bdi>
          </span>
        )}
      </div>
      <section
        className="review-grid"
        dir="ltr"
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
        tabIndex={0}
        aria-label={t('review.sheetOf', { name: sheet.nombre || 1 })}
        onKeyDown={onKeyDown}
      >
        <Grid sheet={sheet} size={size} room={room} at={at} ring={ring} onPick={pick} zoom={zoom} changed={changed?.get(open)} />
        {sheet.recortada && <p className="xsmall muted review-cut">{t('review.cut')}</p>}
      </section>
      <footer className="review-sheets">
        <div role="tablist" aria-label={t('review.sheets')} className="row">
          {hojas.map(({ nombre, oculta }, index) => (
            <button
              key={nombre}
              type="button"
              role="tab"
              aria-selected={index === open}
              translate={nombre ? 'no' : undefined}
              onClick={() => turnTo(index)}
            >
              {/* A text table is one sheet, and has no name. */}
              {nombre || t('review.sheetOf', { name: index + 1 })}
              {oculta && <span className="faint"> {t('review.hiddenSheet')}</span>}
            </button>
          ))}
        </div>
        {masHojas > 0 && (
          <span className="muted ellipsis review-more">
            {t('review.moreSheets', { count: masHojas, n: formatCount(masHojas, locale) })}
          </span>
        )}
        <span className="grow" />
        <IconButton
          size="sm"
          label={t('review.zoomOut')}
          icon={<ZoomOut aria-hidden />}
          disabled={nextZoom(zoom, -1) === zoom}
          onClick={() => zoomTo(nextZoom(zoom, -1))}
        />
        <button
          type="button"
          className="link xsmall num"
          aria-label={t('review.zoomReset', { percent: formatPercent(zoom * 100, locale, { decimals: 0 }) })}
          onClick={() => zoomTo(1)}
        >
          {formatPercent(zoom * 100, locale, { decimals: 0 })}
        </button>
        <IconButton
          size="sm"
          label={t('review.zoomIn')}
          icon={<ZoomIn aria-hidden />}
          disabled={nextZoom(zoom, 1) === zoom}
          onClick={() => zoomTo(nextZoom(zoom, 1))}
        />
        {named ? (
          <button
            type="button"
            className="link xsmall row review-named"
            onClick={() => {
              turnTo(named.sheet)
              if (named.sheet === open) reveal(frame.current, named.place, true)
            }}
          >
            <Link2 aria-hidden />
            {t('review.named', { cell: named.celda.direccion })}
          </button>
        ) : (
          !beside && <span className="xsmall muted review-named">{t('review.notNamed')}</span>
        )}
      </footer>
    </>
  )
}
