import type { Analysis, AnalysisDetail, AnalysisEvent, Annex } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { Button, DateText, EmptyState, FileName, formatBytes, IconButton, useLocale } from '@cuadre/ui'
import { Columns2, Download, FileSpreadsheet, FileText, Image, Maximize2, Minimize2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useCertified } from '../certified.ts'
import { Compare } from './Compare.tsx'
import { annexesOf } from './documents.ts'
import { useDownload } from './useDownload.ts'
import { useSeen } from './useSeen.ts'
import { Viewer } from './Viewer.tsx'

type File = AnalysisDetail['ARCHIVOS'][number]
interface Props {
  analysis: Pick<Analysis, 'ANALISTA'> & { AUTO?: boolean }
  /** Of the analysis, once they are known: they say which rule certified it. */
  events?: readonly AnalysisEvent[] | undefined
  file: File | undefined
  /** Every version that was submitted. */
  files: readonly File[]
  annexes: readonly Annex[]
  onVersion: (id: number) => void
  /** It may be opened. */
  ready: boolean
  expanded: boolean
  onExpand?: () => void
}

/** The submitted file, opened in the page, and the annexes of its version beside it. */
export function FilePanel({ analysis, events = [], file, files, annexes, onVersion, ready, expanded, onExpand }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const download = useDownload()
  const certified = useCertified()
  const [chosen, setChosen] = useState<number>()
  const beside = annexesOf(annexes, file?.VERSION)
  const annex = beside.find(({ ID }) => ID === chosen) ?? (file ? undefined : beside[0])
  const shown = annex ?? file
  const older = annex
    ? undefined
    : files.filter(({ VERSION }) => VERSION < (file?.VERSION ?? 0)).toSorted((a, b) => b.VERSION - a.VERSION)[0]
  const [comparing, setComparing] = useState(false)
  const panel = useRef<HTMLElement>(null)
  useSeen(panel, shown, ready, expanded)
  if (!shown)
    return (
      <div className="review-file">
        <EmptyState title={analysis.AUTO ? certified(events) : t('review.noFile')}>
          {analysis.AUTO ? t('review.certifiedHint') : t('review.noFileHint', { name: analysis.ANALISTA })}
        </EmptyState>
      </div>
    )
  const Icon = iconOf(shown.NOMBRE)
  return (
    <section ref={panel} className="review-file" aria-label={t('review.file')}>
      <header className="review-file-head">
        <Icon aria-hidden />
        <span className="medium ellipsis" title={shown.NOMBRE}>
          <FileName>{shown.NOMBRE}</FileName>
        </span>
        <span className="xsmall muted nowrap">
          <bdi>{formatBytes(shown.TAMANO, locale)}</bdi>
        </span>
        {files.length > 1 ? (
          <select
            className="input review-version"
            aria-label={t('review.versions')}
            value={file?.ID}
            onChange={(event) => {
              setChosen(undefined)
              onVersion(Number(event.target.value))
            }}
          >
            {files.map(({ ID, VERSION }) => (
              <option key={ID} value={ID}>
                {t('review.version', { n: VERSION })}
              </option>
            ))}
          </select>
        ) : (
          file && <span className="xsmall muted nowrap">· {t('review.version', { n: file.VERSION })}</span>
        )}
        <span className="grow" />
        {older && isBook(older) && file && isBook(file) && (
          <Button size="sm" icon={<Columns2 aria-hidden />} aria-pressed={comparing} onClick={() => setComparing((on) => !on)}>
            {comparing ? t('review.compareEnd') : t('review.compare', { n: older.VERSION })}
          </Button>
        )}
        <IconButton size="sm" label={t('review.download')} icon={<Download aria-hidden />} onClick={() => void download(shown)} />
        {onExpand && (
          <IconButton
            size="sm"
            label={expanded ? t('review.shrink') : t('review.expand')}
            aria-pressed={expanded}
            icon={expanded ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
            onClick={onExpand}
          />
        )}
      </header>
      {beside.length > 0 && (
        <div className="review-sheets">
          <div role="tablist" aria-label={t('annex.documents')} className="row">
            {file && (
              <button type="button" role="tab" aria-selected={!annex} onClick={() => setChosen(undefined)}>
                {t('annex.support')}
              </button>
            )}
            {beside.map(({ ID, NOMBRE }) => (
              <button
                key={ID}
                type="button"
                role="tab"
                aria-selected={annex?.ID === ID}
                className="ellipsis"
                style={{ maxInlineSize: 200 }}
                title={NOMBRE}
                onClick={() => setChosen(ID)}
              >
                <FileName>{NOMBRE}</FileName>
              </button>
            ))}
          </div>
        </div>
      )}
      {annex && (
        <p className="xsmall muted review-cut">
          {annex.DESCRIPCION && <span className="medium">{annex.DESCRIPCION} · </span>}
          {annex.POSTERIOR && `${t('annex.late')} · `}
          {annex.CARGADO_POR}, <DateText value={annex.CARGADO_EN} as="datetime" />
        </p>
      )}
      {comparing && older && file ? (
        <Compare key={`${older.ID} ${file.ID}`} older={older} newer={file} />
      ) : (
        <Viewer key={`${annex ? 'annex' : 'file'} ${shown.ID}`} document={shown} ready={ready} />
      )}
    </section>
  )
}

const isBook = ({ NOMBRE }: File) => iconOf(NOMBRE) === FileSpreadsheet
const ICONS: Record<string, typeof FileText> = { pdf: FileText, png: Image, jpg: Image, jpeg: Image }
const iconOf = (name: string) => ICONS[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? FileSpreadsheet
